"""Matches: running totals, ends, turn-up points, and every refusal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manille.solver.cards import Card
from manille.solver.errors import Reason, ScoreError
from manille.solver.rules.loader import load, names
from manille.solver.rules.match import Match, adds_up
from manille.solver.rules.result import HandResult, parties, result_faults, sides
from manille.solver.rules.ruleset import RuleSet

NS, WE = ("N", "S"), ("W", "E")
NOT_PLAYED = HandResult()
SEVEN = Card("7", "O")


def won(first: int, trump: str = "S", total: int = 61) -> HandResult:
    """A hand of partners in which N and S took so many points."""
    return HandResult((first, total - first), trump)


def alone(declarer: str, made: int, bid: int, total: int = 72) -> HandResult:
    """A hand of an auction game."""
    return HandResult((made, total - made), "O", declarer=declarer, bid=bid)


def latin(first: int, dealer: str | None = None, turned: Card | None = None) -> HandResult:
    """A hand of maniglia."""
    return HandResult((first, 70 - first), "O", dealer=dealer, turned=turned)


def played(rules: str | RuleSet, *hands: HandResult, target: int | None = None) -> Match:
    match = Match.start(load(rules) if isinstance(rules, str) else rules, target)
    for hand in hands:
        match = match.add(hand)
    return match


def test_parties_and_sides() -> None:
    assert parties(load("manillen")) == (NS, WE)
    assert parties(load("maniglia-3")) == (("1",), ("2",), ("3",))
    assert parties(load("maniglia-4")) == (("N",), ("W",), ("S",), ("E",))
    assert sides(load("manillen"), None) == (NS, WE)
    assert sides(load("maniglia-5"), "2") == (("2",), ("1", "3", "4", "5"))


def test_hands_add_up_to_the_target() -> None:
    match = played("manillen", won(38), won(20), won(31, "NT"), won(40))
    assert match.target == 21
    assert [hand.score for hand in match.history] == [(8, 0), (0, 11), (2, 0), (10, 0)]
    assert [hand.totals for hand in match.history] == [(8, 0), (8, 11), (10, 11), (20, 11)]
    assert match.winners == ()
    assert not match.ended
    match = match.add(won(31))
    assert match.totals == (21, 11)  # reached exactly
    assert match.winners == (NS,)
    assert match.ended


def test_a_match_is_not_changed_by_a_hand() -> None:
    match = played("manillen", won(38))
    match.add(won(61))
    assert match == played("manillen", won(38))
    assert match.totals == (8, 0)


def test_before_the_first_hand() -> None:
    match = played("maniglia-3", target=50)
    assert match.totals == (0, 0, 0)
    assert match.winners == ()
    assert match.history == ()


@pytest.mark.parametrize(
    ("rules", "target"),
    [("manillen", 21), ("manillen-101", 101), ("maniglia", 35), ("macau-manilla", 70)],
)
def test_the_targets_of_the_texts(rules: str, target: int) -> None:
    assert played(rules).target == target
    assert played(rules, target=5).target == 5


def test_macau_manilla_adds_differences() -> None:
    match = played("macau-manilla", won(40, total=70), won(20, total=70), won(35, total=70))
    assert [hand.totals for hand in match.history] == [(10, 0), (10, 30), (10, 30)]
    assert match.add(won(15, total=70)).winners == (WE,)  # 30 and 40 make 70


@pytest.mark.parametrize("declarer", ["1", "2", "3"])
def test_a_failed_bid_scores_for_each_other_seat(declarer: str) -> None:
    others = tuple(0 if name == declarer else 30 for name in "123")
    assert played("maniglia-3", alone(declarer, 29, 30), target=100).totals == others
    itself = tuple(30 if name == declarer else 0 for name in "123")
    assert played("maniglia-3", alone(declarer, 30, 30), target=100).totals == itself


def test_four_other_seats() -> None:
    match = played("maniglia-5", alone("4", 10, 20, total=68), target=100)
    assert match.totals == (20, 20, 20, 0, 20)


def test_a_hand_that_was_not_played() -> None:
    match = played("maniglia-3", alone("1", 30, 30), NOT_PLAYED, target=100)
    assert match.totals == (30, 0, 0)
    assert match.history[-1].score == (0, 0, 0)
    assert len(match.history) == 2


@pytest.mark.parametrize("rules", ["manillen", "maniglia", "macau-manilla"])
def test_elsewhere_every_hand_is_played(rules: str) -> None:
    assert [f.field for f in refused(played(rules), NOT_PLAYED).faults] == ["points"]


def test_a_forced_dealer_leaves_no_hand_unplayed() -> None:
    rules = replace(load("maniglia-3"), all_pass="dealer_forced")
    assert refused(played(rules, target=9), NOT_PLAYED).reason is Reason.FIELD_MISSING


# both cross in one hand


def test_both_cross_and_the_highest_wins() -> None:
    match = played("manillen-101", won(31), won(31), won(31))
    assert match.totals == (93, 90)
    assert match.winners == ()
    assert match.add(won(38)).totals == (131, 113)
    assert match.add(won(38)).winners == (NS,)
    assert match.add(won(20)).totals == (113, 131)
    assert match.add(won(20)).winners == (WE,)


def test_both_cross_level_and_another_hand_is_played() -> None:
    match = played("manillen-101", won(31), won(31), won(31), won(29))
    assert match.totals == (122, 122)
    assert match.winners == ()
    assert match.add(won(30)).winners == (WE,)
    assert match.add(won(30)).totals == (152, 153)


def test_card_points_are_not_doubled_in_the_cumulative_match() -> None:
    match = played("manillen-101", won(38, "NT"))
    assert match.totals == (38, 23)
    assert match.history[0].score == (16, 0)


def test_one_alone_crosses() -> None:
    match = played("manillen-101", won(61), won(40))
    assert match.totals == (101, 21)
    assert match.winners == (NS,)


def test_all_who_cross_have_won() -> None:
    match = played("maniglia-3", alone("3", 19, 20), target=45)
    assert match.totals == (20, 20, 0)
    assert match.winners == ()
    match = match.add(alone("3", 9, 25))
    assert match.totals == (45, 45, 0)
    assert match.winners == (("1",), ("2",))


def test_unequal_totals_win_together_or_the_highest_alone() -> None:
    hands = (alone("1", 20, 20), alone("3", 9, 25), alone("3", 9, 25))
    both = played("maniglia-3", *hands, target=50)
    assert both.totals == (70, 50, 0)
    assert both.winners == (("1",), ("2",))
    rules = replace(load("maniglia-3"), double_crossing="highest")
    assert played(rules, *hands, target=50).winners == (("1",),)
    assert played(rules, *hands[1:], target=50).winners == ()  # 50 to 50


# turn-up points


@pytest.mark.parametrize(
    ("dealer", "totals"), [("N", (10, 0)), ("S", (10, 0)), ("W", (5, 5)), ("E", (5, 5)), (None, 0)]
)
def test_turn_up_points_go_to_the_side_of_the_dealer(
    dealer: str | None, totals: tuple[int, int] | int
) -> None:
    match = played("maniglia")
    if dealer is None:
        assert refused(match, latin(40, None, SEVEN)).faults[0].field == "dealer"
    else:
        match = match.add(latin(40, dealer, SEVEN))
        assert match.totals == totals
        assert match.history[0].score == (5, 0)


@pytest.mark.parametrize(("before", "points"), [(28, 5), (29, 5), (30, 0), (31, 0)])
def test_turn_up_points_hang_on_the_score_before_the_hand(before: int, points: int) -> None:
    match = played("maniglia", latin(35 + before))
    assert match.totals == (before, 0)
    # 35 to 35 scores nothing in play, so what is added is the card
    assert match.add(latin(35, "N", SEVEN)).totals == (before + points, 0)
    assert match.add(latin(35, "N", SEVEN)).history[-1].turn_up == (points, 0)
    # the other side's score does not matter
    assert match.add(latin(35, "W", SEVEN)).totals == (before, 5)
    # nor does what the hand itself brings: 36 makes one more
    assert match.add(latin(36, "S", SEVEN)).totals == (before + points + 1, 0)


def test_a_card_without_points_scores_nothing() -> None:
    assert played("maniglia", latin(35, "N", Card("6", "O"))).totals == (0, 0)


def test_turn_up_points_cannot_win_before_play() -> None:
    match = played("maniglia", latin(64), latin(35, "S", SEVEN))
    assert match.totals == (34, 0)
    assert not match.ended


def test_turn_up_points_and_play_together_reach_the_target() -> None:
    match = played("maniglia", latin(64), latin(6), latin(35, "W", Card("A", "O")))
    assert match.totals == (29, 33)
    match = match.add(latin(37, "N", Card("A", "O")))
    assert match.totals == (35, 33)
    assert match.winners == (NS,)


@pytest.mark.parametrize("rules", ["macau-manilla", "manillen-troef"])
def test_elsewhere_a_turned_card_scores_nothing(rules: str) -> None:
    total = load(rules).total("S")
    hand = HandResult((total - 20, 20), "S", turned=Card("K", "S"), dealer="W")
    bare = HandResult((total - 20, 20), "S")
    assert played(rules, hand).totals == played(rules, bare).totals
    assert played(rules, hand).history[0].turn_up == (0, 0)


# refusals


def refused(match: Match, hand: HandResult) -> ScoreError:
    with pytest.raises(ScoreError) as caught:
        match.add(hand)
    return caught.value


@pytest.mark.parametrize("name", ["maniglia-3", "maniglia-4", "maniglia-5"])
def test_a_target_is_needed_where_the_rules_leave_it_open(name: str) -> None:
    with pytest.raises(ScoreError, match="leaves the target to the players") as caught:
        Match.start(load(name))
    assert caught.value.reason is Reason.TARGET_MISSING


@pytest.mark.parametrize("target", [0, -1])
def test_a_target_is_positive(target: int) -> None:
    with pytest.raises(ScoreError, match="must be 1 or more") as caught:
        Match.start(load("manillen"), target)
    assert caught.value.reason is Reason.BAD_SCORE


@pytest.mark.parametrize("name", ["whist", "belote"])
def test_nothing_to_add_up(name: str) -> None:
    assert not adds_up(load(name))
    with pytest.raises(ScoreError, match="nothing to add up") as caught:
        Match.start(load(name), 100)
    assert caught.value.reason is Reason.BAD_REQUEST
    points = replace(load(name), match_counts="points")
    total = points.total("S")
    assert played(points, won(total, "S", total), target=500).totals == (total, 0)


def test_no_hand_after_the_end() -> None:
    error = refused(played("manillen", won(61)), won(38))
    assert error.reason is Reason.MATCH_ENDED
    assert "won by NS" in str(error)


@pytest.mark.parametrize(
    ("rules", "hand", "reason", "field"),
    [
        ("manillen", HandResult((38, 24), "S"), Reason.BAD_SCORE, "points"),
        ("manillen", HandResult((38, 23)), Reason.FIELD_MISSING, "trump"),
        ("manillen", HandResult((38, 23), "O"), Reason.TRUMP_NOT_ALLOWED, "trump"),
        ("maniglia", HandResult((40, 30), "NT"), Reason.TRUMP_NOT_ALLOWED, "trump"),
        ("manillen-zonder-troef", HandResult((38, 23), "S"), Reason.TRUMP_NOT_ALLOWED, "trump"),
        (
            "manillen",
            HandResult((38, 23), "S", declarer="N"),
            Reason.FIELD_UNEXPECTED,
            "declarer",
        ),
        ("manillen", HandResult((38, 23), "S", bid=30), Reason.FIELD_UNEXPECTED, "bid"),
        ("manillen", HandResult((38, 23), "S", dealer="1"), Reason.UNKNOWN_SEAT, "dealer"),
        (
            "manillen",
            HandResult((38, 23), "S", turned=Card("T", "S")),
            Reason.FIELD_UNEXPECTED,
            "turned",
        ),
        ("maniglia", latin(40, "N", Card("7", "C")), Reason.TURNED_NOT_TRUMP, "turned"),
        ("maniglia", latin(40, "N", Card("9", "O")), Reason.CARD_NOT_IN_DECK, "turned"),
        ("maniglia-3", HandResult((40, 32), "O", bid=30), Reason.DECLARER_MISSING, "declarer"),
        ("maniglia-3", HandResult((40, 32), "O", "2"), Reason.FIELD_MISSING, "bid"),
        ("maniglia-3", HandResult((40, 32), "O", "N", 30), Reason.UNKNOWN_SEAT, "declarer"),
        ("maniglia-3", HandResult((40, 32), "O", "2", 19), Reason.BID_OUT_OF_RANGE, "bid"),
        ("maniglia-3", HandResult((40, 32), "O", "2", 73), Reason.BID_OUT_OF_RANGE, "bid"),
        ("maniglia-3", HandResult(declarer="2"), Reason.FIELD_UNEXPECTED, "declarer"),
        ("maniglia-3", HandResult(dealer="N"), Reason.UNKNOWN_SEAT, "dealer"),
    ],
)
def test_faulty_hands(rules: str, hand: HandResult, reason: Reason, field: str) -> None:
    match = played(rules, target=100)
    assert [(f.reason, f.field) for f in refused(match, hand).faults] == [(reason, field)]
    assert [f.reason for f in result_faults(load(rules), hand)] == [reason]


def test_all_faults_of_a_hand_are_told() -> None:
    hand = HandResult((40, 31), "NT", declarer="5", bid=19)
    fields = [f.field for f in refused(played("maniglia-3", target=9), hand).faults]
    assert fields == ["trump", "declarer", "points", "bid"]


def test_a_tally_never_ends() -> None:
    tally = Match.tally(load("maniglia-3"))
    for _ in range(20):
        tally = tally.add(alone("2", 72, 72))
    assert tally.totals == (0, 1440, 0)
    assert tally.winners == ()


# properties

GAMES = [name for name in names() if not load(name).reference]


@st.composite
def results(draw: st.DrawFn, rules: RuleSet) -> HandResult:
    """Any result that a hand can have."""
    trump = draw(st.sampled_from(rules.trumps))
    total = rules.total(trump)
    first = draw(st.integers(0, total))
    dealer = draw(st.sampled_from([name for party in parties(rules) for name in party]))
    result = HandResult((first, total - first), trump, dealer=dealer)
    if rules.trump_by == "turned":
        cards = [card for card in rules.cards if card.suit == trump]
        return replace(result, turned=draw(st.sampled_from(cards)))
    if rules.trump_by == "auction":
        declarer = draw(st.sampled_from([name for (name,) in parties(rules)]))
        bid = draw(st.integers(rules.bid_minimum, total))
        return draw(st.sampled_from([replace(result, declarer=declarer, bid=bid), NOT_PLAYED]))
    return result


@given(st.sampled_from(GAMES), st.integers(1, 150), st.data())
def test_any_match(name: str, target: int, data: st.DataObject) -> None:
    rules = load(name)
    match = Match.start(rules, target)
    before = match.totals
    for _ in range(8):
        if match.ended:
            break
        hand = data.draw(results(rules))
        match = match.add(hand)
        gains = [after - old for old, after in zip(before, match.totals, strict=True)]
        assert min(gains) >= 0  # totals never fall
        last = match.history[-1]
        assert last.score is not None
        if rules.match_counts == "score":
            assert gains == [a + b for a, b in zip(last.score, last.turn_up, strict=True)]
        else:
            assert sum(gains) == 61
        if rules.sides == "partners":
            assert 0 in last.score
        elif hand.points:
            made = hand.points[0] >= (hand.bid or 0)
            assert sorted(last.score) == sorted(
                [hand.bid] + [0] * (rules.seats - 1)
                if made
                else [0] + [hand.bid] * (rules.seats - 1)
            )
        before = match.totals
    for party in match.winners:
        total = match.totals[match.parties.index(party)]
        assert total >= target
        assert total == max(match.totals) or rules.double_crossing == "all"
    if not match.ended and max(match.totals) >= target:
        assert rules.double_crossing == "highest"
        assert sorted(match.totals)[-1] == sorted(match.totals)[-2]
