"""Questions under way, each once: who asks the same meanwhile joins, the last to leave ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from manille.server.desk.answered import Answered
from manille.solver.analysis import Asked, CancelToken
from manille.solver.limits import Limits
from manille.wire.refusals import Refusal

__all__ = ["Flight", "Flights", "Landed", "Stage", "Terms"]

Landed = Answered | Refusal


class Stage(Enum):
    """How far a flight has come."""

    LOOKUP = auto()  # the cache is asked
    QUEUED = auto()  # it waits for a thread
    SEARCH = auto()  # it is searched
    LANDED = auto()  # there is an answer, or a reason why there is none; or nobody wants it


@dataclass(frozen=True)
class Terms:
    """How far a search may go, and until when it must have ended.

    Attributes:
        limits: the limits of the question, as far as the server allows them.
        ends_at: the time of the event loop at which it ends with what is proven by then, because
            its callers want that before their deadlines; None if they want the whole answer.
        slack_s: how much earlier than ``ends_at`` it may end as well.
    """

    limits: Limits
    ends_at: float | None = None
    slack_s: float = 0.0

    def met_by(self, other: Terms) -> bool:
        """Whether a caller with these terms is served by a search on others.

        Other limits may lead to another place. And a caller who wants the bounds before its
        deadline needs a search that ends before it, but not long before.
        """
        if self.limits != other.limits or (self.ends_at is None) != (other.ends_at is None):
            return False
        if self.ends_at is None or other.ends_at is None:
            return True
        return self.ends_at - self.slack_s <= other.ends_at <= self.ends_at


@dataclass(eq=False)
class Flight:
    """One question under way.

    Attributes:
        question: the question of whoever asked first.
        terms: how far its search may go.
        landed: gets the answer, or the reason why there is none.
        waiting: how many callers wait for it.
        stage: how far it has come.
        token: ends its search.
        timer: calls for what can be had at ``terms.ends_at``.
    """

    question: Asked
    terms: Terms
    landed: asyncio.Future[Landed]
    waiting: int = 0
    stage: Stage = Stage.LOOKUP
    token: CancelToken = field(default_factory=CancelToken)
    timer: asyncio.TimerHandle | None = None


class Flights:
    """All questions under way."""

    def __init__(self) -> None:
        """Begin with none."""
        self._by_key: dict[bytes, list[Flight]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Flight]:
        return (flight for flights in self._by_key.values() for flight in flights)

    def find(self, key: bytes, terms: Terms) -> Flight | None:
        """A flight that serves a caller with these terms."""
        for flight in self._by_key.get(key, ()):
            if terms.met_by(flight.terms):
                return flight
        return None

    def add(self, flight: Flight) -> None:
        """Let others join a flight."""
        self._by_key.setdefault(flight.question.key, []).append(flight)
        self._count += 1

    def remove(self, flight: Flight) -> None:
        """Let nobody join it any more."""
        key = flight.question.key
        self._by_key[key].remove(flight)
        if not self._by_key[key]:
            del self._by_key[key]
        self._count -= 1
