"""The kernel against the slow twin: thousands of random endings under named and random rules."""

from __future__ import annotations

from random import Random

import pytest

from kit.random_rules import random_rules
from kit.twins import check_twins
from manille.solver.core.engine import PRUNINGS
from manille.solver.deals import random_ending
from manille.solver.rules import load, names

# endings of each rule set by their cards a hand: what the slow twin does in some seconds
ENDINGS = {3: 90, 4: 60, 5: 12}
FEWER = 4  # with five seats an ending is so much longer
RANDOM_RULES = 30
BATCHES = 24


@pytest.mark.parametrize("tricks", ENDINGS)
@pytest.mark.parametrize("name", names())
def test_named_rules(name: str, tricks: int, seed: int, effort: float) -> None:
    rules = load(name)
    count = ENDINGS[tricks] * effort / (FEWER if rules.seats > 4 else 1)
    for number in range(max(1, int(count))):
        played = number % (2 * rules.seats)  # from no card up to the middle of the second trick
        deal = random_ending(rules, tricks, seed, number, played)
        check_twins(deal, f"rules {name}, seed {seed}, number {number}, played {played}")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_rules(batch: int, seed: int, effort: float) -> None:
    rng = Random(f"{seed}:{batch}")
    for number in range(max(1, int(RANDOM_RULES * effort))):
        rules = random_rules(rng)
        tricks = rng.choice((3, 3, 3, 4, 4, 5)) if rules.seats < 5 else rng.choice((3, 3, 4))
        played = rng.randrange(2 * rules.seats)
        deal = random_ending(rules, tricks, seed, batch * 1_000_000 + number, played)
        without = [name for name in PRUNINGS if rng.random() < 0.25]
        check_twins(deal, f"seed {seed}, batch {batch}, number {number}", without)


def test_every_trump_is_among_the_endings(seed: int) -> None:
    """The random endings above cover every trump of every rule set."""
    for name in names():
        rules = load(name)
        drawn = {random_ending(rules, 3, seed, number).trump for number in range(ENDINGS[3])}
        assert drawn == set(rules.trumps), name
