"""Means, intervals and quantiles against figures of the tables, and against counting."""

from __future__ import annotations

import math
from random import Random
from statistics import mean, variance

import pytest

from manille.solver.advice.spread import interval_of, mean_of, points_of, surely

# 97.5 % quantiles of Student's distribution, from any table of it.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 29: 2.045, 199: 1.972}


@pytest.mark.parametrize("freedom", STUDENT)
def test_the_interval_of_a_mean_is_students(freedom: int) -> None:
    rng = Random(freedom)
    values = [rng.random() for _ in range(freedom + 1)]
    low, high = interval_of(values, 0)
    count, off = len(values), (max(values) - min(values)) / 2
    squares = variance(values) * freedom + 2 * off**2
    error = math.sqrt(squares / freedom / count)
    assert (high - low) / 2 / error == pytest.approx(STUDENT[freedom], abs=0.005)
    assert (high + low) / 2 == pytest.approx(mean(values))


def test_an_interval_is_missed_one_time_in_twenty_at_most() -> None:
    rng, missed = Random(5), 0
    for _ in range(4000):
        low, high = interval_of([rng.gauss(3, 2) for _ in range(10)], 0)
        missed += not low <= 3 <= high
    assert 60 <= missed <= 200  # one time in twenty or less often: few values are trusted less


def test_one_value_says_nothing_about_the_mean_but_what_is_possible() -> None:
    assert interval_of([3], 1) == (-math.inf, math.inf)
    assert mean_of([3], 0, 61, 1) == (3, 0, 61)


def test_an_interval_stays_within_what_is_possible() -> None:
    assert mean_of([0, 61], 0, 61, 1) == (30.5, 0, 61)
    found = mean_of([60, 61, 61, 61], 0, 61, 1)
    assert found.low < found.mean < found.high == 61


@pytest.mark.parametrize(
    ("made", "count", "low", "high"),
    # Brown, Cai and DasGupta, Statistical Science 16 (2001), have the formula; worked out by hand.
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_of_a_share_is_wilsons(made: int, count: int, low: float, high: float) -> None:
    found = mean_of([1.0] * made + [0.0] * (count - made), 0, 1, 0.5, share=True)
    assert found.mean == made / count
    assert found.low == pytest.approx(low, abs=0.0001)
    assert found.high == pytest.approx(high, abs=0.0001)


def test_quantiles_are_the_least_values_that_so_many_do_not_exceed() -> None:
    found = points_of([5, 1, 4, 2, 3, 10, 9, 8, 7, 6])
    assert (found.mean, found.p10, found.p50, found.p90) == (5.5, 1, 5, 9)
    assert points_of([7]).p10 == points_of([7]).p90 == 7


def test_the_histogram_counts_every_layout_in_rising_order() -> None:
    found = points_of([3, 1, 3, 3])
    assert list(found.histogram.items()) == [(1, 1), (3, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_quantiles_against_counting(seed: int) -> None:
    rng = Random(seed)
    values = [rng.randrange(62) for _ in range(rng.randrange(1, 300))]
    found = points_of(values)
    for share, quantile in ((0.1, found.p10), (0.5, found.p50), (0.9, found.p90)):
        at_most = sum(value <= quantile for value in values)
        below = sum(value < quantile for value in values)
        assert below < share * len(values) <= at_most, f"seed {seed}"


def test_values_that_agree_leave_a_doubt_that_shrinks_with_their_number() -> None:
    """One more above and one below are reckoned with; by themselves equal ones would be sure."""
    widths = []
    for count in (4, 8, 32, 200):
        low, high = surely([2.0] * count, 1, 10)
        assert (low + high) / 2 == pytest.approx(2)
        assert (high - low) / 2 == pytest.approx(math.sqrt(2 * 100 / (count - 1) / count))
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    low, high = interval_of([0, 0, 0, 0], 20)
    assert low < -2.2 < high


def test_a_doubt_is_lost_among_values_that_spread() -> None:
    rng = Random(3)
    values = [rng.gauss(0, 20) for _ in range(200)]
    low, high = interval_of(values, 6)
    bare = 2 * STUDENT[199] * math.sqrt(variance(values) / 200)
    assert bare < high - low < 1.06 * bare


def test_errors_are_standard_errors() -> None:
    assert surely([1, 3], 1, 0) == pytest.approx((2 - math.sqrt(2), 2 + math.sqrt(2)))
