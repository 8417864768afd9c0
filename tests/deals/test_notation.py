"""Deals as text: what is written is read back, and every accepted spelling means the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import RULE_SETS, deals, examples, hands, languages, rule_sets, tell
from manille.solver.cards import LANGUAGES, letters
from manille.solver.deals import Deal, format_deal, parse_deal, random_deal
from manille.solver.deals.hands import read_card, read_hands
from manille.solver.deals.notation import format_hand
from manille.solver.deals.spelled import Token
from manille.solver.errors import DealError, Reason


@examples(400)
@given(deals(), languages())
def test_deal_is_read_back(deal: Deal, language: str) -> None:
    tell(deal)
    text = format_deal(deal, language)
    assert parse_deal(text, language=language) == deal
    assert format_deal(parse_deal(text, language=language), language) == text


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_set_is_read_back_in_every_language(rules, language: str) -> None:
    for number in range(5):
        deal = random_deal(rules, 7, number)
        assert parse_deal(format_deal(deal, language), language=language) == deal


@examples(200)
@given(st.data(), rule_sets(), languages())
def test_hand_is_read_back(data, rules, language: str) -> None:
    hand = data.draw(hands(rules))
    tongue = letters(language, rules.deck)
    text = format_hand(hand, rules, tongue)
    tokens = [Token(text, 1), *[Token("?", 1)] * (rules.seats - 1)]
    read, faults = read_hands(tokens, rules, tongue, None, tuple("12345"[: rules.seats]))
    assert not faults
    assert read == (hand, *[None] * (rules.seats - 1)), text


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_card_is_read_back(rules, language: str) -> None:
    tongue = letters(language, rules.deck)
    for card in rules.cards:
        assert read_card(Token(tongue.format(card), 1), rules, tongue) == (card, None)


AS_WRITTEN = [
    ("en", "manillen C W:K.K8.K87.J7 AJ..A9.AQ98 Q9.TAJ97.Q. T87.Q.TJ.TK ; calls=pass,C"),
    ("en", "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"),
    ("en", "manillen NT E:T... A... K... Q... ; played=TS AS"),
    ("en", "maniglia-3 O 2:7... A... K... ; declarer=3 ; bid=34 ; played=7O"),
    ("en", "maniglia O N:.7.. A... K... H... ; turned=HO"),
    # in an ending the dealer may have played it
    ("en", "maniglia O N:.7.. A... K... H... ; turned=MO"),
    ("en", "maniglia O N:.7.. A... K... ? ; turned=7O"),
    ("en", "maniglia-5 - 4:? ? ? ? ? ; calls=pass,20,pass,68"),
    ("en", "belote S N:J... 9... A... T..."),
    ("en", "manillen S N:... ... ... ..."),
    ("es", "manillen D N:..TA. ..R7. ..DJ. ..98. ; played=T♦ RD DD"),
    ("nl", "manillen R N:..TA. ..H7. ..VB. ..98. ; played=TR HR"),
    ("fr", "maniglia D N:7... R... C... V... ; turned=VD"),
]


@pytest.mark.parametrize(("language", "text"), AS_WRITTEN)
def test_what_is_written_stays_as_it_is(language: str, text: str) -> None:
    assert format_deal(parse_deal(text, language=language), language) == text


def test_fields_of_a_deal() -> None:
    deal = parse_deal("maniglia-3 O 2:7H... A.4.. K...M ; declarer=1 ; bid=34 ; played=7O")
    assert (deal.rules.name, deal.trump, deal.first, deal.leader) == ("maniglia-3", "O", 1, "2")
    assert deal.seat_names == ("2", "3", "1")
    assert deal.declarer == 2, "in the order of play, not of the names"
    assert deal.bid == 34
    assert [str(card) for card in deal.open_hands[1]] == ["AO", "4C"]
    assert [str(card) for card in deal.played] == ["7O"]
    assert (deal.turned, deal.calls, deal.tricks, deal.total) == (
        None,
        (),
        2,
        5 + 2 + 4 + 3 + 1 + 2,
    )
    assert deal.sides == (("1",), ("2", "3"))


def test_calls_and_turned_of_a_deal() -> None:
    deal = parse_deal("manillen - W:? TAK.97.QJ8. ? ? ; calls=pass")
    assert (deal.trump, deal.calls, deal.hands[0], deal.tricks) == (None, ("pass",), None, 8)
    deal = parse_deal("maniglia O N:.7.. A... K... H... ; turned=HO")
    assert str(deal.turned) == "HO"


PLAIN = "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS 7S QS 8S"
ALONE = "maniglia-3 O 1:7H... A6... KM... ; declarer=2 ; bid=30"
CALLED = "maniglia-3 O 1:A.K..7 7.M..K K.H..M ; declarer=2 ; bid=31 ; calls=30,31,pass,pass,O"
SPELLINGS = [
    (PLAIN, "en", "MANILLEN S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS 7S QS 8S"),
    # every hand with its seat, in any order; the seat that leads still comes first
    (PLAIN, "en", "manillen S N:TA.9.. W:K7..A. S:QJ...T E:98.7.. ; played=TS 7S QS 8S"),
    (PLAIN, "en", "manillen S N:TA.9.. e:98.7.. s:QJ...T w:K7..A. ; played=TS 7S QS 8S"),
    (PLAIN, "en", "manillen S N: N:TA.9.. E:98.7.. S:QJ...T W:K7..A. ; played=TS 7S QS 8S"),
    (ALONE, "en", "maniglia-3 O 1:7H... 3:KM... 2:A6... ; declarer=2 ; bid=30"),
    # the symbol of a suit before its ranks, and the dashes of a typesetter
    (
        PLAIN,
        "en",
        "manillen S N:♠TA.♥9.♦.♣ ♠K7..♦A. QJ.\u2013.\u2014.♣\ufe0fT 98.7.\u2212.-"
        " ; played=TS 7S QS 8S",
    ),
    # what finished calls lead to need not be said again
    (CALLED, "en", "maniglia-3 - 1:A.K..7 7.M..K K.H..M ; calls=30,31,pass,pass,O"),
    (CALLED, "en", "maniglia-3 O 1:A.K..7 7.M..K K.H..M ; bid=31 ; calls=30,31,pass,pass,O"),
    # ten as 10, ace as 1, lower case
    (PLAIN, "en", "manillen S N:10A.9.. K7..A. QJ...10 98.7.. ; played=10S 7S QS 8S"),
    (PLAIN, "en", "manillen S N:T1.9.. K7..1. QJ...T 98.7.. ; played=TS 7S QS 8S"),
    (PLAIN, "en", "manillen S N:101.9.. K7..1. QJ...10 98.7.. ; played=10S 7S QS 8S"),
    (PLAIN, "en", "manillen s n:ta.9.. k7..a. qj...t 98.7.. ; played=ts 7s qs 8s"),
    # suit symbols, suit then rank
    (PLAIN, "en", "manillen ♠ N:TA.9.. K7..A. QJ...T 98.7.. ; played=T♠ 7♠ Q♠ 8♠"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=♠T ♠7 ♠Q ♠8"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=ST s7 SQ s8"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=S10 7S ♠Q 8S"),
    # a dash for an empty suit, cards in any order
    (PLAIN, "en", "manillen S N:TA.9.-.- K7.-.A.- QJ.-.-.T 98.7.-.- ; played=TS 7S QS 8S"),
    (PLAIN, "en", "manillen S N:AT.9.. 7K..A. JQ...T 89.7.. ; played=TS 7S QS 8S"),
    # white space and separators
    (PLAIN, "en", "  manillen  S  N: TA.9..  K7..A.\tQJ...T 98.7..;played = TS  7S QS 8S ;"),
    (PLAIN, "en", "manillen S N:   TA.9.. K7..A. QJ...T 98.7.. ;played=TS,7S,QS,8S;"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; ; played= TS, 7S, QS, 8S ; ;"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS 7S QS 8S\n"),
    (PLAIN, "en", "manillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS 7S QS 8S\r\n"),
    (PLAIN, "en", "\ufeffmanillen S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS 7S QS 8S"),
    (PLAIN, "en", "manillen\tS\tN:TA.9..\tK7..A.\tQJ...T\t98.7..\t;\tplayed=TS\t7S\tQS\t8S"),
    (PLAIN, "en", "manillen\u00a0S N:TA.9.. K7..A. QJ...T 98.7.. ; played=TS\u20037S QS 8S"),
    # the six languages, and the symbols in each
    (PLAIN, "fr", "manillen P N:TA.9.. R7..A. DV...T 98.7.. ; played=TP 7P DP 8P"),
    (PLAIN, "nl", "manillen S N:TA.9.. H7..A. VB...T 98.7.. ; played=TS 7S VS 8S"),
    (PLAIN, "it", "manillen p N:TA.9.. r7..a. DF...T 98.7.. ; played=10P 7p DP 8P"),
    (PLAIN, "es", "manillen ♠ N:TA.9.. R7..A. DJ...T 98.7.. ; played=T♠ ♠7 D♠ 8P"),
    (PLAIN, "ca", "manillen P N:1T.9.. R7..1. DV...10 98.7.. ; played=P10 P7 PD P8"),
    # fields in any order, numbers with zeros, seats in any case
    (ALONE, "en", "maniglia-3 O 1:7H... A6... KM... ; bid=30 ; declarer=2"),
    (ALONE, "en", "maniglia-3 o 1:7h... 16... km... ;bid = 030; declarer= 2 ;"),
    (ALONE, "en", "maniglia-3 O 1:7H.-.-.- A6.-.-.- KM.-.-.- ; calls= ; declarer=2 ; bid=30"),
    (ALONE, "fr", "maniglia-3 D 1:7C... A6... RV... ; declarer=2 ; bid=30"),
    (
        "maniglia O N:7... A... K... H... ; turned=HO",
        "en",
        "maniglia o n:7... 1... k... h... ; turned = oh",
    ),
    (
        "manillen - N:? ? ? ? ; calls=pass,pass",
        "en",
        "manillen - n:? ? ? ? ; calls=PASS  Pass",
    ),
    (
        "manillen H N:? ? ? ? ; calls=pass,H",
        "nl",
        "manillen ♥ N: ? ? ? ? ; calls = pass , h",
    ),
    (
        "maniglia-3 O 1:? ? ? ; declarer=1 ; calls=20,pass,pass,O",
        "es",
        "maniglia-3 o 1:? ? ? ; declarer=1 ; calls=020 pass,PASS o",
    ),
    (
        "manillen-zonder-troef NT N:TA... K7... QJ... 98...",
        "en",
        "manillen-zonder-troef nt N:TA... K7... QJ... 98...",
    ),
]


@pytest.mark.parametrize(("plain", "language", "spelled"), SPELLINGS)
def test_spelling_means_the_same(plain: str, language: str, spelled: str) -> None:
    assert parse_deal(spelled, language=language) == parse_deal(plain)


@pytest.mark.parametrize(
    ("text", "language", "hint"),
    [
        ("manillen S N:B.9..B A.A..T V.V..A 9.8..H", "en", "--letters nl"),
        ("manillen S N:J.9..J A.A..T Q.Q..A 9.8..K", "nl", "--letters en"),
        ("manillen C N:D.9..D A.A..T J.J..A 9.8..R", "fr", "--letters es"),
        ("manillen P N:D.9..D A.A..T V.V..A 9.8..R", "en", "--letters fr or --letters ca"),
    ],
)
def test_letters_of_another_language_are_hinted_at(text: str, language: str, hint: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_deal(text, language=language)
    assert caught.value.faults[0].message.endswith(f"in other letters this is a deal: {hint}")


def test_no_language_is_hinted_at_where_none_fits() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal("manillen S N:J.9..J A.A..T Q.Q..A 9.8..X")
    assert "letters" not in str(caught.value)


def test_a_trailing_line_end_is_no_fault_of_its_own() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal("manillen S\r\n")
    assert caught.value.faults[0].column == 11


def test_rule_sets_may_come_from_elsewhere() -> None:
    rules = RULE_SETS[0]
    deal = parse_deal("ours S N:J... 9... A... T...", load_rules={"ours": rules}.__getitem__)
    assert deal.rules is rules


@pytest.mark.parametrize("length", [9_999, 10_000, 10_001, 1_000_000])
def test_a_text_too_long_for_a_deal_is_refused_as_a_whole(length: int) -> None:
    text = ("manillen S N:" + "x" * length)[:length]
    with pytest.raises(DealError) as caught:
        parse_deal(text)
    first = caught.value.faults[0]
    if length > 10_000:
        assert (first.reason, first.column) == (Reason.BAD_SYNTAX, 10_001)
    else:
        assert first.reason is Reason.HAND_COUNT


@pytest.mark.parametrize(
    ("text", "reason", "field"),
    [
        ("manillen - N:TA... K7... QJ... 98...", Reason.TRUMP_NOT_NAMED, "trump"),
        ("maniglia-3 O 1:7... A... K...", Reason.DECLARER_MISSING, "declarer"),
        ("maniglia-3 - 1:7... A... K... ; declarer=1", Reason.TRUMP_NOT_NAMED, "trump"),
    ],
)
def test_no_contract_without_trump_or_declarer(text: str, reason: Reason, field: str) -> None:
    deal = parse_deal(text)
    for ask in (lambda: deal.contract, lambda: deal.sides, lambda: deal.total):
        with pytest.raises(DealError) as caught:
            ask()
        assert [(f.reason, f.field) for f in caught.value.faults] == [(reason, field)]


def test_hidden_hands_are_named_where_all_are_needed() -> None:
    deal = parse_deal("manillen S W:? TA... ? K7...")
    with pytest.raises(DealError) as caught:
        _ = deal.open_hands
    assert [fault.reason for fault in caught.value.faults] == [Reason.HAND_HIDDEN] * 2
    assert [fault.field for fault in caught.value.faults] == ["hands.W", "hands.E"]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("manillen S N:T... A... K... Q...", (("N", "S"), ("W", "E"))),
        ("manillen S W:T... A... K... Q...", (("W", "E"), ("S", "N"))),
        ("maniglia-4 O W:7... A... K... H... ; declarer=N", (("N",), ("W", "S", "E"))),
        ("maniglia-5 O 4:7... A... K... H... M... ; declarer=5", (("5",), ("4", "1", "2", "3"))),
    ],
)
def test_sides_are_those_of_the_leader_or_the_declarer(text: str, sides) -> None:
    assert parse_deal(text).sides == sides
