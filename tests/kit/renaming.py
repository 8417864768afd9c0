"""The same position under other names: suits renamed, seats rotated."""

from __future__ import annotations

from random import Random

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.deals import Deal
from manille.solver.deals.hands import sort_hand


def renamed(deal: Deal, rng: Random) -> tuple[Deal, dict[str, str]]:
    """The deal with its suits renamed at random and its first seat moved; and the renaming.

    What was played stays played. The first seat to lead stays seat 0: only its name changes.
    """
    suits = deal.rules.family.suits
    names = dict(zip(suits, rng.sample(suits, len(suits)), strict=True))
    trump = names.get(deal.trump or "", NO_TRUMP)
    hands = tuple(
        sort_hand([rename(card, names) for card in hand], deal.rules, trump)
        for hand in deal.open_hands
    )
    played = tuple(rename(card, names) for card in deal.played)
    first = rng.randrange(deal.rules.seats)
    return Deal(deal.rules, trump, first, hands, deal.declarer, deal.bid, played=played), names


def rename(card: Card, names: dict[str, str]) -> Card:
    """The card of the same rank in the suit's new name."""
    return Card(card.rank, names[card.suit])
