"""Questions about one hand as requests, and responses as advice, with or without asyncio."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from manille.client.advising import AdviceQuestion, CallQuestion
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.wire.advice import bid_request, play_request
from manille.wire.advised import bid_advice_from_proto, play_advice_from_proto
from manille.wire.refusals import Unreachable

__all__ = ["advice_request", "broken_off", "read_advice"]

Said = TypeVar("Said", BidAdvice, PlayAdvice)


def advice_request(question: AdviceQuestion[Said]) -> tuple[str, Any]:
    """The name of the rpc by which a question is asked, and the request.

    Raises:
        InputError: there is no such objective, or no such number of points.
    """
    asked = (question.deal, question.seat, question.objective, question.reach, question.limits)
    if isinstance(question, CallQuestion):
        return "AdviseBid", bid_request(*asked)
    return "AdvisePlay", play_request(*asked)


def read_advice(question: AdviceQuestion[Said], response: Any) -> Said:
    """The advice in a response."""
    call = isinstance(question, CallQuestion)
    said = bid_advice_from_proto(response) if call else play_advice_from_proto(response)
    return cast(Said, said)


def broken_off(target: str) -> Unreachable:
    """The refusal of a server that ended a call before the final advice."""
    return Unreachable(f"{target} ended the call before the advice was final")
