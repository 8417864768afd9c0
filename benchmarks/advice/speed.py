"""How long `manille bid` takes, as a user runs it, and until its first numbers."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from benchmarks.advice.effort import Effort
from benchmarks.advice.hands import to_call
from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from manille.solver.advice import refine_bid
from manille.solver.deals import Deal, format_deal
from manille.solver.limits import AdviceLimits

__all__ = ["Run", "run_command", "speed"]

# What the command `manille` does, for the sources that this program runs from.
COMMAND = (sys.executable, "-P", "-c", "from manille.client.cli import main; main()")
ALL_S = {"manillen": 1.0, "maniglia-4": 3.0}
FIRST_S = {"manillen": 0.2, "maniglia-4": 0.5}
ABOUT, AT_MOST = "about {:g} or less", "at most {:g}"
LINES = 3  # of what a command that failed said


@dataclass(frozen=True)
class Run:
    """One run of the command.

    Attributes:
        wall_s: seconds from the start of the process to its end.
        first_s: seconds from its start to the first advice.
        cpu_s: seconds of CPU, of all threads.
        last: the last advice.
    """

    wall_s: float
    first_s: float
    cpu_s: float
    last: dict[str, Any]


def speed(effort: Effort) -> Iterator[Bar]:
    """The command and, within this process, the call until its first advice."""
    for name, samples in effort.timed.items():
        deals = [to_call(name, number) for number in range(effort.asked)]
        run_command(
            deals[0], samples, 0, effort.threads
        )  # programs and libraries are in memory now
        runs, first_s = [], []
        for number, deal in enumerate(progress(deals, f"speed, {name}")):
            runs.append(run_command(deal, samples, number, effort.threads))
            first_s.append(_first_of_call(deal, samples, number, effort.threads))
        yield from _rows(name, samples, runs, first_s, effort)


def run_command(deal: Deal, samples: int, seed: int, threads: int) -> Run:
    """Ask for the advice on a hand as a user does.

    Raises:
        click.ClickException: the command fails.
    """
    options = ("--samples", samples, "--seed", seed, "--threads", threads, "--follow", "--json")
    words = [*COMMAND, "bid", *map(str, options), format_deal(deal)]
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=said) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            first_s = time.perf_counter() - started
            lines = [first, *process.stdout]
            _, status, used = os.wait4(process.pid, 0)
            wall_s = time.perf_counter() - started
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not first:
            said.seek(0)
            tail = "\n".join(said.read().decode("utf-8", "replace").splitlines()[-LINES:])
            raise click.ClickException(f"manille bid ended with {process.returncode}:\n{tail}")
    last = json.loads(lines[-1])
    if last["samples"] != samples:
        raise click.ClickException(f"manille bid took {last['samples']} layouts, not {samples}")
    return Run(wall_s, first_s, used.ru_utime + used.ru_stime, last)


def _first_of_call(deal: Deal, samples: int, seed: int, threads: int) -> float:
    """Seconds until the Python call gives its first advice."""
    limits = AdviceLimits(samples=samples, seed=seed)
    started = time.perf_counter()
    with closing(refine_bid(deal, limits=limits, threads=threads)) as advice:
        next(advice)
        return time.perf_counter() - started


def _rows(
    name: str, samples: int, runs: Sequence[Run], first_s: Sequence[float], effort: Effort
) -> Iterator[Bar]:
    what = f"{len(runs)} hands (deals of seed {SEED}, each seat in turn), {samples} layouts, seeds "
    what += f"from 0, {effort.threads} threads"
    cpu_s = [run.cpu_s for run in runs]
    note = f"{what}; s of CPU: {_spread(cpu_s)}"
    yield _row(f"s of manille bid, {name}", ALL_S[name], ABOUT, [run.wall_s for run in runs], note)
    first = f"s until the first numbers, {name}"
    of_process = [run.first_s for run in runs]
    yield _row(f"{first}, from the start of the process", FIRST_S[name], AT_MOST, of_process, what)
    yield _row(f"{first}, from the Python call", FIRST_S[name], AT_MOST, first_s, what)


def _row(what: str, most_s: float, words: str, each_s: Sequence[float], note: str) -> Bar:
    """A row with the median, which is what the bar is about, and the worst."""
    median = statistics.median(each_s)
    return Bar(
        "speed",
        what,
        words.format(most_s),
        _spread(each_s),
        median <= most_s,
        f"median and worst of {note}",
        data={"each_s": list(each_s), "median_s": median, "worst_s": max(each_s)},
    )


def _spread(each_s: Sequence[float]) -> str:
    return f"{statistics.median(each_s):.2f}, worst {max(each_s):.2f}"
