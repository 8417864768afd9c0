"""``manille par``: what should have been called, with all cards known."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
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
from manille.client.cli.par_objects import par_object
from manille.client.cli.server_option import (
    LASTING,
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.interface import Client
from manille.client.render_par import (
    call_sentences,
    contract_sentence,
    meaning,
    outcome_sentence,
)
from manille.client.render_table import table_parts
from manille.solver.analysis import (
    CancelToken,
    ParQuestion,
    TableQuestion,
    answer_all,
    cores,
    par_of,
)
from manille.solver.cards import Letters, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.solver.par import Par
from manille.solver.results import DoubleDummyTable
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.contract import Contract
from manille.solver.rules.scoring import hand_score
from manille.wire.refusals import Refusal

__all__ = ["par"]

AT_ONCE = 4  # tables that a server is asked for at once; each has work for all its cores

EXAMPLES = """\b
Examples:
  manille par "manillen - N:TA... K7... QJ... 98..."
  manille par "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; calls=20"
  manille deal maniglia-4 --seed 1 | manille par --input -
"""


@dataclass(frozen=True)
class _Found:
    """What was found of a deal.

    Attributes:
        deal: the deal.
        par: how it should be called; None where that is not proven.
        table: what that rests on.
        source: where a server had it from.
    """

    deal: Deal
    par: Par | None
    table: DoubleDummyTable
    source: str | None = None


@dataclass(frozen=True)
class _Answer:
    """What came of one line."""

    line: Line
    found: _Found | None = None
    error: Failure | None = None


@click.command(epilog=EXAMPLES)
@deal_arguments
@limit_options
@threads_option("contracts of a deal")
@server_options
@letters_option
@json_option
def par(
    deal: tuple[str, ...],
    source: str | None,
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    threads: int | None,
    server: Server | None,
    language: str,
    as_json: bool,
) -> None:
    """Say what each seat should call, if all know all cards.

    Each seat does what is best for its score against that of its rivals, knowing that all others do
    so too. The calling goes on from the calls of the deal (calls=), if they have not ended; else it
    begins anew, whatever trump the deal names and whatever was played, and what was called is held
    against it.

    --server has a server search, and --threads says how many deals it is asked at once.
    """
    limits = make_limits(time_s, nodes, table_mib)
    client = None if server is None else server.connect()

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        return _answer(line, language, limits, cancel, threads or cores())

    try:
        lines = open_lines(deal, source).lines
        # one deal after the other: it is the contracts of each that are shared out to the threads
        answers = answer_all(lines, answer)
        if client is not None:
            answers = _ask(client, lines, language, limits, threads or AT_ONCE)
        # the client first, so that no thread waits for a call any more
        with closing(answers), client or nullcontext():
            good = [_show(one, language, as_json, source is not None) for one in answers]
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    if not good and not as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _answer(
    line: Line, language: str, limits: Limits, cancel: CancelToken, threads: int
) -> _Answer:
    try:
        deal = parse_deal(line.text, language=language, line=line.number)
        question = ParQuestion(deal, threads)
        table = question.table.tell(question.search(limits, cancel))
        return _Answer(line, _Found(deal, par_of(deal, table), table))
    except ManilleError as error:
        return _Answer(line, error=error.at_line(line.number))


def _ask(
    client: Client, lines: Iterable[Line], language: str, limits: Limits, at_once: int
) -> Generator[_Answer, None, None]:
    """The answers of a server.

    Raises:
        Refusal: the server cannot be asked.
    """

    def answer(line: Line, cancel: CancelToken) -> _Answer:
        try:
            deal = parse_deal(line.text, language=language, line=line.number)
            question = TableQuestion(ParQuestion(deal).deal)
            found = client.ask(question, limits=limits)
        except ManilleError as error:
            return _Answer(line, error=error.at_line(line.number))
        except Refusal as error:
            if isinstance(error, LASTING):
                raise
            return _Answer(line, error=error)
        # who else may lead makes no difference
        cells = tuple(cell for cell in found.result.cells if cell.leader == 0)
        table = replace(found.result, cells=cells)
        return _Answer(line, _Found(deal, par_of(deal, table), table, found.source))

    return answer_all(lines, answer, at_once)


def _show(answer: _Answer, language: str, as_json: bool, numbered: bool) -> bool:
    """Print an answer; whether it was good."""
    if answer.found is not None:
        if as_json:
            print_json(_object(answer.found))
        else:
            _print(answer.found, language, f"line {answer.line.number}: " if numbered else "")
    elif answer.error is not None and as_json:
        print_json(failure_object(answer.error, answer.line.number))
    elif answer.error is not None:
        show_failure(answer.error, answer.line.text, answer.line.number)
    return answer.found is not None


def _object(found: _Found) -> dict[str, object]:
    called = _called(found.deal)
    worth = None if called is None else _worth(found, called)
    source = {} if found.source is None else {"source": found.source}
    return {**par_object(found.deal, found.par, found.table, called, worth), **source}


def _called(deal: Deal) -> CallResult | None:
    """What was called, as far as the deal says how that ended."""
    if deal.calls:
        state: Calling = calling(deal.rules)
        for call in deal.calls:
            state = state.call(call)
        return state.result if state.ended else None
    if deal.trump is None or (deal.rules.sides == "declarer" and deal.declarer is None):
        return None
    return CallResult(True, deal.trump, declarer=deal.declarer, bid=deal.bid)


def _worth(
    found: _Found, called: CallResult
) -> tuple[tuple[int, int], tuple[int, int] | None] | None:
    """The points and the score of what was called; None where they are not known."""
    if called.trump is None:
        return None
    points, rules = found.table.cell(called.trump, called.declarer or 0).points, found.deal.rules
    if points is None:
        return None
    whole = found.deal.tricks == rules.hand_size
    return points, hand_score(rules, called.trump, points, called.bid) if whole else None


# -------------------------------------------------------------------------------------- for people


def _print(found: _Found, language: str, head: str) -> None:
    console = new_console()
    for part in _parts(found, letters(language, found.deal.rules.deck), head):
        console.print(part, soft_wrap=not isinstance(part, Text | Padding))
    effort = found.table.nodes, found.table.time_s
    console.print(render.effort(found.deal, *effort, found.source))


def _parts(found: _Found, tongue: Letters, head: str) -> Iterator[RenderableType]:
    """The parts of an answer, one below the other."""
    deal, cell = found.deal, found.table.cells[0]
    yield Text(f"{head}{deal.rules.title}, par\n", style="bold")
    # the hands are the same under every contract
    start = Position(Contract(deal.rules, cell.trump, cell.declarer), deal.open_hands)
    yield Group(render.diagram(deal, start, tongue, mark_seat=False), "")
    yield from _par_parts(found, tongue)
    yield from table_parts(deal, found.table, tongue)


def _par_parts(found: _Found, tongue: Letters) -> Iterator[RenderableType]:
    deal, par, called = found.deal, found.par, _called(found.deal)
    if par is None:
        yield Text("What should be called is not known: a limit was met before all was proven\n")
        return
    begun = f", after {', '.join(deal.calls)}" if deal.calls and called is None else ""
    yield Text(f"What each seat should call{begun}", style="italic")
    for sentence in call_sentences(deal, par, tongue):
        yield Padding(Text(sentence), (0, 0, 0, 2), expand=False)
    yield Text(f"{meaning(deal)}\n")
    result = CallResult(par.played, par.trump, par.chooser, par.declarer, par.bid)
    yield _verdict("Par", deal, result, (par.points, par.score), tongue)
    if called is not None:
        worth = _worth(found, called) or (None, None)
        yield _verdict("Called", deal, called, worth, tongue)
    yield Text("")


def _verdict(
    head: str,
    deal: Deal,
    result: CallResult,
    worth: tuple[tuple[int, int] | None, tuple[int, int] | None],
    tongue: Letters,
) -> Text:
    """A contract, and what it is worth."""
    points, score = worth
    told = f"{contract_sentence(deal, result, tongue)}."
    if points is not None:
        told += f" {outcome_sentence(deal, result, points, score)}"
    return Text.assemble((f"{head}: ", "bold"), told)
