"""What the kernel and the slow twin must agree on, whatever the deal."""

from __future__ import annotations

from collections.abc import Iterable

from kit.random_rules import describe
from manille.solver.cards import Card
from manille.solver.core.engine import Engine
from manille.solver.deals import Deal, Position, format_deal
from manille.solver.reference import card_points, perft, value

PERFT_DEPTH = 4


def check_twins(deal: Deal, what: str, without: Iterable[str] = ()) -> None:
    """Value, every card, the best line and the counts of lines: kernel against slow twin."""
    position = Position.of(deal)
    without = tuple(without)
    engine = Engine(position, without=without)
    context = f"{what}\n{format_deal(deal)}\n{describe(deal.rules)}\nwithout {without}"
    expected = value(position)
    assert kernel_points(position, engine) == expected, context
    assert kernel_cards(position, engine) == card_points(position), context
    line = engine.line()
    assert line is not None, context
    assert points_after(position, line) == expected, context
    assert engine.perft(PERFT_DEPTH) == perft(position, PERFT_DEPTH), context


def kernel_points(position: Position, engine: Engine) -> tuple[int, int]:
    """The points of both sides at the end of the hand, as the kernel has them."""
    left = engine.value()
    assert left.exact is not None
    first, second = position.points
    return first + left.exact, second + position.points_left - left.exact


def kernel_cards(position: Position, engine: Engine) -> dict[Card, int]:
    """The points, for the side to play, of each legal card, as the kernel has them."""
    if position.to_play is None:
        return {}
    side = position.contract.side_of[position.to_play]
    total = sum(position.points) + position.points_left
    found = {}
    cards = position.legal_cards()
    for card, left in zip(cards, engine.card_values(cards), strict=True):
        assert left.exact is not None
        first = position.points[0] + left.exact
        found[card] = first if side == 0 else total - first
    return found


def points_after(position: Position, line: Iterable[Card]) -> tuple[int, int]:
    """The points once a line is played to the end, every card of it checked."""
    for card in line:
        position = position.play(card)
    assert position.ended
    return position.points
