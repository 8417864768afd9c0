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
LEAST = 1e-9  # what is less is a rest of rounding
BAR = 27  # columns of the longest bar, so that two fit into a terminal of 80
EIGHTHS = " ▏▎▍▌▋▊▉"


def histogram(spreads: Sequence[tuple[Text, Points]], samples: int) -> Table:
    """The points of some options side by side, a row for each range of points.

    Args:
        spreads: the options by name, at least one.
        samples: the number of layouts, of which the hand need not be played in all.
    """
    found = [points.histogram for _, points in spreads]
    low = min(min(counts) for counts in found)
    high = max(max(counts) for counts in found)
    width = _width(low, high)
    rows = range(low - low % width, high + 1, width)
    shares = [[_count(points, row, width) / samples for row in rows] for _, points in spreads]
    idle = [1 - sum(played) for played in shares]
    labels = [str(row) if width == 1 else f"{row}-{row + width - 1}" for row in rows]
    if any(share > LEAST for share in idle):
        labels.append("not played")
        shares = [[*played, rest] for played, rest in zip(shares, idle, strict=True)]
    most = max(map(max, shares))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for _ in spreads:
        grid.add_column()
        grid.add_column(justify="right")
    cells = [cell for name, points in spreads for cell in (_head(name, points), "")]
    grid.add_row("", *cells)
    for label, *of_each in zip(labels, *shares, strict=True):
        bars = [part for share in of_each for part in _bar(share, most)]
        grid.add_row(label, *bars)
    return grid


def _bar(share: float, most: float) -> tuple[_Bar, str]:
    """A share as a bar and as a figure; nothing where there is none."""
    share = share if share > LEAST else 0.0
    return _Bar(share / most), percent(share or None)


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


def _count(points: Points, row: int, width: int) -> int:
    return sum(points.histogram.get(row + step, 0) for step in range(width))


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
