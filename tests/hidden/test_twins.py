"""Counted layouts against the slow twin, which tries every way to deal the hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import factorial, prod
from random import Random

import pytest

from kit.random_rules import describe, random_rules
from manille.solver.cards import Card
from manille.solver.deals import Deal, Hand, Position, format_deal, parse_deal, random_deal
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.hidden.facts import told_by
from manille.solver.hidden.problem import pose
from manille.solver.hidden.record import record
from manille.solver.reference import all_layouts
from manille.solver.rules import RuleSet, load, names, parse_rules

MOST = 200  # ways to deal that the twin is asked to try at a time


def compare(knowledge: Knowledge) -> Layouts:
    """Check that the layouts, their number and the holders are those of the slow twin."""
    deal = knowledge.deal
    context = f"{format_deal(deal)} ({knowledge.seat}): {describe(deal.rules)}"
    expected = [layout.hands for layout in all_layouts(knowledge)]
    layouts = Layouts(knowledge)
    assert layouts.count == len(expected), context
    # each number names another layout
    assert {layouts.at(number) for number in range(layouts.count)} == set(expected), context
    drawn = [layouts.draw(1, number) for number in range(5)]
    assert set(drawn) <= set(expected), context
    holders = layouts.holders()
    assert holders == _holders(knowledge, expected), context
    assert list(holders) == [card for card in deal.rules.cards if card in holders], context
    return layouts


def _holders(
    knowledge: Knowledge, layouts: list[tuple[Hand, ...]]
) -> dict[Card, dict[int, Fraction]]:
    """Who holds each hidden card, counted over all layouts."""
    deal = knowledge.deal
    seen = set(deal.played).union(*(hand or () for hand in deal.hands))
    found: dict[Card, dict[int, Fraction]] = {}
    for card in deal.rules.cards:
        holds = [next(seat for seat, hand in enumerate(h) if card in hand) for h in layouts]
        if card not in seen:
            found[card] = {
                seat: Fraction(holds.count(seat), len(layouts)) for seat in sorted(set(holds))
            }
    return found


def ways_to_deal(knowledge: Knowledge) -> int:
    """In how many ways the hidden cards can be dealt, whatever was played."""
    problem = pose(knowledge)
    assert problem is not None
    return factorial(sum(problem.room)) // prod(map(factorial, problem.room))


def moments(deal: Deal, rng: Random) -> Iterator[Knowledge]:
    """What a seat, a spectator and somebody who sees two hands know, as early as can be tried."""
    seats = range(deal.rules.seats)
    for views in ([rng.choice(seats)], [], rng.sample(seats, 2)):
        hands = tuple(hand if seat in views else None for seat, hand in enumerate(deal.hands))
        for count in range(len(deal.played) + 1):
            shown = replace(deal, hands=hands, played=deal.played[:count])
            knowledge = Knowledge.of(shown)
            if ways_to_deal(knowledge) <= MOST:
                yield knowledge
                break


def played_through(deal: Deal, rng: Random) -> Deal:
    """The deal with all its cards played, with a liking for trumps that cannot win."""
    position, played = Position.start(deal), []
    while not position.ended:
        legal = position.legal_cards()
        if position.trick and rng.random() < 0.8:
            winning = position.trick[deal.contract.winner(position.trick)]
            led, trump = position.trick[0].suit, deal.trump
            low = [
                c for c in legal if c.suit == trump != led and not deal.contract.beats(c, winning)
            ]
            legal = low or legal
        played.append(rng.choice(legal))
        position = position.play_legal(played[-1])
    return replace(deal, played=tuple(played))


def cut(rules: RuleSet, ranks: int) -> RuleSet:
    """The same game with fewer ranks than a rule file may have, so that whole hands are tiny."""
    left = rules.order[:ranks]
    trump_order = "".join(rank for rank in rules.trump_order if rank in left)
    return replace(rules, order=left, trump_order=trump_order, points={}, trump_points=None)


@pytest.mark.parametrize("name", names())
def test_every_rule_set(name: str, seed: int, effort: float) -> None:
    rng, rules = Random(f"twins {name} {seed}"), load(name)
    compared = 0
    for number in range(int(3 * effort)):
        deal = played_through(random_deal(rules, seed, number), rng)
        for knowledge in moments(deal, rng):
            compare(knowledge)
            compared += 1
    assert compared >= 3 * int(3 * effort)


def test_random_flags(seed: int, effort: float) -> None:
    rng = Random(f"random twins {seed}")
    fewer = 0
    for number in range(int(20 * effort)):
        deal = played_through(random_deal(random_rules(rng), seed, number), rng)
        for knowledge in moments(deal, rng):
            fewer += compare(knowledge).count < ways_to_deal(knowledge)
    assert fewer >= 15 * effort  # the play did say something


def test_whole_hands_of_tiny_decks(seed: int, effort: float) -> None:
    rng = Random(f"tiny twins {seed}")
    for number in range(int(40 * effort)):
        rules = random_rules(rng)
        fits = [ranks for ranks in (2, 3) if 4 * ranks % rules.seats == 0] or [rules.seats]
        rules = cut(rules, rng.choice(fits))
        deal = played_through(random_deal(rules, seed, number), rng)
        for knowledge in moments(deal, rng):
            compare(knowledge)


def test_a_trump_that_may_be_kept_low(seed: int, effort: float) -> None:
    """The one duty that says "this or that": a low trump where no useless one may be thrown."""
    rng = Random(f"low trumps {seed}")
    compared = 0
    for number in range(int(500 * effort)):
        rules = random_rules(rng)
        low = {"ruff": "always", "overruff": rng.choice(("never", "opponent"))}
        rules = cut(replace(rules, when_unable="not_trump", **low), 3 if rules.seats == 3 else 5)
        if rules.trump_by == "none":
            continue
        deal = played_through(random_deal(rules, seed, number), rng)
        for count, play in enumerate(record(deal), 1):
            if any(fact.unless for fact in told_by(deal.contract, play)):
                compared += _compare_two_hidden(deal, play.seat, count, rng)
    assert compared >= 10 * effort


def _compare_two_hidden(deal: Deal, seat: int, count: int, rng: Random) -> int:
    """Compare with the hand of the seat and another one hidden, at moments while it is open."""
    other = rng.choice([one for one in range(deal.rules.seats) if one != seat])
    hands = tuple(None if one in (seat, other) else hand for one, hand in enumerate(deal.hands))
    compared = 0
    for played in range(count, len(deal.played), 3):
        knowledge = Knowledge.of(replace(deal, hands=hands, played=deal.played[:played]))
        problem = pose(knowledge)
        assert problem is not None
        if problem.exceptions and ways_to_deal(knowledge) <= MOST:
            compare(knowledge)
            compared += 1
    return compared


LOW_RUFF = parse_rules(
    'base = "manillen"\n[play]\nwhen_unable = "not_trump"\noverruff = "never"\n', "low.toml"
)
W_RUFFS = "low S N:.TAKQJ987.. KJ..TKQ.TJ9 ? ? ; played=TH JS 9S 8S"


@pytest.mark.parametrize(
    ("deal", "exceptions"),
    [
        # S and E have gone under a ruff: each held T, A or Q, or nothing but trumps
        (W_RUFFS, 2),
        # a diamond of each shows that it was not the latter
        (f"{W_RUFFS} TD 9D 8D AH", 2),
        # the queen of E shows that it was the former
        (f"{W_RUFFS} TD 9D QS AH", 1),
    ],
)
def test_exceptions_of_full_hands(deal: str, exceptions: int) -> None:
    knowledge = Knowledge.of(parse_deal(deal, load_rules=lambda _: LOW_RUFF))
    problem = pose(knowledge)
    assert problem is not None
    assert problem.exceptions == exceptions
    compare(knowledge)
