"""Writes to a store behind the answers, so that no answer waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

import structlog

from manille.server.cache.base import Counts
from manille.server.cache.breaker import Breaker, StoreError
from manille.server.cache.driver import Driver

__all__ = ["Writer"]

_log = structlog.get_logger(__name__)

AT_ONCE = 100  # values written together


class Writer:
    """Values that wait to be written, the oldest given up for the newest where they get too many.

    While the store is lost they wait; those under way when it is lost are given up.
    """

    def __init__(
        self,
        driver: Driver,
        breaker: Breaker,
        counts: Counts,
        ttl_s: int | None,
        most_items: int = 10_000,
        most_bytes: int = 8 << 20,
    ) -> None:
        """Begin with nothing to write.

        Args:
            driver: the way to the store.
            breaker: is told of successes and failures, and says when not to try.
            counts: where everything is counted.
            ttl_s: seconds that the store is to keep a value; None for as long as it can.
            most_items: how many values may wait.
            most_bytes: what they may take, names included.
        """
        self._driver = driver
        self._breaker = breaker
        self._counts = counts
        self._ttl_s = ttl_s
        self._most_items = most_items
        self._most_bytes = most_bytes
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._refusing = False

    def put(self, items: Iterable[tuple[str, bytes]]) -> None:
        """Write values some time soon, in this order."""
        for item in items:
            self._waiting.append(item)
            self._count(item, 1)
        while (
            len(self._waiting) > self._most_items or self._counts.waiting_bytes > self._most_bytes
        ):
            self._take()
            self._counts.dropped += 1
        if self._waiting and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write())

    def _take(self) -> tuple[str, bytes]:
        item = self._waiting.popleft()
        self._count(item, -1)
        return item

    def _count(self, item: tuple[str, bytes], sign: int) -> None:
        self._counts.waiting += sign
        self._counts.waiting_bytes += sign * (len(item[0]) + len(item[1]))

    async def _write(self) -> None:
        """Write what waits until nothing does."""
        while self._waiting:
            await self._breaker.wait_closed()
            items = [self._take() for _ in range(min(AT_ONCE, len(self._waiting)))]
            try:
                refused = await self._driver.write(items, self._ttl_s)
            except StoreError as error:
                self._counts.failures += 1
                self._counts.dropped += len(items)
                self._breaker.failed(error)
            else:
                self._counts.refused += refused
                self._counts.written += len(items) - refused
                self._note_refusal(refused > 0)
                self._breaker.worked()

    def _note_refusal(self, refusing: bool) -> None:
        if refusing != self._refusing:
            self._refusing = refusing
            _log.warning("cache takes no answers" if refusing else "cache takes answers again")

    async def flush(self, timeout_s: float) -> bool:
        """Wait until nothing waits; whether that was so in time."""
        if self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing], timeout=timeout_s)
        return not self._waiting and (self._writing is None or self._writing.done())

    async def close(self) -> None:
        """Give up what waits."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait([self._writing])
        self._counts.dropped += len(self._waiting)
        while self._waiting:
            self._take()
