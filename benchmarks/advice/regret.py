"""What is lost by advice that rests on few layouts."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from benchmarks.advice.effort import Effort
from benchmarks.advice.hands import SEEDS, Case, all_of, called, cases, fresh_layouts
from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from manille.solver.advice import advise_bid
from manille.solver.advice.auction import declared_in, passed_in
from manille.solver.advice.choice import ChoiceOptions
from manille.solver.advice.goal import Goal
from manille.solver.advised import BidAdvice
from manille.solver.analysis.found import Found
from manille.solver.deals import Deal
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import PASS
from manille.solver.rules.choice import Choice
from manille.solver.rules.foreseen import net_score

__all__ = ["Option", "Regret", "regret", "regret_of"]

GAME, MOST = "manillen", 0.3
SCORE = Goal("score")

Option: TypeAlias = tuple[str, int | None]
"""A call and, of a trump in an auction, the bid."""


@dataclass(frozen=True)
class Regret:
    """What the advised choice of one hand loses, in net score points.

    Attributes:
        hand: the number of the hand.
        call: the advised call.
        plain: against the option that is best on all fresh layouts.
        split: against the one that is best on half of them, on the other half; the mean of both
            ways. It has no part in the luck of the option on the layouts by which it was chosen.
        best: whether the advised choice is best on all fresh layouts.
    """

    hand: int
    call: str
    plain: float
    split: float
    best: bool


@dataclass
class Means:
    """What every option is worth on average over some layouts."""

    sums: dict[Option, float] = field(default_factory=dict)
    count: int = 0

    def add(self, values: Mapping[Option, float]) -> None:
        """Take one more layout."""
        self.count += 1
        for option, value in values.items():
            self.sums[option] = self.sums.get(option, 0.0) + value

    def __add__(self, other: Means) -> Means:
        sums = {option: value + other.sums[option] for option, value in self.sums.items()}
        return Means(sums, self.count + other.count)

    @property
    def best(self) -> Option:
        """The option with the largest mean."""
        return max(self.sums, key=self.sums.__getitem__)

    def behind(self, option: Option, other: Option) -> float:
        """How far one option is behind another one."""
        return (self.sums[other] - self.sums[option]) / self.count


def regret(effort: Effort) -> Iterator[Bar]:
    """The advised choice against the best one on fresh layouts, game by game."""
    for name, hands in effort.regretted.items():
        numbers = progress(range(hands), f"regret, {name}")
        asked = zip(numbers, cases(name, effort), strict=False)
        yield _row(name, [regret_of(case, effort) for _, case in asked], effort)


def regret_of(case: Case, effort: Effort) -> Regret:
    """What the advised choice of one hand loses."""
    deal, number = case.deal, case.number
    advice = advise_bid(deal, limits=all_of(effort.advised, number), threads=effort.threads)
    chosen, values = _chosen(advice), _values(deal)
    halves = (Means(), Means())
    layouts = fresh_layouts(deal, number, effort.held, effort.threads)
    for place, found in enumerate(layouts):
        halves[place % 2].add(values(found))
    first, second = halves
    both = first + second
    split = (first.behind(chosen, second.best) + second.behind(chosen, first.best)) / 2
    plain = both.behind(chosen, both.best)
    return Regret(number, advice.call, plain, split, plain <= 0)


def _chosen(advice: BidAdvice) -> Option:
    return advice.call, advice.bid


def _values(deal: Deal) -> Callable[[Found], dict[Option, float]]:
    """What tells the net score of every option from what is found of a layout."""
    so_far = called(deal)
    return _of_auction(so_far) if isinstance(so_far, Auction) else _of_choice(so_far)


def _of_choice(choice: Choice) -> Callable[[Found], dict[Option, float]]:
    assert choice.to_call is not None
    options, side = ChoiceOptions(choice), choice.to_call % 2

    def values(found: Found) -> dict[Option, float]:
        endings = options.endings(found)
        return {(call, None): SCORE.value(end, choice.rules, side) for call, end in endings.items()}

    return values


def _of_auction(auction: Auction) -> Callable[[Found], dict[Option, float]]:
    """Every bid with every trump, as the final contract, and passing."""
    rules = auction.rules
    bids = range(auction.lowest, rules.largest_total + 1)
    worth = [(bid, net_score(rules, (bid, 0), 0), net_score(rules, (0, bid), 0)) for bid in bids]

    def values(found: Found) -> dict[Option, float]:
        passed = passed_in(auction, found)
        ending, side = passed if passed is not None else (None, 1)
        of: dict[Option, float] = {(PASS, None): SCORE.value(ending, rules, side)}
        for trump, points in declared_in(auction, found).items():
            of |= {(trump, bid): made if points >= bid else failed for bid, made, failed in worth}
        return of

    return values


def _row(name: str, found: Sequence[Regret], effort: Effort) -> Bar:
    (plain, plain_error), (split, split_error) = (
        _mean(values) for values in ([one.plain for one in found], [one.split for one in found])
    )
    best = sum(one.best for one in found)
    passes = sum(one.call == PASS for one in found)
    barred = name == GAME
    return Bar(
        "regret",
        f"regret of the advised call, net score points, {name}",
        f"at most {MOST}" if barred else "",
        f"{plain:.3f} ± {plain_error:.3f}",
        plain <= MOST if barred else None,
        f"mean with its standard error over {len(found)} hands out of "
        f"{max(one.hand for one in found) + 1} deals of seed {SEED}, the most "
        f"{max(one.plain for one in found):.2f}; {effort.advised} layouts against the best option "
        f"on {effort.held:,} fresh ones ({SEEDS}); best chosen on one half of these and measured "
        f"on the other {split:.3f} ± {split_error:.3f}: what is expected lies between; the advised "
        f"call is the best one of {best} hands, and a pass of {passes}",
        data={
            "game": name,
            "regret": plain,
            "error": plain_error,
            "split": split,
            "split_error": split_error,
            "best": best,
            "hands": len(found),
        },
    )


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is infinite of a single value."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return statistics.fmean(values), error
