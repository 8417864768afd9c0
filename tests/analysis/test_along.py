"""The values along a played hand, in one search effort."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kit.renaming import renamed
from manille.solver.analysis import CancelToken, solve, solve_along
from manille.solver.deals import Deal, Position, format_deal, random_deal, random_ending
from manille.solver.errors import IllegalCardError
from manille.solver.limits import Limits
from manille.solver.reference import value
from manille.solver.rules import load, names


def moments(deal: Deal) -> list[Position]:
    """The positions before the first card and after each."""
    return [Position.of(replace(deal, played=deal.played[:n])) for n in range(len(deal.played) + 1)]


def played_out(name: str, tricks: int, seed: int, number: int) -> Deal:
    """An ending played to its end by random legal cards."""
    rules = load(name)
    return random_ending(rules, tricks, seed, number, tricks * rules.seats)


@pytest.mark.parametrize("name", names())
def test_every_moment_is_that_of_the_slow_twin(name: str, seed: int, effort: float) -> None:
    for number in range(round(4 * effort)):
        deal = played_out(name, 3, seed, number)
        found = solve_along(deal)
        context = f"seed {seed}: {format_deal(deal)}"
        assert found.exact, context
        expected = [value(position) for position in moments(deal)]
        assert [(one.exact, two.exact) for one, two in found.bounds] == expected, context


@pytest.mark.parametrize("name", names())
def test_every_moment_is_as_if_solved_by_itself(name: str, seed: int) -> None:
    deal = played_out(name, min(6, load(name).hand_size), seed, 5)
    deal = replace(deal, played=deal.played[: 2 * deal.rules.seats + 1])
    found = solve_along(deal)
    for n, bounds in enumerate(found.bounds):
        single = solve(replace(deal, played=deal.played[:n]), ["points"])
        assert bounds == single.bounds, f"seed {seed}, after {n} cards: {format_deal(deal)}"


def test_it_costs_little_more_than_the_first_value() -> None:
    first = along = alone = 0
    for number in range(10):
        deal = played_out("manillen", 8, 1, number)
        along += solve_along(deal).nodes
        single = [
            solve(replace(deal, played=deal.played[:n]), ["points"]).nodes
            for n in range(len(deal.played))
        ]
        first, alone = first + single[0], alone + sum(single)
    assert 2 * along < alone
    assert along < 2 * first


@pytest.mark.parametrize("name", ["manillen", "maniglia-3", "maniglia-5", "macau-manilla"])
def test_limits_leave_the_first_moments_open(name: str, seed: int) -> None:
    deal = played_out(name, min(7, load(name).hand_size), seed, 2)
    exact = solve_along(deal)
    context = f"seed {seed}: {format_deal(deal)}"
    known = []
    for nodes in (1, 100, 1000, 10_000_000):
        found = solve_along(deal, Limits(nodes=nodes))
        for bounds, true in zip(found.bounds, exact.bounds, strict=True):
            for one, points in zip(bounds, true, strict=True):
                assert one.low <= points.low <= one.high, context
        known.append(sum(one.exact is not None for one, _ in found.bounds))
        assert found.bounds[-1] == exact.bounds[-1], context
    assert known == sorted(known), context
    assert known[0] < known[-1] == len(deal.played) + 1, context


def test_a_neighbor_bounds_what_a_limit_leaves_open() -> None:
    """Cancelled from the start: all that is known is what was taken, and it is used throughout."""
    token = CancelToken()
    token.cancel()
    deal = played_out("manillen", 8, 1, 1)
    found = solve_along(deal, cancel=token)
    end = Position.of(deal).points
    assert found.nodes == 0
    assert [bounds.exact for bounds in found.bounds[-1]] == list(end)
    for (before, after), position in zip(pairwise(found.bounds), moments(deal)[:-1], strict=True):
        side = position.contract.side_of[position.to_play or 0]
        assert before[side].low >= after[side].low
        assert after[side].high <= before[side].high


@pytest.mark.parametrize("name", names())
def test_names_do_not_matter(name: str, seed: int) -> None:
    deal = played_out(name, 4, seed, 3)
    other, _ = renamed(deal, Random(seed))
    one, two = solve_along(deal), solve_along(other)
    context = f"seed {seed}: {format_deal(deal)} and {format_deal(other)}"
    assert (one.bounds, one.nodes) == (two.bounds, two.nodes), context


def test_nothing_played_and_a_card_that_may_not_be() -> None:
    deal = random_deal(load("manillen"), 1)
    assert solve_along(deal).bounds == (solve(deal, ["points"]).bounds,)
    with pytest.raises(IllegalCardError):
        solve_along(replace(deal, played=(deal.open_hands[1][0],)))
