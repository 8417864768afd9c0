"""The desk under load, its Redis in every bad state: each answer is right, and none fails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kit.asked import PATIENCE_S, until
from kit.redis_server import RedisServer
from manille.server.cache import Cache, open_cache
from manille.server.cache.keys import store_key
from manille.server.desk import Answered, Desk
from manille.solver.analysis import Found, SolveQuestion
from manille.solver.deals import random_ending
from manille.solver.limits import Limits
from manille.solver.results import Solution
from manille.solver.rules import load

CALLERS = 8
LIMITS = Limits()

Meddle = Callable[[RedisServer, "Load"], Awaitable[None]]


class Load:
    """Callers who ask the same few questions for ever, through a desk without memory."""

    def __init__(self, cache: Cache, seed: int) -> None:
        self.cache = cache
        self.desk = Desk(cache, threads=2, queue=1000, most_table_mib=64)
        rules = load("manillen")
        self.questions = [SolveQuestion(random_ending(rules, 3, seed, n)) for n in range(30)]
        self.right = [_answer(question, question.search()) for question in self.questions]
        self.answers = 0
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._single(number)) for number in range(CALLERS)]
        self._tasks.append(asyncio.create_task(self._batch()))

    async def _single(self, number: int) -> None:
        while True:
            number = (number + 1) % len(self.questions)
            self._check(number, await self.desk.answer(self.questions[number], LIMITS))

    async def _batch(self) -> None:
        while True:
            for number, one in enumerate(await self.desk.answer_all(self.questions, LIMITS)):
                assert isinstance(one, Answered), one
                self._check(number, one)

    def _check(self, number: int, answered: Answered) -> None:
        assert _answer(self.questions[number], answered.found) == self.right[number]
        self.answers += 1

    async def more(self, answers: int = 200) -> None:
        """Wait for so many more answers; fails if one was wrong or none."""
        wanted = self.answers + answers
        await until(lambda: self.answers >= wanted or any(task.done() for task in self._tasks))
        for task in self._tasks:
            if task.done():
                task.result()

    async def hits(self, hits: int = 100) -> None:
        """Wait until so many more have come from Redis."""
        wanted = self.counts.hits + hits
        await until(lambda: self.counts.hits >= wanted or any(task.done() for task in self._tasks))
        await self.more(1)

    @property
    def counts(self) -> Any:
        return self.cache.levels()["redis"]

    async def lost(self) -> None:
        await until(lambda: self.counts.lost)
        skipped = self.counts.skipped
        await self.more()
        assert self.counts.skipped > skipped

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        await self.desk.close()
        await self.cache.close()


def _answer(question: SolveQuestion, found: Found) -> tuple[Any, ...]:
    told: Solution = question.tell(found)
    return told.bounds, told.score, told.cards, told.line


async def killed(server: RedisServer, load: Load) -> None:
    server.kill()
    await load.lost()
    server.start()


async def restarted(server: RedisServer, load: Load) -> None:
    for _ in range(5):
        server.restart()
        await load.more()


async def hung(server: RedisServer, load: Load) -> None:
    server.pause()
    try:
        await load.lost()
    finally:
        server.resume()


async def full(server: RedisServer, load: Load) -> None:
    with server.client() as client:
        client.config_set("maxmemory", 1)
        client.flushall()
        await until(lambda: load.counts.refused > 50)
        await load.more()
        client.config_set("maxmemory", 0)
    assert load.counts.lost == 0


async def rubbish(server: RedisServer, load: Load) -> None:
    names = [store_key("manille", question.key) for question in load.questions]
    with server.client() as client:
        for name in names[::2]:
            client.set(name, b"rubbish")
        for name in names[1::2]:
            client.delete(name)
            client.rpush(name, "a", "list")
        await until(lambda: load.counts.rejected >= len(names) // 2)
        await load.more()
        # each was overwritten by an answer
        await until(lambda: {client.type(name) for name in names} == {b"string"})


async def mixed_up(server: RedisServer, load: Load) -> None:
    """Good values under the names of other questions."""
    names = [store_key("manille", question.key) for question in load.questions]
    with server.client() as client:
        values = client.mget(names)
        pipeline = client.pipeline()
        for name, value in zip(names, [*values[1:], values[0]], strict=True):
            pipeline.set(name, value or b"")
        pipeline.execute()
        await until(lambda: load.counts.rejected > 0)
        await load.more()


async def another_password(server: RedisServer, load: Load) -> None:
    with server.client() as client:
        client.config_set("requirepass", "secret")
        client.client_kill_filter(_type="normal", skipme=True)
        await load.lost()
        client.config_set("requirepass", "")


@pytest.mark.parametrize(
    "meddle", [killed, restarted, hung, full, rubbish, mixed_up, another_password]
)
def test_no_answer_fails_and_none_is_wrong(meddle: Meddle, seed: int) -> None:
    async def whole(server: RedisServer) -> None:
        cache = open_cache(server.url, memory_bytes=0)
        load = Load(cache, seed)
        load.start()
        try:
            async with asyncio.timeout(4 * PATIENCE_S):
                await load.hits()
                await meddle(server, load)
                await load.hits()
        finally:
            await load.stop()
        assert load.desk.counts.failed == load.desk.counts.refused == 0

    with RedisServer() as server:
        asyncio.run(whole(server))


def test_two_replicas_share_what_one_has_found(seed: int) -> None:
    async def whole(server: RedisServer) -> None:
        question = SolveQuestion(random_ending(load("botifarra"), 4, seed))
        answers = []
        for _ in range(2):
            cache = open_cache(server.url, memory_bytes=1 << 20, timeout_s=PATIENCE_S)
            desk = Desk(cache, threads=1, queue=1, most_table_mib=64)
            answers += [await desk.answer(question, LIMITS) for _ in range(2)]
            assert await cache.flush(PATIENCE_S)
            await desk.close()
            await cache.close()
        assert [answer.source for answer in answers] == ["search", "memory", "cache", "memory"]
        assert len({_answer(question, answer.found) for answer in answers}) == 1

    with RedisServer() as server:
        asyncio.run(whole(server))
