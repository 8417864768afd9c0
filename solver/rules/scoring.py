"""What a hand is worth: from the points that the sides took to the score that they write down.

Points are taken in play, score is what a hand or a match is worth. Everything here follows from the
flags ``hand_score``, ``half``, ``no_trump_factor`` and ``turn_up_…`` of the rule set.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    faults = [*_points_faults(rules, trump, points), *_bid_faults(rules, bid)]
    if faults:
        raise ScoreError(faults)
    score = _side_scores(rules, points, bid)
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


def _points_faults(rules: RuleSet, trump: str, points: tuple[int, int]) -> Iterator[Fault]:
    first, second = points
    total = rules.total(trump)
    if min(points) < 0 or max(points) > total:
        wrong = min(points) if min(points) < 0 else max(points)
        message = f"a side of {rules.name} takes from 0 to {total} points, not {wrong}"
        yield Fault(Reason.BAD_SCORE, message, field="points")
    elif first + second != total:
        message = (
            f"{first} and {second} make {first + second}, but a hand of {rules.name} has {total} "
            f"points: beside {first} the other side has {total - first}"
        )
        yield Fault(Reason.BAD_SCORE, message, field="points")


def _bid_faults(rules: RuleSet, bid: int | None) -> Iterator[Fault]:
    low, high = rules.bid_minimum, rules.largest_total
    if bid is not None and rules.hand_score == "bid" and not low <= bid <= high:
        message = f"a bid of {bid} is not between {low} and {high}"
        yield Fault(Reason.BID_OUT_OF_RANGE, message, field="bid")


def _side_scores(
    rules: RuleSet, points: tuple[int, int], bid: int | None
) -> tuple[int, int] | None:
    """The scores before the factor for no trump."""
    first, second = points
    match rules.hand_score:
        case "over_half":
            return max(0, first - rules.half), max(0, second - rules.half)
        case "difference":
            margin = first - second if max(points) > rules.half else 0
            return max(0, margin), max(0, -margin)
        case "bid" if bid is not None:
            return (bid, 0) if first >= bid else (0, bid)
    return None
