"""The window of a stream, without gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from manille.server.services.stream import QuestionStream
from manille.wire.refusals import Draining


async def numbers(count: int, read: list[int]) -> AsyncIterator[int]:
    for number in range(count):
        read.append(number)
        yield number


async def settled() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_answers_come_as_they_are_ready() -> None:
    async def scenario() -> list[int]:
        gates = [asyncio.Event() for _ in range(3)]

        async def answer(number: int) -> int:
            await gates[number].wait()
            if number:
                gates[number - 1].set()
            return number

        gates[2].set()
        stream = QuestionStream(answer, 3, asyncio.Event())
        return [one async for one in stream.answers(numbers(3, []))]

    assert asyncio.run(scenario()) == [2, 1, 0]


def test_no_more_is_read_than_fits_into_the_window() -> None:
    async def scenario() -> None:
        read: list[int] = []

        async def answer(number: int) -> int:
            return number

        answers = QuestionStream(answer, 4, asyncio.Event()).answers(numbers(100, read))
        assert await anext(answers) in range(4)
        await settled()
        # a caller that does not take its answers holds up its own questions
        assert len(read) <= 4 + 1
        for _ in range(10):
            await anext(answers)
        await settled()
        assert len(read) <= 4 + 11
        assert len([one async for one in answers]) == 89
        assert len(read) == 100

    asyncio.run(scenario())


def test_whoever_leaves_takes_all_work_along() -> None:
    async def scenario() -> None:
        cancelled: list[int] = []

        async def answer(number: int) -> int:
            if number == 0:
                return 0
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(number)
                raise
            return number

        answers = QuestionStream(answer, 3, asyncio.Event()).answers(numbers(100, []))
        assert await anext(answers) == 0
        await settled()
        await answers.aclose()  # type: ignore[attr-defined]
        assert sorted(cancelled) == [1, 2]
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())


def test_a_failure_of_the_reading_ends_it() -> None:
    async def scenario() -> None:
        async def broken() -> AsyncIterator[int]:
            yield 1
            raise OSError("gone")

        async def answer(number: int) -> int:
            await asyncio.Event().wait()
            return number

        with pytest.raises(OSError, match="gone"):
            async for _ in QuestionStream(answer, 3, asyncio.Event()).answers(broken()):
                pass
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())


def test_a_drain_answers_what_was_read_and_then_refuses() -> None:
    async def scenario() -> list[int]:
        draining, go = asyncio.Event(), asyncio.Event()

        async def answer(number: int) -> int:
            await go.wait()
            return number

        async def endless() -> AsyncIterator[int]:
            yield 0
            yield 1
            await asyncio.Event().wait()

        seen: list[int] = []

        async def follow() -> None:
            try:
                async for one in QuestionStream(answer, 5, draining).answers(endless()):
                    seen.append(one)
            except Draining:
                seen.append(-1)

        task = asyncio.ensure_future(follow())
        await settled()
        draining.set()
        await settled()
        assert not task.done()
        go.set()
        await task
        return seen

    *answers, last = asyncio.run(scenario())
    assert (sorted(answers), last) == ([0, 1], -1)


def test_a_drain_after_the_last_question_is_none() -> None:
    async def scenario() -> list[int]:
        draining, go = asyncio.Event(), asyncio.Event()

        async def answer(number: int) -> int:
            await go.wait()
            return number

        async def follow() -> list[int]:
            stream = QuestionStream(answer, 5, draining)
            return [one async for one in stream.answers(numbers(2, []))]

        task = asyncio.ensure_future(follow())
        await settled()
        draining.set()
        go.set()
        return await task

    assert sorted(asyncio.run(scenario())) == [0, 1]
