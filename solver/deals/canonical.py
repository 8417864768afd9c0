"""The canonical form: positions that differ only in names become the same deal.

Seats are rotated so that the leader of the current trick is seat 0, the trump suit becomes the
first suit of the deck, and the plain suits, which all have one order and one set of points, are put
in order of their layout. What was played in complete tricks is forgotten. Any question about the
position has the same answer for the canonical deal, once translated back by the relabelling.
"""

from __future__ import annotations

from dataclasses import dataclass

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.deals.deal import Deal
from manille.solver.deals.hands import sort_hand
from manille.solver.deals.position import Position

__all__ = ["Relabelling", "canonical"]


@dataclass(frozen=True)
class Relabelling:
    """A renaming of seats and suits.

    Attributes:
        seats: for each old seat its new number.
        suits: for each old suit letter its new letter.
        swapped: whether side 0 and side 1 change places.
    """

    seats: tuple[int, ...]
    suits: dict[str, str]
    swapped: bool

    def card(self, card: Card) -> Card:
        """The new name of a card."""
        return Card(card.rank, self.suits[card.suit])

    def seat(self, seat: int) -> int:
        """The new number of a seat."""
        return self.seats[seat]

    def points(self, points: tuple[int, int]) -> tuple[int, int]:
        """A pair of figures, one a side, in the new order of the sides."""
        return (points[1], points[0]) if self.swapped else points

    def inverse(self) -> Relabelling:
        """The renaming that leads back."""
        seats = tuple(self.seats.index(new) for new in range(len(self.seats)))
        return Relabelling(seats, {new: old for old, new in self.suits.items()}, self.swapped)


def canonical(position: Position) -> tuple[Deal, Relabelling]:
    """The canonical deal of a position, and the relabelling that leads to it.

    The deal starts at the current trick: the cards of the trick are its ``played``, and the hands
    are those before the first of them.
    """
    contract = position.contract
    seats = len(position.hands)
    rotation = tuple((seat - position.leader) % seats for seat in range(seats))
    suits = _suit_names(position, rotation)
    # partners are told apart by the leader; a lone declarer is side 0 wherever the lead is
    swapped = contract.rules.sides == "partners" and contract.side_of[position.leader] == 1
    relabelling = Relabelling(rotation, suits, swapped)
    trump = suits.get(contract.trump, NO_TRUMP)
    declarer = None if contract.declarer is None else rotation[contract.declarer]
    hands = [
        sort_hand([relabelling.card(card) for card in cards], contract.rules, trump)
        for cards in _trick_hands(position)
    ]
    played = tuple(relabelling.card(card) for card in position.trick)
    return Deal(contract.rules, trump, 0, tuple(hands), declarer, played=played), relabelling


def _trick_hands(position: Position) -> list[list[Card]]:
    """The hands before the current trick, the leader's first."""
    seats = len(position.hands)
    order = [(position.leader + place) % seats for place in range(seats)]
    hands = [list(position.hands[seat]) for seat in order]
    for place, card in enumerate(position.trick):
        hands[place].append(card)
    return hands


def _suit_names(position: Position, rotation: tuple[int, ...]) -> dict[str, str]:
    rules, trump = position.contract.rules, position.contract.trump
    layouts = _layouts(position, rotation)
    order = sorted(rules.family.suits, key=lambda suit: (suit != trump, layouts[suit]))
    return dict(zip(order, rules.family.suits, strict=True))


def _layouts(position: Position, rotation: tuple[int, ...]) -> dict[str, str]:
    """By suit who has each rank, strong to weak: a seat, a letter in the trick, ``-`` gone."""
    rules, trump = position.contract.rules, position.contract.trump
    place = {c: str(rotation[s]) for s, hand in enumerate(position.hands) for c in hand}
    place |= {card: "abcde"[at] for at, card in enumerate(position.trick)}
    return {
        suit: "".join(place.get(Card(rank, suit), "-") for rank in rules.order_of(suit, trump))
        for suit in rules.family.suits
    }
