"""What each card of a play gave away, from what the hand was worth around it."""

from __future__ import annotations

from typing import NamedTuple

from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.results import PlayValues

__all__ = ["PlayedCard", "played_cards"]


class PlayedCard(NamedTuple):
    """A card of a play.

    Attributes:
        card: the card.
        seat: the seat that played it, in the order of play of the deal.
        trick: the trick, from 1.
        loss: the points that it gave away for the side that played it; None while not proven.
    """

    card: Card
    seat: int
    trick: int
    loss: int | None


def played_cards(deal: Deal, values: PlayValues) -> list[PlayedCard]:
    """The cards that a deal lists as played, each with what it gave away.

    Args:
        deal: the deal.
        values: what it was worth before the first card and after each.
    """
    position, found = Position.start(deal), []
    for number, card in enumerate(deal.played):
        seat = position.to_play
        assert seat is not None
        side = position.contract.side_of[seat]
        before, after = (values.bounds[number + n][side].exact for n in (0, 1))
        loss = None if before is None or after is None else before - after
        found.append(PlayedCard(card, seat, number // deal.rules.seats + 1, loss))
        position = position.play_legal(card)
    return found
