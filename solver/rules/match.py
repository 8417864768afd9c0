"""A match: hands added up until a party reaches the target.

The *parties* that score are the two sides in partnership games, that of N and S first, and each
seat by itself in auction games; seats are named, see :mod:`.result`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from manille.solver.errors import Fault, Reason, ScoreError
from manille.solver.rules.result import HandResult, Party, parties, result_faults
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score, turn_up_points
from manille.solver.rules.seating import seat_names

__all__ = ["HandScore", "Match", "adds_up"]


@dataclass(frozen=True)
class HandScore:
    """What a hand gave to each party, in the order of :func:`parties`.

    Attributes:
        result: the hand.
        turn_up: score for the turned-up card, written down before play.
        score: score of the play; None where the rule set scores nothing.
        totals: the running totals after the hand, in what the match counts.
    """

    result: HandResult
    turn_up: tuple[int, ...]
    score: tuple[int, ...] | None
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match at some moment. Made by :meth:`start` and carried on by :meth:`add`.

    Whose turn it is to deal is not followed: a hand says who dealt it, where its score hangs on it.

    Attributes:
        rules: the rule set.
        target: the total that ends the match; None for a tally that never ends.
        history: the hands so far.
    """

    rules: RuleSet
    target: int | None = None
    history: tuple[HandScore, ...] = ()

    @classmethod
    def start(cls, rules: RuleSet, target: int | None = None) -> Match:
        """The match before its first hand.

        Args:
            rules: the rule set.
            target: the total that ends the match; None for the one of the rule set.

        Raises:
            ScoreError: the rule set leaves the target open and none is given, the target is not
                positive, or the rule set has nothing to add up.
        """
        if not adds_up(rules):
            message = f"{rules.name} scores nothing, so a match has nothing to add up"
            raise ScoreError(Fault(Reason.BAD_REQUEST, message, field="rules"))
        agreed = rules.match_target if target is None else target
        if target is None and not agreed:
            message = f"{rules.name} leaves the target to the players: say which total ends a match"
            raise ScoreError(Fault(Reason.TARGET_MISSING, message, field="target"))
        if agreed < 1:
            message = f"a target of {agreed} ends no match: it must be 1 or more"
            raise ScoreError(Fault(Reason.BAD_SCORE, message, field="target"))
        return cls(rules, agreed)

    @classmethod
    def tally(cls, rules: RuleSet) -> Match:
        """Running totals without a target: nobody ever wins."""
        return cls(rules)

    @property
    def parties(self) -> tuple[Party, ...]:
        """Who scores, each as the names of its seats. See :func:`parties`."""
        return parties(self.rules)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running total of each party, in what the match counts (score, or points)."""
        return self.history[-1].totals if self.history else (0,) * len(self.parties)

    @property
    def winners(self) -> tuple[Party, ...]:
        """The parties that have won; empty while the match runs.

        Looked at after each whole hand: a target reached by turn-up points alone ends nothing yet.
        If several parties are level at the top and only the highest wins, another hand is played.
        """
        target, best = self.target, max(self.totals)
        pairs = tuple(zip(self.parties, self.totals, strict=True))
        if target is None or best < target:
            return ()
        if self.rules.double_crossing == "all":
            return tuple(party for party, total in pairs if total >= target)
        highest = tuple(party for party, total in pairs if total == best)
        return highest if len(highest) == 1 else ()

    @property
    def ended(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    def add(self, result: HandResult) -> Match:
        """The match after one more hand.

        Raises:
            ScoreError: with every field of the result that is wrong, or the match has ended.
        """
        if self.ended:
            names = " and ".join("".join(party) for party in self.winners)
            message = f"the match was won by {names} before this hand: it cannot be added"
            raise ScoreError(Fault(Reason.MATCH_ENDED, message))
        faults = result_faults(self.rules, result)
        if faults:
            raise ScoreError(faults)
        turn_up = self._turn_up(result)
        score = _score(self.rules, result)
        counted = result.points if self.rules.match_counts == "points" else score
        gains = zip(self.totals, turn_up, counted or (0,) * len(self.parties), strict=True)
        hand = HandScore(result, turn_up, score, tuple(map(sum, gains)))
        return replace(self, history=(*self.history, hand))

    def _turn_up(self, result: HandResult) -> tuple[int, ...]:
        turned = result.turned
        return tuple(
            turn_up_points(self.rules, turned, total) if turned and result.dealer in party else 0
            for party, total in zip(self.parties, self.totals, strict=True)
        )


def adds_up(rules: RuleSet) -> bool:
    """Whether the hands of a rule set count anything in a match."""
    return rules.hand_score != "none" or rules.match_counts == "points"


def _score(rules: RuleSet, result: HandResult) -> tuple[int, ...] | None:
    """What the play scores for each party; a hand that was not played scores nothing for all."""
    if result.points is None or result.trump is None:
        return (0,) * len(parties(rules))
    score = hand_score(rules, result.trump, result.points, result.bid)
    if score is None or rules.sides == "partners":
        return score
    return tuple(score[int(name != result.declarer)] for name in seat_names(rules.seats))
