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
        self.there = True
        self.probes = 0
        self.waiting = False
        self.pauses: list[float] = []
        self._over = asyncio.Semaphore(0)
        self.breaker = Breaker("a store", self._probe, 3, 1.0, 10.0, self._sleep)

    async def _probe(self) -> None:
        self.probes += 1
        if not self.there:
            raise LOST

    async def _sleep(self, pause_s: float) -> None:
        self.pauses.append(pause_s)
        self.waiting = True
        await self._over.acquire()
        self.waiting = False

    async def go_on(self) -> None:
        """End the pause that is under way, and wait for what comes of it."""
        await until(lambda: self.waiting)
        probes = self.probes
        self._over.release()
        await until(lambda: self.probes > probes)
        await until(lambda: not self.breaker.lost or self.waiting)

    async def open(self) -> bool:
        return not await self.breaker.may_ask(PATIENCE_S)

    def fail(self, times: int) -> None:
        for _ in range(times):
            self.breaker.failed(LOST)


def run(work: Callable[[Store], Coroutine[Any, Any, None]], connected: bool = True) -> None:
    async def whole() -> None:
        store = Store()
        async with asyncio.timeout(PATIENCE_S):
            if connected:
                assert await store.breaker.may_ask(PATIENCE_S)
                store.there, store.probes = False, 0
            await work(store)
        await store.breaker.close()

    asyncio.run(whole())


def test_it_opens_after_three_failures_in_a_row() -> None:
    async def work(store: Store) -> None:
        store.fail(2)
        assert not await store.open()
        store.breaker.worked()
        store.fail(2)
        assert not await store.open()
        store.fail(1)
        assert await store.open()

    run(work)


def test_pauses_grow_to_a_longest_one_with_one_probe_after_each() -> None:
    async def work(store: Store) -> None:
        store.fail(3)
        for _ in range(6):
            await store.go_on()
        assert store.pauses == [1, 2, 4, 8, 10, 10, 10]
        assert store.probes == 6
        assert await store.open()

    run(work)


def test_it_closes_by_itself_and_opens_again_as_before() -> None:
    async def work(store: Store) -> None:
        store.fail(3)
        await store.go_on()
        store.there = True
        waiting = asyncio.create_task(store.breaker.wait_closed())
        await store.go_on()
        await waiting
        assert not await store.open()
        store.fail(2)
        assert not await store.open()
        store.fail(1)
        assert await store.open()
        await until(lambda: len(store.pauses) == 3)
        assert store.pauses == [1, 2, 1]

    run(work)


def test_late_news_while_it_is_open_change_nothing() -> None:
    """Commands that were under way as it opened end later, well or not."""

    async def work(store: Store) -> None:
        store.fail(3)
        store.breaker.worked()
        assert await store.open()
        store.fail(5)
        await until(lambda: store.pauses)
        assert store.pauses == [1]
        store.there = True
        await store.go_on()
        # what failed while it was open is forgotten
        store.fail(2)
        assert not await store.open()

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


def test_at_first_those_who_ask_wait_for_the_connection() -> None:
    async def work(store: Store) -> None:
        gate = asyncio.Event()
        probe = store.breaker._probe

        async def slow() -> None:
            await gate.wait()
            await probe()

        store.breaker._probe = slow
        assert await store.breaker.may_ask(0.001) is False
        assert not store.breaker.lost
        waiting = [asyncio.create_task(store.breaker.may_ask(PATIENCE_S)) for _ in range(3)]
        await asyncio.sleep(0)
        gate.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert (store.probes, store.pauses) == (1, [])

    run(work, connected=False)


def test_a_store_that_is_not_there_at_first_is_lost_after_one_try() -> None:
    async def work(store: Store) -> None:
        store.there = False
        with capture_logs() as logs:
            assert await store.open()
            assert store.breaker.lost
            await store.go_on()
            store.there = True
            await store.go_on()
        assert [entry["event"] for entry in logs] == ["cache lost", "cache back"]
        assert store.pauses == [1, 2]
        assert not await store.open()

    run(work, connected=False)


def test_who_waits_for_the_store_connects_to_it() -> None:
    async def work(store: Store) -> None:
        await store.breaker.wait_closed()
        assert not await store.open()
        assert store.probes == 1

    run(work, connected=False)
