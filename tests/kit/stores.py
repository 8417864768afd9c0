"""A store that does what a test says, in the place of a Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from kit.asked import PATIENCE_S
from manille.server.cache.driver import Driver, Patience

__all__ = ["FakeStore"]


class FakeStore(Driver):
    """A store that answers when it is told to, or refuses, or is lost.

    Attributes:
        values: what it has.
        reads: the names of each lookup, in order.
        writes: how many values each write had.
        go: while it is not set, commands wait.
        lost: whether commands fail.
        replies: what it says to a write of so many values.
    """

    def __init__(self) -> None:
        """Begin empty, well, and waiting for ``go``."""
        super().__init__(Patience(PATIENCE_S, PATIENCE_S))
        self.values: dict[str, bytes] = {}
        self.reads: list[list[str]] = []
        self.writes: list[int] = []
        self.go = asyncio.Event()
        self.lost = False
        self.replies: Callable[[int], list[object]] = lambda count: [True] * count

    async def _wait(self) -> None:
        await self.go.wait()
        if self.lost:
            raise ConnectionError("lost")

    async def _read(self, names: Sequence[str]) -> object:
        self.reads.append(list(names))
        await self._wait()
        return [self.values.get(name) for name in names]

    async def _write(self, items: Sequence[tuple[str, bytes]], ttl_s: int | None) -> list[object]:
        self.writes.append(len(items))
        await self._wait()
        self.values |= dict(items)
        return self.replies(len(items))

    async def close(self) -> None:
        """Nothing is open."""
