"""Par: the calls, the contract and the score against every call tried on decks of a few cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.tiny import tiny_auction, tiny_choice
from manille.solver.analysis import ParQuestion, TableQuestion, par_of, solve_par, solve_table
from manille.solver.deals import (
    Deal,
    format_deal,
    parse_deal,
    random_deal,
    random_ending,
)
from manille.solver.errors import CallError, DealError, Reason
from manille.solver.limits import Limits
from manille.solver.par import CallValue, Ceiling, Par
from manille.solver.reference.par import TriedCalls, contract_points
from manille.solver.rules import RuleSet, load, names
from manille.solver.rules.calling import Calling, calling

DEAL = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
AUCTION = "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4"


def small_games(rng: Random) -> list[RuleSet]:
    """Games with whole hands of two or three cards, in all the ways in which they may be called."""
    games = [
        tiny_choice(),
        tiny_choice(dealer_must="no_trump", no_trump_factor=3),
        tiny_choice("botifarra", "7M"),
        tiny_choice(no_trump=False, hand_score="difference"),
        tiny_choice(hand_score="none", trump_points={"T": 1, "K": 9}),
        tiny_auction("maniglia-3", "7HK"),
        tiny_auction(all_pass="dealer_forced", bid_minimum=6),
        tiny_auction(no_trump=True, no_trump_factor=2),
        tiny_auction("maniglia-3", "7HK", no_trump=True, all_pass="dealer_forced"),
    ]
    return [replace(one, trick_points=rng.choice((0, 1, 2))) for one in games]


def begun(deal: Deal, rng: Random) -> Deal:
    """The deal with some of its calls made, at times with none of them or all."""
    state: Calling = calling(deal.rules)
    for _ in range(rng.choice((0, rng.randrange(8)))):
        if state.ended:
            break
        calls = state.legal_calls()
        state = state.call(rng.choice((calls[0], rng.choice(calls[:5]))))
    return replace(deal, calls=state.calls)


def start_of(deal: Deal) -> Calling:
    """The calling from which par goes on."""
    state: Calling = calling(deal.rules)
    for call in deal.calls:
        state = state.call(call)
    return calling(deal.rules) if state.ended else state


def check_calls(deal: Deal, par: Par, tried: TriedCalls, context: str) -> None:
    """Every call is as good as the best of all, and every value is what comes of the call."""
    state, rules = start_of(deal), deal.rules
    for step in par.calls:
        assert step.seat == state.to_call, context
        best = tried.outcome(state)
        outcomes = tried.outcomes(state)
        assert outcomes[step.call].worth(rules, step.seat) == best.worth(rules, step.seat), context
        assert step.values[0].call == step.call, context
        assert len({value.call for value in step.values}) == len(step.values), context
        for value in step.values:
            expected, result = outcomes[value.call], outcomes[value.call].result
            contract = (value.trump, value.declarer, value.bid)
            assert contract == (result.trump, result.declarer, result.bid), f"{value} {context}"
            worth = expected.worth(rules, step.seat)
            assert (value.score, value.points or 0) == pytest.approx(worth), f"{value} {context}"
            assert (value.points is not None) == result.played, context
        worths = [(value.score, value.points or 0) for value in step.values]
        assert worths == sorted(worths, reverse=True), context
        state = state.call(step.call)
    assert state.ended, context


def test_par_is_what_trying_every_call_finds(seed: int, effort: float) -> None:
    rng = Random(seed)
    for rules in small_games(rng):
        for number in range(max(1, round(2 * effort))):
            deal = begun(random_deal(rules, seed, number), rng)
            context = f"seed {seed}: {rules.flags()} {format_deal(deal)}"
            par, tried = solve_par(deal), TriedCalls(contract_points(deal))
            assert par is not None
            end = tried.outcome(start_of(deal))
            result = end.result
            assert par.played == result.played, context
            assert (par.trump, par.chooser) == (result.trump, result.chooser), context
            assert (par.declarer, par.bid) == (result.declarer, result.bid), context
            assert (par.points, par.score) == (end.points, end.score), context
            check_calls(deal, par, tried, context)


def test_endings_score_nothing_but_a_bid(seed: int, effort: float) -> None:
    rng = Random(seed)
    rule_sets = [load("manillen"), load("botifarra"), replace(load("maniglia-4"), bid_minimum=3)]
    for rules in rule_sets:
        for number in range(max(1, round(effort))):
            deal = begun(random_ending(rules, 2, seed, number), rng)
            context = f"seed {seed}: {format_deal(deal)}"
            par, tried = solve_par(deal), TriedCalls(contract_points(deal), whole=False)
            assert par is not None
            end = tried.outcome(start_of(deal))
            assert (par.trump, par.bid, par.points) == (
                end.result.trump,
                end.result.bid,
                end.points,
            )
            assert par.score is None, context
            check_calls(deal, par, tried, context)


@pytest.mark.parametrize("name", [one for one in names() if load(one).trump_by == "choice"])
def test_who_leads_otherwise_makes_no_difference(name: str, seed: int) -> None:
    rules = load(name)
    for number in range(3):
        deal = random_ending(rules, min(6, rules.hand_size), seed, number)
        par, whole = solve_par(deal), solve_table(deal)
        assert par is not None
        assert {cell.leader for cell in par.table.cells} == {0}
        assert par.table.cells == tuple(cell for cell in whole.cells if cell.leader == 0)
        assert par.table.nodes < whole.nodes
        other = par_of(deal, whole)
        assert other is not None
        assert replace(other, table=par.table) == par


def test_a_whole_deal() -> None:
    par = solve_par(parse_deal(DEAL), threads=2)
    assert par is not None
    # N and S take most with clubs, and N speaks first; after a pass W would name the least evil
    (first,) = par.calls
    assert (first.seat, first.call) == (0, "C")
    assert first.values[0] == CallValue("C", "C", None, None, 48, 18)
    assert first.values[-1] == CallValue("pass", "D", None, None, 36, 6)
    assert (par.chooser, par.declarer, par.bid, par.ceilings) == (0, None, None, ())
    assert (par.trump, par.points, par.score) == ("C", (48, 13), (18, 0))


def test_a_whole_auction() -> None:
    par = solve_par(parse_deal(AUCTION))
    assert par is not None
    assert par.ceilings == (Ceiling(37, "B"), Ceiling(22, "C"), Ceiling(9, "E"))
    assert [(step.seat, step.call) for step in par.calls] == [
        (0, "37"),
        (1, "pass"),
        (2, "pass"),
        (0, "B"),
    ]
    assert (par.trump, par.chooser, par.declarer, par.bid) == ("B", 0, 0, 37)
    assert (par.points, par.score) == ((37, 35), (37, 0))
    bid, second = par.calls[:2]
    assert [(value.call, value.score) for value in bid.values] == [
        ("37", 37),
        ("20", 20),
        ("pass", -11),
    ]
    assert second.values[1] == CallValue("38", "C", 1, 38, 22, -38)


def test_an_auction_goes_on_from_its_calls() -> None:
    par = solve_par(parse_deal(f"{AUCTION} ; calls=20"))
    assert par is not None
    # nobody can exceed 37, so nobody drives seat 1 up to it
    assert [step.call for step in par.calls] == ["pass", "pass", "B"]
    assert (par.declarer, par.bid, par.score) == (0, 20, (20, 0))


def test_what_was_called_and_played_makes_no_difference() -> None:
    named = DEAL.replace(" - ", " H ")
    expected = solve_par(parse_deal(DEAL))
    for line in (named, f"{named} ; played=KH AH TH 7H", f"{named} ; calls=pass,H"):
        found = solve_par(parse_deal(line))
        assert found is not None
        assert expected is not None
        assert replace(found, table=expected.table) == expected


def test_the_bid_that_is_scored_in_the_table() -> None:
    line = AUCTION.replace(" - ", " B ") + " ; declarer=1 ; bid=24"
    scores = {(c.trump, c.declarer): c.score for c in solve_table(parse_deal(line)).cells}
    assert scores["B", 0] == scores["C", 0] == (24, 0)
    assert scores["C", 1] == (0, 24)
    par = solve_par(parse_deal(line))
    assert par is not None
    assert par.bid == 37
    assert {cell.score for cell in solve_table(parse_deal(AUCTION)).cells} == {None}


def test_limits() -> None:
    for line in (DEAL, AUCTION):
        deal = parse_deal(line)
        assert solve_par(deal, Limits(nodes=20)) is None
        enough, without = solve_par(deal, Limits(nodes=10**9)), solve_par(deal)
        assert enough is not None
        assert without is not None
        assert enough.calls == without.calls
        # what is not asked for is not known either
        trumps = deal.rules.trumps[1:]
        assert par_of(deal, solve_table(deal, trumps)) is None
        assert par_of(deal, solve_table(deal, window=(60, None))) is None


def test_the_question_is_shared_where_it_is_the_same() -> None:
    deal = parse_deal(AUCTION)
    assert ParQuestion(deal).key == TableQuestion(deal).key
    choice, other = parse_deal(DEAL), parse_deal(DEAL.replace(" - ", " S "))
    assert ParQuestion(choice).key == ParQuestion(other).key != TableQuestion(choice).key


def test_what_has_no_par() -> None:
    for name in ("maniglia", "manillen-zonder-troef", "whist"):
        with pytest.raises(CallError, match="nothing is called in") as refused:
            solve_par(random_deal(load(name), 1))
        assert refused.value.reason == Reason.BAD_REQUEST
    with pytest.raises(DealError, match="the hand of W is hidden") as hidden:
        solve_par(parse_deal("manillen - N:TA... ? QJ... 98..."))
    assert hidden.value.reason == Reason.HAND_HIDDEN
