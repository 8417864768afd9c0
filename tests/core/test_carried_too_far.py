"""Two positions of a deal of which the second was answered wrong by a table made faulty on purpose.

What was proven of the first does not hold for the second, though their hands have the same lengths.
"""

from __future__ import annotations

from dataclasses import replace

from manille.solver.cards import Card
from manille.solver.core.engine import Engine
from manille.solver.deals import Position
from manille.solver.rules import RuleSet, load
from manille.solver.rules.contract import Contract


def cards(text: str) -> tuple[Card, ...]:
    """Cards as rank and suit, `QS 4D`."""
    return tuple(Card(rank, suit) for rank, suit in text.split())


def hands(*texts: str) -> tuple[tuple[Card, ...], ...]:
    """The hands of all seats."""
    return tuple(cards(text) for text in texts)


def house_rules(base: str, **flags: object) -> RuleSet:
    """A rule set with some flags of its own."""
    return replace(load(base), **flags)


def test_suit_longer_than_the_owners_of_an_entry() -> None:
    """Nine and more cards of a suit must be alike to the end; the entry itself keeps eight."""
    rules = house_rules(
        "whist",
        beat_plain="always", beat_trump="always", ruff="always", when_unable="trump",
        points=dict(zip("AKQJT98765432", (3, 3, 3, 11, 2, 1, 1, 1, 3, 1, 1, 3, 0), strict=True)),
        trump_points=dict(
            zip("AKQJT98765432", (0, 3, 0, 3, 3, 3, 2, 0, 2, 3, 3, 0, 0), strict=True)
        ),
        trump_order="A425K9QT63J78", trick_points=0, last_trick_points=10,
    )  # fmt: skip
    contract = Contract(rules, "D")
    dealt = hands(
        "QS 4D JD TD QD 4H", "KS 5D 6D JS 5H TC", "6S 9S 2D 3D 8D 7D", "KD 4C 9D 4S AD 3H"
    )
    engine = Engine(Position(contract, dealt), without=("equal",))
    first = hands("4D TD JD QS 4H", "6D 5D TC KS JS", "9S 6S 7D 2D 8D", "KD 9D AD 4C 3H")
    second = hands("JD TD 4D QS 4H", "5D 6D TC JS KS", "9S 6S 2D 3D 8D", "KD AD 9D 4C 3H")
    for position, value in (
        (Position(contract, first, leader=3), 23),
        (Position(contract, second, leader=3), 25),
    ):
        engine.turn_to(position)
        assert engine.value() == (value, value)


def test_exempt_from_beating_while_partner_wins() -> None:
    """That partner's card is above the other side's is a comparison, and marks it."""
    rules = house_rules(
        "manillen-101",
        beat_plain="opponent", beat_trump="opponent", ruff="always", overruff="never",
        when_unable="not_trump", trick_points=0, last_trick_points=1,
    )  # fmt: skip
    contract = Contract(rules, "S")
    dealt = hands(
        "7S JH AD AH 9D 7H 8S QS", "9S 9C 7C AS 8C JC TD TS", "8D QD QH 9H KS JD KD JS",
        "TH 8H KH QC AC TC KC 7D",
    )  # fmt: skip
    engine = Engine(Position(contract, dealt))
    first = hands("JH 7H 7S", "AS JC TD", "KD 8D QH", "TC QC 8H")
    second = hands("AH 7H 7S", "9S 9C TD", "JD KD QH", "TC QC KH")
    for position, value in (
        (Position(contract, first, leader=2), 18),
        (Position(contract, second, leader=2), 17),
    ):
        engine.turn_to(position)
        assert engine.value() == (value, value)
