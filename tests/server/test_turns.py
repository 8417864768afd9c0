from __future__ import annotations

import asyncio
import time
from itertools import pairwise

import pytest

from manille.server.turns import SLICE_S, Turns


def busy(seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def test_results_are_in_order() -> None:
    async def scenario() -> list[int]:
        return await Turns().each(lambda n: n * n, range(5))

    assert asyncio.run(scenario()) == [0, 1, 4, 9, 16]
    assert asyncio.run(Turns().each(len, [])) == []


def test_others_run_between_the_slices() -> None:
    ran = 0

    async def other() -> None:
        nonlocal ran
        while True:
            ran += 1
            await asyncio.sleep(0)

    async def scenario() -> int:
        task = asyncio.ensure_future(other())
        await Turns().each(busy, [SLICE_S] * 10)
        task.cancel()
        return ran

    # each item fills a slice of its own
    assert asyncio.run(scenario()) >= 10


def test_only_one_works_in_each_round_of_the_loop() -> None:
    at_work: list[str] = []

    async def scenario() -> None:
        turns, loop = Turns(), asyncio.get_running_loop()
        rounds: list[int] = []

        def tick() -> None:
            rounds.append(len(at_work))
            loop.call_soon(tick)

        loop.call_soon(tick)

        def work(name: str) -> None:
            at_work.append(name)
            busy(SLICE_S)

        await asyncio.gather(*(turns.each(work, [name] * 3) for name in "abc"))
        steps = [after - before for before, after in pairwise(rounds)]
        assert max(steps) == 1

    asyncio.run(scenario())
    assert sorted(at_work) == sorted("abc" * 3)
    assert at_work[:3] != ["a", "a", "a"]


def test_a_failure_gives_up_the_turn() -> None:
    async def scenario() -> list[int]:
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            await turns.each(lambda n: 1 // n, [1, 0])
        return await turns.each(abs, [-1])

    assert asyncio.run(scenario()) == [1]
