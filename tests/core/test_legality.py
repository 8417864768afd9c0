"""The kernel's legal cards are those of the readable rules, for every combination of play flags."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from kit.random_rules import PLAY_FLAGS, describe
from manille.solver.core.engine import Engine
from manille.solver.deals import Position
from manille.solver.rules import Contract, RuleSet, load

BASES = ("belote", "maniglia", "maniglia-3", "maniglia-4", "maniglia-5")
SITUATIONS = 6
WORDS = [[word for word, _ in flag.choices] for flag in PLAY_FLAGS]
HAND = 4


def situation(rules: RuleSet, rng: Random) -> Position:
    """A trick under way, rich in trumps, with a seat to play that is often void in the suit led.

    Only the hand of the seat to play matters, so the others hold whatever is left.
    """
    trump, led = rng.sample(rules.family.suits, 2)
    declarer = rng.randrange(rules.seats) if rules.sides == "declarer" else None
    cards = rng.sample(rules.cards, len(rules.cards))
    cards.sort(key=lambda card: card.suit not in (trump, led) or rng.random() < 0.2)
    first = next(card for card in cards if card.suit == rng.choice((led, led, trump)))
    cards.remove(first)
    trick = (first, *cards[: rng.randrange(rules.seats - 1)])
    cards = cards[len(trick) - 1 :]
    if rng.random() < 0.6:
        cards.sort(key=lambda card: card.suit == first.suit)
    hand = tuple(rng.sample(cards[:12], HAND))
    rest = iter([card for card in cards if card not in hand])
    held = tuple(
        hand if seat == len(trick) else tuple(islice(rest, HAND - (seat < len(trick))))
        for seat in range(rules.seats)
    )
    return Position(Contract(rules, trump, declarer), held, 0, trick)


@pytest.mark.parametrize("name", BASES)
def test_every_combination_of_flags(name: str, seed: int) -> None:
    rng = Random(f"{seed}:{name}")
    broken: Counter[object] = Counter()
    for values in product(*WORDS):
        flags = dict(zip((flag.name for flag in PLAY_FLAGS), values, strict=True))
        rules = replace(load(name), **flags)
        for _ in range(SITUATIONS):
            position = situation(rules, rng)
            expected = set(position.legal_cards())
            context = f"seed {seed}: {describe(rules)} {position}"
            assert set(Engine(position).legal_cards()) == expected, context
            broken.update(filter(None, position.judge().values()))
    assert len(broken) == 5, f"some obligation never came up: {broken}"
