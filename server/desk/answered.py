"""What the desk gives back, and what it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from manille.solver.analysis import Found

__all__ = ["Answered", "DeskCounts", "Source"]

Source = Literal["search", "shared", "memory", "cache"]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer.

    Attributes:
        found: what was found; complete, or what was proven within the limits.
        source: where it came from: a ``search`` for this question, one ``shared`` with a caller
            who asked before, the ``memory`` of this process, or the ``cache`` behind it.
    """

    found: Found
    source: Source


@dataclass
class DeskCounts:
    """What happened at a desk since it was opened, and what is under way now.

    Attributes:
        known: questions answered from the memory.
        cached: questions answered from the cache behind it.
        searched: questions answered by a search of their own.
        shared: questions answered by a search for somebody else.
        refused: questions refused because too much was to be done.
        late: questions whose time was over before they were answered.
        left: questions whose caller went away before they were answered.
        searches: searches that have ended.
        incomplete: those of them that met a limit or were cancelled.
        cancelled: searches, begun or not, that were given up since nobody wanted them any more.
        failed: searches that ended with an error of ours.
        nodes: seats to play that they looked at.
        search_s: seconds that they took, waiting not included.
        running: searches that run now.
        queued: searches that wait for a thread now.
        flights: questions under way now, each counted once.
    """

    known: int = 0
    cached: int = 0
    searched: int = 0
    shared: int = 0
    refused: int = 0
    late: int = 0
    left: int = 0
    searches: int = 0
    incomplete: int = 0
    cancelled: int = 0
    failed: int = 0
    nodes: int = 0
    search_s: float = 0.0
    running: int = 0
    queued: int = 0
    flights: int = 0
