"""Random hands as their seats see them, and what is found of their layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count

from benchmarks.advice.effort import Effort
from benchmarks.bars.bar import SEED
from manille.solver.advice import BidAdviser, advise_bid, bid_adviser
from manille.solver.advice.auction import declared_in
from manille.solver.advice.choice import trumps_to_come
from manille.solver.analysis import answer_all
from manille.solver.analysis.found import Found
from manille.solver.core.engine import Engine
from manille.solver.deals import Deal, Position, random_deal
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import calling
from manille.solver.rules.calls import PASS
from manille.solver.rules.choice import Choice

__all__ = [
    "SEEDS",
    "Case",
    "all_of",
    "as_seen",
    "called",
    "cases",
    "fresh_layouts",
    "points_by_trump",
    "side0_points",
    "to_call",
    "won_at",
]

SEEDS = "layouts of seeds 2n for the advice and 2n + 1 fresh"
PILOT_SEEDS = 1 << 32  # the first one of the layouts by which hands are chosen


@dataclass(frozen=True)
class Case:
    """A random hand whose seat is to call.

    Attributes:
        number: the number of the deal, of the seed of all random deals.
        dealt: the deal with all cards.
        seat: the seat, each in turn.
        bids: in an auction the least and the largest bid that is neither nearly always nor nearly
            never made with the best trump; None else.
    """

    number: int
    dealt: Deal
    seat: int
    bids: tuple[int, int] | None = None

    @property
    def deal(self) -> Deal:
        """What the seat sees when it is to call, after all before it passed."""
        return as_seen(self.dealt, self.seat, (PASS,) * self.seat)


def as_seen(deal: Deal, seat: int, calls: tuple[str, ...] = ()) -> Deal:
    """A deal as a seat sees it after some calls: its own hand, and no trump but by the calls."""
    hands = tuple(hand if seat == other else None for other, hand in enumerate(deal.hands))
    return replace(deal, trump=None, declarer=None, bid=None, hands=hands, calls=calls)


def to_call(name: str, number: int) -> Deal:
    """A random hand as its seat sees it, each seat in turn, that is to call."""
    rules = load(name)
    return Case(number, random_deal(rules, SEED, number), number % rules.seats).deal


def cases(name: str, effort: Effort) -> Iterator[Case]:
    """Random hands of a game, without end; of an auction those that may make the lowest bid."""
    rules = load(name)
    for number in count():
        case = Case(number, random_deal(rules, SEED, number), number % rules.seats)
        if rules.trump_by != "auction":
            yield case
            continue
        low, high = _usual_points(case, effort)
        if high >= rules.bid_minimum:
            yield replace(case, bids=(max(low, rules.bid_minimum), high))


def _usual_points(case: Case, effort: Effort) -> tuple[int, int]:
    """What a hand makes as the declarer with its best trump, but for a tenth at either end.

    That rests on layouts of its own. By those of the advice the hands, and the bids, would be such
    as they make by luck.
    """
    won = won_at(case.dealt, case.seat, case.dealt.rules.bid_minimum)
    seed = PILOT_SEEDS + case.number
    limits = AdviceLimits(samples=effort.pilot, seed=seed, until_clear=False)
    points = advise_bid(won, None, "points", None, limits, effort.threads).options[0].points
    assert points is not None  # the hand is played with every trump
    return points.p10, points.p90


def won_at(deal: Deal, seat: int, bid: int) -> Deal:
    """A deal as a seat sees it that has won the auction with a bid and names the trump now."""
    after = deal.rules.seats - 1 - seat
    return as_seen(deal, seat, (*(PASS,) * seat, str(bid), *(PASS,) * after))


def called(deal: Deal) -> Auction | Choice:
    """The calling of a deal after its calls."""
    so_far = calling(deal.rules)
    for call in deal.calls:
        so_far = so_far.call(call)
    return so_far


def all_of(samples: int, number: int) -> AdviceLimits:
    """So many layouts for the advice on a hand, however clear the choice is."""
    return AdviceLimits(samples=samples, seed=2 * number, until_clear=False)


def fresh_layouts(deal: Deal, number: int, samples: int, threads: int) -> Iterator[Found]:
    """What is found of layouts of a hand to call with on which no advice rests, in their order."""
    limits = AdviceLimits(samples=samples, seed=2 * number + 1)
    adviser: BidAdviser = bid_adviser(deal, limits=limits)
    questions = map(adviser.question, range(adviser.most))
    answers = answer_all(questions, lambda one, token: one.search(cancel=token), threads)
    with closing(answers):
        yield from answers


def points_by_trump(deal: Deal) -> Callable[[Found], dict[str, int]]:
    """What reads the points of side 0 under each trump out of what is found of a layout.

    Side 0 is that of the first seat; in an auction it is the seat to call, as the declarer.
    """
    so_far = called(deal)
    if isinstance(so_far, Auction):
        return lambda found: declared_in(so_far, found)
    trumps = trumps_to_come(so_far)
    return lambda found: dict(zip(trumps, (value.low for value in found.values), strict=True))


def side0_points(deal: Deal, trump: str, declarer: int | None = None) -> int:
    """What side 0 takes of a deal with all cards known: the declarer, or the first seat's side."""
    found = Engine(Position.start(replace(deal, trump=trump, declarer=declarer))).value().exact
    assert found is not None  # there is no limit
    return found
