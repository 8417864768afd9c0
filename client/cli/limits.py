"""The options that limit a search, the same for every command that searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from manille.solver.errors import LimitError
from manille.solver.limits import Limits

__all__ = ["limit_options", "make_limits", "threads_option"]

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = {"time_s": "--time", "nodes": "--nodes", "table_mib": "--table"}


def limit_options(command: Command) -> Command:
    """Give a command ``--time``, ``--nodes`` and ``--table``, each for one deal."""
    command = click.option(
        "--table",
        "table_mib",
        metavar="MIB",
        type=int,
        default=64,
        show_default=True,
        help="What the table of one search may grow to; a small one costs only time.",
    )(command)
    command = click.option(
        "--nodes",
        metavar="N",
        type=int,
        help="Stop each deal after so many nodes, likewise, but the same way every time.",
    )(command)
    return click.option(
        "--time",
        "time_s",
        metavar="SECONDS",
        type=float,
        help="Stop each deal after this time, with the bounds that are proven by then.",
    )(command)


def threads_option(what: str) -> Callable[[Command], Command]:
    """The option ``--threads``: how many of ``what`` are worked on at once."""
    return click.option(
        "--threads",
        type=click.IntRange(min=1, max=1024),
        help=f"How many {what} are solved at once; by default as many as there are cores.",
    )


def make_limits(time_s: float | None, nodes: int | None, table_mib: int) -> Limits:
    """The limits of the options.

    Raises:
        click.UsageError: some of them make no sense.
    """
    try:
        return Limits(time_s, nodes, table_mib)
    except LimitError as error:
        faults = [f"{OPTIONS[fault.field or '']}: {fault.message}." for fault in error.faults]
        raise click.UsageError("\n".join(faults)) from None
