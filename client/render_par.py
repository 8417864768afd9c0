"""How a deal should be called, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from manille.client import render
from manille.client.render_table import net_text
from manille.solver.cards import NO_TRUMP, Letters
from manille.solver.deals import Deal, Position
from manille.solver.par import CallValue, Par, ParCall
from manille.solver.results import Bounds, Solution
from manille.solver.rules.calls import PASS, CallResult

__all__ = ["call_sentences", "contract_sentence", "meaning", "outcome_sentence"]


def meaning(deal: Deal) -> str:
    """What the figures in brackets are."""
    if deal.rules.trump_by == "auction":
        return "In brackets: what the seat scores less the mean of what the others score"
    if deal.rules.hand_score == "none" or deal.tricks < deal.rules.hand_size:
        return "In brackets: the points of the seat's side less those of the other"
    return "In brackets: what the seat's side scores less what the other scores"


def call_sentences(deal: Deal, par: Par, tongue: Letters) -> Iterator[str]:
    """What each seat should call in turn, with the values that were compared."""
    words = _Words(deal, tongue)
    for step in par.calls:
        told = words.chosen(step) if deal.rules.trump_by == "choice" else words.bidding(step)
        yield told[0].upper() + told[1:]


def contract_sentence(deal: Deal, result: CallResult, tongue: Letters) -> str:
    """Who plays what."""
    words = _Words(deal, tongue)
    if not result.played or result.trump is None:
        return "all pass, and the hand is not played"
    if result.declarer is not None:
        bid = "" if result.bid is None else f" for {result.bid}"
        return f"{words.seat(result.declarer)} plays {words.trump(result.trump)}{bid}"
    if result.chooser is not None:
        return f"{words.seat(result.chooser)} names {words.trump(result.trump)}"
    return f"{words.trump(result.trump)} is trump" if result.trump != NO_TRUMP else "no trump"


def outcome_sentence(
    deal: Deal, result: CallResult, points: tuple[int, int], score: tuple[int, int] | None
) -> str:
    """The points of both sides under a contract, and what they score."""
    named = replace(
        deal, trump=result.trump, declarer=result.declarer, bid=result.bid, calls=(), played=()
    )
    bounds = Bounds(points[0], points[0]), Bounds(points[1], points[1])
    solution = Solution(bounds, score, None, None, 0, 0.0)
    return render.outcome(named, Position.start(named), solution)


class _Words:
    """The names of seats and trumps."""

    def __init__(self, deal: Deal, tongue: Letters) -> None:
        self._deal, self._tongue = deal, tongue

    def seat(self, seat: int) -> str:
        return render.seat_text(self._deal.seat_names[seat])

    def trump(self, trump: str) -> str:
        return "no trump" if trump == NO_TRUMP else render.suit_sign(trump, self._tongue)

    def chosen(self, step: ParCall) -> str:
        """A seat that may choose the trump."""
        seat, best = self.seat(step.seat), step.values[0]
        own = next((value for value in step.values if value.call != PASS), best)
        passing = next((value for value in step.values if value.call == PASS), None)
        if step.call == PASS:
            # of the own choices the first is the best
            told = f"{seat} passes, which leads to {self._end(best)}"
            return f"{told}; its best own choice is {self._named(own)}"
        if passing is None:
            others = "".join(f"; next best is {self._named(one)}" for one in step.values[1:2])
            return f"{seat}, the dealer, must name a trump: {self._named(best)}{others}"
        return f"{seat} names {self._named(best)}; a pass would lead to {self._end(passing)}"

    def bidding(self, step: ParCall) -> str:
        """A seat in an auction, or its winner who names the trump."""
        seat, best = self.seat(step.seat), step.values[0]
        if step.call == PASS:
            others = [one for one in step.values[1:] if _contract(one) != _contract(best)]
            told = f"{seat} passes: {self._comes(best)}"
            return told + "".join(f"; {self._after(one, step.seat)}" for one in others[-1:])
        if step.call.isdigit():
            passing = next(value for value in step.values if value.call == PASS)
            told = f"{seat} bids {best.call}: {self._comes(best)}"
            return f"{told}; after a pass {self._comes(passing, would=True)}"
        told = f"{seat} names {self.trump(step.call)}: {best.points} points"
        return told + "".join(
            f"; with {self.trump(one.call)} {one.points}" for one in step.values[1:2]
        )

    def _after(self, value: CallValue, seat: int) -> str:
        """What would come of a bid that is not made."""
        if value.declarer == seat and value.points is not None and value.bid is not None:
            end = "be made" if value.points >= value.bid else "fail"
            return f"a bid of {value.call} would {end} ({net_text(value.score)})"
        return f"after a bid of {value.call} {self._comes(value, would=True)}"

    def _comes(self, value: CallValue, would: bool = False) -> str:
        """How an auction ends."""
        if value.declarer is None or value.trump is None:
            end = "the hand would not be played" if would else "the hand is not played"
        else:
            verb = "would play" if would else "plays"
            who, trump = self.seat(value.declarer), self.trump(value.trump)
            end = f"{who} {verb} {trump} for {value.bid}"
        return f"{end} ({net_text(value.score)})"

    def _named(self, value: CallValue) -> str:
        return f"{self.trump(value.call)} ({net_text(value.score)})"

    def _end(self, value: CallValue) -> str:
        return f"{self.trump(value.trump or NO_TRUMP)} ({net_text(value.score)})"


def _contract(value: CallValue) -> tuple[str | None, int | None, int | None]:
    return value.trump, value.declarer, value.bid
