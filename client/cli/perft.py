"""``manille perft``: counts of legal lines, to compare implementations of the rules."""

from __future__ import annotations

from contextlib import closing

import click

from manille.client.cli.common import (
    fail,
    json_option,
    letters_option,
    print_json,
    say,
    show_error,
)
from manille.solver.analysis import answer_all, count_lines
from manille.solver.deals import Position, parse_deal
from manille.solver.errors import ManilleError

__all__ = ["perft"]

EXAMPLE = """\b
Example:
  manille perft "manillen S N:TA... K7... QJ... 98..." 8
"""


@click.command(epilog=EXAMPLE)
@click.argument("deal", nargs=-1, required=True)
@click.argument("depth", type=click.IntRange(min=0))
@letters_option
@json_option
def perft(deal: tuple[str, ...], depth: int, language: str, as_json: bool) -> None:
    """Count the lines of 1 to DEPTH legal cards from DEAL on.

    Every legal card counts by itself, equivalent ones too; a line that reaches the end of the hand
    counts once.
    """
    text = " ".join(deal)
    try:
        position = Position.of(parse_deal(text, language=language))
    except ManilleError as error:
        if as_json:
            fail(error, as_json)
        show_error(error, text)
        raise SystemExit(1) from None
    # on a thread of its own, so that Ctrl-C ends a long count
    counts = answer_all(
        range(1, depth + 1), lambda one, stop: (one, count_lines(position, one, stop))
    )
    with closing(counts):
        for one, lines in counts:
            if as_json:
                print_json({"depth": one, "lines": lines})
            else:
                say(f"{one:3d} {lines}")
