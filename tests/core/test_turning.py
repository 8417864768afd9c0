"""One engine that turns to many positions of its deal: entries must fit only where they hold.

Positions of the same lengths and other cards are what an entry is carried over to. Random cards of
the hands of a deal, all in one shape, make far more of them than the search of one position does.
Most cards are of two suits, so that the strengths decide much, and duties are drawn that hang on
who is winning. Each answer is compared with a search without any generalization.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.random_rules import PLAY_FLAGS, describe, random_rules
from kit.strategies import spelling
from manille.solver.cards import Card
from manille.solver.core.engine import Engine
from manille.solver.deals import Position
from manille.solver.rules import RuleSet
from manille.solver.rules.contract import Contract

ENGINES = 60
POSITIONS = 150
PLAIN = ("similarity", "equal", "quasi", "runs", "marks", "relaxed")
# flags whose answers hang on comparisons of strength in ways of their own; the others are drawn
DUTIES: tuple[dict[str, str], ...] = (
    {},
    {"beat_plain": "opponent", "beat_trump": "opponent"},
    {"beat_plain": "always", "beat_trump": "always", "ruff": "always", "overruff": "always"},
    {"ruff": "opponent"},
    {"ruff": "opponent", "overruff": "never", "when_unable": "trump"},
    {"ruff": "opponent", "overruff": "always", "when_unable": "trump"},
    {"ruff": "always", "overruff": "opponent", "when_unable": "not_trump"},
    {"ruff": "never", "beat_plain": "opponent"},
)

Hands = tuple[tuple[Card, ...], ...]


def with_points(rng: Random, rules: RuleSet, duties: dict[str, str]) -> RuleSet:
    """The rules with all play flags drawn but the given ones, and points of three kinds."""
    flags = {f.name: rng.choice([word for word, _ in f.choices]) for f in PLAY_FLAGS}
    kind = rng.choice(((1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 0, 0, 1), (0, 0, 1, 2, 3, 3, 11)))
    points = {rank: rng.choice(kind) for rank in rules.order}
    return replace(rules, **(flags | duties), points=points, trump_points=None)


def mostly_two_suits(rng: Random, contract: Contract, size: int) -> Hands:
    """Hands of so many cards, more of them of two suits than of the others."""
    rules = contract.rules
    suits = rng.sample(rules.family.suits, 4)
    weight = dict(zip(suits, (8, rng.choice((8, 3)), rng.choice((1, 0.1)), 0.1), strict=True))
    if contract.has_trump and rng.random() < 0.6:
        weight[contract.trump] = 8
    cards = sorted(rules.cards, key=lambda card: -(rng.random() ** (1 / weight[card.suit])))
    cards = rng.sample(cards[: size * rules.seats], size * rules.seats)
    return tuple(tuple(cards[n * size : (n + 1) * size]) for n in range(rules.seats))


def of_suits(rng: Random, hand: tuple[Card, ...], suits: list[str]) -> tuple[Card, ...]:
    """Random cards of a hand of just these suits."""
    return tuple(
        card
        for suit in sorted(set(suits))
        for card in rng.sample([card for card in hand if card.suit == suit], suits.count(suit))
    )


@pytest.mark.parametrize("duties", DUTIES, ids=str)
def test_entries_fit_only_where_they_hold(duties: dict[str, str], seed: int, effort: float) -> None:
    rng = Random(f"{seed}:{duties}")
    for number in range(max(1, int(ENGINES * effort))):
        rules = with_points(rng, random_rules(rng), duties)
        trump = rng.choice([*rules.family.suits, "NT"])
        declarer = rng.randrange(rules.seats) if rules.sides == "declarer" else None
        contract = Contract(rules, trump, declarer)
        hands = mostly_two_suits(rng, contract, min(rng.randrange(4, 9), rules.hand_size))
        engine = Engine(Position(contract, hands))
        tricks = rng.choice((2, 3, 3) if rules.seats > 3 else (3, 4))
        shape = [[card.suit for card in rng.sample(hand, tricks)] for hand in hands]
        for _ in range(POSITIONS):
            held = tuple(
                of_suits(rng, hand, suits) for hand, suits in zip(hands, shape, strict=True)
            )
            position = Position(contract, held, rng.randrange(rules.seats))
            for _ in range(rng.choice((0, 0, 0, 1, 2))):
                position = position.play_legal(rng.choice(position.legal_cards()))
            engine.turn_to(position)
            told = f"seed {seed}, number {number}: {spelling(position)} {describe(rules)}"
            plain = Engine(position, without=PLAIN)
            assert engine.value() == plain.value(), told
            cards = position.legal_cards()
            assert engine.card_values(cards) == plain.card_values(cards), told
