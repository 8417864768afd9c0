"""What is asked of a client about one hand, and what has been heard of the answer.

A question is asked by the arguments of :func:`manille.solver.advice.bid_adviser`. It is refined
until a limit is met or the choice is clear, wherever it is worked out.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypedDict, TypeVar

from manille.client.asking import Failure, Terms, read_deal
from manille.client.deadline import Deadline
from manille.client.ledger import Retries
from manille.solver.advice import Adviser, bid_adviser, play_adviser
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.deals import Deal
from manille.solver.limits import AdviceLimits
from manille.wire.refusals import DeadlinePassed

__all__ = [
    "AdviceDeadline",
    "AdviceGiven",
    "AdviceQuestion",
    "CallQuestion",
    "CardQuestion",
    "Hearing",
]

Said = TypeVar("Said", BidAdvice, PlayAdvice)

LEAST_S = 0.001  # what is left of a limit that is nearly met


class AdviceGiven(TypedDict, total=False):
    """The keywords of every method that gives advice; see :class:`AdviceQuestion`."""

    seat: str | None
    objective: str | None
    reach: int | None
    limits: AdviceLimits | None
    timeout_s: float | None


@dataclass(frozen=True)
class AdviceQuestion(ABC, Generic[Said]):
    """What to do with one hand.

    Attributes:
        deal: the deal as the seat sees it: its own hand, ``?`` for the others, the calls and the
            cards played so far. Other hands that it shows are not looked at.
        seat: the name of the seat that asks; None for the seat to call or to play.
        objective: ``score`` for the net score, ``points``, or ``reach`` for the chance to take at
            least ``reach`` points; None for the score where there is one to be known.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine; without any it ends once the choice is clear.
        timeout_s: seconds of wall time for the whole call, waiting included, above 0. Where they
            are over the advice so far is the last; None for no end.
    """

    deal: Deal
    seat: str | None = None
    objective: str | None = None
    reach: int | None = None
    limits: AdviceLimits = field(default_factory=AdviceLimits)
    timeout_s: float | None = None

    @classmethod
    def of(cls, deal: Deal | str, given: AdviceGiven) -> Self:
        """The question about a deal, or one line of the notation.

        Raises:
            DealError: the line is faulty.
            LimitError: the timeout is no number of seconds above 0.
        """
        Terms(timeout_s=given.get("timeout_s"))
        return cls(
            read_deal(deal),
            given.get("seat"),
            given.get("objective"),
            given.get("reach"),
            given.get("limits") or AdviceLimits(),
            given.get("timeout_s"),
        )

    @abstractmethod
    def adviser(self) -> Adviser[Any, Said]:
        """An adviser that answers it.

        Raises:
            ManilleError: the question is faulty.
        """


class CallQuestion(AdviceQuestion[BidAdvice]):
    """What to call or to bid."""

    def adviser(self) -> Adviser[Any, BidAdvice]:
        """See :meth:`AdviceQuestion.adviser`."""
        return bid_adviser(self.deal, self.seat, self.objective, self.reach, self.limits)


class CardQuestion(AdviceQuestion[PlayAdvice]):
    """Which card to play."""

    def adviser(self) -> Adviser[Any, PlayAdvice]:
        """See :meth:`AdviceQuestion.adviser`."""
        return play_adviser(self.deal, self.seat, self.objective, self.reach, self.limits)


class AdviceDeadline(Deadline):
    """The moment at which the last advice must be there."""

    def __init__(self, time_s: float | None) -> None:
        """Start the clock."""
        super().__init__(Terms(timeout_s=time_s))

    def refusal(self) -> DeadlinePassed:
        """What to say when it has passed and there is no advice at all."""
        message = f"there was no advice within {self.terms.timeout_s:g} s; "
        return DeadlinePassed(f"{message}allow more time (timeout_s, or time_s of the limits)")


class Hearing(Generic[Said]):
    """What was heard of advice from a server, so that a call that breaks off is made again.

    The same question gets the same advice, so another server goes on where the first one ended.

    Attributes:
        question: what to ask now.
        ended: whether the final advice was heard.
    """

    def __init__(self, question: AdviceQuestion[Said]) -> None:
        """Begin with nothing heard."""
        self.question: AdviceQuestion[Said] = question
        self.ended = False
        self._limits = question.limits
        self._began = time.perf_counter()
        self._samples = 0
        self._retries = Retries()

    def is_news(self, said: Said) -> bool:
        """Note what was heard; whether it goes beyond what was heard before."""
        if said.state.samples <= self._samples and not said.state.final:
            return False
        self._samples, self.ended = said.state.samples, said.state.final
        self._retries.forget()
        return True

    def wait_s(self, error: Failure) -> float:
        """Seconds to wait before what is left is asked again.

        Raises:
            Failure: the error, where asking again would not help. A call that broke off before
                anything was heard, gRPC has made again already.
        """
        wait_s = self._retries.wait_s(error) if self._samples else None
        if wait_s is None:
            raise error
        if self._limits.time_s is not None:
            left_s = self._limits.time_s - (time.perf_counter() - self._began) - wait_s
            limits = replace(self._limits, time_s=max(left_s, LEAST_S))
            self.question = replace(self.question, limits=limits)
        return wait_s
