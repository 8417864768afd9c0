"""Cards that are the same by the rules of the game alone."""

from __future__ import annotations

from manille.solver.cards import Card
from manille.solver.deals import Position

__all__ = ["equivalent_cards"]


def equivalent_cards(position: Position) -> dict[Card, Card]:
    """For each legal card the first card of the hand that it is equivalent to, often itself.

    Two legal cards of a hand are equivalent if they are of one suit, count the same, and no card
    lies between them that another seat holds or that is winning the trick: whatever happens, they
    can change places. (Cards that merely turn out to be worth the same are not equivalent.)
    """
    contract = position.contract
    found: dict[Card, Card] = {}
    for card in sorted(position.legal_cards(), key=contract.strength.__getitem__, reverse=True):
        twins = [
            first
            for first in dict.fromkeys(found.values())
            if first.suit == card.suit
            and contract.points[first] == contract.points[card]
            and not _between(position, first, card)
        ]
        found[card] = twins[0] if twins else card
    return {card: found[card] for card in position.hand if card in found}


def _between(position: Position, strong: Card, weak: Card) -> bool:
    """Whether a card of another seat, or the winning one, lies between two cards of a suit."""
    contract, seat = position.contract, position.to_play
    foreign = [card for n, hand in enumerate(position.hands) if n != seat for card in hand]
    if position.trick:
        foreign.append(position.trick[contract.winner(position.trick)])
    low, high = contract.strength[weak], contract.strength[strong]
    return any(c.suit == strong.suit and low < contract.strength[c] < high for c in foreign)
