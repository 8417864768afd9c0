"""How a deal should be called if all know all cards, and what then comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Generic, TypeVar

from manille.solver.analysis.found import Found
from manille.solver.analysis.table import TableQuestion
from manille.solver.core.engine import CancelToken
from manille.solver.deals import Deal
from manille.solver.limits import Limits
from manille.solver.par import CallValue, Ceiling, Par, ParCall
from manille.solver.results import DoubleDummyTable
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import calling
from manille.solver.rules.calls import PASS, CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.foreseen import (
    Worth,
    foresee_auction,
    foresee_choice,
    worth_of,
    worth_of_bid,
)
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score
from manille.solver.rules.tried import TriedBids

__all__ = ["ParQuestion", "par_of", "solve_par"]

State = TypeVar("State", Auction, Choice)


def solve_par(
    deal: Deal, limits: Limits | None = None, cancel: CancelToken | None = None, threads: int = 1
) -> Par | None:
    """How a deal should be called: section by section of the calling, with the values compared.

    Each seat does what is best for it by the net score (see
    :func:`~manille.solver.rules.foreseen.net_score`) and, where that is level, by the points of its
    side, knowing that all others do so too. Of equal calls a seat names a trump rather than passes,
    but passes rather than bids.

    Args:
        deal: all hands known; the calling goes on from its calls, if they have not ended, else it
            begins anew. The cards played make no difference, nor do trump, declarer and bid.
        limits: for all contracts together, as of :func:`~.table.solve_table`.
        cancel: a token to end it from another thread.
        threads: how many contracts are searched at once, at least 1.

    Returns:
        None where a limit was met before all values were proven.

    Raises:
        CallError: nothing is called in this game.
        DealError: a hand is hidden.
    """
    question = ParQuestion(deal, threads)
    return question.tell(question.search(limits, cancel))


class ParQuestion:
    """How a deal should be called: the question of :func:`solve_par`, to be shared.

    Attributes:
        deal: the deal, without the cards played.
        table: what is searched for it: under every trump, led by the first seat.
    """

    def __init__(self, deal: Deal, threads: int = 1) -> None:
        """Take what :func:`solve_par` takes, and refuse what it refuses."""
        calling(deal.rules)
        self.deal = replace(deal, played=())
        self.table = TableQuestion(self.deal, threads=threads, first_leads=True)

    @property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`; that of the table."""
        return self.table.key

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        return self.table.search(limits, cancel)

    def tell(self, found: Found) -> Par | None:
        """The answer in the names of this deal; None where a value is not proven."""
        return par_of(self.deal, self.table.tell(found))


def par_of(deal: Deal, table: DoubleDummyTable) -> Par | None:
    """How a deal should be called, given what it is worth under every contract.

    Args:
        deal: as for :func:`solve_par`.
        table: its double-dummy table; the cells in which the deal's first seat leads are enough.

    Returns:
        None where the table lacks a trump, or a value in it is not proven.

    Raises:
        CallError: nothing is called in this game.
    """
    start = calling(deal.rules)
    cells = tuple(cell for cell in table.cells if cell.leader == 0)
    table = replace(table, cells=cells)
    if not table.exact or {cell.trump for cell in cells} != set(deal.rules.trumps):
        return None
    state = start
    for call in deal.calls:
        state = state.call(call)
    if state.ended:
        state = start
    whole = deal.tricks == deal.rules.hand_size
    if isinstance(state, Auction):
        return _Bidding(deal.rules, table, whole).par(state)
    return _Choosing(deal.rules, table, whole).par(state)


