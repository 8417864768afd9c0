"""``manille solve``: what deals are worth, card by card, and how to play them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from manille.client import render
from manille.client.cli.common import (
    STDIN,
    Line,
    deal_arguments,
    error_object,
    fail,
    is_pipe,
    is_terminal,
    json_option,
    letters_option,
    new_console,
    open_lines,
    print_json,
    say,
    show_error,
    show_note,
)
from manille.client.cli.rows import HEAD, Tally, faulty_row, solved_row
from manille.solver.analysis import WANTS, CancelToken, answer_all
from manille.solver.analysis import solve as solve_deal
from manille.solver.cards import letters
from manille.solver.deals import Deal, Position, format_deal, parse_deal
from manille.solver.errors import LimitError, ManilleError
from manille.solver.limits import Limits
from manille.solver.results import CardResult, Solution

__all__ = ["solve"]

OPTIONS = {"time_s": "--time", "nodes": "--nodes", "table_mib": "--table"}
EXAMPLES = """\b
Examples:
  manille solve "manillen S N:TA... K7... QJ... 98... ; played=TS KS"
  manille deal manillen --count 1000 --seed 1 > deals.txt
  manille solve --input deals.txt --want points
  manille solve --input deals.txt --json --time 10 > solved.jsonl
"""


@dataclass(frozen=True)
class _Answer:
    """What came of one line: a deal with its solution, or an error."""

    line: Line
    deal: Deal | None = None
    solution: Solution | None = None
    error: ManilleError | None = None

    @property
    def solved(self) -> tuple[Deal, Solution]:
        """The deal and its solution, where there is no error."""
        assert self.deal is not None
        assert self.solution is not None
        return self.deal, self.solution


def _wanted(context: click.Context, option: click.Parameter, want: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in want.split(",") if word.strip())
    if not found or not set(found) <= set(WANTS):
        raise click.BadParameter(f"{want!r} is not any of {', '.join(WANTS)}, joined by commas.")
    return found


@click.command(epilog=EXAMPLES)
@deal_arguments
@click.option(
    "--want",
    metavar="LIST",
    default=",".join(WANTS),
    show_default=True,
    callback=_wanted,
    help="What to find, joined by commas; only the points are found fastest.",
)
@click.option(
    "--time",
    "time_s",
    metavar="SECONDS",
    type=float,
    help="Stop each deal after this time, with the bounds that are proven by then.",
)
@click.option(
    "--nodes",
    metavar="N",
    type=int,
    help="Stop each deal after so many nodes, likewise, but the same way every time.",
)
@click.option(
    "--table",
    "table_mib",
    metavar="MIB",
    type=int,
    default=64,
    show_default=True,
    help="What the table of one search may grow to; a small one costs only time.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1, max=1024),
    help="How many deals are solved at once; by default as many as there are cores.",
)
@letters_option
@json_option
def solve(
    deal: tuple[str, ...],
    source: str | None,
    want: tuple[str, ...],
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    language: str,
    as_json: bool,
) -> None:
    """Solve deals exactly: points, what each card loses, a best line.

    DEAL is a deal in the notation, such as one that `manille deal manillen` prints; cards already
    played follow as "; played=TS 9S". Both sides play as well as can be, with all cards known, and
    points are those of the whole hand.

    The loss of a card is what it gives away against the best one. Cards joined by = can always
    change places. A single deal is shown in full, several in a row each; --json answers line by
    line, as the lines come.
    """
    limits = _limits(time_s, nodes, table_mib)

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        return _solve(line, language, want, limits, cancel)

    try:
        lines = open_lines(deal, source)
        typed = source == STDIN and is_terminal(sys.stdin)
        if typed:
            show_note("Type a deal a line; Ctrl-D ends the input.")
        answers = answer_all(lines.lines, answer, threads or _cores())
        with closing(answers), _progress(lines.total, typed) as bar:
            counted = _counted(answers, bar, lines.total)
            good = _print_json(counted) if as_json else _print_texts(counted, bar, language, typed)
    except ManilleError as error:
        fail(error, as_json)
    raise SystemExit(int(not good))


def _limits(time_s: float | None, nodes: int | None, table_mib: int) -> Limits:
    try:
        return Limits(time_s, nodes, table_mib)
    except LimitError as error:
        faults = [f"{OPTIONS[fault.field or '']}: {fault.message}." for fault in error.faults]
        raise click.UsageError("\n".join(faults)) from None


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _solve(
    line: Line, language: str, want: tuple[str, ...], limits: Limits, cancel: CancelToken
) -> _Answer:
    try:
        deal = parse_deal(line.text, language=language, line=line.number)
        return _Answer(line, deal, solve_deal(deal, want, limits, cancel))
    except ManilleError as error:
        return _Answer(line, error=error.at_line(line.number))


def _progress(total: int | None, typed: bool) -> Progress:
    """A progress bar for several deals, on a terminal that nobody else writes on meanwhile."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(
        *columns,
        console=Console(stderr=True, soft_wrap=True),
        transient=True,
        disable=total == 1 or typed or not is_terminal(sys.stderr) or is_pipe(sys.stdout),
        redirect_stdout=is_terminal(sys.stdout),
    )


