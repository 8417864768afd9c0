"""The slow twin of the layouts: who has each card of a suit, in letters that one can read."""

from __future__ import annotations

from manille.solver.cards import Card
from manille.solver.deals import Position


def text_layouts(position: Position, rotation: tuple[int, ...]) -> dict[str, str]:
    """By suit who has each rank, strong to weak: a seat, a letter in the trick, ``-`` gone."""
    rules, trump = position.contract.rules, position.contract.trump
    place = {card: str(rotation[seat]) for seat, hand in enumerate(position.hands) for card in hand}
    place |= {card: "abcde"[at] for at, card in enumerate(position.trick)}
    return {
        suit: "".join(place.get(Card(rank, suit), "-") for rank in rules.order_of(suit, trump))
        for suit in rules.family.suits
    }


def text_suit_names(position: Position) -> dict[str, str]:
    """The canonical name of each suit, by the order of those texts."""
    rules, trump, seats = position.contract.rules, position.contract.trump, len(position.hands)
    rotation = tuple((seat - position.leader) % seats for seat in range(seats))
    texts = text_layouts(position, rotation)
    order = sorted(rules.family.suits, key=lambda suit: (suit != trump, texts[suit]))
    return dict(zip(order, rules.family.suits, strict=True))
