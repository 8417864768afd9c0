"""Our deals in the forms of the other solvers, and their cards in ours.

Pure functions, so that they can be tested where no peer is installed.
"""

from __future__ import annotations

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.deals import Deal

__all__ = [
    "MIRROR",
    "card_of_colver",
    "colver_card",
    "colver_hands",
    "colver_points",
    "dds_leader",
    "dds_trump",
    "taken_of_cell",
    "to_pbn",
]

SUITS = "SHDC"
COLVER_RANKS = "789JQKTA"
COLVER_ALL_TRICKS = 252
"""What colver counts for all tricks, where the cards and the last trick are worth 162."""
BELOTE_TOTAL = 162

# Bridge goes clockwise and the Manille games anticlockwise. With east and west exchanged the order
# of play is the same.
MIRROR = {"N": "N", "W": "E", "S": "S", "E": "W"}
CLOCKWISE = "NESW"
FULL_HAND = 13


def colver_card(card: Card) -> int:
    """The number of a card in colver: eight to a suit, in the order 7 8 9 J Q K T A."""
    return SUITS.index(card.suit) * len(COLVER_RANKS) + COLVER_RANKS.index(card.rank)


def card_of_colver(number: int) -> Card:
    """The card that colver means by a number."""
    suit, rank = divmod(number, len(COLVER_RANKS))
    return Card(COLVER_RANKS[rank], SUITS[suit])


def colver_hands(deal: Deal) -> list[list[int]]:
    """The hands for colver, whose seats 0 1 2 3 are in the order of play as ours are."""
    return [[colver_card(card) for card in hand] for hand in deal.open_hands]


def colver_points(points: int) -> int:
    """The card points of a side, from those of colver, which counts all tricks as 252."""
    return BELOTE_TOTAL if points == COLVER_ALL_TRICKS else points


def to_pbn(deal: Deal) -> str:
    """The deal in PBN, mirrored, with the hand of the leader first."""
    hands = [
        ".".join("".join(card.rank for card in hand if card.suit == suit) for suit in SUITS)
        for hand in deal.open_hands
    ]
    return f"{MIRROR[deal.leader]}:{' '.join(hands)}"


def dds_leader(deal: Deal, seat: int = 0) -> int:
    """The number, in DDS (N E S W), of one of our seats, which count from the first leader."""
    return (CLOCKWISE.index(MIRROR[deal.leader]) + seat) % len(CLOCKWISE)


def dds_trump(trump: str) -> int:
    """The number of a trump in DDS: spades, hearts, diamonds, clubs, no trump."""
    return (*SUITS, NO_TRUMP).index(trump)


def taken_of_cell(tricks: int, leader: int, cell: int) -> int:
    """The tricks of side 0, from the cell of DDS for the declarer whose left opponent leads.

    Args:
        tricks: how many the deal has.
        leader: the seat that leads, in our numbers.
        cell: what DDS says the declarer takes. Of an ending it counts the missing tricks as the
            declarer's, so 13 less the cell is what the leader's side takes in either case.
    """
    of_leader = FULL_HAND - cell
    return of_leader if leader % 2 == 0 else tricks - of_leader
