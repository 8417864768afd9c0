"""Whether what is said to be made with a chance is made that often."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.advice.chances import Chance, Share, reliability, standard_error
from benchmarks.advice.effort import Effort
from benchmarks.advice.hands import (
    SEEDS,
    Case,
    all_of,
    cases,
    fresh_layouts,
    points_by_trump,
    side0_points,
    won_at,
)
from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from manille.solver.advice import advise_bid
from manille.solver.advised import BidAdvice, CallOption
from manille.solver.deals import Deal
from manille.solver.rules.calls import PASS

__all__ = ["calibration", "chances_of"]

MOST = 0.03


def calibration(effort: Effort) -> Iterator[Bar]:
    """The chances that advice states, against fresh layouts and against the deals themselves."""
    for name, hands in effort.calibrated.items():
        chances: list[Chance] = []
        numbers = progress(range(hands), f"calibration, {name}")
        for _, case in zip(numbers, cases(name, effort), strict=False):
            chances += chances_of(case, effort)
        yield _row(name, "the advised trump", [one for one in chances if one.advised], effort)
        yield _row(name, "each trump", chances, effort)
        yield _dealt(name, chances)


def chances_of(case: Case, effort: Effort) -> list[Chance]:
    """The chances that are stated for one hand, a trump each.

    In a choice of trump it is to take more than half of the points. In an auction it is to make a
    bid at which the seat has won it, one that this hand may or may not make.
    """
    bid = None if case.bids is None else _some_bid(case.bids, case.number)
    deal = case.deal if bid is None else won_at(case.dealt, case.seat, bid)
    advice = advise_bid(deal, limits=all_of(effort.stated, case.number), threads=effort.threads)
    options = [option for option in advice.options if option.call != PASS]
    fresh, of = _fresh(deal, case, bid, effort)
    chances = []
    for option in options:
        trump = option.call
        as_dealt = side0_points(case.dealt, trump, None if bid is None else case.seat)
        chances.append(
            Chance(
                case.number,
                trump,
                option is options[0],
                _stated(option, advice),
                Share(fresh[trump], of),
                _made(case, trump, as_dealt, bid),
            )
        )
    return chances


def _some_bid(bids: tuple[int, int], number: int) -> int:
    """One of the bids that the hand may or may not make."""
    low, high = bids
    return low + int(Random(f"bid:{SEED}:{number}").random() * (high - low + 1))


def _fresh(deal: Deal, case: Case, bid: int | None, effort: Effort) -> tuple[Counter[str], int]:
    """In how many fresh layouts it is made with each trump, and of how many."""
    made, of, points = Counter[str](), 0, points_by_trump(deal)
    for found in fresh_layouts(deal, case.number, effort.fresh, effort.threads):
        of += 1
        for trump, side0 in points(found).items():
            made[trump] += _made(case, trump, side0, bid)
    return made, of


def _made(case: Case, trump: str, side0: int, bid: int | None) -> bool:
    """Whether these points are what is to be made."""
    if bid is not None:
        return side0 >= bid
    total = case.dealt.rules.total(trump)
    return 2 * (total - side0 if case.seat % 2 else side0) > total


def _stated(option: CallOption, advice: BidAdvice) -> Share:
    assert option.make is not None  # all these games score
    return Share(round(option.make * advice.state.samples), advice.state.samples)


def _row(name: str, which: str, chances: Sequence[Chance], effort: Effort) -> Bar:
    errors = [one.error for one in chances]
    absolute = statistics.fmean(map(abs, errors))
    alone = statistics.fmean(one.noise for one in chances)
    off, error = statistics.fmean(errors), standard_error(chances, "error")
    hands = len({one.hand for one in chances})
    return Bar(
        "calibration",
        f"error of a stated chance, mean of the absolute, {name}, {which}",
        f"at most {MOST}",
        f"{absolute:.4f}",
        absolute <= MOST,
        f"{len(chances):,} chances of {hands} hands {_which(chances)}, {effort.stated} layouts "
        f"against {effort.fresh} fresh ones ({SEEDS}); the noise of two such samples alone gives "
        f"{alone:.4f}; stated less made {off:+.4f} ± {error:.4f}, the most "
        f"{max(map(abs, errors)):.3f}",
        data={
            "game": name,
            "which": which,
            "absolute": absolute,
            "noise": alone,
            "off": off,
            "off_error": error,
            "hands": hands,
            "reliability": [one._asdict() for one in reliability(chances)],
            "pairs": [(round(one.stated.share, 4), round(one.fresh.share, 4)) for one in chances],
        },
    )


def _which(chances: Sequence[Chance]) -> str:
    """Which hands they are; hands that cannot make the lowest bid were left out."""
    return f"out of {max(one.hand for one in chances) + 1} deals of seed {SEED}"


def _dealt(name: str, chances: Sequence[Chance]) -> Bar:
    """The chances against the cards as they were dealt, which no sampling has a part in."""
    off = statistics.fmean(one.surprise for one in chances)
    error = standard_error(chances, "surprise")
    made = statistics.fmean(one.dealt for one in chances)
    return Bar(
        "calibration",
        f"stated chance less the share of the deals themselves that make it, {name}, each trump",
        "",
        f"{off:+.4f} ± {error:.4f}",
        None,
        f"the same {len(chances):,} chances; {made:.3f} of them are made as the cards were dealt; "
        "mean with its standard error, the chances of a hand taken together",
        data={"game": name, "off": off, "off_error": error, "made": made},
    )
