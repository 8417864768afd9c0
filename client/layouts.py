"""The layouts of one advice, searched on the threads of a client in this process."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from manille.client.advising import AdviceDeadline, AdviceQuestion
from manille.client.asking import closed
from manille.client.searches import Searches
from manille.solver.advice import Adviser
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import CancelToken, Found

__all__ = ["LayoutSearch"]

Said = TypeVar("Said", BidAdvice, PlayAdvice)

AHEAD = 4  # layouts taken ahead for each thread, so that none idles between two refinements


class LayoutSearch(Generic[Said]):
    """Has layouts searched as they are needed, a few of them ahead."""

    def __init__(self, searches: Searches, threads: int, question: AdviceQuestion[Said]) -> None:
        """Take the threads, how many there are, and what is asked; the clock starts.

        Raises:
            ManilleError: the question is faulty.
        """
        self._searches = searches
        self._ahead = AHEAD * threads
        times = [t for t in (question.limits.time_s, question.timeout_s) if t is not None]
        self._deadline = AdviceDeadline(min(times, default=None))
        self._token = CancelToken()
        self._adviser: Adviser[Any, Said] = question.adviser()
        self._next = 0
        self._under_way: deque[Future[Found]] = deque()

    def wanted(self) -> list[Future[Found]]:
        """What the next advice hangs on; none after the last."""
        wanted = len(self._adviser.next_questions())
        most = min(self._adviser.most, self._adviser.done + wanted + self._ahead)
        while wanted and self._next < most:
            question = self._adviser.question(self._next)
            self._under_way.append(self._searches.find(question, self._deadline, self._token))
            self._next += 1
        return [self._under_way.popleft() for _ in range(wanted)]

    def refine(self, found: Sequence[Found]) -> Said:
        """The advice with what was found of those layouts.

        Raises:
            DeadlinePassed: the time was over before there was any.
            Cancelled: the client was closed.
        """
        if self._token.cancelled:
            raise closed()
        last = not all(one.complete for one in found)
        if not found[0].complete and not self._adviser.done:
            raise self._deadline.refusal()
        return self._adviser.refine(found, self._deadline.time_s, last)

    def stop(self) -> None:
        """End what is under way."""
        self._token.cancel()
        for future in self._under_way:
            future.cancel()
