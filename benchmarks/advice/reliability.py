"""Stated chances against what was made, as a table and as a picture.

matplotlib, which draws it, comes with the extra ``plot``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.bars.bar import Bar
from benchmarks.report import Grid, circumstances
from manille.client.bench.plot import STYLE

__all__ = ["draw_reliability", "grids", "of_calibration"]

DPI = 200  # of the dots, which are a picture in the picture: thousands of them would fill a file
DOT, LINE, GRID = "#9dbfe0", "#2b5c8a", "#dddddd"
SIZE = 4.6  # inches of a square panel


def of_calibration(bars: Sequence[Bar]) -> list[Bar]:
    """The rows that have a reliability table."""
    return [bar for bar in bars if "reliability" in bar.data]


def grids(bars: Sequence[Bar]) -> Iterator[Grid]:
    """The table of each of these rows."""
    head = ("stated", "chances", "mean stated", "fresh layouts that make it", "deals that do")
    for bar in of_calibration(bars):
        rows = [
            (
                f"{one['tenth'] / 10:.1f} to {one['tenth'] / 10 + 0.1:.1f}",
                f"{one['chances']:,}",
                *(f"{one[name]:.3f}" for name in ("stated", "fresh", "dealt")),
            )
            for one in bar.data["reliability"]
        ]
        yield Grid(f"{bar.data['game']}, {bar.data['which']}", head, rows)


def draw_reliability(bars: Sequence[Bar], machine: dict[str, Any], path: Path) -> None:
    """Draw the chances that a calibration found into an SVG file.

    A dot for each chance, a ring for the mean of each tenth, and the line on which all would be
    if every stated chance were exact.

    Raises:
        OSError: the file cannot be written.
        ImportError: matplotlib is not installed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with import_module("matplotlib").rc_context(STYLE):
        figure = _figure(of_calibration(bars), circumstances(machine))
        figure.savefig(path, format="svg", dpi=DPI, metadata={"Date": None})


def _figure(bars: Sequence[Bar], subtitle: str) -> Any:
    rows = (len(bars) + 1) // 2
    height = SIZE * rows + 0.9
    figure = import_module("matplotlib.figure").Figure(figsize=(2 * SIZE, height))
    axes = figure.subplots(rows, 2, squeeze=False)
    for panel, bar in zip(axes.flat, bars, strict=False):
        _panel(panel, bar)
    for panel in axes.flat[len(bars) :]:
        panel.set_axis_off()
    figure.subplots_adjust(
        left=0.08, right=0.98, top=1 - 0.95 / height, bottom=0.55 / height, hspace=0.28, wspace=0.2
    )
    title = "How often it is made, against the chance that was stated"
    figure.suptitle(title, x=0.02, y=1 - 0.12 / height, ha="left", va="top", fontsize=12)
    figure.text(0.02, 1 - 0.40 / height, subtitle, va="top", color="#555555", fontsize=8.5)
    return figure


def _panel(axes: Any, bar: Bar) -> None:
    stated, made = zip(*bar.data["pairs"], strict=True)
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8, zorder=1)
    axes.plot(
        stated,
        made,
        ".",
        color=DOT,
        markersize=3,
        alpha=0.6,
        zorder=2,
        label="a chance",
        rasterized=True,
    )
    tenths = bar.data["reliability"]
    axes.plot(
        [one["stated"] for one in tenths],
        [one["fresh"] for one in tenths],
        "o",
        markersize=7,
        markerfacecolor="none",
        markeredgecolor=LINE,
        markeredgewidth=1.4,
        zorder=3,
        label="the mean of a tenth",
    )
    axes.set_title(f"{bar.data['game']}, {bar.data['which']}", loc="left", fontsize=10)
    axes.set_xlabel("stated chance")
    axes.set_ylabel("share of fresh layouts that make it")
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    figures = f"{len(stated):,} chances\nmean error {bar.data['absolute']:.4f}"
    figures += f"\nof noise alone {bar.data['noise']:.4f}"
    axes.text(0.97, 0.06, figures, transform=axes.transAxes, ha="right", fontsize=8.5)
    axes.legend(loc="upper left", frameon=False, fontsize=8.5)
