"""Callers who come, wait, lose their patience and leave at random: the books agree at the end."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from kit.asked import FakeQuestion, until
from kit.desks import make, run
from manille.server.cache import MemoryCache
from manille.server.desk import Answered, Desk
from manille.solver.limits import Limits
from manille.wire.refusals import DeadlinePassed, Overloaded, Refusal

CALLERS = 150
LIMITS = (Limits(), Limits(nodes=10**6), Limits(time_s=20.0), Limits(time_s=0.002))


class Storm:
    """One caller after another, each doing something else."""

    def __init__(self, desk: Desk, rng: Random) -> None:
        self.desk = desk
        self.rng = rng
        self.questions = [FakeQuestion(number, held=True) for number in range(12)]
        self.outcomes: list[type] = []

    async def call(self) -> None:
        rng = self.rng
        await asyncio.sleep(rng.random() * 0.03)
        limits, bounds = rng.choice(LIMITS), rng.random() < 0.3
        patience_s = rng.choice([None, 0.0, 0.002, 0.01, 20.0])
        asked = rng.sample(self.questions, rng.choice([1, 1, 1, 5]))
        try:
            if len(asked) > 1:
                landed = await self.desk.answer_all(asked, limits, patience_s, bounds)
            elif rng.random() < 0.5:
                landed = [await self.desk.answer(asked[0], limits, patience_s, bounds)]
            else:
                landed = [await self.desk.answer_patiently(asked[0], limits, patience_s, bounds)]
        except Refusal as refusal:
            landed = [refusal]
        for question, one in zip(asked, landed, strict=False):
            self.outcomes.append(type(one))
            if isinstance(one, Answered):
                assert one.found.values == question.found.values
                assert one.found.complete or bounds or limits != LIMITS[0]

    async def blow(self) -> None:
        callers = [asyncio.create_task(self.call()) for _ in range(CALLERS)]
        for caller in self.rng.sample(callers, CALLERS // 3):
            await asyncio.sleep(self.rng.random() * 0.001)
            caller.cancel()
        for question in self.questions:
            await asyncio.sleep(self.rng.random() * 0.002)
            question.go.set()
        for result in await asyncio.gather(*callers, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result


@pytest.mark.parametrize("number", range(15))
def test_whatever_callers_do_nothing_is_left_behind(number: int, seed: int) -> None:
    rng = Random(f"{seed}:{number}")
    cache = MemoryCache(rng.choice([0, 1 << 20]))
    desk = make(cache, threads=rng.randint(1, 3), queue=rng.choice([0, 3, 1000]))
    storm = Storm(desk, rng)

    async def work() -> None:
        await storm.blow()
        await until(lambda: desk.counts.running == 0)
        counts = desk.counts
        assert (counts.flights, counts.queued, counts.failed) == (0, 0, 0)
        assert sum(question.running for question in storm.questions) == 0
        assert set(storm.outcomes) <= {Answered, DeadlinePassed, Overloaded}
        answered = storm.outcomes.count(Answered)
        # of a batch that was left, what was known is counted all the same
        assert 0 < answered <= counts.known + counts.cached + counts.searched + counts.shared
        # and it still works
        question = FakeQuestion(99)
        assert (await desk.answer(question, Limits())).found == question.found

    run(desk, work())
