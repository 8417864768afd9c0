"""Every pruning can be left out, and any table will do: the values stay the same."""

from __future__ import annotations

from random import Random

import pytest

from kit.random_rules import describe, random_rules
from kit.twins import kernel_cards, kernel_points
from manille.solver.core.engine import PRUNINGS, Engine
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import load, names

TRICKS = 6
ENDINGS = 6
FULL_DEALS = ("manillen", "manille", "belote")


def answers(deal: Deal, limits: Limits | None = None, without: tuple[str, ...] = ()) -> object:
    position = Position.of(deal)
    engine = Engine(position, limits, without=without)
    return kernel_points(position, engine), kernel_cards(position, engine), engine.line()


@pytest.mark.parametrize("pruning", PRUNINGS)
@pytest.mark.parametrize("name", names())
def test_one_left_out(name: str, pruning: str, seed: int, effort: float) -> None:
    rules = load(name)
    tricks = TRICKS if rules.seats < 5 else TRICKS - 1
    for number in range(max(1, int(ENDINGS * effort))):
        deal = random_ending(rules, tricks, seed, number, number)
        context = f"seed {seed}, number {number}: {format_deal(deal)}"
        assert answers(deal, without=(pruning,)) == answers(deal), context


def test_random_rules_and_longer_endings(seed: int, effort: float) -> None:
    rng = Random(seed)
    for number in range(max(1, int(60 * effort))):
        rules = random_rules(rng)
        deal = random_ending(rules, TRICKS if rules.seats < 5 else TRICKS - 1, seed, number)
        context = f"seed {seed}, number {number}: {format_deal(deal)} {describe(rules)}"
        plain = answers(deal, without=("similarity", "quasi", "runs"))
        assert answers(deal) == plain, context


@pytest.mark.parametrize("name", FULL_DEALS)
def test_tiny_table(name: str, seed: int) -> None:
    """A table that loses nearly everything, with and without the similarity of entries."""
    for number in range(10):
        deal = random_deal(load(name), seed, number)
        plain = answers(deal)
        assert answers(deal, Limits(table_mib=1)) == plain, format_deal(deal)
        assert answers(deal, without=("similarity",)) == plain, format_deal(deal)


def test_table_of_one_mib_gives_way_and_stays_right() -> None:
    """A search that fills a table of 1 MiB many times over, against one that has room."""
    deal = random_deal(load("maniglia"), seed=1, number=21)
    position = Position.of(deal)
    small, large = (Engine(position, Limits(table_mib=mib)) for mib in (1, 64))
    assert small.value() == large.value()
    assert small.table_bytes <= 1 << 20 < large.table_bytes
    assert small.nodes > large.nodes


def test_captured_cards_too_deep_to_be_stored_are_rounded_outward() -> None:
    """A deal that came out wrong (48) in a solver that cut its unions short."""
    deal = parse_deal("maniglia C N:.7KH6.AK.M654 6543.532.3.H3 72.4.H64.7AK2 AKHM.AM.7M52.")
    assert Engine(Position.of(deal)).value() == (50, 50)
