"""Solving a position: points of both sides, what each card is worth, one best line.

The position is searched in its canonical form and the answer translated back, so that renaming
suits or rotating seats changes nothing but the names.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position, Relabelling, canonical
from manille.solver.errors import Fault, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.results import Bounds, CardResult, Solution
from manille.solver.rules.scoring import hand_score

__all__ = ["WANTS", "solve"]

WANTS = ("points", "cards", "line")


def solve(
    deal: Deal,
    want: Collection[str] = WANTS,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
) -> Solution:
    """The value of a deal after the cards already played, with all hands known.

    Both sides play as well as can be, each knowing all cards. Where several cards are best, the
    line plays the one with the fewest points, of those the weakest, and of those the one of the
    first suit in the canonical order (trump, then the plain suits by who holds what).

    Args:
        deal: the deal; trump, all hands and, in auction games, the declarer must be known.
        want: any of :data:`WANTS`; points are always found.
        limits: where the search ends with the bounds proven so far; none by default.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
        InputError: ``want`` names something that does not exist.
    """
    started = time.perf_counter()
    _check_want(want)
    position = Position.of(deal)
    deal_renamed, relabelling = canonical(position)
    renamed = Position.of(deal_renamed)
    engine = Engine(renamed, limits, cancel)
    back = _Back(position, renamed, relabelling)
    bounds = back.sides(engine.value())
    cards = _cards(position, engine, back, bounds) if "cards" in want else None
    line = engine.line() if "line" in want else None
    return Solution(
        bounds=bounds,
        score=_score(deal, bounds),
        cards=cards,
        line=None if line is None else tuple(map(back.card, line)),
        nodes=engine.nodes,
        time_s=time.perf_counter() - started,
    )


def _check_want(want: Collection[str]) -> None:
    faults = [
        Fault(Reason.BAD_REQUEST, f"{w!r} cannot be wanted; there are {', '.join(WANTS)}", field=w)
        for w in want
        if w not in WANTS
    ]
    if faults:
        raise InputError(faults)


class _Back:
    """Translates what the engine says of the canonical position."""

    def __init__(self, position: Position, renamed: Position, relabelling: Relabelling) -> None:
        self._position = position
        self._hand = renamed.hand
        self._there = relabelling
        self.card = relabelling.inverse().card
        self.renamed = relabelling.card

    def place(self, card: Card) -> int:
        """The place of a card of the seat to play in its canonical hand."""
        return self._hand.index(self.renamed(card))

    def sides(self, left: Bounds) -> tuple[Bounds, Bounds]:
        """Both sides' points over the whole hand, from what the canonical side 0 still takes."""
        pair = (left, left.against(self._position.points_left))
        first, second = reversed(pair) if self._there.swapped else pair
        taken = self._position.points
        return first.plus(taken[0]), second.plus(taken[1])


def _cards(
    position: Position, engine: Engine, back: _Back, bounds: tuple[Bounds, Bounds]
) -> tuple[CardResult, ...]:
    seat = position.to_play
    if seat is None:
        return ()
    side = position.contract.side_of[seat]
    same = equivalent_cards(position)
    # in the canonical order: what a limit leaves open must not hang on names either
    firsts = sorted(dict.fromkeys(same.values()), key=back.place)
    values = engine.card_values(map(back.renamed, firsts))
    found = {c: back.sides(left)[side] for c, left in zip(firsts, values, strict=True)}
    best = bounds[side].exact
    return tuple(
        CardResult(
            card=card,
            bounds=found[first],
            loss=_loss(best, found[first]),
            same_as=None if first == card else first,
        )
        for card, first in same.items()
    )


def _loss(best: int | None, bounds: Bounds) -> int | None:
    return None if best is None or bounds.exact is None else best - bounds.exact


def _score(deal: Deal, bounds: tuple[Bounds, Bounds]) -> tuple[int, int] | None:
    """The hand score; an ending is no whole hand and has none."""
    points = tuple(side.exact for side in bounds)
    whole = deal.tricks == deal.rules.hand_size
    if not whole or points[0] is None or points[1] is None or deal.trump is None:
        return None
    return hand_score(deal.rules, deal.trump, (points[0], points[1]), deal.bid)
