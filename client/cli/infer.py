"""``manille infer``: which seat can hold each hidden card, and what the play has shown."""

from __future__ import annotations

from typing import Any

import click

from manille.client import render_infer
from manille.client.cli.common import (
    Line,
    deal_arguments,
    error_object,
    fail,
    json_option,
    letters_option,
    new_console,
    open_lines,
    print_json,
    say,
    show_error,
    show_note,
)
from manille.solver.cards import letters
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import DealError, Fault, ManilleError, Reason
from manille.solver.hidden import Fact, Knowledge, Layouts, facts_left

__all__ = ["infer"]

EXAMPLE = """\b
Example:
  manille infer "manillen S N:? TAK.97.QJ8. ? ? ; played=AD QD 7D 7S"
"""


@click.command(epilog=EXAMPLE)
@deal_arguments
@click.option(
    "--seat",
    metavar="SEAT",
    help="Show what this seat knows: its own hand and the play. Without it all hands that the deal "
    "shows are known.",
)
@letters_option
@json_option
def infer(
    deal: tuple[str, ...], source: str | None, seat: str | None, language: str, as_json: bool
) -> None:
    """Show where each hidden card can be.

    DEAL is a deal with the hands before the first card, ? for a hidden one, and with the cards
    played so far, as in "; played=TS 9S". A card that a seat would have had to play is not in its
    hand; of the layouts that are left each counts the same.
    """
    try:
        lines = open_lines(deal, source).lines
        good = [_show(line, seat, language, as_json, source is not None) for line in lines]
    except ManilleError as error:
        fail(error, as_json)
    if not good and not as_json:
        show_note("there is no deal in the input")
    raise SystemExit(int(not all(good)))


def _show(line: Line, seat: str | None, language: str, as_json: bool, numbered: bool) -> bool:
    try:
        deal = parse_deal(line.text, language=language, line=line.number)
        knowledge = Knowledge.of(deal, _seat(deal, seat))
        layouts = Layouts(knowledge)
    except ManilleError as error:
        placed = error.at_line(line.number)
        if as_json:
            print_json(error_object(placed))
        else:
            show_error(placed, line.text)
        return False
    if as_json:
        print_json(_object(layouts))
    else:
        _print_tables(layouts, language, f"line {line.number}: " if numbered else "")
    return True


def _seat(deal: Deal, name: str | None) -> int | None:
    if name is None:
        return None
    if name.upper() not in deal.seat_names:
        message = f"--seat: {name!r} is not one of the seats {', '.join(sorted(deal.seat_names))}"
        raise DealError(Fault(Reason.UNKNOWN_SEAT, message))
    return deal.seat_names.index(name.upper())


def _object(layouts: Layouts) -> dict[str, Any]:
    knowledge = layouts.knowledge
    names, seat = knowledge.deal.seat_names, knowledge.seat
    return {
        "seat": None if seat is None else names[seat],
        "layouts": layouts.count,
        "cards": {
            str(card): {names[holder]: float(share) for holder, share in shares.items()}
            for card, shares in layouts.holders().items()
        },
        "facts": [_fact_object(fact, names[fact.seat]) for fact in facts_left(knowledge)],
    }


def _fact_object(fact: Fact, seat: str) -> dict[str, Any]:
    told = {
        "seat": seat,
        "trick": fact.trick,
        "card": str(fact.card),
        "cannot_hold": [str(card) for card in fact.cannot_hold],
    }
    return told | ({"unless": [str(card) for card in fact.unless]} if fact.unless else {})


def _print_tables(layouts: Layouts, language: str, head: str) -> None:
    knowledge = layouts.knowledge
    tongue = letters(language, knowledge.deal.rules.deck)
    say(f"{head}{render_infer.knowledge_heading(knowledge, tongue)}\n")
    holders = layouts.holders()
    if not holders:
        say("No card is hidden.")
        return
    facts = render_infer.facts_text(knowledge, facts_left(knowledge), tongue)
    console = new_console()
    console.print(render_infer.chances_table(knowledge, holders, tongue))
    if facts is not None:
        console.print(facts, end="\n\n")
    console.print(render_infer.layouts_text(layouts.count))
