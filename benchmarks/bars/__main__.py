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

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from benchmarks.bars.bar import FULL, QUICK, Bar, Effort
from benchmarks.bars.memory import memory
from benchmarks.bars.others import against_colver, against_dds, against_prototype
from benchmarks.bars.search import count_instructions, mean_nodes, tail
from benchmarks.bars.stops import stops
from benchmarks.bars.table import finish, measure
from benchmarks.bars.tables import whole_table
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
QUICK_NOTE = "A quick run: fewer deals than the bars ask for."


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
    status = measure(PARTS, parts or tuple(PARTS), effort, bars)
    finish(bars, machine, status, QUICK_NOTE if quick else "", markdown, path)


if __name__ == "__main__":
    main()
