"""The clients for asyncio: tasks that are cancelled, streams from asynchronous sources, retries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from typing import Any

import grpc
import pytest

from kit.clients import HARD, without_effort
from kit.scripted_server import Failing, ScriptedServer, answer
from manille.client import aio
from manille.client.aio import AsyncClient
from manille.solver.analysis import solve
from manille.solver.deals import parse_deal
from manille.wire.refusals import Cancelled, Draining, Overloaded, Unreachable

FOUR = "manillen S N:TA... K7... QJ... 98..."
SIXTEEN = (16, 0)

BUSY = Failing(Overloaded("as many wait as may", 0.01), pushback_ms=10)
GOING = Failing(Draining("going away"))
AWAY = Failing(grpc.StatusCode.UNAVAILABLE)


def scripted(
    work: Callable[[AsyncClient, ScriptedServer], Awaitable[None]], *script: Any
) -> ScriptedServer:
    """Do some work with a client of a server that follows a script; the server."""

    async def main(server: ScriptedServer) -> None:
        async with aio.connect(server.target, timeout_s=30) as client:
            await work(client, server)

    with ScriptedServer(*script) as server:
        asyncio.run(main(server))
    return server


def test_a_task_that_is_cancelled_ends_its_call() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        server.script.append(server.wait)
        task = asyncio.create_task(client.solve(FOUR))
        while not server.calls:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.cancelled.wait, 30)
        assert (await client.solve(FOUR)).points == SIXTEEN

    scripted(work)


def test_a_task_that_is_cancelled_ends_its_search() -> None:
    async def main() -> None:
        async with aio.connect("local", threads=1) as client:
            for ask in (client.solve, client.solve_table, client.review):
                task = asyncio.create_task(ask(HARD))
                await asyncio.sleep(0.02)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            batch = asyncio.create_task(client.solve_all([HARD] * 3))
            await asyncio.sleep(0.02)
            batch.cancel()
            with pytest.raises(asyncio.CancelledError):
                await batch
            # the one thread is free, or this would wait for minutes
            assert (await client.solve(FOUR, timeout_s=30)).points == SIXTEEN

    asyncio.run(main())


def test_many_calls_at_once() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        found = await asyncio.gather(*(client.solve(FOUR) for _ in range(30)))
        expected = without_effort(solve(parse_deal(FOUR)))
        assert [without_effort(one) for one in found] == [expected] * 30

    assert len(scripted(work).calls) == 30


def test_what_passes_is_asked_again() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        assert (await client.solve(FOUR)).points == SIXTEEN

    assert len(scripted(work, AWAY, BUSY, GOING).calls) == 4


def test_asked_often_enough_it_is_refused() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        with pytest.raises(Overloaded) as caught:
            await client.solve(FOUR)
        assert isinstance(caught.value.__cause__, grpc.RpcError)

    assert len(scripted(work, *[BUSY] * 20).calls) == 4


def breaking(after: int, step: Failing) -> Any:
    """A stream that answers so many questions and then fails."""

    def stream(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        for _ in range(after):
            yield answer(next(requests))
        step(None, context)

    return stream


@pytest.mark.parametrize("step", [AWAY, GOING])
def test_a_stream_that_breaks_off_goes_on(step: Failing) -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        stream = client.solve_stream([FOUR] * 20, ["points"], ordered=True, ahead=5)
        found = [pair async for pair in stream]
        assert [place for place, _ in found] == list(range(20))
        assert {getattr(one, "points", one) for _, one in found} == {SIXTEEN}

    assert len(scripted(work, *[breaking(3, step)] * 2).calls) == 3


def test_a_stream_that_cannot_go_on() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        stream = client.solve_stream([FOUR] * 9, ["points"], ordered=True)
        assert [(await anext(stream))[0] for _ in range(2)] == [0, 1]
        with pytest.raises(Unreachable):
            await anext(stream)

    scripted(work, breaking(2, AWAY), *[breaking(0, AWAY)] * 20)


def test_who_leaves_a_stream_ends_its_call() -> None:
    async def work(client: AsyncClient, server: ScriptedServer) -> None:
        def slow(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
            context.add_callback(server.gone)
            yield answer(next(requests))
            server.released.wait(60)

        server.script.append(slow)
        async with aclosing(client.solve_stream([FOUR] * 9)) as stream:
            async for _ in stream:
                break
        assert await asyncio.to_thread(server.cancelled.wait, 30)

    scripted(work)


@pytest.mark.parametrize("where", ["local", "remote"])
def test_an_asynchronous_source_is_asked_no_further_than_it_may(where: str) -> None:
    async def main(target: str) -> None:
        taken, more = 0, asyncio.Event()

        async def source() -> AsyncIterator[str]:
            nonlocal taken
            while True:
                taken += 1
                yield FOUR
                if taken == 7:
                    await more.wait()  # what is there already is answered meanwhile

        async with aio.connect(target) as client:
            stream = client.solve_stream(source(), ["points"], ordered=True, ahead=3)
            async with aclosing(stream):
                for handed_out in range(1, 8):
                    assert (await anext(stream))[0] == handed_out - 1
                    assert taken <= handed_out + 3
                more.set()
                assert (await anext(stream))[0] == 7

    with ScriptedServer() as server:
        asyncio.run(main("local" if where == "local" else server.target))


@pytest.mark.parametrize("where", ["local", "remote"])
def test_a_client_that_closes_ends_what_waits(where: str) -> None:
    async def main(server: ScriptedServer) -> None:
        server.script.append(server.wait)
        client = aio.connect("local" if where == "local" else server.target)
        task = asyncio.create_task(client.solve(HARD))
        await asyncio.sleep(0.05)
        await client.close()
        with pytest.raises(Cancelled):
            await task

    with ScriptedServer() as server:
        asyncio.run(main(server))
