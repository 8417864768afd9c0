"""What a hand was worth at each moment of its play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property

from manille.solver.analysis.found import Found
from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.settle import settle_beyond, settle_near
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds, PlayValues

__all__ = ["PlayQuestion", "solve_along", "values_along"]

MOST = 1 << 30  # more points than any deal has


def solve_along(
    deal: Deal, limits: Limits | None = None, cancel: CancelToken | None = None
) -> PlayValues:
    """The points of both sides before the first card of a deal and after each card played.

    All in one search effort, which costs little more than the value before the first card. What a
    card gave away is the difference between the moments before and after it;
    :func:`~.review.review` tells more of each, and takes cards that broke an obligation too.

    Args:
        deal: the deal with the cards played; trump, all hands and, in auction games, the declarer
            must be known.
        limits: where the search ends with the bounds proven so far; none by default. The last
            moments are searched first, so it is the first ones that a limit leaves open.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
        IllegalCardError: a card played is not held or breaks an obligation.
    """
    question = PlayQuestion(deal)
    return question.tell(question.search(limits, cancel))


class PlayQuestion:
    """What a hand was worth at each moment: the question of :func:`solve_along`, to be shared.

    Attributes:
        deal: the deal with the cards played.
    """

    def __init__(self, deal: Deal) -> None:
        """Take what :func:`solve_along` takes, and refuse what it refuses."""
        self.deal = deal
        Position.of(deal)
        self._renamed = Renamed(Position.start(deal))

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        played = "".join(map(str, self._played))
        return b"play " + played.encode() + b" " + self._renamed.key

    @cached_property
    def _played(self) -> list[Card]:
        return list(map(self._renamed.there.card, self.deal.played))

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        started = time.perf_counter()
        positions = [self._renamed.position]
        for card in self._played:
            positions.append(positions[-1].play_legal(card))
        engine = Engine(positions[0], limits, cancel)
        values = tuple(values_along(engine, positions))
        return Found(
            values=values,
            nodes=engine.nodes,
            time_s=time.perf_counter() - started,
            complete=all(value.exact is not None for value in values),
        )

    def tell(self, found: Found) -> PlayValues:
        """The answer in the names of this deal."""
        # nothing is taken before the first card: what is left there is the whole hand
        pairs = tuple(map(self._renamed.sides, found.values))
        return PlayValues(pairs, found.nodes, found.time_s)


def values_along(
    engine: Engine, positions: Sequence[Position], legal: Sequence[bool] | None = None
) -> list[Bounds]:
    """The points of side 0 over the whole hand at each moment of a play, the last searched first.

    From one moment to the next a legal card can only cost the side that plays it. So each value
    bounds its neighbors on one side, and most often, since few cards cost anything, is theirs. An
    illegal card may gain something as well: there a value is merely a good guess at the other.

    Args:
        engine: an engine over the deal.
        positions: the position before the first card, and after each.
        legal: whether each card was legal; None if all were.
    """
    kept = [True] * len(positions[1:]) if legal is None else legal
    found: list[Bounds] = []
    for n in reversed(range(len(positions))):
        engine.turn_to(positions[n])
        taken = positions[n].points[0]
        known, upward = Bounds(taken, taken + positions[n].points_left), _side0_plays(positions[n])
        if found and not kept[n]:
            left = settle_near(engine, found[-1].low - taken, known.plus(-taken))
        else:
            bound = _half(found[-1], low=upward) if found else known
            left = settle_beyond(engine, known.within(bound).plus(-taken), upward)
        found.append(left.plus(taken))
    found.reverse()
    for n, position in enumerate(positions[:-1]):
        if kept[n]:
            half = _half(found[n], low=not _side0_plays(position))
            found[n + 1] = found[n + 1].within(half)
    return found


def _side0_plays(position: Position) -> bool:
    return position.to_play is not None and position.contract.side_of[position.to_play] == 0


def _half(bounds: Bounds, low: bool) -> Bounds:
    """The lower or the upper bound alone."""
    return Bounds(bounds.low, MOST) if low else Bounds(0, bounds.high)
