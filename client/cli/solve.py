"""``manille solve``: what deals are worth, card by card, and how to play them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from typing import Any

import click
from click.core import ParameterSource
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
from manille.client.cli.answers import Solved, ask_server, solve_here
from manille.client.cli.common import (
    STDIN,
    Line,
    deal_arguments,
    is_pipe,
    is_terminal,
    json_option,
    letters_option,
    new_console,
    open_lines,
    print_json,
    say,
    show_note,
)
from manille.client.cli.limits import limit_options, make_limits, threads_option
from manille.client.cli.objects import solution_object
from manille.client.cli.questions import Question, window_option
from manille.client.cli.rows import HEAD, Tally, faulty_row, solved_row
from manille.client.cli.server_option import (
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.interface import AHEAD
from manille.solver.analysis import ALL_WANTS, WANTS, CancelToken, Window, answer_all, cores
from manille.solver.cards import letters
from manille.solver.deals import Position
from manille.solver.errors import ManilleError
from manille.wire.refusals import Refusal

__all__ = ["solve"]

EXAMPLES = """\b
Examples:
  manille solve "manillen S N:TA... K7... QJ... 98... ; played=TS KS"
  manille deal manillen --count 1000 --seed 1 > deals.txt
  manille solve --input deals.txt --want points
  manille solve --input deals.txt --json --time 10 > solved.jsonl
  manille solve --input deals.txt --reaches 31
"""


def _wanted(context: click.Context, option: click.Parameter, want: str) -> tuple[str, ...]:
    found = tuple(word.strip() for word in want.split(",") if word.strip())
    if not found or not set(found) <= set(ALL_WANTS):
        known = ", ".join(ALL_WANTS)
        raise click.BadParameter(f"{want!r} is not any of {known}, joined by commas.")
    return found


@click.command(epilog=EXAMPLES)
@deal_arguments
@click.option(
    "--want",
    metavar="LIST",
    default=",".join(WANTS),
    show_default=True,
    callback=_wanted,
    help="What to find, joined by commas; only the points are found fastest, lines are one after "
    "each card.",
)
@window_option
@click.option(
    "--reaches",
    metavar="POINTS",
    type=click.IntRange(min=0),
    help="Ask only whether so many points are taken over the whole hand: yes or no, the fastest.",
)
@click.option(
    "--side",
    "seat",
    metavar="SEAT",
    help="--window and --reaches are about the side of this seat; without it about the declarer "
    "or, where partners play, the side of the seat that leads first.",
)
@limit_options
@threads_option("deals")
@server_options
@letters_option
@json_option
def solve(
    deal: tuple[str, ...],
    source: str | None,
    want: tuple[str, ...],
    window: Window | None,
    reaches: int | None,
    seat: str | None,
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    server: Server | None,
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

    --window and --reaches ask for less and get it sooner. Points beside the window are shown as
    "less than" or "more than" it; there is no score, no loss and no line then, since they hang on
    the exact points.

    --server has a server search, and --threads says how many deals it is asked at once.
    """
    limits = make_limits(time_s, nodes, table_mib)
    _check_question(window, reaches, seat)
    question = Question(want, window, reaches, seat)

    client = None if server is None else server.connect()

    def answer(line: Line, cancel: CancelToken) -> Solved:
        return solve_here(line, language, question, limits, cancel)

    try:
        lines = open_lines(deal, source)
        typed = source == STDIN and is_terminal(sys.stdin)
        if typed:
            show_note("Type a deal a line; Ctrl-D ends the input.")
        if client is None:
            answers = answer_all(lines.lines, answer, threads or cores())
        else:
            answers = ask_server(client, lines.lines, language, question, limits, threads or AHEAD)
        with closing(answers), _progress(lines.total, typed) as bar:
            counted = _counted(answers, bar, lines.total)
            if as_json:
                good = _print_json(counted)
            else:
                good = _print_texts(counted, bar, language, typed, reaches is not None)
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    raise SystemExit(int(not good))


def _check_question(window: Window | None, reaches: int | None, seat: str | None) -> None:
    """Refuse options that say nothing together.

    Raises:
        click.UsageError: some of them exclude or need each other.
    """
    if reaches is not None:
        given = click.get_current_context().get_parameter_source
        others = ["--window"] if window is not None else []
        others += ["--want"] if given("want") == ParameterSource.COMMANDLINE else []
        if others:
            message = f"--reaches asks yes or no and nothing else: leave out {others[0]}."
            raise click.UsageError(message)
    elif seat is not None and window is None:
        raise click.UsageError("--side belongs to --window or --reaches: add one, or leave it out.")


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


