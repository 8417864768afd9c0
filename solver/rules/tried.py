"""How an auction goes on with all cards known, where no trump multiplies the score.

A seat that makes 30 at no trump for twice the score would rather play that than make 40 with a
suit, and another seat may bid 31 just to take it away. No short argument tells how that ends, so
the bids that anybody has a reason for are tried, from the last seat back to the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manille.solver.cards import NO_TRUMP
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import PASS, CallResult
from manille.solver.rules.foreseen import Worth, worth_of_bid
from manille.solver.rules.ruleset import RuleSet

__all__ = ["TriedBids"]


class TriedBids:
    """Tries the calls of an auction, if everybody knows what everybody makes.

    Of equal calls a seat passes, rather than bid, and bids no more than it must.
    """

    def __init__(
        self, rules: RuleSet, points: Sequence[Mapping[str, int]], totals: Mapping[str, int]
    ) -> None:
        """Take the rules of the auction and the cards of the deal, as far as they matter.

        Args:
            rules: the rule set.
            points: for each seat, in the order of play, what it takes as the declarer, by trump.
            totals: all points of the deal, by trump.
        """
        self._rules, self._points, self._totals = rules, points, totals
        self._bids = _reasonable(rules, points)
        # what comes of auctions with the same bid and the same seats still in them
        self._known: dict[tuple[tuple[int, ...], int | None], CallResult] = {}

    def result(self, auction: Auction) -> CallResult:
        """Who will play alone for what bid."""
        if auction.ended:
            return auction.result
        if auction.won:
            return self._declared(auction)
        state = auction.waiting, auction.bid
        if state not in self._known:
            seat = auction.waiting[0]
            results = [self.result(auction.call(call)) for call in self.calls(auction)]
            self._known[state] = max(results, key=lambda result: self.worth(result, seat))
        return self._known[state]

    def calls(self, auction: Auction) -> list[str]:
        """A pass, and the bids that a seat may have a reason for, from the lowest up."""
        lowest, highest = auction.lowest, self._rules.largest_total
        bids = {lowest, *self._bids}
        return [PASS, *(str(bid) for bid in sorted(bids) if lowest <= bid <= highest)]

    def worth(self, result: CallResult, seat: int) -> Worth:
        """What the end of an auction is worth to a seat."""
        if not result.played:
            return Worth(0.0, 0)
        assert result.trump is not None
        assert result.declarer is not None
        assert result.bid is not None
        own = self._points[result.declarer][result.trump]
        points, side = (own, self._totals[result.trump] - own), int(seat != result.declarer)
        return worth_of_bid(self._rules, result.trump, points, side, result.bid)

    def _declared(self, auction: Auction) -> CallResult:
        """The winner names the trump that is worth most to it, the first of equal ones."""
        seat, bid = auction.waiting[0], auction.bid
        results = [CallResult(True, trump, seat, seat, bid) for trump in self._rules.trumps]
        return max(results, key=lambda result: self.worth(result, seat))


def _reasonable(rules: RuleSet, points: Sequence[Mapping[str, int]]) -> set[int]:
    """The bids that a seat may have a reason for, beside the lowest one.

    Bids differ in kind only where a seat no longer makes them, with its best suit or at no trump:
    so these edges are bid, and what is just above them. Where no trump multiplies the score by more
    than there are rivals, a bid that fails can be better than to let another one be made: then
    there are reasons for any bid.
    """
    if rules.no_trump_factor > rules.seats - 1:
        return set(range(rules.bid_minimum, rules.largest_total + 1))
    edges = {made for seat in points for made in _edges(seat)}
    return edges | {edge + 1 for edge in edges}


def _edges(points: Mapping[str, int]) -> tuple[int, int]:
    """What a seat makes with its best suit, and at no trump."""
    suits = max(made for trump, made in points.items() if trump != NO_TRUMP)
    return suits, points.get(NO_TRUMP, suits)
