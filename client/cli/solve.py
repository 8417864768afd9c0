"""``manille solve``: what deals are worth, card by card, and how to play them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
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
    Line,
    deal_arguments,
    error_object,
    fail,
    json_option,
    json_text,
    letters_option,
    open_lines,
    show_error,
    show_note,
)
from manille.solver.analysis import WANTS, CancelToken, answer_all
from manille.solver.analysis import solve as solve_deal
from manille.solver.cards import letters
from manille.solver.deals import Deal, Position, format_deal, parse_deal
from manille.solver.errors import Fault, InputError, ManilleError, Reason
from manille.solver.limits import Limits
from manille.solver.results import CardResult, Solution

__all__ = ["solve"]


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


@click.command()
@deal_arguments
@click.option(
    "--want",
    default=",".join(WANTS),
    show_default=True,
    help="What to find: any of points, cards, line, joined by commas.",
)
@click.option("--time", "time_s", type=float, help="Seconds for each deal; then proven bounds.")
@click.option("--nodes", type=int, help="Nodes for each deal; then proven bounds.")
@click.option(
    "--table",
    "table_mib",
    type=int,
    default=64,
    show_default=True,
    help="MiB that the table of one search may grow to.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="How many deals are solved at once; by default as many as there are cores.",
)
@letters_option
@json_option
def solve(
    deal: tuple[str, ...],
    source: str | None,
    want: str,
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    language: str,
    as_json: bool,
) -> None:
    """Solve deals exactly: points of both sides, the loss of every card, one best line.

    DEAL is a deal in the notation, such as one that `manille deal manillen` prints; cards already
    played follow as "; played=TS 9S". A single deal is shown in full, several in a row each.
    """
    try:
        wanted = _wanted(want)
        limits = Limits(time_s, nodes, table_mib)
        lines = open_lines(deal, source)
    except ManilleError as error:
        fail(error, as_json)

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        return _solve(line, language, wanted, limits, cancel)

    answers = answer_all(lines.lines, answer, threads or _cores())
    shown = _objects(answers) if as_json else _texts(answers, language)
    raise SystemExit(int(not _show(shown, lines.total)))


def _wanted(want: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in want.split(",") if word.strip())
    alien = [word for word in found if word not in WANTS]
    if alien or not found:
        message = f"--want {want!r}: it takes {', '.join(WANTS)}, joined by commas"
        raise InputError(Fault(Reason.BAD_REQUEST, message, field="want"))
    return found


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


def _show(shown: Iterator[tuple[bool, RenderableType]], total: int | None) -> bool:
    """Print each answer as it comes, with a progress bar on a terminal; whether all were good."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=total == 1 or not sys.stderr.isatty(),
        redirect_stdout=sys.stdout.isatty(),
    )
    console, good = Console(highlight=False, soft_wrap=True), True
    with bar:
        task = bar.add_task("deals", total=total)
        for well, what in shown:
            good &= well
            bar.advance(task)
            click.echo(what) if isinstance(what, str) else console.print(what)
    return good


# ------------------------------------------------------------------------------------------- JSON


def _objects(answers: Iterator[_Answer]) -> Iterator[tuple[bool, RenderableType]]:
    for answer in answers:
        found = error_object(answer.error) if answer.error else _object(answer)
        yield answer.error is None, json_text(found)


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


def _texts(answers: Iterator[_Answer], language: str) -> Iterator[tuple[bool, RenderableType]]:
    """A single answer in full; of several a row each, and at the end what it came to."""
    first, second = next(answers, None), next(answers, None)
    if first is None:
        show_note("there is no deal in the input")
    elif second is None:
        yield from _in_full(first, language)
    else:
        yield from _rows(chain([first, second], answers), language)


def _in_full(answer: _Answer, language: str) -> Iterator[tuple[bool, RenderableType]]:
    if answer.error is not None:
        show_error(answer.error, answer.line.text)
        yield False, Group()
    else:
        yield True, _solution(*answer.solved, language)


def _solution(deal: Deal, solution: Solution, language: str) -> RenderableType:
    tongue, position = letters(language, deal.rules.deck), Position.of(deal)
    parts: list[RenderableType] = [
        Text(render.heading(deal, position, tongue) + "\n", style="bold"),
        render.diagram(deal, position, tongue),
        Text("\n" + render.outcome(deal, solution) + "\n"),
    ]
    if solution.cards and position.to_play is not None:
        title = f"The cards of {deal.seat_names[position.to_play]}, points for its side"
        parts.append(render.cards_table(solution.cards, title, tongue))
    if solution.line:
        parts.append(render.line_table(deal, position, solution.line, tongue))
    parts.append(Text(f"{solution.nodes:,} nodes in {solution.time_s:.3f} s", style="dim"))
    return Group(*parts)


def _rows(answers: Iterable[_Answer], language: str) -> Iterator[tuple[bool, RenderableType]]:
    started, tally = time.perf_counter(), _Tally()
    yield True, _ROW.format("line", "rules", "trump", "points", "score", "best cards", "seconds")
    for answer in answers:
        tally.add(answer)
        if answer.error is not None:
            show_error(answer.error, answer.line.text)
            yield False, _ROW.format(answer.line.number, "faulty", "", "", "", "", "").rstrip()
        else:
            yield True, _row(answer.line, *answer.solved, language)
    show_note(tally.summary(time.perf_counter() - started))


_ROW = "{:>5}  {:<21} {:<5} {:>9} {:>7}  {:<24} {:>8}"


def _row(line: Line, deal: Deal, solution: Solution, language: str) -> str:
    tongue = letters(language, deal.rules.deck)
    points = "-".join(render.points_range(side) for side in solution.bounds)
    best = [tongue.format(c.card) for c in solution.cards or () if c.loss == 0]
    shown = " ".join(best[:7]) + (" …" if len(best) > 7 else "")
    score = "" if solution.score is None else "-".join(map(str, solution.score))
    trump = tongue.format_suit(deal.trump or "")
    time_s = f"{solution.time_s:.3f}"
    return _ROW.format(line.number, deal.rules.name[-21:], trump, points, score, shown, time_s)


@dataclass
class _Tally:
    """What several deals came to."""

    solved: int = 0
    faulty: int = 0
    unproven: int = 0
    slowest_s: float = 0.0
    slowest_line: int = 0

    def add(self, answer: _Answer) -> None:
        """Count one answer."""
        if answer.solution is None:
            self.faulty += 1
            return
        self.solved += 1
        self.unproven += not answer.solution.exact
        if answer.solution.time_s > self.slowest_s:
            self.slowest_s, self.slowest_line = answer.solution.time_s, answer.line.number

    def summary(self, wall_s: float) -> str:
        """The sentence at the end."""
        parts = [f"{self.solved} solved in {wall_s:.1f} s"]
        if self.solved:
            parts.append(f"the slowest, line {self.slowest_line}, in {self.slowest_s:.3f} s")
        parts += [f"{self.unproven} not proven within the limits"] if self.unproven else []
        parts += [f"{self.faulty} faulty"] if self.faulty else []
        return "; ".join(parts)
