"""How long things took, and in which words that is told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Times", "clock"]


@dataclass(frozen=True)
class Times:
    """How long calls took.

    Attributes:
        each_s: seconds of each, at least one.
    """

    each_s: Sequence[float]

    @property
    def median_ms(self) -> float:
        """The middle one, in milliseconds."""
        return statistics.median(self.each_s) * 1e3

    @property
    def p99_ms(self) -> float:
        """That which one in a hundred exceeds, in milliseconds."""
        ordered = sorted(self.each_s)
        return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * 1e3

    @property
    def max_ms(self) -> float:
        """The longest, in milliseconds."""
        return max(self.each_s) * 1e3

    def __str__(self) -> str:
        return f"median {self.median_ms:.2f}, p99 {self.p99_ms:.2f}, max {self.max_ms:.1f} ms"

    def to_json(self) -> dict[str, Any]:
        """The same as a value that JSON can hold."""
        return {
            "count": len(self.each_s),
            "median_ms": self.median_ms,
            "p99_ms": self.p99_ms,
            "max_ms": self.max_ms,
        }


def clock(work: Callable[[], object]) -> float:
    """The seconds that work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
