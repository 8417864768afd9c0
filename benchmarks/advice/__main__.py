"""Every bar of the advice with the figure that is measured now, in one table.

    make advice                                          all parts with few hands, which it says
    make advice ADVICE="calibration --full"              as much as the bars ask for: see README.md
    python -m benchmarks.advice regret --hands 20 --markdown
    python -m benchmarks.advice calibration --full --plot FILE.svg --json FILE

The parts measure one after the other, each on all cores. A bar that is missed only shows as missed;
where advice differs that must be the same, the exit status is 1. Ctrl-C shows what was measured so
far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from benchmarks.advice.calibration import calibration
from benchmarks.advice.draw import draw
from benchmarks.advice.effort import FULL, QUICK, Effort
from benchmarks.advice.match import match
from benchmarks.advice.regret import regret
from benchmarks.advice.reliability import draw_reliability, grids, of_calibration
from benchmarks.advice.same import same
from benchmarks.advice.speed import speed
from benchmarks.bars.bar import Bar
from benchmarks.bars.table import finish, measure
from benchmarks.report import show
from manille.client.bench.machine import describe

PARTS: dict[str, Callable[[Effort], Iterator[Bar]]] = {
    "calibration": calibration,
    "regret": regret,
    "match": match,
    "speed": speed,
    "same": same,
    "draw": draw,
}
QUICK_NOTE = "A quick run: fewer hands and layouts than the bars ask for (--full)."
HANDS_NOTE = "Hands as --hands says, not as many as the bars ask for."


@click.command(help=f"Hold the advice against its bars; PART is one of {', '.join(PARTS)}.")
@click.argument("parts", nargs=-1, metavar="[PART]...", type=click.Choice(list(PARTS)))
@click.option("--full", is_flag=True, help="As much as the bars ask for.")
@click.option("--hands", type=click.IntRange(2), help="Hands or deals of every part.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path, writable=True),
    help="SVG file for the picture of the calibration.",
)
def main(
    parts: tuple[str, ...],
    full: bool,
    hands: int | None,
    markdown: bool,
    path: Path | None,
    plot: Path | None,
) -> None:
    """Measure, and print the table."""
    parts = parts or tuple(PARTS)
    if plot is not None:
        _check_plot(parts)
    machine, bars = describe(), list[Bar]()
    effort = (FULL if full else QUICK).with_hands(hands)
    status = measure(PARTS, parts, effort, bars)
    note = QUICK_NOTE if not full else HANDS_NOTE if hands is not None else ""
    try:
        finish(bars, machine, status, note, markdown, path)
    finally:
        _show_calibration(bars, machine, markdown, plot)


def _check_plot(parts: Sequence[str]) -> None:
    """See that a picture can be drawn, before anything is measured for it."""
    if "calibration" not in parts:
        raise click.UsageError("--plot draws what the part calibration measures")
    if find_spec("matplotlib") is None:
        raise click.ClickException("a plot needs matplotlib: pip install 'manille[plot]'")


def _show_calibration(
    bars: Sequence[Bar], machine: dict[str, Any], markdown: bool, plot: Path | None
) -> None:
    """The reliability of the stated chances, where they were measured, below the bars."""
    for grid in grids(bars):
        show(grid, markdown)
    if plot is not None and of_calibration(bars):
        draw_reliability(bars, machine, plot)


if __name__ == "__main__":
    main()
