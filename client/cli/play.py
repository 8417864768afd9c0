"""``manille play``: which card to play with one hand known."""

from __future__ import annotations

from collections.abc import Callable, Generator

import click

from manille.client.cli.advice import advise
from manille.client.cli.advice_options import Asked, advice_options
from manille.client.cli.server_option import Server
from manille.client.interface import Client
from manille.solver.advice import refine_play
from manille.solver.advised import PlayAdvice

__all__ = ["play"]

EXAMPLES = """\b
Examples:
  manille play "manillen S N:? TAK.97.QJ8. ? ? ; played=AD"
  manille play "maniglia-4 O N:7AHM5.A4.76.K ? ? ? ; declarer=W ; bid=30"
  manille play "manillen S N:? TAK.97.QJ8. ? ? ; played=AD" --objective points
"""


@click.command(epilog=EXAMPLES)
@advice_options
def play(deal: tuple[str, ...], source: str | None, server: Server | None, asked: Asked) -> None:
    """Advise a seat which card to play, with its own cards alone.

    DEAL is a deal with its trump, in auction games with "; declarer=W ; bid=30", with ? for hidden
    hands, the own hand as it was before the first card, and the cards played so far, as in
    "; played=AD 7D". Layouts of the hidden cards are drawn, each as likely as any other in which
    all cards played were legal, and every legal card is held against the same ones. --follow with
    --json prints an object for each refinement; --json alone prints one at the end.

    The net score is what the side of the seat scores for the hand less what the other side does or,
    in auction games, what the seat scores less the mean of the other seats.

    How far to trust it: every layout is solved as if all seats saw all cards. So the advice takes
    it that you will always guess right from the next card on, since in each layout you play the
    cards that are best in that very layout, though at the table you cannot tell them apart and must
    play the same in all (strategy fusion). It sees no worth in hiding what you hold or in finding
    out what others hold: a card that puts a guess off looks as good as one that never needs it. And
    what is best in one layout may hang on what you would do in others (non-locality). The calls of
    others, and which of several legal cards they chose, are not read as signals of what they hold.

    With --server the server solves the layouts, on its own threads.
    """
    advise(refine_play, _there, deal, source, server, asked)


def _there(client: Client) -> Callable[..., Generator[PlayAdvice, None, None]]:
    return client.refine_play
