"""The cards that a deal lists as played, also where hands are hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kit.plays import played_anyhow
from kit.strategies import examples, languages, open_deals, tell
from manille.solver.cards import letters
from manille.solver.deals import Deal, Position, format_deal, format_object, parse_deal
from manille.solver.errors import DealError, IllegalCardError, Reason


@examples(200)
@given(open_deals(), st.data())
def test_legal_play_is_accepted_whatever_is_hidden(deal: Deal, data) -> None:
    hidden = data.draw(st.sets(st.integers(0, deal.rules.seats - 1)))
    shown = tuple(None if seat in hidden else hand for seat, hand in enumerate(deal.hands))
    deal = replace(deal, hands=shown)
    tell(deal)
    assert parse_deal(format_deal(deal)) == deal


@examples(300)
@given(open_deals(), languages(), st.data())
def test_one_wrong_card_is_refused_at_its_place_as_the_position_refuses_it(
    deal: Deal, language: str, data
) -> None:
    tell(deal)
    assume(deal.played)
    number = data.draw(st.integers(0, len(deal.played) - 1))
    position = Position.of(replace(deal, played=deal.played[:number]))
    card = data.draw(st.sampled_from(deal.rules.cards))
    try:
        position.play(card)
    except IllegalCardError as error:
        expected = error.reason
    else:
        assume(False)
    tongue = letters(language, deal.rules.deck)
    words = [tongue.format(c) for c in (*deal.played[:number], card)]
    head = format_deal(replace(deal, played=()), language) + " ; played="
    with pytest.raises(DealError) as caught:
        parse_deal(head + " ".join(words), language=language)
    fault = caught.value.faults[0]
    if card in deal.played[:number]:
        expected = Reason.CARD_PLAYED_TWICE
    assert fault.reason is expected
    assert fault.column == len(head) + len(" ".join([*words[:-1], ""])) + 1
    assert words[-1] in fault.message


@examples(200)
@given(open_deals(), st.data())
def test_a_known_hand_is_held_to_its_cards_and_duties(deal: Deal, data) -> None:
    """With one hand known, what that seat may not do is still refused."""
    assume(deal.played)
    number = data.draw(st.integers(0, len(deal.played) - 1))
    position = Position.of(replace(deal, played=deal.played[:number]))
    seat = position.to_play
    wrong = [card for card, broken in position.judge().items() if broken is not None]
    wrong += [card for card in deal.rules.cards if card not in deal.hands[seat]]
    card = data.draw(st.sampled_from(wrong))
    assume(card not in deal.played[:number])
    alone = tuple(hand if one == seat else None for one, hand in enumerate(deal.hands))
    told = replace(deal, hands=alone, played=(*deal.played[:number], card))
    tell(told)
    with pytest.raises(DealError) as caught:
        parse_deal(format_deal(told))
    expected = Reason.ILLEGAL_CARD if card in deal.hands[seat] else Reason.CARD_NOT_HELD
    assert [fault.reason for fault in caught.value.faults] == [expected]


@pytest.mark.parametrize(
    ("played", "place"),
    [
        ("KS", "trick 1, card 1, N to play: KS is in the hand of W"),
        ("9S QS", "trick 1, card 2, W to play: QS is in the hand of S"),
        ("9S KS QS AS AS", "trick 2, card 1, E to play: AS was played before"),
        (
            "9S KS QS AS TS 8S 7S 9H",
            "trick 2, card 4, S to play: 9H may not be played: MUST_FOLLOW",
        ),
        ("9S KS QS AS TS 8S 7S JS AH", "trick 3, card 1, E to play: AH is in the hand of W"),
    ],
)
def test_place_is_said_by_trick_card_and_seat(played: str, place: str) -> None:
    head = "manillen S N:98.T.. K7.A.. QJ.9.. TA.8.. ; played="
    with pytest.raises(DealError) as caught:
        parse_deal(head + played)
    fault = caught.value.faults[0]
    assert fault.message.startswith(place)
    assert fault.column == len(head) + played.rfind(" ") + 2


def test_a_hidden_seat_may_revoke_unseen() -> None:
    """What a hidden hand could have played is not for the notation to say."""
    deal = parse_deal("manillen S N:TA... ? ? ? ; played=TS TH KS AH AS")
    assert [str(card) for card in deal.played] == ["TS", "TH", "KS", "AH", "AS"]


def test_all_hands_hidden_play_is_bounded_by_the_size_of_a_full_hand() -> None:
    deal = parse_deal("manillen S N:? ? ? ?")
    cards = deal.rules.cards
    text = format_deal(replace(deal, played=cards))
    assert len(parse_deal(text).played) == 32
    with pytest.raises(DealError) as caught:
        parse_deal(text + " TS")
    assert caught.value.reason is Reason.CARD_PLAYED_TWICE


REVOKE = "manillen S N:TA.7.. K7.A.. QJ.8.. 98.T.. ; played=TS AH"  # W holds spades


def test_a_card_that_broke_an_obligation_can_be_kept_and_no_other() -> None:
    with pytest.raises(DealError, match="MUST_FOLLOW"):
        parse_deal(REVOKE)
    deal = parse_deal(REVOKE, illegal="keep")
    assert parse_deal(format_object(deal), illegal="keep") == deal
    with pytest.raises(IllegalCardError, match="MUST_FOLLOW"):
        Position.of(deal)
    for played, reason in {
        "TS TS": Reason.CARD_PLAYED_TWICE,
        "TS QS": Reason.CARD_NOT_HELD,
        "TS 9H": Reason.CARD_NOT_HELD,
        "TS AH QS 9S 7H 8H KS": Reason.CARD_NOT_HELD,  # N has won and leads, E is to play
        "TS AH QS 9S 7H 7S JS TH AS": Reason.CARD_NOT_HELD,
    }.items():
        text = REVOKE.replace("TS AH", played)
        with pytest.raises(DealError) as caught:
            parse_deal(text, illegal="keep")
        assert caught.value.reason == reason, played


@examples(100)
@given(open_deals(), st.integers(0, 999))
def test_any_card_that_is_held_can_be_kept(deal: Deal, seed: int) -> None:
    deal = played_anyhow(deal, Random(seed), 0.7)
    tell(deal)
    for text in format_deal(deal), format_object(deal):
        assert parse_deal(text, illegal="keep") == deal
    position, legal = Position.start(deal), True
    for card in deal.played:
        legal &= position.broken_by(card) is None
        position = position.play_legal(card)
    if legal:
        assert parse_deal(format_deal(deal)) == deal
        return
    with pytest.raises(DealError) as caught:
        parse_deal(format_deal(deal))
    assert caught.value.reason == Reason.ILLEGAL_CARD
