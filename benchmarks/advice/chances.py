"""Stated chances held against shares, and what of their distance is the noise of sampling."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

__all__ = ["Bin", "Chance", "Share", "noise", "reliability", "standard_error"]

BINS = 10


class Share(NamedTuple):
    """In how many of some layouts a side makes it."""

    made: int
    of: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.made / self.of


@dataclass(frozen=True)
class Chance:
    """One chance that was stated, and what it is held against.

    Attributes:
        hand: the number of the hand.
        trump: the trump with which it is to be made.
        advised: whether that is the trump that is advised.
        stated: what the chance rests on.
        fresh: the same of fresh layouts.
        dealt: whether it is made as the cards were dealt.
    """

    hand: int
    trump: str
    advised: bool
    stated: Share
    fresh: Share
    dealt: bool

    @property
    def error(self) -> float:
        """How much too high the stated chance is."""
        return self.stated.share - self.fresh.share

    @property
    def surprise(self) -> float:
        """How much too high it is for the cards as they were dealt."""
        return self.stated.share - self.dealt

    @property
    def noise(self) -> float:
        """How far two such shares are apart on average where the chance is the same."""
        return noise(self.stated, self.fresh)


def noise(first: Share, second: Share) -> float:
    """The mean distance of two shares of one chance, given how many they made together.

    Then the number made of the first is hypergeometric, whatever the chance is, so nothing has to
    be known or guessed.
    """
    both, of = first.made + second.made, first.of + second.of
    low, high = max(0, both - second.of), min(both, first.of)
    mean, distance = both * first.of / of, 0.0
    scale = _log_ways(of, both)
    for made in range(low, high + 1):
        ways = _log_ways(first.of, made) + _log_ways(second.of, both - made)
        distance += math.exp(ways - scale) * abs(made - mean)
    return distance * (1 / first.of + 1 / second.of)


def _log_ways(of: int, made: int) -> float:
    return math.lgamma(of + 1) - math.lgamma(made + 1) - math.lgamma(of - made + 1)


def standard_error(chances: Sequence[Chance], attribute: str) -> float:
    """The standard error of the mean of an attribute; the chances of one hand go together.

    Infinite of a single hand.
    """
    values = [[getattr(one, attribute) for one in of] for _, of in _by_hand(chances)]
    if len(values) < 2:
        return math.inf
    mean = statistics.fmean(value for of in values for value in of)
    apart = math.fsum(math.fsum(value - mean for value in of) ** 2 for of in values)
    return math.sqrt(apart * len(values) / (len(values) - 1)) / len(chances)


def _by_hand(chances: Sequence[Chance]) -> Iterator[tuple[int, list[Chance]]]:
    """The chances of each hand; those of one hand stand together."""
    for hand, of in groupby(chances, key=lambda one: one.hand):
        yield hand, list(of)


class Bin(NamedTuple):
    """The chances that were stated between two tenths.

    Attributes:
        tenth: the lower tenth, from 0 to 9; a chance of 1 is in the last one.
        chances: how many there are.
        stated: their mean.
        fresh: the mean share of the fresh layouts that make it.
        dealt: the share of the deals themselves that make it.
    """

    tenth: int
    chances: int
    stated: float
    fresh: float
    dealt: float


def reliability(chances: Sequence[Chance]) -> list[Bin]:
    """The chances by tenths of what was stated; tenths without any are left out."""
    return [_bin(tenth, list(of)) for tenth, of in groupby(sorted(chances, key=_tenth), key=_tenth)]


def _tenth(chance: Chance) -> int:
    return min(BINS * chance.stated.made // chance.stated.of, BINS - 1)


def _bin(tenth: int, chances: Sequence[Chance]) -> Bin:
    return Bin(
        tenth,
        len(chances),
        statistics.fmean(one.stated.share for one in chances),
        statistics.fmean(one.fresh.share for one in chances),
        statistics.fmean(one.dealt for one in chances),
    )
