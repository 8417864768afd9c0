"""A stream of questions for threads: taken from a source, asked, the answers handed out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import TypeAlias

from manille.client.asking import Item, One, Outcome, read_items
from manille.client.ledger import Ledger
from manille.solver.errors import ManilleError

__all__ = ["Flow"]

Event: TypeAlias = Callable[[], None]


class Flow(ABC):
    """One stream, from the first question to the last answer.

    Whatever happens becomes an event, and the thread that takes the answers works through the
    events: so the books need no lock. The source is read by a thread of its own, since it may block
    or be slow; it is asked for no more than ``ahead`` questions beyond what was handed out.
    """

    def __init__(self, ordered: bool, ahead: int) -> None:
        """Take how answers are handed out, and how many questions may be under way."""
        self.ledger = Ledger(ordered)
        self.events: SimpleQueue[Event] = SimpleQueue()
        self._room = Semaphore(ahead)
        self._stopped = False

    def run(self, items: Iterable[Item]) -> Generator[tuple[int, Outcome], None, None]:
        """The answers, each with the place of its question."""
        # a daemon, since it may be waiting for a line of standard input for ever
        Thread(target=self._read, args=(items,), name="questions", daemon=True).start()
        try:
            while not self.ledger.done:
                self.events.get()()
                for place, outcome in self.ledger.ready():
                    self._room.release()
                    yield place, outcome
        finally:
            self._stopped = True
            self._room.release()
            self.stop()

    @abstractmethod
    def ask(self, place: int, question: One) -> None:
        """Have a question answered; what comes of it is put into the events."""

    @abstractmethod
    def finish(self) -> None:
        """The source has ended: there will be no more questions."""

    @abstractmethod
    def stop(self) -> None:
        """Nobody wants answers any more: end what is under way."""

    def put(self, event: Callable[..., None], *arguments: object) -> None:
        """Add an event, from any thread."""
        self.events.put(lambda: event(*arguments))

    # ------------------------------------------------------------------- on the thread that reads

    def _read(self, items: Iterable[Item]) -> None:
        source = read_items(items)
        try:
            while self._has_room() and (item := next(source, None)) is not None:
                self.put(self._taken, item)
            self.put(self._ended)
        except BaseException as error:
            self.put(self._failed, error)

    def _has_room(self) -> bool:
        self._room.acquire()
        return not self._stopped

    # ------------------------------------------------------------ on the thread that takes answers

    def _taken(self, item: One | ManilleError) -> None:
        asked = self.ledger.take(item)
        if asked is not None:
            self.ask(*asked)

    def _ended(self) -> None:
        self.ledger.end()
        self.finish()

    def _failed(self, error: BaseException) -> None:
        raise error
