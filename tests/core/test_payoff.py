"""What the table keeps of captured cards is rounded outward."""

from __future__ import annotations

from random import Random

from kit.random_rules import describe, random_rules
from manille.solver.core.engine import Engine
from manille.solver.deals import Position, format_deal, random_ending
from manille.solver.rules import load, names


def test_captured_cards_are_rounded_outward(seed: int) -> None:
    rng = Random(seed)
    cut_short = 0
    for number in range(400):
        rules = load(rng.choice(names())) if number % 2 else random_rules(rng)
        deal = random_ending(rules, rng.randrange(2, rules.hand_size + 1), seed, number)
        position = Position.of(deal)
        cards = [card for hand in position.hands for card in hand]
        captured = set(rng.sample(cards, rng.randrange(len(cards) + 1)))
        perhaps, surely = map(set, Engine(position).stored_captures(captured))
        context = f"seed {seed}, number {number}: {format_deal(deal)} {describe(rules)}"
        assert surely <= captured <= perhaps <= set(cards), context
        # nothing that counts is ever cut
        counting = {card for card in cards if position.contract.points[card]}
        assert perhaps & counting == surely & counting == captured & counting, context
        cut_short += surely < captured < perhaps
    assert cut_short > 50
