"""The cards played of a deal, each with its seat and with the trick that it was played to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from manille.solver.cards import Card
from manille.solver.deals import Deal
from manille.solver.rules.contract import Contract

__all__ = ["Play", "record"]


@dataclass(frozen=True)
class Play:
    """A card played.

    Attributes:
        seat: who played it, in the order of play of the deal.
        card: the card.
        number: the number of the trick, from 1.
        leader: the seat that led the trick.
        trick: the cards of the trick before this one.
    """

    seat: int
    card: Card
    number: int
    leader: int
    trick: tuple[Card, ...]

    def winning(self, contract: Contract) -> Card:
        """The card that was winning the trick. There must be one."""
        return self.trick[contract.winner(self.trick)]


def record(deal: Deal) -> Iterator[Play]:
    """The cards played, in their order, whether legal or not.

    Raises:
        DealError: cards are played, and trump or declarer is not known.
    """
    seats, leader = deal.rules.seats, 0
    trick: tuple[Card, ...] = ()
    for place, card in enumerate(deal.played):
        seat = (leader + len(trick)) % seats
        yield Play(seat, card, place // seats + 1, leader, trick)
        trick = (*trick, card)
        if len(trick) == seats:
            leader, trick = (leader + deal.contract.winner(trick)) % seats, ()
