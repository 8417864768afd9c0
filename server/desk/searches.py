"""The threads that search, each search with what is left of its time when it begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from manille.server.desk.flights import Flight
from manille.solver.analysis import Found
from manille.solver.limits import Limits

__all__ = ["Ended", "Searches"]

Ended = Callable[[Flight, Found | BaseException, float], None]

SHORTEST_S = 0.001
# What gives the bounds that need no search.
AT_ONCE = Limits(time_s=SHORTEST_S, nodes=1, table_mib=1)


class Searches:
    """Runs searches without the interpreter lock, on as many threads as are searched on at once.

    Whoever begins a search sees to it that there are no more than that.
    """

    def __init__(self, threads: int, longest_s: float | None) -> None:
        """Take the number of threads, and the seconds that any search may take."""
        self._longest_s = longest_s
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")
        self._at_once = ThreadPoolExecutor(1, thread_name_prefix="bounds")
        self._running: set[asyncio.Future[Found]] = set()

    def begin(self, flight: Flight, ended: Ended) -> None:
        """Search, and tell what was found or raised, and how many seconds it took."""
        self._run(self._pool, flight, self._limits(flight), ended)

    def begin_at_once(self, flight: Flight, ended: Ended) -> None:
        """Find the bounds that need no search, on a thread beside the others, in a millisecond."""
        self._run(self._at_once, flight, AT_ONCE, ended)

    def _limits(self, flight: Flight) -> Limits:
        """The limits of a search that begins now; what it has waited is not taken from its time."""
        limits, ends_at = flight.terms.limits, flight.terms.ends_at
        left_s = None if ends_at is None else ends_at - asyncio.get_running_loop().time()
        times = [one for one in (limits.time_s, self._longest_s, left_s) if one is not None]
        return replace(limits, time_s=max(SHORTEST_S, min(times)) if times else None)

    def _run(self, pool: ThreadPoolExecutor, flight: Flight, limits: Limits, ended: Ended) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        running = loop.run_in_executor(pool, flight.question.search, limits, flight.token)
        self._running.add(running)

        def done(future: asyncio.Future[Found]) -> None:
            self._running.discard(future)
            if future.cancelled():  # it had not begun when the threads were given back
                return
            ended(flight, future.exception() or future.result(), loop.time() - began)

        running.add_done_callback(done)

    async def close(self, timeout_s: float) -> None:
        """Wait some milliseconds for searches that were cancelled, and give the threads back.

        A search that does not end in that time holds up the end of the process, nothing else.
        """
        if self._running:
            await asyncio.wait(self._running, timeout=timeout_s)
        for pool in self._pool, self._at_once:
            pool.shutdown(wait=False, cancel_futures=True)
