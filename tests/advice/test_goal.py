"""Objectives: what they are worth, and which cannot be asked for."""

from __future__ import annotations

import pytest

from manille.solver.advice.goal import Ending, Goal, has_score
from manille.solver.errors import InputError
from manille.solver.rules import load

MANILLEN, AUCTION, BELOTE = load("manillen"), load("maniglia-4"), load("belote")


def test_the_objective_is_the_score_where_there_is_one() -> None:
    assert Goal.read(MANILLEN, None, None) == Goal("score")
    assert Goal.read(BELOTE, None, None, scored=False) == Goal("points")
    assert Goal.read(MANILLEN, None, 40) == Goal("reach", 40)


@pytest.mark.parametrize(
    ("trump", "side0", "side", "worth"),
    [("S", 40, 0, 10), ("S", 40, 1, -10), ("NT", 40, 0, 20), ("NT", 22, 0, -18), ("H", 31, 0, 1)],
)
def test_the_score_is_that_of_the_side_less_that_of_the_other(
    trump: str, side0: int, side: int, worth: float
) -> None:
    assert Goal("score").value(Ending(trump, side0), MANILLEN, side) == worth


def test_in_auctions_every_seat_is_held_against_the_mean_of_the_others() -> None:
    made, failed = Ending("O", 34, 30), Ending("O", 29, 30)
    goal = Goal("score")
    assert goal.value(made, AUCTION, 0) == 30
    assert goal.value(made, AUCTION, 1) == -10
    assert goal.value(failed, AUCTION, 0) == -30
    assert goal.value(failed, AUCTION, 1) == 10


def test_points_and_what_is_reached_are_those_of_the_side() -> None:
    ending = Ending("S", 40)
    assert Goal("points").value(ending, MANILLEN, 0) == 40
    assert Goal("points").value(ending, MANILLEN, 1) == 21
    assert Goal("reach", 40).value(ending, MANILLEN, 0) == 1
    assert Goal("reach", 41).value(ending, MANILLEN, 0) == 0
    assert Goal("reach", 21).value(ending, MANILLEN, 1) == 1


def test_a_hand_that_is_not_played_is_worth_nothing() -> None:
    assert Goal("score").value(None, AUCTION, 1) == 0


@pytest.mark.parametrize("objective", ["score", "points", "reach"])
def test_no_value_is_out_of_its_range(objective: str) -> None:
    goal = Goal(objective, 20 if objective == "reach" else None)
    for rules, bid in ((MANILLEN, None), (AUCTION, 20), (AUCTION, 70)):
        least, most = goal.range(rules)
        for trump in rules.trumps:
            for side0 in range(rules.total(trump) + 1):
                for side in (0, 1):
                    assert least <= goal.value(Ending(trump, side0, bid), rules, side) <= most


def test_the_score_follows_from_the_points_or_needs_a_bid() -> None:
    assert has_score(MANILLEN, None)
    assert has_score(AUCTION, 30)
    assert not has_score(AUCTION, None)
    assert not has_score(BELOTE, None)


@pytest.mark.parametrize(
    ("objective", "reach", "scored", "field", "text"),
    [
        ("tricks", None, True, "objective", "'tricks' is no objective; there are score, points"),
        ("score", None, False, "objective", "scores nothing; ask for points or reach"),
        ("reach", None, True, "reach", "needs a number of points"),
        ("points", 30, True, "reach", "have no meaning for the objective points"),
        ("reach", 62, True, "reach", "62 is not a number of points from 1 to 61"),
        ("reach", 0, True, "reach", "0 is not a number of points from 1 to 61"),
    ],
)
def test_goals_that_make_no_sense_are_refused(
    objective: str, reach: int | None, scored: bool, field: str, text: str
) -> None:
    with pytest.raises(InputError) as raised:
        Goal.read(MANILLEN, objective, reach, scored)
    assert raised.value.faults[0].field == field
    assert text in str(raised.value)


def test_a_score_that_hangs_on_a_bid_says_so() -> None:
    with pytest.raises(InputError, match="add `; bid=NUMBER`"):
        Goal.read(AUCTION, "score", None, scored=False)
