"""Counting lines of legal cards."""

from __future__ import annotations

from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Position
from manille.solver.limits import Limits

__all__ = ["count_lines"]


def count_lines(position: Position, depth: int, cancel: CancelToken | None = None) -> int | None:
    """How many lines of ``depth`` legal cards there are, fewer cards at the end of the hand.

    Every legal card counts by itself, equivalent ones too. None if it was cancelled.
    """
    return Engine(position, Limits(table_mib=1), cancel).perft(depth)
