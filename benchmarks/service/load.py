"""Callers that go on asking, whatever happens to the servers meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import grpc

from benchmarks.service.calls import solve_call
from benchmarks.service.spelled import Spelling
from benchmarks.service.timing import Times

__all__ = ["Call", "Load", "ask", "check", "times_of"]

OPTIONS = [("grpc.use_local_subchannel_pool", 1)]


@dataclass(frozen=True)
class Call:
    """A call and what came of it.

    Attributes:
        spelling: what was asked.
        target: the server.
        at_s: when, by the clock of :func:`time.perf_counter`.
        took_s: how many seconds it took.
        answer: the response, or the error.
    """

    spelling: Spelling
    target: str
    at_s: float
    took_s: float
    answer: Any

    @property
    def failed(self) -> bool:
        """Whether there is no answer."""
        return isinstance(self.answer, grpc.RpcError)


async def ask(solve: Any, spelling: Spelling, request: bytes, target: str) -> Call:
    """Ask once."""
    at_s = time.perf_counter()
    try:
        answer = await solve(request)
    except grpc.RpcError as error:
        answer = error
    return Call(spelling, target, at_s, time.perf_counter() - at_s, answer)


def check(calls: Sequence[Call]) -> None:
    """Compare all answers with those of the local search.

    Raises:
        UnequalError: one differs.
    """
    for call in calls:
        if not call.failed:
            call.spelling.check(call.answer.solution)


def times_of(calls: Sequence[Call]) -> Times:
    """How long they took."""
    return Times([call.took_s for call in calls])


class Load:
    """A few callers, each asking one question after the other at a steady pace.

    Attributes:
        calls: what they have asked so far, in the order in which it was answered.
    """

    def __init__(
        self, targets: Sequence[str], asked: Sequence[Spelling], callers: int, every_s: float
    ) -> None:
        """Say what is asked; it begins with ``async with``.

        Args:
            targets: servers, asked in turns.
            asked: what is asked, over and over again.
            callers: how many ask, each over connections of its own.
            every_s: seconds from one call of a caller to its next, unless it takes longer.
        """
        self.calls: list[Call] = []
        self._targets = targets
        self._asked = [(spelling, spelling.request) for spelling in asked]
        self._callers = callers
        self._every_s = every_s
        self._tasks: list[asyncio.Task[None]] = []
        self._channels: list[Any] = []

    async def __aenter__(self) -> Self:
        step = len(self._asked) // self._callers
        for number in range(self._callers):
            solves = []
            for target in self._targets:
                self._channels.append(grpc.aio.insecure_channel(target, OPTIONS))
                solves.append((target, solve_call(self._channels[-1])))
            # not all at the same moment
            wait_s = number * self._every_s / self._callers
            self._tasks.append(asyncio.create_task(self._go_on(solves, number * step, wait_s)))
        return self

    async def _go_on(self, solves: Sequence[tuple[str, Any]], start: int, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        due_s = time.perf_counter()
        for number, (spelling, request) in enumerate(_around(self._asked, start)):
            target, solve = solves[number % len(solves)]
            self.calls.append(await ask(solve, spelling, request, target))
            due_s = max(due_s + self._every_s, time.perf_counter())
            await asyncio.sleep(due_s - time.perf_counter())

    def between(self, from_s: float, to_s: float) -> list[Call]:
        """The calls that were under way at some moment from one time to another."""
        return [one for one in self.calls if one.at_s <= to_s and one.at_s + one.took_s >= from_s]

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        for channel in self._channels:
            await channel.close()


def _around(items: Sequence[Any], start: int) -> Iterator[Any]:
    """The items from one on, and over again without end."""
    while True:
        yield items[start % len(items)]
        start += 1
