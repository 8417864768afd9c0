"""What a search finds out about a canonical position, free of the names that anybody gave.

This is what is kept and shared: everything in it is in canonical names and about what is still to
be taken, so it holds for every question that has the same canonical form. The question translates
it back into an answer in its own names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.cards import Card
from manille.solver.results import Bounds

__all__ = ["Found", "FoundCard"]


class FoundCard(NamedTuple):
    """What one legal card leads to.

    Attributes:
        card: the card, in canonical names.
        left: what the canonical side 0 takes from the position on, if this card is played.
        same_as: the equivalent card before it in the hand whose value this is; None for a card
            that stands for itself.
    """

    card: Card
    left: Bounds
    same_as: Card | None


@dataclass(frozen=True)
class Found:
    """What was found out, in canonical names.

    Attributes:
        values: what side 0 still takes: of a position one value, of a table one for each cell, of
            a play one for each moment.
        cards: the legal cards in the order of the canonical hand; None if not asked for.
        line: one best line to the end; None if not asked for or not found.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time that the search took.
        complete: whether no limit left anything open. Only what is complete is worth keeping:
            asked again, it would be the same.
    """

    values: tuple[Bounds, ...]
    cards: tuple[FoundCard, ...] | None = None
    line: tuple[Card, ...] | None = None
    nodes: int = 0
    time_s: float = 0.0
    complete: bool = True
