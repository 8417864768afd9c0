"""How long single calls take: empty ones, health checks, answers from the memory and from Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click
import grpc

from benchmarks.bars.bar import Bar, deals_of
from benchmarks.report import progress
from benchmarks.service.calls import empty_call, health_call, solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.empty_server import METHOD
from benchmarks.service.programs import EmptyServer, Server, channel_to
from benchmarks.service.spelled import Known, Spelling, know, spell
from benchmarks.service.timing import Times, clock
from manille.v1 import solution_pb2
from tests.kit.redis_server import RedisServer

__all__ = ["cached", "empty"]

GAME, DEALS = "manillen", 100
BLOCK = 50  # calls of one kind before the other kind has its turn
WARM_UP = 200
MOST_TIMES = 2
WHERE = {
    solution_pb2.SOURCE_MEMORY: "an answer from memory",
    solution_pb2.SOURCE_CACHE: "an answer from Redis",
}


def empty(effort: Effort) -> Iterator[Bar]:
    """What a call costs in which nothing is done, and a health check."""
    with (
        EmptyServer() as bare,
        Server() as server,
        channel_to(bare.target) as nothing,
        channel_to(server.target) as channel,
    ):
        calls = [empty_call(nothing), health_call(channel)]
        first, second = alternate(calls, effort.calls, "empty")
        aio = Times(asyncio.run(_aio_calls(bare.target, effort.calls)))
    rest = f"{effort.calls:,} calls, one after the other, by a stub for threads"
    yield _stated("empty", "ms of an empty call of a bare server", first, f"{rest}; by aio: {aio}")
    yield _stated("empty", "ms of a health check", second, rest)


def cached(effort: Effort) -> Iterator[Bar]:
    """What a call costs of which the answer is known, each spelled differently."""
    known = know(deals_of(GAME, DEALS))
    times = max(1, effort.calls // DEALS)
    spelled = [list(one) for one in zip(*spell(known, times), strict=True)]
    asked = [spelling for round_ in spelled for spelling in round_]
    with RedisServer() as redis, EmptyServer() as bare:
        with Server("--cache", redis.url) as server:
            yield _against_empty(bare, server, known, asked, solution_pb2.SOURCE_MEMORY)
        # what it was told is in Redis now; one without memory looks there every time
        with Server("--cache", redis.url, "--cache-memory-mib", "0") as server:
            yield _against_empty(bare, server, known, asked, solution_pb2.SOURCE_CACHE)


def _against_empty(
    bare: EmptyServer,
    server: Server,
    known: Sequence[Known],
    asked: Sequence[Spelling],
    source: solution_pb2.Source,
) -> Bar:
    """The row of answers from somewhere, in turns with empty calls."""
    answers: list[Any] = []
    requests = iter([spelling.request for spelling in asked])
    with channel_to(bare.target) as nothing, channel_to(server.target) as channel:
        solve = solve_call(channel)
        for one in known:
            one.plain.check(solve(one.plain.request).solution)
        first, health, second = alternate(
            [
                empty_call(nothing),
                health_call(channel),
                lambda: answers.append(solve(next(requests))),
            ],
            len(asked),
            WHERE[source],
            warm=[WARM_UP, WARM_UP, 0],
        )
    for spelling, answer in zip(asked, answers, strict=True):
        spelling.check(answer.solution)
        if answer.solution.effort.source != source:
            raise click.ClickException(f"an answer came from {answer.solution.effort.source}")
    return _row(source, first, health, second, f"{len(known)} deals of {GAME}")


def _row(
    source: solution_pb2.Source, first: Times, health: Times, second: Times, deals: str
) -> Bar:
    where, from_memory = WHERE[source], source == solution_pb2.SOURCE_MEMORY
    ratio = second.median_ms / first.median_ms
    return Bar(
        "cached",
        f"times an empty call: {where}",
        f"at most {MOST_TIMES} times" if from_memory else "",
        f"{ratio:.2f} times",
        ratio <= MOST_TIMES if from_memory else None,
        f"of the medians of {len(second.each_s):,} calls each, in turns of {BLOCK}; {deals}, each "
        f"call spelled differently, points, cards and line: {second}; empty: {first}; a health "
        f"check of the same server: {health}",
        data={
            "empty": first.to_json(),
            "health": health.to_json(),
            "known": second.to_json(),
        },
    )


def alternate(
    calls: Sequence[Callable[[], object]],
    count: int,
    label: str,
    warm: Sequence[int] = (WARM_UP, WARM_UP),
) -> list[Times]:
    """The times of calls of several kinds, in turns, so that all have the same weather.

    Args:
        calls: one of each kind.
        count: how often each is called.
        label: what the bar of progress says.
        warm: how often each is called before.
    """
    for call, times in zip(calls, warm, strict=True):
        for _ in range(times):
            call()
    each: list[list[float]] = [[] for _ in calls]
    for start in progress(range(0, count, BLOCK), label):
        for call, seconds in zip(calls, each, strict=True):
            seconds += [clock(call) for _ in range(min(BLOCK, count - start))]
    return [Times(seconds) for seconds in each]


async def _aio_calls(target: str, count: int) -> list[float]:
    """The seconds of empty calls by the asynchronous stub."""
    loop, seconds = asyncio.get_running_loop(), []
    async with grpc.aio.insecure_channel(target) as channel:
        call: Any = channel.unary_unary(METHOD)
        for number in range(WARM_UP + count):
            started = loop.time()
            await call(b"")
            if number >= WARM_UP:
                seconds.append(loop.time() - started)
    return seconds


def _stated(part: str, what: str, times: Times, note: str) -> Bar:
    return Bar(
        part, what, "", f"{times.median_ms:.2f}", None, f"{times}; {note}", data=times.to_json()
    )
