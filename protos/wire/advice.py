"""Requests for advice as messages, and the advisers that they ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, TypeVar

from manille.solver.advice import BidAdviser, PlayAdviser, bid_adviser, play_adviser
from manille.solver.deals import Deal
from manille.solver.errors import Fault, InputError, LimitError, ManilleError, Reason
from manille.solver.limits import AdviceLimits
from manille.v1 import advice_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.wire.advised import OBJECTIVE_NUMBERS, OBJECTIVE_WORDS
from manille.wire.deals import deal_from_proto, deal_to_proto

__all__ = [
    "advice_limits_from_proto",
    "advice_limits_to_proto",
    "bid_adviser_from_proto",
    "bid_request",
    "play_adviser_from_proto",
    "play_request",
]

Request: TypeAlias = messages.AdviseBidRequest | messages.AdvisePlayRequest
AnyRequest = TypeVar("AnyRequest", messages.AdviseBidRequest, messages.AdvisePlayRequest)

MOST_POINTS = 1_000_000  # more than any deal has, and no more than a message can hold
# What the fields of a request begin with; all others are those of its deal.
OWN_FIELDS = ("deal", "limits", "objective", "reach", "seat")


def bid_request(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
) -> messages.AdviseBidRequest:
    """What :func:`~manille.solver.advice.bid_adviser` takes, as a request.

    Raises:
        InputError: there is no such objective, or no such number of points.
    """
    return _request(messages.AdviseBidRequest(), deal, seat, objective, reach, limits)


def play_request(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
) -> messages.AdvisePlayRequest:
    """What :func:`~manille.solver.advice.play_adviser` takes, as a request.

    Raises:
        InputError: there is no such objective, or no such number of points.
    """
    return _request(messages.AdvisePlayRequest(), deal, seat, objective, reach, limits)


def _request(
    request: AnyRequest,
    deal: Deal,
    seat: str | None,
    objective: str | None,
    reach: int | None,
    limits: AdviceLimits | None,
) -> AnyRequest:
    request.deal.CopyFrom(deal_to_proto(deal))
    request.seat = seat or ""
    if objective is not None:
        request.objective = _objective_number(objective)
    if reach is not None:
        if abs(reach) > MOST_POINTS:
            raise _bad(f"{reach} is no number of points to reach", "reach")
        request.reach = reach
    if limits is not None:
        request.limits.CopyFrom(advice_limits_to_proto(limits))
    return request


def _objective_number(word: str) -> advice_pb2.Objective:
    if word not in OBJECTIVE_NUMBERS:
        raise _bad(
            f"{word!r} is no objective; there are {', '.join(OBJECTIVE_NUMBERS)}", "objective"
        )
    return OBJECTIVE_NUMBERS[word]


def bid_adviser_from_proto(
    message: messages.AdviseBidRequest, most_samples: int | None = None
) -> BidAdviser:
    """The adviser that a request asks for.

    Args:
        message: the request.
        most_samples: how many layouts it may ask for; None for as many as it likes.

    Raises:
        ManilleError: with every fault, each with its field.
    """
    try:
        return bid_adviser(*_read(message, most_samples))
    except ManilleError as error:
        raise _located(error) from None


def play_adviser_from_proto(
    message: messages.AdvisePlayRequest, most_samples: int | None = None
) -> PlayAdviser:
    """The adviser that a request asks for; see :func:`bid_adviser_from_proto`."""
    try:
        return play_adviser(*_read(message, most_samples))
    except ManilleError as error:
        raise _located(error) from None


def _read(
    message: Request, most_samples: int | None
) -> tuple[Deal, str | None, str | None, int | None, AdviceLimits]:
    """What an adviser takes; the faults found here have the fields of the request already."""
    limits = advice_limits_from_proto(message.limits)
    if most_samples is not None:
        limits = _within(limits, most_samples)
    objective = _objective(message)
    reach = message.reach if message.HasField("reach") else None
    return deal_from_proto(message.deal, "deal"), message.seat or None, objective, reach, limits


def _objective(message: Request) -> str | None:
    if message.objective == advice_pb2.OBJECTIVE_UNSPECIFIED:
        return None
    if message.objective not in OBJECTIVE_WORDS:
        known = ", ".join(
            f"OBJECTIVE_{word.upper()} ({n})" for word, n in OBJECTIVE_NUMBERS.items()
        )
        raise _bad(f"{message.objective} is no objective; there are {known}", "objective")
    return OBJECTIVE_WORDS[message.objective]


def _within(limits: AdviceLimits, most: int) -> AdviceLimits:
    """The limits, if they ask for no more layouts than may be; without a number they do not."""
    if limits.samples is None:
        samples = min(limits.most_samples, most)
        return replace(limits, samples=samples, until_clear=limits.stops_when_clear)
    if limits.samples > most:
        text = f"{limits.samples:,} layouts are more than the {most:,} that may be asked for"
        raise LimitError(Fault(Reason.BAD_LIMIT, text, field="limits.samples"))
    return limits


def advice_limits_to_proto(limits: AdviceLimits) -> advice_pb2.AdviceLimits:
    """Limits of advice as a message; :func:`advice_limits_from_proto` reads it back."""
    message = advice_pb2.AdviceLimits(
        samples=limits.samples, time_s=limits.time_s, seed=limits.seed
    )
    if limits.until_clear is not None:
        message.until_clear = limits.until_clear
    return message


def advice_limits_from_proto(
    message: advice_pb2.AdviceLimits, field: str = "limits"
) -> AdviceLimits:
    """The limits of a message; what is unset is without limit.

    Raises:
        LimitError: with every limit that makes no sense, each with its field.
    """
    given = {
        name: getattr(message, name)
        for name in ("samples", "time_s", "until_clear")
        if message.HasField(name)
    }
    try:
        return AdviceLimits(seed=message.seed, **given)
    except LimitError as error:
        faults = [replace(fault, field=f"{field}.{fault.field}") for fault in error.faults]
        raise LimitError(faults) from None


def _bad(text: str, field: str) -> InputError:
    return InputError(Fault(Reason.BAD_REQUEST, text, field=field))


def _located(error: ManilleError) -> ManilleError:
    """The error of an adviser, what is about the deal below the field of the deal."""
    return type(error)(replace(fault, field=_path(fault.field)) for fault in error.faults)


def _path(name: str | None) -> str:
    if name is None:
        return "deal"
    first = name.split(".")[0].split("[")[0]
    return name if first in OWN_FIELDS else f"deal.{name}"
