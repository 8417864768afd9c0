"""Equivalent cards: by hand, and against the values of the slow twin."""

from __future__ import annotations

import pytest

from manille.solver.analysis import equivalent_cards
from manille.solver.deals import Position, format_deal, parse_deal, random_ending
from manille.solver.reference import card_points
from manille.solver.rules import load, names


def groups(text: str) -> set[str]:
    """The groups of more than one card, such as ``9S=8S=7S``."""
    found: dict[str, list[str]] = {}
    for card, first in equivalent_cards(Position.of(parse_deal(text))).items():
        found.setdefault(str(first), []).append(str(card))
    return {"=".join(cards) for cards in found.values() if len(cards) > 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # nothing between, nothing counted
        ("manillen S N:987... TAK... QJ.9.. .87.9.", {"9S=8S=7S"}),
        # another seat holds the 8
        ("manillen S N:97... T8... QJ... A.9..", set()),
        # the 8 was played in an earlier trick, here: is in no hand
        ("manillen S N:97... TJ... QK... A.9..", {"9S=7S"}),
        # neighbors that count differently are not equivalent
        ("manillen S N:TA... K7... QJ... 98...", set()),
        # a neighbor of one's own that counts differently does not part two that count the same
        ("belote S N:.87.. .A.K. .T.Q. .K.J.", {"8H=7H"}),
        # the card that is winning the trick parts them
        ("manillen S N:8.A.. 97... T.Q.. J.K.. ; played=8S", set()),
    ],
)
def test_by_hand(text: str, expected: set[str]) -> None:
    assert groups(text) == expected


def test_a_card_on_the_table_that_is_not_winning_parts_nothing() -> None:
    # hearts led and ruffed: the 8 on the table can win no more
    assert groups("manillen S N:.8.A. 9..K. ..T.9 .97.. ; played=8H 9S 9C") == {"9H=7H"}


def test_equivalent_cards_have_one_value(seed: int) -> None:
    seen = 0
    for name in names():
        for number in range(40):
            deal = random_ending(load(name), 3, seed, number, number % 5)
            position = Position.of(deal)
            points = card_points(position)
            for card, first in equivalent_cards(position).items():
                assert points[card] == points[first], f"seed {seed}: {format_deal(deal)}"
                seen += card != first
    assert seen > 30