def _counted(answers: Iterator[Solved], bar: Progress, total: int | None) -> Iterator[Solved]:
    task = bar.add_task("deals", total=total)
    for answer in answers:
        bar.advance(task)
        yield answer


# ------------------------------------------------------------------------------------------- JSON


def _print_json(answers: Iterable[Solved]) -> bool:
    """Print an object for each answer as it comes; whether all were good."""
    good = True
    for answer in answers:
        good &= answer.error is None
        if answer.error is not None:
            print_json(failure_object(answer.error, answer.line.number))
        else:
            print_json(_object(answer))
    return good


def _object(answer: Solved) -> dict[str, Any]:
    found = solution_object(*answer.solved, answer.reached)
    return found if answer.source is None else {**found, "source": answer.source}


# ------------------------------------------------------------------------------------ for people


def _print_texts(
    answers: Iterator[Solved], bar: Progress, language: str, typed: bool, asked: bool
) -> bool:
    """Print a single answer in full, of several a row each; whether all were good.

    What is typed is answered in full as it comes, since nobody knows how much will follow.
    ``asked`` says that the question was a yes/no question.
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
    every = chain([first, second], answers)
    if asked:
        return _print_reached(every, started)
    return _print_rows(every, language, started)


def _print_full(answer: Solved, language: str) -> bool:
    if answer.error is not None:
        show_failure(answer.error, answer.line.text, answer.line.number)
        return False
    console = new_console()
    for part in _full(answer, language):
        # a table that is broken at the edge can still be read once the terminal is widened
        console.print(part, soft_wrap=not isinstance(part, Text))
    return True


def _full(answer: Solved, language: str) -> Iterator[RenderableType]:
    """The parts of a full answer, one below the other."""
    deal, solution = answer.solved
    tongue, position = letters(language, deal.rules.deck), Position.of(deal)
    yield Text(render.heading(deal, position, tongue) + "\n", style="bold")
    if position.to_play is not None:
        yield Group(render.diagram(deal, position, tongue), "")
    if answer.reached is not None:
        yield Text(render.reach_text(deal, answer.reached) + "\n")
    else:
        yield Text(render.outcome(deal, position, solution) + "\n")
    if solution.cards:
        yield Group(render.cards_table(deal, position, solution, tongue), "")
    for card in solution.cards or ():
        if card.line is not None and card.same_as is None:
            title = f"With {render.card_text(card.card, tongue)}"
            yield Group(render.line_table(deal, position, card.line, tongue, title), "")
    line, title = solution.line, "One best line"
    if position.to_play is None:
        position, line, title = Position.start(deal), deal.played, "The play"
    if line:
        yield render.line_table(deal, position, line, tongue, title)
    yield render.effort(deal, solution.nodes, solution.time_s, answer.source)


def _print_rows(answers: Iterable[Solved], language: str, started: float) -> bool:
    tally = Tally()
    say(HEAD)
    for answer in answers:
        tally.add(answer.line, answer.solution)
        if answer.error is not None:
            show_failure(answer.error, answer.line.text, answer.line.number)
            say(faulty_row(answer.line, answer.error))
        else:
            say(solved_row(answer.line, *answer.solved, language))
    show_note(tally.summary(time.perf_counter() - started))
    return not tally.faulty


def _print_reached(answers: Iterable[Solved], started: float) -> bool:
    """Print the answers to a yes/no question, a sentence each."""
    counts = {"answered": 0, "not known within the limits": 0, "faulty": 0}
    for answer in answers:
        if answer.reached is None:
            counts["faulty"] += 1
            assert answer.error is not None
            show_failure(answer.error, answer.line.text, answer.line.number)
            say(faulty_row(answer.line, answer.error))
            continue
        known = answer.reached.answer is not None
        counts["answered" if known else "not known within the limits"] += 1
        say(f"{answer.line.number:>5}  {render.reach_text(answer.solved[0], answer.reached)}")
    told = [f"{count} {what}" for what, count in counts.items() if count or what == "answered"]
    show_note(f"{'; '.join(told)}; {time.perf_counter() - started:.1f} s")
    return not counts["faulty"]