def _counted(answers: Iterator[_Answer], bar: Progress, total: int | None) -> Iterator[_Answer]:
    task = bar.add_task("deals", total=total)
    for answer in answers:
        bar.advance(task)
        yield answer


# ------------------------------------------------------------------------------------------- JSON


def _print_json(answers: Iterable[_Answer]) -> bool:
    """Print an object for each answer as it comes; whether all were good."""
    good = True
    for answer in answers:
        good &= answer.error is None
        print_json(error_object(answer.error) if answer.error else _object(answer))
    return good


def _object(answer: _Answer) -> dict[str, Any]:
    deal, solution = answer.solved
    seat = Position.of(deal).to_play
    return {
        "deal": format_deal(deal),
        "rules": deal.rules.name,
        "fingerprint": deal.rules.fingerprint,
        "trump": deal.trump,
        "sides": deal.sides,
        "to_play": None if seat is None else deal.seat_names[seat],
        "points": solution.points,
        "score": solution.score,
        "exact": solution.exact,
        "bounds": solution.bounds,
        "cards": None if solution.cards is None else [_card(card) for card in solution.cards],
        "line": None if solution.line is None else [str(card) for card in solution.line],
        "nodes": solution.nodes,
        "time_s": round(solution.time_s, 6),
    }


def _card(result: CardResult) -> dict[str, Any]:
    found: dict[str, Any] = {
        "card": str(result.card),
        "points": result.points,
        "loss": result.loss,
        "same_as": None if result.same_as is None else str(result.same_as),
    }
    if result.points is None:
        found["bounds"] = result.bounds
    return found


# ------------------------------------------------------------------------------------ for people


def _print_texts(answers: Iterator[_Answer], bar: Progress, language: str, typed: bool) -> bool:
    """Print a single answer in full, of several a row each; whether all were good.

    What is typed is answered in full as it comes, since nobody knows how much will follow.
    """
    if typed:
        return sum(not _print_full(answer, language) for answer in answers) == 0
    started = time.perf_counter()
    first, second = next(answers, None), next(answers, None)
    if first is None:
        show_note("there is no deal in the input")
        return True
    if second is None:
        bar.stop()
        return _print_full(first, language)
    return _print_rows(chain([first, second], answers), language, started)


def _print_full(answer: _Answer, language: str) -> bool:
    if answer.error is not None:
        show_error(answer.error, answer.line.text)
        return False
    console = new_console()
    for part in _full(*answer.solved, language):
        # a table that is broken at the edge can still be read once the terminal is widened
        console.print(part, soft_wrap=not isinstance(part, Text))
    return True


def _full(deal: Deal, solution: Solution, language: str) -> Iterator[RenderableType]:
    """The parts of a full answer, one below the other."""
    tongue, position = letters(language, deal.rules.deck), Position.of(deal)
    yield Text(render.heading(deal, position, tongue) + "\n", style="bold")
    if position.to_play is not None:
        yield Group(render.diagram(deal, position, tongue), "")
    yield Text(render.outcome(deal, position, solution) + "\n")
    if solution.cards:
        yield Group(render.cards_table(deal, position, solution, tongue), "")
    line, title = solution.line, "One best line"
    if position.to_play is None:
        position, line, title = Position.start(deal), deal.played, "The play"
    if line:
        yield render.line_table(deal, position, line, tongue, title)
    effort = f"{solution.nodes:,} nodes in {solution.time_s:.3f} s"
    rules = f"rules {deal.rules.name}, fingerprint {deal.rules.fingerprint}"
    yield Text(f"{effort}; {rules}", style="dim")


def _print_rows(answers: Iterable[_Answer], language: str, started: float) -> bool:
    tally = Tally()
    say(HEAD)
    for answer in answers:
        tally.add(answer.line, answer.solution)
        if answer.error is not None:
            show_error(answer.error, answer.line.text)
            say(faulty_row(answer.line, answer.error))
        else:
            say(solved_row(answer.line, *answer.solved, language))
    show_note(tally.summary(time.perf_counter() - started))
    return not tally.faulty
