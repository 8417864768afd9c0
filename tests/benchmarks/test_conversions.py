"""Deals in the forms of the peers, without the peers."""

from __future__ import annotations

from benchmarks.peers.conversions import (
    MIRROR,
    card_of_colver,
    colver_card,
    colver_hands,
    colver_points,
    dds_leader,
    dds_trump,
    taken_of_cell,
    to_pbn,
)
from manille.solver.cards import Card
from manille.solver.deals import parse_deal, random_deal
from manille.solver.rules import load

WHIST = "whist H W:A9.T4.6. ..94.KQ3 4.985..6 QT..7.AT"


def test_known_cards_have_the_numbers_of_colver() -> None:
    known = {"7S": 0, "TS": 6, "AS": 7, "7H": 8, "JD": 19, "AC": 31}
    assert {text: colver_card(Card(*text)) for text in known} == known


def test_every_card_of_colver_reads_back() -> None:
    cards = [card_of_colver(number) for number in range(32)]
    assert sorted(cards) == sorted(load("belote").cards)
    assert [colver_card(card) for card in cards] == list(range(32))


def test_hands_for_colver_are_in_the_order_of_play() -> None:
    for number in range(5):
        deal = random_deal(load("belote"), 1, number)
        hands = colver_hands(deal)
        back = [tuple(map(card_of_colver, hand)) for hand in hands]
        assert back == list(deal.open_hands), deal


def test_all_tricks_count_as_the_points_of_the_hand() -> None:
    assert [colver_points(points) for points in (0, 81, 162, 252)] == [0, 81, 162, 162]


def test_pbn_is_mirrored_and_starts_with_the_leader() -> None:
    assert to_pbn(parse_deal(WHIST)) == "E:A9.T4.6. ..94.KQ3 4.985..6 QT..7.AT"


def test_every_card_lies_with_the_mirrored_seat() -> None:
    for number in range(5):
        deal = random_deal(load("whist"), 1, number)
        first, hands = to_pbn(deal).split(":")
        clockwise = "NESW"[dds_leader(deal) :] + "NESW"[: dds_leader(deal)]
        assert clockwise[0] == first
        for seat, name in enumerate(deal.seat_names):
            place = clockwise.index(MIRROR[name])
            assert place == seat, "the order of play stays"
            suits = hands.split(" ")[place].split(".")
            held = {Card(r, s) for s, ranks in zip("SHDC", suits, strict=True) for r in ranks}
            assert held == set(deal.open_hands[seat])


def test_seats_and_trumps_have_the_numbers_of_dds() -> None:
    deal = parse_deal(WHIST)
    assert [dds_leader(deal, seat) for seat in range(4)] == [1, 2, 3, 0]
    assert dds_leader(deal, -1) == 0
    assert [dds_trump(trump) for trump in ("S", "H", "D", "C", "NT")] == [0, 1, 2, 3, 4]


def test_a_cell_is_what_the_declarer_takes() -> None:
    assert taken_of_cell(13, leader=0, cell=9) == 4
    assert taken_of_cell(13, leader=2, cell=9) == 4
    assert taken_of_cell(13, leader=1, cell=9) == 9
    # an ending of 5 tricks, of which the declarer takes 1: DDS adds the 8 that are missing
    assert taken_of_cell(5, leader=0, cell=9) == 4
    assert taken_of_cell(5, leader=3, cell=9) == 1
