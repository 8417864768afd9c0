"""The memory that one search takes, and whether little of it is enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from benchmarks.bars.bar import SEED, Bar, Effort
from benchmarks.hard import FOLDER, read_deals
from benchmarks.peers.figures import UnequalError, apart
from benchmarks.report import progress
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position, format_deal, random_deal
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.rules import load

__all__ = ["LONG", "memory"]

MIB = 1 << 20
MOST_MIB, LITTLE_MIB = 64, 1
LONG = ("botifarra", 201)
"""A random deal that takes some seconds, so that its table grows as far as it may."""


@dataclass(frozen=True)
class Search:
    """What the search of a deal came to.

    Attributes:
        bounds: points of side 0 over the whole hand.
        nodes: seats to play that were looked at.
        bytes: what table and layout took in the end, which is the most that they took.
    """

    bounds: Bounds
    nodes: int
    bytes: int


def hard_deals(each: int) -> list[tuple[Deal, Bounds]]:
    """The first deals of each file of hard deals with the points that it states, and a long one."""
    files = (read_deals(path)[:each] for path in sorted(FOLDER.glob("*.txt")))
    found = [(one.deal, one.bounds) for one in chain.from_iterable(files)]
    name, number = LONG
    long = random_deal(load(name), SEED, number)
    return [*found, (long, Bounds(0, long.total))]


def memory(effort: Effort) -> Iterator[Bar]:
    """The most that a search takes by default, and the values with a table of one MiB."""
    deals = hard_deals(effort.hard_deals)
    whole, little = Limits(nodes=effort.hard_nodes), Limits(None, effort.hard_nodes, LITTLE_MIB)
    most, smallest, equal = 0, 0, 0
    for deal, stated in progress(deals, "memory"):
        first, second = search(deal, whole), search(deal, little)
        _check(deal, [stated, first.bounds, second.bounds])
        most, smallest = max(most, first.bytes), max(smallest, second.bytes)
        equal += first.bounds.exact is not None and first.bounds == second.bounds
    limit = f"{effort.hard_nodes / 1e6:g} million nodes"
    yield Bar(
        "memory",
        "MiB of one search by default",
        f"at most {MOST_MIB}",
        f"{most / MIB:.1f}",
        most <= MOST_MIB * MIB,
        f"the most of {len(deals)} hard deals, each up to {limit}; table and layout of the deal",
        data={"bytes": most, "deals": len(deals)},
    )
    yield Bar(
        "memory",
        f"values with a table of {LITTLE_MIB} MiB",
        "equal",
        f"{equal} equal",
        equal > 0,
        f"of the same {len(deals)} deals, the most {smallest / MIB:.2f} MiB; the others were not "
        f"done within {limit} by one of the two, and their bounds agree",
        data={"equal": equal, "deals": len(deals), "bytes": smallest},
    )


def search(deal: Deal, limits: Limits) -> Search:
    """One value of a deal."""

    def work(token: CancelToken) -> Search:
        position = Position.of(deal)
        engine = Engine(position, limits, token)
        bounds = engine.value().plus(position.points[0])
        return Search(bounds, engine.nodes, engine.table_bytes)

    return apart(work)


def _check(deal: Deal, bounds: list[Bounds]) -> None:
    """Whether some bounds of one value can all be true.

    Raises:
        UnequalError: they cannot.
    """
    if max(one.low for one in bounds) > min(one.high for one in bounds):
        raise UnequalError(f"{format_deal(deal)}\n  {', '.join(map(str, bounds))}")
