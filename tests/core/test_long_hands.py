"""Three seats and 48 cards: hands of 16 cards, the longest that a rule set can have."""

from __future__ import annotations

from dataclasses import replace

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, format_deal, random_deal, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import RuleSet, load


def three_with_48_cards() -> RuleSet:
    large = load("botifarra")
    return replace(load("maniglia-3"), order=large.order, points=large.points)


def test_hands_of_sixteen_cards(seed: int) -> None:
    rules = three_with_48_cards()
    assert rules.hand_size == 16
    for number in range(5):
        deal = random_deal(rules, seed, number)
        told = f"seed {seed}, number {number}: {format_deal(deal)}"
        position = Position.of(deal)
        cards = position.legal_cards()
        engine = Engine(position, Limits(nodes=300_000))
        found = [engine.value(), *engine.card_values(cards)]
        plain = Engine(position, Limits(nodes=300_000), without=("marks",))
        others = [plain.value(), *plain.card_values(cards)]
        for one, other in zip(found, others, strict=True):
            assert max(one.low, other.low) <= min(one.high, other.high), told


def test_their_endings(seed: int) -> None:
    rules = three_with_48_cards()
    for number in range(10):
        deal = random_ending(rules, 8, seed, number)
        told = f"seed {seed}, number {number}: {format_deal(deal)}"
        position = Position.of(deal)
        assert Engine(position).value() == Engine(position, without=("marks",)).value(), told
