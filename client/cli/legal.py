"""``manille legal``: what may be played, and why the other cards may not."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from manille.client.cli.common import (
    Line,
    deal_arguments,
    error_object,
    fail,
    json_option,
    letters_option,
    open_lines,
    print_json,
    show_error,
)
from manille.solver.cards import Letters, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.errors import ManilleError

__all__ = ["legal"]


@click.command()
@deal_arguments
@letters_option
@json_option
def legal(deal: tuple[str, ...], source: str | None, language: str, as_json: bool) -> None:
    """Show the legal cards of the seat to play, and what each other card breaks.

    DEAL is a deal with the cards played so far: "manillen S N:... ; played=TS 9S".
    """
    try:
        good = [_show(line, language, as_json) for line in open_lines(deal, source).lines]
    except ManilleError as error:
        fail(error, as_json)
    raise SystemExit(int(not all(good)))


def _show(line: Line, language: str, as_json: bool) -> bool:
    try:
        found = parse_deal(line.text, language=language, line=line.number)
        position = Position.of(found)
    except ManilleError as error:
        error = error.at_line(line.number)
        if as_json:
            print_json(error_object(error))
        else:
            show_error(error, line.text)
        return False
    if as_json:
        _print_json(found, position)
    else:
        _print_table(found, position, letters(language, found.rules.deck))
    return True


def _to_play(deal: Deal, position: Position) -> str | None:
    return None if position.to_play is None else deal.seat_names[position.to_play]


def _print_json(deal: Deal, position: Position) -> None:
    judged = position.judge()
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


def _print_table(deal: Deal, position: Position, tongue: Letters) -> None:
    seat = _to_play(deal, position)
    if seat is None:
        click.echo("The hand is played to its end: nobody is to play.")
        return
    on_table = " ".join(tongue.format(card) for card in position.trick) or "nothing, it leads"
    table = Table(title=f"{seat} to play; on the table: {on_table}", title_justify="left")
    table.add_column("card")
    table.add_column("may be played")
    for card, broken in position.judge().items():
        verdict = "yes" if broken is None else f"no: {broken} ({broken.meaning})"
        table.add_row(tongue.format(card), verdict)
    Console(highlight=False).print(table)
