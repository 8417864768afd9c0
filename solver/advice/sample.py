"""What an option led to in each layout, and what that makes of the option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from manille.solver.advice.goal import Ending, Goal, has_score
from manille.solver.advice.spread import mean_of, points_of
from manille.solver.advised import Mean, Points
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Samples"]


@dataclass
class Samples:
    """What one option led to, layout by layout.

    Attributes:
        values: what it was worth to the goal, one for each layout.
        scored: for each layout whether the seat's side scores; None where that is not known.
        points: the points of the seat's side, for each layout in which the hand is played.
    """

    values: list[float] = field(default_factory=list)
    scored: list[bool | None] = field(default_factory=list)
    points: list[int] = field(default_factory=list)

    def add(self, goal: Goal, rules: RuleSet, ending: Ending | None, side: int) -> None:
        """Add how the hand ends in a layout.

        Args:
            goal: what is to be made large.
            rules: the rule set.
            ending: how it ends; None if it is not played.
            side: the side of the seat that asks.
        """
        self.values.append(goal.value(ending, rules, side))
        if ending is None:
            self.scored.append(False)
            return
        self.points.append(ending.points(rules, side))
        score = ending.score(rules) if has_score(rules, ending.bid) else None
        self.scored.append(None if score is None else score[side] > 0)

    @property
    def rank(self) -> tuple[float, float]:
        """What ranks options: the mean value and, where that is level, the mean points."""
        points = sum(self.points) / len(self.points) if self.points else 0.0
        # rounded, so that it does not hang on how thirds of a score happened to be added up
        return round(fmean(self.values), 9), points

    def objective(self, goal: Goal, rules: RuleSet) -> Mean:
        """The mean value with its interval."""
        share = goal.objective == "reach"
        return mean_of(self.values, *goal.range(rules), goal.reach_unseen(rules), share=share)

    @property
    def make(self) -> float | None:
        """The share of the layouts in which the seat's side scores."""
        known = [scored for scored in self.scored if scored is not None]
        return sum(known) / len(known) if known else None

    @property
    def spread(self) -> Points | None:
        """How the points are spread; None if the hand is played in no layout."""
        return points_of(self.points) if self.points else None

    def behind(self, best: Sequence[float]) -> list[float]:
        """How far the values of the best option are ahead, layout by layout."""
        return [high - low for high, low in zip(best, self.values, strict=True)]
