"""Twice as much as a server can do: who is refused, how soon, and what is left of the server."""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import click
import grpc

from benchmarks.bars.bar import SEED, Bar, deals_of
from benchmarks.service.caller import Caller, check_health
from benchmarks.service.calls import solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.load import OPTIONS, Call, ask, check, times_of
from benchmarks.service.programs import MIB, Server
from benchmarks.service.spelled import Spelling, know, respell
from benchmarks.service.timing import Times

__all__ = ["overload"]

GAME = "maniglia"
QUEUE = 64
DEALS = 250
"""More than are under way or come in while one waits, so that no two callers share a search."""
CHANNELS = 4
CLOSED = 16  # calls under way while it is measured what a server can do
WARM_UP_S = 0.5
TIMES = 2
MOST_MS = 50
MOST_GROWTH, LEAST_AFTER = 1.1, 0.9
HEALTH_EVERY_S = 0.02
LOOK_S = 0.25
PART_S = 2.0
PUSHBACK = "grpc-retry-pushback-ms"


@dataclass(frozen=True)
class Run:
    """What was measured.

    Attributes:
        before, after: answers a second, as fast as they come, before and after.
        calls: the calls of the time between.
        health: how long health checks took meanwhile.
        rss_bytes: the memory of the server, from the beginning of that time to its end.
    """

    before: float
    after: float
    calls: Sequence[Call]
    health: Times
    rss_bytes: Sequence[int]


def overload(effort: Effort) -> Iterator[Bar]:
    """Offer twice what the server can do for a while."""
    rng = Random(SEED)
    asked = [respell(one, rng) for one in know(deals_of(GAME, DEALS))]
    options = "--queue", f"{QUEUE}", "--cache-memory-mib", "0"
    with Server(*options) as server, Caller() as prober:
        run = asyncio.run(_run(server, prober, asked, effort))
    check(run.calls)
    yield from _rows(run, effort.overload_s)


async def _run(server: Server, prober: Caller, asked: Sequence[Spelling], effort: Effort) -> Run:
    questions = itertools.cycle([(spelling, spelling.request) for spelling in asked])
    async with AsyncExitStack() as stack:
        solves = []
        for _ in range(CHANNELS):
            channel = grpc.aio.insecure_channel(server.target, OPTIONS)
            solves.append(solve_call(await stack.enter_async_context(channel)))
        await _closed(solves, questions, WARM_UP_S)
        before = await _closed(solves, questions, effort.capacity_s)
        sizes = [server.rss_bytes()]
        watching = asyncio.create_task(_watch(server, sizes))
        health = asyncio.create_task(_health(prober, server.target, effort.overload_s))
        click.echo(f"{TIMES} times the load, for {effort.overload_s:.0f} s", err=True)
        calls = await _open(solves, questions, TIMES * before, effort.overload_s)
        checked = Times(await health)
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        after = await _closed(solves, questions, effort.capacity_s)
        return Run(before, after, calls, checked, [*sizes, server.rss_bytes()])


async def _closed(solves: Sequence[Any], questions: Iterator[Any], least_s: float) -> float:
    """Answers a second, with some calls under way all the time."""
    until_s = time.perf_counter() + least_s
    done = 0

    async def go_on(solve: Any) -> None:
        nonlocal done
        while time.perf_counter() < until_s:
            spelling, request = next(questions)
            call = await ask(solve, spelling, request, "")
            done += not call.failed

    began = time.perf_counter()
    await asyncio.gather(*(go_on(solves[n % len(solves)]) for n in range(CLOSED)))
    return done / (time.perf_counter() - began)


