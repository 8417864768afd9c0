"""The double-dummy table of a deal: what it is worth under every contract.

Each contract is a search effort of its own, with its own transposition table: so the answers and
the effort are the same on any number of threads. The seats that may lead under one trump share it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock

from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.settle import settle_near
from manille.solver.analysis.window import Window, read_window
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.errors import DealError, Fault, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.results import Bounds, DoubleDummyTable, TableCell
from manille.solver.rules.contract import Contract
from manille.solver.rules.ruleset import RuleSet

__all__ = ["solve_table"]


def solve_table(
    deal: Deal,
    trumps: Collection[str] | None = None,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
    threads: int = 1,
    window: Window | None = None,
) -> DoubleDummyTable:
    """The points of a deal for every trump and leader or, in auction games, trump and declarer.

    Where partners play, every seat leads in turn; in auction games every seat is the declarer in
    turn, and the deal's first seat leads. The trump and the declarer that the deal names, if it
    does, make no difference, nor do its calls.

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
    started = time.perf_counter()
    _check_start(deal)
    contracts = _contracts(deal, _checked(deal.rules, trumps))
    bounds = read_window(window, 0, deal.rules.largest_total)
    token = cancel or CancelToken()
    shares = _Shares(limits or Limits(), len(contracts), threads)

    def search(numbered: tuple[int, Contract]) -> _Column:
        number, contract = numbered
        return _search(Position(contract, deal.open_hands), shares.take(number), token, bounds)

    columns = _in_order(list(enumerate(contracts)), search, threads, token)
    return DoubleDummyTable(
        cells=tuple(cell for column in columns for cell in column.cells),
        nodes=sum(column.nodes for column in columns),
        time_s=time.perf_counter() - started,
        window=bounds,
    )


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


def _contracts(deal: Deal, trumps: tuple[str, ...]) -> list[Contract]:
    alone = deal.rules.sides == "declarer"
    declarers = range(deal.rules.seats) if alone else (None,)
    return [Contract(deal.rules, trump, seat) for trump in trumps for seat in declarers]


@dataclass(frozen=True)
class _Column:
    """The cells of one contract, and the effort that they took."""

    cells: list[TableCell]
    nodes: int


def _in_order(
    questions: list[tuple[int, Contract]],
    search: Callable[[tuple[int, Contract]], _Column],
    threads: int,
    token: CancelToken,
) -> list[_Column]:
    """The answers in the order of the questions; what ends this early ends the searches too."""
    if threads == 1:  # starting a thread would take longer than many a search
        return [search(question) for question in questions]
    with ThreadPoolExecutor(threads, thread_name_prefix="table") as pool:
        try:
            return list(pool.map(search, questions))
        except BaseException:
            token.cancel()
            raise


def _search(
    position: Position, limits: Limits | None, token: CancelToken, window: Bounds | None
) -> _Column:
    """One contract with each seat that may lead; without limits, since nothing is left, no search.

    Seats of one side lead one after the other, since their values are nearest to each other.
    """
    contract = position.contract
    leaders = [0] if contract.declarer is not None else list(range(contract.rules.seats))
    total = position.points_left
    found, nodes = dict.fromkeys(leaders, Bounds(0, total)), 0
    if limits is not None:
        renamed = Renamed(position).position
        engine = Engine(renamed, limits, token)
        wanted, guess = window or Bounds(0, total), None
        for leader in sorted(leaders, key=contract.side_of.__getitem__):
            engine.turn_to(replace(renamed, leader=leader))
            known = engine.value(wanted) if guess is None else settle_near(engine, guess, wanted)
            found[leader], guess = known, known.low
        nodes = engine.nodes
    cells = [
        TableCell(contract.trump, leader, contract.declarer, (known, known.against(total)))
        for leader, known in found.items()
    ]
    return _Column(cells, nodes)


class _Shares:
    """Shares out the limits of a table among its contracts.

    Nodes are shared evenly beforehand, so that a limit in nodes gives the same answer every time.
    Time is shared as the contracts come: what an easy one leaves serves those after it.
    """

    def __init__(self, limits: Limits, contracts: int, threads: int) -> None:
        self._limits, self._contracts, self._threads = limits, contracts, threads
        self._ends = None if limits.time_s is None else time.perf_counter() + limits.time_s
        self._waiting = contracts
        self._lock = Lock()

    def take(self, number: int) -> Limits | None:
        """The limits of a contract, given its number from 0; None if nothing is left for it."""
        time_s, nodes = self._time_s(), self._nodes(number)
        if nodes == 0 or (time_s is not None and time_s <= 0):
            return None
        return Limits(time_s, nodes, self._limits.table_mib)

    def _nodes(self, number: int) -> int | None:
        if self._limits.nodes is None:
            return None
        share, rest = divmod(self._limits.nodes, self._contracts)
        return share + (number < rest)

    def _time_s(self) -> float | None:
        with self._lock:
            waiting = self._waiting
            self._waiting -= 1
        if self._ends is None:
            return None
        return (self._ends - time.perf_counter()) * min(1.0, self._threads / waiting)
