"""Positions: what is played, what is taken, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import RULE_SETS, deals, examples, open_deals, positions, spelling, tell
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_deal
from manille.solver.errors import DealError, IllegalCardError, Reason
from manille.solver.rules import load, parse_rules


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(8))
def test_points_taken_and_left_are_the_total_all_along_random_play(rules, seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rules, seed)
    position, cards = Position.start(deal), []
    about = f"seed {seed}: {format_deal(deal)}"
    total = rules.total(deal.trump)
    assert (position.points_left, deal.total, position.points) == (total, total, (0, 0)), about
    while not position.ended:
        cards.append(rng.choice(position.legal_cards()))
        position = position.play(cards[-1])
        line = f"{about} ; played={' '.join(map(str, cards))}"
        assert sum(position.points) + position.points_left == total, line
        assert min(position.points) >= 0, line
    assert sum(position.points) == total, about
    assert len(cards) == len(rules.cards)


@examples(200)
@given(positions())
def test_points_left_are_those_of_the_cards_and_tricks_to_come(position: Position) -> None:
    tell(position)
    rules, contract = position.contract.rules, position.contract
    cards = [*position.trick, *(card for hand in position.hands for card in hand)]
    tricks = len(cards) // len(position.hands)
    expected = sum(rules.points_of(card, contract.trump) for card in cards)
    expected += tricks * rules.trick_points + (rules.last_trick_points if tricks else 0)
    assert (position.points_left, position.tricks_left) == (expected, tricks)


@examples(200)
@given(open_deals())
def test_position_of_a_deal_is_that_after_its_cards(deal: Deal) -> None:
    tell(deal)
    position = Position.start(deal)
    for number, card in enumerate(deal.played):
        assert position == Position.of(replace(deal, played=deal.played[:number]))
        assert card in position.hand
        position = position.play_legal(card)
    assert position == Position.of(deal)
    held = {card for hand in position.hands for card in hand}
    assert held | set(deal.played) == {card for hand in deal.open_hands for card in hand}
    assert held.isdisjoint(deal.played)


@examples(200)
@given(positions())
def test_every_card_is_legal_or_refused_with_its_obligation(position: Position) -> None:
    tell(position)
    judged = position.judge()
    assert list(judged) == list(position.hand)
    assert position.legal_cards() == [card for card, broken in judged.items() if broken is None]
    assert bool(position.legal_cards()) == (not position.ended)
    for card, broken in judged.items():
        if broken is None:
            assert position.play(card) == position.play_legal(card)
            continue
        with pytest.raises(IllegalCardError) as caught:
            position.play(card)
        fault = caught.value.faults[0]
        assert fault.reason is Reason.ILLEGAL_CARD
        assert str(card) in fault.message
        assert broken.value in fault.message
        assert broken.meaning in fault.message


@examples(200)
@given(positions())
def test_a_card_that_is_not_held_is_refused(position: Position) -> None:
    tell(position)
    for card in set(position.contract.rules.cards) - set(position.hand):
        with pytest.raises(IllegalCardError) as caught:
            position.play(card)
        assert caught.value.reason is Reason.CARD_NOT_HELD
        assert str(card) in str(caught.value)


@examples(100)
@given(positions(), st.data())
def test_playing_leaves_the_position_alone(position: Position, data) -> None:
    tell(position)
    before = spelling(position)
    if position.ended:
        assert (position.to_play, position.hand, position.legal_cards()) == (None, (), [])
        assert (position.tricks_left, position.points_left) == (0, 0)
        return
    after = position.play(data.draw(st.sampled_from(position.legal_cards())))
    assert spelling(position) == before
    assert after != position
    assert after.contract is position.contract


def test_winner_takes_the_trick_and_leads() -> None:
    deal = parse_deal("manillen S N:98.T.. K7.A.. QJ.9.. TA.8.. ; played=9S KS QS AS")
    position = Position.of(deal)
    assert (position.leader, position.to_play, position.trick) == (3, 3, ())
    assert position.points == (0, 4 + 3 + 2)
    position = position.play(Card("8", "H"))
    assert (position.leader, position.to_play, position.tricks_left) == (3, 0, 2)
    assert position.trick == (Card("8", "H"),)


def test_last_trick_and_trick_points_are_counted() -> None:
    deal = parse_deal("manillen S N:T... A... K... Q... ; played=TS AS KS QS")
    assert Position.of(deal).points == (5 + 4 + 3 + 2 + 1, 0)
    deal = parse_deal("maniglia O N:H... 7... K... M... ; played=HO 7O KO MO")
    assert Position.of(deal).points == (0, 2 + 5 + 3 + 1 + 1)


def test_a_lone_declarer_is_side_0_wherever_he_sits() -> None:
    deal = parse_deal("maniglia-3 O 2:7H... A6... KM... ; declarer=1 ; played=7O AO KO")
    position = Position.of(deal)
    assert position.contract.side_of == (1, 1, 0)
    assert position.points == (0, 5 + 4 + 3 + 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("manillen - N:TA... K7... QJ... 98...", Reason.TRUMP_NOT_NAMED),
        ("maniglia-3 O 1:7... A... K...", Reason.DECLARER_MISSING),
        ("manillen S N:TA... ? QJ... 98...", Reason.HAND_HIDDEN),
        ("manillen - N:? ? ? ?", Reason.TRUMP_NOT_NAMED),
    ],
)
def test_no_position_while_something_is_not_known(text: str, reason: Reason) -> None:
    for make in (Position.start, Position.of):
        with pytest.raises(DealError) as caught:
            make(parse_deal(text))
        assert caught.value.reason is reason


@examples(100)
@given(deals())
def test_a_deal_has_a_position_or_says_why_not(deal: Deal) -> None:
    tell(deal)
    if deal.trump is not None and None not in deal.hands:
        position = Position.of(deal)
        assert sum(position.points) + position.points_left == deal.total
        return
    with pytest.raises(DealError) as caught:
        Position.of(deal)
    named = deal.trump is not None
    assert caught.value.reason is (Reason.HAND_HIDDEN if named else Reason.TRUMP_NOT_NAMED)


def test_cards_that_a_deal_may_not_list_are_refused_by_the_position_too() -> None:
    """A deal that was made by hand, and not read from its notation."""
    deal = parse_deal("manillen S N:98... KQ... A7... TJ...")
    cards = tuple(Card(rank, "S") for rank in "9K7")
    with pytest.raises(IllegalCardError) as caught:
        Position.of(replace(deal, played=cards))
    assert caught.value.reason is Reason.ILLEGAL_CARD
    with pytest.raises(IllegalCardError) as caught:
        Position.of(replace(deal, played=cards[1:]))
    assert caught.value.reason is Reason.CARD_NOT_HELD


def test_a_trump_that_cannot_win_may_be_forbidden() -> None:
    rules = parse_rules('base = "manillen"\n[play]\nwhen_unable = "not_trump"\n', "strict")
    text = "strict S N:.T9.. Q..8. KJ... 7..9. ; played=TH QS KS "
    deal = parse_deal(text + "9D", load_rules=lambda name: rules)
    assert Position.of(deal).points == (5 + 2 + 3, 0)
    with pytest.raises(DealError) as caught:
        parse_deal(text + "7S", load_rules=lambda name: rules)
    assert "MUST_NOT_RUFF" in str(caught.value)


def test_rule_sets_with_the_same_flags_make_equal_positions() -> None:
    twin = parse_rules('base = "manillen"\n', "twin")
    deal = random_deal(load("manillen"), 1)
    assert Position.start(replace(deal, rules=twin)) == Position.start(deal)
