"""The bars against other programs: a solver in the form of benchmarks/prototype.py, colver, DDS."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from importlib.util import find_spec

from benchmarks import prototype
from benchmarks.bars.bar import SEED, Bar, Effort, deals_of
from benchmarks.peers import belote, bridge
from benchmarks.peers.figures import Contest, peer
from benchmarks.report import progress
from manille.solver.deals import random_deal
from manille.solver.rules import load

__all__ = ["against_colver", "against_dds", "against_prototype"]

GAMES = ("manillen", "maniglia", "maniglia-3")
FIRST_RATIO, RATIO = 1.3, 1
COLVER_TIMES = 40
BLOCK = 10
NOT_INSTALLED = "{} is not installed; `pip install '.[peers]'` installs the other solvers"


def against_prototype(effort: Effort) -> Iterator[Bar]:
    """CPU time against another solver program, blocks of the same deals in turn."""
    for name in GAMES:
        what = f"CPU time against the other program, {name}"
        wanted = f"at most {FIRST_RATIO} times, then less than {RATIO}"
        if effort.prototype is None:
            why = "no program was named; --prototype PROGRAM, see benchmarks/prototype.py"
            yield Bar.missing("prototype", what, wanted, why)
            continue
        game = prototype.Game(name)
        deals = deals_of(name, effort.deals)
        blocks = [deals[first : first + BLOCK] for first in range(0, len(deals), BLOCK)]
        for block in progress(blocks, f"the other program, {name}"):
            game.measure(str(effort.prototype), block)
        yield _of_program(game, what, wanted)


def _of_program(game: prototype.Game, what: str, wanted: str) -> Bar:
    ours, theirs = game.time.ours, game.time.theirs
    ratio = statistics.fmean(ours) / statistics.fmean(theirs)
    middle = statistics.median(ours) / statistics.median(theirs)
    nodes = sum(game.nodes.ours) / sum(game.nodes.theirs)
    note = (
        f"ratio of the means over {len(ours)} deals, of the medians {middle:.2f}, "
        f"of the nodes {nodes:.2f}; all values equal"
    )
    if RATIO <= ratio <= FIRST_RATIO:
        note = f"{FIRST_RATIO} is met, {RATIO} not yet; {note}"
    return Bar(
        "prototype",
        what,
        wanted,
        f"{ratio:.2f} times",
        ratio < RATIO,
        note,
        data={"mean": ratio, "median": middle, "nodes": nodes, "deals": len(ours)},
    )


def against_colver(effort: Effort) -> Iterator[Bar]:
    """All leads of Belote deals: values, and CPU time."""
    what, wanted = "Belote deals, all leads valued, equal to colver", f"all of {effort.belote}"
    if find_spec("colver") is None:
        yield Bar.missing("colver", what, wanted, NOT_INSTALLED.format("colver"))
        return
    colver, contest, values = peer("colver"), Contest("all leads", "colver"), 0
    belote.warm(colver, SEED, effort.belote)
    for number in progress(range(effort.belote), "colver"):
        deal = random_deal(load(belote.RULES), SEED, number)
        values += belote.measure(colver, deal, contest, ours_first=number % 2 == 1)
    deals = len(contest.ours)
    yield Bar("colver", what, wanted, f"all {deals}", True, f"{values:,} values", data={})
    for kind, of in (("mean", statistics.fmean), ("median", statistics.median)):
        theirs, ours = of(contest.theirs), of(contest.ours)
        yield Bar(
            "colver",
            f"times less CPU time than colver, all leads valued, {kind}",
            f"at least {COLVER_TIMES}",
            f"{theirs / ours:.1f}",
            theirs / ours >= COLVER_TIMES,
            f"{deals} deals; colver {theirs:.2f} ms, manille {ours:.3f} ms",
            data={"ratio": theirs / ours, "theirs_ms": theirs, "ours_ms": ours},
        )


def against_dds(effort: Effort) -> Iterator[Bar]:
    """Bridge tables of 20 cells: values, and CPU time, which is only to be stated."""
    what, wanted = "bridge tables equal to DDS", f"all of {effort.bridge}"
    if find_spec("endplay") is None:
        yield Bar.missing("dds", what, wanted, NOT_INSTALLED.format("endplay"))
        return
    dds, contest = bridge.Dds(), Contest("the table", "DDS")
    part = bridge.Part(contest, dds.table, bridge.our_table)
    for deal in progress(deals_of(bridge.RULES, effort.bridge), "DDS"):
        part.measure(deal)
    deals = len(contest.ours)
    yield Bar("dds", what, wanted, f"all {deals}", True, f"{part.values:,} values")
    theirs, ours = statistics.fmean(contest.theirs), statistics.fmean(contest.ours)
    middle = statistics.median(contest.ours) / statistics.median(contest.theirs)
    yield Bar(
        "dds",
        "CPU time of a bridge table against DDS",
        "",
        f"{ours / theirs:.1f} times",
        None,
        f"ratio of the means over {deals} deals, of the medians {middle:.1f}; "
        f"DDS {theirs:,.0f} ms, manille {ours:,.0f} ms",
        data={"mean": ours / theirs, "median": middle, "theirs_ms": theirs, "ours_ms": ours},
    )
