"""The limits of one layout, used up by its searches one after the other."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["Budget", "OutOfBudget"]


class OutOfBudget(Exception):  # noqa: N818 (no error: a limit was met, or the search was cancelled)
    """A limit was met; what was found of the layout so far is of no use."""


@dataclass
class Budget:
    """Makes searches that together stay within limits.

    Attributes:
        limits: the limits of all searches together; their table is one for each.
        cancel: the token that ends them from another thread.
        nodes: seats to play that were looked at so far.
    """

    limits: Limits
    cancel: CancelToken | None
    nodes: int = 0
    _started: float = field(default_factory=time.perf_counter)

    @property
    def time_s(self) -> float:
        """Seconds of wall time so far."""
        return time.perf_counter() - self._started

    def engine(self, position: Position) -> Engine:
        """A search with what is left.

        Raises:
            OutOfBudget: nothing is.
        """
        limits = self.limits
        time_s = None if limits.time_s is None else limits.time_s - self.time_s
        nodes = None if limits.nodes is None else limits.nodes - self.nodes
        if (time_s is not None and time_s <= 0) or (nodes is not None and nodes <= 0):
            raise OutOfBudget
        return Engine(position, Limits(time_s, nodes, limits.table_mib), self.cancel)

    def spent(self, engine: Engine) -> None:
        """Count what a search took.

        Raises:
            OutOfBudget: it was stopped.
        """
        self.nodes += engine.nodes
        if engine.stopped:
            raise OutOfBudget

    def value(self, position: Position, low: int = 0) -> int | None:
        """What side 0 takes of a hand from its start on; None if it is less than ``low``."""
        if low > position.points_left:
            return None
        engine = self.engine(position)
        found = engine.value(Bounds(low, position.points_left))
        self.spent(engine)
        return found.exact if found.high >= low else None
