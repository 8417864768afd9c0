"""``manille table``: what a deal is worth for every trump and every leader or declarer."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass

import click
from rich.console import Group, RenderableType
from rich.text import Text

from manille.client import render
from manille.client.asking import Failure
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
from manille.client.cli.objects import table_object
from manille.client.cli.questions import window_option
from manille.client.cli.server_option import (
    LASTING,
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.interface import Client
from manille.client.render_table import table_parts
from manille.solver.analysis import (
    CancelToken,
    TableQuestion,
    Window,
    answer_all,
    cores,
    solve_table,
)
from manille.solver.cards import Letters, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.solver.results import DoubleDummyTable
from manille.solver.rules.contract import Contract
from manille.wire.refusals import Refusal

__all__ = ["table"]

AT_ONCE = 4  # tables that a server is asked for at once; each has work for all its cores

EXAMPLES = """\b
Examples:
  manille table "manillen - N:TA... K7... QJ... 98..."
  manille deal maniglia-4 --seed 1 | manille table --input - --window 20..
"""


@dataclass(frozen=True)
class _Answer:
    """What came of one line: a deal with its table, or an error."""

    line: Line
    found: tuple[Deal, DoubleDummyTable] | None = None
    error: Failure | None = None
    source: str | None = None


@click.command(epilog=EXAMPLES)
@deal_arguments
@window_option
@limit_options
@threads_option("contracts of a deal")
@server_options
@letters_option
@json_option
def table(
    deal: tuple[str, ...],
    source: str | None,
    window: Window | None,
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    server: Server | None,
    language: str,
    as_json: bool,
) -> None:
    """Value a deal for every trump and leader or declarer.

    DEAL is a deal before its first card. The table is over all trumps that the rules allow, so it
    makes no difference which trump the deal names, or none (-). Where partners play, every seat
    leads in turn; in auction games every seat is the declarer in turn, and the deal's leader leads.

    Both sides play as well as can be, with all cards known. The first points, and those that
    --window is about, are those of the leader's side of the deal, or of the declarer. What they
    score stands in brackets; in auction games it is the bid of the deal (bid=), where there is one.

    --server has a server search, and --threads says how many deals it is asked at once.
    """
    limits = make_limits(time_s, nodes, table_mib)
    client = None if server is None else server.connect()

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        return _answer(line, language, limits, cancel, threads or cores(), window)

    try:
        lines = open_lines(deal, source).lines
        # one deal after the other: it is the contracts of each that are shared out to the threads
        answers = answer_all(lines, answer)
        if client is not None:
            answers = _ask(client, lines, language, limits, window, threads or AT_ONCE)
        # the client first, so that no thread waits for a call any more
        with closing(answers), client or nullcontext():
            good = [_show(one, language, as_json, source is not None) for one in answers]
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    if not good and not as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _answer(
    line: Line,
    language: str,
    limits: Limits,
    cancel: CancelToken,
    threads: int,
    window: Window | None,
) -> _Answer:
    try:
        deal = parse_deal(line.text, language=language, line=line.number)
        found = solve_table(deal, None, limits, cancel, threads, window)
        return _Answer(line, (deal, found))
    except ManilleError as error:
        return _Answer(line, error=error.at_line(line.number))


def _ask(
    client: Client,
    lines: Iterable[Line],
    language: str,
    limits: Limits,
    window: Window | None,
    at_once: int,
) -> Generator[_Answer, None, None]:
    """The answers of a server.

    Raises:
        Refusal: the server cannot be asked.
    """

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        try:
            deal = parse_deal(line.text, language=language, line=line.number)
            found = client.ask(TableQuestion(deal, None, window), limits=limits)
        except ManilleError as error:
            return _Answer(line, error=error.at_line(line.number))
        except Refusal as error:
            if isinstance(error, LASTING):
                raise
            return _Answer(line, error=error)
        return _Answer(line, (deal, found.result), source=found.source)

    return answer_all(lines, answer, at_once)


def _show(answer: _Answer, language: str, as_json: bool, numbered: bool) -> bool:
    """Print an answer; whether it was good."""
    if answer.found is not None:
        if as_json:
            source = {} if answer.source is None else {"source": answer.source}
            print_json({**table_object(*answer.found), **source})
        else:
            _print(answer, language, f"line {answer.line.number}: " if numbered else "")
    elif answer.error is not None and as_json:
        print_json(failure_object(answer.error, answer.line.number))
    elif answer.error is not None:
        show_failure(answer.error, answer.line.text, answer.line.number)
    return answer.found is not None


def _print(answer: _Answer, language: str, head: str) -> None:
    assert answer.found is not None
    deal, found = answer.found
    console = new_console()
    for part in _parts(deal, found, letters(language, deal.rules.deck), head):
        console.print(part, soft_wrap=not isinstance(part, Text))
    console.print(render.effort(deal, found.nodes, found.time_s, answer.source))


def _parts(
    deal: Deal, found: DoubleDummyTable, tongue: Letters, head: str
) -> Iterator[RenderableType]:
    """The parts of an answer, one below the other."""
    # the hands are the same under every contract
    contract = Contract(deal.rules, found.cells[0].trump, found.cells[0].declarer)
    hands = render.diagram(deal, Position(contract, deal.open_hands), tongue, mark_seat=False)
    yield Text(f"{head}{deal.rules.title}, every trump\n", style="bold")
    yield Group(hands, "")
    yield from table_parts(deal, found, tongue)
