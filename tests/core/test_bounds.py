"""Sure tricks: whatever they say without a search is what the slow twin finds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.random_rules import describe, random_rules
from manille.solver.core.engine import Engine
from manille.solver.deals import Deal, Position, format_deal, random_ending
from manille.solver.deals.hands import sort_hand
from manille.solver.reference import value
from manille.solver.rules import load, names

BATCHES = 8
ENDINGS = 60


def with_tops(deal: Deal, rng: Random) -> Deal:
    """The deal with the strongest cards of two suits given to one seat, often a partner's."""
    contract, hands = deal.contract, [list(hand) for hand in deal.open_hands]
    strong = rng.randrange(len(hands))
    for suit in rng.sample(deal.rules.family.suits, 2):
        held = [card for hand in hands for card in hand if card.suit == suit]
        for top in sorted(held, key=contract.strength.__getitem__)[-2:]:
            owner = next(hand for hand in hands if top in hand)
            given = rng.choice(hands[strong])
            if owner is not hands[strong] and contract.strength[given] < contract.strength[top]:
                owner[owner.index(top)], hands[strong][hands[strong].index(given)] = given, top
    sorted_hands = tuple(sort_hand(hand, deal.rules, deal.trump) for hand in hands)
    return replace(deal, hands=sorted_hands, turned=None)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_sure_tricks_against_the_slow_twin(batch: int, seed: int, effort: float) -> None:
    rng = Random(f"{seed}:{batch}")
    told = 0
    for number in range(max(1, int(ENDINGS * effort))):
        rules = random_rules(rng) if number % 2 else load(rng.choice(names()))
        tricks = rng.choice((2, 3, 3, 4) if rules.seats < 5 else (2, 3))
        deal = random_ending(rules, tricks, seed, batch * 1_000_000 + number)
        if number % 3:
            deal = with_tops(deal, rng)
        position = Position.of(deal)
        context = f"seed {seed}, batch {batch}, {number}: {format_deal(deal)} {describe(rules)}"
        taken, engine = value(position)[0] - position.points[0], Engine(position)
        for points in range(1, position.points_left + 1):
            answer = engine.sure(points)
            assert answer in (None, points <= taken), f"{points} points, {context}"
            told += answer is not None
    assert told > 5 * ENDINGS * min(effort, 1)
