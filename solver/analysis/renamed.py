"""A position in its canonical form, and the way there and back.

Searches run over canonical positions and their answers are translated back, so that renaming suits
or rotating seats changes nothing but the names.
"""

from __future__ import annotations

from manille.solver.cards import Card
from manille.solver.deals import Position, canonical
from manille.solver.results import Bounds

__all__ = ["Renamed"]


class Renamed:
    """The canonical form of a position.

    Later positions of the same hand are translated by the names of the first one.
    """

    def __init__(self, position: Position) -> None:
        """Find the canonical form."""
        deal, self._there = canonical(position)
        self._back = self._there.inverse()
        self.position = Position.of(deal)

    @property
    def first_side(self) -> int:
        """The side that is side 0 in the canonical form."""
        return int(self._there.swapped)

    def there(self, card: Card) -> Card:
        """The canonical name of a card."""
        return self._there.card(card)

    def back(self, card: Card) -> Card:
        """The name that a card had."""
        return self._back.card(card)

    def place(self, card: Card) -> int:
        """The place of a card of the seat to play in its canonical hand."""
        return self.position.hand.index(self.there(card))

    def sides(self, position: Position, left: Bounds) -> tuple[Bounds, Bounds]:
        """Both sides' points over the whole hand, from what the canonical side 0 still takes.

        Args:
            position: the position that was searched, in the names that it had.
            left: what the canonical side 0 takes from there on.
        """
        pair = (left, left.against(position.points_left))
        first, second = reversed(pair) if self.first_side else pair
        return first.plus(position.points[0]), second.plus(position.points[1])

    def left(self, position: Position, points: Bounds) -> Bounds:
        """What the canonical side 0 still takes, where side 0 takes ``points`` of the whole hand.

        The inverse of :meth:`sides`.
        """
        left = points.plus(-position.points[0])
        return left.against(position.points_left) if self.first_side else left
