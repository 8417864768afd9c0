"""Questions about a hand that is over, where the last trick has points of its own."""

from __future__ import annotations

import pytest

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, random_ending
from manille.solver.rules import load, names


@pytest.mark.parametrize("name", names())
def test_nothing_is_reached_after_the_end(name: str) -> None:
    rules = load(name)
    position = Position.of(random_ending(rules, 2, 1, played=2 * rules.seats))
    assert position.ended
    assert [Engine(position).reaches(points) for points in (-1, 0, 1, 2, 10, 11)] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
