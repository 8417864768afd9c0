"""What a search found, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.cards import Card

__all__ = [
    "Bounds",
    "CardResult",
    "DoubleDummyTable",
    "PlayValues",
    "ReachResult",
    "Solution",
    "TableCell",
]


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

    def within(self, other: Bounds) -> Bounds:
        """The bounds, where both are proven."""
        return Bounds(max(self.low, other.low), min(self.high, other.high))

    def settles(self, window: Bounds | None) -> bool:
        """Whether they say all that a window asks: the value, or on which side of it that lies."""
        if self.exact is not None:
            return True
        return window is not None and (self.high < window.low or self.low > window.high)


class CardResult(NamedTuple):
    """What one legal card is worth.

    Attributes:
        card: the card.
        bounds: points of the side to play over the whole hand, if it plays this card.
        loss: points given away against the best card, 0 for a best one; None while not proven.
        same_as: an equivalent card that stands before it in the hand and has the same result by
            the rules of the game alone; None for a card that stands for itself.
        line: one best line to the end that begins with the card, which shows its loss; None if not
            asked for, or not found within the limits.
    """

    card: Card
    bounds: Bounds
    loss: int | None
    same_as: Card | None
    line: tuple[Card, ...] | None = None

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
        window: the points of side 0 over the whole hand that were to be known exactly, where not
            all of them were; of points below or above, only that they lie there.
    """

    bounds: tuple[Bounds, Bounds]
    score: tuple[int, int] | None
    cards: tuple[CardResult, ...] | None
    line: tuple[Card, ...] | None
    nodes: int
    time_s: float
    window: Bounds | None = None

    @property
    def exact(self) -> bool:
        """Whether the points are proven."""
        return self.points is not None

    @property
    def settled(self) -> bool:
        """Whether no limit left anything open: the points are proven, or lie beside the window."""
        return self.bounds[0].settles(self.window)

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of side 0 and side 1, where they are proven."""
        return _exact(self.bounds)


@dataclass(frozen=True)
class ReachResult:
    """The answer to a yes/no question: does a side take at least so many points?

    Attributes:
        points: how many it was to take over the whole hand, cards already played included.
        side: the side, 0 or 1.
        answer: whether it does with the best play of both sides; None if a limit was met before.
        bounds: what is proven of the points of side 0 and of side 1, the answer included.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time.
    """

    points: int
    side: int
    answer: bool | None
    bounds: tuple[Bounds, Bounds]
    nodes: int
    time_s: float


@dataclass(frozen=True)
class TableCell:
    """What a deal is worth under one contract.

    Attributes:
        trump: a suit letter, or ``NT``.
        leader: the seat that leads first, in the order of play of the deal.
        declarer: the declarer's seat likewise, where the sides depend on it; else None.
        bounds: points of side 0 and of side 1. Side 0 is the declarer alone; where partners play,
            it is that of the deal's first seat in every cell, whoever leads.
        score: the hand score of side 0 and side 1, None where it is not known: as that of a
            :class:`Solution`, in auction games for the bid that the deal names.
    """

    trump: str
    leader: int
    declarer: int | None
    bounds: tuple[Bounds, Bounds]
    score: tuple[int, int] | None = None

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of side 0 and side 1, where they are proven."""
        return _exact(self.bounds)


@dataclass(frozen=True)
class DoubleDummyTable:
    """What a deal is worth under every contract: trump and leader, or trump and declarer.

    Attributes:
        cells: a cell for each trump and, within it, for each seat that leads or declares.
        nodes: seats to play that were looked at, over all cells.
        time_s: seconds of wall time.
        window: the points of side 0 that were to be known exactly, where not all of them were.
    """

    cells: tuple[TableCell, ...]
    nodes: int
    time_s: float
    window: Bounds | None = None

    @property
    def exact(self) -> bool:
        """Whether the points of every cell are proven."""
        return all(cell.points is not None for cell in self.cells)

    @property
    def settled(self) -> bool:
        """Whether no limit left anything open: all points are proven, or lie beside the window."""
        return all(cell.bounds[0].settles(self.window) for cell in self.cells)

    def cell(self, trump: str, seat: int) -> TableCell:
        """The cell of a trump and of the seat that declares or, where partners play, leads.

        Raises:
            KeyError: the table has no such cell.
        """
        for cell in self.cells:
            if cell.trump == trump and seat == _seat(cell):
                return cell
        raise KeyError((trump, seat))


@dataclass(frozen=True)
class PlayValues:
    """What a hand was worth at each moment of its play.

    Attributes:
        bounds: points of side 0 and of side 1 over the whole hand, if both play as well as can be
            from there: before the first card, and then after each card that was played.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time.
    """

    bounds: tuple[tuple[Bounds, Bounds], ...]
    nodes: int
    time_s: float

    @property
    def exact(self) -> bool:
        """Whether the points of every moment are proven."""
        return all(_exact(pair) is not None for pair in self.bounds)


def _exact(pair: tuple[Bounds, Bounds]) -> tuple[int, int] | None:
    first, second = (bounds.exact for bounds in pair)
    return None if first is None or second is None else (first, second)


def _seat(cell: TableCell) -> int:
    """The seat that tells the cells of one trump apart."""
    return cell.leader if cell.declarer is None else cell.declarer
