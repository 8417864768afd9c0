"""How a calling goes on with all cards known: reasoned cases, and every call tried one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.tiny import tiny_auction, tiny_choice
from manille.solver.errors import ScoreError
from manille.solver.reference.par import TriedCalls
from manille.solver.rules import (
    Auction,
    Ceiling,
    Choice,
    RuleSet,
    Worth,
    foresee_auction,
    foresee_choice,
    load,
    net_score,
    worth_of,
)
from manille.solver.rules.calling import calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.foreseen import worth_of_bid
from manille.solver.rules.tried import TriedBids

FOUR, MANILLEN = load("maniglia-4"), load("manillen")


def test_a_net_score_is_held_against_the_rivals() -> None:
    assert [net_score(MANILLEN, (8, 0), side) for side in (0, 1)] == [8, -8]
    assert [net_score(FOUR, (30, 0), side) for side in (0, 1)] == [30, -10]
    assert [net_score(FOUR, (0, 30), side) for side in (0, 1)] == [-30, 10]
    assert net_score(load("maniglia-3"), (0, 30), 1) == 15


def test_what_points_are_worth() -> None:
    assert worth_of(MANILLEN, "S", (38, 23), 0) == Worth(8, 38)
    assert worth_of(MANILLEN, "NT", (38, 23), 1) == Worth(-16, 23)
    assert worth_of(FOUR, "O", (30, 40), 0, 30) == Worth(30, 30)
    assert worth_of(FOUR, "O", (29, 41), 1, 30) == Worth(10, 41)
    assert worth_of(load("whist"), "S", (7, 6), 1) == Worth(-1, 6)
    assert worth_of_bid(FOUR, "O", (3, 9), 0, 20) == Worth(-20, 3)
    with pytest.raises(ScoreError, match="38 and 22 make 60"):
        worth_of(MANILLEN, "S", (38, 22), 0)


@pytest.mark.parametrize(
    ("points", "called", "trump", "chooser"),
    [
        # 2 for its own side at once, since a pass lets the others take 10 with hearts
        ({"S": 32, "H": 20, "D": 25, "C": 25, "NT": 25}, (), "S", 0),
        # its partner may name the trump as well, but what for
        ({"S": 32, "H": 31, "D": 31, "C": 31, "NT": 31}, (), "S", 0),
        # 31 at no trump scores as much as 32 with a suit, which has more points
        ({"S": 32, "H": 31, "D": 31, "C": 31, "NT": 31}, ("pass", "pass"), "S", 2),
        ({"S": 32, "H": 31, "D": 31, "C": 31, "NT": 32}, ("pass", "pass"), "NT", 2),
        # the dealer has to name a trump, and loses least
        ({"S": 40, "H": 33, "D": 35, "C": 36, "NT": 32}, ("pass", "pass", "pass"), "H", 3),
        # of equal trumps the first of the rules
        ({"S": 40, "H": 33, "D": 33, "C": 36, "NT": 40}, ("pass", "pass", "pass"), "H", 3),
    ],
)
def test_a_choice(
    points: dict[str, int], called: tuple[str, ...], trump: str, chooser: int
) -> None:
    assert foresee_choice(Choice(MANILLEN, called), points) == CallResult(True, trump, chooser)


@pytest.mark.parametrize(
    ("passes", "trump", "chooser"),
    # no trump gives N and S 2, a suit W and E 11: whoever may speak first names it, and the dealer
    # has no choice
    [(0, "NT", 0), (1, "S", 1), (2, "NT", 2), (3, "NT", 3)],
)
def test_a_dealer_who_may_name_no_trump_alone(passes: int, trump: str, chooser: int) -> None:
    choice = Choice(load("manillen-verplicht"), ("pass",) * passes)
    points = dict.fromkeys("SHDC", 20) | {"NT": 31}
    assert foresee_choice(choice, points) == CallResult(True, trump, chooser)


def ceilings(*points: int) -> list[Ceiling]:
    return [Ceiling(one, "OCEB"[seat]) for seat, one in enumerate(points)]


@pytest.mark.parametrize(
    ("points", "called", "declarer", "bid"),
    [
        ((25, 34, 30, 28), (), 1, 34),
        ((34, 34, 30, 28), (), 0, 34),
        # the first of the equal ones that is still to speak
        ((34, 34, 34, 28), ("pass", "20"), 2, 34),
        # whom the bidder can exceed does not drive the bid up
        ((25, 34, 30, 28), ("pass", "21"), 1, 21),
        ((25, 34, 35, 28), ("pass", "21"), 2, 35),
        ((25, 34, 34, 28), ("pass", "21"), 2, 34),
        # a bid that is too high is left to fail, unless somebody can exceed it
        ((25, 34, 34, 28), ("30",), 1, 34),
        ((25, 34, 34, 28), ("35",), 0, 35),
    ],
)
def test_an_auction(
    points: tuple[int, ...], called: tuple[str, ...], declarer: int, bid: int
) -> None:
    auction = Auction.start(FOUR)
    for call in called:
        auction = auction.call(call)
    found = foresee_auction(auction, ceilings(*points))
    assert found == CallResult(True, "OCEB"[declarer], declarer, declarer, bid)


def test_nobody_can_bid() -> None:
    low = ceilings(19, 3, 7, 12)
    assert foresee_auction(Auction.start(FOUR), low) == CallResult(played=False)
    forced = replace(FOUR, all_pass="dealer_forced")
    assert foresee_auction(Auction.start(forced), low) == CallResult(True, "B", 3, 3, 20)


# ----------------------------------------------------------------- every call tried one by one


def begun(rules: RuleSet, rng: Random) -> Auction | Choice:
    """A calling at its first call or somewhere on the way."""
    state = calling(rules)
    for _ in range(rng.choice((0, rng.randrange(rules.seats + 3)))):
        calls = state.legal_calls()
        after = state.call(rng.choice((calls[0], rng.choice(calls[:4]))))
        if after.ended:
            break
        state = after
    return state


def drawn_auction(rng: Random, **flags: object) -> tuple[RuleSet, list[dict[str, int]], TriedCalls]:
    """A small auction game, and what each seat makes with each trump: any numbers."""
    seats = rng.choice((3, 4, 5))
    ends = {
        "bid_minimum": rng.choice((1, 2, 3)),
        "all_pass": rng.choice(("redeal", "dealer_forced")),
    }
    ranks = "7AKHM" if seats == 5 else "7HK"
    rules = tiny_auction(f"maniglia-{seats}", ranks, **ends, **flags)
    rules = replace(rules, points={"7": rng.choice((0, 1, 2))})
    total = rules.largest_total
    top = min(total, rng.choice((3, 6, total)))
    made = [{t: rng.randint(0, top) for t in rules.trumps} for _ in range(seats)]
    contracts = {
        (t, s): (made[s][t], total - made[s][t]) for t in rules.trumps for s in range(seats)
    }
    return rules, made, TriedCalls(contracts)


def test_an_auction_ends_as_when_every_call_is_tried(seed: int, effort: float) -> None:
    rng = Random(f"auction {seed}")
    for number in range(round(300 * effort)):
        rules, made, tried = drawn_auction(rng)
        state = begun(rules, rng)
        most = [max(one, key=one.__getitem__) for one in made]
        tops = [Ceiling(one[trump], trump) for one, trump in zip(made, most, strict=True)]
        expected = tried.outcome(state).result
        found = foresee_auction(state, tops)
        assert found == expected, f"seed {seed}, {number}: {rules.flags()}, {made}, {state.calls}"


def test_likewise_where_no_trump_multiplies_the_score(seed: int, effort: float) -> None:
    rng, other = Random(f"multiplied {seed}"), 0
    for number in range(round(300 * effort)):
        rules, made, tried = drawn_auction(
            rng, no_trump=True, no_trump_factor=rng.choice((2, 2, 3, 4))
        )
        state, totals = begun(rules, rng), dict.fromkeys(rules.trumps, rules.largest_total)
        expected = tried.outcome(state).result
        found = TriedBids(rules, made, totals).result(state)
        assert found == expected, f"seed {seed}, {number}: {rules.flags()}, {made}, {state.calls}"
        other += found.declarer is not None and found.bid != max(made[found.declarer].values())
    assert other  # the argument of the ceilings does not hold there


def test_a_choice_ends_as_when_every_call_is_tried(seed: int, effort: float) -> None:
    rng = Random(f"choice {seed}")
    for number in range(round(300 * effort)):
        flags = {"dealer_must": rng.choice(("any", "no_trump"))} if rng.random() < 0.5 else {}
        rules = tiny_choice(ranks="TK", no_trump_factor=rng.choice((1, 2, 3)), **flags)
        rules = replace(rules, hand_score=rng.choice(("over_half", "difference", "none")))
        total = rules.largest_total
        points = {trump: rng.randint(0, total) for trump in rules.trumps}
        tried = TriedCalls({(t, None): (won, total - won) for t, won in points.items()})
        state = begun(rules, rng)
        found, expected = foresee_choice(state, points), tried.outcome(state).result
        assert found == expected, f"seed {seed}, {number}: {rules.flags()}, {points}, {state.calls}"
        # an ending: the points alone are compared
        tried = TriedCalls({(t, None): (won, total - won) for t, won in points.items()}, False)
        totals = dict.fromkeys(points, total)
        assert foresee_choice(state, points, totals) == tried.outcome(state).result
