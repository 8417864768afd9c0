"""Seeded shuffles: the same for ever, fair, and endings that are legal."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import RULE_SETS, examples, rule_sets
from manille.solver.deals import (
    Position,
    format_deal,
    parse_deal,
    random_deal,
    random_deals,
    random_ending,
)
from manille.solver.errors import InputError, Reason
from manille.solver.rules import load, parse_rules

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)

# Deal sets, benchmarks and results name deals by their seed. If one of these lines changes, all of
# them mean other deals: do not change the stream.

# seed 1, number 0
DEALS = """
belote H W:A8.JQ.Q.AK8 TKJ.K.AT8.9 9.9A8.J9.QJ Q7.T7.K7.T7
botifarra O N:96.9M3.A732.A52 KHM8742.2.H8.H8 53.K86.9M5.M763 A.AH754.K64.9K4
macau-manilla H N:7AKJQ.65.5.AK 9.AKJ9.Q.7T86 T86.7.T96.JQ5 5.QT8.7AKJ8.9 ; turned=8H
maniglia B N:74.HM5.65.AKH AKHM6.4.32.54 5.7A32.KM4.63 32.K6.7AH.7M2 ; turned=MB
maniglia-3 O 1:7H6.K5.KHM3.7AH AKM4.7M4.A65.54 53.AH63.74.KM63 ; declarer=1
maniglia-4 E N:74.HM5.65.AKH AKHM6.4.32.54 5.7A32.KM4.63 32.K6.7AH.7M2 ; declarer=W
maniglia-5 C 4:642.42.H.H4 5.7KH.A532. 7H.63..M532 AKM3.5.7.A6 .AM.KM64.7K ; declarer=3
manille D W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
manillen D W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
manillen-101 D W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
manillen-cafe D W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
manillen-troef H W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9 ; turned=KH
manillen-verplicht D W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
manillen-zonder-troef NT W:AQ.T9.Q.TA7 7.J.AK98.Q8 TJ9.AQ7.7.K K8.K8.TJ.J9
whist H W:A94.T94.964.KQ63 QT3.K865.J7.AJT4 K8765.J3.AKQ3.98 J2.AQ72.T852.752
"""

# seed 2026, number 41
LATER = """
manillen NT W:AJ98.KQ.J.J .J87.K.AK97 T7.9.TQ97.T KQ.TA.A8.Q8
macau-manilla C W:Q65.7K65.J8.7 7A.A9.7KQ65.A KJ.JQT.T9.T85 T98.8.A.KJQ96 ; turned=KC
maniglia-3 O 1:7H53.7M3.KM43.6 KM4.KH654.7.AKH A6.A.AH65.7M543 ; declarer=3
maniglia-5 E 4:75.K5.653.5 KM.A.AH4.A6 A6.H3.KM.7H H42.76.2.KM 3.M42.7.432 ; declarer=1
whist S S:Q3.AKJ92.642.A53 T9864.T5.AKJT.K4 AK5.Q8743.83.QT8 J72.6.Q975.J9762
botifarra O N:9K7643.A62.4.84 .543.AM87.HM762 AM5.9H87.9H.AK3 H82.KM.K6532.95
"""

# 4 tricks, seed 1, number 3, 6 cards played
ENDINGS = """
belote S S:..97.AQ 87.9.J. 9T...K9 A.AQ8.. ; played=AC 8S 9C 8H 7S 9S
botifarra NT W:2.7.8.M 93..6.9 M.6..H4 H.2.M5. ; played=MB 9B 4B HO 3O MO
macau-manilla D N:A.K.T.9 Q.5..KT .7.J6.A .A.Q.J8 ; played=9C KC AC JC 7H AH
maniglia O N:AH.K..3 .4.AH5. ..K.7HM 6.A2..6 ; played=HO 4C HB 6O AO AE
maniglia-3 B 2:76.5..M M..HM.K K.H.6.7 ; declarer=1 ; played=MB KB 7B KO 7O MO
maniglia-4 C N:AH.K..3 .4.AH5. ..K.7HM 6.A2..6 ; declarer=N ; played=KC 4C 7B AC 2C HO
maniglia-5 B 4:.7K.7.K H6.6..7 A2.H.H. 5..6.H3 7.4.A3. ; declarer=4 ; played=7C 6C HC HB 4C 5O
manille S N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH 7S 9S
manillen S N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH 7S 9S
manillen-101 S N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH 7S 9S
manillen-cafe S N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH 7S 9S
manillen-troef H N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH KH QD
manillen-verplicht S N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 8S AH TH 7S 9S
manillen-zonder-troef NT N:.9.Q.AJ 87..TJ. 9.A.8.Q K.TK..T ; played=9H 7S AH TH KS JC
whist NT E:5.6.85. 6.5.4.3 8.A3..4 ..2.JT7 ; played=6H 5H AH 7C 8S TC
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def rules_of(line: str):
    return load(line.split()[0])


