"""``manille legal``: what may be played, and why the other cards may not."""

from __future__ import annotations

from contextlib import nullcontext

import click
from rich.table import Table
from rich.text import Text

from manille.client import render
from manille.client.cli.common import (
    Line,
    deal_arguments,
    json_option,
    letters_option,
    new_console,
    open_lines,
    print_json,
    say,
    show_note,
)
from manille.client.cli.server_option import (
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.interface import Client
from manille.solver.cards import Card, Letters, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.errors import ManilleError
from manille.solver.rules import Obligation
from manille.wire.refusals import Refusal

__all__ = ["legal"]

Judged = dict[Card, Obligation | None]

EXAMPLE = """\b
Example:
  manille legal "manillen S N:TA.7.. K7.A.. QJ.8.. 98.T.. ; played=7H"
"""


@click.command(epilog=EXAMPLE)
@deal_arguments
@server_options
@letters_option
@json_option
def legal(
    deal: tuple[str, ...],
    source: str | None,
    server: Server | None,
    language: str,
    as_json: bool,
) -> None:
    """Show the legal cards, and what the others would break.

    DEAL is a deal with the cards played so far, as in "; played=TS 9S"; the cards are those of the
    seat to play.
    """
    try:
        lines = open_lines(deal, source).lines
        with nullcontext() if server is None else server.connect() as client:
            good = [_show(line, language, as_json, source is not None, client) for line in lines]
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    if not good and not as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _show(line: Line, language: str, as_json: bool, numbered: bool, client: Client | None) -> bool:
    try:
        found = parse_deal(line.text, language=language, line=line.number)
        position = Position.of(found)
        judged = position.judge() if client is None else client.legal_cards(found)
    except ManilleError as error:
        placed = error.at_line(line.number)
        if as_json:
            print_json(failure_object(placed))
        else:
            show_failure(placed, line.text)
        return False
    if as_json:
        _print_json(found, position, judged)
    else:
        head = f"line {line.number}: " if numbered else ""
        _print_table(found, position, judged, letters(language, found.rules.deck), head)
    return True


def _to_play(deal: Deal, position: Position) -> str | None:
    return None if position.to_play is None else deal.seat_names[position.to_play]


def _print_json(deal: Deal, position: Position, judged: Judged) -> None:
    print_json(
        {
            "to_play": _to_play(deal, position),
            "legal": [str(card) for card, broken in judged.items() if broken is None],
            "illegal": [
                {"card": str(card), "breaks": broken.value}
                for card, broken in judged.items()
                if broken is not None
            ],
        }
    )


def _print_table(
    deal: Deal, position: Position, judged: Judged, tongue: Letters, head: str
) -> None:
    seat = _to_play(deal, position)
    if seat is None:
        say(f"{head}the hand is played to its end, nobody is to play")
        return
    console = new_console()
    console.print(_title(deal, position, tongue, f"{head}{render.seat_text(seat)}"))
    table = Table("card", "may be played")
    for card, broken in judged.items():
        verdict = "yes" if broken is None else f"no: {broken} ({broken.meaning})"
        table.add_row(render.card_text(card, tongue), verdict)
    console.print(table)


def _title(deal: Deal, position: Position, tongue: Letters, who: str) -> Text:
    trump = render.trump_text(deal, tongue)
    if not position.trick:
        return Text(f"{who} to lead, {trump}")
    return Text(f"{who} to play, {trump}, on the table: ") + render.on_table(deal, position, tongue)
