"""Hand scores and turn-up points, against the figures of the rule texts and plain arithmetic."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manille.solver.cards import Card
from manille.solver.errors import Reason, ScoreError
from manille.solver.rules.loader import load, names
from manille.solver.rules.scoring import hand_score, turn_up_points

AUCTIONS = {"maniglia-3": 72, "maniglia-4": 70, "maniglia-5": 68}


@pytest.mark.parametrize(
    ("rules", "trump", "points", "score"),
    [
        # manillen: the example of the text, the narrowest hand, everything; doubled at no trump
        ("manillen", "S", (38, 23), (8, 0)),
        ("manillen", "NT", (38, 23), (16, 0)),
        ("manillen", "S", (31, 30), (1, 0)),
        ("manillen", "NT", (30, 31), (0, 2)),
        ("manillen", "C", (0, 61), (0, 31)),
        ("manillen", "NT", (61, 0), (62, 0)),
        ("manillen-101", "S", (38, 23), (8, 0)),
        ("manillen-verplicht", "NT", (23, 38), (0, 16)),
        ("manillen-zonder-troef", "NT", (38, 23), (16, 0)),
        ("manillen-troef", "H", (38, 23), (8, 0)),
        ("manillen-cafe", "D", (20, 41), (0, 11)),
        # maniglia: what exceeds 35, and nothing at 35 to 35
        ("maniglia", "O", (36, 34), (1, 0)),
        ("maniglia", "B", (35, 35), (0, 0)),
        ("maniglia", "C", (0, 70), (0, 35)),
        # macau-manilla: the difference
        ("macau-manilla", "S", (36, 34), (2, 0)),
        ("macau-manilla", "S", (30, 40), (0, 10)),
        ("macau-manilla", "S", (35, 35), (0, 0)),
        ("macau-manilla", "S", (70, 0), (70, 0)),
        # the house rules
        ("manille", "S", (34, 34), (0, 0)),
        ("manille", "NT", (33, 35), (0, 2)),
        ("botifarra", "E", (37, 35), (1, 0)),
        ("botifarra", "NT", (36, 36), (0, 0)),
        ("botifarra", "NT", (30, 42), (0, 12)),
        # the reference sets score nothing
        ("whist", "NT", (7, 6), None),
        ("belote", "S", (82, 80), None),
    ],
)
def test_figures(
    rules: str, trump: str, points: tuple[int, int], score: tuple[int, int] | None
) -> None:
    assert hand_score(load(rules), trump, points) == score


@pytest.mark.parametrize(("name", "total"), AUCTIONS.items())
def test_the_bid_scores_and_not_the_points(name: str, total: int) -> None:
    rules = load(name)
    assert hand_score(rules, "O", (30, total - 30), bid=30) == (30, 0)  # made exactly
    assert hand_score(rules, "O", (29, total - 29), bid=30) == (0, 30)  # failed by one
    assert hand_score(rules, "O", (50, total - 50), bid=20) == (20, 0)
    assert hand_score(rules, "O", (total, 0), bid=total) == (total, 0)
    assert hand_score(rules, "O", (0, total), bid=total) == (0, total)


def test_no_bid_no_score_in_an_auction_game() -> None:
    assert hand_score(load("maniglia-3"), "O", (40, 32)) is None


def test_a_bid_is_not_looked_at_where_none_scores() -> None:
    assert hand_score(load("manillen"), "S", (38, 23), bid=7) == (8, 0)


@pytest.mark.parametrize(
    ("name", "points", "words"),
    [
        ("manillen", (38, 22), "beside 38 the other side has 23"),
        ("manillen", (31, 31), "a hand of manillen has 61 points"),
        ("manillen", (62, -1), "from 0 to 61 points, not -1"),
        ("manillen", (-1, 30), "from 0 to 61 points, not -1"),
        ("manillen", (62, 5), "from 0 to 61 points, not 62"),
        ("maniglia", (40, 21), "70 points"),
        ("maniglia-5", (35, 35), "68 points"),
    ],
)
def test_points_that_do_not_add_up_are_refused(
    name: str, points: tuple[int, int], words: str
) -> None:
    with pytest.raises(ScoreError, match=words) as caught:
        hand_score(load(name), load(name).trumps[0], points)
    assert [(f.reason, f.field) for f in caught.value.faults] == [(Reason.BAD_SCORE, "points")]


@pytest.mark.parametrize("bid", [-5, 0, 19, 73])
def test_a_bid_that_cannot_be_made_is_refused(bid: int) -> None:
    with pytest.raises(ScoreError, match="between 20 and 72") as caught:
        hand_score(load("maniglia-3"), "O", (40, 32), bid=bid)
    assert caught.value.reason is Reason.BID_OUT_OF_RANGE


def test_both_faults_are_told_at_once() -> None:
    with pytest.raises(ScoreError) as caught:
        hand_score(load("maniglia-3"), "O", (40, 40), bid=19)
    assert [f.field for f in caught.value.faults] == ["points", "bid"]


def test_the_total_follows_the_trump() -> None:
    """With points of its own in the trump suit, a hand at no trump has another total."""
    rules = replace(load("belote"), no_trump=True, hand_score="difference", half=81)
    assert hand_score(rules, "S", (100, 62)) == (38, 0)
    with pytest.raises(ScoreError, match="130 points"):
        hand_score(rules, "NT", (100, 62))
    assert hand_score(rules, "NT", (100, 30)) == (70, 0)


def expected(name: str, trump: str, mine: int, other: int) -> int:
    """What a side scores, from the texts and by game: deliberately not from the flags."""
    if name.startswith("manillen"):
        over, factor = 30, 2
    elif name == "manille":
        over, factor = 34, 2
    elif name == "botifarra":
        over, factor = 36, 2
    else:
        over, factor = 35, 1
    if mine <= over:
        return 0
    won = mine - other if name == "macau-manilla" else mine - over
    return won * (factor if trump == "NT" else 1)


@pytest.mark.parametrize(
    "name",
    [n for n in names() if n not in AUCTIONS and not load(n).reference],
)
def test_every_split_of_the_points(name: str) -> None:
    rules = load(name)
    for trump in rules.trumps:
        total = rules.total(trump)
        for first in range(total + 1):
            score = hand_score(rules, trump, (first, total - first))
            assert score == (
                expected(name, trump, first, total - first),
                expected(name, trump, total - first, first),
            )
            assert 0 in score


@given(st.sampled_from(sorted(AUCTIONS)), st.data())
def test_every_bid(name: str, data: st.DataObject) -> None:
    total = AUCTIONS[name]
    made, bid = data.draw(st.integers(0, total)), data.draw(st.integers(20, total))
    score = hand_score(load(name), "C", (made, total - made), bid)
    assert score == ((0, bid) if made < bid else (bid, 0))


CARD_POINTS = {"7": 5, "A": 4, "K": 3, "H": 2, "M": 1, "6": 0, "2": 0}


@pytest.mark.parametrize(("rank", "points"), CARD_POINTS.items())
def test_turn_up_points_are_those_of_the_card(rank: str, points: int) -> None:
    assert turn_up_points(load("maniglia"), Card(rank, "O"), 0) == points


@pytest.mark.parametrize(("before", "points"), [(0, 5), (28, 5), (29, 5), (30, 0), (34, 0)])
def test_turn_up_points_end_with_the_limit(before: int, points: int) -> None:
    assert turn_up_points(load("maniglia"), Card("7", "B"), before) == points


@pytest.mark.parametrize("name", ["macau-manilla", "manillen-troef", "maniglia-4", "botifarra"])
def test_no_turn_up_points_elsewhere(name: str) -> None:
    rules = load(name)
    best = max(rules.cards, key=lambda card: rules.points_of(card, "NT"))
    assert rules.points_of(best, "NT") == 5
    assert turn_up_points(rules, best, 0) == 0


def test_turn_up_points_are_those_of_the_trump_suit() -> None:
    jack = Card("J", "S")
    rules = replace(load("belote"), trump_by="turned", turn_up_points=True, turn_up_limit=100)
    assert turn_up_points(rules, jack, 100) == 20
