"""What an adviser found, as plain values.

All of it is about layouts: ways in which the hidden cards may lie. Each is solved with all cards
known, and every option is held against the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from manille.solver.cards import Card

__all__ = [
    "Advice",
    "BidAdvice",
    "BidOption",
    "CallOption",
    "Mean",
    "PlayAdvice",
    "PlayOption",
    "Points",
    "Refinement",
]


class Mean(NamedTuple):
    """A mean over the layouts, with its 95 % interval.

    Attributes:
        mean: the mean.
        low: the lower end of the interval.
        high: the upper end.
    """

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Points:
    """How the points of the seat's side over the whole hand are spread over the layouts.

    Attributes:
        mean: their mean.
        p10: a tenth of the layouts gave at most so many.
        p50: half of them.
        p90: nine tenths.
        histogram: for each number of points, in rising order, in how many layouts it came; those
            that never came are left out. They are all layouts in which the hand is played.
    """

    mean: float
    p10: int
    p50: int
    p90: int
    histogram: Mapping[int, int]


class BidOption(NamedTuple):
    """One bid with a trump, in an auction game, as the final contract.

    Attributes:
        bid: the bid in points.
        make: the share of the layouts in which it is made, from 0 to 1.
        mean: the mean net score of playing it: see
            :func:`~manille.solver.rules.foreseen.net_score`.
    """

    bid: int
    make: float
    mean: float


@dataclass(frozen=True)
class CallOption:
    """One thing that may be called.

    Attributes:
        call: ``pass``, a suit letter or ``NT``. In an auction a trump stands for bidding with it.
        objective: what was to be made large: the net score, the points, or the share of the
            layouts that reach the goal. Of a trump in an auction it is that of ``bid``.
        behind: how far the best option is ahead, the mean of the differences in each layout; None
            for the best one itself.
        make: the share of the layouts in which the seat's side scores: more than half of the
            points, the bid made or, after a pass, the bid of another failing. None where the rules
            score nothing.
        points: the points of the seat's side, in the layouts in which the hand is played; None if
            it is played in none, as when all would pass.
        bid: the bid with the best mean score for this trump, in auction games; None else.
        bids: every bid from the lowest that may be made now to the highest that is ever made.
    """

    call: str
    objective: Mean
    behind: Mean | None
    make: float | None
    points: Points | None
    bid: int | None = None
    bids: tuple[BidOption, ...] = ()


@dataclass(frozen=True)
class PlayOption:
    """One legal card.

    Attributes:
        card: the card.
        objective, behind, make, points: as those of :class:`CallOption`.
    """

    card: Card
    objective: Mean
    behind: Mean | None
    make: float | None
    points: Points


@dataclass(frozen=True)
class Refinement:
    """Where advice stands.

    Attributes:
        seat: the name of the seat that asks.
        objective: what was made large: ``score``, ``points`` or ``reach``.
        reach: the points to be reached, where that is the objective; None else.
        samples: how many layouts were solved.
        layouts: how many layouts fit what the seat knows.
        clear: whether the choice is clear: every other option is surely worse, or surely as good
            but for a trifle.
        final: whether this is the last word: a limit was met, or the choice is clear.
        nodes: seats to play that were looked at so far.
        time_s: seconds of wall time so far.
    """

    seat: str
    objective: str
    reach: int | None
    samples: int
    layouts: int
    clear: bool
    final: bool
    nodes: int
    time_s: float


@dataclass(frozen=True)
class BidAdvice:
    """What to call.

    Attributes:
        call: the best call: ``pass``, a suit letter or ``NT``.
        bid: what to bid with it now, in an auction; None else.
        highest: the highest bid worth making with it, should others bid: the last one that is worth
            more than passing now, before they do; None where there is none.
        options: every call, the best first.
        state: where the advice stands.
    """

    call: str
    bid: int | None
    highest: int | None
    options: tuple[CallOption, ...]
    state: Refinement


@dataclass(frozen=True)
class PlayAdvice:
    """Which card to play.

    Attributes:
        card: the best card.
        options: every legal card, the best first.
        state: where the advice stands.
    """

    card: Card
    options: tuple[PlayOption, ...]
    state: Refinement


Advice: TypeAlias = BidAdvice | PlayAdvice
