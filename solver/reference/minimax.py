"""Minimax as a card player would write it: every legal card, to the end of the hand.

Slow and plain on purpose: it is what the kernel is measured against. Its one shortcut is to
remember the positions that it has valued at the start of a trick, by all that is in the hands.
"""

from __future__ import annotations

from manille.solver.cards import Card
from manille.solver.deals.position import Position

__all__ = ["card_points", "perft", "value"]

_Memory = dict[tuple[object, ...], int]


def value(position: Position) -> tuple[int, int]:
    """The points of side 0 and side 1 at the end of the hand, if both play as well as can be.

    Points taken before the position are included.
    """
    won = position.points[0] + _still_won(position, {})
    return won, sum(position.points) + position.points_left - won


def card_points(position: Position) -> dict[Card, int]:
    """For each legal card the points, for the whole hand, of the side that plays it."""
    seat = position.to_play
    if seat is None:
        return {}
    memory: _Memory = {}
    total = sum(position.points) + position.points_left
    found = {}
    for card in position.legal_cards():
        after = position.play_legal(card)
        first = after.points[0] + _still_won(after, memory)
        found[card] = first if position.contract.side_of[seat] == 0 else total - first
    return found


def _still_won(position: Position, memory: _Memory) -> int:
    """The points that side 0 still wins from here."""
    seat = position.to_play
    if seat is None:
        return 0
    key = (position.hands, position.leader)
    if not position.trick and key in memory:
        return memory[key]
    results = []
    for card in position.legal_cards():
        after = position.play_legal(card)
        results.append(after.points[0] - position.points[0] + _still_won(after, memory))
    best = max(results) if position.contract.side_of[seat] == 0 else min(results)
    if not position.trick:
        memory[key] = best
    return best


def perft(position: Position, depth: int) -> int:
    """How many different lines of ``depth`` legal cards there are; fewer at the end of the hand."""
    if depth == 0 or position.ended:
        return 1
    return sum(perft(position.play_legal(card), depth - 1) for card in position.legal_cards())
