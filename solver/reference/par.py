"""The calling of a hand as it would go if all knew all cards, by trying every call.

Slow and plain on purpose: it is what the short ways of :mod:`manille.solver.rules.foreseen` are
measured against. Every seat wants its own score as far as can be above that of its rivals, and of
equal scores the one with more points for its side. Its one shortcut is to remember what comes of
auctions with the same bid and the same seats still in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from manille.solver.deals.deal import Deal
from manille.solver.deals.position import Position
from manille.solver.reference.minimax import value
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import Calling
from manille.solver.rules.calls import PASS, CallResult
from manille.solver.rules.contract import Contract
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score

__all__ = ["Outcome", "TriedCalls", "contract_points"]

Contracts = Mapping[tuple[str, int | None], tuple[int, int]]


def contract_points(deal: Deal) -> Contracts:
    """The points of both sides for each trump and, in auction games, declarer, by minimax."""
    rules = deal.rules
    declarers = range(rules.seats) if rules.sides == "declarer" else [None]
    return {
        (trump, seat): value(Position(Contract.of(rules, trump, seat), deal.open_hands))
        for trump in rules.trumps
        for seat in declarers
    }


@dataclass(frozen=True)
class Outcome:
    """How a calling ends.

    Attributes:
        result: what is decided.
        points: the points of side 0 and side 1; None if the hand is not played.
        score: what these score; None if the hand is not played, or nothing is scored.
    """

    result: CallResult
    points: tuple[int, int] | None = None
    score: tuple[int, int] | None = None

    def worth(self, rules: RuleSet, seat: int) -> tuple[float, int]:
        """What a seat compares: its score less the mean of its rivals', then its points."""
        if self.points is None:
            return 0.0, 0
        sides = [_side(rules, self.result, other) for other in range(rules.seats)]
        own = sides[seat]
        counted = self.points if self.score is None else self.score
        rivals = [other for other in range(rules.seats) if other != seat]
        if rules.sides == "partners":
            rivals = [other for other in rivals if sides[other] != own]
        return counted[own] - fmean(counted[sides[other]] for other in rivals), self.points[own]


def _side(rules: RuleSet, result: CallResult, seat: int) -> int:
    return seat % 2 if rules.sides == "partners" else int(seat != result.declarer)


class TriedCalls:
    """What comes of every call of a calling."""

    def __init__(self, contracts: Contracts, whole: bool = True) -> None:
        """Take the points of both sides under every contract, and whether a whole hand is dealt.

        An ending scores nothing but a bid.
        """
        self._contracts = contracts
        self._whole = whole
        self._known: dict[object, Outcome] = {}

    def outcome(self, calling: Calling) -> Outcome:
        """How a calling ends from here, if each seat makes the best of its calls.

        Of equal calls a seat that may choose a trump names the first one of the rules, rather than
        pass; in an auction it passes, rather than bid, and bids no more than it must.
        """
        if calling.ended:
            return self._ending(calling)
        key = self._key(calling)
        if key not in self._known:
            seat = calling.to_call
            assert seat is not None
            outcomes = self.outcomes(calling)
            self._known[key] = max(
                outcomes.values(), key=lambda found: found.worth(calling.rules, seat)
            )
        return self._known[key]

    def outcomes(self, calling: Calling) -> dict[str, Outcome]:
        """How it ends after each call that may be made now."""
        calls = list(calling.legal_calls())
        if not isinstance(calling, Auction) and PASS in calls:
            calls = [*calls[1:], PASS]
        return {call: self.outcome(calling.call(call)) for call in calls}

    def _key(self, calling: Calling) -> object:
        return (calling.waiting, calling.bid) if isinstance(calling, Auction) else calling.calls

    def _ending(self, calling: Calling) -> Outcome:
        result = calling.result
        if not result.played:
            return Outcome(result)
        assert result.trump is not None
        points = self._contracts[result.trump, result.declarer]
        return Outcome(result, points, self._score(calling.rules, result, points))

    def _score(
        self, rules: RuleSet, result: CallResult, points: tuple[int, int]
    ) -> tuple[int, int] | None:
        trump = result.trump
        assert trump is not None
        if result.bid is not None and not self._whole:
            # what matters is who scores the bid; a score is only told of the points of a whole hand
            total = rules.total(trump)
            points = (total, 0) if points[0] >= result.bid else (0, total)
        elif not self._whole:
            return None
        return hand_score(rules, trump, points, result.bid)
