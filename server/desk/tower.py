"""Sees every flight from boarding to landing: the cache, the queue, the search, the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from manille.server.cache import Cache
from manille.server.desk.admission import Admission
from manille.server.desk.answered import Answered, DeskCounts
from manille.server.desk.flights import Flight, Flights, Landed, Stage, Terms
from manille.server.desk.searches import Searches
from manille.solver.analysis import Asked, Found
from manille.wire.refusals import Broken, Cancelled, Overloaded

__all__ = ["Tower"]

_log = structlog.get_logger(__name__)

# The mean time of a search, of which a newer one counts more; nothing is known before the first.
FIRST_MEAN_S = 0.05
NEWEST = 0.1
SHORTEST_RETRY_S, LONGEST_RETRY_S = 0.05, 30.0
CLOSE_S = 2.0


class Tower:
    """Lets questions fly, each once at a time."""

    def __init__(
        self, cache: Cache, counts: DeskCounts, threads: int, queue: int, longest_s: float | None
    ) -> None:
        """Begin with nothing under way; see :class:`~manille.server.desk.desk.Desk`."""
        self._cache = cache
        self._counts = counts
        self._threads = threads
        self._flights = Flights()
        self._admission = Admission(threads, queue, self._begin)
        self._searches = Searches(threads, longest_s)
        self._departing: set[asyncio.Task[None]] = set()
        self._mean_s = FIRST_MEAN_S

    def count(self) -> None:
        """Count what is under way now."""
        self._counts.queued = self._admission.queued
        self._counts.flights = len(self._flights)

    def board(
        self, questions: Sequence[Asked], terms: Terms, patient: bool
    ) -> list[tuple[Flight, bool]]:
        """A flight for each question, and whether it was under way; those that are new depart.

        Args:
            questions: the questions of one request.
            terms: how far to search.
            patient: whether the request waits for room where others are refused.
        """
        boarded, new = [], []
        for question in questions:
            flight = self._flights.find(question.key, terms)
            joined = flight is not None
            if flight is None:
                flight = self._new(question, terms)
                new.append(flight)
            flight.waiting += 1
            boarded.append((flight, joined))
        if new:
            task = asyncio.create_task(self._depart(new, patient))
            self._departing.add(task)
            task.add_done_callback(self._departing.discard)
        return boarded

    def _new(self, question: Asked, terms: Terms) -> Flight:
        loop = asyncio.get_running_loop()
        flight = Flight(question, terms, loop.create_future())
        if terms.ends_at is not None:
            flight.timer = loop.call_at(terms.ends_at, self._last_chance, flight)
        self._flights.add(flight)
        return flight

    async def _depart(self, flights: list[Flight], patient: bool) -> None:
        """Look the questions of one request up in the cache, and queue for what it has not."""
        for flight, found in zip(flights, await self._look_up(flights), strict=True):
            if found is not None:
                self._land(flight, Answered(found, "cache"))
        queued = [flight for flight in flights if flight.stage is Stage.LOOKUP]
        for flight in queued:
            flight.stage = Stage.QUEUED
        if queued and not self._admission.enter(queued, patient):
            for flight in queued:
                self._land(flight, self._overloaded())

    async def _look_up(self, flights: list[Flight]) -> list[Found | None]:
        try:
            return await self._cache.get_many([flight.question.key for flight in flights])
        except Exception:  # no mistake of a cache may cost an answer
            _log.exception("the cache failed in a lookup")
            return [None] * len(flights)

    def _begin(self, flight: Flight) -> None:
        flight.stage = Stage.SEARCH
        self._counts.running += 1
        self._searches.begin(flight, self._ended)

    def _ended(self, flight: Flight, found: Found | BaseException, time_s: float) -> None:
        self._mean_s += NEWEST * (time_s - self._mean_s)
        self._counts.running -= 1
        self._searched(flight, found, time_s)
        self._admission.ended()

    def _last_chance(self, flight: Flight) -> None:
        """Give a caller who wants bounds those that need no search, if none could begin in time."""
        if flight.stage in (Stage.LOOKUP, Stage.QUEUED):
            self._admission.withdraw(flight)
            flight.stage = Stage.SEARCH
            self._searches.begin_at_once(flight, self._searched)

    def _searched(self, flight: Flight, found: Found | BaseException, time_s: float) -> None:
        """Keep what was found, and give it to those who wait."""
        self._counts.searches += 1
        self._counts.search_s += time_s
        if isinstance(found, BaseException):
            self._counts.failed += 1
            _log.error("a search failed", exc_info=found)
            self._land(flight, Broken("the search failed by a mistake of the server"))
            return
        self._counts.nodes += found.nodes
        if found.complete:
            self._keep(flight.question.key, found)
        else:
            self._counts.incomplete += 1
        self._land(flight, Answered(found, "search"))

    def _keep(self, key: bytes, found: Found) -> None:
        try:
            self._cache.put_many([(key, found)])
        except Exception:  # no mistake of a cache may cost an answer
            _log.exception("the cache failed in keeping an answer")

    def _land(self, flight: Flight, landed: Landed) -> None:
        if flight.stage is Stage.LANDED:
            return
        flight.stage = Stage.LANDED
        self._flights.remove(flight)
        if flight.timer is not None:
            flight.timer.cancel()
        flight.landed.set_result(landed)

    def leave(self, flight: Flight) -> None:
        """Let a caller go; the last one ends the flight."""
        flight.waiting -= 1
        if flight.waiting == 0:
            self._give_up(flight, Cancelled("nobody waits for the answer any more"))

    def _give_up(self, flight: Flight, why: Cancelled) -> None:
        """End a flight that has not landed: its search stops, and nobody joins it any more."""
        if flight.stage is not Stage.LANDED:
            self._counts.cancelled += 1
            flight.token.cancel()
            self._land(flight, why)
            self._admission.withdraw(flight)

    def _overloaded(self) -> Overloaded:
        queued = self._admission.queued
        ahead_s = self._mean_s * (queued + self._counts.running) / self._threads
        return Overloaded(
            f"{queued} searches wait for {self._threads} threads already; ask again later",
            min(max(ahead_s, SHORTEST_RETRY_S), LONGEST_RETRY_S),
        )

    async def drain(self, grace_s: float) -> bool:
        """Wait until all have landed, and cancel those that have not in time; whether all had."""
        if self._flights:
            await asyncio.wait([flight.landed for flight in self._flights], timeout=grace_s)
        finished = not self._flights
        for flight in list(self._flights):
            self._give_up(flight, Cancelled("the server has stopped"))
        return finished

    async def close(self) -> None:
        """Wait until what was cancelled has ended, and give the threads back."""
        for task in self._departing:
            task.cancel()
        if self._departing:
            await asyncio.wait(self._departing)
        await self._searches.close(CLOSE_S)
