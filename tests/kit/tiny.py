"""Games with so few cards that everything about them can be enumerated."""

from __future__ import annotations

from dataclasses import replace

from manille.solver.rules import RuleSet, load

__all__ = ["tiny_auction", "tiny_choice"]


def tiny_choice(name: str = "manillen", ranks: str = "TK", **flags: object) -> RuleSet:
    """A game in which trump is chosen: as many cards each as there are ranks, four seats."""
    base = load(name)
    points = {rank: base.points.get(rank, 0) for rank in ranks}
    half = (4 * sum(points.values()) + len(ranks) * base.trick_points + base.last_trick_points) // 2
    return replace(base, order=ranks, points=points, half=half, **flags)


def tiny_auction(name: str = "maniglia-4", ranks: str = "7H", **flags: object) -> RuleSet:
    """A game with an auction from 1 point up; the ranks must share out among the seats."""
    base = load(name)
    points = {rank: base.points.get(rank, 0) for rank in ranks}
    return replace(base, order=ranks, points=points, **{"bid_minimum": 1, **flags})
