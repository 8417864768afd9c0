"""A stream of questions: so many in progress at once, and no further question is read before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

from manille.wire.refusals import Draining

__all__ = ["QuestionStream"]

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

RETRY_AFTER_S = 1.0


class _Ended:
    """The caller has no more questions, or the server takes none."""


class QuestionStream(Generic[Asked, Answer]):
    """The answers to one stream, as they are ready.

    A question is in progress until its answer has been taken, so a caller that does not read holds
    up its own questions and nobody else's: gRPC's flow control then stops it from sending more.
    """

    def __init__(
        self,
        answer: Callable[[Asked], Awaitable[Answer]],
        window: int,
        draining: asyncio.Event,
    ) -> None:
        """Take what answers a question, and how many may be in progress.

        Args:
            answer: gives the answer; what is wrong with a question is an answer too.
            window: how many questions may be in progress, at least 1.
            draining: set once no more questions are to be taken.
        """
        self._answer = answer
        self._draining = draining
        self._room = asyncio.Semaphore(window)
        self._open = 0  # questions that have been read and not been answered
        self._whole = False  # whether the caller has said that there are no more
        self._ready: asyncio.Queue[Answer | _Ended | BaseException] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def answers(self, questions: AsyncIterator[Asked]) -> AsyncIterator[Answer]:
        """Read questions and give answers until both have an end.

        Raises:
            Draining: the server takes no more; what was read before has been answered.
            Exception: what reading raised.
        """
        self._start(self._read(questions))
        self._start(self._watch())
        reading = True
        try:
            while reading or self._open:
                item = await self._ready.get()
                if isinstance(item, _Ended):
                    reading = False
                elif isinstance(item, BaseException):
                    raise item
                else:
                    yield item
                    self._open -= 1
                    self._room.release()
        finally:
            await self._stop()
        if not self._whole:
            text = "the server is stopping; ask another one what is not answered"
            raise Draining(text, RETRY_AFTER_S)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, questions: AsyncIterator[Asked]) -> None:
        """Read questions as there is room, and have each answered."""
        try:
            await self._room.acquire()
            async for question in questions:
                if self._draining.is_set():
                    break
                self._open += 1
                self._start(self._work(question))
                await self._room.acquire()
            else:
                self._whole = True
            self._ready.put_nowait(_Ended())
        except Exception as error:
            self._ready.put_nowait(error)

    async def _work(self, question: Asked) -> None:
        try:
            self._ready.put_nowait(await self._answer(question))
        except Exception as error:
            self._ready.put_nowait(error)

    async def _watch(self) -> None:
        """End the reading when the server drains, whatever the caller does."""
        await self._draining.wait()
        self._ready.put_nowait(_Ended())

    async def _stop(self) -> None:
        """End whatever is still at work, and wait until it has ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
