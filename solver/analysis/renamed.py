"""A position in its canonical form, and the way there and back.

Searches run over canonical positions and their answers are translated back, so that renaming suits
or rotating seats changes nothing but the names.
"""

from __future__ import annotations

from functools import cached_property

from manille.solver.deals import Position, canonical
from manille.solver.deals.canonical import relabel
from manille.solver.results import Bounds

__all__ = ["Renamed"]

LAYOUT_BYTES = 8


class Renamed:
    """The canonical form of a position.

    Later positions of the same hand are translated by the names of the first one.

    Attributes:
        original: the position in the names that it had.
        there: the relabelling that leads to the canonical form.
        back: the one that leads back.
        first_side: the side that is side 0 in the canonical form.
    """

    def __init__(self, position: Position) -> None:
        """Find the canonical names; the canonical position is made when it is first asked for."""
        self.original = position
        self.there, self._layouts = relabel(position)
        self.back = self.there.inverse()
        self.first_side = int(self.there.swapped)

    @cached_property
    def position(self) -> Position:
        """The canonical position."""
        deal, _ = canonical(self.original)
        return Position.of(deal)

    @property
    def key(self) -> bytes:
        """The identity of the canonical position: equal for equal ones, under any rules."""
        contract = self.original.contract
        declarer = 0 if contract.declarer is None else 1 + self.there.seat(contract.declarer)
        head = contract.rules.fingerprint.encode() + bytes((contract.has_trump, declarer))
        return head + b"".join([layout.to_bytes(LAYOUT_BYTES) for layout in self._layouts])

    def sides(self, left: Bounds) -> tuple[Bounds, Bounds]:
        """Both sides' points over the whole hand, from what the canonical side 0 still takes."""
        pair = (left, left.against(self.original.points_left))
        first, second = pair[::-1] if self.first_side else pair
        taken = self.original.points
        return first.plus(taken[0]), second.plus(taken[1])

    def left(self, points: Bounds) -> Bounds:
        """What the canonical side 0 still takes, where side 0 takes ``points`` of the whole hand.

        The inverse of :meth:`sides`.
        """
        left = points.plus(-self.original.points[0])
        return left.against(self.original.points_left) if self.first_side else left
