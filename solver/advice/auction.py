"""Advice in an auction: every trump with every bid, and passing."""

from __future__ import annotations

from collections.abc import Iterator

from manille.solver.advice.budget import Budget
from manille.solver.advice.goal import Ending
from manille.solver.advice.layout import Layout
from manille.solver.analysis.found import Found
from manille.solver.deals import Hand, Position
from manille.solver.hidden import Layouts
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import PASS, CallResult
from manille.solver.rules.contract import Contract
from manille.solver.rules.foreseen import Ceiling, foresee_auction
from manille.solver.rules.tried import TriedBids

__all__ = ["AuctionLayout", "declared_in", "passed_in"]

NOT_REACHED = -1  # the points of a ceiling that is too low for anybody to ask


class AuctionLayout(Layout):
    """A layout with the seat to call as the declarer and, while it may pass, what comes of that.

    It finds the points of the seat as the declarer with each trump of the rules, see
    :func:`declared_in`, and then how the hand ends after a pass, see :func:`passed_in`.
    """

    kind = b"auction"

    def __init__(self, auction: Auction, layouts: Layouts, known: bytes, place: int) -> None:
        """Take the auction at this moment, and which layout it is."""
        super().__init__(layouts, known, place)
        self._auction = auction

    def _numbers(self, hands: tuple[Hand, ...], budget: Budget) -> Iterator[int]:
        rules, seat = self._auction.rules, self._auction.to_call
        assert seat is not None
        for trump in rules.trumps:
            value = budget.value(Position(Contract.of(rules, trump, seat), hands))
            assert value is not None
            yield value
        if not self._auction.won:
            yield from _after_pass(self._auction.call(PASS), hands, budget)


def _after_pass(auction: Auction, hands: tuple[Hand, ...], budget: Budget) -> Iterator[int]:
    """How a hand ends that goes on as if all knew all cards: see :func:`passed_in`."""
    # where no trump multiplies the score, ceilings alone do not tell how it goes on
    factored = auction.rules.no_trump and auction.rules.no_trump_factor > 1
    result, points = (_try if factored else _foresee)(auction, hands, budget)
    yield int(result.played)
    if result.played:
        assert result.trump is not None
        assert result.declarer is not None
        assert result.bid is not None
        yield from (auction.rules.trumps.index(result.trump), result.declarer, result.bid, points)


def _foresee(auction: Auction, hands: tuple[Hand, ...], budget: Budget) -> tuple[CallResult, int]:
    """The end of an auction, and the points of its declarer.

    Only ceilings that matter are searched: those above all earlier ones and above the bid, and that
    of a bidder to be held against them.
    """
    rules, bidder = auction.rules, auction.bidder
    ceilings = [Ceiling(NOT_REACHED, rules.trumps[0])] * rules.seats
    least = auction.lowest
    for seat in auction.waiting:
        if seat != bidder:
            ceilings[seat] = _ceiling(auction, seat, least, hands, budget) or ceilings[seat]
            least = max(least, ceilings[seat].points + 1)
    if bidder is not None:
        ceilings[bidder] = _ceiling(auction, bidder, least, hands, budget) or ceilings[bidder]
    result = foresee_auction(auction, ceilings)
    if result.declarer is None:
        return result, 0
    found = ceilings[result.declarer]
    if found.points == NOT_REACHED:
        found = _ceiling(auction, result.declarer, 0, hands, budget) or found
        result = CallResult(True, found.trump, result.chooser, result.declarer, result.bid)
    return result, found.points


def _try(auction: Auction, hands: tuple[Hand, ...], budget: Budget) -> tuple[CallResult, int]:
    """The same by trying the bids, which needs the whole table of the deal."""
    rules, table = auction.rules, []
    for seat in range(rules.seats):
        starts = {trump: Position(Contract.of(rules, trump, seat), hands) for trump in rules.trumps}
        table.append({trump: budget.value(start) or 0 for trump, start in starts.items()})
    totals = {trump: rules.total(trump) for trump in rules.trumps}
    result = TriedBids(rules, table, totals).result(auction)
    if result.declarer is None or result.trump is None:
        return result, 0
    return result, table[result.declarer][result.trump]


def _ceiling(
    auction: Auction, seat: int, least: int, hands: tuple[Hand, ...], budget: Budget
) -> Ceiling | None:
    """The ceiling of a seat, if it is at least so high."""
    best = None
    for trump in auction.rules.trumps:
        points = budget.value(Position(Contract.of(auction.rules, trump, seat), hands), least)
        if points is not None:
            best, least = Ceiling(points, trump), points + 1
    return best


def declared_in(auction: Auction, found: Found) -> dict[str, int]:
    """The points of the seat to call as the declarer, by trump."""
    trumps = auction.rules.trumps
    return dict(zip(trumps, (value.low for value in found.values[: len(trumps)]), strict=True))


def passed_in(auction: Auction, found: Found) -> tuple[Ending, int] | None:
    """How the hand ends after a pass, and the side of the seat that passes.

    None if the hand is not played then. A dealer who must play may become the declarer by passing.
    """
    played, *rest = (value.low for value in found.values[len(auction.rules.trumps) :])
    if not played:
        return None
    trump, declarer, bid, points = rest
    ending = Ending(auction.rules.trumps[trump], points, bid)
    return ending, int(declarer != auction.to_call)
