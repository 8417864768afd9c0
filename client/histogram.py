"""How points are spread, as bars in a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from manille.solver.advised import Points

__all__ = ["histogram", "percent"]

MOST_ROWS = 14
WIDTHS = (1, 2, 5, 10, 20, 50, 100)  # points that a row may stand for
BAR = 27  # columns of the longest bar, so that two fit into a terminal of 80
EIGHTHS = " ▏▎▍▌▋▊▉"


def histogram(spreads: Sequence[tuple[Text, Points]]) -> Table:
    """The points of some options side by side, a row for each range of points.

    Args:
        spreads: the options by name, at least one.
    """
    found = [points.histogram for _, points in spreads]
    low = min(min(counts) for counts in found)
    high = max(max(counts) for counts in found)
    width = _width(low, high)
    rows = range(low - low % width, high + 1, width)
    shares = [[_share(points, row, width) for row in rows] for _, points in spreads]
    most = max(map(max, shares))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for _ in spreads:
        grid.add_column()
        grid.add_column(justify="right")
    cells = [cell for name, points in spreads for cell in (_head(name, points), "")]
    grid.add_row("", *cells)
    for row, *of_each in zip(rows, *shares, strict=True):
        bars = [part for share in of_each for part in (_Bar(share / most), percent(share or None))]
        grid.add_row(str(row) if width == 1 else f"{row}-{row + width - 1}", *bars)
    return grid


@dataclass(frozen=True)
class _Bar:
    """A bar, as a part of the longest one."""

    part: float

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # the same question decides about the borders of tables
        if options.ascii_only:
            text = "#" * math.ceil(self.part * BAR)
        else:
            whole, rest = divmod(math.ceil(self.part * BAR * 8), 8)
            text = "█" * whole + (EIGHTHS[rest] if rest else "")
        yield Segment(text.ljust(BAR))
        yield Segment.line()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(BAR, BAR)


def _width(low: int, high: int) -> int:
    """How many points a row stands for."""
    fits = (width for width in WIDTHS if high // width - low // width < MOST_ROWS)
    return next(fits, WIDTHS[-1])


def _share(points: Points, row: int, width: int) -> float:
    counts = points.histogram
    return sum(counts.get(row + step, 0) for step in range(width)) / sum(counts.values())


def _head(name: Text, points: Points) -> Text:
    return Text.assemble(name, f", mean {points.mean:.1f}")


def percent(share: float | None) -> str:
    """A share in percent; what is neither none nor all is not shown as such. None is nothing."""
    if share is None:
        return ""
    text = f"{100 * share:.0f} %"
    if text == "0 %" and share > 0:
        return "<1 %"
    return ">99 %" if text == "100 %" and share < 1 else text