class _Foresight(ABC, Generic[State]):
    """What comes of calls, under the contracts of a table."""

    ceilings: tuple[Ceiling, ...] = ()

    def __init__(self, rules: RuleSet, table: DoubleDummyTable, whole: bool) -> None:
        self._rules, self._table, self._whole = rules, table, whole

    def par(self, state: State) -> Par:
        """How a calling should go on."""
        calls = []
        while state.to_call is not None:
            values = self._values(state, state.to_call)
            calls.append(ParCall(state.to_call, values[0].call, values))
            state = state.call(values[0].call)
        result = state.result
        points = score = None
        if result.trump is not None:
            points = self._points(result)
            score = (
                hand_score(self._rules, result.trump, points, result.bid) if self._whole else None
            )
        return Par(
            calls=tuple(calls),
            played=result.played,
            trump=result.trump,
            chooser=result.chooser,
            declarer=result.declarer,
            bid=result.bid,
            points=points,
            score=score,
            ceilings=self.ceilings,
            table=self._table,
        )

    def _values(self, state: State, seat: int) -> tuple[CallValue, ...]:
        """What comes of the calls that are to be compared, the best first."""
        results = {call: self._foresee(state.call(call)) for call in self._compared(state, seat)}
        worth = {call: self._worth(result, seat) for call, result in results.items()}
        ranked = sorted(results, key=worth.__getitem__, reverse=True)  # equal ones keep their order
        return tuple(_value(call, results[call], worth[call]) for call in ranked)

    def _points(self, result: CallResult) -> tuple[int, int]:
        assert result.trump is not None
        points = self._table.cell(result.trump, result.declarer or 0).points
        assert points is not None
        return points

    @abstractmethod
    def _foresee(self, state: State) -> CallResult:
        """How the calling ends."""

    @abstractmethod
    def _compared(self, state: State, seat: int) -> Sequence[str]:
        """The calls to compare; of equal ones the first is best."""

    @abstractmethod
    def _worth(self, result: CallResult, seat: int) -> Worth:
        """What an end is worth to a seat."""


def _value(call: str, result: CallResult, worth: Worth) -> CallValue:
    points = worth.points if result.played else None
    return CallValue(call, result.trump, result.declarer, result.bid, points, worth.score)


class _Choosing(_Foresight[Choice]):
    """The choice of trump."""

    def _foresee(self, state: Choice) -> CallResult:
        pairs = {cell.trump: cell.points or (0, 0) for cell in self._table.cells}
        totals = None if self._whole else {trump: sum(pair) for trump, pair in pairs.items()}
        return foresee_choice(state, {trump: pair[0] for trump, pair in pairs.items()}, totals)

    def _compared(self, state: Choice, seat: int) -> Sequence[str]:
        calls = state.legal_calls()
        return sorted(calls, key=PASS.__eq__)  # a pass last

    def _worth(self, result: CallResult, seat: int) -> Worth:
        assert result.trump is not None
        points, side = self._points(result), seat % 2
        if not self._whole:
            return Worth(float(points[side] - points[1 - side]), points[side])
        return worth_of(self._rules, result.trump, points, side)


class _Bidding(_Foresight[Auction]):
    """The auction."""

    def __init__(self, rules: RuleSet, table: DoubleDummyTable, whole: bool) -> None:
        super().__init__(rules, table, whole)
        self._made = [
            {
                trump: self._points(CallResult(True, trump, declarer=seat))[0]
                for trump in rules.trumps
            }
            for seat in range(rules.seats)
        ]
        best = [max(made, key=made.__getitem__) for made in self._made]
        self.ceilings = tuple(
            Ceiling(made[trump], trump) for made, trump in zip(self._made, best, strict=True)
        )

    @cached_property
    def _tried(self) -> TriedBids | None:
        """What tries the bids, where the ceilings alone do not tell."""
        if not self._rules.no_trump or self._rules.no_trump_factor == 1:
            return None
        totals = {cell.trump: sum(cell.points or ()) for cell in self._table.cells}
        return TriedBids(self._rules, self._made, totals)

    def _foresee(self, state: Auction) -> CallResult:
        if self._tried is not None:
            return self._tried.result(state)
        return foresee_auction(state, self.ceilings)

    def _compared(self, state: Auction, seat: int) -> Sequence[str]:
        calls = state.legal_calls()
        if state.won:
            return calls
        may = [] if self._tried is None else self._tried.calls(state)
        wanted = {calls[0], *calls[1:2], str(self.ceilings[seat].points), *may}
        return [call for call in calls if call in wanted]

    def _worth(self, result: CallResult, seat: int) -> Worth:
        if not result.played:
            return Worth(0.0, 0)
        assert result.trump is not None
        assert result.bid is not None
        points, side = self._points(result), int(seat != result.declarer)
        return worth_of_bid(self._rules, result.trump, points, side, result.bid)
