"""The same question by many: in other names, and at once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import click
import grpc

from benchmarks.bars.bar import SEED, Bar, deals_of
from benchmarks.peers.figures import UnequalError
from benchmarks.service.calls import solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.programs import Server
from benchmarks.service.spelled import Spelling, know, respell, spell
from manille.solver.deals import random_deal
from manille.solver.rules import load
from manille.v1 import solution_pb2
from tests.kit.redis_server import RedisServer

__all__ = ["same", "shared"]

GAME = "manillen"
HARD = ("botifarra", 5)
"""A random deal that takes some tenths of a second."""
AT_ONCE = 400  # calls under way at once
CHANNELS = 4
WRITTEN_S = 30.0


def same(effort: Effort) -> Iterator[Bar]:
    """Some deals in many spellings, all mixed up: each is searched once and kept once."""
    known = know(deals_of(GAME, effort.same))
    asked = [spelling for one in spell(known, effort.spellings) for spelling in one]
    Random(SEED).shuffle(asked)
    with RedisServer() as redis, Server("--cache", redis.url) as server:
        sources = _ask(server, asked, "the same under other names")
        searches = int(server.settled()["desk_searches_total"])
        keys = _keys(redis, len(known))
    note = f"{len(known)} deals of {GAME} in {effort.spellings} spellings, {len(asked):,} calls, "
    note += f"{AT_ONCE} at once; {_told(sources)}; all answers equal"
    what = f"{effort.spellings} spellings of {len(known)} deals"
    for title, figure in ((f"searches for {what}", searches), (f"keys in Redis for {what}", keys)):
        met = figure == len(known)
        yield Bar("same", title, f"{len(known)}", f"{figure}", met, note, data={"count": figure})


def _keys(redis: RedisServer, wanted: int) -> int:
    """How many keys there are, once all is written."""
    until_s = time.monotonic() + WRITTEN_S
    with redis.client() as client:
        while (keys := int(client.dbsize())) < wanted and time.monotonic() < until_s:
            time.sleep(0.05)
        return keys


def shared(effort: Effort) -> Iterator[Bar]:
    """A hard question that many ask at once, each in names of its own."""
    name, number = HARD
    (known,) = know([random_deal(load(name), SEED, number)])
    rng = Random(SEED)
    asked = [respell(known, rng) for _ in range(effort.callers)]
    with Server() as server:
        sources = _ask(server, asked, "one hard question", at_once=len(asked))
        searches = int(server.settled()["desk_searches_total"])
    note = f"{name}, deal {number}, in random spellings, over {CHANNELS} connections, a search of "
    note += f"{known.solution.time_s:.2f} s; {_told(sources)}; all answers equal"
    yield Bar(
        "shared",
        f"searches for {len(asked)} callers at once with one hard question",
        "1",
        f"{searches}",
        searches == 1,
        note,
        data={"count": searches},
    )


def _ask(
    server: Server, asked: Sequence[Spelling], label: str, at_once: int = AT_ONCE
) -> Counter[str]:
    """Ask everything at once, check it, and count where the answers came from."""
    sources = Counter[str]()
    click.echo(label, err=True)
    answers = asyncio.run(_answers(server.target, asked, at_once))
    for spelling, answer in zip(asked, answers, strict=True):
        if isinstance(answer, grpc.RpcError):
            raise UnequalError(f"no answer: {answer}")
        spelling.check(answer.solution)
        source = answer.solution.effort.source
        sources[solution_pb2.Source.Name(source).removeprefix("SOURCE_").lower()] += 1
    return sources


async def _answers(target: str, asked: Sequence[Spelling], at_once: int) -> list[Any]:
    room = asyncio.Semaphore(at_once)
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.aio.insecure_channel(target, options) for _ in range(CHANNELS)]
    calls = [solve_call(channel) for channel in channels]

    async def ask(number: int, request: bytes) -> Any:
        async with room:
            return await calls[number % CHANNELS](request)

    try:
        requests = [spelling.request for spelling in asked]
        work = [ask(number, request) for number, request in enumerate(requests)]
        return await asyncio.gather(*work, return_exceptions=True)
    finally:
        for channel in channels:
            await channel.close()


def _told(sources: Counter[str]) -> str:
    told = ", ".join(f"{count:,} {source}" for source, count in sorted(sources.items()))
    return f"answers by source: {told}"
