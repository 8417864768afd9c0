"""What an adviser makes large: the net score, the points, or the chance to reach some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from manille.solver.errors import Fault, InputError, Reason
from manille.solver.rules.foreseen import net_score, worth_of, worth_of_bid
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score

__all__ = ["OBJECTIVES", "Ending", "Goal", "has_score"]

OBJECTIVES = ("score", "points", "reach")


@dataclass(frozen=True)
class Ending:
    """How a hand ends, as far as a goal looks at it.

    Attributes:
        trump: a suit letter, or ``NT``.
        side0: the points of side 0 over the whole hand.
        bid: the declarer's bid, where the bid is what scores and is known.
    """

    trump: str
    side0: int
    bid: int | None = None

    def points(self, rules: RuleSet, side: int) -> int:
        """The points of a side."""
        return rules.total(self.trump) - self.side0 if side else self.side0

    def score(self, rules: RuleSet) -> tuple[int, int] | None:
        """The hand score; None where it is not known."""
        both = (self.points(rules, 0), self.points(rules, 1))
        return hand_score(rules, self.trump, both, self.bid)


@dataclass(frozen=True)
class Goal:
    """An objective.

    Attributes:
        objective: one of :data:`OBJECTIVES`.
        reach: the points that are to be reached, where that is the objective; None else.
    """

    objective: str
    reach: int | None = None

    @classmethod
    def read(
        cls, rules: RuleSet, objective: str | None, reach: int | None, scored: bool = True
    ) -> Goal:
        """The goal that is asked for.

        Args:
            rules: the rule set.
            objective: one of :data:`OBJECTIVES`; None for the score where there is one to be known,
                else for the points.
            reach: the points, needed for ``reach`` and for nothing else.
            scored: whether the score of the hand can be known.

        Raises:
            InputError: there is no such goal, with all faults.
        """
        if objective is None:
            objective = "reach" if reach is not None else "score" if scored else "points"
        faults = list(_faults(rules, objective, reach, scored))
        if faults:
            raise InputError(faults)
        return cls(objective, reach)

    def value(self, ending: Ending | None, rules: RuleSet, side: int) -> float:
        """What an ending is worth to a seat of a side; None for a hand that is not played."""
        if ending is None:
            return 0.0
        if self.objective == "score":
            score = ending.score(rules)
            assert score is not None  # goals are read with what can be known
            return net_score(rules, score, side)
        points = ending.points(rules, side)
        return float(points if self.reach is None else points >= self.reach)

    def range(self, rules: RuleSet) -> tuple[float, float]:
        """The least and the largest that a value can be."""
        if self.objective == "reach":
            return 0.0, 1.0
        if self.objective == "points":
            return 0.0, float(rules.largest_total)
        most = max(_most_score(rules, trump) for trump in rules.trumps)
        return -most, most

    def reach_unseen(self, rules: RuleSet) -> float:
        """How far values may lie from their mean though no layout has shown it yet.

        A twentieth of what is possible; but a chance may always be hit or missed.
        """
        least, most = self.range(rules)
        return (most - least) / (2 if self.objective == "reach" else 20)

    def trifle(self, rules: RuleSet) -> float:
        """A difference that nobody would mind: the two-hundredth part of all points.

        Of points and of scores; of chances it is the hundredth part.
        """
        return rules.largest_total / 200 if self.objective != "reach" else 1 / 100


def _most_score(rules: RuleSet, trump: str) -> float:
    """The largest net score that a hand can have, for either side."""
    total = rules.total(trump)
    if rules.hand_score == "bid":
        return worth_of_bid(rules, trump, (total, 0), 0, total).score
    return worth_of(rules, trump, (total, 0), 0).score


def has_score(rules: RuleSet, bid: int | None) -> bool:
    """Whether the score of a whole hand follows from its points.

    Args:
        rules: the rule set.
        bid: the declarer's bid, where it is known.
    """
    return rules.hand_score != "none" and (rules.hand_score != "bid" or bid is not None)


def _faults(rules: RuleSet, objective: str, reach: int | None, scored: bool) -> Iterator[Fault]:
    if objective not in OBJECTIVES:
        message = f"{objective!r} is no objective; there are {', '.join(OBJECTIVES)}"
        yield Fault(Reason.BAD_REQUEST, message, field="objective")
    elif objective == "score" and not scored:
        message = f"{rules.name} scores nothing; ask for points or reach"
        if rules.hand_score == "bid":
            message = "the score hangs on the bid: add `; bid=NUMBER`, or ask for points or reach"
        yield Fault(Reason.BAD_REQUEST, message, field="objective")
    elif objective == "reach" and reach is None:
        message = "the objective reach needs a number of points to reach"
        yield Fault(Reason.BAD_REQUEST, message, field="reach")
    elif objective != "reach" and reach is not None:
        message = f"points to reach have no meaning for the objective {objective}"
        yield Fault(Reason.BAD_REQUEST, message, field="reach")
    whole = isinstance(reach, int) and not isinstance(reach, bool)
    if reach is not None and not (whole and 1 <= reach <= rules.largest_total):
        message = f"{reach} is not a number of points from 1 to {rules.largest_total}"
        yield Fault(Reason.BAD_REQUEST, message, field="reach")
