"""Counting lines of legal cards."""

from __future__ import annotations

from manille.solver.core.engine import Engine
from manille.solver.deals import Position
from manille.solver.limits import Limits

__all__ = ["count_lines"]


def count_lines(position: Position, depth: int) -> int:
    """How many lines of ``depth`` legal cards there are, fewer cards at the end of the hand.

    Every legal card counts by itself, equivalent ones too.
    """
    lines = Engine(position, Limits(table_mib=1)).perft(depth)
    assert lines is not None  # nothing stops a search without limits
    return lines
