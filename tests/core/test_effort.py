"""One search effort: an engine that goes on to other positions of its deal, and windows."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, format_deal, random_deal, random_ending
from manille.solver.rules import load, names


@pytest.mark.parametrize("name", names())
def test_positions_along_a_hand_and_other_leaders(name: str, seed: int) -> None:
    rules = load(name)
    for number in range(3):
        deal = random_ending(rules, min(6, rules.hand_size), seed, number)
        told = f"seed {seed}, number {number}: {format_deal(deal)}"
        start = position = Position.of(deal)
        engine, rng = Engine(start), Random(f"{seed}:{number}")
        while not position.ended:
            engine.turn_to(position)
            assert engine.value() == Engine(position).value(), told
            cards = position.legal_cards()
            assert engine.card_values(cards) == Engine(position).card_values(cards), told
            position = position.play(rng.choice(cards))
        for leader in range(rules.seats):
            other = replace(start, leader=leader)
            engine.turn_to(other)
            assert engine.value() == Engine(other).value(), told


def test_a_second_question_costs_less() -> None:
    """The table is kept: what the first question found out serves the next ones."""
    deal = random_deal(load("maniglia"), 1)
    engine = Engine(Position.of(deal))
    engine.value()
    line = engine.line()
    assert line is not None
    later, before = Position.of(replace(deal, played=tuple(line[:4]))), engine.nodes
    engine.turn_to(later)
    alone = Engine(later)
    assert engine.value() == alone.value()
    assert 2 * (engine.nodes - before) < alone.nodes


@pytest.mark.parametrize("name", names())
def test_a_window_says_the_side_and_is_exact_inside(name: str, seed: int) -> None:
    rules = load(name)
    rng = Random(f"{seed}:{name}")
    for number in range(8):
        deal = random_ending(rules, min(5, rules.hand_size), seed, number)
        told = f"seed {seed}, number {number}: {format_deal(deal)}"
        position = Position.of(deal)
        value = Engine(position).value().exact
        assert value is not None
        low = rng.randrange(-1, position.points_left + 2)
        high = rng.randrange(low, position.points_left + 2)
        cards = position.legal_cards()
        exact = Engine(position).card_values(cards)
        engine = Engine(position)
        found = [engine.value((low, high)), *engine.card_values(cards, (low, high))]
        for bounds, true in zip(found, [value, *(b.exact for b in exact)], strict=True):
            assert true is not None
            assert bounds.low <= true <= bounds.high, told
            if true < low:
                assert bounds.high < low, told
            elif true > high:
                assert bounds.low > high, told
            else:
                assert bounds.exact == true, told


def test_what_an_engine_does_not_turn_to() -> None:
    rules = load("manillen")
    deal = random_deal(rules, 1)
    position = Position.of(deal)
    engine = Engine(position)
    first, second, *others = position.hands
    with pytest.raises(ValueError, match="did not hold"):
        engine.turn_to(replace(position, hands=(second, first, *others)))
    trump = next(trump for trump in rules.trumps if trump != deal.trump)
    with pytest.raises(ValueError, match="keeps its contract"):
        engine.turn_to(Position.of(replace(deal, trump=trump)))
    with pytest.raises(ValueError, match="holds nothing"):
        engine.value((3, 2))
    assert engine.value().exact is not None
