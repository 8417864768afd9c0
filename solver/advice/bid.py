"""What to call with one hand, in the choice of trump and in the auction."""

from __future__ import annotations

from collections.abc import Mapping

from manille.solver.advice.adviser import Adviser, check_asking
from manille.solver.advice.auction import AuctionLayout, declared_in, passed_in
from manille.solver.advice.choice import ChoiceLayout, ChoiceOptions
from manille.solver.advice.goal import Ending, Goal
from manille.solver.advice.layout import known_key
from manille.solver.advice.sample import Samples
from manille.solver.advised import BidAdvice, BidOption, CallOption, Mean, Refinement
from manille.solver.analysis.found import Found
from manille.solver.analysis.question import Asked
from manille.solver.deals import Deal
from manille.solver.errors import InputError, Reason
from manille.solver.limits import AdviceLimits
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.calls import PASS
from manille.solver.rules.choice import Choice
from manille.solver.rules.foreseen import worth_of_bid

__all__ = ["AuctionAdviser", "BidAdviser", "ChoiceAdviser", "bid_adviser"]

BidAdviser = Adviser[str, BidAdvice]

LEAST_CLEAR_BID = 128  # layouts without which no bid is clear


def bid_adviser(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
) -> BidAdviser:
    """An adviser for the seat to call.

    Args:
        deal: the deal as the seat sees it; other hands that it shows are not looked at.
        seat: the name of the seat that asks; None for the seat to call.
        objective: ``score``, ``points`` or ``reach``; None for what the rules count.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine.

    Raises:
        CallError: nothing is called in this game.
        DealError: the hand of the seat is hidden, or no layout fits what it knows.
        InputError: the calling has ended, another seat is to call, or there is no such objective.
    """
    so_far: Calling = calling(deal.rules)
    for call in deal.calls:
        so_far = so_far.call(call)
    to_call = _asking(deal, so_far, seat)
    goal = Goal.read(deal.rules, objective, reach, scored=deal.rules.hand_score != "none")
    if isinstance(so_far, Auction):
        return AuctionAdviser(deal, to_call, goal, limits or AdviceLimits(), so_far)
    assert isinstance(so_far, Choice)
    return ChoiceAdviser(deal, to_call, goal, limits or AdviceLimits(), so_far)


def _asking(deal: Deal, so_far: Calling, seat: str | None) -> int:
    """The seat to call, which is the one that asks."""
    if deal.played:
        message = "cards are played, so nothing is to be called; ask which card to play instead"
        raise InputError.of(Reason.CALLING_ENDED, message, "played")
    if so_far.to_call is None:
        message = "the calling has ended; leave the calls out that are still to be made"
        raise InputError.of(Reason.CALLING_ENDED, message, "calls")
    if deal.trump is not None:
        message = f"the deal names trump {deal.trump}: there is nothing to call; write - for a "
        message += "trump that is still to be named"
        raise InputError.of(Reason.CALLING_ENDED, message, "trump")
    check_asking(deal, seat, so_far.to_call, "call")
    return so_far.to_call


class ChoiceAdviser(Adviser[str, BidAdvice]):
    """Advice on the choice of trump."""

    def __init__(
        self, deal: Deal, seat: int, goal: Goal, limits: AdviceLimits, choice: Choice
    ) -> None:
        """Take what is asked; see :func:`bid_adviser`."""
        super().__init__(deal, seat, goal, limits)
        self._choice = choice
        self._options = ChoiceOptions(choice)
        self._by_call: dict[str, Samples] = {call: Samples() for call in self._options.calls}
        self._key = known_key(self._knowledge)

    def _layout(self, place: int) -> Asked:
        return ChoiceLayout(self._choice, self._layouts, self._key, place)

    def _take(self, found: Found) -> None:
        for call, ending in self._options.endings(found).items():
            self._by_call[call].add(self.goal, self.rules, ending, self.seat % 2)

    def _samples(self) -> Mapping[str, Samples]:
        return self._by_call

    def _advice(self, state: Refinement) -> BidAdvice:
        ranked = self._ranked(self._by_call)
        best = self._by_call[ranked[0]]
        options = [self._option(call, best) for call in ranked]
        return BidAdvice(ranked[0], None, None, tuple(options), state)

    def _option(self, call: str, best: Samples) -> CallOption:
        samples = self._by_call[call]
        behind = None if samples is best else self._behind(samples, best)
        return CallOption(call, self._objective(samples), behind, samples.make, samples.spread)


