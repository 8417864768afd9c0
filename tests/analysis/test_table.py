"""The double-dummy table: every contract as if it were solved by itself, on any threads."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.renaming import renamed
from kit.tiny import tiny_auction, tiny_choice
from manille.solver.analysis import CancelToken, TableQuestion, solve, solve_table
from manille.solver.deals import (
    Deal,
    Position,
    format_deal,
    parse_deal,
    random_deal,
    random_deals,
    random_ending,
)
from manille.solver.errors import DealError, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.reference import value
from manille.solver.results import Bounds, DoubleDummyTable, TableCell
from manille.solver.rules import hand_score, load, names
from manille.solver.rules.contract import Contract


@pytest.fixture(params=names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def position_of(deal: Deal, cell: TableCell) -> Position:
    contract = Contract(deal.rules, cell.trump, cell.declarer)
    return Position(contract, deal.open_hands, cell.leader)


def points(table: DoubleDummyTable) -> list[tuple[int, int] | None]:
    return [cell.points for cell in table.cells]


def test_every_cell_is_that_of_the_slow_twin(name: str, seed: int, effort: float) -> None:
    rules = load(name)
    for number in range(max(1, round(2 * effort))):
        deal = random_ending(rules, 3 if rules.seats < 5 else 2, seed, number)
        for cell in solve_table(deal).cells:
            context = f"seed {seed}, {cell}: {format_deal(deal)}"
            assert cell.points == value(position_of(deal, cell)), context


def test_which_cells_there_are(name: str) -> None:
    rules = load(name)
    table = solve_table(random_ending(rules, 1, 1))
    alone, seats = rules.sides == "declarer", range(rules.seats)
    found = [(cell.trump, cell.leader, cell.declarer) for cell in table.cells]
    assert found == [
        (trump, 0 if alone else seat, seat if alone else None)
        for trump in rules.trumps
        for seat in seats
    ]
    for trump in rules.trumps:
        for seat in seats:
            cell = table.cell(trump, seat)
            assert (cell.trump, cell.declarer if alone else cell.leader) == (trump, seat)
    with pytest.raises(KeyError):
        table.cell("X", 0)


def test_cells_are_those_of_deals_solved_one_by_one(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_ending(rules, min(6, rules.hand_size), seed)
    for cell in solve_table(deal).cells:
        # seat 0 of a deal leads: turn the hands, and who is side 0 with them
        turn = cell.leader
        hands = deal.hands[turn:] + deal.hands[:turn]
        single = Deal(rules, cell.trump, 0, hands, cell.declarer)
        found = solve(single, ["points"]).points
        assert found is not None
        expected = found if turn % 2 == 0 else found[::-1]
        assert cell.points == expected, f"seed {seed}, {cell}: {format_deal(deal)}"


def test_threads_change_neither_points_nor_nodes(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_ending(rules, min(6, rules.hand_size), seed, 1)
    for limits in (None, Limits(nodes=4000)):
        one, *others = (solve_table(deal, limits=limits, threads=n) for n in (1, 2, 4))
        for other in others:
            assert other.cells == one.cells, f"seed {seed}: {format_deal(deal)}"
            assert other.nodes == one.nodes, f"seed {seed}: {format_deal(deal)}"


def test_a_full_deal() -> None:
    deal = random_deal(load("manillen"), 1)
    table = solve_table(deal, threads=2)
    assert len(table.cells) == 20
    assert table.exact
    assert deal.trump is not None
    assert table.cell(deal.trump, 0).points == solve(deal, ["points"]).points


def test_leaders_share_what_was_found() -> None:
    together = alone = 0
    for deal in random_deals(load("manillen"), 10, seed=2):
        together += solve_table(deal, ["S"]).nodes
        for leader in range(4):
            hands = deal.hands[leader:] + deal.hands[:leader]
            alone += solve(Deal(deal.rules, "S", 0, hands), ["points"]).nodes
    assert 2 * together < alone


def test_what_the_deal_names_makes_no_difference(seed: int) -> None:
    deal = random_ending(load("manillen"), 4, seed)
    expected = solve_table(deal)
    for trump in (None, "H", "NT"):
        assert solve_table(replace(deal, trump=trump)).cells == expected.cells
    alone = random_ending(load("maniglia-3"), 4, seed)
    expected = solve_table(alone)
    for declarer in (None, 0, 2):
        assert solve_table(replace(alone, declarer=declarer)).cells == expected.cells


def test_names_do_not_matter(name: str, seed: int) -> None:
    rules, rng = load(name), Random(seed)
    deal = random_ending(rules, min(5, rules.hand_size), seed, 2)
    other, suits = renamed(deal, rng)
    one, two = solve_table(deal), solve_table(other)
    context = f"seed {seed}: {format_deal(deal)} and {format_deal(other)}"
    assert one.nodes == two.nodes, context
    for cell in one.cells:
        seat = cell.leader if cell.declarer is None else cell.declarer
        same = two.cell(suits.get(cell.trump, cell.trump), seat)
        assert same.points == cell.points, context


def test_some_trumps() -> None:
    deal = random_ending(load("manillen"), 3, 1)
    whole, some = solve_table(deal), solve_table(deal, ["NT", "S", "NT"])
    assert [cell.trump for cell in some.cells] == ["NT"] * 4 + ["S"] * 4
    assert all(cell == whole.cell(cell.trump, cell.leader) for cell in some.cells)
    assert solve_table(deal, []).cells == ()
    with pytest.raises(DealError, match=r"manillen-zonder-troef .* S; it has NT") as caught:
        solve_table(random_ending(load("manillen-zonder-troef"), 3, 1), ["S", "NT"])
    assert caught.value.reason == Reason.TRUMP_NOT_ALLOWED


def test_limits_give_true_bounds(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_ending(rules, min(5, rules.hand_size), seed, 3)
    exact = solve_table(deal)
    for limits in (Limits(nodes=1), Limits(nodes=30), Limits(nodes=1000), Limits(time_s=1e-9)):
        found = solve_table(deal, limits=limits)
        context = f"seed {seed}, {limits}: {format_deal(deal)}"
        for cell, true in zip(found.cells, exact.cells, strict=True):
            assert true.points is not None
            assert cell.points in (None, true.points), context
            for bounds, one in zip(cell.bounds, true.points, strict=True):
                assert bounds.low <= one <= bounds.high, context
        if limits.nodes == 1 or limits.time_s is not None:
            assert not found.exact, context
            assert not found.settled, context


def test_nodes_are_shared_evenly() -> None:
    """Contracts that get no node are not searched; the others stop soon after their share."""
    deal = random_deal(load("manillen"), 1)
    few = solve_table(deal, limits=Limits(nodes=2))
    unsearched = (Bounds(0, 61), Bounds(0, 61))
    assert [cell.bounds for cell in few.cells[8:]] == [unsearched] * 12
    first = [solve_table(deal, [trump], Limits(nodes=1)).nodes for trump in "SH"]
    assert few.nodes == sum(first)
    assert 5000 <= solve_table(deal, limits=Limits(nodes=5000)).nodes < 5100


def test_a_cancelled_table_stops() -> None:
    token = CancelToken()
    token.cancel()
    table = solve_table(random_deal(load("whist"), 1), cancel=token, threads=2)
    assert [cell.bounds for cell in table.cells] == [(Bounds(0, 13), Bounds(0, 13))] * 20


@pytest.mark.parametrize("window", [(5, None), (None, 8), (6, 9), (0, 200), (300, None)])
def test_a_window(name: str, seed: int, window: tuple[int | None, int | None]) -> None:
    rules = load(name)
    deal = random_ending(rules, min(4, rules.hand_size), seed, 4)
    low, high = window[0] or 0, 1000 if window[1] is None else window[1]
    exact, found = solve_table(deal), solve_table(deal, window=window)
    assert found.settled
    for cell, true in zip(found.cells, exact.cells, strict=True):
        assert true.points is not None
        context = f"seed {seed}, {true}: {format_deal(deal)}"
        bounds, one = cell.bounds[0], true.points[0]
        assert bounds.low <= one <= bounds.high, context
        if low <= one <= high:
            assert cell.points == true.points, context
        else:
            assert bounds.high < low if one < low else bounds.low > high, context


def test_a_floor_saves_most_of_the_effort_for_a_lone_declarer() -> None:
    deal = random_deal(load("maniglia-4"), 1, 1)
    whole, floor = solve_table(deal), solve_table(deal, window=(20, None))
    assert floor.settled
    assert 2 * floor.nodes < whole.nodes


def test_what_has_no_table() -> None:
    deal = random_ending(load("manillen"), 3, 1, played=2)
    with pytest.raises(InputError, match=r"2 cards are played; .* leave out `played`") as caught:
        solve_table(deal)
    assert (caught.value.reason, caught.value.faults[0].field) == (Reason.BAD_REQUEST, "played")
    with pytest.raises(DealError, match="the hand of W is hidden") as hidden:
        solve_table(parse_deal("manillen S N:TA... ? QJ... 98..."))
    assert hidden.value.reason == Reason.HAND_HIDDEN
    with pytest.raises(InputError, match="nothing lies in a window from 9 to 3"):
        solve_table(replace(deal, played=()), window=(9, 3))


def test_small_games_with_their_scores(seed: int, effort: float) -> None:
    """Whole hands of two cards: each cell played out in every way, and scored."""
    for rules in (
        tiny_choice(),
        tiny_choice(hand_score="difference"),
        tiny_auction(no_trump=True, no_trump_factor=2),
        tiny_choice(hand_score="none"),
    ):
        for number in range(max(1, round(3 * effort))):
            deal = random_deal(rules, seed, number)
            alone = rules.sides == "declarer"
            deal = replace(deal, bid=2 + number if alone else None)
            table, unbid = solve_table(deal), solve_table(replace(deal, bid=None))
            for cell in table.cells:
                won = value(position_of(deal, cell))
                assert cell.points == won, f"seed {seed}, {cell}: {format_deal(deal)}"
                assert cell.score == hand_score(rules, cell.trump, won, deal.bid)
                assert (cell.score is None) == (rules.hand_score == "none")
            # without a bid in the deal there is nothing to score
            assert not alone or {cell.score for cell in unbid.cells} == {None}
    # no score of an ending, or of points that are not proven
    deal = random_deal(load("manillen"), seed)
    assert {cell.score for cell in solve_table(random_ending(load("manillen"), 3, seed)).cells} == {
        None
    }
    assert {cell.score for cell in solve_table(deal, limits=Limits(nodes=1)).cells} == {None}


def test_no_trump_counts_double() -> None:
    deal = parse_deal("manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8")
    for cell in solve_table(deal).cells:
        assert cell.points is not None
        factor = 2 if cell.trump == "NT" else 1
        assert cell.score == tuple(factor * max(0, points - 30) for points in cell.points)


def test_a_table_with_the_first_leader_alone(name: str, seed: int) -> None:
    deal = random_ending(load(name), min(4, load(name).hand_size), seed, 5)
    whole, first = TableQuestion(deal), TableQuestion(deal, first_leads=True)
    found = first.tell(first.search())
    assert found.cells == tuple(c for c in whole.tell(whole.search()).cells if c.leader == 0)
    assert (first.key == whole.key) == (deal.rules.sides == "declarer")
