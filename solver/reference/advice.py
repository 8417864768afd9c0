"""The slow twin of the adviser: every layout that fits, each played out in every way.

For small decks and for the end of a hand. It does what advice means, in the plainest way: for each
layout the hand is solved under everything that may be called or played, the others go on as if they
knew all cards, and the mean over all layouts is what an option is worth.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.reference.minimax import card_points, value
from manille.solver.reference.par import TriedCalls, contract_points
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import Calling
from manille.solver.rules.contract import Contract
from manille.solver.rules.foreseen import worth_of

__all__ = ["bid_worth", "calls_worth", "card_worth"]


def calls_worth(
    calling: Calling, calls: Iterable[str], layouts: Iterable[Deal]
) -> dict[str, float]:
    """For each call the mean net score of the seat to call, if all then know all cards."""
    seat, calls = calling.to_call, list(calls)
    assert seat is not None
    worth: dict[str, list[float]] = {call: [] for call in calls}
    for deal in layouts:
        tried = TriedCalls(contract_points(deal))
        for call in calls:
            outcome = tried.outcome(calling.call(call))
            worth[call].append(outcome.worth(calling.rules, seat)[0])
    return {call: fmean(values) for call, values in worth.items()}


def bid_worth(
    auction: Auction, trump: str, bid: int, layouts: Iterable[Deal]
) -> tuple[float, float]:
    """The share of the layouts in which the seat to call makes a bid, and its mean net score."""
    contract = Contract.of(auction.rules, trump, auction.to_call)
    points = [value(Position(contract, deal.open_hands)) for deal in layouts]
    made = fmean(pair[0] >= bid for pair in points)
    return made, fmean(worth_of(auction.rules, trump, pair, 0, bid).score for pair in points)


def card_worth(layouts: Iterable[Deal]) -> dict[Card, float]:
    """For each legal card of the seat to play the mean points of its side."""
    found = [card_points(Position.of(deal)) for deal in layouts]
    return {card: fmean(one[card] for one in found) for card in found[0]}
