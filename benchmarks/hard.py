"""Finds the worst of many random deals of a game, by the nodes that one value takes.

    make hard                                           10,000 deals of every game: hours
    python -m benchmarks.hard maniglia-5=10000 manillen=200 --threads 2

The worst are written to benchmarks/deals/hard/GAME.txt, above each a comment with its result, so
that `manille solve --input` reads the file; the other files there are kept by hand. Every result is
also kept as a line of a state file below build/hard, so that a run that was stopped goes on where
it was. The name of that file holds a digest of the rules and of the kernel's sources: another
kernel starts anew. A deal that reaches the limit of nodes counts with so many, and is searched
again once the limit is raised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import click

from benchmarks.peers.figures import counted, parse_count
from manille.solver.analysis import CancelToken, answer_all, bench
from manille.solver.core import engine
from manille.solver.deals import Deal, format_deal, parse_deal, random_deal
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.rules import RuleSet, load, names

__all__ = ["FOLDER", "HardDeal", "Result", "read_deals"]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks" / "deals" / "hard"
STATE = ROOT / "build" / "hard"

_RESULT = re.compile(r"#\s*points=(\d+)(?:\.\.(\d+))?\s+nodes=([\d,]+)(\+?)(?:\s.*)?$")

_HEADER = """\
# Hard deals of {name}: the worst {worst} of {count} random deals (seed {seed}, from number 0), by
# the nodes for one value. Above each deal stand the points of side 0 over the whole hand (low..high
# where only bounds are proven) and the nodes that the kernel took when the file was made (with a +
# where it was stopped there). Do not edit; this writes the file anew:
# python -m benchmarks.hard {name}={count} --seed {seed} --nodes {nodes} --worst {worst}
"""


@dataclass(frozen=True)
class Result:
    """What the search for one value came to.

    Attributes:
        number: the number of the random deal.
        low, high: bounds of the points of side 0 over the whole hand; equal if they are proven.
        nodes: seats to play that were looked at.
    """

    number: int
    low: int
    high: int
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the points are proven; if not, the deal takes more than these nodes."""
        return self.low == self.high


@dataclass(frozen=True)
class HardDeal:
    """A deal of a file of hard deals.

    Attributes:
        line: its line in the file, from 1.
        deal: the deal.
        bounds: the points of side 0 that the comment above it states.
        nodes: the nodes that it states.
    """

    line: int
    deal: Deal
    bounds: Bounds
    nodes: int


def read_deals(path: Path) -> list[HardDeal]:
    """The deals of a file of hard deals.

    Raises:
        DealError: a line is no deal.
        ValueError: a deal without a result above it.
    """
    found, stated = [], None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            stated = _RESULT.match(line) or stated
            continue
        if stated is None:
            raise ValueError(f"{path}:{number}: no `# points=... nodes=...` above the deal")
        low, high, nodes, _ = stated.groups()
        bounds = Bounds(int(low), int(high or low))
        deal = parse_deal(line, line=number)
        found.append(HardDeal(number, deal, bounds, int(nodes.replace(",", ""))))
        stated = None
    return found


# ---------------------------------------------------------------------------------------- searching


@dataclass(frozen=True)
class Search:
    """The search for the worst deals of one game.

    Attributes:
        rules: the game.
        seed: the seed of the deals.
        count: how many deals there are.
        nodes: where the search of one deal ends.
        threads: how many are searched at once.
    """

    rules: RuleSet
    seed: int
    count: int
    nodes: int
    threads: int

    @property
    def state(self) -> Path:
        """The file with the results so far."""
        name = f"{self.rules.name}-{self.rules.fingerprint}-{kernel()}-{self.seed}.jsonl"
        return STATE / name

    def deal(self, number: int) -> Deal:
        """One of the deals."""
        return random_deal(self.rules, self.seed, number)

    def results(self) -> Iterator[Result]:
        """A result for each deal: first those of the state file, then others as they come."""
        known = {
            result.number: result
            for result in read_state(self.state)
            if result.number < self.count and (result.exact or result.nodes >= self.nodes)
        }
        yield from known.values()
        left = [number for number in range(self.count) if number not in known]
        self.state.parent.mkdir(parents=True, exist_ok=True)
        with (
            self.state.open("a", encoding="utf-8") as state,
            closing(answer_all(left, self._result, self.threads)) as found,
        ):
            for _, result in zip(counted(left, self.rules.name), found, strict=True):
                keep(state, result)
                yield result

    def _result(self, number: int, token: CancelToken) -> Result:
        found = bench.measure(self.deal(number), limits=Limits(nodes=self.nodes), cancel=token)
        return Result(number, *found.bounds, found.nodes)


