"""The books of a stream: which questions are out, and which answers may be handed out."""

from __future__ import annotations

from collections.abc import Iterator
from random import uniform

from manille.client.asking import Failure, One, Outcome
from manille.solver.errors import ManilleError
from manille.wire.refusals import Refusal, Unreachable

__all__ = ["Ledger", "Retries", "may_be_asked_again"]

MOST_TRIES = 4
FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 2.0


class Ledger:
    """Keeps the places of questions and answers. It knows neither threads nor tasks.

    Attributes:
        out: the questions that are asked and not answered, by place, in the order of the source.
        taken: how many the source has given.
    """

    def __init__(self, ordered: bool) -> None:
        """Start a stream whose answers are handed out in order, or as they come."""
        self.out: dict[int, One] = {}
        self.taken = 0
        self._ordered = ordered
        self._ended = False
        self._answered: dict[int, Outcome] = {}
        self._next = 0

    @property
    def done(self) -> bool:
        """Whether the source has ended and every answer was handed out."""
        return self._ended and not self.out and not self._answered

    def take(self, item: One | ManilleError) -> tuple[int, One] | None:
        """Note what the source has given; its place and the question, if there is one to ask."""
        place = self.taken
        self.taken += 1
        if isinstance(item, ManilleError):
            self._answered[place] = item
            return None
        self.out[place] = item
        return place, item

    def answer(self, place: int, outcome: Outcome) -> None:
        """Note what came of a question; one that is answered already is left alone."""
        if self.out.pop(place, None) is not None:
            self._answered[place] = outcome

    def end(self) -> None:
        """Note that the source has no more."""
        self._ended = True

    def ready(self) -> Iterator[tuple[int, Outcome]]:
        """Hand out what may be handed out by now."""
        if not self._ordered:
            while self._answered:
                place = next(iter(self._answered))
                yield place, self._answered.pop(place)
        while self._ordered and self._next in self._answered:
            place = self._next
            self._next += 1
            yield place, self._answered.pop(place)


class Retries:
    """How often, and after which time, a stream that broke off is opened again."""

    def __init__(self) -> None:
        """Start with none."""
        self._tries = 0

    def forget(self) -> None:
        """Note that an answer came: what went wrong before does not count any more."""
        self._tries = 0

    def wait_s(self, error: Failure) -> float | None:
        """Seconds to wait before the next try; None if there is to be none."""
        self._tries += 1
        if not may_be_asked_again(error) or self._tries >= MOST_TRIES:
            return None
        if isinstance(error, Refusal) and error.retry_after_s is not None:
            return min(error.retry_after_s, LONGEST_WAIT_S)
        return min(FIRST_WAIT_S * (1 << self._tries) * uniform(0.8, 1.2), LONGEST_WAIT_S)


def may_be_asked_again(error: Failure) -> bool:
    """Whether another server, or the same one a little later, may answer."""
    return isinstance(error, Refusal) and error.code == Unreachable.code
