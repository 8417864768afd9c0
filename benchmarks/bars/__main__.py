"""Every bar of the kernel with the figure that is measured now, in one table.

    make bars                                           all parts: some minutes, with the peers more
    python -m benchmarks.bars --quick                   fewer deals, which it says
    python -m benchmarks.bars nodes tail --markdown     some parts, as Markdown
    python -m benchmarks.bars --prototype PROGRAM --json FILE

The parts measure one after the other, on one thread. A bar that is missed only shows as missed;
where answers differ that must be equal, the exit status is 1. Ctrl-C shows what was measured so
far. What each other program needs is said where it is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from benchmarks.bars.bar import FULL, QUICK, SEED, Bar, Effort
from benchmarks.bars.memory import memory
from benchmarks.bars.others import against_colver, against_dds, against_prototype
from benchmarks.bars.search import count_instructions, mean_nodes, tail
from benchmarks.bars.stops import stops
from benchmarks.bars.tables import whole_table
from benchmarks.peers.figures import UnequalError
from benchmarks.report import Grid, circumstances, show
from manille.client.bench.machine import describe

PARTS: dict[str, Callable[[Effort], Iterator[Bar]]] = {
    "nodes": mean_nodes,
    "instructions": count_instructions,
    "tail": tail,
    "table": whole_table,
    "memory": memory,
    "stops": stops,
    "prototype": against_prototype,
    "colver": against_colver,
    "dds": against_dds,
}
UNEQUAL, INTERRUPTED = 1, 130
WIDTH = 80
QUICK_NOTE = "A quick run: fewer deals than the bars ask for."


def measure(parts: Sequence[str], effort: Effort, bars: list[Bar]) -> int:
    """Measure some parts, and append each row as soon as it is known.

    Returns:
        The exit status: 0, 1 after answers that differ, 130 after Ctrl-C.
    """
    try:
        for name in parts:
            for bar in _part(name, effort):
                bars.append(bar)
    except KeyboardInterrupt:
        click.echo("interrupted; what was measured so far:", err=True)
        return INTERRUPTED
    return UNEQUAL if any(bar.unequal for bar in bars) else 0


def _part(name: str, effort: Effort) -> Iterator[Bar]:
    """The rows of a part; one that fails leaves the others alone."""
    try:
        yield from PARTS[name](effort)
    except UnequalError as error:
        yield Bar.failed(name, f"{name}: answers differ", error)
    except click.ClickException as error:
        yield Bar.missing(name, f"{name}: a program failed", "", error.message)


def print_table(bars: Sequence[Bar], markdown: bool) -> None:
    """The table of the bars; on a terminal the notes stand below it, with the number of the row."""
    rows = [(bar.what, bar.wanted, bar.figure, bar.verdict) for bar in bars]
    head = ("what", "bar", "figure", "")
    if markdown:
        noted = [(*row, bar.note) for row, bar in zip(rows, bars, strict=True)]
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


@click.command(help=f"Hold the kernel against its bars; PART is one of {', '.join(PARTS)}.")
@click.argument("parts", nargs=-1, metavar="[PART]...", type=click.Choice(list(PARTS)))
@click.option("--quick", is_flag=True, help="Fewer deals than the bars ask for.")
@click.option(
    "--prototype",
    type=click.Path(exists=True, dir_okay=False, resolve_path=True, path_type=Path),
    help="Another solver program, in the form of benchmarks/prototype.py.",
)
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(
    parts: tuple[str, ...], quick: bool, prototype: Path | None, markdown: bool, path: Path | None
) -> None:
    """Measure, and print the table."""
    machine, bars = describe(), list[Bar]()
    effort = (QUICK if quick else FULL).against(prototype)
    status = measure(parts or tuple(PARTS), effort, bars)
    click.echo(circumstances(machine))
    if quick:
        click.echo(QUICK_NOTE)
    click.echo()
    print_table(bars, markdown)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(to_json(bars, machine, quick), indent=1, default=str)
        path.write_text(text + "\n", encoding="utf-8")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
