"""``manille bid``: what to call with one hand known."""

from __future__ import annotations

from collections.abc import Callable, Generator

import click

from manille.client.cli.advice import advise
from manille.client.cli.advice_options import Asked, advice_options
from manille.client.cli.server_option import Server
from manille.client.interface import Client
from manille.solver.advice import refine_bid
from manille.solver.advised import BidAdvice

__all__ = ["bid"]

EXAMPLES = """\b
Examples:
  manille bid "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
  manille bid "maniglia-4 - N:7AHM5.A4.76.K ? ? ?" --samples 100
  manille bid "manillen - N:TAK.97.QJ8. ? ? ?" --objective reach:31 --json
"""


@click.command(epilog=EXAMPLES)
@advice_options
def bid(deal: tuple[str, ...], source: str | None, server: Server | None, asked: Asked) -> None:
    """Advise a seat what to call, with its own cards alone.

    DEAL is a deal whose trump is still open (-), with ? for hidden hands and the calls so far, as
    in "; calls=pass". Layouts of the hidden cards are drawn, each as likely as any other that fits,
    and every call is held against the same ones: where trump is chosen each suit, no trump and
    pass, in auction games each trump with each bid, and pass. --follow with --json prints an object
    for each refinement; --json alone prints one at the end.

    The net score is what the side of the seat scores for the hand less what the other side does or,
    in auction games, what the seat scores less the mean of the other seats. By points or reach:K
    the trumps of an auction are compared by what the seat makes as the declarer, and passing is
    not.

    How far to trust it: every layout is solved as if all seats saw all cards. So the advice takes
    it that you will always guess right, since in each layout you play the cards that are best in
    that very layout, though at the table you cannot tell them apart and must play the same in all
    (strategy fusion). It sees no worth in hiding what you hold or in finding out what others hold,
    and what is best in one layout may hang on what you would do in others (non-locality). Hands
    that need a guess look better than they are; which of two calls is better is more to be trusted
    than how good it is. The calls of others are not read as signals of what they hold, and after a
    pass the others are taken to call by par, as seats do that see all cards.

    With --server the server solves the layouts, on its own threads.
    """
    advise(refine_bid, _there, deal, source, server, asked)


def _there(client: Client) -> Callable[..., Generator[BidAdvice, None, None]]:
    return client.refine_bid
