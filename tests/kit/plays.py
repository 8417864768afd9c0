"""Hands that were played somehow, also with cards that break an obligation."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from manille.solver.cards import Card
from manille.solver.deals import Deal, Position

__all__ = ["played_anyhow"]


def played_anyhow(deal: Deal, rng: Random, illegal: float = 0.0, count: int | None = None) -> Deal:
    """The deal with random cards played, to its end or ``count`` of them.

    Args:
        deal: the deal; what it lists as played is played anew.
        rng: where the cards are drawn from.
        illegal: how often a card is drawn from all cards of the hand, and not from the legal ones.
        count: how many cards; None for all.
    """
    position, played = Position.start(deal), list[Card]()
    while not position.ended and len(played) != count:
        free = rng.random() < illegal
        card = rng.choice(list(position.hand) if free else position.legal_cards())
        played.append(card)
        position = position.play_legal(card)
    return replace(deal, played=tuple(played))
