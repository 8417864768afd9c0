"""Three seats with 48 cards have 16 cards each, more than a suit has ranks."""

from __future__ import annotations

from pathlib import Path

import pytest

from manille.solver.core.engine import PROCESSORS, Engine
from manille.solver.deals import Position, parse_deal, random_deal
from manille.solver.limits import Limits
from manille.solver.rules import RuleSet, load

HOUSE_RULE = """
title = "Maniglia for three with all 48 cards"
base = "maniglia-3"

[cards]
order = "9AKHM8765432"
"""
# no two cards of the declarer are neighbors, so that all 16 are leads of their own
ALTERNATING = "E 1:9KM753.9KM753.9K.9K AH8642.AH8642.AH86. ..M75432.AHM8765432 ; declarer=1"


@pytest.fixture
def rules(tmp_path: Path) -> RuleSet:
    path = tmp_path / "three-48.toml"
    path.write_text(HOUSE_RULE, encoding="utf-8")
    return load(str(path))


@pytest.mark.parametrize("processor", PROCESSORS)
def test_sixteen_leads(rules: RuleSet, tmp_path: Path, processor: str) -> None:
    assert rules.hand_size == 16
    position = Position.of(parse_deal(f"{tmp_path}/three-48.toml {ALTERNATING}"))
    for without in ((), ("equal",), ("quasi",)):
        engine = Engine(position, without=without, processor=processor)
        assert engine.value() == (1, 1), without


def test_random_deals_of_sixteen_cards_are_searched_in_two_ways(rules: RuleSet) -> None:
    compared = 0
    for number in range(20):
        position = Position.of(random_deal(rules, 1, number))
        limits = Limits(nodes=500_000)
        one, other = Engine(position, limits), Engine(position, limits, without=("relaxed",))
        first, second = one.value(), other.value()
        assert first.low <= second.high, number
        assert second.low <= first.high, number
        compared += first.exact is not None
    assert compared
