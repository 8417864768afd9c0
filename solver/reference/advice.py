"""The slow twin of the adviser: every layout that fits, each played out in every way.

For small decks and for the end of a hand. It does what advice means, in the plainest way: for each
layout the hand is solved under everything that may be called or played, the others go on as if they
knew all cards, and the mean over all layouts is what an option is worth.
"""

from __future__ import annotations

from collections.abc import Iterable

from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.reference.minimax import card_points, value
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import PASS
from manille.solver.rules.choice import Choice
from manille.solver.rules.contract import Contract
from manille.solver.rules.foreseen import Ceiling, foresee_auction, worth_of

__all__ = ["bid_worth", "card_worth", "choice_worth", "pass_worth"]


def choice_worth(choice: Choice, layouts: Iterable[Deal]) -> dict[str, float]:
    """For each call of a choice of trump the mean net score of the side of the seat to call."""
    seat, found = choice.to_call, []
    assert seat is not None
    for deal in layouts:
        points = {t: _points(deal, t, None) for t in choice.rules.trumps}
        found.append({call: _called(choice, call, points, seat) for call in choice.legal_calls()})
    return {call: _mean(one[call] for one in found) for call in choice.legal_calls()}


def _called(choice: Choice, call: str, points: dict[str, tuple[int, int]], seat: int) -> float:
    """The net score of a seat's side after a call, if the others then do what is best for them."""
    if call != PASS:
        return worth_of(choice.rules, call, points[call], seat % 2).score
    after = choice.call(PASS)
    assert after.to_call is not None
    other = after.to_call
    calls = after.legal_calls()
    best = max(calls, key=lambda one: _called(after, one, points, other))
    return _called(after, best, points, seat)


def bid_worth(
    auction: Auction, trump: str, bid: int, layouts: Iterable[Deal]
) -> tuple[float, float]:
    """The share of the layouts in which the seat to call makes a bid, and its mean net score."""
    made, worth = [], []
    for deal in layouts:
        points = _points(deal, trump, auction.to_call)
        made.append(float(points[0] >= bid))
        worth.append(worth_of(auction.rules, trump, points, 0, bid).score)
    return _mean(made), _mean(worth)


def pass_worth(auction: Auction, layouts: Iterable[Deal]) -> float:
    """The mean net score of the seat to call, if it passes and the others know all cards."""
    rules, seat, found = auction.rules, auction.to_call, []
    for deal in layouts:
        table = {
            (one, t): _points(deal, t, one) for one in range(rules.seats) for t in rules.trumps
        }
        result = foresee_auction(
            auction.call(PASS),
            [
                max(
                    (Ceiling(table[one, t][0], t) for t in rules.trumps),
                    key=lambda ceiling: ceiling.points,
                )
                for one in range(rules.seats)
            ],
        )
        if not result.played:
            found.append(0.0)
            continue
        assert result.declarer is not None
        assert result.trump is not None
        points = table[result.declarer, result.trump]
        side = int(result.declarer != seat)
        found.append(worth_of(rules, result.trump, points, side, result.bid).score)
    return _mean(found)


def card_worth(layouts: Iterable[Deal]) -> dict[Card, float]:
    """For each legal card of the seat to play the mean points of its side."""
    found = [card_points(Position.of(deal)) for deal in layouts]
    return {card: _mean(one[card] for one in found) for card in found[0]}


def _points(deal: Deal, trump: str, declarer: int | None) -> tuple[int, int]:
    return value(Position(Contract.of(deal.rules, trump, declarer), deal.open_hands))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
