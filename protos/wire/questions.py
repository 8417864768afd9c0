"""Questions and limits as messages."""

from __future__ import annotations

from dataclasses import replace

from manille.solver.analysis import WANTS, ReachQuestion, SolveQuestion, TableQuestion, Window
from manille.solver.deals import Deal
from manille.solver.errors import DealError, Fault, InputError, LimitError, ManilleError, Reason
from manille.solver.limits import Limits
from manille.v1 import solution_pb2, solver_service_pb2
from manille.wire.deals import deal_from_proto, deal_to_proto

__all__ = [
    "limits_from_proto",
    "limits_to_proto",
    "question_from_proto",
    "question_to_proto",
    "side_of_seat",
    "table_question_from_proto",
    "table_question_to_proto",
]

_NUMBERS: dict[str, solution_pb2.Want] = {
    "points": solution_pb2.WANT_POINTS,
    "cards": solution_pb2.WANT_CARDS,
    "line": solution_pb2.WANT_LINE,
    "lines": solution_pb2.WANT_LINES,
}
_WANTS = {number: word for word, number in _NUMBERS.items()}
MOST_POINTS = 1_000_000  # more than any deal has; sums of it still fit into a message
MOST_WANTS = 16
MOST_TRUMPS = 16


def question_to_proto(question: SolveQuestion | ReachQuestion) -> solution_pb2.Question:
    """A question as a message; :func:`question_from_proto` reads it back."""
    deal = question.deal
    message = solution_pb2.Question(deal=deal_to_proto(deal))
    if isinstance(question, ReachQuestion):
        seat = _seat_of_side(deal, question.side)
        message.reach.CopyFrom(solution_pb2.Reach(points=question.points, seat=seat))
        return message
    message.wants.extend(_NUMBERS[word] for word in question.want)
    if question.window is not None:
        low, high = question.window
        message.window.CopyFrom(solution_pb2.Window(low=low, high=high))
    return message


def question_from_proto(
    message: solution_pb2.Question, field: str = "question"
) -> SolveQuestion | ReachQuestion:
    """The question that a message asks.

    Args:
        message: the message.
        field: its path in the request, for the faults.

    Raises:
        ManilleError: with every fault, each with its field.
    """
    deal = deal_from_proto(message.deal, f"{field}.deal")
    if message.HasField("reach"):
        return _reach(message, deal, field)
    want = _wants(message, field)
    try:
        if not message.HasField("window"):
            return SolveQuestion(deal, want)
        window, side = _window(message.window, deal, f"{field}.window")
        return SolveQuestion(deal, want, window, side)
    except ManilleError as error:
        raise _located(error, field) from None


def _reach(message: solution_pb2.Question, deal: Deal, field: str) -> ReachQuestion:
    others = ["wants"] if message.wants else []
    others += ["window"] if message.HasField("window") else []
    if others:
        text = f"reach asks yes or no and nothing else; leave out {others[0]}"
        raise _bad(text, f"{field}.{others[0]}")
    points, seat = message.reach.points, message.reach.seat
    if abs(points) > MOST_POINTS:
        raise _bad(f"{points} is no number of points to reach", f"{field}.reach.points")
    try:
        return ReachQuestion(deal, points, side_of_seat(deal, seat, f"{field}.reach.seat"))
    except ManilleError as error:
        raise _located(error, field) from None


def _wants(message: solution_pb2.Question, field: str) -> tuple[str, ...]:
    if not message.wants:
        return WANTS
    unknown = [(n, want) for n, want in enumerate(message.wants) if want not in _WANTS]
    if unknown or len(message.wants) > MOST_WANTS:
        n, want = unknown[0] if unknown else (MOST_WANTS, message.wants[MOST_WANTS])
        known = ", ".join(f"WANT_{word.upper()} ({number})" for number, word in _WANTS.items())
        raise _bad(f"{want} cannot be wanted here; there are {known}", f"{field}.wants[{n}]")
    return tuple(_WANTS[want] for want in message.wants)


