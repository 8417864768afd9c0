"""The result of one hand as a match needs it, and what can be wrong with it.

Results speak of seats by name, since seat 0 of a deal is whoever leads that hand, while names stay
with their chairs: ``N W S E``, or ``1 2 3 …`` (:func:`~manille.solver.rules.seating.seat_names`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from manille.solver.cards import Card
from manille.solver.errors import Fault, Reason, ScoreError
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score
from manille.solver.rules.seating import seat_names

__all__ = ["HandResult", "Party", "parties", "result_faults", "sides"]

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
