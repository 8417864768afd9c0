"""The canonical form: the same deal for every naming of seats and suits, and the same answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.layouts import text_layouts, text_suit_names
from kit.strategies import (
    RULE_SETS,
    examples,
    open_deals,
    positions,
    rule_sets,
    spelling,
    tell,
)
from manille.solver.cards import Card
from manille.solver.deals import Position, canonical, format_deal, parse_deal, random_ending
from manille.solver.deals.canonical import Relabelling, layouts, relabel
from manille.solver.deals.hands import sort_hand
from manille.solver.reference import card_points, value
from manille.solver.rules.contract import Contract

small = st.integers(1, 3)


def renamed(position: Position, turn: int, suits: dict[str, str]) -> Position:
    """The same position with every seat ``turn`` places further on and other names of the suits."""
    contract, seats = position.contract, len(position.hands)
    trump = suits.get(contract.trump, contract.trump)
    declarer = None if contract.declarer is None else (contract.declarer + turn) % seats

    def card(old: Card) -> Card:
        return Card(old.rank, suits[old.suit])

    moved = [position.hands[(seat - turn) % seats] for seat in range(seats)]
    swap = declarer is None and turn % 2
    return Position(
        Contract(contract.rules, trump, declarer),
        tuple(sort_hand([*map(card, hand)], contract.rules, trump) for hand in moved),
        (position.leader + turn) % seats,
        tuple(map(card, position.trick)),
        position.points[::-1] if swap else position.points,
    )


@st.composite
def pairs(draw: st.DrawFn, found: st.SearchStrategy[Position]) -> tuple[Position, Position]:
    """A position, and the same one under other names."""
    position = draw(found)
    family = position.contract.rules.family.suits
    suits = dict(zip(family, draw(st.permutations(family)), strict=True))
    turn = draw(st.integers(0, len(position.hands) - 1))
    return position, renamed(position, turn, suits)


def left(position: Position) -> tuple[int, int]:
    """The points of each side from here on, by the slow twin."""
    won = value(position)
    return won[0] - position.points[0], won[1] - position.points[1]


@examples(300)
@given(positions())
def test_canonical_form_of_a_canonical_deal_is_itself(position: Position) -> None:
    tell(position)
    deal, _ = canonical(position)
    again, relabelling = canonical(Position.of(deal))
    assert again == deal
    seats, suits = range(len(position.hands)), position.contract.rules.family.suits
    assert relabelling == Relabelling(tuple(seats), {suit: suit for suit in suits}, False)


@examples(300)
@given(pairs(positions()))
def test_names_of_seats_and_suits_do_not_matter(pair: tuple[Position, Position]) -> None:
    one, other = pair
    tell(one)
    tell(other)
    assert canonical(one)[0] == canonical(other)[0]


@pytest.mark.parametrize(
    "text",
    [
        # suits that differ only in who played their card to the trick
        "manillen NT N:.9..8 ..9.7 ...T9 ...AJ ; played=9H 9D",
        "maniglia-5 O 1:.7..2 ..7.3 ...7M ...A4 ...H5 ; declarer=2 ; played=7C 7E",
        # suits that differ only in one rank, in one seat, or not at all
        "manillen NT N:.9..8 ..8.7 ...T9 ...AJ",
        "manillen S N:T.9.. A..9. K...9 Q8... ; played=TS",
        "whist NT N:A... .A.. ..A. ...A ; played=AS AH AD",
        # the order of the trumps is not that of the other suits
        "belote S N:A7... J8... 9T... KQ...",
    ],
)
def test_every_renaming_gives_the_same_form(text: str) -> None:
    position = Position.of(parse_deal(text))
    family = position.contract.rules.family.suits
    expected = canonical(position)[0]
    for order in permutations(family):
        for turn in range(len(position.hands)):
            other = renamed(position, turn, dict(zip(family, order, strict=True)))
            assert canonical(other)[0] == expected, spelling(other)


@examples(300)
@given(positions())
def test_layouts_in_numbers_say_what_those_in_letters_say(position: Position) -> None:
    tell(position)
    contract, seats = position.contract, len(position.hands)
    digits = "-01234abcde"
    for rotation in permutations(range(seats)):
        found = layouts(contract.rules, contract.trump, position.hands, rotation, position.trick)
        ranks = len(contract.rules.order)
        texts = ["".join(digits[n >> 4 * at & 15] for at in reversed(range(ranks))) for n in found]
        assert texts == list(text_layouts(position, rotation).values())
    names, in_order = relabel(position)
    assert names.suits == text_suit_names(position)
    assert canonical(position)[1] == names
    has_trump = contract.trump != "NT"
    assert list(in_order[has_trump:]) == sorted(in_order[has_trump:])


@examples(200)
@given(positions(), st.integers(0, 72), st.integers(0, 72))
def test_points_taken_do_not_matter(position: Position, first: int, second: int) -> None:
    tell(position)
    assert canonical(replace(position, points=(first, second))) == canonical(position)


@examples(200)
@given(positions())
def test_canonical_deal_is_read_back_and_starts_with_the_leader(position: Position) -> None:
    tell(position)
    deal, _ = canonical(position)
    assert parse_deal(format_deal(deal)) == deal
    assert (deal.first, len(deal.played)) == (0, len(position.trick))
    assert deal.trump in (deal.rules.family.suits[0], "NT")
    assert (deal.bid, deal.turned, deal.calls) == (None, None, ())


@examples(300)
@given(positions())
def test_relabelling_leads_there_and_its_inverse_back(position: Position) -> None:
    tell(position)
    deal, there = canonical(position)
    back, after = there.inverse(), Position.of(deal)
    assert back.inverse() == there
    assert [there.card(card) for card in position.trick] == list(after.trick)
    for seat, hand in enumerate(position.hands):
        assert {there.card(card) for card in hand} == set(after.hands[there.seat(seat)])
        assert {back.card(there.card(card)) for card in hand} == set(hand)
        assert back.seat(there.seat(seat)) == seat
        side = position.contract.side_of[seat]
        assert there.points((10, 20))[after.contract.side_of[there.seat(seat)]] == (10, 20)[side]
    assert there.seat(position.leader) == 0
    assert back.points(there.points((1, 2))) == (1, 2)
    legal = {there.card(card) for card in position.legal_cards()}
    assert legal == set(after.legal_cards())


@examples(100)
@given(positions(tricks=small))
def test_value_is_that_of_the_canonical_deal(position: Position) -> None:
    tell(position)
    deal, relabelling = canonical(position)
    assert relabelling.inverse().points(left(Position.of(deal))) == left(position)


@examples(60)
@given(positions(tricks=small))
def test_value_of_each_card_is_that_of_the_canonical_deal(position: Position) -> None:
    tell(position)
    deal, there = canonical(position)
    here = {there.card(card): points for card, points in card_points(position).items()}
    seat = position.to_play
    taken = 0 if seat is None else position.points[position.contract.side_of[seat]]
    assert here == {card: p + taken for card, p in card_points(Position.of(deal)).items()}


@examples(60)
@given(pairs(positions(tricks=small)))
def test_value_does_not_depend_on_names(pair: tuple[Position, Position]) -> None:
    one, other = pair
    tell(one)
    tell(other)
    swapped = one.contract.declarer is None and (other.leader - one.leader) % 2
    assert left(other) == (left(one)[::-1] if swapped else left(one))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("played", range(0, 8))
def test_value_is_kept_in_every_rule_set(rules, played: int) -> None:
    for number in range(3):
        position = Position.of(random_ending(rules, 3, 11, number, played=played))
        deal, relabelling = canonical(position)
        assert relabelling.inverse().points(left(Position.of(deal))) == left(position), (
            f"seed 11, number {number}: {spelling(position)}"
        )


@examples(100)
@given(open_deals(rule_sets(), st.integers(2, 4)), st.data())
def test_positions_that_differ_in_a_card_have_different_forms(deal, data) -> None:
    """Two cards that change hands make another deal, unless some renaming makes it the same."""
    tell(deal)
    position = Position.start(deal)
    one, other = (data.draw(st.sampled_from(hand)) for hand in position.hands[:2])
    swap = {one: other, other: one}
    hands = tuple(
        sort_hand([swap.get(card, card) for card in hand], deal.rules, deal.trump)
        for hand in position.hands
    )
    changed = replace(position, hands=hands)
    same = canonical(changed)[0] == canonical(position)[0]
    assert same == any(forms_match(position, changed, suits) for suits in renamings(position))


def renamings(position: Position) -> list[dict[str, str]]:
    """Every renaming of the suits that leaves the trump alone."""
    family, trump = position.contract.rules.family.suits, position.contract.trump
    found = [dict(zip(family, order, strict=True)) for order in permutations(family)]
    return [suits for suits in found if suits.get(trump, trump) == trump]


def forms_match(one: Position, other: Position, suits: dict[str, str]) -> bool:
    return renamed(one, 0, suits) == other
