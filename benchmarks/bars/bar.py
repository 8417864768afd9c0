"""One row of the table: a bar, the figure that was measured, and what the two come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.report import progress
from manille.solver.analysis import bench
from manille.solver.analysis.bench import Measured
from manille.solver.deals import Deal, random_deals
from manille.solver.rules import load

__all__ = ["FULL", "QUICK", "SEED", "Bar", "Effort", "deals_of", "solved"]

SEED = 1
"""The seed of all random deals."""


@dataclass(frozen=True)
class Bar:
    """A bar and what was measured.

    Attributes:
        part: the part of the program that measured it.
        what: what was measured.
        wanted: the bar, in words; empty if the figure is only to be stated.
        figure: what was measured, in words.
        met: whether the bar is met; None if there is no bar, or nothing was measured.
        note: over what it was measured, and what else is worth knowing.
        unequal: whether two answers that must be equal are not, or bounds do not hold.
        data: the figures, as values that JSON can hold.
    """

    part: str
    what: str
    wanted: str
    figure: str
    met: bool | None
    note: str = ""
    unequal: bool = False
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """The last word on the bar."""
        if self.unequal:
            return "UNEQUAL"
        if self.met is None:
            return "stated" if self.figure else "not measured"
        return "met" if self.met else "missed"

    @classmethod
    def missing(cls, part: str, what: str, wanted: str, why: str) -> Bar:
        """A bar for which nothing could be measured here."""
        return cls(part, what, wanted, "", None, why)

    @classmethod
    def failed(cls, part: str, what: str, error: Exception) -> Bar:
        """A part that found answers that differ."""
        return cls(part, what, "equal", "", False, str(error), unequal=True)


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Attributes:
        deals: random deals of a game, where nothing else is said.
        tail: deals of maniglia-4 of which the worst counts.
        hard_deals: deals of each file of hard deals.
        hard_nodes: where the search of a hard deal ends.
        tries: how often a search is cancelled, and how often it meets a limit.
        belote: deals that colver solves too.
        bridge: tables that DDS makes too.
        prototype: another solver program, if there is one.
    """

    deals: int = 100
    tail: int = 1000
    hard_deals: int = 10
    hard_nodes: int = 20_000_000
    tries: int = 30
    belote: int = 500
    bridge: int = 100
    prototype: Path | None = None

    def against(self, prototype: Path | None) -> Effort:
        """The same effort, and a comparison with a solver program."""
        return replace(self, prototype=prototype)


FULL = Effort()
QUICK = Effort(deals=10, tail=50, hard_deals=2, hard_nodes=1_000_000, tries=5, belote=20, bridge=2)


def deals_of(name: str, count: int) -> list[Deal]:
    """The first random deals of a game."""
    return list(random_deals(load(name), count, SEED))


def solved(deals: Sequence[Deal], label: str) -> list[Measured]:
    """One exact value of each deal from an empty table, with what it took; one at a time."""
    bench.warm(deals)
    with closing(bench.measure_all(deals)) as answers:
        return [found for _, found in zip(progress(deals, label), answers, strict=True)]
