"""What a hand is worth: from the points that the sides took to the score that they write down.

Points are taken in play, score is what a hand or a match is worth. Everything here follows from the
flags ``hand_score``, ``half``, ``no_trump_factor`` and ``turn_up_…`` of the rule set.
"""

from __future__ import annotations

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.errors import Fault, Reason, ScoreError
from manille.solver.rules.ruleset import RuleSet

__all__ = ["hand_score", "turn_up_points"]


def hand_score(
    rules: RuleSet, trump: str, points: tuple[int, int], bid: int | None = None
) -> tuple[int, int] | None:
    """The score of a hand for side 0 and side 1, in score points.

    Args:
        rules: the rule set.
        trump: a suit letter, or ``NT``.
        points: the points that side 0 and side 1 took; in auction games side 0 is the declarer.
        bid: the declarer's bid; needed, and only looked at, where the bid is what scores.

    Returns:
        One score a side. In auction games the second one is what *each* seat against the declarer
        scores. None where the rule set scores nothing, or where the score hangs on a bid and none
        is given.

    Raises:
        ScoreError: the points do not add up to those of a hand, or no such bid can be made.
    """
    fault = _points_fault(rules, trump, points) or _bid_fault(rules, bid)
    if fault is not None:
        raise ScoreError(fault)
    score = _SCORES[rules.hand_score](rules, points, bid)
    if score is None or trump != NO_TRUMP:
        return score
    return score[0] * rules.no_trump_factor, score[1] * rules.no_trump_factor


def turn_up_points(rules: RuleSet, turned: Card, score_before: int) -> int:
    """The score that the dealer's side writes down for the turned-up card, before play.

    Args:
        rules: the rule set.
        turned: the dealer's last card, turned up; its suit is trump.
        score_before: the score of the dealer's side before this hand.
    """
    if not rules.turn_up_points or score_before > rules.turn_up_limit:
        return 0
    return rules.points_of(turned, turned.suit)


def _points_fault(rules: RuleSet, trump: str, points: tuple[int, int]) -> Fault | None:
    first, second = points
    total = rules.total(trump)
    if min(points) < 0 or max(points) > total:
        wrong = min(points) if min(points) < 0 else max(points)
        message = f"a side of {rules.name} takes from 0 to {total} points, not {wrong}"
    elif first + second != total:
        message = (
            f"{first} and {second} make {first + second}, but a hand of {rules.name} has {total} "
            f"points: beside {first} the other side has {total - first}"
        )
    else:
        return None
    return Fault(Reason.BAD_SCORE, message, field="points")


def _bid_fault(rules: RuleSet, bid: int | None) -> Fault | None:
    low, high = rules.bid_minimum, rules.largest_total
    if bid is None or rules.hand_score != "bid" or low <= bid <= high:
        return None
    message = f"a bid of {bid} is not between {low} and {high}"
    return Fault(Reason.BID_OUT_OF_RANGE, message, field="bid")


def _over_half(rules: RuleSet, points: tuple[int, int], bid: int | None) -> tuple[int, int] | None:
    first, second = (max(0, taken - rules.half) for taken in points)
    return first, second


def _difference(rules: RuleSet, points: tuple[int, int], bid: int | None) -> tuple[int, int] | None:
    first, second = points
    return (
        first - second if first > rules.half else 0,
        second - first if second > rules.half else 0,
    )


def _bid(rules: RuleSet, points: tuple[int, int], bid: int | None) -> tuple[int, int] | None:
    if bid is None:
        return None
    return (bid, 0) if points[0] >= bid else (0, bid)


def _none(rules: RuleSet, points: tuple[int, int], bid: int | None) -> tuple[int, int] | None:
    return None


_SCORES = {"over_half": _over_half, "difference": _difference, "bid": _bid, "none": _none}
