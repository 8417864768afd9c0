"""What programs that measure share: tables for people and for Markdown, and progress."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from rich import box
from rich.console import Console
from rich.table import Table

__all__ = ["Grid", "circumstances", "progress", "show"]

Item = TypeVar("Item")

FILE_WIDTH = 100
HASH = 12  # letters of a commit that are shown


@dataclass(frozen=True)
class Grid:
    """A table, for a terminal or for a Markdown page.

    Attributes:
        title: what it shows.
        head: the headings.
        rows: the cells, as many in each row as there are headings.
        words: the columns, from 0, that hold words; the others hold figures.
    """

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: tuple[int, ...] = (0,)

    def markdown(self) -> str:
        """The table as Markdown, without the title."""
        rule = ("---" if column in self.words else "---:" for column in range(len(self.head)))
        lines = (self.head, tuple(rule), *self.rows)
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

    def table(self) -> Table:
        """The table for a terminal."""
        table = Table(
            title=self.title or None,
            title_justify="left",
            box=box.SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
        )
        for column, heading in enumerate(self.head):
            table.add_column(heading, justify="left" if column in self.words else "right")
        for row in self.rows:
            table.add_row(*row)
        return table


def show(grid: Grid, markdown: bool) -> None:
    """Print a table on standard output, for people or as Markdown."""
    if markdown:
        click.echo((f"**{grid.title}**\n\n" if grid.title else "") + grid.markdown() + "\n")
    else:
        console = Console(markup=False, highlight=False)
        if not console.is_terminal:
            console.width = FILE_WIDTH
        console.print(grid.table())


def circumstances(machine: dict[str, Any]) -> str:
    """Where, when and by what something was measured, in a line.

    Args:
        machine: what :func:`manille.client.bench.machine.describe` tells.
    """
    commit, _, changed = (machine["commit"] or "").partition("-")
    program = f"manille {machine['manille'] or 'of unknown version'}"
    if commit:
        program += f", commit {commit[:HASH]}{' with changes' if changed else ''}"
    where = f"{machine['processor']}, {machine['cores']} cores"
    return f"{where}; {machine['python']}; {program}; {machine['date']}"


def progress(items: Sequence[Item], label: str) -> Generator[Item, None, None]:
    """The items, with a bar on standard error; where that is no terminal, with the label alone.

    Nothing is drawn between two items, so that it takes no time from what is measured.
    """
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar
