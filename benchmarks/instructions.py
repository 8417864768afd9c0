"""The instructions that one exact value takes, counted by callgrind (valgrind).

    make instructions                                   manillen and maniglia, 100 deals each
    python -m benchmarks.instructions maniglia-4=20 --seed 7 --markdown

What counts is the making of an engine, its search from an empty table and what Python does around
them; rule tables are made before. A program that deals and solves (benchmarks/watched.py) is run
under callgrind, and once more without the solving: the difference is the solving and nothing else.
The counts repeat, whatever else the machine does; another compiler, C library or Python has others.
Of few deals they can be some hundredths lower than of many, since the C library moves large blocks
in another way once it has given some back.

The search is compiled for more than one kind of processor (see solver/core/README.md). Each kind
that runs inside valgrind, which has its own idea of the processor, is counted; values and nodes
must be those of a run outside, or the run ends with status 1.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks.peers.figures import UnequalError, parse_count, proven
from benchmarks.report import Grid, circumstances, show
from benchmarks.watched import work
from manille.client.bench.machine import describe
from manille.solver.analysis import bench
from manille.solver.deals import random_deals
from manille.solver.rules import load, names

__all__ = ["Counted", "count_game", "is_there"]

ROOT = Path(__file__).parents[1]
DEFAULT = ("manillen", "maniglia")
DEALS = 100
TOOL = "valgrind"
MISSING = (
    "valgrind is not installed: `apt-get install valgrind`, or what the system has in its place"
)


@dataclass(frozen=True)
class Counted:
    """What one value took, as a mean over the deals.

    Attributes:
        rules: the rule set.
        processor: the kind of search, one of ``PROCESSORS``.
        deals: how many were solved.
        instructions: those of a solve, set-up included.
        nodes: seats to play that a solve looked at.
    """

    rules: str
    processor: str
    deals: int
    instructions: float
    nodes: float

    @property
    def per_node(self) -> float:
        """Instructions for each node."""
        return self.instructions / self.nodes


def is_there() -> bool:
    """Whether valgrind is installed."""
    return shutil.which(TOOL) is not None


def count_game(name: str, deals: int, seed: int) -> list[Counted]:
    """What one value of random deals takes, by each kind of search that runs inside valgrind.

    Raises:
        UnequalError: values or nodes are not those of a run outside valgrind.
        click.ClickException: valgrind is not installed, or fails.
    """
    base, before = _watched(name, seed, deals, "")
    expected = _expected(name, seed, deals)
    counted = []
    for processor in before["processors"]:
        total, found = _watched(name, seed, deals, processor)
        if {"values": found["values"], "nodes": found["nodes"]} != expected:
            raise UnequalError(
                f"{name}, seed {seed}: {processor} inside valgrind answers otherwise"
            )
        each = (total - base) / deals
        counted.append(Counted(name, processor, deals, each, sum(found["nodes"]) / deals))
    return counted


def _expected(name: str, seed: int, count: int) -> dict[str, Any]:
    found = [bench.measure(deal) for deal in random_deals(load(name), count, seed)]
    values = [[proven(one.bounds)] * 2 for one in found]
    return {"values": values, "nodes": [one.nodes for one in found]}


def _watched(name: str, seed: int, count: int, processor: str) -> tuple[int, dict[str, Any]]:
    """The instructions of a whole run of :func:`benchmarks.watched.work`, and what it printed."""
    if not is_there():
        raise click.ClickException(MISSING)
    program = f"from {work.__module__} import work; work({name!r}, {seed}, {count}, {processor!r})"
    # the hashes of strings, and with them the work of dictionaries, are to be the same in all runs
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    with TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        words = [TOOL, "--tool=callgrind", f"--callgrind-out-file={out}"]
        words += [sys.executable, "-c", program]
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
        if done.returncode or not out.exists():
            said = done.stderr.strip().splitlines()[-1:] or [f"status {done.returncode}"]
            raise click.ClickException(f"{' '.join(words[:2])}: {said[0]}")
        return read_total(out.read_text(encoding="utf-8")), json.loads(done.stdout)


def read_total(text: str) -> int:
    """The instructions of a run, from the file that callgrind writes.

    Raises:
        ValueError: the file does not tell.
    """
    for line in text.splitlines():
        if line.startswith(("summary:", "totals:")):
            return int(line.split()[1])
    raise ValueError("no `summary:` in the file of callgrind")


def grid(found: Sequence[Counted]) -> Grid:
    """The table of what was counted."""
    rows = [
        (
            one.rules,
            one.processor,
            f"{one.deals}",
            f"{one.instructions / 1e6:,.2f}",
            f"{one.nodes:,.0f}",
            f"{one.per_node:,.0f}",
        )
        for one in found
    ]
    head = ("rules", "search", "deals", "million a solve", "nodes a solve", "a node")
    return Grid("Instructions, means", head, rows, words=(0, 1))


@click.command()
@click.argument("games", nargs=-1, metavar="[RULES[=COUNT]]...")
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(games: tuple[str, ...], seed: int, markdown: bool, path: Path | None) -> None:
    """Count the instructions of one exact value, set-up included, for each game."""
    counts = dict(parse_count(one, names(), DEALS) for one in games or DEFAULT)
    found: list[Counted] = []
    try:
        for name, deals in counts.items():
            click.echo(f"{name}: {deals} deals under valgrind", err=True)
            found += count_game(name, deals, seed)
    except UnequalError as error:
        raise click.ClickException(f"UNEQUAL: {error}") from None
    machine = describe()
    click.echo(circumstances(machine) + "\n")
    show(grid(found), markdown)
    if path is not None:
        data = {**machine, "seed": seed, "counted": [asdict(one) for one in found]}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
