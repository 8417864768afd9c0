"""How a calling goes on when all cards are known to all, and what a hand is then worth to a side.

Given what a deal is worth under every trump, the seats that are still to call each do what is best
for them, knowing that the others will too: backward induction over the choice of trump, and the
argument of the ceilings for the auction. The readings stand with each function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from manille.solver.cards import NO_TRUMP
from manille.solver.par import Ceiling
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import PASS, CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score

__all__ = [
    "Ceiling",
    "Worth",
    "foresee_auction",
    "foresee_choice",
    "net_score",
    "worth_of",
    "worth_of_bid",
]


class Worth(NamedTuple):
    """What a hand is worth to a seat; compared by the score first.

    Attributes:
        score: see :func:`net_score`; where nothing is scored, the points less those of the other
            side.
        points: the points of the seat's side.
    """

    score: float
    points: int


def net_score(rules: RuleSet, score: tuple[int, int], side: int) -> float:
    """What a hand score is worth to a seat of a side: its own less what its rivals score.

    Where partners play, the rivals are the other side. In auction games everybody keeps a score of
    their own, so a seat holds its own against the mean of all others: with four seats a bid of 30
    that is made is worth 30 to the declarer and -10 to each other one; one that fails, -30 and 10.

    Args:
        rules: the rule set.
        score: what side 0 and side 1 score, as :func:`~manille.solver.rules.scoring.hand_score`
            gives it.
        side: the side of the seat, 0 or 1.
    """
    first, second = score
    if rules.sides == "partners":
        return float(second - first if side else first - second)
    return (second - first) / (rules.seats - 1) if side else float(first - second)


def worth_of(
    rules: RuleSet, trump: str, points: tuple[int, int], side: int, bid: int | None = None
) -> Worth:
    """What points are worth to a seat of a side.

    Args:
        rules: the rule set.
        trump: a suit letter, or ``NT``.
        points: the points of side 0 and side 1, over a whole hand.
        side: the side of the seat, 0 or 1.
        bid: the declarer's bid, where the bid is what scores.

    Raises:
        ScoreError: no hand ends with such points, or no such bid can be made.
    """
    score = hand_score(rules, trump, points, bid)
    if score is None:
        return _worth_of_points(points, side)
    return Worth(net_score(rules, score, side), points[side])


def worth_of_bid(rules: RuleSet, trump: str, points: tuple[int, int], side: int, bid: int) -> Worth:
    """The same in an auction game, of an ending too: the bid scores, however few cards are left."""
    made = points[0] >= bid
    net = bid * rules.no_trump_factor if trump == NO_TRUMP else bid
    return Worth(net_score(rules, (net, 0) if made else (0, net), side), points[side])


def _worth_of_points(points: tuple[int, int], side: int) -> Worth:
    return Worth(float(points[side] - points[1 - side]), points[side])


# ------------------------------------------------------------------------------------- the choice


def foresee_choice(
    choice: Choice, points: Mapping[str, int], totals: Mapping[str, int] | None = None
) -> CallResult:
    """Who will choose which trump: backward induction from the dealer on.

    Each seat compares its best choice for its side with what follows a pass, by the net score and,
    where that is level, by the points. It passes only if that is better, so of equal calls the
    first one is made; of equal trumps the first one of the rules is named.

    Args:
        choice: the choice of trump at some moment.
        points: for each trump that may be named the points of side 0, the first seat to lead.
        totals: of an ending, for each trump all its points; nothing is scored then, so the points
            alone are compared. None for a whole hand.
    """
    if choice.ended:
        return choice.result
    rules, seat = choice.rules, choice.to_call
    assert seat is not None

    def worth(trump: str) -> Worth:
        first, side = points[trump], seat % 2
        if totals is not None:
            return _worth_of_points((first, totals[trump] - first), side)
        return worth_of(rules, trump, (first, rules.total(trump) - first), side)

    calls = choice.legal_calls()
    best = max((call for call in calls if call != PASS), key=worth)
    if PASS in calls:
        after = foresee_choice(choice.call(PASS), points, totals)
        assert after.trump is not None
        if worth(after.trump) > worth(best):
            return after
    return CallResult(True, trump=best, chooser=seat)


# ------------------------------------------------------------------------------------ the auction


def foresee_auction(auction: Auction, ceilings: Sequence[Ceiling]) -> CallResult:
    """Who will play alone for what bid, if everybody knows everybody's ceiling.

    A bid scores its own amount, so the seat with the highest ceiling bids it at once, if that is a
    bid that may be made; of equal ones the seat that speaks first. Against a bid that stands nobody
    bids whom the bidder can still exceed: that would only make the bidder's score higher. A bid
    that stands above its bidder's ceiling is left to fail, unless a seat can make more.

    This holds where every trump scores alike. Where no trump multiplies the score, a lower ceiling
    may be worth more: :class:`~.tried.TriedBids` then tells how the auction ends.

    Args:
        auction: the auction at some moment.
        ceilings: the ceiling of each seat, in the order of play.
    """
    if auction.ended:
        return auction.result
    bidder, bid = auction.bidder, auction.bid
    able = [s for s in auction.waiting if s != bidder and ceilings[s].points >= auction.lowest]
    best = max(able, key=lambda seat: ceilings[seat].points, default=None)
    if best is not None and (bidder is None or ceilings[bidder].points <= ceilings[best].points):
        bidder, bid = best, ceilings[best].points
    elif bidder is None:
        if auction.rules.all_pass == "redeal":
            return CallResult(played=False)
        bidder, bid = auction.rules.seats - 1, auction.rules.bid_minimum
    return CallResult(True, ceilings[bidder].trump, bidder, bidder, bid)
