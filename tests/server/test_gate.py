from __future__ import annotations

import asyncio

from manille.server.gate import Gate
from manille.wire.refusals import Draining, Overloaded


async def enter(gate: Gate, end: asyncio.Event) -> asyncio.Task[object]:
    async def stay() -> object:
        return await end.wait()

    task: asyncio.Task[object] = asyncio.ensure_future(stay())
    gate.enter(task)
    await asyncio.sleep(0)
    return task


def test_one_too_many_is_refused_until_one_leaves() -> None:
    async def scenario() -> None:
        gate, end = Gate(2), asyncio.Event()
        tasks = [await enter(gate, end) for _ in range(2)]
        assert gate.inside == 2
        refusal = gate.refusal()
        assert isinstance(refusal, Overloaded)
        assert refusal.retry_after_s is not None
        end.set()
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)
        assert gate.inside == 0
        assert gate.refusal() is None

    asyncio.run(scenario())


def test_a_cancelled_call_has_left() -> None:
    async def scenario() -> None:
        gate = Gate(1)
        task = await enter(gate, asyncio.Event())
        task.cancel()
        await asyncio.wait([task])
        await asyncio.sleep(0)
        assert gate.refusal() is None

    asyncio.run(scenario())


def test_draining_lets_nobody_in_and_waits_for_those_inside() -> None:
    async def scenario() -> None:
        gate, end = Gate(5), asyncio.Event()
        task = await enter(gate, end)
        drained = asyncio.ensure_future(gate.drain(60))
        await asyncio.sleep(0)
        assert gate.draining.is_set()
        assert isinstance(gate.refusal(), Draining)
        assert not drained.done()
        end.set()
        assert await drained
        assert task.done()

    asyncio.run(scenario())


def test_whoever_stays_too_long_is_told_of() -> None:
    async def scenario() -> None:
        gate = Gate(5)
        task = await enter(gate, asyncio.Event())
        assert not await gate.drain(0.01)
        assert gate.inside == 1
        task.cancel()
        await asyncio.wait([task])
        assert await gate.drain(60)

    asyncio.run(scenario())


def test_quiet_is_when_nobody_has_knocked_for_a_while() -> None:
    async def scenario() -> tuple[int, int]:
        gate = Gate(5)
        await gate.drain(60)
        knocks = 0

        async def knock() -> None:
            nonlocal knocks
            while True:
                knocks += 1
                gate.refusal()
                await asyncio.sleep(0)

        knocking = asyncio.ensure_future(knock())
        # it never becomes quiet
        await gate.quiet(60, 0.05)
        before = knocks
        knocking.cancel()
        await gate.quiet(0.01, 60)
        return before, knocks

    before, after = asyncio.run(scenario())
    assert before > 1
    assert before == after
