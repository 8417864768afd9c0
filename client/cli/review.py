"""``manille review``: what each card of a played hand gave away, and what was not allowed."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

import click

from manille.client import render
from manille.client.asking import Failure
from manille.client.bench.plot import require_matplotlib
from manille.client.cli.common import (
    Line,
    deal_arguments,
    json_option,
    letters_option,
    new_console,
    open_lines,
    print_json,
    show_note,
)
from manille.client.cli.limits import limit_options, make_limits, threads_option
from manille.client.cli.review_objects import review_object
from manille.client.cli.server_option import (
    LASTING,
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.cli.targets import picture_target
from manille.client.interface import AHEAD, Client
from manille.client.render_review import review_parts
from manille.client.review_plot import draw_review
from manille.solver.analysis import CancelToken, ReviewQuestion, answer_all, cores
from manille.solver.cards import letters
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.solver.reviewed import Review
from manille.wire.refusals import Refusal

__all__ = ["review"]

EXAMPLES = """\b
Examples:
  manille review "manillen S N:TA... K7... QJ... 98... ; played=TS 7S JS 8S"
  manille review --input played.txt --json > reviewed.jsonl
  manille review --input hand.txt --plot hand.svg
"""


@dataclass(frozen=True)
class _Answer:
    """What came of one line: a deal with its review, or an error."""

    line: Line
    found: tuple[Deal, Review] | None = None
    error: Failure | None = None
    source: str | None = None


@click.command(epilog=EXAMPLES)
@deal_arguments
@click.option(
    "--plot",
    "plot_target",
    metavar="FILE",
    callback=picture_target,
    help="Draw the value over the cards of one deal, as SVG or PNG; needs pip install "
    "'manille[plot]'.",
)
@limit_options
@threads_option("deals")
@server_options
@letters_option
@json_option
def review(
    deal: tuple[str, ...],
    source: str | None,
    plot_target: str | None,
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    server: Server | None,
    language: str,
    as_json: bool,
) -> None:
    """Review a played hand: what each card gave away.

    DEAL is a deal with the cards played ("; played=TS KS"), to its end or not. Shown are the cards
    that broke an obligation, what the hand was worth after each card, what each gave away in points
    and in score, what each seat and side gave away, and what would have been better.

    Values are those of best play from there, with all cards known: what nobody could have known is
    a loss too. "lost" counts the net score: the own one less that of the other side or, in auction
    games, less the mean of all other seats.

    --server has a server search, and --threads says how many deals it is asked at once.
    """
    limits = make_limits(time_s, nodes, table_mib)
    client = None if server is None else server.connect()

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        return _answer(line, language, limits, cancel)

    try:
        if plot_target is not None:
            require_matplotlib()
        lines, total = open_lines(deal, source)
        if plot_target is not None and total not in (1, None):
            raise click.UsageError(f"--plot draws one hand; the input has {total}.")
        answers = answer_all(lines, answer, threads or cores())
        if client is not None:
            answers = _ask(client, lines, language, limits, threads or AHEAD)
        # the client first, so that no thread waits for a call any more
        with closing(answers), client or nullcontext():
            good = [
                _show(one, number, language, as_json, source is not None, plot_target)
                for number, one in enumerate(answers)
            ]
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    if not good and not as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _answer(line: Line, language: str, limits: Limits, cancel: CancelToken) -> _Answer:
    try:
        question = _question(line, language)
    except ManilleError as error:
        return _Answer(line, error=error.at_line(line.number))
    return _Answer(line, (question.deal, question.tell(question.search(limits, cancel))))


def _question(line: Line, language: str) -> ReviewQuestion:
    deal = parse_deal(line.text, language=language, line=line.number, illegal="keep")
    return ReviewQuestion(deal)


def _ask(
    client: Client, lines: Iterable[Line], language: str, limits: Limits, at_once: int
) -> Generator[_Answer, None, None]:
    """The answers of a server.

    Raises:
        Refusal: the server cannot be asked.
    """

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        try:
            question = _question(line, language)
            found = client.ask(question, limits=limits)
        except ManilleError as error:
            return _Answer(line, error=error.at_line(line.number))
        except Refusal as error:
            if isinstance(error, LASTING):
                raise
            return _Answer(line, error=error)
        return _Answer(line, (question.deal, found.result), source=found.source)

    return answer_all(lines, answer, at_once)


def _show(
    answer: _Answer,
    number: int,
    language: str,
    as_json: bool,
    numbered: bool,
    plot_target: str | None,
) -> bool:
    """Print an answer, and draw the first one; whether it was good."""
    if answer.found is not None:
        if as_json:
            source = {} if answer.source is None else {"source": answer.source}
            print_json({**review_object(*answer.found), **source})
        else:
            _print(answer, language, f"line {answer.line.number}: " if numbered else "")
        if plot_target is not None:
            if number:
                raise click.UsageError("--plot draws one hand; the input has several.")
            draw_review(*answer.found, Path(plot_target), language)
    elif answer.error is not None and as_json:
        print_json(failure_object(answer.error, answer.line.number))
    elif answer.error is not None:
        show_failure(answer.error, answer.line.text, answer.line.number)
    return answer.found is not None


def _print(answer: _Answer, language: str, head: str) -> None:
    assert answer.found is not None
    deal, found = answer.found
    console = new_console()
    for part in review_parts(deal, found, letters(language, deal.rules.deck), head):
        console.print(part, soft_wrap=False)
    console.print(render.effort(deal, found.nodes, found.time_s, answer.source))
