"""Random house rules: flags that no named set has together, and points of any shape."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from manille.solver.rules import FLAGS, RuleSet, load, names

PLAY_FLAGS = [flag for flag in FLAGS if flag.section == "play"]


def random_rules(rng: Random) -> RuleSet:
    """A named rule set with all five play flags drawn anew, and half the time other points."""
    base = load(rng.choice(names()))
    flags = {f.name: rng.choice([word for word, _ in f.choices]) for f in PLAY_FLAGS}
    rules = replace(
        base, **flags, trick_points=rng.choice((0, 1, 3)), last_trick_points=rng.choice((0, 1, 10))
    )
    return replace(rules, **random_cards(rng, rules)) if rng.random() < 0.5 else rules


def random_cards(rng: Random, rules: RuleSet) -> dict[str, object]:
    """Points for any rank, weak ones too and several ranks the same, and a trump order."""
    ranks = rules.order
    return {
        "points": {rank: rng.choice((0, 0, 1, 2, 3, 3, 11)) for rank in ranks},
        "trump_order": "".join(rng.sample(ranks, len(ranks))) if rng.random() < 0.5 else "",
        "trump_points": {rank: rng.choice((0, 0, 2, 2, 20)) for rank in ranks}
        if rng.random() < 0.3
        else None,
    }


def describe(rules: RuleSet) -> str:
    """The flags that decide the play and the points, for the message of a failing test."""
    shown = [*(f.name for f in PLAY_FLAGS), "points", "trump_order", "trump_points"]
    shown += ["trick_points", "last_trick_points"]
    return ", ".join(f"{name}={getattr(rules, name)!r}" for name in shown)
