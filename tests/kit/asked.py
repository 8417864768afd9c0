"""Questions whose searches do what a test says, for what shares and carries searches."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from kit.founds import some_found
from manille.solver.analysis import CancelToken, Found
from manille.solver.limits import Limits

__all__ = ["PATIENCE_S", "FakeQuestion", "until"]

# Generous, for machines that are busy: nobody waits for it where all is well.
PATIENCE_S = 30.0


class FakeQuestion:
    """A question whose search goes on until it is let go, cancelled, or out of time.

    Attributes:
        key: the canonical question.
        found: what it finds when it is let go; before, the same but incomplete.
        go: set to let its searches end.
        out_of_time: set to let them end as if their time were over.
        searches: the limits of each search that has begun.
        cancelled: how many searches were cancelled.
        running: how many run now.
    """

    def __init__(self, number: int = 0, held: bool = False, error: Exception | None = None) -> None:
        """Make another question for each number; one that is held is not let go yet."""
        self.key = b"fake %d" % number
        self.found = some_found(number)
        self.go = threading.Event()
        self.out_of_time = threading.Event()
        self.searches: list[Limits | None] = []
        self.cancelled = 0
        self.running = 0
        self._error = error
        if not held:
            self.go.set()

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """Wait for what ends it."""
        self.searches.append(limits)
        self.running += 1
        try:
            return self._search(limits, cancel)
        finally:
            self.running -= 1

    def _search(self, limits: Limits | None, cancel: CancelToken | None) -> Found:
        time_s = PATIENCE_S if limits is None or limits.time_s is None else limits.time_s
        ends = time.monotonic() + time_s
        while not self.go.wait(0.001):
            if cancel is not None and cancel.cancelled:
                self.cancelled += 1
                return replace(self.found, complete=False)
            over = self.out_of_time.is_set() or time.monotonic() > ends
            if over or (limits is not None and limits.nodes == 1):
                return replace(self.found, complete=False)
        if self._error is not None:
            raise self._error
        return self.found


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.001)
