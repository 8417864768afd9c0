"""How a deal should be called with all cards known, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.results import DoubleDummyTable

__all__ = ["CallValue", "Ceiling", "Par", "ParCall"]


class Ceiling(NamedTuple):
    """The most that a seat makes as the declarer.

    Attributes:
        points: the points with its best trump.
        trump: that trump, the first one of the rules where several are best.
    """

    points: int
    trump: str


class CallValue(NamedTuple):
    """What comes of one call, if all call and play as well as can be from there.

    Attributes:
        call: ``pass``, a bid as digits, a suit letter or ``NT``.
        trump: the trump that the hand is then played with; None if it is not played, as all else.
        declarer: the declarer's seat, in the order of play of the deal; None where partners play.
        bid: the declarer's bid; None where partners play.
        points: the points that the side of the seat that calls then takes.
        score: the net score of that seat, see
            :func:`~manille.solver.rules.foreseen.net_score`; 0 if the hand is not played. Where
            the rules score nothing, and of an ending without an auction, the points less those of
            the other side.
    """

    call: str
    trump: str | None
    declarer: int | None
    bid: int | None
    points: int | None
    score: float


@dataclass(frozen=True)
class ParCall:
    """What a seat should call, and why.

    Attributes:
        seat: the seat, in the order of play of the deal.
        call: what it should call.
        values: the calls that were compared, the best first, which is ``call``. Where a trump is
            named they are all that may be named; of the bids in an auction they are the highest
            one that the seat can make and the lowest one that it may make and, where no trump
            multiplies the score, those that might take it away from another seat.
    """

    seat: int
    call: str
    values: tuple[CallValue, ...]


@dataclass(frozen=True)
class Par:
    """How a deal should be called, and what then comes of it.

    Attributes:
        calls: the calls in turn, to the end of the calling: from the calls of the deal on, if they
            have not ended, else from the first one.
        played: False where all pass and the hand is not played; all that follows is None then.
        trump: a suit letter, or ``NT``.
        chooser: the seat that names it, in the order of play of the deal.
        declarer: the declarer's seat, in auction games; else None.
        bid: the declarer's bid, in auction games; else None.
        points: the points of side 0 and side 1. Side 0 is the declarer or, where partners play,
            the side of the deal's first seat.
        score: what side 0 and side 1 score; None where the rules score nothing, and of an ending.
            In auction games the second figure is what each other seat scores.
        ceilings: the most that each seat makes as the declarer, in auction games; else empty.
        table: what all this rests on: every trump, led by the deal's first seat, and every declarer
            in auction games.
    """

    calls: tuple[ParCall, ...]
    played: bool
    trump: str | None
    chooser: int | None
    declarer: int | None
    bid: int | None
    points: tuple[int, int] | None
    score: tuple[int, int] | None
    ceilings: tuple[Ceiling, ...]
    table: DoubleDummyTable
