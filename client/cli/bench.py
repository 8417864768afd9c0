"""``manille bench``: what it costs to solve deals, and how that compares with another time."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from manille.client.bench.compare import Comparison, compare
from manille.client.bench.compare import to_object as comparison_object
from manille.client.bench.machine import describe
from manille.client.bench.plot import draw, require_matplotlib
from manille.client.bench.record import read_run, to_object
from manille.client.bench.results import DealResult, Run, SetResult
from manille.client.bench.sets import DealSet, file_sets, games, random_sets
from manille.client.bench.tables import comparison_parts, difference_text, run_parts
from manille.client.cli.common import (
    STDIN,
    fail,
    is_terminal,
    new_console,
    open_lines,
    print_json,
    say,
    show_note,
)
from manille.client.cli.limits import limit_options, make_limits
from manille.client.cli.targets import STDOUT, picture_target, written_target
from manille.solver.analysis.bench import measure_all, warm
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.solver.rules import names

__all__ = ["bench"]

SEED = 1
WIDTH = 80  # columns that the tables need
EXAMPLES = """\b
Examples:
  manille bench
  manille bench manillen maniglia --count 100 --json before.json
  manille bench manillen maniglia --count 100 --compare before.json
  manille bench --deals hard.txt --want cards --plot hard.svg
"""


def _json_target(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The file for the JSON object; a rule set that follows the bare option is not meant as one."""
    if value is not None and (value in names() or value.endswith(".toml")):
        message = f"{value} is a rule set; name the rule sets first, or write --json=FILE."
        raise click.BadParameter(message)
    return written_target(context, option, value)


@click.command(epilog=EXAMPLES)
@click.argument("rules", nargs=-1)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    help="Deals of each game; by default 1000 up to 40 cards, 100 of 48, 20 of 52.",
)
@click.option("--seed", type=int, help=f"Seed of the deals.  [default: {SEED}]")
@click.option(
    "--deals",
    "source",
    metavar="FILE",
    help="Measure the deals of a file instead, one a line (- is standard input).",
)
@click.option(
    "--want",
    type=click.Choice(["value", "cards"]),
    default="value",
    show_default=True,
    help="What to find: the value of each deal, or also that of every legal card.",
)
@limit_options
@click.option(
    "--threads",
    type=click.IntRange(min=1, max=1024),
    default=1,
    show_default=True,
    help="How many deals are solved at once; nodes do not hang on it.",
)
@click.option(
    "--json",
    "json_target",
    metavar="[FILE]",
    is_flag=False,
    flag_value=STDOUT,
    callback=_json_target,
    help="Write all results, deal by deal, to FILE; without one print them instead of tables.",
)
@click.option(
    "--compare",
    "old_path",
    metavar="OLD.json",
    help="Compare with such a file: costs as ratios, values to be equal.",
)
@click.option(
    "--plot",
    "plot_target",
    metavar="FILE.svg",
    callback=picture_target,
    help="Draw the distribution of CPU time and nodes; needs pip install 'manille[plot]'.",
)
def bench(
    rules: tuple[str, ...],
    count: int | None,
    seed: int | None,
    source: str | None,
    want: str,
    table_mib: int,
    threads: int,
    nodes: int | None,
    time_s: float | None,
    json_target: str | None,
    old_path: str | None,
    plot_target: str | None,
) -> None:
    """Measure what it costs to solve deals: nodes and CPU time.

    RULES are names that `manille rules` lists or your own TOML files; without any, all games of the
    family. The deals of a game are always the same. Every deal is solved from an empty table.

    The signature of a set is the sum of its nodes, one number on every machine and with any number
    of threads. CPU time is that of the searching thread, set-up included. Deals that meet a limit
    count as far as they went, and are named.

    The exit status is 1 if --compare finds a value that differs.
    """
    if source is not None and (rules or count is not None or seed is not None):
        raise click.UsageError("--deals brings its own deals: no RULES, --count or --seed with it.")
    limits = make_limits(time_s, nodes, table_mib)
    options: dict[str, Any] = {
        "want": want,
        "table_mib": table_mib,
        "threads": threads,
        "nodes": nodes,
        "time_s": time_s,
        "deals": source,
        "count": count,
        "seed": None if source is not None else SEED if seed is None else seed,
    }
    try:
        before = None if old_path is None else _older(old_path, want)
        if plot_target is not None:
            require_matplotlib()
        sets = _sets(rules, source, count, options["seed"])
    except ManilleError as error:
        fail(error, json_target == STDOUT)
    run = Run(options, describe(), _measure(sets, want == "cards", limits, threads))
    comparison = None if before is None else compare(before, run)
    _hand_out(run, comparison, json_target)
    if plot_target is not None:
        draw(run, Path(plot_target))
    raise SystemExit(int(comparison is not None and bool(comparison.differences)))


def _older(path: str, want: str) -> Run:
    """The run to compare with; one that measured something else is no use.

    Raises:
        InputError: the file cannot be used.
    """
    before = read_run(path)
    wanted = before.options.get("want")
    if wanted != want:
        raise click.UsageError(f"{path} was measured with --want {wanted}; say so here too.")
    return before


def _sets(rules: Sequence[str], source: str | None, count: int | None, seed: int) -> list[DealSet]:
    if source is None:
        return random_sets(games(rules), count, seed)
    if source == STDIN and is_terminal(sys.stdin):
        show_note("Type a deal a line; Ctrl-D ends the input.")
    return file_sets(open_lines((), source).lines)


def _measure(
    sets: Sequence[DealSet], cards: bool, limits: Limits, threads: int
) -> tuple[SetResult, ...]:
    """Measure set after set, with a progress bar where standard error is a terminal."""
    bar = _progress()
    with nullcontext() if bar.disable else bar:  # older releases of rich print a line even so
        task = bar.add_task("", total=sum(one.count for one in sets))
        found = []
        for one in sets:
            bar.update(task, description=one.rules.name)
            deals = list(one.deals)
            warm(deals)
            results = []
            with closing(measure_all(deals, cards, limits, threads)) as measured:
                for each in measured:
                    results.append(DealResult.of(each))
                    bar.advance(task)
            timed = limits.time_s is not None
            found.append(SetResult(one.rules.name, one.rules.fingerprint, tuple(results), timed))
    return tuple(found)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns,
        TimeElapsedColumn(),
        console=Console(stderr=True, markup=False),
        transient=True,
        disable=not is_terminal(sys.stderr),
    )


def _hand_out(run: Run, comparison: Comparison | None, target: str | None) -> None:
    """Print tables or JSON, write the file, and name the values that differ."""
    if target is not None:
        found = to_object(run)
        if comparison is not None:
            found["comparison"] = comparison_object(comparison)
        if target == STDOUT:
            print_json(found)
        else:
            Path(target).write_text(json.dumps(found, ensure_ascii=False) + "\n", "utf-8")
    if target != STDOUT:
        _print_tables(run, comparison)
    for difference in comparison.differences if comparison is not None else ():
        show_note(f"error: {difference_text(difference)}")


def _print_tables(run: Run, comparison: Comparison | None) -> None:
    # what a narrow terminal breaks can be read once it is widened; a figure cut short cannot
    console = new_console(width=max(WIDTH, new_console().width))
    for part in run_parts(run):
        console.print(part, soft_wrap=not isinstance(part, Table))
    if comparison is not None:
        say("")
        for part in comparison_parts(comparison):
            console.print(part, soft_wrap=not isinstance(part, Table))
