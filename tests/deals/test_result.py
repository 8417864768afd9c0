"""Results of hands: the short form both ways, its faults with their places, and played deals."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manille.solver.cards import LANGUAGES, Card
from manille.solver.deals.deal import Deal
from manille.solver.deals.position import Position
from manille.solver.deals.result import format_result, parse_result, result_of
from manille.solver.deals.shuffle import random_deal
from manille.solver.errors import DealError, ManilleError, Reason, ScoreError
from manille.solver.rules.loader import load, names
from manille.solver.rules.result import HandResult, parties
from manille.solver.rules.ruleset import RuleSet


@pytest.mark.parametrize(
    ("rules", "text", "result"),
    [
        ("manillen", "38-23 S", HandResult((38, 23), "S")),
        ("manillen", "  38-23   nt  ", HandResult((38, 23), "NT")),
        ("manillen", "0038-0023 S", HandResult((38, 23), "S")),
        ("manillen", "0\u201361 ♥ ;", HandResult((0, 61), "H")),
        ("manillen", "38-23 c ; dealer=e", HandResult((38, 23), "C", dealer="E")),
        (
            "maniglia-3",
            "41-31 O ; declarer=2 ; bid=30",
            HandResult((41, 31), "O", declarer="2", bid=30),
        ),
        (
            "maniglia-3",
            "41-31 O;bid=30;declarer = 2;dealer=3",
            HandResult((41, 31), "O", declarer="2", bid=30, dealer="3"),
        ),
        (
            "maniglia",
            "40-30 O ; dealer=W ; turned=7O",
            HandResult((40, 30), "O", dealer="W", turned=Card("7", "O")),
        ),
        ("maniglia-4", "pass", HandResult()),
        ("maniglia-4", "PASS ; dealer=N", HandResult(dealer="N")),
    ],
)
def test_the_short_form(rules: str, text: str, result: HandResult) -> None:
    assert parse_result(text, load(rules)) == result
    assert parse_result(format_result(result, load(rules)), load(rules)) == result


def test_what_is_written() -> None:
    result = HandResult((40, 30), "O", dealer="W", turned=Card("7", "O"))
    assert format_result(result, load("maniglia")) == "40-30 O ; dealer=W ; turned=7O"
    result = HandResult((41, 31), "B", declarer="2", bid=30)
    assert format_result(result, load("maniglia-3")) == "41-31 B ; declarer=2 ; bid=30"
    assert format_result(HandResult(), load("maniglia-3")) == "pass"
    assert format_result(HandResult((38, 23), "C"), load("manillen"), "nl") == "38-23 K"


@pytest.mark.parametrize(
    ("rules", "text", "reason", "column"),
    [
        ("manillen", "", Reason.EMPTY_DEAL, 1),
        ("manillen", " ; dealer=N", Reason.EMPTY_DEAL, 1),
        ("manillen", "38 23 S", Reason.BAD_SYNTAX, 1),
        ("manillen", "38-x S", Reason.BAD_SYNTAX, 1),
        ("manillen", "-1-62 S", Reason.BAD_SYNTAX, 1),
        ("manillen", "38-23 S H", Reason.BAD_SYNTAX, 9),
        ("manillen", "pass S", Reason.BAD_SYNTAX, 6),
        ("manillen", "38-23", Reason.FIELD_MISSING, 6),
        ("manillen", "38-23 Z", Reason.UNKNOWN_TRUMP, 7),
        ("manillen", "38-23 O", Reason.UNKNOWN_TRUMP, 7),
        ("manillen-zonder-troef", "38-23 S", Reason.TRUMP_NOT_ALLOWED, 7),
        ("manillen", "  38-24 S", Reason.BAD_SCORE, 3),
        ("manillen", f"{'9' * 5000}-0 S", Reason.BAD_SCORE, 1),
        ("manillen", "38-23 \u017f", Reason.UNKNOWN_TRUMP, 7),  # a long s
        ("manillen", "38-23 S ; dealer=\u017f", Reason.UNKNOWN_SEAT, 18),
        ("manillen", "pass", Reason.FIELD_MISSING, 1),
        ("manillen", "38-23 S ; dealer=1", Reason.UNKNOWN_SEAT, 18),
        ("manillen", "38-23 S ; dealer=", Reason.UNKNOWN_SEAT, 18),
        ("manillen", "38-23 S ; dealer", Reason.BAD_SYNTAX, 11),
        ("manillen", "38-23 S ; deeler=N", Reason.FIELD_UNKNOWN, 11),
        ("manillen", "38-23 S ; played=TS", Reason.FIELD_UNKNOWN, 11),
        ("manillen", "38-23 S ; points=3", Reason.FIELD_UNKNOWN, 11),
        ("manillen", "38-23 S ; dealer=N ; dealer=W", Reason.FIELD_TWICE, 22),
        ("manillen", "38-23 S ; declarer=N", Reason.FIELD_UNEXPECTED, 20),
        ("manillen", "38-23 S ; bid=30", Reason.FIELD_UNEXPECTED, 15),
        ("manillen", "38-23 S ; turned=TS", Reason.FIELD_UNEXPECTED, 18),
        ("maniglia", "40-30 O ; dealer=W ; turned=7C", Reason.TURNED_NOT_TRUMP, 29),
        ("maniglia", "40-30 O ; dealer=W ; turned=9O", Reason.CARD_NOT_IN_DECK, 29),
        ("maniglia", "40-30 O ; dealer=W ; turned=QQ", Reason.UNKNOWN_CARD, 29),
        ("maniglia", "40-30 O ; turned=7O", Reason.FIELD_MISSING, 20),
        ("maniglia-3", "41-31 O ; bid=30", Reason.DECLARER_MISSING, 17),
        ("maniglia-3", "41-31 O ; declarer=2", Reason.FIELD_MISSING, 21),
        ("maniglia-3", "41-31 O ; declarer=2 ; bid=x", Reason.BAD_NUMBER, 28),
        ("maniglia-3", "41-31 O ; declarer=2 ; bid=-30", Reason.BID_OUT_OF_RANGE, 28),
        ("maniglia-3", "41-31 O ; declarer=2 ; bid=--30", Reason.BAD_NUMBER, 28),
        ("maniglia-3", f"41-31 O ; declarer=2 ; bid={'7' * 5000}", Reason.BID_OUT_OF_RANGE, 28),
        ("maniglia-3", "41-31 O ; declarer=2 ; bid=19", Reason.BID_OUT_OF_RANGE, 28),
        ("maniglia-3", "41-31 O ; declarer=N ; bid=30", Reason.UNKNOWN_SEAT, 20),
        ("maniglia-3", "pass ; declarer=2", Reason.FIELD_UNEXPECTED, 17),
    ],
)
def test_a_fault_has_its_reason_and_place(
    rules: str, text: str, reason: Reason, column: int
) -> None:
    with pytest.raises(ScoreError) as caught:
        parse_result(text, load(rules), line=7)
    faults = [(f.reason, f.line, f.column, f.field) for f in caught.value.faults]
    assert faults == [(reason, 7, column, None)]


def test_all_faults_in_the_order_of_the_text() -> None:
    with pytest.raises(ScoreError) as caught:
        parse_result("4-1-31 Z ; nope=2 ; bid=x", load("maniglia-3"))
    assert [(f.reason, f.column) for f in caught.value.faults] == [
        (Reason.BAD_SYNTAX, 1),
        (Reason.FIELD_UNKNOWN, 12),
        (Reason.BAD_NUMBER, 25),
    ]
    with pytest.raises(ScoreError) as caught:
        parse_result("41-32 O ; bid=10 ; declarer=9", load("maniglia-3"))
    assert [f.column for f in caught.value.faults] == [1, 15, 29]


def test_a_misspelt_field_is_recognized() -> None:
    with pytest.raises(ScoreError, match="did you mean dealer"):
        parse_result("38-23 S ; deeler=N", load("manillen"))


def test_an_unknown_language() -> None:
    with pytest.raises(DealError) as caught:
        parse_result("38-23 S", load("manillen"), language="de")
    assert caught.value.reason is Reason.UNKNOWN_LANGUAGE


@st.composite
def results(draw: st.DrawFn, rules: RuleSet) -> HandResult:
    trump = draw(st.sampled_from(rules.trumps))
    first = draw(st.integers(0, rules.total(trump)))
    seats = st.sampled_from([name for party in parties(rules) for name in party])
    result = HandResult((first, rules.total(trump) - first), trump)
    if rules.trump_by == "auction":
        if draw(st.booleans()):
            return HandResult(dealer=draw(st.none() | seats))
        bid = draw(st.integers(rules.bid_minimum, rules.total(trump)))
        result = replace(result, declarer=draw(seats), bid=bid)
    if rules.trump_by == "turned" and draw(st.booleans()):
        cards = [card for card in rules.cards if card.suit == trump]
        return replace(result, turned=draw(st.sampled_from(cards)), dealer=draw(seats))
    return replace(result, dealer=draw(st.none() | seats))


@given(st.sampled_from(names()), st.sampled_from(LANGUAGES), st.data())
def test_parse_and_format_are_inverse(name: str, language: str, data: st.DataObject) -> None:
    rules = load(name)
    result = data.draw(results(rules))
    text = format_result(result, rules, language)
    assert parse_result(text, rules, language=language) == result


@given(
    st.sampled_from(["manillen", "maniglia", "maniglia-3"]),
    st.text(alphabet="0123456789-;= SHNTODpasbidturnedclr\t\n\u2013x", max_size=40),
)
def test_any_text_is_read_or_refused_with_a_place(name: str, text: str) -> None:
    try:
        result = parse_result(text, load(name))
    except ScoreError as error:
        for fault in error.faults:
            assert fault.column is not None
            assert 1 <= fault.column <= len(text) + 1
    else:
        assert parse_result(format_result(result, load(name)), load(name)) == result


# played deals


def play_out(deal: Deal, seed: int) -> Deal:
    """The deal with all cards played, each a legal one by chance."""
    rng, position, cards = Random(seed), Position.start(deal), []
    while not position.ended:
        cards.append(rng.choice(position.legal_cards()))
        position = position.play(cards[-1])
    return replace(deal, played=tuple(cards))


def points_by_name(deal: Deal) -> dict[str, int]:
    """The points that each seat took, counted here once more from the cards played."""
    rules, seats = deal.rules, deal.rules.seats
    taken = dict.fromkeys(deal.seat_names, 0)
    leader = 0
    for at in range(0, len(deal.played), seats):
        trick = deal.played[at : at + seats]

        def strength(card: Card, led: str = trick[0].suit) -> tuple[bool, bool, int]:
            order = rules.order_of(card.suit, deal.trump or "")
            return card.suit == deal.trump, card.suit == led, -order.index(card.rank)

        leader = (leader + trick.index(max(trick, key=strength))) % seats
        gain = sum(rules.points_of(card, deal.trump or "") for card in trick)
        last = rules.last_trick_points if at + seats == len(deal.played) else 0
        taken[deal.seat_names[leader]] += gain + rules.trick_points + last
    return taken


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(8))
def test_the_result_of_a_played_deal(name: str, seed: int) -> None:
    rules = load(name)
    deal = play_out(random_deal(rules, seed), seed)
    if rules.sides == "declarer":
        deal = replace(deal, bid=20 + seed)
    taken, result = points_by_name(deal), result_of(deal)
    if rules.sides == "declarer":
        assert result.declarer == deal.seat_names[deal.declarer or 0]
        mine = taken.pop(result.declarer)
        assert result.points == (mine, sum(taken.values()))
    else:
        assert result.points == (taken["N"] + taken["S"], taken["W"] + taken["E"])
    assert result.dealer == deal.seat_names[-1]
    assert (result.trump, result.bid, result.turned) == (deal.trump, deal.bid, deal.turned)
    text = format_result(result, rules)
    assert parse_result(text, rules) == result


def test_every_seat_may_lead() -> None:
    """The side of N and S comes first, whoever leads."""
    deal = play_out(random_deal(load("manillen"), 3), 3)
    seen = {}
    for first in range(4):
        result = result_of(replace(deal, first=first))
        seen[result.dealer] = result.points
    assert seen["E"] == seen["W"] != seen["N"]
    assert seen["N"] == seen["S"] == (seen["E"] or (0, 0))[::-1]


def broken(deal: Deal) -> ManilleError:
    with pytest.raises(ManilleError) as caught:
        result_of(deal)
    return caught.value


def test_a_deal_without_a_result() -> None:
    deal = play_out(random_deal(load("maniglia-3"), 1), 1)
    assert [f.field for f in broken(deal).faults] == ["bid"]
    deal = replace(deal, bid=20)
    assert broken(replace(deal, played=deal.played[:-1])).reason is Reason.PLAY_INCOMPLETE
    assert broken(replace(deal, played=())).reason is Reason.PLAY_INCOMPLETE
    assert broken(replace(deal, trump=None)).reason is Reason.TRUMP_NOT_NAMED
    assert broken(replace(deal, declarer=None)).reason is Reason.DECLARER_MISSING
    hidden = replace(deal, hands=(None, *deal.hands[1:]))
    assert broken(hidden).reason is Reason.HAND_HIDDEN


def test_an_ending_has_no_result() -> None:
    deal = random_deal(load("manillen"), 1)
    short = replace(deal, hands=tuple((hand or ())[:3] for hand in deal.hands))
    error = broken(play_out(short, 1))
    assert error.reason is Reason.CARD_MISSING
    assert "12 of 32 cards" in str(error)