@pytest.mark.parametrize("line", lines(DEALS))
def test_first_deal_of_seed_1_stays_as_it_is(line: str) -> None:
    assert format_deal(random_deal(rules_of(line), 1)) == line


@pytest.mark.parametrize("line", lines(LATER))
def test_later_deal_of_another_seed_stays_as_it_is(line: str) -> None:
    assert format_deal(random_deal(rules_of(line), 2026, 41)) == line


@pytest.mark.parametrize("line", lines(ENDINGS))
def test_ending_stays_as_it_is(line: str) -> None:
    assert format_deal(random_ending(rules_of(line), 4, 1, 3, played=6)) == line


def test_every_rule_set_is_pinned() -> None:
    names = {rules.name for rules in RULE_SETS}
    assert {line.split()[0] for line in lines(DEALS)} == names
    assert {line.split()[0] for line in lines(ENDINGS)} == names


@every_rule_set
def test_a_deal_hangs_on_its_number_alone(rules) -> None:
    few = list(random_deals(rules, 3, 5))
    many = list(random_deals(rules, 9, 5))
    assert few == many[:3]
    assert many == [random_deal(rules, 5, number) for number in range(9)]
    assert len({format_deal(deal) for deal in many}) == 9
    assert few != list(random_deals(rules, 3, 6))


def test_rule_sets_that_rank_the_same_cards_alike_get_the_same_hands() -> None:
    one, other = load("maniglia"), load("maniglia-4")
    for number in range(20):
        assert [set(hand) for hand in random_deal(one, 9, number).open_hands] == [
            set(hand) for hand in random_deal(other, 9, number).open_hands
        ]
    ours = parse_rules('base = "manillen"\n[play]\nruff = "never"\n', "ours")
    for number in range(20):
        deal, twin = random_deal(load("manillen"), 9, number), random_deal(ours, 9, number)
        assert (deal.trump, deal.first, deal.hands) == (twin.trump, twin.first, twin.hands)


@every_rule_set
def test_full_deal_has_what_the_rule_set_needs(rules) -> None:
    for deal in random_deals(rules, 50, 3):
        line = format_deal(deal)
        dealt = [card for hand in deal.open_hands for card in hand]
        assert sorted(dealt) == sorted(rules.cards), line
        assert {len(hand) for hand in deal.open_hands} == {rules.hand_size}, line
        assert deal.trump in rules.trumps, line
        assert (deal.declarer is not None) == (rules.sides == "declarer"), line
        assert (deal.turned is not None) == (rules.trump_by == "turned"), line
        assert deal.turned is None or deal.turned in deal.open_hands[-1], line
        assert deal.turned is None or deal.turned.suit == deal.trump, line
        assert (deal.bid, deal.calls, deal.played) == (None, (), ()), line
        assert parse_deal(line) == deal


@every_rule_set
def test_endings_of_every_length_are_legal(rules) -> None:
    for tricks in range(1, rules.hand_size + 1):
        played = (7 * tricks) % (rules.seats * tricks + 1)
        deal = random_ending(rules, tricks, 4, tricks, played=played)
        line = format_deal(deal)
        assert {len(hand) for hand in deal.open_hands} == {tricks}, line
        assert len({card for hand in deal.open_hands for card in hand}) == rules.seats * tricks
        assert len(deal.played) == played, line
        assert parse_deal(line) == deal, "which also replays the cards played"


