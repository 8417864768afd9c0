"""A yes/no question: does a side take at least so many points?"""

from __future__ import annotations

import time

from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.window import check_side
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds, ReachResult

__all__ = ["reaches"]


def reaches(
    deal: Deal,
    points: int,
    side: int = 0,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
) -> ReachResult:
    """Whether a side takes at least ``points`` over the whole hand, with the best play of both.

    One search with one question, so cheaper than the value.

    Args:
        deal: the deal; trump, all hands and, in auction games, the declarer must be known.
        points: points over the whole hand, cards already played included.
        side: 0 is the first seat's side or the declarer, 1 the others.
        limits: where the search ends without an answer; none by default.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
        InputError: there is no such side.
    """
    started = time.perf_counter()
    check_side(side)
    position = Position.of(deal)
    renamed = Renamed(position)
    engine = Engine(renamed.position, limits, cancel)
    total, own = position.points_left, side == renamed.first_side
    missing = min(max(points - position.points[side], 0), total + 1)
    # the other side takes less than this exactly if the canonical side 0 takes enough of the rest
    engine.reaches(missing if own else total - missing + 1)
    # every value lies below such a window: what is proven by now comes back without a search
    left = engine.value((total + 1, total + 1))
    bounds = renamed.sides(position, left)
    return ReachResult(
        points=points,
        side=side,
        answer=_answer(bounds[side], points),
        bounds=bounds,
        nodes=engine.nodes,
        time_s=time.perf_counter() - started,
    )


def _answer(bounds: Bounds, points: int) -> bool | None:
    if bounds.low >= points:
        return True
    return False if bounds.high < points else None
