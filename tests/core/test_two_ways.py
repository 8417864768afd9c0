"""Full random deals of every rule set, each searched in two ways that share as little as they can.

One is the search as it is. The other has a table of 1 MiB, which the harder deals fill many times
over, runs in the code for any processor, and does without what the first owes most to: marks (so
that entries fit only positions with the same owners down to the last card, and cards are compared
only with neighbors) and the relaxed game. Where that would take minutes, for 48 and 52 cards, it
does without quasi-symmetry and the relaxed game instead.
"""

from __future__ import annotations

import pytest

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, format_deal, random_deal
from manille.solver.limits import Limits
from manille.solver.rules import load, names

# `--effort 10` makes 1,000 of each
DEALS = {32: 100, 36: 100, 40: 100, 48: 20, 52: 10}
BATCHES = 5
LARGE = 40


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", names())
def test_two_ways(name: str, batch: int, seed: int, effort: float) -> None:
    rules = load(name)
    large = len(rules.cards) > LARGE
    count = max(BATCHES, int(DEALS[len(rules.cards)] * effort))
    without = ("quasi", "relaxed") if large else ("marks", "relaxed")
    for number in range(batch, count, BATCHES):
        deal = random_deal(rules, seed, number)
        position = Position.of(deal)
        other = Engine(position, Limits(table_mib=1), without=without, processor="portable")
        told = f"seed {seed}, number {number}: {format_deal(deal)}"
        assert Engine(position).value() == other.value(), told
