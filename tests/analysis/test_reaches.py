"""Yes or no: whether a side takes at least so many points."""

from __future__ import annotations

from random import Random

import pytest

from kit.renaming import renamed
from manille.solver.analysis import CancelToken, reaches, solve
from manille.solver.deals import Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.errors import DealError, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.reference import value
from manille.solver.rules import load, names


@pytest.mark.parametrize("name", names())
def test_answers_are_those_of_the_slow_twin(name: str, seed: int, effort: float) -> None:
    rules = load(name)
    for number in range(round(6 * effort)):
        deal = random_ending(rules, 3, seed, number, number % 8)
        position = Position.of(deal)
        true, total = value(position), deal.total
        for side in (0, 1):
            for points in {0, 1, total, total + 1, true[side] - 1, true[side], true[side] + 1}:
                found = reaches(deal, points, side)
                context = f"seed {seed}, side {side}, {points} points: {format_deal(deal)}"
                assert found.answer == (true[side] >= points), context
                assert (found.points, found.side) == (points, side)
                for bounds, one in zip(found.bounds, true, strict=True):
                    assert bounds.low <= one <= bounds.high, context


def test_it_costs_less_than_the_value() -> None:
    asked = known = 0
    for number in range(20):
        deal = random_deal(load("manillen"), 1, number)
        asked += reaches(deal, 31).nodes
        known += solve(deal, ["points"]).nodes
    assert 2 * asked < known


@pytest.mark.parametrize("name", names())
def test_names_do_not_matter(name: str, seed: int) -> None:
    rng = Random(seed)
    for number in range(4):
        deal = random_ending(load(name), 5, seed, number, number)
        other, _ = renamed(deal, rng)
        half = deal.total // 2
        one, two = reaches(deal, half, number % 2), reaches(other, half, number % 2)
        context = f"seed {seed}: {format_deal(deal)} and {format_deal(other)}"
        assert (one.answer, one.bounds, one.nodes) == (two.answer, two.bounds, two.nodes), context


def test_no_answer_within_the_limits() -> None:
    deal = random_deal(load("whist"), 1)
    cancelled = CancelToken()
    cancelled.cancel()
    for found in (reaches(deal, 7, 1, Limits(nodes=50)), reaches(deal, 7, cancel=cancelled)):
        assert found.answer is None
        assert found.bounds == ((0, 13), (0, 13))
    # what needs no search is known all the same
    assert reaches(deal, 0, cancel=cancelled).answer is True
    assert reaches(deal, 14, cancel=cancelled).answer is False


def test_at_the_end_of_the_hand_and_beyond_all_points() -> None:
    deal = parse_deal("manillen S N:TA... K7... QJ... 98... ; played=TS KS JS 8S AS 7S QS 9S")
    assert [reaches(deal, points).answer for points in (16, 17)] == [True, False]
    assert [reaches(deal, points, 1).answer for points in (0, 1)] == [True, False]
    assert reaches(deal, 10**30).answer is False
    assert reaches(deal, -(10**30)).answer is True


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="no side 2") as caught:
        reaches(random_deal(load("manillen"), 1), 31, 2)
    assert caught.value.reason == Reason.BAD_REQUEST
    with pytest.raises(DealError) as missing:
        reaches(parse_deal("maniglia-4 O N:7A... K6... HM... 54..."), 5)
    assert missing.value.reason == Reason.DECLARER_MISSING
