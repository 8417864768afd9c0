"""Lookups gathered into few commands: each gets its own values, and a failure is shared too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from kit.asked import PATIENCE_S, until
from kit.stores import FakeStore
from manille.server.cache.base import Counts
from manille.server.cache.breaker import Breaker
from manille.server.cache.lookups import Lookups

Read = asyncio.Task[list[object]]


class Gathered:
    """Lookups of at most five names a command, one command at a time."""

    def __init__(self, timeout_s: float) -> None:
        self.store = FakeStore()
        self.store.values = {str(number): b"%d" % number for number in range(100)}
        self.counts = Counts()
        self.breaker = Breaker("a store", lambda: self.store.read(["probe"]), failures=9)
        self.lookups = Lookups(self.store, self.breaker, self.counts, timeout_s, 1, most_names=5)

    def read(self, *numbers: int) -> Read:
        return asyncio.create_task(self.lookups.read([str(number) for number in numbers]))

    async def busy(self) -> Read:
        """Send a command that takes its time, so that others wait."""
        first = self.read(0)
        await until(lambda: self.store.reads == [["0"]])
        return first


def run(
    work: Callable[[Gathered], Coroutine[Any, Any, None]], timeout_s: float = PATIENCE_S
) -> None:
    async def whole() -> None:
        gathered = Gathered(timeout_s)
        async with asyncio.timeout(PATIENCE_S):
            await work(gathered)
        await gathered.lookups.close()
        await gathered.breaker.close()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(whole())


def values(*numbers: int) -> list[object]:
    return [b"%d" % number for number in numbers]


def test_those_that_wait_go_together() -> None:
    async def work(gathered: Gathered) -> None:
        first = await gathered.busy()
        others = [gathered.read(1), gathered.read(2, 200), gathered.read(3, 4), gathered.read(5)]
        await asyncio.sleep(0)
        gathered.store.go.set()
        assert await first == values(0)
        assert await asyncio.gather(*others) == [values(1), [b"2", None], values(3, 4), values(5)]
        assert gathered.store.reads[1:] == [["1", "2", "200", "3", "4"], ["5"]]

    run(work)


def test_a_long_one_is_split() -> None:
    async def work(gathered: Gathered) -> None:
        gathered.store.go.set()
        assert await gathered.read(*range(13)) == values(*range(13))
        assert [len(names) for names in gathered.store.reads] == [5, 5, 3]

    run(work)


def test_those_that_wait_share_a_failure() -> None:
    """A store that hangs is not waited for twice by the same lookup."""

    async def work(gathered: Gathered) -> None:
        first = await gathered.busy()
        others = [gathered.read(number) for number in range(1, 20)]
        await asyncio.sleep(0)
        gathered.store.lost = True
        gathered.store.go.set()
        assert await asyncio.gather(first, *others) == [[None]] * 20
        assert gathered.store.reads == [["0"]]
        assert gathered.counts.failures == 1

    run(work)


def test_those_that_nobody_waits_for_any_more_are_not_sent() -> None:
    async def work(gathered: Gathered) -> None:
        first = await gathered.busy()
        others = [gathered.read(1), gathered.read(2), gathered.read(3)]
        await asyncio.sleep(0)
        others[1].cancel()
        await asyncio.wait([others[1]])
        gathered.store.go.set()
        await asyncio.gather(first, others[0], others[2])
        assert gathered.store.reads[1:] == [["1", "3"]]

    run(work)


def test_those_that_are_late_are_misses_and_no_failures() -> None:
    async def work(gathered: Gathered) -> None:
        first = await gathered.busy()
        assert await gathered.read(1, 2) == [None, None]
        assert await first == [None]
        assert (gathered.counts.late, gathered.counts.failures) == (3, 0)
        gathered.store.go.set()
        await until(lambda: not gathered.lookups._serving)
        assert gathered.store.reads == [["0"]]

    run(work, timeout_s=0.01)


def test_closing_answers_those_that_wait() -> None:
    async def work(gathered: Gathered) -> None:
        first = await gathered.busy()
        other = gathered.read(1)
        await asyncio.sleep(0)
        await gathered.lookups.close()
        assert await asyncio.gather(first, other) == [[None], [None]]

    run(work)
