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

__all__ = ["Found", "FoundCard", "FoundError"]


class FoundCard(NamedTuple):
    """What one legal card leads to.

    Attributes:
        card: the card, in canonical names.
        left: what the canonical side 0 takes from the position on, if this card is played.
        same_as: the equivalent card before it in the hand whose value this is; None for a card
            that stands for itself.
        line: one best line to the end that begins with the card; None if not asked for or not
            found, and for a card that is the same as another one.
    """

    card: Card
    left: Bounds
    same_as: Card | None
    line: tuple[Card, ...] | None = None


class FoundError(NamedTuple):
    """A card of a play that gave something away, and what would have been better.

    Attributes:
        number: which card of the play it is, from 0.
        best: the legal cards that would have given nothing away.
        better: one best line to the end from the moment before it.
        refutation: one best line to the end from the moment after it.
    """

    number: int
    best: tuple[Card, ...]
    better: tuple[Card, ...]
    refutation: tuple[Card, ...]


@dataclass(frozen=True)
class Found:
    """What was found out, in canonical names.

    Attributes:
        values: what side 0 still takes: of a position one value, of a table one for each cell, of
            a play one for each moment, there over the whole hand.
        cards: the legal cards in the order of the canonical hand; None if not asked for.
        line: one best line to the end; None if not asked for or not found.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time that the search took.
        complete: whether no limit left anything open. Only what is complete is worth keeping:
            asked again, it would be the same.
        errors: of a play that is reviewed, the cards that gave something away, in their order; None
            if not asked for.
    """

    values: tuple[Bounds, ...]
    cards: tuple[FoundCard, ...] | None = None
    line: tuple[Card, ...] | None = None
    nodes: int = 0
    time_s: float = 0.0
    complete: bool = True
    errors: tuple[FoundError, ...] | None = None
