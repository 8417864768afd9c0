"""The canonical form: positions that differ only in names become the same deal.

Seats are rotated so that the leader of the current trick is seat 0, the trump suit becomes the
first suit of the deck, and the plain suits, which all have one order and one set of points, are put
in order of their layout. What was played in complete tricks is forgotten. Any question about the
position has the same answer for the canonical deal, once translated back by the relabelling.

The layout of a suit is one number, a hexadecimal digit for each rank, the strongest first: who has
the card. The layouts of the four suits say all about the cards of a position, so they are its
identity as well as the order of its suits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from manille.solver.cards import DECKS, NO_TRUMP, Card
from manille.solver.deals.deal import Deal
from manille.solver.deals.hands import sort_hand
from manille.solver.deals.position import Position
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Relabelling", "canonical", "layouts", "relabel"]

# The digits of a layout: 0 for a card that is gone, then the seats, then the cards of the trick in
# the order of play. Five seats and five cards leave room in 4 bits.
FIRST_SEAT = 1
FIRST_IN_TRICK = 6
SUIT_BITS = 64  # sixteen ranks; no deck has more than thirteen
SUIT_MASK = (1 << SUIT_BITS) - 1


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
        return self.cards[card]

    @cached_property
    def cards(self) -> dict[Card, Card]:
        """The new name of every card that the family of decks has."""
        return _new_names("".join(self.suits), "".join(self.suits.values()))

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


@lru_cache(maxsize=512)
def _new_names(old: str, new: str) -> dict[Card, Card]:
    """The cards of four suits under other suits; so few, however many are relabelled."""
    deck = next(deck for deck in DECKS.values() if set(old) == set(deck.suits))
    return {
        Card(rank, suit): Card(rank, name)
        for suit, name in zip(old, new, strict=True)
        for rank in deck.ranks
    }


def canonical(position: Position) -> tuple[Deal, Relabelling]:
    """The canonical deal of a position, and the relabelling that leads to it.

    The deal starts at the current trick: the cards of the trick are its ``played``, and the hands
    are those before the first of them.
    """
    relabelling, _ = relabel(position)
    contract = position.contract
    trump = relabelling.suits.get(contract.trump, NO_TRUMP)
    declarer = None if contract.declarer is None else relabelling.seat(contract.declarer)
    hands = [
        sort_hand([relabelling.card(card) for card in cards], contract.rules, trump)
        for cards in _trick_hands(position)
    ]
    played = tuple(relabelling.card(card) for card in position.trick)
    return Deal(contract.rules, trump, 0, tuple(hands), declarer, played=played), relabelling


def relabel(position: Position) -> tuple[Relabelling, tuple[int, ...]]:
    """The relabelling that leads to the canonical deal, and the layouts of its suits.

    Positions under one rule set that agree in the layouts, in whether there is a trump and in the
    new seat of the declarer have the same canonical deal. This is all that it takes to recognize a
    position, and much quicker than to make the deal.
    """
    contract = position.contract
    seats, suits = len(position.hands), contract.rules.family.suits
    rotation = tuple((seat - position.leader) % seats for seat in range(seats))
    by_suit = layouts(contract.rules, contract.trump, position.hands, rotation, position.trick)
    order = sorted(zip(suits, by_suit, strict=True), key=_trump_first(contract.trump))
    # partners are told apart by the leader; a lone declarer is side 0 wherever the lead is
    swapped = contract.rules.sides == "partners" and position.leader % 2 == 1
    names = dict(zip((suit for suit, _ in order), suits, strict=True))
    return Relabelling(rotation, names, swapped), tuple(layout for _, layout in order)


def _trump_first(trump: str) -> Callable[[tuple[str, int]], tuple[bool, int]]:
    return lambda suit: (suit[0] != trump, suit[1])


def layouts(
    rules: RuleSet,
    trump: str,
    hands: Sequence[Sequence[Card]],
    rotation: Sequence[int],
    trick: Sequence[Card] = (),
) -> list[int]:
    """The layout of each suit, in the order of the deck.

    Args:
        rules: the rule set.
        trump: a suit letter or ``NT``; its order may be another.
        hands: the cards that each seat still holds.
        rotation: the new number of each seat.
        trick: the cards of the current trick.
    """
    place = _places(rules, trump)
    total = 0
    for hand, seat in zip(hands, rotation, strict=True):
        total += (FIRST_SEAT + seat) * sum(map(place, hand))
    for digit, card in enumerate(trick, FIRST_IN_TRICK):
        total += digit * place(card)
    return [total >> SUIT_BITS * n & SUIT_MASK for n in range(len(rules.family.suits))]


@lru_cache(maxsize=256)
def _places(rules: RuleSet, trump: str) -> Callable[[Card], int]:
    """For each card a 1 at its digit in the layouts of all suits, put one behind the other."""
    return {
        Card(rank, suit): 1 << SUIT_BITS * n + 4 * place
        for n, suit in enumerate(rules.family.suits)
        for place, rank in enumerate(reversed(rules.order_of(suit, trump)))
    }.__getitem__


def _trick_hands(position: Position) -> list[list[Card]]:
    """The hands before the current trick, the leader's first."""
    seats = len(position.hands)
    order = [(position.leader + place) % seats for place in range(seats)]
    hands = [list(position.hands[seat]) for seat in order]
    for place, card in enumerate(position.trick):
        hands[place].append(card)
    return hands
