"""What a search found, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.cards import Card

__all__ = ["Bounds", "CardResult", "Solution"]


class Bounds(NamedTuple):
    """Proven bounds of a number of points, both included.

    Attributes:
        low: it is at least this.
        high: it is at most this.
    """

    low: int
    high: int

    @property
    def exact(self) -> int | None:
        """The value, where the bounds meet; a bound alone is never a value."""
        return self.low if self.low == self.high else None

    def against(self, total: int) -> Bounds:
        """The bounds of what the other side takes of ``total`` points."""
        return Bounds(total - self.high, total - self.low)

    def plus(self, points: int) -> Bounds:
        """Both bounds moved up."""
        return Bounds(self.low + points, self.high + points)


@dataclass(frozen=True)
class CardResult:
    """What one legal card is worth.

    Attributes:
        card: the card.
        bounds: points of the side to play over the whole hand, if it plays this card.
        loss: points given away against the best card, 0 for a best one; None while not proven.
        same_as: an equivalent card that stands before it in the hand and has the same result by
            the rules of the game alone; None for a card that stands for itself.
    """

    card: Card
    bounds: Bounds
    loss: int | None
    same_as: Card | None

    @property
    def points(self) -> int | None:
        """The points, where they are proven."""
        return self.bounds.exact


@dataclass(frozen=True)
class Solution:
    """The answer to a position.

    Attributes:
        bounds: points of side 0 and of side 1 over the whole hand, cards already played included.
        score: the hand score of side 0 and side 1, None where it is not known: points not proven,
            a bid that was not given, an ending instead of a whole hand, or a rule set that scores
            nothing. In auction games the second figure is what each other seat scores.
        cards: what each legal card is worth, in the order of the hand; None if not asked for.
        line: one best line to the end; None if not asked for or not found within the limits.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time.
    """

    bounds: tuple[Bounds, Bounds]
    score: tuple[int, int] | None
    cards: tuple[CardResult, ...] | None
    line: tuple[Card, ...] | None
    nodes: int
    time_s: float

    @property
    def exact(self) -> bool:
        """Whether the points are proven."""
        return self.points is not None

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of side 0 and side 1, where they are proven."""
        first, second = (bounds.exact for bounds in self.bounds)
        return None if first is None or second is None else (first, second)
