"""What a Redis that is lost, hangs, is full or damaged does to those who ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import click

from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from benchmarks.service.effort import Effort
from benchmarks.service.load import Call, Load, check, times_of
from benchmarks.service.programs import Server
from benchmarks.service.spelled import Spelling, know, respell
from manille.solver.deals import random_ending
from manille.solver.rules import load
from tests.kit.redis_server import RedisServer

__all__ = ["FAULTS", "Fault", "redis"]

MOST_MS = 100
MOST_TIMES = 1.1
GAME, TRICKS, DEALS = "manillen", 4, 300
CALLERS, EVERY_S = 4, 0.02
AGAIN_S = 0.2  # how often a fault that can heal is made anew
OPENS_S = 0.5  # until a server has noticed that its Redis is gone
BACK_S = 30.0


@dataclass(frozen=True)
class Fault:
    """Something that may happen to a Redis.

    Attributes:
        name: what it is then.
        begin: makes it happen.
        again: makes it last.
        end: makes it good; the Redis is empty afterwards.
        counted: what the cache counts while it lasts.
    """

    name: str
    begin: Callable[[RedisServer], object]
    again: Callable[[RedisServer], object]
    end: Callable[[RedisServer], object]
    counted: str


def redis(effort: Effort) -> Iterator[Bar]:
    """Every fault under load, and what an open breaker costs."""
    rules, rng = load(GAME), Random(SEED)
    known = know(random_ending(rules, TRICKS, SEED, number) for number in range(DEALS))
    asked = [respell(one, rng) for one in known]
    with (
        RedisServer() as store,
        # without memory, so that every question is looked up
        Server("--cache", store.url, "--cache-memory-mib", "0") as server,
        Server("--cache-memory-mib", "0") as plain,
    ):
        yield from asyncio.run(_through_faults(store, server, asked, effort))
        yield asyncio.run(_without(store, server, plain, asked, effort))


async def _through_faults(
    store: RedisServer, server: Server, asked: Sequence[Spelling], effort: Effort
) -> list[Bar]:
    rows: list[Bar] = []
    counts: dict[str, float] = {}
    async with Load([server.target], asked, CALLERS, EVERY_S) as calls:
        await asyncio.sleep(effort.fault_s / 2)
        for fault in progress(FAULTS, "faults of Redis"):
            rows.append(await _through(fault, store, server, calls, effort.fault_s, counts))
    check(calls.calls)
    return rows


async def _through(
    fault: Fault,
    store: RedisServer,
    server: Server,
    calls: Load,
    fault_s: float,
    counts: dict[str, float],
) -> Bar:
    """The row of one fault: as long without it, with it, and until Redis is used again.

    ``counts`` are what the server had counted before, and then what it has counted.
    """
    start = time.perf_counter()
    await asyncio.sleep(fault_s)
    begun = time.perf_counter()
    await asyncio.to_thread(fault.begin, store)
    while time.perf_counter() < begun + fault_s:
        await asyncio.sleep(AGAIN_S)
        await asyncio.to_thread(fault.again, store)
    await asyncio.to_thread(fault.end, store)
    back_s = await asyncio.to_thread(_until_used, store)
    ended = time.perf_counter()
    counted = -counts.get(fault.counted, 0)
    counts |= await asyncio.to_thread(server.settled)
    counted += counts[fault.counted]
    if not counted:
        raise click.ClickException(f"a Redis that is {fault.name} was not noticed")
    note = f"{fault.counted} {counted:,.0f}; used again {back_s:.1f} s after the end"
    return _row(fault, calls.between(start, begun), calls.between(begun, ended), note)


def _until_used(store: RedisServer) -> float:
    """The seconds until an empty Redis is written to: then it is asked as well."""
    began = time.perf_counter()
    with store.client() as client:
        while not client.dbsize():
            if time.perf_counter() > began + BACK_S:
                raise click.ClickException("a Redis that is back is not used")
            time.sleep(0.01)
    return time.perf_counter() - began


def _row(fault: Fault, before: Sequence[Call], during: Sequence[Call], note: str) -> Bar:
    first, second = times_of(before), times_of(during)
    failed = sum(call.failed for call in (*before, *during))
    added_ms = max(0.0, second.max_ms - first.max_ms)
    return Bar(
        "redis",
        f"ms added to a call, Redis {fault.name}",
        f"at most {MOST_MS}, none failed",
        f"{added_ms:.1f}, {failed or 'none'} failed",
        failed == 0 and added_ms <= MOST_MS,
        f"the longest of {len(during):,} calls against the longest of {len(before):,} before; "
        f"before: {first}; during: {second}; all answers equal; {note}",
        data={"before": first.to_json(), "during": second.to_json(), "failed": failed},
    )


async def _without(
    store: RedisServer, server: Server, plain: Server, asked: Sequence[Spelling], effort: Effort
) -> Bar:
    """The row of calls while the breaker is open, in turns with calls of a server without Redis."""
    await asyncio.to_thread(store.kill)
    async with Load([server.target, plain.target], asked, CALLERS, EVERY_S) as calls:
        await asyncio.sleep(OPENS_S)
        start = time.perf_counter()
        await asyncio.sleep(2 * effort.fault_s)
        window = calls.between(start, time.perf_counter())
    check(calls.calls)
    first = times_of([call for call in window if call.target == plain.target])
    second = times_of([call for call in window if call.target == server.target])
    ratio = second.median_ms / first.median_ms
    return Bar(
        "redis",
        "times a call without a Redis, while the breaker is open",
        f"at most {MOST_TIMES:g} times",
        f"{ratio:.2f} times",
        ratio <= MOST_TIMES and not any(call.failed for call in window),
        f"of the medians, of the p99 {second.p99_ms / first.p99_ms:.2f}; with: {second}; "
        f"without: {first}; calls of the two in turns, {len(window):,} together",
        data={"without": first.to_json(), "open": second.to_json()},
    )


# -------------------------------------------------------------------------------------- the faults


def _nothing(store: RedisServer) -> None:
    """Nothing needs to be done."""


def _awake(store: RedisServer) -> None:
    """Let it go on, and forget what it was told before it hung."""
    store.resume()
    with store.client() as client:
        client.ping()
        time.sleep(0.05)
        client.flushall()


def _fill(store: RedisServer) -> None:
    """Let it hold less than it does, so that it refuses whatever is written."""
    with store.client() as client:
        client.flushall()
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "1")


def _empty(store: RedisServer) -> None:
    with store.client() as client:
        client.config_set("maxmemory", "0")
        client.flushall()


def _spoil(store: RedisServer) -> None:
    """Replace all values by rubbish of several kinds."""
    rng = Random(SEED)
    with store.client() as client:
        keys: Any = client.keys()
        values = dict(zip(keys, client.mget(keys), strict=True)) if keys else {}
        for key, value in values.items():
            rubbish = _rubbish(value or b"", values, rng)
            # in one go: the server may write to the same key at any moment
            with client.pipeline(transaction=True) as both:
                both.delete(key)
                both.rpush(key, "a list") if rubbish is None else both.set(key, rubbish)
                both.execute()


def _rubbish(value: bytes, values: dict[Any, Any], rng: Random) -> bytes | None:
    """A value that is none; None for something that is no value at all."""
    place = rng.randrange(max(1, len(value)))
    choices: list[bytes | None] = [
        rng.randbytes(100),
        value[:place],
        value[:place] + rng.randbytes(1) + value[place:],
        b"",
        rng.choice(list(values.values())),
        None,
    ]
    return rng.choice(choices)


FAULTS = (
    Fault("killed", RedisServer.kill, _nothing, RedisServer.start, "cache_skipped_total/redis"),
    Fault("hung", RedisServer.pause, _nothing, _awake, "cache_skipped_total/redis"),
    Fault("full", _fill, _nothing, _empty, "cache_refused_total/redis"),
    Fault("full of rubbish", _spoil, _spoil, _empty, "cache_rejected_total/redis"),
)
