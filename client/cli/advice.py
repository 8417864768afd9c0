"""What ``manille bid`` and ``manille play`` share: refinements as they come, and the answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import closing, nullcontext

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from manille.client.asking import Failure
from manille.client.cli.advice_objects import advice_object
from manille.client.cli.advice_options import Asked
from manille.client.cli.common import (
    Line,
    is_pipe,
    is_terminal,
    new_console,
    open_lines,
    print_json,
    say,
    show_note,
)
from manille.client.cli.server_option import (
    LASTING,
    Server,
    end,
    failure_object,
    show_failure,
)
from manille.client.interface import Client
from manille.client.render import effort
from manille.client.render_advice import advice_parts, advice_row
from manille.solver.advised import Advice
from manille.solver.cards import letters
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import ManilleError
from manille.wire.refusals import Refusal

__all__ = ["advise"]

Advices = Generator[Advice, None, None]

BAR = 20  # columns


def advise(
    here: Callable[..., Advices],
    there: Callable[[Client], Callable[..., Advices]],
    deal: tuple[str, ...],
    source: str | None,
    server: Server | None,
    asked: Asked,
) -> None:
    """Answer all deals of the input, one after the other.

    Args:
        here: refines the advice on a deal in this process.
        there: the method of a client that does.
        deal: the words of a deal.
        source: the file that holds several.
        server: the server to ask; None for this process.
        asked: what is asked of every deal.

    Raises:
        SystemExit: always, with status 1 if a deal was faulty.
    """
    question = {"seat": asked.seat, "objective": asked.objective, "reach": asked.reach}
    client = None if server is None else server.connect()

    def refine(deal: Deal) -> Advices:
        if client is not None:
            return there(client)(deal, **question, limits=asked.limits)
        return here(deal, **question, limits=asked.limits, threads=asked.threads)

    try:
        lines = open_lines(deal, source).lines
        with client or nullcontext():
            good = [_answer(line, refine, asked) for line in lines]
    except (ManilleError, Refusal) as error:
        end(error, asked.as_json)
    if not good and not asked.as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _answer(line: Line, refine: Callable[[Deal], Advices], asked: Asked) -> bool:
    """Answer one deal; whether it was good.

    Raises:
        Refusal: the server can be asked nothing more.
    """
    try:
        deal = parse_deal(line.text, language=asked.language, line=line.number)
        _refined(deal, line, refine, asked)
    except ManilleError as error:
        return _failed(error.at_line(line.number), line, asked)
    except Refusal as error:
        if isinstance(error, LASTING):
            raise
        return _failed(error, line, asked)
    return True


def _failed(error: Failure, line: Line, asked: Asked) -> bool:
    if asked.as_json:
        print_json(failure_object(error, line.number))
    else:
        show_failure(error, line.text, line.number)
    return False


def _refined(deal: Deal, line: Line, refine: Callable[[Deal], Advices], asked: Asked) -> None:
    """Print the advice on a deal once it is refined; after Ctrl-C what there is of it."""
    advice = None
    try:
        with _progress(asked) as bar, closing(refine(deal)) as refinements:
            task = bar.add_task("", total=asked.limits.most_samples)
            for advice in refinements:
                state = advice.state
                bar.update(
                    task,
                    completed=state.samples,
                    total=min(asked.limits.most_samples, state.layouts),
                    description=advice_row(advice, letters(asked.language, deal.rules.deck)),
                )
                if asked.follow:
                    _follow(deal, advice, asked)
    except KeyboardInterrupt:
        if advice is not None:
            _show(deal, advice, line, asked)
        raise
    assert advice is not None
    _show(deal, advice, line, asked)


def _progress(asked: Asked) -> Progress:
    """A bar that carries the advice so far, on a terminal that nobody else writes on meanwhile."""
    quiet = asked.as_json or asked.follow or is_pipe(sys.stdout)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(BAR),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True, soft_wrap=True),
        transient=True,
        disable=quiet or not is_terminal(sys.stderr),
    )


def _follow(deal: Deal, advice: Advice, asked: Asked) -> None:
    if asked.as_json:
        print_json(advice_object(deal, advice, asked.limits.seed))
    else:
        row = advice_row(advice, letters(asked.language, deal.rules.deck))
        say(f"{advice.state.samples:>7,}  {row}")


def _show(deal: Deal, advice: Advice, line: Line, asked: Asked) -> None:
    if asked.as_json:
        if not asked.follow:  # else it was the last one that was printed
            print_json(advice_object(deal, advice, asked.limits.seed))
        return
    if asked.follow:
        say("")
    if asked.numbered:
        say(f"line {line.number}:")
    console, state = new_console(), advice.state
    tongue = letters(asked.language, deal.rules.deck)
    for part in advice_parts(deal, advice, asked.limits.seed, tongue):
        # a table that is broken at the edge can still be read once the terminal is widened
        console.print(part, soft_wrap=not isinstance(part, Text))
    console.print(effort(deal, state.nodes, state.time_s))
