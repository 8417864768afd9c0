"""The double-dummy table of a deal: what it is worth under every contract."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from manille.solver.analysis.columns import search_contracts
from manille.solver.analysis.found import Found
from manille.solver.analysis.window import Window, read_window, window_key
from manille.solver.cards import NO_TRUMP
from manille.solver.core.engine import CancelToken
from manille.solver.deals import Deal, Hand, Position, Relabelling
from manille.solver.deals.canonical import layouts
from manille.solver.deals.hands import sort_hand
from manille.solver.errors import DealError, Fault, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.results import Bounds, DoubleDummyTable, TableCell
from manille.solver.rules.contract import Contract
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score

__all__ = ["TableQuestion", "solve_table"]


def solve_table(
    deal: Deal,
    trumps: Collection[str] | None = None,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    threads: int = 1,
    window: Window | None = None,
) -> DoubleDummyTable:
    """The points and scores of a deal for every trump and leader or, in auction games, declarer.

    Where partners play, every seat leads in turn; in auction games every seat is the declarer in
    turn, and the deal's first seat leads. The trump and the declarer that the deal names, if it
    does, make no difference, nor do its calls; its bid is the one that is scored.

    Args:
        deal: a deal before its first card, all hands known; an ending may be one too.
        trumps: the trumps, in the order that the table is to have; by default all that the rule
            set allows.
        limits: for the whole table, shared out among its contracts: the nodes evenly, the time by
            what is left of it. ``table_mib`` is for each of the searches that run at once. Where a
            limit is met, a cell has the bounds that are proven.
        cancel: a token to end it likewise from another thread.
        threads: how many contracts are searched at once, at least 1.
        window: the lowest and the highest points of side 0 that are wanted exactly, None for an
            open end; see :func:`~manille.solver.analysis.solve`.

    Raises:
        DealError: a hand is hidden, or a trump is none that the rule set allows.
        InputError: cards are played already, or nothing lies in the window.
    """
    question = TableQuestion(deal, trumps, window, threads)
    return question.tell(question.search(limits, cancel))


class TableQuestion:
    """What a deal is worth under every contract: the question of :func:`solve_table`, to be shared.

    Its canonical form has no trump: all suits are put in order of their layout. Where partners
    play, every seat leads anyhow, so the seats are rotated to whatever gives the least layouts.

    Attributes:
        deal: the deal.
        trumps: the trumps in the order that the table is to have.
        window: the points of side 0 that are wanted exactly; None for all.
        threads: how many contracts a search works on at once; no part of the question.
        first_leads: whether the table has only cells in which the deal's first seat leads; in
            auction games it has no others anyhow.
    """

    def __init__(
        self,
        deal: Deal,
        trumps: Collection[str] | None = None,
        window: Window | None = None,
        threads: int = 1,
        first_leads: bool = False,
    ) -> None:
        """Take what :func:`solve_table` takes, and refuse what it refuses."""
        _check_start(deal)
        self.deal, self.threads = deal, threads
        self.first_leads = first_leads and deal.rules.sides == "partners"
        self.trumps = _checked(deal.rules, trumps)
        self.window = read_window(window, 0, deal.rules.largest_total)
        self._layouts, self._there = _relabel(deal, self.window is not None, self.first_leads)

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        head = f"table {','.join(self._canonical_trumps)} ".encode() + window_key(self.window)
        head = b"first " * self.first_leads + head
        layouts = b"".join(layout.to_bytes(8) for layout in self._layouts)
        return head + self.deal.rules.fingerprint.encode() + layouts

    @cached_property
    def _canonical_trumps(self) -> list[str]:
        names = {self._trump(trump) for trump in self.trumps}
        return [trump for trump in self.deal.rules.trumps if trump in names]

    def _trump(self, trump: str) -> str:
        """The canonical name of a trump."""
        return self._there.suits.get(trump, trump)

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        started, rules = time.perf_counter(), self.deal.rules
        hands = _renamed_hands(self.deal, self._there)
        starts = [
            Position(contract, hands) for contract in _contracts(rules, self._canonical_trumps)
        ]
        token = cancel or CancelToken()
        columns = search_contracts(
            starts, limits or Limits(), token, self.threads, self.window, self.first_leads
        )
        values = tuple(value for column in columns for value in column.values)
        return Found(
            values=values,
            nodes=sum(column.nodes for column in columns),
            time_s=time.perf_counter() - started,
            complete=all(value.settles(self.window) for value in values),
        )

    def tell(self, found: Found) -> DoubleDummyTable:
        """The answer in the names of this deal."""
        seats = range(1 if self.first_leads else self.deal.rules.seats)
        places = [(trump, seat) for trump in self._canonical_trumps for seat in seats]
        values = dict(zip(places, found.values, strict=True))
        cells = [
            self._cell(trump, seat, values[self._trump(trump), self._there.seat(seat)])
            for trump in self.trumps
            for seat in seats
        ]
        return DoubleDummyTable(tuple(cells), found.nodes, found.time_s, self.window)

    def _cell(self, trump: str, seat: int, value: Bounds) -> TableCell:
        rules, alone = self.deal.rules, self.deal.rules.sides == "declarer"
        declarer = seat if alone else None
        total = Position(Contract.of(rules, trump, declarer), self.deal.open_hands).points_left
        pair = (value, value.against(total))
        cell = TableCell(
            trump, 0 if alone else seat, declarer, pair[::-1] if self._there.swapped else pair
        )
        if cell.points is None or self.deal.tricks < rules.hand_size:
            return cell
        return replace(cell, score=hand_score(rules, trump, cell.points, self.deal.bid))


def _relabel(
    deal: Deal, sides_kept: bool, leader_kept: bool
) -> tuple[tuple[int, ...], Relabelling]:
    """The layouts of the suits in canonical order, and the relabelling that leads there.

    Args:
        deal: the deal.
        sides_kept: whether side 0 must stay side 0, since something is asked about it.
        leader_kept: whether seat 0 must stay seat 0, since it alone leads.
    """
    rules, seats = deal.rules, deal.rules.seats
    # in auction games the first seat leads, which tells the seats apart
    turns = range(0, seats, 2 if sides_kept else 1)
    if leader_kept or rules.sides == "declarer":
        turns = range(1)
    best: tuple[tuple[int, ...], Relabelling] | None = None
    for turn in turns:
        rotation = tuple((seat - turn) % seats for seat in range(seats))
        by_suit = layouts(rules, NO_TRUMP, deal.open_hands, rotation)
        order = sorted(range(len(by_suit)), key=by_suit.__getitem__)
        found = tuple(by_suit[n] for n in order)
        if best is None or found < best[0]:
            suits = rules.family.suits
            names = {suits[n]: suit for n, suit in zip(order, suits, strict=True)}
            best = found, Relabelling(rotation, names, swapped=turn % 2 == 1)
    assert best is not None
    return best


def _renamed_hands(deal: Deal, there: Relabelling) -> tuple[Hand, ...]:
    hands: list[Hand] = [()] * len(deal.hands)
    for seat, hand in enumerate(deal.open_hands):
        hands[there.seat(seat)] = sort_hand(list(map(there.card, hand)), deal.rules, None)
    return tuple(hands)


def _check_start(deal: Deal) -> None:
    if deal.played:
        count = f"{len(deal.played)} card{'s are' if len(deal.played) > 1 else ' is'}"
        message = f"{count} played; a table is for a deal before its first card: leave out `played`"
        raise InputError.of(Reason.BAD_REQUEST, message, field="played")


def _checked(rules: RuleSet, trumps: Collection[str] | None) -> tuple[str, ...]:
    """The trumps of the table, each once."""
    allowed = rules.trumps
    message = f"{rules.name} is not played with trump {{}}; it has {', '.join(allowed)}"
    faults = [
        Fault(Reason.TRUMP_NOT_ALLOWED, message.format(trump), field="trump")
        for trump in trumps or ()
        if trump not in allowed
    ]
    if faults:
        raise DealError(faults)
    return allowed if trumps is None else tuple(dict.fromkeys(trumps))


def _contracts(rules: RuleSet, trumps: Collection[str]) -> list[Contract]:
    declarers = range(rules.seats) if rules.sides == "declarer" else (None,)
    return [Contract.of(rules, trump, seat) for trump in trumps for seat in declarers]
