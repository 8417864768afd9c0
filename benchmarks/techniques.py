"""What each technique of the kernel brings: games with all of them, and without each by itself.

    make techniques                                     eight games: some minutes
    python -m benchmarks.techniques maniglia=20 botifarra=5 --markdown

Each random deal is valued from an empty table with everything, then with each pruning of
``PRUNINGS`` left out, then by the portable search instead of the one for this processor. A figure
of a technique is how many times as much all deals together took without it; CPU time is that of the
thread that searches, set-up included. A search that takes ``--most`` times the nodes of the full
one (and some hundred thousand at least) ends there, and the figure is marked as a lower bound. All
values must be equal, or the exit status is 1.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click

from benchmarks.peers.figures import UnequalError, apart, parse_count
from benchmarks.report import Grid, circumstances, progress, show
from manille.client.bench.machine import describe
from manille.solver.analysis import bench
from manille.solver.core.engine import PROCESSORS, PRUNINGS, CancelToken, Engine
from manille.solver.deals import Deal, Position, format_deal, random_deals
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.rules import RuleSet, load, names

DEFAULT = (
    "manillen",
    "manille",
    "macau-manilla",
    "maniglia",
    "maniglia-3",
    "maniglia-4",
    "maniglia-5",
    "botifarra=20",
)
DEALS = 100
FEWEST_NODES = 200_000
PORTABLE = "portable"
LONE_ONLY = {"relaxed"}
"""Prunings that only a game with a lone declarer has."""


@dataclass(frozen=True)
class Way:
    """A way to search.

    Attributes:
        name: what the column of the table is called: what is left out.
        without: the prunings that are left out.
        processor: the kind of search, None for the fastest.
    """

    name: str
    without: tuple[str, ...] = ()
    processor: str | None = None


EVERYTHING = Way("everything")


@dataclass
class Costs:
    """What some deals took in one way.

    Attributes:
        nodes, cpu_s: the sums over the deals.
        stopped: how many of them met the limit of nodes.
    """

    nodes: int = 0
    cpu_s: float = 0.0
    stopped: int = 0


@dataclass
class Game:
    """The costs of one game, by the way.

    Attributes:
        name: the rule set.
        deals: how many deals were measured in every way.
        costs: for the name of each way what it took.
    """

    name: str
    deals: int = 0
    costs: dict[str, Costs] = field(default_factory=dict)

    def mean(self, of: str) -> float:
        """What one deal takes with everything: its ``nodes`` or ``cpu_s``."""
        return float(getattr(self.costs[EVERYTHING.name], of)) / self.deals

    def ratio(self, way: Way, of: str) -> str:
        """How many times the ``nodes`` or ``cpu_s`` of everything a way takes, as a cell."""
        found = self.costs.get(way.name)
        if found is None:
            return "-"
        ratio = getattr(found, of) / getattr(self.costs[EVERYTHING.name], of)
        return f"{'≥ ' if found.stopped else ''}{ratio:.2f}"


def all_ways() -> list[Way]:
    """Everything, without each pruning, and without what this processor has beyond others."""
    without = [Way(name, (name,)) for name in PRUNINGS]
    portable = [Way(PROCESSORS[0], processor=PORTABLE)] if PROCESSORS[0] != PORTABLE else []
    return [EVERYTHING, *without, *portable]


def ways_of(rules: RuleSet) -> list[Way]:
    """The ways that make a difference in a game."""
    alone = rules.sides == "declarer"
    return [way for way in all_ways() if alone or not LONE_ONLY.intersection(way.without)]


def measure(game: Game, rules: RuleSet, deals: Sequence[Deal], most: int) -> None:
    """Search each deal in every way in turn, so that what disturbs the machine disturbs them all.

    Raises:
        UnequalError: two ways disagree about a value.
    """
    bench.warm(deals)
    for deal in progress(deals, game.name):
        found = dict(_searched(deal, ways_of(rules), most))
        for name, (nodes, cpu_s, stopped) in found.items():
            costs = game.costs.setdefault(name, Costs())
            costs.nodes += nodes
            costs.cpu_s += cpu_s
            costs.stopped += stopped
        game.deals += 1


def _searched(
    deal: Deal, ways: Sequence[Way], most: int
) -> Iterator[tuple[str, tuple[int, float, bool]]]:
    limit: int | None = None
    seen = Bounds(0, deal.total)
    for way in ways:
        bounds, nodes, cpu_s, stopped = search(deal, way, limit)
        seen = Bounds(max(seen.low, bounds.low), min(seen.high, bounds.high))
        if seen.low > seen.high:
            raise UnequalError(f"{format_deal(deal)}\n  {way.name}: {bounds} cannot be")
        limit = limit or max(most * nodes, FEWEST_NODES)
        yield way.name, (nodes, cpu_s, stopped)


def search(deal: Deal, way: Way, nodes: int | None) -> tuple[Bounds, int, float, bool]:
    """The bounds of one value, the nodes, the CPU seconds, and whether the limit was met."""

    def work(token: CancelToken) -> tuple[Bounds, int, float, bool]:
        position = Position.of(deal)
        started = time.thread_time()
        engine = Engine(position, Limits(nodes=nodes), token, way.without, way.processor)
        bounds = engine.value()
        return bounds, engine.nodes, time.thread_time() - started, engine.stopped

    return apart(work)


def grids(games: Sequence[Game]) -> Iterator[Grid]:
    """One table for nodes, one for CPU time: a row for each game, a column for each way."""
    ways = all_ways()[1:]
    # by any processor a search takes the same nodes
    fewer = [way for way in ways if way.processor is None]
    yield _grid("nodes", games, fewer, "nodes", lambda game: f"{game.mean('nodes'):,.0f}")
    yield _grid("CPU ms", games, ways, "cpu_s", lambda game: f"{game.mean('cpu_s') * 1e3:.2f}")


def _grid(
    unit: str, games: Sequence[Game], ways: Sequence[Way], of: str, mean: Callable[[Game], str]
) -> Grid:
    head = ("rules", "deals", unit, *(way.name for way in ways))
    rows = [
        (game.name, f"{game.deals}", mean(game), *(game.ratio(way, of) for way in ways))
        for game in games
    ]
    return Grid(f"Mean {unit} of one value, and how many times as much without", head, rows)


def to_json(games: Sequence[Game], machine: dict[str, Any], seed: int, most: int) -> dict[str, Any]:
    """Everything that was measured, as values that JSON can hold."""
    return {**machine, "seed": seed, "most": most, "games": [asdict(game) for game in games]}


@click.command()
@click.argument("games", nargs=-1, metavar="[RULES[=COUNT]]...")
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--most", type=click.IntRange(min=1), default=100, show_default=True, help="Times.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(games: tuple[str, ...], seed: int, most: int, markdown: bool, path: Path | None) -> None:
    """Measure what each technique brings, for the games named or for all of the family."""
    counts = dict(parse_count(one, names(), DEALS) for one in games or DEFAULT)
    machine, found, status = describe(), list[Game](), 0
    try:
        for name, count in counts.items():
            rules, game = load(name), Game(name)
            found.append(game)
            measure(game, rules, list(random_deals(rules, count, seed)), most)
    except UnequalError as error:
        click.echo(f"UNEQUAL: {error}", err=True)
        status = 1
    except KeyboardInterrupt:
        click.echo("interrupted; what was measured so far:", err=True)
        status = 130
    measured = [game for game in found if game.deals]
    click.echo(circumstances(machine) + "\n")
    for grid in grids(measured):
        show(grid, markdown)
    if path is not None:
        text = json.dumps(to_json(measured, machine, seed, most), indent=1)
        path.write_text(text + "\n", encoding="utf-8")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
