"""What a played hand was worth, card by card, and what was given away, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.cards import Card
from manille.solver.results import Bounds

__all__ = ["Moment", "Review", "ReviewedCard", "Totals"]


class Moment(NamedTuple):
    """What a hand was worth at a moment of its play, if all play as well as can be from there.

    Attributes:
        bounds: points of side 0 and of side 1 over the whole hand.
        score: the hand score of side 0 and side 1, None where it is not known, as that of a
            :class:`~manille.solver.results.Solution`.
    """

    bounds: tuple[Bounds, Bounds]
    score: tuple[int, int] | None

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of side 0 and side 1, where they are proven."""
        first, second = (bounds.exact for bounds in self.bounds)
        return None if first is None or second is None else (first, second)


class ReviewedCard(NamedTuple):
    """A card of a play, and what came of it.

    Attributes:
        card: the card.
        seat: the seat that played it, in the order of play of the deal.
        trick: the trick, from 1.
        after: what the hand was worth after it.
        loss: the points that it gave away for the side that played it; None while not proven. Less
            than 0 only for a card that broke an obligation: it gained what no legal card could.
        score_loss: what it cost a seat of that side in net score (see
            :func:`~manille.solver.rules.foreseen.net_score`), 0 for a card that gave points away
            but nothing of the score; None where the scores are not known.
        obligation: the word of the obligation that it broke, see
            :class:`~manille.solver.rules.Obligation`; None for a legal card.
        turning_point: whether another side scores the hand after it than before (or one where
            nobody did, or nobody any more) or, under rules that score nothing, has more points.
        best: where it gave something away, the legal cards that would have given nothing away, in
            the order of the hand; else none, and none if a limit was met before they were found.
        better: likewise one best line to the end from the moment before it; its first card is one
            of the best.
        refutation: likewise one best line to the end from the moment after it, which shows what it
            gave away.
    """

    card: Card
    seat: int
    trick: int
    after: Moment
    loss: int | None
    score_loss: float | None
    obligation: str | None = None
    turning_point: bool = False
    best: tuple[Card, ...] = ()
    better: tuple[Card, ...] = ()
    refutation: tuple[Card, ...] = ()

    @property
    def erred(self) -> bool:
        """Whether it is proven to have given points away."""
        return self.loss is not None and self.loss > 0


class Totals(NamedTuple):
    """What a seat, or a side, gave away with all its cards.

    Attributes:
        loss: the points that its legal cards gave away, as far as that is proven.
        cards: how many of them gave something away.
        score_loss: what they cost in net score, as far as that is known; None where no score of the
            hand is known at all.
        illegal: how many of its cards broke an obligation; they are in none of the other figures.
    """

    loss: int
    cards: int
    score_loss: float | None
    illegal: int


@dataclass(frozen=True)
class Review:
    """A hand along its play.

    Attributes:
        start: what it was worth before the first card.
        cards: the cards that were played, in their order.
        seats: what each seat gave away, in the order of play of the deal.
        sides: what side 0 and side 1 gave away.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time.
    """

    start: Moment
    cards: tuple[ReviewedCard, ...]
    seats: tuple[Totals, ...]
    sides: tuple[Totals, Totals]
    nodes: int
    time_s: float

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What the hand was worth before the first card, and then after each."""
        return (self.start, *(card.after for card in self.cards))

    @property
    def bounds(self) -> tuple[tuple[Bounds, Bounds], ...]:
        """The points of both sides at each moment."""
        return tuple(moment.bounds for moment in self.moments)

    @property
    def exact(self) -> bool:
        """Whether the points of every moment are proven."""
        return all(moment.points is not None for moment in self.moments)

    @property
    def errors(self) -> tuple[ReviewedCard, ...]:
        """The cards that are proven to have given points away, illegal ones included."""
        return tuple(card for card in self.cards if card.erred)

    @property
    def illegal(self) -> tuple[ReviewedCard, ...]:
        """The cards that broke an obligation."""
        return tuple(card for card in self.cards if card.obligation is not None)
