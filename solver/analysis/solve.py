"""Solving a position: points of both sides, what each card is worth, one best line."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from functools import cached_property

from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.found import Found, FoundCard
from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.scored import known_score
from manille.solver.analysis.window import Window, read_window, window_key
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.errors import Fault, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.results import Bounds, CardResult, Solution

__all__ = ["ALL_WANTS", "WANTS", "SolveQuestion", "solve"]

WANTS = ("points", "cards", "line")
"""What is found unless something else is wanted."""

ALL_WANTS = (*WANTS, "lines")
"""All that may be wanted."""

_LETTERS = {"points": "p", "cards": "c", "line": "l", "lines": "L"}  # in the key


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
        want: any of :data:`ALL_WANTS`. ``points``: they are always found. ``cards``: what each
            legal card is worth. ``line``: one best line to the end. ``lines``: one after each legal
            card, which shows what it gives away; this wants ``cards`` too.
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
    question = SolveQuestion(deal, want, window, side)
    return question.tell(question.search(limits, cancel))


class SolveQuestion:
    """What a position is worth: the question of :func:`solve`, for a search that may be shared.

    Attributes:
        deal: the deal.
        want: what is wanted, in the order of :data:`ALL_WANTS`.
        window: the points of side 0 that are wanted exactly; None for all.
    """

    def __init__(
        self,
        deal: Deal,
        want: Collection[str] = WANTS,
        window: Window | None = None,
        side: int = 0,
    ) -> None:
        """Take what :func:`solve` takes, and refuse what it refuses."""
        self.deal = deal
        self.want = WANTS if want is WANTS else _checked(want)
        self.position = Position.of(deal)
        self.window = None if window is None else read_window(window, side, deal.total)
        self._renamed = Renamed(self.position)

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        wanted = "".join(map(_LETTERS.__getitem__, self.want))
        return b"solve %s " % wanted.encode() + window_key(self._left_window) + self._renamed.key

    @cached_property
    def _left_window(self) -> Bounds | None:
        return None if self.window is None else self._renamed.left(self.window)

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        started, window = time.perf_counter(), self._left_window
        position = self._renamed.position
        engine = Engine(position, limits, cancel)
        left = engine.value(window)
        cards = tuple(_found_cards(engine, position, window)) if "cards" in self.want else None
        # to look for a line would find out the points that a window saves
        known = left.exact is not None
        line = engine.line() if "line" in self.want and known else None
        if cards is not None and "lines" in self.want:
            cards = tuple(_with_lines(engine, position, cards))
        proven = all(one.settles(window) for one in (left, *(card.left for card in cards or ())))
        return Found(
            values=(left,),
            cards=cards,
            line=None if line is None else tuple(line),
            nodes=engine.nodes,
            time_s=time.perf_counter() - started,
            complete=proven
            and (line is not None or "line" not in self.want or not known)
            and ("lines" not in self.want or not any(map(_lacks_line, cards or ()))),
        )

    def tell(self, found: Found) -> Solution:
        """The answer in the names of this deal."""
        bounds = self._renamed.sides(found.values[0])
        back = self._renamed.back.cards
        return Solution(
            bounds=bounds,
            score=known_score(self.deal, bounds),
            cards=None if found.cards is None else self._cards(found.cards, bounds),
            line=None if found.line is None else tuple(map(back.__getitem__, found.line)),
            nodes=found.nodes,
            time_s=found.time_s,
            window=self.window,
        )

    def _cards(
        self, found: tuple[FoundCard, ...], bounds: tuple[Bounds, Bounds]
    ) -> tuple[CardResult, ...]:
        """What each legal card is worth to the side that plays it, in the order of the hand."""
        position, renamed = self.position, self._renamed
        if position.to_play is None:
            return ()
        side, back = position.contract.side_of[position.to_play], renamed.back.card
        best, results = bounds[side].exact, []
        lines = {one.card: one.line for one in found}
        for card, left, same_as, line in found:
            worth = renamed.sides(left)[side]
            loss = None if best is None or worth.exact is None else best - worth.exact
            same = None if same_as is None else back(same_as)
            if same_as is not None:
                line = _exchanged(lines[same_as], same_as, card)
            told = None if line is None else tuple(map(back, line))
            results.append(CardResult(back(card), worth, loss, same, told))
        # within a suit the canonical hand has the same order
        suits = position.contract.rules.family.suits
        return tuple(sorted(results, key=lambda result: suits.index(result.card.suit)))


def _checked(want: Collection[str]) -> tuple[str, ...]:
    faults = [
        Fault(
            Reason.BAD_REQUEST,
            f"{w!r} cannot be wanted; there are {', '.join(ALL_WANTS)}",
            field=w,
        )
        for w in want
        if w not in ALL_WANTS
    ]
    if faults:
        raise InputError(faults)
    wanted = {"points", *want} | ({"cards"} if "lines" in want else set())
    return tuple(word for word in ALL_WANTS if word in wanted)


def _found_cards(engine: Engine, position: Position, window: Bounds | None) -> Iterator[FoundCard]:
    """What each legal card leads to; equivalent ones are searched once."""
    same = equivalent_cards(position)
    firsts = list(dict.fromkeys(same.values()))
    left = dict(zip(firsts, engine.card_values(firsts, window), strict=True))
    for card, first in same.items():
        yield FoundCard(card, left[first], None if first == card else first)


def _with_lines(
    engine: Engine, position: Position, cards: tuple[FoundCard, ...]
) -> Iterator[FoundCard]:
    """The cards with a line for each that stands for itself and whose value is known.

    To look for a line would find out the points that a window saves.
    """
    for one in cards:
        if one.same_as is not None or one.left.exact is None:
            yield one
            continue
        engine.turn_to(position.play_legal(one.card))
        rest = engine.line()
        yield one if rest is None else one._replace(line=(one.card, *rest))


def _lacks_line(card: FoundCard) -> bool:
    return card.line is None and card.same_as is None and card.left.exact is not None


def _exchanged(line: tuple[Card, ...] | None, one: Card, other: Card) -> tuple[Card, ...] | None:
    """A line in which two equivalent cards of a hand have changed places."""
    places = {one: other, other: one}
    return None if line is None else tuple(places.get(card, card) for card in line)
