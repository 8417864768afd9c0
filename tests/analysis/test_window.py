"""Windows of interest: exact inside, and outside the side only."""

from __future__ import annotations

from random import Random

import pytest

from kit.renaming import rename, renamed
from manille.solver.analysis import solve
from manille.solver.deals import Deal, Position, format_deal, random_deal, random_ending
from manille.solver.errors import InputError, Reason
from manille.solver.limits import Limits
from manille.solver.reference import card_points, value
from manille.solver.results import Bounds
from manille.solver.rules import load, names


def check(bounds: Bounds, true: int, low: int, high: int, context: str) -> None:
    assert bounds.low <= true <= bounds.high, context
    if low <= true <= high:
        assert bounds.exact == true, context
    elif true < low:
        assert bounds.high < low, context
    else:
        assert bounds.low > high, context


@pytest.mark.parametrize("name", names())
def test_against_the_slow_twin(name: str, seed: int, effort: float) -> None:
    """Both sides' windows, cards played or not; every card is in the window or on its side."""
    rules, rng = load(name), Random(f"{seed}:{name}")
    for number in range(round(16 * effort)):
        deal = random_ending(rules, 3, seed, number, number % 7)
        position, total = Position.of(deal), deal.total
        true, by_card = value(position), card_points(position)
        side = number % 2
        low = rng.randrange(total + 2)
        high = rng.randrange(low, total + 3)
        context = f"seed {seed}, side {side} from {low} to {high}: {format_deal(deal)}"
        found = solve(deal, window=(low, high), side=side)
        check(found.bounds[side], true[side], low, high, context)
        assert found.settled, context
        assert found.bounds[1] == found.bounds[0].against(total), context
        to_play = position.contract.side_of[position.to_play or 0]
        for card in found.cards or ():
            points = by_card[card.card]
            bounds = card.bounds if to_play == side else card.bounds.against(total)
            check(bounds, points if to_play == side else total - points, low, high, context)
            assert card.loss in (None, max(by_card.values()) - points), context
            known = found.exact and card.points is not None
            assert (card.loss is not None) == known, context
        assert (found.line is not None) == found.exact, context


def test_open_ends() -> None:
    deal = random_deal(load("manillen"), 1)
    exact = solve(deal)
    assert exact.points is not None
    first, second = exact.points
    inside = [(first, None), (None, first), (None, None), (first, first)]
    for window in inside:
        found = solve(deal, window=window)
        assert (found.points, found.line) == (exact.points, exact.line)
        assert found.score == exact.score
    assert solve(deal, window=(second, None), side=1).points == exact.points
    below, above = solve(deal, window=(first + 1, None)), solve(deal, window=(None, first - 1))
    assert below.bounds[0].high <= first
    assert above.bounds[0].low >= first
    everything = solve(deal, window=(None, None))
    assert everything.cards == exact.cards


def test_beside_the_window_nothing_hangs_on_the_points() -> None:
    deal = random_deal(load("maniglia"), 1)
    found = solve(deal, window=(69, None))
    assert found.settled
    assert not found.exact
    assert (found.points, found.score, found.line) == (None, None, None)
    assert found.cards
    assert all(card.loss is None for card in found.cards)
    # the line would have found the value out
    assert found.nodes < solve(deal, ["points"]).nodes


def test_points_already_taken_count() -> None:
    deal = random_deal(load("manillen"), 1)
    whole = solve(deal)
    assert whole.line is not None
    assert whole.points is not None
    late = Deal(deal.rules, deal.trump, deal.first, deal.hands, played=whole.line[:21])
    taken = Position.of(late).points
    assert min(taken) > 0
    assert solve(late, window=(whole.points[0], whole.points[0])).points == whole.points
    below = solve(late, window=(None, taken[0] - 1))
    assert below.settled
    assert below.bounds[0].low >= taken[0]
    ended = Deal(deal.rules, deal.trump, deal.first, deal.hands, played=whole.line)
    assert solve(ended, window=(60, None)).points == whole.points


def test_a_limit_within_a_window_gives_true_bounds() -> None:
    deal = random_deal(load("maniglia"), 1, 21)
    exact = solve(deal)
    assert exact.points is not None
    settled = set()
    for nodes in (1, 3_000, 30_000, 10_000_000):
        found = solve(deal, limits=Limits(nodes=nodes), window=(exact.points[0] + 3, None))
        assert found.bounds[0].low <= exact.points[0] <= found.bounds[0].high
        settled.add(found.settled)
        for card, true in zip(found.cards or (), exact.cards or (), strict=True):
            assert true.points is not None
            assert card.bounds.low <= true.points <= card.bounds.high
    assert settled == {True, False}


@pytest.mark.parametrize("name", ["manillen", "maniglia-4", "botifarra"])
def test_names_do_not_matter(name: str, seed: int) -> None:
    rng = Random(seed)
    for number in range(6):
        deal = random_ending(load(name), 5, seed, number, number)
        other, suits = renamed(deal, rng)
        window = (deal.total // 3, deal.total // 2)
        one, two = (solve(d, window=window, side=number % 2) for d in (deal, other))
        context = f"seed {seed}: {format_deal(deal)} and {format_deal(other)}"
        assert (one.bounds, one.nodes) == (two.bounds, two.nodes), context
        expected = {rename(c.card, suits): (c.bounds, c.loss) for c in one.cards or ()}
        assert {c.card: (c.bounds, c.loss) for c in two.cards or ()} == expected, context


def test_windows_that_hold_nothing() -> None:
    deal = random_deal(load("manillen"), 1)
    for window in ((30, 20), (None, -1)):
        with pytest.raises(InputError, match="give the lower figure first") as caught:
            solve(deal, window=window)
        assert caught.value.reason == Reason.BAD_REQUEST
    with pytest.raises(InputError, match="no side 3"):
        solve(deal, window=(20, 30), side=3)