class AuctionAdviser(Adviser[str, BidAdvice]):
    """Advice in an auction, or on the trump once it is won.

    By the score, trumps are compared by the bid that is best with each, and with passing. Points
    and the chance to reach some are those of the declarer, so only the trumps are compared then.
    """

    def __init__(
        self, deal: Deal, seat: int, goal: Goal, limits: AdviceLimits, auction: Auction
    ) -> None:
        """Take what is asked; see :func:`bid_adviser`."""
        super().__init__(deal, seat, goal, limits)
        self._auction = auction
        self._declared: dict[str, list[int]] = {trump: [] for trump in self.rules.trumps}
        self._passed = Samples()
        self._scored: list[float] = []  # what passing scores, whatever the goal
        self._key = known_key(self._knowledge)

    @property
    def _may_bid(self) -> bool:
        return self._auction.won or self._auction.lowest <= self.rules.largest_total

    @property
    def _pass_counts(self) -> bool:
        by_score = self.goal.objective == "score"
        return not self._may_bid or (by_score and not self._auction.won)

    def _layout(self, place: int) -> Asked:
        return AuctionLayout(self._auction, self._layouts, self._key, place)

    def _take(self, found: Found) -> None:
        for trump, points in declared_in(self._auction, found).items():
            self._declared[trump].append(points)
        if not self._auction.won:
            passed = passed_in(self._auction, found)
            ending, side = passed if passed is not None else (None, 1)
            self._passed.add(self.goal, self.rules, ending, side)
            self._scored.append(Goal("score").value(ending, self.rules, side))

    def _least_clear(self, best: str) -> int:
        """More for a bid than for a pass, since it is not only what to call but how high."""
        return super()._least_clear(best) if best == PASS else LEAST_CLEAR_BID

    def _samples(self) -> Mapping[str, Samples]:
        samples = {}
        if self._may_bid:
            samples = {trump: self._with_bid(trump) for trump in self._declared}
        return {**samples, PASS: self._passed} if self._pass_counts else samples

    def _with_bid(self, trump: str) -> Samples:
        """What a trump leads to with its best bid."""
        samples, bid = Samples(), self._best_bid(trump).bid
        for points in self._declared[trump]:
            samples.add(self.goal, self.rules, Ending(trump, points, bid), 0)
        return samples

    def _bids(self, trump: str) -> list[BidOption]:
        """Every bid from the lowest to the highest that is ever made, or the one that is made."""
        if self._auction.won:
            assert self._auction.bid is not None
            return [self._bid(trump, self._auction.bid)]
        low = self._auction.lowest
        return [self._bid(trump, bid) for bid in range(low, max(low, *self._declared[trump]) + 1)]

    def _bid(self, trump: str, bid: int) -> BidOption:
        points = self._declared[trump]
        make = sum(one >= bid for one in points) / len(points)
        return BidOption(bid, make, self._worth(trump, bid, make))

    def _worth(self, trump: str, bid: int, make: float) -> float:
        """The mean net score of a bid that is made with a chance."""
        total = self.rules.total(trump)
        ends = (worth_of_bid(self.rules, trump, both, 0, bid) for both in ((total, 0), (0, total)))
        made, failed = (end.score for end in ends)
        return make * made + (1 - make) * failed

    def _made_or_not(self, trump: str) -> Mean:
        """The mean net score of the best bid with a trump.

        A bid is made or it fails, so it is the interval of a share that says how sure that is; that
        of the scores would have no width where all of a few layouts make it.
        """
        bid = self._best_bid(trump).bid
        shares = Samples([float(points >= bid) for points in self._declared[trump]])
        share = self._mean(shares, Goal("reach", bid))
        return Mean(*(self._worth(trump, bid, one) for one in share))

    def _best_bid(self, trump: str) -> BidOption:
        return max(self._bids(trump), key=lambda option: option.mean)

    def _advice(self, state: Refinement) -> BidAdvice:
        samples = self._samples()
        ranked = self._ranked(samples)
        options = [self._option(call, samples, samples[ranked[0]]) for call in ranked]
        best = options[0]
        if best.call == PASS or self._auction.won:
            return BidAdvice(best.call, None, None, tuple(options), state)
        return BidAdvice(best.call, best.bid, self._highest(best), tuple(options), state)

    def _highest(self, best: CallOption) -> int | None:
        """The highest bid that is worth more than passing."""
        passing = sum(self._scored) / len(self._scored)
        worth = [option.bid for option in best.bids if option.mean > passing]
        return max(worth, default=None)

    def _option(self, call: str, by_call: Mapping[str, Samples], best: Samples) -> CallOption:
        samples = by_call[call]
        behind = None if samples is best else self._behind(samples, best)
        bids = () if call == PASS else tuple(self._bids(call))
        by_bid = call != PASS and self.goal.objective == "score"
        return CallOption(
            call,
            self._made_or_not(call) if by_bid else self._objective(samples),
            behind,
            samples.make,
            samples.spread,
            None if call == PASS else self._best_bid(call).bid,
            bids,
        )
