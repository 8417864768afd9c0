"""Where a record of play first contradicts itself, for the error that nothing fits."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from manille.solver.deals.spelled import seat_text
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.hidden.facts import Fact, described, told_by
from manille.solver.hidden.knowledge import Knowledge
from manille.solver.hidden.problem import pose
from manille.solver.hidden.record import Play, record
from manille.solver.hidden.ways import Ways
from manille.solver.rules.legality import judge

__all__ = ["nothing_fits"]


def nothing_fits(knowledge: Knowledge) -> DealError:
    """The error for what no layout fits, with the card played after which none is left."""
    deal = knowledge.deal
    # what fits all cards played fits the first of them too
    first = bisect_left(range(len(deal.played) + 1), True, key=lambda n: not _fits(knowledge, n))
    if not first:
        what = "the hands" if deal.turned is None else "the hands and the turned-up card"
        message = f"no layout of the hidden cards fits {what}; check the cards given"
        return DealError(Fault(Reason.NOTHING_FITS, message, field="hands"))
    message = f"{_Account(knowledge, first).message()}; check the cards played and the hands given"
    return DealError(Fault(Reason.NOTHING_FITS, message, field="played"))


def _fits(knowledge: Knowledge, count: int) -> bool:
    """Whether some layout fits the first cards played."""
    deal = replace(knowledge.deal, played=knowledge.deal.played[:count])
    problem = pose(replace(knowledge, deal=deal))
    return problem is not None and Ways(problem).count > 0


class _Account:
    """What is wrong with the card after which no layout is left."""

    def __init__(self, knowledge: Knowledge, count: int) -> None:
        self.deal = knowledge.deal
        *self.before, self.play = list(record(self.deal))[:count]
        self.deck = self.deal.rules.family

    def message(self) -> str:
        """One sentence."""
        place = f"trick {self.play.number}: {self._who(self.play.seat)} plays {self.play.card}"
        return f"{place}, {self._seen() or self._told_before() or self._told_now()}"

    def _who(self, seat: int) -> str:
        return seat_text(self.deal.seat_names[seat])

    def _seen(self) -> str | None:
        """What is wrong with it by what lies open."""
        card, seat = self.play.card, self.play.seat
        if any(play.card == card for play in self.before):
            return "which was played before"
        for other, hand in enumerate(self.deal.hands):
            if other != seat and card in (hand or ()):
                return f"which is in the hand of {self._who(other)}"
        if card == self.deal.turned and seat != self.deal.rules.seats - 1:
            return f"which {self._who(self.deal.rules.seats - 1)} turned up"
        return self._not_allowed()

    def _not_allowed(self) -> str | None:
        """What its own hand has against it, where that is known."""
        play, hand = self.play, self.deal.hands[self.play.seat]
        if hand is None:
            return None
        gone = {one.card for one in self.before}
        left = [card for card in hand if card not in gone]
        if play.card not in left:
            return "which is not in its hand"
        broken = judge(self.deal.contract, left, play.trick, play.leader)[play.card]
        return None if broken is None else f"which breaks {broken} ({broken.meaning})"

    def _told_before(self) -> str | None:
        """The card by which the seat had said that it does not hold this one."""
        for play in self.before:
            for fact in self._facts(play) if play.seat == self.play.seat else ():
                if self.play.card in fact.cannot_hold and not fact.unless:
                    said = described(fact, self.deck)
                    return f"but its {fact.card} in trick {fact.trick} said that it has {said}"
        return None

    def _told_now(self) -> str:
        """What the card itself would say, which cannot be; or that it is the last straw."""
        said = [described(fact, self.deck) for fact in self._facts(self.play)]
        if not said:
            return "after which no layout of the hidden cards fits all that was played"
        means = " and ".join(said)
        return f"which says that it has {means}, and no layout of the hidden cards allows that"

    def _facts(self, play: Play) -> list[Fact]:
        return list(told_by(self.deal.contract, play))
