"""What a run found: each deal, the figures of each set, and the run with its circumstances."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from manille.solver.analysis.bench import Measured
from manille.solver.deals import Deal, format_deal, format_object
from manille.solver.results import Bounds

__all__ = ["DealResult", "Figures", "Run", "SetResult", "deal_text"]

MS = 1000
CPU_DIGITS = 4  # of a millisecond: beyond them there is only noise


class Figures(NamedTuple):
    """How a quantity is spread over the deals of a set.

    Attributes:
        mean: the arithmetic mean.
        p50, p90, p99: the least of the values that so many percent of the deals do not exceed.
        max: the largest.
    """

    mean: float
    p50: float
    p90: float
    p99: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figures:
        """The figures of some values, at least one."""
        ranked = sorted(values)
        p50, p90, p99 = (ranked[-(-len(ranked) * part // 100) - 1] for part in (50, 90, 99))
        return cls(statistics.fmean(ranked), p50, p90, p99, ranked[-1])


@dataclass(frozen=True)
class DealResult:
    """What one deal cost and is worth.

    Attributes:
        deal: the deal in notation.
        nodes: seats to play that were looked at.
        cpu_ms: milliseconds of CPU time.
        bounds: points of side 0 over the whole hand.
        cards: the same for each legal card, None if they were not asked for.
        stopped: whether a limit was met; nodes and time are then those up to it.
    """

    deal: str
    nodes: int
    cpu_ms: float
    bounds: Bounds
    cards: dict[str, Bounds] | None = None
    stopped: bool = False

    @classmethod
    def of(cls, found: Measured) -> DealResult:
        """The plain record of what was measured."""
        cards = found.cards
        return cls(
            deal=deal_text(found.deal),
            nodes=found.nodes,
            cpu_ms=round(found.cpu_s * MS, CPU_DIGITS),
            bounds=found.bounds,
            cards=None if cards is None else {str(card): cards[card] for card in cards},
            stopped=found.stopped,
        )

    def values_text(self) -> str:
        """The deal and its values in one line; what is not proven is a question mark."""
        values = {"": self.bounds, **(self.cards or {})}
        shown = (f"{card}={'?' if b.exact is None else b.exact}" for card, b in values.items())
        return f"{self.deal} {' '.join(shown)}\n"


def deal_text(deal: Deal) -> str:
    """A deal as other commands read it: in notation, or as JSON where that cannot name its file."""
    if any(char.isspace() or char == ";" for char in deal.rules.name):
        return format_object(deal)
    return format_deal(deal)


@dataclass(frozen=True)
class SetResult:
    """What the deals of one rule set cost and are worth.

    Attributes:
        rules: the name of the rule set.
        fingerprint: the digest of its flags.
        deals: the deals, at least one.
        timed: whether there was a limit in seconds, which ends no search the same way twice.
    """

    rules: str
    fingerprint: str
    deals: tuple[DealResult, ...]
    timed: bool = False

    @cached_property
    def nodes(self) -> Figures:
        """The nodes of a deal."""
        return Figures.of([deal.nodes for deal in self.deals])

    @cached_property
    def cpu_ms(self) -> Figures:
        """The CPU time of a deal, in milliseconds."""
        return Figures.of([deal.cpu_ms for deal in self.deals])

    @property
    def nodes_per_s(self) -> float:
        """Nodes in a second of CPU time, over all deals."""
        cpu_ms = sum(deal.cpu_ms for deal in self.deals)
        return sum(deal.nodes for deal in self.deals) * MS / cpu_ms if cpu_ms else 0.0

    @property
    def stopped(self) -> int:
        """How many deals met a limit."""
        return sum(deal.stopped for deal in self.deals)

    @property
    def signature(self) -> int | None:
        """All nodes: one number on every machine. None where the clock ended a search."""
        return None if self.timed and self.stopped else sum(deal.nodes for deal in self.deals)

    @cached_property
    def values(self) -> str:
        """Sixteen hexadecimal digits over the deals and their values: equal if all answers are."""
        text = "".join(deal.values_text() for deal in self.deals)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def slowest(self) -> DealResult:
        """The deal that took the most CPU time."""
        return max(self.deals, key=lambda deal: deal.cpu_ms)


@dataclass(frozen=True)
class Run:
    """One run of the command.

    Attributes:
        options: what was asked for, by the names of the JSON object.
        machine: where and by what it was measured, likewise.
        sets: the deal sets.
    """

    options: dict[str, Any]
    machine: dict[str, Any]
    sets: tuple[SetResult, ...]
