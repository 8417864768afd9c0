"""The layouts of hidden cards as a card player would look for them: all are tried.

Slow and plain on purpose: it is what the counting of layouts is measured against. Every way to deal
the cards that are not seen is played through, and kept if nobody breaks a rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from manille.solver.cards import Card
from manille.solver.deals import Deal, Hand, Position
from manille.solver.deals.hands import sort_hand
from manille.solver.errors import IllegalCardError
from manille.solver.hidden import Knowledge

__all__ = ["all_layouts"]


def all_layouts(knowledge: Knowledge) -> Iterator[Deal]:
    """Every deal with all hands known that fits what is known."""
    deal = knowledge.deal
    played = _played_by_seat(deal)
    seen = {card for hand in deal.hands for card in hand or ()}.union(*played)
    unseen = [card for card in deal.rules.cards if card not in seen]
    for hands in _ways_to_deal(deal, played, unseen):
        layout = replace(deal, hands=hands)
        if _turned_up_by_dealer(layout) and _is_legal(layout):
            yield layout


def _played_by_seat(deal: Deal) -> list[list[Card]]:
    """The cards that each seat has played."""
    played: list[list[Card]] = [[] for _ in deal.hands]
    leader = 0
    trick: Hand = ()
    for card in deal.played:
        played[(leader + len(trick)) % len(played)].append(card)
        trick = (*trick, card)
        if len(trick) == len(played):
            leader, trick = (leader + deal.contract.winner(trick)) % len(played), ()
    return played


def _ways_to_deal(
    deal: Deal, played: list[list[Card]], unseen: list[Card], seat: int = 0
) -> Iterator[tuple[Hand, ...]]:
    """The hands from ``seat`` on: one that is known, or what it played and any of the unseen."""
    if seat == len(deal.hands):
        yield ()
        return
    known = deal.hands[seat]
    missing = 0 if known is not None else deal.rules.hand_size - len(played[seat])
    for others in combinations(unseen, missing):
        hand = sort_hand([*played[seat], *others], deal.rules, deal.trump)
        rest = [card for card in unseen if card not in others]
        for hands in _ways_to_deal(deal, played, rest, seat + 1):
            yield (known if known is not None else hand, *hands)


def _turned_up_by_dealer(deal: Deal) -> bool:
    return deal.turned is None or deal.turned in deal.open_hands[-1]


def _is_legal(deal: Deal) -> bool:
    """Whether every card played was held, and free to be played."""
    if not deal.played:
        return True  # the trump may be open still
    try:
        Position.of(deal)
    except IllegalCardError:
        return False
    return True
