"""What every table of bars is: parts that measure, one after the other, and the rows they give."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from benchmarks.bars.bar import SEED, Bar
from benchmarks.peers.figures import UnequalError
from benchmarks.report import Grid, circumstances, show

__all__ = ["finish", "measure", "print_table", "to_json"]

Effort = TypeVar("Effort")

UNEQUAL, INTERRUPTED = 1, 130
WIDTH = 80


def measure(
    parts: Mapping[str, Callable[[Effort], Iterator[Bar]]],
    names: Sequence[str],
    effort: Effort,
    bars: list[Bar],
) -> int:
    """Measure some parts, and append each row as soon as it is known.

    Args:
        parts: all parts by their names.
        names: those that are measured, in this order.
        effort: how much each measures.
        bars: where the rows go.

    Returns:
        The exit status: 0, 1 after answers that differ, 130 after Ctrl-C.
    """
    try:
        for name in names:
            for bar in _rows(name, parts[name], effort):
                bars.append(bar)
    except KeyboardInterrupt:
        click.echo("interrupted; what was measured so far:", err=True)
        return INTERRUPTED
    return UNEQUAL if any(bar.unequal for bar in bars) else 0


def _rows(name: str, part: Callable[[Effort], Iterator[Bar]], effort: Effort) -> Iterator[Bar]:
    """The rows of a part; one that fails leaves the others alone."""
    try:
        yield from part(effort)
    except UnequalError as error:
        yield Bar.failed(name, f"{name}: answers differ", error)
    except click.ClickException as error:
        yield Bar.missing(name, f"{name}: a program failed", "", error.message)


def finish(
    bars: Sequence[Bar],
    machine: dict[str, Any],
    status: int,
    quick: str,
    markdown: bool,
    path: Path | None,
) -> NoReturn:
    """Print the table, write it as JSON if a file was asked for, and end the program.

    Args:
        bars: the rows.
        machine: what :func:`manille.client.bench.machine.describe` tells.
        status: the exit status.
        quick: the remark on a quick run; empty for a full one.
        markdown: whether the table is one for a Markdown page.
        path: where JSON goes.
    """
    click.echo(circumstances(machine))
    if quick:
        click.echo(quick)
    click.echo()
    print_table(bars, markdown)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(to_json(bars, machine, bool(quick)), indent=1, default=str)
        path.write_text(text + "\n", encoding="utf-8")
    raise SystemExit(status)


def print_table(bars: Sequence[Bar], markdown: bool) -> None:
    """The table of the bars; on a terminal the notes stand below it, with the number of the row."""
    rows = [(bar.what, bar.wanted, bar.figure, bar.verdict) for bar in bars]
    head = ("what", "bar", "figure", "")
    if markdown:
        # a row of Markdown is one line, whatever a log or a deal looks like
        noted = [(*row, " ".join(bar.note.split())) for row, bar in zip(rows, bars, strict=True)]
        show(Grid("", (*head, "measured over"), noted, words=(0, 1, 3, 4)), markdown)
        return
    numbered = [(f"{number}", *row) for number, row in enumerate(rows, 1)]
    show(Grid("", ("", *head), numbered, words=(1, 2, 4)), markdown)
    for number, bar in enumerate(bars, 1):
        if bar.note:
            click.echo(click.wrap_text(bar.note, WIDTH, f"{number:>3} ", " " * 4))


def to_json(bars: Sequence[Bar], machine: dict[str, Any], quick: bool) -> dict[str, Any]:
    """Everything that was measured, as values that JSON can hold."""
    rows = [{**asdict(bar), "verdict": bar.verdict} for bar in bars]
    return {**machine, "seed": SEED, "quick": quick, "bars": rows}