def _window(message: solution_pb2.Window, deal: Deal, field: str) -> tuple[Window, int]:
    # below zero or above all points nothing lies, and windows that were turned around may end there
    for name in ("low", "high"):
        if abs(getattr(message, name)) > MOST_POINTS:
            raise _bad(f"{getattr(message, name)} is no number of points", f"{field}.{name}")
    side = side_of_seat(deal, message.seat, f"{field}.seat") if message.seat else 0
    return _ends(message), side


def _ends(message: solution_pb2.Window) -> Window:
    low = message.low if message.HasField("low") else None
    return low, message.high if message.HasField("high") else None


def side_of_seat(deal: Deal, name: str, field: str) -> int:
    """The side of a seat, side 0 if none is named.

    Args:
        deal: the deal.
        name: the name of the seat, or empty.
        field: the field that names it, for the fault.

    Raises:
        DealError: the deal has no such seat, or its sides are not known.
    """
    if not name:
        return 0
    if name.upper() not in deal.seat_names:
        text = f"{name[:20]!r} is not one of the seats {', '.join(sorted(deal.seat_names))}"
        raise DealError(Fault(Reason.UNKNOWN_SEAT, text, field=field))
    return deal.contract.side_of[deal.seat_names.index(name.upper())]


def _seat_of_side(deal: Deal, side: int) -> str:
    """The name of a seat of a side; empty for side 0, which needs no naming."""
    return "" if side == 0 else deal.sides[side][0]


def table_question_to_proto(question: TableQuestion) -> solver_service_pb2.SolveTableRequest:
    """A question for a double-dummy table as the request that asks it, without limits."""
    message = solver_service_pb2.SolveTableRequest(
        deal=deal_to_proto(question.deal), trumps=question.trumps
    )
    if question.window is not None:
        low, high = question.window
        message.window.CopyFrom(solution_pb2.Window(low=low, high=high))
    return message


def table_question_from_proto(
    message: solver_service_pb2.SolveTableRequest, threads: int = 1
) -> TableQuestion:
    """The question of a request for a double-dummy table.

    Args:
        message: the request.
        threads: how many contracts its search may work on at once.

    Raises:
        ManilleError: with every fault, each with its field.
    """
    deal = deal_from_proto(message.deal, "deal")
    trumps = None if not message.trumps else list(message.trumps[:MOST_TRUMPS])
    window = None
    if message.HasField("window"):
        if message.window.seat:
            raise _bad("the window of a table is about side 0; leave out seat", "window.seat")
        window, _ = _window(message.window, deal, "window")
    try:
        return TableQuestion(deal, trumps, window, threads)
    except ManilleError as error:
        places = {"trump": "trumps", "window": "window"}
        faults = [
            replace(fault, field=places.get(fault.field or "", f"deal.{fault.field}"))
            for fault in error.faults
        ]
        raise type(error)(faults) from None


def limits_to_proto(
    limits: Limits | None, bounds_at_deadline: bool = False
) -> solution_pb2.Limits | None:
    """Limits as a message; None where there is nothing to say."""
    if limits is None and not bounds_at_deadline:
        return None
    limits = limits or Limits()
    return solution_pb2.Limits(
        time_s=limits.time_s,
        nodes=limits.nodes,
        table_mib=limits.table_mib,
        bounds_at_deadline=bounds_at_deadline,
    )


def limits_from_proto(message: solution_pb2.Limits, field: str = "limits") -> Limits:
    """The limits of a message; what is unset is without limit.

    Raises:
        LimitError: with every limit that makes no sense, each with its field.
    """
    given = {
        name: getattr(message, name)
        for name in ("time_s", "nodes", "table_mib")
        if message.HasField(name)
    }
    try:
        return Limits(**given)
    except LimitError as error:
        faults = [replace(fault, field=f"{field}.{fault.field}") for fault in error.faults]
        raise LimitError(faults) from None


def _bad(text: str, field: str) -> InputError:
    return InputError(Fault(Reason.BAD_REQUEST, text, field=field))


def _located(error: ManilleError, field: str) -> ManilleError:
    """The error of a question, its fields below the fields of the message."""
    return type(error)(replace(fault, field=_path(fault.field, field)) for fault in error.faults)


def _path(name: str | None, field: str) -> str:
    if name is None:
        return f"{field}.deal"
    if name.startswith(field):
        return name
    return f"{field}.window" if name == "window" else f"{field}.deal.{name}"
