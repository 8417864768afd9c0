"""What a hand was worth at each moment of its play."""

from __future__ import annotations

import time
from collections.abc import Iterable

from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.settle import settle_beyond
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds, PlayValues

__all__ = ["solve_along"]

MOST = 1 << 30  # more points than any deal has


def solve_along(
    deal: Deal, limits: Limits | None = None, cancel: CancelToken | None = None
) -> PlayValues:
    """The points of both sides before the first card of a deal and after each card played.

    All in one search effort, which costs little more than the value before the first card. What a
    card gave away is the difference between the moments before and after it.

    Args:
        deal: the deal with the cards played; trump, all hands and, in auction games, the declarer
            must be known.
        limits: where the search ends with the bounds proven so far; none by default. The last
            moments are searched first, so it is the first ones that a limit leaves open.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
        IllegalCardError: a card played is not held or breaks an obligation.
    """
    started = time.perf_counter()
    positions = list(_positions(Position.start(deal), deal))
    renamed = Renamed(positions[0])
    engine = Engine(renamed.position, limits, cancel)
    searched = [renamed.position]
    for card in deal.played:
        searched.append(searched[-1].play_legal(renamed.there(card)))
    found = [
        renamed.sides(position, points.plus(-there.points[0]))
        for position, there, points in zip(
            positions, searched, _values(engine, searched), strict=True
        )
    ]
    return PlayValues(tuple(found), engine.nodes, time.perf_counter() - started)


def _positions(position: Position, deal: Deal) -> Iterable[Position]:
    yield position
    for card in deal.played:
        position = position.play(card)
        yield position


def _values(engine: Engine, positions: list[Position]) -> list[Bounds]:
    """The points of side 0 over the whole hand at each position, the last one searched first.

    From one moment to the next a card can only cost the side that plays it. So each value bounds
    its neighbors on one side, and most often, since few cards cost anything, is theirs.
    """
    later, found = None, []
    for position in reversed(positions):
        engine.turn_to(position)
        taken = position.points[0]
        known, upward = Bounds(taken, taken + position.points_left), _side0_plays(position)
        if later is not None:
            known = known.within(_half(later, low=upward))
        later = settle_beyond(engine, known.plus(-taken), upward).plus(taken)
        found.append(later)
    found.reverse()
    for n, position in enumerate(positions[:-1]):
        half = _half(found[n], low=not _side0_plays(position))
        found[n + 1] = found[n + 1].within(half)
    return found


def _side0_plays(position: Position) -> bool:
    return position.to_play is not None and position.contract.side_of[position.to_play] == 0


def _half(bounds: Bounds, low: bool) -> Bounds:
    """The lower or the upper bound alone."""
    return Bounds(bounds.low, MOST) if low else Bounds(0, bounds.high)