async def _open(
    solves: Sequence[Any], questions: Iterator[Any], rate: float, least_s: float
) -> list[Call]:
    """The calls of a while, so many a second whatever becomes of them."""
    began = time.perf_counter()
    tasks = []
    # the calls that are kept would have the interpreter look through them for garbage, for tenths
    # of a second in which answers lie unread that the server has sent long ago
    gc.disable()
    try:
        for number in range(int(rate * least_s)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            spelling, request = next(questions)
            solve = solves[number % len(solves)]
            tasks.append(asyncio.create_task(ask(solve, spelling, request, "")))
        return await asyncio.gather(*tasks)
    finally:
        gc.enable()


async def _health(prober: Caller, target: str, least_s: float) -> list[float]:
    """The seconds of checks of the health for a while, in parts that Ctrl-C need not wait for."""
    until_s, each = time.perf_counter() + least_s, list[float]()
    while (left_s := until_s - time.perf_counter()) > 0:
        work = prober.submit(check_health, target, min(left_s, PART_S), HEALTH_EVERY_S)
        checked = await asyncio.wrap_future(work)
        each += checked
    return each


async def _watch(server: Server, sizes: list[int]) -> None:
    while True:
        sizes.append(server.rss_bytes())
        await asyncio.sleep(LOOK_S)


def _rows(run: Run, overload_s: float) -> Iterator[Bar]:
    yield _refusals(run)
    yield Bar(
        "overload",
        f"ms until a health check is answered, at {TIMES} times the load",
        f"at most {MOST_MS}",
        f"{run.health.max_ms:.1f}",
        run.health.max_ms <= MOST_MS,
        f"{len(run.health.each_s):,} checks by a process of its own: {run.health}",
        data=run.health.to_json(),
    )
    yield _memory(run.rss_bytes)
    yield Bar(
        "overload",
        "answers a second after the load",
        f"at least {LEAST_AFTER:g} times those before",
        f"{run.after:,.0f}",
        run.after >= LEAST_AFTER * run.before,
        f"{CLOSED} calls under way; before {run.before:,.0f}; the load lasted {overload_s:.0f} s",
        data={"before": run.before, "after": run.after},
    )


def _refusals(run: Run) -> Bar:
    """The row of those who were refused."""
    refused = [call for call in run.calls if call.failed]
    answered = len(run.calls) - len(refused)
    wrong = sum(not _is_refusal(call.answer) for call in refused)
    began = [call.at_s for call in run.calls]
    span_s = max(began) - min(began)
    load = (
        f"{len(run.calls):,} calls in {span_s:.0f} s, {TIMES} times the {run.before:,.0f} a second "
        f"that it can do ({GAME}, no memory, queue of {QUEUE}); {answered:,} answered "
        f"({answered / span_s:,.0f} a second), all equal, {len(refused):,} refused"
    )
    what = f"ms until a refusal, at {TIMES} times the load"
    wanted = f"at most {MOST_MS}, with a time to ask again"
    if not refused:
        return Bar.missing("overload", what, wanted, f"none refused; {load}")
    times = times_of(refused)
    return Bar(
        "overload",
        what,
        wanted,
        f"{times.max_ms:.1f}",
        not wrong and times.max_ms <= MOST_MS,
        f"{times}; {wrong or 'none'} failed in another way; {load}",
        data={"wrong": wrong, "answered": answered, **times.to_json()},
    )


def _memory(sizes: Sequence[int]) -> Bar:
    """The row of the memory of the server: it may fill up at first, and then must not grow."""
    early = max(sizes[: 1 + len(sizes) // 4])
    most = max(sizes)
    return Bar(
        "overload",
        f"times the memory of the server, at {TIMES} times the load",
        f"at most {MOST_GROWTH:g} times",
        f"{most / early:.2f} times",
        most <= MOST_GROWTH * early,
        f"the most of the whole time and after it against the most of its first quarter; "
        f"{sizes[0] / MIB:.1f} MiB before, then {early / MIB:.1f}, at most {most / MIB:.1f}, "
        f"{sizes[-1] / MIB:.1f} after; the tables of the searches included",
        data={"before": sizes[0], "early": early, "most": most, "after": sizes[-1]},
    )


def _is_refusal(error: grpc.aio.AioRpcError) -> bool:
    """Whether it says that there is too much to do, and when to ask again."""
    keys = [key for key, _ in error.trailing_metadata()]
    return error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED and PUSHBACK in keys
