"""Solving a position: points of both sides, what each card is worth, one best line."""

from __future__ import annotations

import time
from collections.abc import Collection

from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.window import Window, read_window
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
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
    window: Window | None = None,
    side: int = 0,
) -> Solution:
    """The value of a deal after the cards already played, with all hands known.

    Both sides play as well as can be, each knowing all cards. Where several cards are best, the
    line plays the one with the fewest points, of those the weakest, and of those the one of the
    first suit in the canonical order (trump, then the plain suits by who holds what).

    With a window, points in it are exact; of others, and of cards that lead to others, it is only
    found on which side of it they lie, which can be much cheaper. A value beside the window has
    neither a score nor a line, and no card then a loss: all of these hang on the exact points.

    Args:
        deal: the deal; trump, all hands and, in auction games, the declarer must be known.
        want: any of :data:`WANTS`; points are always found.
        limits: where the search ends with the bounds proven so far; none by default.
        cancel: a token to end it likewise from another thread.
        window: the lowest and the highest points that are wanted exactly, both included, None for
            an open end: (20, None). They are those of ``side`` over the whole hand, cards already
            played included.
        side: whose points the window is about: 0 is the first seat's side or the declarer, 1 the
            others.

    Raises:
        DealError: something about the deal that must be known is not.
        InputError: ``want`` names something that does not exist, or nothing lies in the window.
    """
    started = time.perf_counter()
    _check_want(want)
    position = Position.of(deal)
    wanted = read_window(window, side, deal.total)
    search = _Search(position, wanted, limits, cancel)
    bounds = search.value()
    cards = search.cards(bounds) if "cards" in want else None
    line = search.line(bounds) if "line" in want else None
    return Solution(
        bounds=bounds,
        score=_score(deal, bounds),
        cards=cards,
        line=line,
        nodes=search.engine.nodes,
        time_s=time.perf_counter() - started,
        window=wanted,
    )


def _check_want(want: Collection[str]) -> None:
    faults = [
        Fault(Reason.BAD_REQUEST, f"{w!r} cannot be wanted; there are {', '.join(WANTS)}", field=w)
        for w in want
        if w not in WANTS
    ]
    if faults:
        raise InputError(faults)


class _Search:
    """One search effort over the canonical form of a position; its answers in the names it had."""

    def __init__(
        self,
        position: Position,
        window: Bounds | None,
        limits: Limits | None,
        cancel: CancelToken | None,
    ) -> None:
        self.position = position
        self.renamed = Renamed(position)
        self.engine = Engine(self.renamed.position, limits, cancel)
        self.window = None if window is None else self.renamed.left(position, window)

    def value(self) -> tuple[Bounds, Bounds]:
        """The points of both sides."""
        return self.renamed.sides(self.position, self.engine.value(self.window))

    def cards(self, bounds: tuple[Bounds, Bounds]) -> tuple[CardResult, ...]:
        """What each legal card is worth, given the points of both sides."""
        position, renamed = self.position, self.renamed
        if position.to_play is None:
            return ()
        side = position.contract.side_of[position.to_play]
        same = equivalent_cards(position)
        # in the canonical order: what a limit leaves open must not hang on names either
        firsts = sorted(dict.fromkeys(same.values()), key=renamed.place)
        values = self.engine.card_values(map(renamed.there, firsts), self.window)
        found = {
            card: renamed.sides(position, left)[side]
            for card, left in zip(firsts, values, strict=True)
        }
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

    def line(self, bounds: tuple[Bounds, Bounds]) -> tuple[Card, ...] | None:
        """One best line, where the points are known; to look for one would find them out."""
        line = None if bounds[0].exact is None else self.engine.line()
        return None if line is None else tuple(map(self.renamed.back, line))


def _loss(best: int | None, bounds: Bounds) -> int | None:
    return None if best is None or bounds.exact is None else best - bounds.exact


def _score(deal: Deal, bounds: tuple[Bounds, Bounds]) -> tuple[int, int] | None:
    """The hand score; an ending is no whole hand and has none."""
    points = tuple(side.exact for side in bounds)
    whole = deal.tricks == deal.rules.hand_size
    if not whole or points[0] is None or points[1] is None or deal.trump is None:
        return None
    return hand_score(deal.rules, deal.trump, (points[0], points[1]), deal.bid)
