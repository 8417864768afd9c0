"""What a seat knows, what cannot be known, and records of play that no hidden cards fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from manille.solver.cards import Card
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import DealError, Reason
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.rules import load, parse_rules

OPEN = "manillen S N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8 ; played=JS AS"

LOW_RUFF = parse_rules(
    'base = "manillen"\n[play]\nwhen_unable = "not_trump"\noverruff = "never"\n', "low.toml"
)


def read(text: str) -> Deal:
    return parse_deal(text, load_rules=lambda name: LOW_RUFF if name == "low" else load(name))


def test_a_seat_knows_its_own_hand() -> None:
    deal = read(OPEN)
    for seat in range(4):
        knowledge = Knowledge.of(deal, seat)
        assert knowledge.deal.hands[seat] == deal.hands[seat]
        assert knowledge.hidden == tuple(other for other in range(4) if other != seat)
        assert replace(knowledge.deal, hands=deal.hands) == deal
        # it makes no difference what else the deal shows
        assert Knowledge.of(knowledge.deal, seat) == knowledge


def test_without_a_seat_all_hands_shown_are_known() -> None:
    deal = read(OPEN)
    assert Knowledge.of(deal) == Knowledge(deal, None)
    assert Knowledge.of(deal).hidden == ()
    assert Knowledge.of(read("manillen S W:? ? ? ?")).hidden == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("deal", "seat", "reason", "field", "message"),
    [
        (
            "manillen S W:? TAK.97.QJ8. ? ?",
            2,
            Reason.HAND_HIDDEN,
            "hands.E",
            "the hand of E is hidden (?); give the cards of the seat that asks",
        ),
        (
            "maniglia-3 - 2:? ? ?",
            0,
            Reason.HAND_HIDDEN,
            "hands.2",
            "the hand of seat 2 is hidden (?); give the cards of the seat that asks",
        ),
        (
            "manillen S N:? A97...T ? ?",
            None,
            Reason.ENDING_HIDDEN,
            "hands.W",
            "the hand of W has 4 cards where manillen deals 8; with hidden hands give it as it was "
            "before the first card, and list what was played in played=",
        ),
        (
            "manillen S N:T... A... K... Q...",
            3,
            Reason.ENDING_HIDDEN,
            "hands.E",
            "the hand of E has 1 card where manillen deals 8; with hidden hands give it as it was "
            "before the first card, and list what was played in played=",
        ),
    ],
)
def test_what_cannot_be_known(
    deal: str, seat: int | None, reason: Reason, field: str, message: str
) -> None:
    with pytest.raises(DealError) as caught:
        Knowledge.of(read(deal), seat)
    (fault,) = caught.value.faults
    assert (fault.reason, fault.field, fault.message) == (reason, field, message)


def test_cards_played_need_the_contract() -> None:
    deal = read("maniglia-3 - 1:? 7AHM.A5.A3.AKH3 ?")
    assert Knowledge.of(deal).hidden == (0, 2)
    played = replace(deal, played=(Card("7", "C"),))
    for faulty, reason in (
        (played, Reason.TRUMP_NOT_NAMED),
        (replace(played, trump="O"), Reason.DECLARER_MISSING),
    ):
        with pytest.raises(DealError) as caught:
            Knowledge.of(faulty)
        assert caught.value.reason == reason


REMEDY = "; check the cards played and the hands given"

NOTHING_FITS = {
    # a heart of W, who had none
    "manillen NT N:TAKQ.TAKQ.. ? ? ? ; played=TH JS 9H 8H AH 7H JH 9S": (
        "trick 2: W plays 7H, but its JS in trick 1 said that it has no hearts"
    ),
    # W went under the king with the ace in its hand
    "manillen S N:? ? ? ? ; played=KS 9S QS 7S TD 7D 8D 9D AH AS": (
        "trick 3: W plays AS, but its 9S in trick 1 said that it has no spades above KS"
    ),
    # four spades are left, and nobody may have them
    "manillen S N:TAKQ.TAKQ.. ? ? ? ; played=TH JD 9D 8D": (
        "trick 1: E plays 8D, which says that it has no hearts and no spades, and no layout of "
        "the hidden cards allows that"
    ),
    "manillen-troef S N:? ? ? ? ; turned=7S ; played=TS 7S": (
        "trick 1: W plays 7S, which E turned up"
    ),
    "low S N:? ? ? ? ; played=TC 9C 8C 7C TH TS 9S 8H TD 9D": (
        "trick 3: S plays 9D, but its 9S in trick 2 said that it has nothing but spades"
    ),
    # N has all that S could have held instead
    "low S N:TAKQ.TAKQ.. ? ? ? ; played=TH JS 9S 7C": (
        "trick 1: S plays 9S, which says that it has no hearts and nothing but spades, unless it "
        "had one of TS, AS, KS, QS, and no layout of the hidden cards allows that"
    ),
    # E, the only one with hearts, had no room for another diamond
    "manillen NT N:TA.TA.TA.TA ? ? ? ; played=TH 7C 8C 7H TS 7S 8S 9S AS JS QS KS TD 7D 8D 9D": (
        "trick 4: E plays 9D, after which no layout of the hidden cards fits all that was played"
    ),
}


@pytest.mark.parametrize("deal", NOTHING_FITS)
def test_nothing_fits(deal: str) -> None:
    with pytest.raises(DealError) as caught:
        Layouts(Knowledge.of(read(deal)))
    (fault,) = caught.value.faults
    assert (fault.reason, fault.field) == (Reason.NOTHING_FITS, "played")
    assert fault.message == NOTHING_FITS[deal] + REMEDY


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word[0], word[1]) for word in text.split())


@pytest.mark.parametrize(
    ("played", "message"),
    [
        ("JS AS JS", "trick 1: S plays JS, which was played before"),
        ("JS AS 9S", "trick 1: S plays 9S, which is in the hand of E"),
        ("JS 9S", "trick 1: W plays 9S, which is in the hand of E"),
        ("JS TS", "trick 1: W plays TS, which is not in its hand"),
        (
            "JS TD",
            "trick 1: W plays TD, which breaks MUST_FOLLOW (a card of the suit led is held and "
            "must be played)",
        ),
    ],
)
def test_a_record_that_no_parser_has_checked(played: str, message: str) -> None:
    deal = replace(read(OPEN), played=_cards(played))
    deal = replace(deal, hands=(None, deal.hands[1], None, deal.hands[3]))
    with pytest.raises(DealError) as caught:
        Layouts(Knowledge.of(deal))
    assert caught.value.faults[0].message == message + REMEDY


def test_hands_that_contradict_the_turned_card() -> None:
    deal = read("manillen-troef S N:? TAK.97.QJ8. ? ? ; turned=7S")
    for faulty in (
        replace(deal, turned=Card("T", "S")),  # W has it
        replace(deal, hands=(deal.hands[1], deal.hands[1], None, None)),
        replace(deal, hands=(None, None, None, deal.hands[1])),
    ):
        with pytest.raises(DealError) as caught:
            Layouts(Knowledge.of(faulty))
        (fault,) = caught.value.faults
        assert (fault.reason, fault.field) == (Reason.NOTHING_FITS, "hands")
        assert fault.message == (
            "no layout of the hidden cards fits the hands and the turned-up card; "
            "check the cards given"
        )