def kernel() -> str:
    """A digest of the kernel's sources, which its nodes hang on."""
    folder = Path(engine.__file__).parent
    sources = sorted((*folder.glob("*.pyx"), *folder.glob("*.pxd")))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:8]


def read_state(path: Path) -> Iterator[Result]:
    """The results of a state file; of a line that was cut off when a run was killed, none."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                data: dict[str, Any] = json.loads(line)
            except json.JSONDecodeError:
                continue
            yield Result(**data)


def keep(state: IO[str], result: Result) -> None:
    """Append a result to a state file at once."""
    state.write(json.dumps(asdict(result)) + "\n")
    state.flush()


# ---------------------------------------------------------------------------------------- answering


def worst_of(results: Iterable[Result], worst: int) -> list[Result]:
    """The results with the most nodes, the worst first."""
    return sorted(results, key=lambda result: (-result.nodes, result.number))[:worst]


def run(search: Search, worst: int, folder: Path) -> None:
    """Search all deals of a game and write the worst of them."""
    results: list[Result] = []
    most = 0
    for result in search.results():
        results.append(result)
        if result.nodes > most:
            most = result.nodes
            # not by click, which a progress bar cannot see
            print(f"{len(results):>6} of {search.count}: {shown(result)}", flush=True)
    found = worst_of(results, worst)
    open_ones = sum(not result.exact for result in results)
    click.echo(f"{search.rules.name}: {len(results)} deals, {open_ones} stopped at the limit")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{search.rules.name}.txt"
    path.write_text(text(search, found), encoding="utf-8")
    click.echo(f"the worst {len(found)} are in {path}")


def shown(result: Result) -> str:
    """A result as the comment above its deal has it."""
    points = f"{result.low}" if result.exact else f"{result.low}..{result.high}"
    return f"points={points} nodes={result.nodes}{'' if result.exact else '+'} deal={result.number}"


def text(search: Search, found: list[Result]) -> str:
    """The file of the worst deals of a game."""
    header = _HEADER.format(
        name=search.rules.name,
        worst=len(found),
        count=search.count,
        seed=search.seed,
        nodes=search.nodes,
    )
    deals = (f"# {shown(one)}\n{format_deal(search.deal(one.number))}\n" for one in found)
    return header + "".join(deals)


@click.command()
@click.argument("games", nargs=-1, metavar="[RULES[=COUNT]]...")
@click.option("--count", type=click.IntRange(min=1), default=10_000, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--nodes", type=click.IntRange(min=1), default=100_000_000, show_default=True)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--worst", type=click.IntRange(min=1), default=10, show_default=True)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    help="Where the files go, instead of benchmarks/deals/hard.",
)
def main(
    games: tuple[str, ...],
    count: int,
    seed: int,
    nodes: int,
    threads: int,
    worst: int,
    folder: Path,
) -> None:
    """Find the worst of COUNT random deals of each game, or of those named."""
    counts = dict(parse_count(one, names(), count) for one in games or default_games())
    try:
        for name, deals in counts.items():
            run(Search(load(name), seed, deals, nodes, threads), worst, folder)
    except KeyboardInterrupt:
        click.echo("interrupted; the same command goes on from here", err=True)
        raise SystemExit(130) from None


def default_games() -> list[str]:
    """The games of the texts and their relatives; the reference sets are for other programs."""
    return [name for name in names() if not load(name).reference]


if __name__ == "__main__":
    main()
