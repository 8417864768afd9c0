"""Writing behind: in order, bounded, never in the way, and honest about what was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from redis.exceptions import OutOfMemoryError
from structlog.testing import capture_logs

from kit.asked import PATIENCE_S, until
from kit.stores import FakeStore
from manille.server.cache.base import Counts
from manille.server.cache.breaker import Breaker, StoreError
from manille.server.cache.writer import AT_ONCE, Writer


class Written:
    """A writer over such a store."""

    def __init__(self, most_items: int = 10_000, most_bytes: int = 1 << 20) -> None:
        self.store = FakeStore()
        self.counts = Counts()
        self.breaker = Breaker("a store", self._probe, pause_s=0.001)
        self.writer = Writer(self.store, self.breaker, self.counts, None, most_items, most_bytes)

    async def _probe(self) -> None:
        if self.store.lost:
            raise StoreError("lost")

    def put(self, *numbers: int) -> None:
        self.writer.put([(f"{number:05}", bytes(5)) for number in numbers])


def run(work: Callable[[Written], Coroutine[Any, Any, None]], **bounds: int) -> None:
    async def whole() -> None:
        written = Written(**bounds)
        async with asyncio.timeout(PATIENCE_S):
            await work(written)
        await written.writer.close()
        await written.breaker.close()
        counts = written.counts
        assert (counts.waiting, counts.waiting_bytes) == (0, 0)

    asyncio.run(whole())


def names(*numbers: int) -> list[str]:
    return [f"{number:05}" for number in numbers]


def test_all_is_written_in_order_many_at_once() -> None:
    async def work(written: Written) -> None:
        for number in range(250):
            written.put(number)
        assert written.counts.waiting == 250
        assert written.store.writes == []
        written.store.go.set()
        assert await written.writer.flush(PATIENCE_S)
        assert list(written.store.values) == names(*range(250))
        assert written.store.writes == [AT_ONCE, AT_ONCE, 50]
        assert written.counts.written == 250

    run(work)


def test_the_oldest_are_given_up_where_too_many_wait() -> None:
    async def work(written: Written) -> None:
        written.put(*range(15))
        assert (written.counts.waiting, written.counts.dropped) == (10, 5)
        written.store.go.set()
        assert await written.writer.flush(PATIENCE_S)
        assert list(written.store.values) == names(*range(5, 15))

    run(work, most_items=10)


def test_the_oldest_are_given_up_where_they_take_too_much() -> None:
    async def work(written: Written) -> None:
        written.put(*range(15))
        assert (written.counts.waiting_bytes, written.counts.dropped) == (100, 5)
        written.writer.put([("too large for all of it", bytes(200))])
        assert (written.counts.waiting, written.counts.dropped) == (0, 16)
        written.store.go.set()
        assert await written.writer.flush(PATIENCE_S)
        written.put(1)
        assert await written.writer.flush(PATIENCE_S)
        assert list(written.store.values) == names(1)

    run(work, most_bytes=100)


def test_a_store_that_is_lost_is_written_to_when_it_is_back() -> None:
    async def work(written: Written) -> None:
        written.store.go.set()
        written.put(9)
        assert await written.writer.flush(PATIENCE_S)
        written.store.lost = True
        for number in range(3):
            written.put(number)
            assert await written.writer.flush(PATIENCE_S)
        assert written.breaker.lost
        assert (written.counts.failures, written.counts.dropped) == (3, 3)
        written.put(7, 8)
        assert not await written.writer.flush(0.01)
        written.store.lost = False
        assert await written.writer.flush(PATIENCE_S)
        assert list(written.store.values) == names(9, 7, 8)

    run(work)


def test_what_is_refused_is_no_loss_of_the_store() -> None:
    async def work(written: Written) -> None:
        written.store.go.set()
        written.store.replies = lambda count: [OutOfMemoryError("full")] * (count - 1) + [True]
        with capture_logs() as logs:
            for _ in range(5):
                written.put(1, 2, 3)
                assert await written.writer.flush(PATIENCE_S)
        assert (written.counts.refused, written.counts.written) == (10, 5)
        assert not written.breaker.lost
        assert len(logs) == 1

    run(work)


def test_lost_connections_are_no_refusals() -> None:
    async def work(written: Written) -> None:
        written.store.replies = lambda count: [ConnectionError("lost")] * count
        written.store.go.set()
        written.put(1, 2)
        assert await written.writer.flush(PATIENCE_S)
        assert (written.counts.dropped, written.counts.refused) == (2, 0)
        with pytest.raises(StoreError, match="ConnectionError: lost"):
            await written.store.write([("name", b"")], None)

    run(work)


def test_closing_gives_up_what_waits() -> None:
    async def work(written: Written) -> None:
        written.put(*range(150))
        await until(lambda: written.store.writes == [AT_ONCE])
        await written.writer.close()
        assert written.counts.dropped == 50
        assert len(asyncio.all_tasks()) == 1

    run(work)
