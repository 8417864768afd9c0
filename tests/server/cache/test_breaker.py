"""The breaker: when it opens, what it does meanwhile, when it closes; by a clock of the test's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from structlog.testing import capture_logs

from kit.asked import PATIENCE_S, until
from manille.server.cache.breaker import Breaker, StoreError

LOST = StoreError("nobody there")


class Store:
    """A store that is there or not, and a clock that goes on when told to."""

    def __init__(self) -> None:
        self.there = False
        self.probes = 0
        self.pauses: list[float] = []
        self._over = asyncio.Semaphore(0)
        self.breaker = Breaker("a store", self._probe, 3, 1.0, 10.0, self._sleep)

    async def _probe(self) -> None:
        self.probes += 1
        if not self.there:
            raise LOST

    async def _sleep(self, pause_s: float) -> None:
        self.pauses.append(pause_s)
        await self._over.acquire()

    async def go_on(self) -> None:
        """End the pause that is under way, and wait for what comes of it."""
        await until(lambda: len(self.pauses) > self.probes)
        probes = self.probes
        self._over.release()
        await until(lambda: self.probes > probes)
        await until(lambda: self.breaker.closed or len(self.pauses) > self.probes)

    def fail(self, times: int) -> None:
        for _ in range(times):
            self.breaker.failed(LOST)


def run(work: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        store = Store()
        async with asyncio.timeout(PATIENCE_S):
            await work(store)
        await store.breaker.close()

    asyncio.run(whole())


def test_it_opens_after_three_failures_in_a_row() -> None:
    async def work(store: Store) -> None:
        store.fail(2)
        assert store.breaker.closed
        store.breaker.worked()
        store.fail(2)
        assert store.breaker.closed
        store.fail(1)
        assert not store.breaker.closed

    run(work)


def test_pauses_grow_to_a_longest_one_with_one_probe_after_each() -> None:
    async def work(store: Store) -> None:
        store.fail(3)
        for _ in range(6):
            await store.go_on()
        assert store.pauses == [1, 2, 4, 8, 10, 10, 10]
        assert store.probes == 6
        assert not store.breaker.closed

    run(work)


def test_it_closes_by_itself_and_opens_again_as_before() -> None:
    async def work(store: Store) -> None:
        store.fail(3)
        await store.go_on()
        store.there = True
        waiting = asyncio.create_task(store.breaker.wait_closed())
        await store.go_on()
        await waiting
        assert store.breaker.closed
        store.fail(2)
        assert store.breaker.closed
        store.fail(1)
        assert not store.breaker.closed
        await until(lambda: len(store.pauses) == 3)
        assert store.pauses == [1, 2, 1]

    run(work)


def test_late_news_while_it_is_open_change_nothing() -> None:
    """Commands that were under way as it opened end later, well or not."""

    async def work(store: Store) -> None:
        store.fail(3)
        store.breaker.worked()
        assert not store.breaker.closed
        store.fail(5)
        await until(lambda: store.pauses)
        assert store.pauses == [1]
        store.there = True
        await store.go_on()
        # what failed while it was open is forgotten
        store.fail(2)
        assert store.breaker.closed

    run(work)


def test_it_says_once_that_a_store_is_lost_and_once_that_it_is_back() -> None:
    async def work(store: Store) -> None:
        with capture_logs() as logs:
            store.fail(10)
            await store.go_on()
            await store.go_on()
            store.there = True
            await store.go_on()
        assert [(entry["event"], entry["log_level"]) for entry in logs] == [
            ("cache lost", "warning"),
            ("cache back", "info"),
        ]
        assert (logs[0]["store"], logs[0]["error"]) == ("a store", "nobody there")

    run(work)


def test_closing_it_ends_the_probes() -> None:
    async def work(store: Store) -> None:
        store.fail(3)
        await until(lambda: store.pauses)
        await store.breaker.close()
        assert len(asyncio.all_tasks()) == 1

    run(work)
