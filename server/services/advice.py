"""Advice, refined layout by layout: an adviser says what to search, the desk has it searched."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from manille.server.desk import Answered, Source
from manille.server.services.asker import Asker
from manille.solver.advice import Adviser
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import Asked, Found
from manille.v1 import solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.wire.advice import bid_adviser_from_proto, play_adviser_from_proto
from manille.wire.advised import bid_advice_to_proto, play_advice_to_proto
from manille.wire.refusals import Broken, DeadlinePassed, Overloaded, Refusal

__all__ = ["Advising"]

Said = TypeVar("Said", BidAdvice, PlayAdvice)
Response = TypeVar("Response")
Result = TypeVar("Result")

# How long before the deadline the last advice is given: so much of the time there was, at least so
# long.
MARGIN_SHARE = 0.05
MARGIN_S = 0.02
# Where advice came from that rests on several answers: from the first of these that any came from.
SOURCES: tuple[Source, ...] = ("search", "shared", "cache", "memory")
AT_ONCE = 128  # layouts that the desk is asked for together; more would hold up the event loop
NO_LIMITS = solution_pb2.Limits()


class Advising:
    """Answers requests for advice.

    What an adviser works out between searches takes from a few to some hundred milliseconds of
    Python; it is done on a thread of its own, for one call after the other, while the event loop
    goes on.
    """

    def __init__(self, asker: Asker, most_samples: int) -> None:
        """Take what asks the desk, and the most layouts that a request may ask for."""
        self._asker = asker
        self._most_samples = most_samples
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="advice")

    def bid(
        self, request: messages.AdviseBidRequest, patience_s: float | None
    ) -> AsyncGenerator[messages.AdviseBidResponse, None]:
        """Advice on a call, each refinement as it comes; see :meth:`_refined`."""
        read = partial(bid_adviser_from_proto, request, self._most_samples)
        return self._refined(read, bid_advice_to_proto, patience_s)

    def play(
        self, request: messages.AdvisePlayRequest, patience_s: float | None
    ) -> AsyncGenerator[messages.AdvisePlayResponse, None]:
        """Advice on a card, likewise."""
        read = partial(play_adviser_from_proto, request, self._most_samples)
        return self._refined(read, play_advice_to_proto, patience_s)

    async def _refined(
        self,
        read: Callable[[], Adviser[Any, Said]],
        write: Callable[[Said, str], Response],
        patience_s: float | None,
    ) -> AsyncGenerator[Response, None]:
        """Refine until a limit is met, the deadline is near or the choice is clear.

        The layouts of one refinement take one place of the queue. Those of the first are refused
        where there is none; who has got advice waits for the others.

        Raises:
            ManilleError: the request is faulty.
            Refusal: there is no advice yet, and no time or no room to find one.
        """
        clock = _Clock(patience_s)
        adviser = await self._aside(read)
        clock.limit(adviser.limits.time_s)
        sources: set[Source] = set()
        while questions := await self._aside(adviser.next_questions):
            landed = await self._search(questions, clock, patient=adviser.done > 0)
            found, why = _found(landed, sources)
            if not found and not adviser.done:
                raise _refusal(why)
            last = clock.over or not (why is None or isinstance(why, Overloaded))
            said = await self._aside(adviser.refine, found, clock.time_s, last)
            yield write(said, next(source for source in SOURCES if source in sources))

    async def _search(
        self, questions: Sequence[Asked], clock: _Clock, patient: bool
    ) -> list[Answered | Refusal]:
        """What came of layouts, up to where the time was over."""
        landed: list[Answered | Refusal] = []
        for start in range(0, len(questions), AT_ONCE):
            some = questions[start : start + AT_ONCE]
            landed += await self._asker.answer_all(some, NO_LIMITS, clock.left_s, patient)
            if isinstance(landed[-1], Refusal):
                break
            patient = True
        return landed

    async def _aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What the work gives, done on the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Give the thread back; what waits for it is not done any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class _Clock:
    """The time of one call."""

    def __init__(self, patience_s: float | None) -> None:
        """Start, with the seconds until the deadline of the caller; None for none."""
        self._began = time.perf_counter()
        self._ends_s: float | None = None
        if patience_s is not None:
            self.limit(max(patience_s - max(MARGIN_S, MARGIN_SHARE * patience_s), patience_s / 2))

    def limit(self, time_s: float | None) -> None:
        """End after so many seconds from the beginning, if not before."""
        if time_s is not None:
            self._ends_s = time_s if self._ends_s is None else min(time_s, self._ends_s)

    @property
    def time_s(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._began

    @property
    def left_s(self) -> float | None:
        """Seconds left, none or less at the end; None for no end."""
        return None if self._ends_s is None else self._ends_s - self.time_s

    @property
    def over(self) -> bool:
        """Whether the end has come."""
        left_s = self.left_s
        return left_s is not None and left_s <= 0


def _found(
    landed: Sequence[Answered | Refusal], sources: set[Source]
) -> tuple[list[Found], Refusal | None]:
    """What was found of the first layouts without a gap, and what the gap is due to.

    Raises:
        Broken: a search failed by a mistake of ours.
    """
    found: list[Found] = []
    for one in landed:
        if isinstance(one, Broken):
            raise one
        if isinstance(one, Refusal):
            return found, one
        found.append(one.found)
        sources.add(one.source)
    return found, None


def _refusal(why: Refusal | None) -> Refusal:
    """Why there is no advice at all."""
    if why is None or isinstance(why, DeadlinePassed):
        return DeadlinePassed("not one layout was solved in time; allow more")
    return why
