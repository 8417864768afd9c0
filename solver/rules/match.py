"""A match: hands added up until a party reaches the target.

A match speaks of seats by name, since seat 0 of a deal is whoever leads that hand, while names stay
with their chairs: ``N W S E``, or ``1 2 3 …`` (:func:`~manille.solver.rules.seating.seat_names`).
The *parties* that score are the two sides in partnership games, that of N and S first, and each
seat by itself in auction games. What a hand counts is the difference between two consecutive totals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from manille.solver.cards import Card
from manille.solver.errors import Fault, Reason, ScoreError
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score, turn_up_points
from manille.solver.rules.seating import seat_names

__all__ = ["HandResult", "HandScore", "Match", "adds_up", "parties", "result_faults", "sides"]

Party = tuple[str, ...]


@dataclass(frozen=True)
class HandResult:
    """How a hand ended, with whatever its score hangs on; no field given: it was not played.

    Attributes:
        points: the points that each side took, in the order of :func:`sides`: that of N and S
            first, or the declarer in auction games. None: all passed and nothing was played.
        trump: a suit letter, or ``NT``.
        declarer: the name of the declarer's seat, in auction games.
        bid: the declarer's bid, in auction games.
        dealer: the name of the dealer's seat; the dealer is the last seat in the order of play.
        turned: the dealer's turned-up card. Left out where it has points, those are not scored.
    """

    points: tuple[int, int] | None = None
    trump: str | None = None
    declarer: str | None = None
    bid: int | None = None
    dealer: str | None = None
    turned: Card | None = None


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
        pairs = tuple(zip(self.parties, self.totals, strict=True))
        if self.target is None or max(self.totals) < self.target:
            return ()
        if self.rules.double_crossing == "all":
            return tuple(party for party, total in pairs if total >= (self.target or 0))
        highest = tuple(party for party, total in pairs if total == max(self.totals))
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


def parties(rules: RuleSet) -> tuple[Party, ...]:
    """Who scores over a match: the two sides of partners, or each seat by itself."""
    if rules.sides == "declarer":
        return tuple((name,) for name in seat_names(rules.seats))
    return sides(rules, None)


def sides(rules: RuleSet, declarer: str | None) -> tuple[Party, Party]:
    """The seats of the two sides of a hand by name: N's side first, or the declarer alone."""
    names = seat_names(rules.seats)
    if rules.sides == "declarer":
        return (declarer or "",), tuple(name for name in names if name != declarer)
    return names[::2], names[1::2]


def _score(rules: RuleSet, result: HandResult) -> tuple[int, ...] | None:
    """What the play scores for each party; a hand that was not played scores nothing for all."""
    if result.points is None or result.trump is None:
        return (0,) * len(parties(rules))
    score = hand_score(rules, result.trump, result.points, result.bid)
    if score is None or rules.sides == "partners":
        return score
    return tuple(score[int(name != result.declarer)] for name in seat_names(rules.seats))


def result_faults(rules: RuleSet, result: HandResult) -> list[Fault]:
    """Everything that is wrong with a result, each fault with the field of :class:`HandResult`."""
    if result.points is None:
        return [*_seat_faults(rules, result), *_not_played_faults(rules, result)]
    faults = [
        *_trump_faults(rules, result),
        *_seat_faults(rules, result),
        *_auction_faults(rules, result),
        *_turned_faults(rules, result),
    ]
    if result.trump is not None:
        try:
            hand_score(rules, result.trump, result.points, result.bid)
        except ScoreError as error:
            faults += error.faults
    return faults


def _not_played_faults(rules: RuleSet, result: HandResult) -> Iterator[Fault]:
    if rules.trump_by != "auction" or rules.all_pass != "redeal":
        message = f"a hand of {rules.name} is always played: give the points of both sides"
        yield Fault(Reason.FIELD_MISSING, message, field="points")
    for field in ("trump", "declarer", "bid", "turned"):
        if getattr(result, field) is not None:
            message = f"a hand that was not played has no {field}: give the points, or leave it out"
            yield Fault(Reason.FIELD_UNEXPECTED, message, field=field)


def _trump_faults(rules: RuleSet, result: HandResult) -> Iterator[Fault]:
    if result.trump is None:
        message = f"the trump is missing: one of {', '.join(rules.trumps)}"
        yield Fault(Reason.FIELD_MISSING, message, field="trump")
    elif result.trump not in rules.trumps:
        message = f"{rules.name} is not played with trump {result.trump}; it has "
        message += ", ".join(rules.trumps)
        yield Fault(Reason.TRUMP_NOT_ALLOWED, message, field="trump")


def _seat_faults(rules: RuleSet, result: HandResult) -> Iterator[Fault]:
    names = seat_names(rules.seats)
    for field in ("declarer", "dealer"):
        seat = getattr(result, field)
        if seat is not None and seat not in names:
            message = f"{seat!r} is not one of the seats {', '.join(names)}"
            yield Fault(Reason.UNKNOWN_SEAT, message, field=field)


def _auction_faults(rules: RuleSet, result: HandResult) -> Iterator[Fault]:
    alone = rules.sides == "declarer"
    if alone and result.declarer is None:
        message = "the sides depend on the declarer; add declarer=SEAT"
        yield Fault(Reason.DECLARER_MISSING, message, field="declarer")
    if alone and result.bid is None:
        message = "the score hangs on the bid; add bid=NUMBER"
        yield Fault(Reason.FIELD_MISSING, message, field="bid")
    for field in ("declarer", "bid"):
        if not alone and getattr(result, field) is not None:
            message = f"{field} has no meaning in {rules.name}: partners play; leave it out"
            yield Fault(Reason.FIELD_UNEXPECTED, message, field=field)


def _turned_faults(rules: RuleSet, result: HandResult) -> Iterator[Fault]:
    turned = result.turned
    if turned is None:
        return
    if rules.trump_by != "turned":
        message = f"turned has no meaning in {rules.name}: no card is turned up; leave it out"
        yield Fault(Reason.FIELD_UNEXPECTED, message, field="turned")
    elif turned not in rules.cards:
        message = f"{rules.name} has no card {turned}"
        yield Fault(Reason.CARD_NOT_IN_DECK, message, field="turned")
    elif result.trump is not None and turned.suit != result.trump:
        message = f"the turned-up card {turned} is not of the trump suit {result.trump}"
        yield Fault(Reason.TURNED_NOT_TRUMP, message, field="turned")
    if rules.turn_up_points and result.dealer is None:
        message = "the turned-up card scores for the dealer's side; add dealer=SEAT"
        yield Fault(Reason.FIELD_MISSING, message, field="dealer")