@every_rule_set
@pytest.mark.parametrize("tricks", [1, 2, 5])
def test_cards_played_go_on_from_one_another(rules, tricks: int) -> None:
    whole = random_ending(rules, tricks, 8, played=rules.seats * tricks)
    assert Position.of(whole).ended, format_deal(whole)
    for played in range(rules.seats * tricks):
        deal = random_ending(rules, tricks, 8, played=played)
        assert deal.hands == whole.hands
        assert deal.played == whole.played[:played], format_deal(whole)


def test_a_full_ending_keeps_the_turned_card_when_cards_are_played() -> None:
    rules = load("macau-manilla")
    deal = random_ending(rules, rules.hand_size, 1, played=7)
    assert deal.turned is not None
    assert deal.turned == random_ending(rules, rules.hand_size, 1).turned
    assert random_ending(rules, rules.hand_size - 1, 1).turned is None


@examples(150)
@given(rule_sets(), st.integers(), st.integers(0), st.data())
def test_any_seed_and_number_give_an_ending(rules, seed: int, number: int, data) -> None:
    tricks = data.draw(st.integers(1, rules.hand_size))
    played = data.draw(st.integers(0, rules.seats * tricks))
    deal = random_ending(rules, tricks, seed, number, played=played)
    assert parse_deal(format_deal(deal)) == deal
    assert deal == random_ending(rules, tricks, seed, number, played=played)


@pytest.mark.parametrize(
    ("tricks", "played", "field"),
    [(0, 0, "tricks"), (-1, 0, "tricks"), (9, 0, "tricks"), (4, 17, "played"), (4, -1, "played")],
)
def test_an_ending_that_cannot_be_is_refused(tricks: int, played: int, field: str) -> None:
    with pytest.raises(InputError) as caught:
        random_ending(load("manillen"), tricks, 1, played=played)
    fault = caught.value.faults[0]
    assert (fault.reason, fault.field) == (Reason.BAD_REQUEST, field)
    assert str(tricks if field == "tricks" else played) in fault.message


COUNT = 1500


def fair(found: Counter, choices, total: int) -> None:
    """Every choice about equally often: within five standard deviations."""
    share = 1 / len(choices)
    bound = 5 * sqrt(total * share * (1 - share))
    assert set(found) <= set(choices)
    far = {one: found[one] for one in choices if abs(found[one] - total * share) > bound}
    assert not far, f"expected {total * share:.0f} within {bound:.0f}, found {far}"


@pytest.mark.parametrize("name", ["manillen", "maniglia-3", "maniglia-5", "macau-manilla"])
def test_cards_leader_trump_and_declarer_are_fairly_drawn(name: str) -> None:
    rules = load(name)
    deals = list(random_deals(rules, COUNT, 1))
    seats = range(rules.seats)
    holders = [{c: s for s, hand in enumerate(d.open_hands) for c in hand} for d in deals]
    for card in rules.cards:
        fair(Counter(held[card] for held in holders), seats, COUNT)
    fair(Counter(deal.first for deal in deals), seats, COUNT)
    fair(Counter(deal.trump for deal in deals), rules.trumps, COUNT)
    if rules.sides == "declarer":
        fair(Counter(deal.declarer for deal in deals), seats, COUNT)
    if rules.trump_by == "turned":
        fair(Counter(deal.turned for deal in deals), rules.cards, COUNT)


def test_cards_are_dealt_independently_of_each_other_and_of_the_deal_before() -> None:
    rules = load("manillen")
    deals = list(random_deals(rules, COUNT, 2))
    holders = [{c: s for s, hand in enumerate(d.open_hands) for c in hand} for d in deals]
    for one, other in pairwise(rules.cards):
        together = sum(held[one] == held[other] for held in holders)
        assert abs(together / COUNT - 7 / 31) < 5 * sqrt(7 / 31 * 24 / 31 / COUNT)
    for card in rules.cards:
        again = sum(a[card] == b[card] for a, b in pairwise(holders))
        assert abs(again / COUNT - 1 / 4) < 5 * sqrt(1 / 4 * 3 / 4 / COUNT)
