"""A yes/no question: does a side take at least so many points?"""

from __future__ import annotations

import time
from functools import cached_property

from manille.solver.analysis.found import Found
from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.window import check_side
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds, ReachResult

__all__ = ["ReachQuestion", "reaches"]


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
    question = ReachQuestion(deal, points, side)
    return question.tell(question.search(limits, cancel))


class ReachQuestion:
    """Whether so many points are reached: the question of :func:`reaches`, to be shared.

    Attributes:
        deal: the deal.
        points: how many the side is to take over the whole hand.
        side: the side, 0 or 1.
    """

    def __init__(self, deal: Deal, points: int, side: int = 0) -> None:
        """Take what :func:`reaches` takes, and refuse what it refuses."""
        check_side(side)
        self.deal, self.points, self.side = deal, points, side
        self.position = Position.of(deal)
        self._renamed = Renamed(self.position)

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        return b"reach %d " % self._left + self._renamed.key

    @cached_property
    def _left(self) -> int:
        """How many of the points left the canonical side 0 would have to take.

        The other side takes so many exactly if side 0 takes less than what that leaves.
        """
        total = self.position.points_left
        missing = min(max(self.points - self.position.points[self.side], 0), total + 1)
        return missing if self.side == self._renamed.first_side else total - missing + 1

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        started, total = time.perf_counter(), self.position.points_left
        engine = Engine(self._renamed.position, limits, cancel)
        engine.reaches(self._left)
        # every value lies below such a window: what is proven by now comes back without a search
        left = engine.value((total + 1, total + 1))
        return Found(
            values=(left,),
            nodes=engine.nodes,
            time_s=time.perf_counter() - started,
            complete=_answer(left, self._left) is not None,
        )

    def tell(self, found: Found) -> ReachResult:
        """The answer in the names of this deal."""
        bounds = self._renamed.sides(found.values[0])
        return ReachResult(
            points=self.points,
            side=self.side,
            answer=_answer(bounds[self.side], self.points),
            bounds=bounds,
            nodes=found.nodes,
            time_s=found.time_s,
        )


def _answer(bounds: Bounds, points: int) -> bool | None:
    if bounds.low >= points:
        return True
    return False if bounds.high < points else None
