"""What cards say of the hands they came from, against the judge that reads the rules forward."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kit.random_rules import describe, random_rules
from manille.solver.cards import Card
from manille.solver.deals import parse_deal
from manille.solver.hidden import Knowledge, described, facts_left, facts_of
from manille.solver.hidden.facts import Fact, told_by
from manille.solver.hidden.record import Play, record
from manille.solver.rules import Contract, judge, load, parse_rules

HANDS = 1200

# a lower trump is free to a seat that could overruff
LOW_RUFF = parse_rules(
    'base = "manillen"\n[play]\nwhen_unable = "not_trump"\noverruff = "never"\n', "low.toml"
)


def _kind(fact: Fact) -> str:
    if fact.others:
        return "only trumps unless" if fact.unless else "only trumps"
    return "none above" if fact.above else "none of the suit"


def _broken(fact: Fact, hand: set[Card]) -> bool:
    return not hand.isdisjoint(fact.cannot_hold) and hand.isdisjoint(fact.unless)


def test_a_card_was_legal_where_the_hand_breaks_none_of_its_facts(seed: int, effort: float) -> None:
    rng, told = Random(f"facts {seed}"), Counter[str]()
    for _ in range(int(HANDS * effort)):
        rules = random_rules(rng)
        seats = rules.seats
        declarer = rng.randrange(seats) if rules.sides == "declarer" else None
        contract = Contract.of(rules, rng.choice(rules.trumps), declarer)
        # few cards, so that hands without a suit are common
        cards = rng.sample(rules.cards, rng.randint(1, seats - 1) + rng.randint(1, 6))
        trick = tuple(cards[: rng.randint(0, min(seats, len(cards)) - 1)])
        hand, leader = cards[len(trick) :], rng.randrange(seats)
        judged = judge(contract, hand, trick, leader)
        for card in hand:
            play = Play((leader + len(trick)) % seats, card, 1, leader, trick)
            facts = list(told_by(contract, play))
            told.update(map(_kind, facts))
            broken = any(_broken(fact, set(hand)) for fact in facts)
            context = f"{describe(rules)}: {card} of {hand} to {trick}, {contract}, {facts}"
            assert broken == (judged[card] is not None), context
    assert set(told) == {"none of the suit", "none above", "only trumps", "only trumps unless"}


def test_the_first_card_of_a_trick_says_nothing() -> None:
    deal = parse_deal("manillen S N:? ? ? ? ; played=TH 9S")
    first, second = record(deal)
    assert list(told_by(deal.contract, first)) == []
    assert [fact.suit for fact in told_by(deal.contract, second)] == ["H"]


def _said(text: str, left: bool = False) -> list[str]:
    """What each fact says, with the seat, the trick and the card."""
    knowledge = Knowledge.of(
        parse_deal(text, load_rules=lambda name: LOW_RUFF if name == "low" else load(name))
    )
    deal = knowledge.deal
    return [
        f"{deal.seat_names[fact.seat]} {fact.trick} {fact.card}: "
        f"{described(fact, deal.rules.family)}"
        for fact in (facts_left if left else facts_of)(knowledge)
    ]


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        # not followed, and no trump either, though a ruff was due
        ("manillen S N:? ? ? ? ; played=TH 9D", ["W 1 9D: no hearts", "W 1 9D: no spades"]),
        # ruffed: nothing but the suit that was led is known
        ("manillen S N:? ? ? ? ; played=TH 9S", ["W 1 9S: no hearts"]),
        # not overruffed
        (
            "manillen S N:? ? ? ? ; played=TH KS 9S",
            ["W 1 KS: no hearts", "S 1 9S: no hearts", "S 1 9S: no spades above KS"],
        ),
        # a trump lead that was not beaten, and one that was
        ("manillen S N:? ? ? ? ; played=KS 9S", ["W 1 9S: no spades above KS"]),
        ("manillen S N:? ? ? ? ; played=KS AS", []),
        # a plain suit need not be beaten in manillen, but in maniglia, while an opponent wins
        ("manillen S N:? ? ? ? ; played=KH 9H", []),
        ("maniglia O N:? ? ? ? ; played=KC 2C", ["W 1 2C: no copas above KC"]),
        ("maniglia O N:? ? ? ? ; played=KC AC 2C", ["S 1 2C: no copas above AC"]),
        ("maniglia O N:? ? ? ? ; played=AC 2C 3C", ["W 1 2C: no copas above AC"]),
        # with no trump nothing binds but the suit led
        ("manillen NT N:? ? ? ? ; played=KH 9S", ["W 1 9S: no hearts"]),
        # no card is above the highest
        ("maniglia O N:? ? ? ? ; played=7C 2C", []),
        # no facts about hands that are seen
        ("manillen S N:? TAKQJ.T.9.8 ? ? ; played=KH TH 9S", ["S 1 9S: no hearts"]),
        # a lower trump where one need not overruff, but may not throw a trump that cannot win
        (
            "low S N:? ? ? ? ; played=TH QS 9S",
            [
                "W 1 QS: no hearts",
                "S 1 9S: no hearts",
                "S 1 9S: nothing but spades, unless it had one of TS, AS, KS",
            ],
        ),
        (
            "low S N:? ? ? ? ; played=TH TS 9S",
            ["W 1 TS: no hearts", "S 1 9S: no hearts", "S 1 9S: nothing but spades"],
        ),
    ],
)
def test_facts_of_a_record(deal: str, said: list[str]) -> None:
    assert _said(deal) == said


def test_facts_that_are_left() -> None:
    deal = "manillen NT N:.TAKQJ9.7.7 ? ? ? ; played=TH 9C 8H 7H AH 8C 7S TC"
    assert _said(deal) == [
        "W 1 9C: no hearts",
        "W 2 8C: no hearts",
        "S 2 7S: no hearts",
        "E 2 TC: no hearts",
    ]
    assert _said(deal, left=True) == []  # all hearts have been seen


def test_facts_left_name_hidden_cards_alone() -> None:
    deal = parse_deal("manillen NT N:TAKQ.TAKQ.. ? ? ? ; played=TH 9C 8H 7H")
    (fact,) = facts_left(Knowledge.of(deal))
    assert [str(card) for card in fact.cannot_hold] == ["JH", "9H"]


def test_an_exception_that_was_seen_says_nothing_more() -> None:
    start = "low S N:.TAKQJ987.. ? ? ? ; played=TH QS 9S 7C"
    facts = [one for one in _said(f"{start} QD TD KD AH", left=True) if "nothing" in one]
    assert facts == ["S 1 9S: nothing but spades, unless it had one of TS, AS, KS"]
    facts = [one for one in _said(f"{start} QD AS 7D AH", left=True) if "nothing" in one]
    assert facts == []


def test_an_exception_that_others_held_is_none() -> None:
    start = "low S N:.TAKQJ987.. ? ? ? ; played=TH QS 9S 7C TS JS 8C AH AS 8S 8D KH"
    facts = [one for one in _said(start, left=True) if "nothing" in one]
    assert facts == ["S 1 9S: nothing but spades, unless it had KS"]
    facts = [one for one in _said(f"{start} KS 7S 9D QH", left=True) if "nothing" in one]
    assert facts == ["S 1 9S: nothing but spades"]
