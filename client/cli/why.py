"""``manille why``: why not that card, and what shows it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click
from rich.text import Text

from manille.client import render
from manille.client.cli.common import (
    json_option,
    letters_option,
    new_console,
    print_json,
)
from manille.client.cli.limits import limit_options, make_limits
from manille.client.cli.objects import deal_object, effort_object
from manille.client.cli.review_objects import number
from manille.client.cli.server_option import (
    Server,
    end,
    failure_object,
    server_options,
    show_failure,
)
from manille.client.interface import Client
from manille.client.reasons import WANT, Reasons, Refuted, check_cards, reasons_of
from manille.client.render_why import why_parts
from manille.solver.analysis import SolveQuestion
from manille.solver.cards import Card, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.deals.hands import read_card
from manille.solver.deals.spelled import Token
from manille.solver.errors import DealError, ManilleError
from manille.solver.limits import Limits
from manille.solver.results import Solution
from manille.wire.refusals import Refusal

__all__ = ["why"]

EXAMPLES = """\b
Examples:
  manille why "manillen S N:TA... K7... QJ... 98... ; played=TS" 7S
  manille why "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
"""


@click.command(epilog=EXAMPLES)
@click.argument("deal")
@click.argument("cards", nargs=-1)
@limit_options
@server_options
@letters_option
@json_option
def why(
    deal: str,
    cards: tuple[str, ...],
    time_s: float | None,
    nodes: int | None,
    table_mib: int,
    server: Server | None,
    language: str,
    as_json: bool,
) -> None:
    """Say why not to play a card, and show it.

    DEAL is a deal in quotes, with the cards played so far ("; played=TS 9S"); CARDS are some of
    the seat to play, by default every legal one that gives something away. Shown are a best line
    and the line after each card, trick by trick, and the trick in which their points part; for a
    card that may not be played, the obligation that it breaks.

    --server has a server search.
    """
    limits = make_limits(time_s, nodes, table_mib)
    client = None if server is None else server.connect()
    if not deal.lstrip().startswith("{") and len(deal.split()) == 1:
        raise click.UsageError("Put the deal in quotes: it is one word, the cards are others.")
    try:
        found = parse_deal(deal, language=language)
        asked = _read_cards(cards, found, language)
        check_cards(found, asked)
        with client or nullcontext():
            solution, source = _ask(found, limits, client)
    except ManilleError as error:
        if as_json:
            print_json(failure_object(error))
        else:
            show_failure(error, deal)
        raise SystemExit(1) from None
    except Refusal as error:
        end(error, as_json)
    reasons = reasons_of(found, solution, asked)
    if as_json:
        print_json(_object(found, reasons) | ({} if source is None else {"source": source}))
    else:
        _print(found, reasons, language, source)


def _read_cards(words: tuple[str, ...], deal: Deal, language: str) -> list[Card]:
    """The cards that are asked about; they may be joined by commas.

    Raises:
        DealError: a word is no card of the game.
    """
    tongue = letters(language, deal.rules.deck)
    cards, faults = [], []
    for word in " ".join(words).replace(",", " ").split():
        card, fault = read_card(Token(word, field="card"), deal.rules, tongue)
        cards += [] if card is None else [card]
        faults += [] if fault is None else [fault]
    if faults:
        raise DealError(faults)
    return cards


def _ask(deal: Deal, limits: Limits, client: Client | None) -> tuple[Solution, str | None]:
    """The solution, and where a server had it from."""
    question = SolveQuestion(deal, WANT)
    if client is None:
        return question.tell(question.search(limits)), None
    answer = client.ask(question, limits=limits)
    return answer.result, answer.source


def _object(deal: Deal, found: Reasons) -> dict[str, Any]:
    position, solution = Position.of(deal), found.solution
    line = solution.line
    return {
        **deal_object(deal),
        "trump": deal.trump,
        "sides": deal.sides,
        "to_play": deal.seat_names[position.to_play or 0],
        "points": solution.points,
        "score": solution.score,
        "exact": solution.exact,
        "bounds": solution.bounds,
        "best": None if not line else str(line[0]),
        "line": None if line is None else list(map(str, line)),
        "cards": list(map(_card, found.cards)),
        **effort_object(solution.nodes, solution.time_s),
    }


def _card(one: Refuted) -> dict[str, Any]:
    if one.obligation is not None:
        return {"card": str(one.card), "breaks": one.obligation.value}
    assert one.bounds is not None
    found: dict[str, Any] = {
        "card": str(one.card),
        "breaks": None,
        "points": one.bounds.exact,
        "loss": one.loss,
        "score": None if one.scores is None else one.scores[1],
        "score_loss": number(one.score_loss),
        "same_as": None if one.same_as is None else str(one.same_as),
        "line": None if one.line is None else list(map(str, one.line)),
    }
    return found if one.bounds.exact is not None else {**found, "bounds": one.bounds}


def _print(deal: Deal, found: Reasons, language: str, source: str | None) -> None:
    console = new_console()
    for part in why_parts(deal, found, letters(language, deal.rules.deck)):
        console.print(part, soft_wrap=not isinstance(part, Text))
    solution = found.solution
    console.print(render.effort(deal, solution.nodes, solution.time_s, source))
