"""Searching the contracts of a double-dummy table, several at once.

Each contract is a search effort of its own, with its own transposition table: so the answers and
the effort are the same on any number of threads. The seats that may lead under one trump share it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Lock

from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.settle import settle_near
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["Column", "search_contracts"]


@dataclass(frozen=True)
class Column:
    """What one contract is worth.

    Attributes:
        values: points of side 0 with each seat that may lead, in the order of play.
        nodes: seats to play that were looked at.
    """

    values: tuple[Bounds, ...]
    nodes: int


def search_contracts(
    starts: Sequence[Position],
    limits: Limits,
    token: CancelToken,
    threads: int,
    window: Bounds | None,
    first_leads: bool = False,
) -> list[Column]:
    """What a deal is worth under each of some contracts, in their order.

    Args:
        starts: the position before the first card under each contract.
        limits: for all of them together.
        token: a token to end them all from another thread.
        threads: how many are searched at once, at least 1.
        window: the points of side 0 that are wanted exactly; None for all.
        first_leads: whether the deal's first seat alone leads, where partners play.
    """
    shares = _Shares(limits, len(starts), threads)

    def search(numbered: tuple[int, Position]) -> Column:
        number, start = numbered
        return _search(start, shares.take(number), token, window, first_leads)

    return _in_order(list(enumerate(starts)), search, threads, token)


def _in_order(
    questions: list[tuple[int, Position]],
    search: Callable[[tuple[int, Position]], Column],
    threads: int,
    token: CancelToken,
) -> list[Column]:
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
    position: Position,
    limits: Limits | None,
    token: CancelToken,
    window: Bounds | None,
    first_leads: bool,
) -> Column:
    """One contract with each seat that may lead; without limits, since nothing is left, no search.

    Seats of one side lead one after the other, since their values are nearest to each other.
    """
    contract, total = position.contract, position.points_left
    alone = first_leads or contract.declarer is not None
    leaders = [0] if alone else list(range(contract.rules.seats))
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
    return Column(tuple(found.values()), nodes)


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
