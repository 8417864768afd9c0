"""Means with their intervals, and how points are spread, from one value for each layout."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist

from manille.solver.advised import Mean, Points

__all__ = ["exactly", "interval_of", "mean_of", "points_of", "surely"]

CONFIDENCE = 0.95
Z95 = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def mean_of(
    values: Sequence[float], least: float, most: float, reach: float, share: bool = False
) -> Mean:
    """The mean and its 95 % interval, within what is possible at all.

    Args:
        values: one value for each layout, at least one.
        least: the least that a value can be.
        most: the largest that one can be.
        reach: how far from the mean values may lie though none did so far, see
            :func:`interval_of`.
        share: whether each value is 0 or 1. Then the interval is Wilson's, which is right for few
            values and for shares near 0 or 1 too; else Student's.
    """
    mean = math.fsum(values) / len(values)
    low, high = _wilson(mean, len(values)) if share else interval_of(values, reach)
    return Mean(mean, min(max(low, least), mean), max(min(high, most), mean))


def exactly(values: Sequence[float]) -> Mean:
    """The mean where the values are all that there are: nothing is left to guess."""
    mean = math.fsum(values) / len(values)
    return Mean(mean, mean, mean)


def interval_of(values: Sequence[float], reach: float) -> tuple[float, float]:
    """Student's 95 % interval of the mean; without end for a single value.

    Values that happen to agree say little about those not seen yet: by themselves, four equal ones
    would leave no doubt at all. So the spread is taken as if two more values had been seen, one
    above the mean and one below, in the manner of what Agresti and Coull do for shares (The
    American Statistician 52, 1998): as far off as half the span of the values, and no less than
    ``reach``. Among many values that do spread this makes no difference.

    Args:
        values: one value for each layout.
        reach: how far from the mean values may lie though none did so far.
    """
    if len(values) < 2:
        return -math.inf, math.inf
    mean, error = _mean_and_error(values, reach)
    half = _student(len(values) - 1) * error
    return mean - half, mean + half


def surely(values: Sequence[float], errors: float, reach: float) -> tuple[float, float]:
    """The mean less and plus so many standard errors, those of :func:`interval_of`."""
    mean, error = _mean_and_error(values, reach)
    return mean - errors * error, mean + errors * error


def points_of(values: Sequence[int]) -> Points:
    """How points are spread, from those of each layout, at least one."""
    ordered = sorted(values)
    return Points(
        mean=sum(ordered) / len(ordered),
        p10=_quantile(ordered, 0.1),
        p50=_quantile(ordered, 0.5),
        p90=_quantile(ordered, 0.9),
        histogram=dict(Counter(ordered)),
    )


def _quantile(ordered: Sequence[int], share: float) -> int:
    """The least value that at least this share of the values does not exceed."""
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def _mean_and_error(values: Sequence[float], reach: float) -> tuple[float, float]:
    """The mean and its standard error, of at least two values and the two that may come."""
    count = len(values)
    mean = math.fsum(values) / count
    off = max((max(values) - min(values)) / 2, reach)
    squares = math.fsum((value - mean) ** 2 for value in values) + 2 * off**2
    return mean, math.sqrt(squares / (count - 1) / count)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution.

    Exact for one and two degrees of freedom, else by the expansion of Abramowitz and Stegun,
    26.7.5, which is off by less than 0.004 from three on.
    """
    if freedom == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    if freedom == 2:
        return math.sqrt(2 / (1 - CONFIDENCE**2)) * CONFIDENCE
    z, v = Z95, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / v + second / v**2 + third / v**3 + fourth / v**4


def _wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's score interval of a share (E. B. Wilson, JASA 22, 1927)."""
    z2 = Z95**2 / count
    middle = (share + z2 / 2) / (1 + z2)
    reach = math.sqrt(z2 * (share * (1 - share) + z2 / 4)) / (1 + z2)
    return middle - reach, middle + reach
