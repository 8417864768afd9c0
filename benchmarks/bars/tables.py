"""What a double-dummy table takes, against one value."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.bars.bar import Bar, Effort, deals_of
from benchmarks.peers.figures import compare, proven
from benchmarks.report import progress
from manille.solver.analysis import bench, solve_table
from manille.solver.deals import Deal

__all__ = ["whole_table"]

GAME = "manillen"
CELLS = 20
TIMES = 8


@dataclass(frozen=True)
class Cost:
    """What one deal took.

    Attributes:
        table: nodes and CPU seconds of its table.
        one: the same for one value, the mean of those under each trump, from an empty table each.
        own: the same for the value under the trump of the deal.
    """

    table: tuple[float, float]
    one: tuple[float, float]
    own: tuple[float, float]


def whole_table(effort: Effort) -> Iterator[Bar]:
    """The table of 20 cells on one thread against one value."""
    deals = deals_of(GAME, effort.deals)
    bench.warm(replace(deals[0], trump=trump) for trump in deals[0].rules.trumps)
    costs = [measure(deal) for deal in progress(deals, "the table")]
    where = f"of the sums over {len(costs)} deals, one thread; one value: the mean under all trumps"
    for kind, name in enumerate(("nodes", "CPU time")):
        times, own = _ratio(costs, "one", kind), _ratio(costs, "own", kind)
        yield Bar(
            "table",
            f"{name} of a table of {CELLS} values against one value, {GAME}",
            f"at most {TIMES} times",
            f"{times:.2f} times",
            times <= TIMES,
            f"{where}, from an empty table each; against the deal's own trump {own:.2f} times",
            data={"times": times, "own": own, "deals": len(costs)},
        )


def measure(deal: Deal) -> Cost:
    """Make the table of a deal, and value the deal under each trump.

    Raises:
        UnequalError: a value is not the one of its cell.
    """
    started = time.process_time()  # the thread that searches is not this one
    table = solve_table(deal)
    table_s = time.process_time() - started
    cells = {cell.trump: proven(cell.bounds[0]) for cell in table.cells if cell.leader == 0}
    found = {trump: bench.measure(replace(deal, trump=trump)) for trump in deal.rules.trumps}
    values = {trump: proven(one.bounds) for trump, one in found.items()}
    compare(deal, "the table", cells, values)
    nodes = statistics.fmean(one.nodes for one in found.values())
    cpu_s = statistics.fmean(one.cpu_s for one in found.values())
    own = found[deal.contract.trump]
    return Cost((table.nodes, table_s), (nodes, cpu_s), (own.nodes, own.cpu_s))


def _ratio(costs: list[Cost], against: str, kind: int) -> float:
    """How many times as much all tables took, in nodes (0) or CPU time (1)."""
    others: list[tuple[float, float]] = [getattr(cost, against) for cost in costs]
    return sum(cost.table[kind] for cost in costs) / sum(other[kind] for other in others)
