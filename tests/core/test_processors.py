"""The searches for different processors are one search: the same values, node for node."""

from __future__ import annotations

import subprocess
import sys

import pytest

from manille.solver.core.engine import PROCESSORS, Engine
from manille.solver.deals import Deal, Position, format_deal, random_deal, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import load, names

LARGE = 40


def deals(name: str, seed: int) -> list[Deal]:
    rules = load(name)
    if len(rules.cards) <= LARGE:
        return [random_deal(rules, seed, number) for number in range(5)]
    return [random_ending(rules, 9, seed, number) for number in range(5)]


@pytest.mark.parametrize("name", names())
def test_every_search_is_the_same(name: str, seed: int) -> None:
    for deal in deals(name, seed):
        position = Position.of(deal)
        cards = position.legal_cards()
        answers = set()
        for processor in PROCESSORS:
            engine = Engine(position, Limits(table_mib=1), processor=processor)
            values = (engine.value(), *engine.card_values(cards))
            answers.add((values, tuple(engine.line() or ()), engine.nodes))
        assert len(answers) == 1, f"seed {seed}: {format_deal(deal)}"


def test_the_portable_search_runs_everywhere_and_others_are_named() -> None:
    assert PROCESSORS[-1] == "portable"
    position = Position.of(random_deal(load("manillen"), 1))
    with pytest.raises(ValueError, match="runs on this processor"):
        Engine(position, processor="abacus")


def test_a_search_that_is_not_asked_for_is_not_loaded() -> None:
    """Importing code for another processor could end the program."""
    code = f"""
import sys
from manille.solver.core.engine import Engine
from manille.solver.deals import Position, random_deal
from manille.solver.rules import load
position = Position.of(random_deal(load("manillen"), 1))
for processor in reversed({PROCESSORS}):
    before = {{name for name in sys.modules if ".search_" in name}}
    Engine(position, processor=processor).value()
    loaded = {{name for name in sys.modules if ".search_" in name}} - before
    assert loaded == {{f"manille.solver.core.search_{{processor}}"}}, loaded
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
