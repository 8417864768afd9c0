"""The desk: every question passes it, and most need no search of their own.

Asked a question, the desk looks into the memory of this process, joins a search for the same
question if one is under way, asks the cache, and only then searches, on one of a few threads. It
knows neither gRPC nor Redis. All of it belongs to one event loop, and so does its cache; only the
searches run on other threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from manille.server.cache import Cache
from manille.server.desk.answered import Answered, DeskCounts
from manille.server.desk.flights import Flight, Landed, Terms
from manille.server.desk.tower import Tower
from manille.solver.analysis import Asked
from manille.solver.limits import Limits
from manille.wire.refusals import DeadlinePassed, Draining, Overloaded, Refusal

__all__ = ["Desk"]

# How long before a deadline the bounds are wanted: so much of the time there was, at least so long.
MARGIN_SHARE = 0.05
MARGIN_S = 0.01
DRAINING_RETRY_S = 1.0


class Desk:
    """Answers questions, each searched once at a time, with as many threads as it was given."""

    def __init__(
        self,
        cache: Cache,
        threads: int,
        queue: int,
        most_table_mib: int,
        longest_s: float | None = None,
    ) -> None:
        """Open the desk.

        Args:
            cache: what was found before; it is not closed with the desk.
            threads: how many searches may run at once, at least 1.
            queue: how many requests may wait for a thread; a batch is one request.
            most_table_mib: the most MiB that the table of one search may take.
            longest_s: seconds after which any search ends, as at a deadline; None for no end.
        """
        self._cache = cache
        self._most_table_mib = most_table_mib
        self._counts = DeskCounts()
        self._tower = Tower(cache, self._counts, threads, queue, longest_s)
        self._draining = False

    @property
    def counts(self) -> DeskCounts:
        """What happened so far, and what is under way now."""
        self._tower.count()
        return self._counts

    def known(self, key: bytes) -> Answered | None:
        """The answer to the question of a key, if the memory of this process has it."""
        found = self._cache.peek(key)
        if found is None:
            return None
        self._counts.known += 1
        return Answered(found, "memory")

    async def answer(
        self,
        question: Asked,
        limits: Limits,
        patience_s: float | None = None,
        bounds_at_deadline: bool = False,
    ) -> Answered:
        """The answer to a question. The last caller that goes away or is cancelled ends the search.

        An answer that is known already is whole, whatever the limits. What a search proved within
        its limits is incomplete. Waiting for a thread counts against the patience, and not against
        ``limits.time_s``.

        Args:
            question: the question.
            limits: how far to search. Callers whose limits differ do not share a search.
            patience_s: seconds until the deadline of the caller; None for none.
            bounds_at_deadline: whether to give what is proven shortly before the deadline. A
                question that still waits for a thread then gets the bounds that need no search.

        Raises:
            Overloaded: as many requests are waiting as may wait.
            DeadlinePassed: the patience is over, or the search took longer than any may.
            Draining: the desk takes nothing new.
            Cancelled: it stopped before the answer was found.
            Broken: the search failed by a mistake of ours.
        """
        return _raised(await self._ask(question, limits, patience_s, bounds_at_deadline))

    async def answer_patiently(
        self,
        question: Asked,
        limits: Limits,
        patience_s: float | None = None,
        bounds_at_deadline: bool = False,
    ) -> Answered:
        """The same for a stream, which waits for room instead of being refused.

        Questions of streams take half of the queue at most. How many of them a stream has under way
        at once is its own affair.

        Raises:
            Refusal: as :meth:`answer`, but never Overloaded.
        """
        until = _until(patience_s)
        while True:
            left_s = _left(until)
            landed = await self._ask(question, limits, left_s, bounds_at_deadline, patient=True)
            # only a flight that it joined can have been refused, and that one is gone
            if not isinstance(landed, Overloaded):
                return _raised(landed)

    async def answer_all(
        self,
        questions: Sequence[Asked],
        limits: Limits,
        patience_s: float | None = None,
        bounds_at_deadline: bool = False,
        patient: bool = False,
    ) -> list[Landed]:
        """The answers to the questions of a batch in order, each in its place or why there is none.

        They are looked up together and take one place of the queue; see :meth:`answer` for the
        arguments, which are those of each question. With ``patient`` they wait for room, as those
        of :meth:`answer_patiently`, and none of them is Overloaded.
        """
        until = _until(patience_s)
        landed: list[Landed | None] = [self.known(question.key) for question in questions]
        missing = [n for n, one in enumerate(landed) if one is None]
        while missing:
            asked = [questions[n] for n in missing]
            found = await self._fly(asked, limits, _left(until), bounds_at_deadline, patient)
            for n, one in zip(missing, found, strict=True):
                landed[n] = one
            # only flights that were joined can have been refused, and those are gone
            missing = [n for n in missing if patient and isinstance(landed[n], Overloaded)]
        return [one for one in landed if one is not None]

    async def _ask(
        self,
        question: Asked,
        limits: Limits,
        patience_s: float | None,
        bounds_at_deadline: bool,
        patient: bool = False,
    ) -> Landed:
        known = self.known(question.key)
        if known is not None:
            return known
        (landed,) = await self._fly([question], limits, patience_s, bounds_at_deadline, patient)
        return landed

    async def _fly(
        self,
        questions: Sequence[Asked],
        limits: Limits,
        patience_s: float | None,
        bounds_at_deadline: bool,
        patient: bool = False,
    ) -> list[Landed]:
        """Wait for the answers as long as the patience lasts; whoever goes leaves the flights."""
        if self._draining:
            text = "the server finishes what it has accepted; another one may answer"
            return [Draining(text, DRAINING_RETRY_S) for _ in questions]
        if patience_s is not None and patience_s <= 0:
            return [self._late() for _ in questions]
        terms = self._terms(limits, patience_s, bounds_at_deadline)
        boarded = self._tower.board(questions, terms, patient)
        bounds_do = bounds_at_deadline or limits.time_s is not None or limits.nodes is not None
        try:
            await asyncio.wait({flight.landed for flight, _ in boarded}, timeout=patience_s)
            return [self._result(flight, joined, bounds_do) for flight, joined in boarded]
        except asyncio.CancelledError:
            self._counts.left += len(boarded)
            raise
        finally:
            for flight, _ in boarded:
                self._tower.leave(flight)

    def _terms(self, limits: Limits, patience_s: float | None, bounds_at_deadline: bool) -> Terms:
        if limits.table_mib > self._most_table_mib:
            limits = replace(limits, table_mib=self._most_table_mib)
        if not bounds_at_deadline or patience_s is None:
            return Terms(limits)
        margin_s = max(MARGIN_S, MARGIN_SHARE * patience_s)
        in_s = max(patience_s - margin_s, patience_s / 2)
        return Terms(limits, asyncio.get_running_loop().time() + in_s, margin_s)

    def _result(self, flight: Flight, joined: bool, bounds_do: bool) -> Landed:
        """What a caller gets who has waited for a flight."""
        if not flight.landed.done():
            return self._late()
        landed = flight.landed.result()
        if isinstance(landed, Refusal):
            self._counts.refused += isinstance(landed, Overloaded)
            return landed
        if not (landed.found.complete or bounds_do):
            return self._late()  # the search took longer than any may
        if landed.source == "cache":
            self._counts.cached += 1
        elif joined:
            self._counts.shared += 1
            return replace(landed, source="shared")
        else:
            self._counts.searched += 1
        return landed

    def _late(self) -> DeadlinePassed:
        self._counts.late += 1
        return DeadlinePassed("the time was over before the answer was proven")

    async def drain(self, grace_s: float) -> bool:
        """Take nothing new but what is in memory, and finish what was accepted.

        What is not answered after ``grace_s`` seconds is cancelled. Returns whether nothing was.
        """
        self._draining = True
        return await self._tower.drain(grace_s)

    async def close(self) -> None:
        """Cancel what is under way, wait until it has ended, and give the threads back."""
        await self.drain(0)
        await self._tower.close()


def _until(patience_s: float | None) -> float | None:
    """The time of the event loop at which the patience is over; None for never."""
    return None if patience_s is None else asyncio.get_running_loop().time() + patience_s


def _left(until: float | None) -> float | None:
    """Seconds until then."""
    return None if until is None else until - asyncio.get_running_loop().time()


def _raised(landed: Landed) -> Answered:
    if isinstance(landed, Refusal):
        raise landed
    return landed
