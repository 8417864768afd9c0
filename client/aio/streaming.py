"""A stream of questions for tasks: taken from a source, asked, the answers handed out."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Iterable
from typing import TypeAlias

from manille.client.asking import Item, One, Outcome, read_item
from manille.client.ledger import Ledger
from manille.solver.errors import ManilleError

__all__ = ["AsyncFlow"]

Event: TypeAlias = Callable[[], None]


class AsyncFlow(ABC):
    """One stream, from the first question to the last answer; see :class:`.streaming.Flow`.

    The source is read by a task of its own, and asked for no more than ``ahead`` questions beyond
    what was handed out.
    """

    def __init__(self, ordered: bool, ahead: int) -> None:
        """Take how answers are handed out, and how many questions may be under way."""
        self.ledger = Ledger(ordered)
        self.events: asyncio.Queue[Event] = asyncio.Queue()
        self._room = asyncio.Semaphore(ahead)

    async def run(
        self, items: Iterable[Item] | AsyncIterable[Item]
    ) -> AsyncGenerator[tuple[int, Outcome], None]:
        """The answers, each with the place of its question."""
        reader = asyncio.create_task(self._read(items))
        try:
            while not self.ledger.done:
                event = await self.events.get()
                event()
                for place, outcome in self.ledger.ready():
                    self._room.release()
                    yield place, outcome
        finally:
            reader.cancel()
            await self.stop()
            await asyncio.gather(reader, return_exceptions=True)

    @abstractmethod
    def ask(self, place: int, question: One) -> None:
        """Have a question answered; what comes of it is put into the events."""

    @abstractmethod
    def finish(self) -> None:
        """The source has ended: there will be no more questions."""

    @abstractmethod
    async def stop(self) -> None:
        """Nobody wants answers any more: end what is under way."""

    def put(self, event: Callable[..., None], *arguments: object) -> None:
        """Add an event."""
        self.events.put_nowait(lambda: event(*arguments))

    async def _read(self, items: Iterable[Item] | AsyncIterable[Item]) -> None:
        source = aiter(items) if isinstance(items, AsyncIterable) else _each(items)
        try:
            while await self._room.acquire():
                self.put(self._taken, read_item(await anext(source)))
        except StopAsyncIteration:
            self.put(self._ended)
        except Exception as error:
            self.put(self._failed, error)

    def _taken(self, item: One | ManilleError) -> None:
        asked = self.ledger.take(item)
        if asked is not None:
            self.ask(*asked)

    def _ended(self) -> None:
        self.ledger.end()
        self.finish()

    def _failed(self, error: Exception) -> None:
        raise error


async def _each(items: Iterable[Item]) -> AsyncIterator[Item]:
    for item in items:
        yield item
