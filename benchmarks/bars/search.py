"""What one exact value takes: nodes, instructions, and the worst of many deals."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks import instructions
from benchmarks.bars.bar import SEED, Bar, Effort, deals_of, solved
from benchmarks.hard import FOLDER, HardDeal, read_deals
from benchmarks.instructions import Counted
from benchmarks.peers.figures import UnequalError, proven
from benchmarks.report import progress
from manille.solver.analysis.bench import Measured
from manille.solver.deals import format_deal

__all__ = ["count_instructions", "mean_nodes", "tail"]

NODES = {"manillen": 21_000, "maniglia": 160_000}
MILLION_INSTRUCTIONS = {"manillen": 8, "maniglia": 55}
KNOWN, KNOWN_MILLION_NODES = "maniglia-5", 3
MANY, MANY_MILLION_NODES = "maniglia-4", 6
MILLION = 1e6


def mean_nodes(effort: Effort) -> Iterator[Bar]:
    """The nodes of one exact value from an empty table."""
    for name, most in NODES.items():
        found = solved(deals_of(name, effort.deals), f"nodes, {name}")
        nodes = [one.nodes for one in found]
        mean, middle = statistics.fmean(nodes), statistics.median(nodes)
        cpu_ms = statistics.fmean(one.cpu_s for one in found) * 1e3
        note = f"mean of {len(found)} deals; median {middle:,.0f}, most {max(nodes):,}"
        yield Bar(
            "nodes",
            f"nodes of one value, {name}",
            f"at most {most:,}",
            f"{mean:,.0f}",
            mean <= most,
            f"{note}; {cpu_ms:.2f} ms of CPU",
            data={"mean": mean, "median": middle, "most": max(nodes), "cpu_ms": cpu_ms},
        )


def count_instructions(effort: Effort) -> Iterator[Bar]:
    """The instructions of the same, set-up included."""
    for name, most in MILLION_INSTRUCTIONS.items():
        what, wanted = f"million instructions of one value, {name}", f"at most {most}"
        if not instructions.is_there():
            yield Bar.missing("instructions", what, wanted, instructions.MISSING)
            continue
        for game in progress([name], f"instructions, {name}"):
            yield _of_counts(instructions.count_game(game, effort.deals, SEED), what, most)


def _of_counts(counted: list[Counted], what: str, most: int) -> Bar:
    """The row for what callgrind counted; the fastest search of this processor comes first."""
    first, *others = counted
    each = [f"{one.instructions / MILLION:.2f} with the {one.processor} search" for one in others]
    note = f"callgrind, mean of {first.deals} deals, {first.processor} search"
    millions = first.instructions / MILLION
    return Bar(
        "instructions",
        what,
        f"at most {most}",
        f"{millions:.2f}",
        millions <= most,
        "; ".join([note, *each]),
        data={one.processor: one.instructions for one in counted},
    )


def tail(effort: Effort) -> Iterator[Bar]:
    """The nodes of deals that hurt."""
    (known,) = (one for one in read_deals(FOLDER / "known.txt") if one.deal.rules.name == KNOWN)
    yield _of_known(known)
    found = solved(deals_of(MANY, effort.tail), f"the tail, {MANY}")
    number, worst = max(enumerate(found), key=lambda numbered: numbered[1].nodes)
    millions = worst.nodes / MILLION
    mean = statistics.fmean(one.nodes for one in found)
    yield Bar(
        "tail",
        f"million nodes of the worst of {len(found):,} deals, {MANY}",
        f"at most {MANY_MILLION_NODES}",
        f"{millions:.3f}",
        millions <= MANY_MILLION_NODES,
        f"random deals of seed {SEED}, the worst is number {number}; mean {mean:,.0f} nodes",
        data={"nodes": worst.nodes, "number": number, "deal": format_deal(worst.deal)},
    )


def _of_known(known: HardDeal) -> Bar:
    (found,) = solved([known.deal], f"the tail, {KNOWN}")
    _check(known, found)
    millions = found.nodes / MILLION
    return Bar(
        "tail",
        f"million nodes of the known {KNOWN} deal",
        f"at most {KNOWN_MILLION_NODES}",
        f"{millions:.3f}",
        millions <= KNOWN_MILLION_NODES,
        "the deal of benchmarks/deals/hard/known.txt",
        data={"nodes": found.nodes, "deal": format_deal(known.deal)},
    )


def _check(known: HardDeal, found: Measured) -> None:
    """The value that the file states must come out.

    Raises:
        UnequalError: it does not.
    """
    if proven(found.bounds) != known.bounds.exact:
        stated, is_now = known.bounds.exact, found.bounds.exact
        raise UnequalError(f"{format_deal(known.deal)}\n  stated {stated}, found {is_now}")
