"""The table of the advice, with little effort; no test hangs on a time."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from benchmarks.advice import __main__ as program
from benchmarks.advice import match, same, speed
from benchmarks.advice.calibration import calibration, chances_of
from benchmarks.advice.chances import Chance, Share, noise, reliability, standard_error
from benchmarks.advice.draw import draw
from benchmarks.advice.effort import FULL, QUICK, Effort
from benchmarks.advice.hands import (
    Case,
    as_seen,
    cases,
    fresh_layouts,
    side0_points,
    to_call,
    won_at,
)
from benchmarks.advice.regret import Means, _values, regret
from benchmarks.bars.bar import SEED
from benchmarks.peers.figures import UnequalError
from manille.solver.advice import advise_bid, refine_bid
from manille.solver.advised import BidAdvice
from manille.solver.deals import Deal, parse_deal, random_deal
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load

LITTLE = Effort(
    calibrated={"manillen": 2},
    stated=8,
    fresh=8,
    pilot=5,
    regretted={"manillen": 2, "maniglia-5": 2},
    advised=4,
    held=8,
    match=3,
    asked=1,
    timed={"manillen": 8},
    same=1,
    alike=4,
    draws=5,
    drawn=2,
    threads=2,
)


def all_of(samples: int, seed: int) -> AdviceLimits:
    return AdviceLimits(samples=samples, seed=seed, until_clear=False)


# ------------------------------------------------------------------------------------- the program


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    """The exit status and the output of a run with little effort."""
    monkeypatch.setattr(program, "QUICK", LITTLE)
    done = CliRunner().invoke(program.main, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_real_parts_give_rows_a_table_and_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, plot = tmp_path / "advice.json", tmp_path / "made" / "advice.svg"
    words = ["--markdown", "--json", str(path), "--plot", str(plot), "match", "calibration"]
    status, output = run(monkeypatch, *words)
    assert status == 0
    assert program.QUICK_NOTE in output
    rows = json.loads(path.read_text())["bars"]
    assert [row["part"] for row in rows] == ["match"] + 3 * ["calibration"]
    assert output.count("| stated | chances | mean stated |") == 2
    assert sum(one["chances"] for one in rows[2]["data"]["reliability"]) == 2 * 5
    assert plot.read_text().startswith("<?xml")


def test_a_plot_of_nothing_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, output = run(monkeypatch, "match", "--plot", str(tmp_path / "advice.svg"))
    assert status == 2
    assert "--plot draws what the part calibration measures" in output


def test_hands_are_counted_anew_for_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Effort] = []
    monkeypatch.setitem(program.PARTS, "draw", lambda effort: iter(seen.append(effort) or []))
    status, output = run(monkeypatch, "draw", "--full", "--hands", "7")
    assert status == 0
    assert program.HANDS_NOTE in output
    assert set(seen[0].calibrated.values()) == set(seen[0].regretted.values()) == {7}
    assert (seen[0].match, seen[0].asked, seen[0].held) == (7, 7, FULL.held)
    assert (FULL.calibrated["manillen"], FULL.match, FULL.held) == (500, 500, 2000)
    assert QUICK.match < FULL.match


def test_advice_that_differs_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(deal: Deal, limits: AdviceLimits, threads: int) -> Iterator[BidAdvice]:
        return refine_bid(deal, limits=replace(limits, seed=threads))

    monkeypatch.setattr(same, "refine_bid", differs)
    status, output = run(monkeypatch, "same")
    assert status == 1
    assert "UNEQUAL" in output
    assert "manillen - " in output


# --------------------------------------------------------------------------------------- the hands


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    deal = to_call("manillen", 2)
    assert [hand is None for hand in deal.hands] == [True, True, False, True]
    assert (deal.calls, deal.trump) == (("pass", "pass"), None)
    won = won_at(random_deal(load("maniglia-5"), SEED, 1), 1, 23)
    assert won.calls == ("pass", "23", "pass", "pass", "pass")
    assert set(advise_bid(won, limits=all_of(1, 0)).options[0].bids[0]._fields) >= {"bid", "make"}


def test_hands_of_an_auction_may_make_a_bid() -> None:
    found = list(islice(cases("maniglia-5", LITTLE), 2))
    assert all(case.bids is not None and 20 <= case.bids[0] <= case.bids[1] for case in found)
    assert found[1].number > 1  # most hands may not
    assert all(case.seat == case.number % 5 for case in found)
    assert [case.number for case in islice(cases("manillen", LITTLE), 2)] == [0, 1]


# ------------------------------------------------------------------------------------- calibration


def chance(hand: int, stated: tuple[int, int], fresh: tuple[int, int], dealt: bool) -> Chance:
    return Chance(hand, "S", True, Share(*stated), Share(*fresh), dealt)


@pytest.mark.parametrize("p", [0.02, 0.3, 0.5])
def test_the_noise_of_two_samples_is_that_of_their_binomials(p: float) -> None:
    first, second = 5, 8

    def chance_of(made: int, of: int) -> float:
        return comb(of, made) * p**made * (1 - p) ** (of - made)

    pairs = [(a, b) for a in range(first + 1) for b in range(second + 1)]
    weights = [chance_of(a, first) * chance_of(b, second) for a, b in pairs]
    distance = sum(
        w * abs(a / first - b / second) for w, (a, b) in zip(weights, pairs, strict=True)
    )
    told = sum(
        w * noise(Share(a, first), Share(b, second))
        for w, (a, b) in zip(weights, pairs, strict=True)
    )
    assert told == pytest.approx(distance)


def test_what_is_always_made_has_no_noise() -> None:
    assert noise(Share(400, 400), Share(500, 500)) == pytest.approx(0)
    assert noise(Share(0, 400), Share(0, 500)) == pytest.approx(0)


def test_the_error_of_a_mean_takes_the_chances_of_a_hand_together() -> None:
    each = [chance(hand, (made, 10), (5, 10), False) for hand, made in enumerate([3, 5, 9])]
    errors = [one.error for one in each]
    alone = statistics.stdev(errors) / math.sqrt(3)
    assert standard_error(each, "error") == pytest.approx(alone)
    twice = [one for one in each for _ in range(2)]
    assert standard_error(twice, "error") == pytest.approx(alone)
    assert standard_error(each[:1], "error") == math.inf


def test_chances_are_told_by_tenths() -> None:
    low, sure = chance(0, (3, 10), (20, 100), True), chance(1, (10, 10), (99, 100), True)
    other = chance(2, (39, 100), (30, 100), False)
    first, last = reliability([sure, low, other])
    assert (first.tenth, first.chances, first.dealt) == (3, 2, 0.5)
    assert (first.stated, first.fresh) == pytest.approx((0.345, 0.25))
    assert (last.tenth, last.chances, last.fresh) == (9, 1, 0.99)


@pytest.mark.parametrize(
    ("name", "number", "bids"),
    [("manillen", 1, None), ("manillen", 2, None), ("maniglia-5", 7, (21, 21))],
)
def test_a_chance_is_what_plain_searches_find(
    name: str, number: int, bids: tuple[int, int] | None
) -> None:
    dealt = random_deal(load(name), SEED, number)
    seat = number % dealt.rules.seats
    declarer = None if bids is None else seat

    def made(deal: Deal, trump: str) -> bool:
        points = side0_points(deal, trump, declarer)
        if bids is not None:
            return points >= 21
        return points > 30 if seat % 2 == 0 else points < 31

    layouts = Layouts(Knowledge.of(as_seen(dealt, seat)))
    found = chances_of(Case(number, dealt, seat, bids), LITTLE)
    assert {one.trump for one in found} == set(dealt.rules.trumps)
    assert [one.advised for one in found] == [True] + [False] * (len(found) - 1)
    for one in found:
        for share, seed in ((one.stated, 2 * number), (one.fresh, 2 * number + 1)):
            drawn = [layouts.deal(seed, place) for place in range(8)]
            assert share == (sum(made(deal, one.trump) for deal in drawn), 8)
        assert one.dealt is made(dealt, one.trump)


def test_the_rows_of_a_calibration_are_those_of_its_chances() -> None:
    advised, each, dealt = calibration(LITTLE)
    chances = [
        one for case in islice(cases("manillen", LITTLE), 2) for one in chances_of(case, LITTLE)
    ]
    for row, of in ((advised, [one for one in chances if one.advised]), (each, chances)):
        absolute = statistics.fmean(abs(one.error) for one in of)
        assert row.data["absolute"] == pytest.approx(absolute)
        assert row.met is (absolute <= 0.03)
        assert row.data["noise"] == pytest.approx(statistics.fmean(one.noise for one in of))
    assert dealt.data["made"] == statistics.fmean(one.dealt for one in chances)
    assert dealt.verdict == "stated"


# ------------------------------------------------------------------------------------------ regret


def test_what_an_option_is_behind_the_best_one() -> None:
    first, second = Means(), Means()
    first.add({("S", None): 4.0, ("H", None): 1.0})
    first.add({("S", None): 0.0, ("H", None): 1.0})
    second.add({("S", None): -3.0, ("H", None): 1.0})
    assert first.best == ("S", None)
    assert first.behind(("H", None), first.best) == 1.0
    both = first + second
    assert (both.best, both.count) == (("H", None), 3)
    assert both.behind(("S", None), both.best) == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["manillen", "manillen-cafe", "maniglia-5"])
def test_options_are_worth_what_advice_on_the_same_layouts_says(name: str) -> None:
    deal = to_call(name, 3)
    advice = advise_bid(deal, limits=all_of(10, 7))
    means, values = Means(), _values(deal)
    for found in fresh_layouts(deal, 3, 10, threads=1):
        means.add(values(found))
    told: dict[Any, float] = {}
    for option in advice.options:
        told |= {(option.call, bid.bid): bid.mean for bid in option.bids}
        if not option.bids:
            told[option.call, None] = option.objective.mean
    assert len(told) >= 5
    for option, mean in told.items():
        assert means.sums[option] / means.count == pytest.approx(mean)


def test_regret_is_held_against_its_bar_in_one_game() -> None:
    manillen, maniglia = regret(LITTLE)
    assert manillen.met is (manillen.data["regret"] <= 0.3)
    assert maniglia.verdict == "stated"
    for row in (manillen, maniglia):
        assert row.data["hands"] == 2
        assert row.data["regret"] >= max(0, row.data["split"] - 1e-9)


# ------------------------------------------------------------------------------------- the match


def test_the_other_side_chooses_the_fattest_suit() -> None:
    deal = parse_deal("manillen - N:TA7.K.T9.87 ? ? ?")
    (hand,) = filter(None, deal.hands)
    assert match.fattest_suit(hand, deal.rules) == "S"
    level = parse_deal("manillen - N:T.K987.AJ.7 ? ? ?")
    (hand,) = filter(None, level.hands)
    assert match.fattest_suit(hand, level.rules) == "D"  # as many points as spades, and longer


@pytest.mark.parametrize("call", ["pass", "NT", "H"])
def test_a_deal_is_played_twice(monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    advice = advise_bid(to_call("manillen", 0), limits=all_of(2, 0))
    monkeypatch.setattr(match, "advise_bid", lambda *_, **__: replace(advice, call=call))
    deal = random_deal(load("manillen"), SEED, 4)
    first, second = (match.fattest_suit(hand, deal.rules) for hand in deal.open_hands[:2])

    def net(trump: str) -> int:
        above = side0_points(deal, trump) - 30
        return (above if above > 0 else above - 1) * (2 if trump == "NT" else 1)

    played = match.play_twice(deal, 4, LITTLE)
    ours = net(second if call == "pass" else call)
    assert played.gain == (ours - net(first)) / 2
    assert played.known == (max(map(net, deal.rules.trumps)) - net(first)) / 2


def test_the_match_is_won_by_its_interval() -> None:
    (row,) = match.match(LITTLE)
    assert row.data["low"] <= row.data["gain"] <= row.data["high"]
    assert row.data["gain"] == pytest.approx(row.data["advised"] - row.data["other"])
    assert row.data["gain"] <= row.data["known"]
    assert row.met is (row.data["low"] > 0)
    assert sum(row.data["calls"].values()) == LITTLE.match


# ------------------------------------------------------------------------- speed, threads, drawing


def test_the_command_is_run_as_a_user_does() -> None:
    deal = to_call("manillen", 1)
    found = speed.run_command(deal, 8, 3, threads=2)
    assert 0 < found.first_s <= found.wall_s
    assert found.cpu_s > 0
    assert (found.last["samples"], found.last["seat"]) == (8, deal.seat_names[1])
    assert found.last["advice"]["call"] == advise_bid(deal, limits=all_of(8, 3)).call


def test_a_command_that_fails_is_told() -> None:
    with pytest.raises(click.ClickException, match=r"manille bid ended with [12]:"):
        speed.run_command(to_call("manillen", 1), 0, 3, threads=1)


def test_three_rows_tell_the_speed_of_a_game() -> None:
    whole, process, call = speed.speed(LITTLE)
    for row, most in ((whole, 1.0), (process, 0.2), (call, 0.2)):
        assert len(row.data["each_s"]) == 1
        assert row.met is (row.data["median_s"] <= most)
    assert process.data["worst_s"] <= whole.data["worst_s"]


def test_a_seed_gives_the_same_on_every_number_of_threads() -> None:
    bids, plays = same.same(LITTLE)
    assert (bids.figure, plays.figure) == ("all 5 the same", "all 10 the same")
    assert bids.data["refinements"] == 5
    assert len({len(same.to_play("manillen", number).played) for number in range(32)}) == 32


def test_a_figure_that_differs_is_seen() -> None:
    deal = to_call("manillen", 0)

    def other(deal: Deal, limits: AdviceLimits, threads: int) -> Iterator[BidAdvice]:
        for said in refine_bid(deal, limits=limits):
            yield replace(said, state=replace(said.state, nodes=said.state.nodes + threads // 5))

    with pytest.raises(UnequalError, match="5 threads"):
        same.check_same(deal, all_of(4, 0), other)


def test_layouts_are_drawn_at_four_moments_of_each_game() -> None:
    rows = list(draw(LITTLE))
    assert [row.verdict for row in rows] == ["stated"] * 12
    assert all(row.data["rate"] >= row.data["slowest"] > 0 for row in rows)
    assert "30 cards played" in rows[-1].what
