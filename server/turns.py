"""Long work on the event loop, cut into slices that take turns.

Whatever converts or parses much holds up everything else in the process, the health checks first.
Here such work is done a few milliseconds at a time, and by one caller at a time: however many want
to, the others wait for one slice, not for one slice of each.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

__all__ = ["Turns"]

Item = TypeVar("Item")
Result = TypeVar("Result")

SLICE_S = 0.004


class Turns:
    """Lets one after another work."""

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._turn = asyncio.Lock()

    async def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """What the work makes of each item, in order; others get their turn in between.

        Raises:
            Exception: whatever the work raises, at once.
        """
        results: list[Result] = []
        left = iter(items)
        done = False
        while not done:
            async with self._turn:
                done = _slice(work, left, results)
                # Before the next one has its turn, whatever else is ready has its own.
                await asyncio.sleep(0)
        return results


def _slice(work: Callable[[Item], Result], left: Iterable[Item], results: list[Result]) -> bool:
    """Work until the slice is over; whether nothing is left."""
    until_s = time.perf_counter() + SLICE_S
    for item in left:
        results.append(work(item))
        if time.perf_counter() > until_s:
            return False
    return True
