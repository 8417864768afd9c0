"""The distribution of CPU time and of nodes over the deals of each set, as a picture.

A row for each set: the share of its deals at each cost as a filled curve, on a scale of powers of
ten, the highest place of every curve equally high, and marks for the percentiles. matplotlib, which
draws it, comes with the extra ``plot``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from manille.client.bench.results import Figures, Run, SetResult
from manille.client.bench.tables import SIZES, program_text
from manille.solver.errors import InputError, Reason

__all__ = ["KINDS", "draw", "require_matplotlib"]

KINDS = (".svg", ".png")
# One file for one run: no random names inside, no date; and letters as curves, the same everywhere.
STYLE = {
    "svg.hashsalt": "manille",
    "svg.fonttype": "path",
    "font.size": 9,
    "font.family": "sans-serif",
}
# Bars of the histogram for each power of ten, by the deals that there are to fill them.
PER_DECADE = {50: 3, 400: 6}
MOST_PER_DECADE = 12
LONGEST_NAME = 22  # letters of a rule set's name that the margin has room for
LEAST = 0.001  # ms, or nodes: a scale of powers of ten has no zero
HEIGHT = 0.82  # of the highest bar, where 1 reaches the row above
FILL, EDGE, GRID = "#9dbfe0", "#2b5c8a", "#dddddd"
MARKS = {
    "p50": ("o", "#1b1b1b"),
    "mean": ("|", "#c0392b"),
    "p90": ("D", "#e08e0b"),
    "p99": ("s", "#8e44ad"),
    "max": (">", "#c0392b"),
}


def require_matplotlib() -> None:
    """See that pictures can be drawn.

    Raises:
        InputError: matplotlib is not installed.
    """
    try:
        import_module("matplotlib.figure")
    except ImportError:
        message = "a plot needs matplotlib: pip install 'manille[plot]'"
        raise InputError.of(Reason.BAD_REQUEST, message, field="plot") from None


def draw(run: Run, path: Path) -> None:
    """Draw a run into a file; the ending of its name, one of :data:`KINDS`, says how.

    Raises:
        InputError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    require_matplotlib()
    kind = path.suffix.lower()
    metadata = {"Date": None} if kind == ".svg" else {}
    with import_module("matplotlib").rc_context(STYLE):
        figure = _figure(run)
        figure.savefig(path, format=kind[1:], dpi=110, metadata=metadata)


def _figure(run: Run) -> Any:
    """Two panels that share their rows: CPU time on the left, nodes on the right."""
    rows = len(run.sets)
    height = 1.9 + 0.42 * rows
    figure = import_module("matplotlib.figure").Figure(figsize=(10, height))
    left, right = figure.subplots(1, 2, sharey=True)
    _panel(left, run, "cpu_ms", "CPU time of a deal, ms (log scale)")
    _panel(right, run, "nodes", "nodes of a deal (log scale)")
    left.set_yticks(range(rows), list(map(_name, run.sets)))
    left.set_ylim(rows - 0.7, -1.05)
    for label in left.get_yticklabels():
        label.set_verticalalignment("bottom")
    figure.subplots_adjust(
        left=0.16, right=0.985, wspace=0.05, top=1 - 0.82 / height, bottom=0.85 / height
    )
    figure.suptitle(_title(run), x=0.02, y=1 - 0.12 / height, ha="left", va="top", fontsize=12)
    figure.text(0.02, 1 - 0.40 / height, _subtitle(run), va="top", color="#555555", fontsize=8.5)
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=6, frameon=False, borderaxespad=0.4)
    return figure


def _name(one: SetResult) -> str:
    """The name of a set, of a long one the end, and its deals."""
    short_name = (
        one.rules if len(one.rules) <= LONGEST_NAME else "…" + one.rules[1 - LONGEST_NAME :]
    )
    return f"{short_name}\n{len(one.deals):,} deal{'s' if len(one.deals) > 1 else ''}"


def _panel(axes: Any, run: Run, what: str, label: str) -> None:
    axes.set_xscale("log")
    axes.set_xlabel(label)
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    for row, one in enumerate(run.sets):
        _row(axes, row, one, what)
    axes.xaxis.set_major_formatter(lambda value, _: _tick(value))


def _tick(value: float) -> str:
    """A power of ten in few letters: ``0.01``, ``100``, ``10k``, ``1M``."""
    for sign, size in SIZES:
        if value >= size:
            return f"{value / size:g}{sign}"
    return f"{value:g}"


def _row(axes: Any, row: int, one: SetResult, what: str) -> None:
    """The curve of one set with its marks, standing on the line of its row."""
    edges, shares = _histogram([getattr(deal, what) for deal in one.deals])
    figures: Figures = getattr(one, what)
    first = row == 0
    top = max(shares)
    axes.stairs(
        [row - HEIGHT * share / top for share in shares],
        edges,
        baseline=row,
        fill=True,
        facecolor=FILL,
        edgecolor=EDGE,
        linewidth=0.5,
        label="share of the deals, each row to its own scale" if first else None,
    )
    axes.axhline(row, color="#999999", linewidth=0.5, zorder=1)
    for name, (marker, color) in MARKS.items():
        axes.plot(
            [max(getattr(figures, name), LEAST)],
            [row],
            marker=marker,
            color=color,
            markersize=9 if marker == "|" else 5,
            markeredgewidth=2 if marker == "|" else 0.5,
            markeredgecolor=color if marker == "|" else "white",
            linestyle="none",
            zorder=3,
            clip_on=False,
            label=name if first else None,
        )


def _histogram(values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The edges of bars of equal width on the scale, and the share of the values in each."""
    many = next((n for deals, n in PER_DECADE.items() if len(values) <= deals), MOST_PER_DECADE)
    places = [math.floor(many * math.log10(max(value, LEAST))) for value in values]
    low, high = min(places), max(places)
    shares = [places.count(place) / len(places) for place in range(low, high + 1)]
    return [10 ** (place / many) for place in range(low, high + 2)], shares


def _title(run: Run) -> str:
    what = {"value": "one exact value", "cards": "the value and every legal card"}
    return f"What a deal costs: {what[run.options['want']]}, from an empty table"


def _subtitle(run: Run) -> str:
    return f"{program_text(run)}; {run.machine['processor']}; {run.machine['date']}"
