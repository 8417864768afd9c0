"""The same deals through another solver program and through ours, side by side.

    python -m benchmarks.prototype SOLVER
    python -m benchmarks.prototype SOLVER maniglia-5=1000 manillen --json FILE

SOLVER is run as `SOLVER 20` (its table has two to that many entries), with a deal a line on
standard input:

    GAME TRUMP LEADER SIDES HAND HAND HAND ...

The trump is a suit from 0 to 3, or -1; the leader a place among the hands; the sides a digit for
each hand; a hand its cards as suit/strength joined by commas, strength 0 the weakest. For each line
it answers `VALUE NODES MS`: the points of side 0, nodes as it counts them, and its own clock. Our
time is the CPU time of the thread, the making of the engine included, rule tables made before.
Blocks of deals take turns. Values must agree, or the run ends with status 1. Ctrl-C shows what was
measured so far.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click

from benchmarks.peers.figures import (
    Contest,
    about,
    compare,
    counted,
    finish,
    parse_count,
    proven,
    run_to_end,
)
from manille.solver.analysis import bench
from manille.solver.cards import NO_TRUMP, Card
from manille.solver.deals import Deal, random_deal
from manille.solver.rules import load

GAMES = (
    "manillen",
    "macau-manilla",
    "maniglia",
    "maniglia-3",
    "maniglia-4",
    "maniglia-5",
    "botifarra",
)
# one deal of botifarra can take minutes
DEFAULT = tuple("botifarra=10" if game == "botifarra" else game for game in GAMES)
OTHERS = 100
TABLE_BITS = "20"


class Answer(NamedTuple):
    """What the other program says of a deal.

    Attributes:
        value: the points of side 0.
        nodes: seats to play that it looked at.
        time_ms: what it took by its own clock.
    """

    value: int
    nodes: int
    time_ms: float


def to_line(deal: Deal) -> str:
    """A deal in the form that the other program reads, the hand of the leader first."""
    contract, suits = deal.contract, deal.rules.family.suits
    trump = -1 if contract.trump == NO_TRUMP else suits.index(contract.trump)

    def written(card: Card) -> str:
        return f"{suits.index(card.suit)}/{contract.strength[card]}"

    sides = "".join(map(str, contract.side_of))
    hands = (",".join(sorted(map(written, hand))) for hand in deal.open_hands)
    return " ".join([deal.rules.name, str(trump), "0", sides, *hands])


def parse_answer(line: str) -> Answer:
    """An answer of the other program.

    Raises:
        ValueError: the line is none.
    """
    value, nodes, time_ms = line.split()
    return Answer(int(value), int(nodes), float(time_ms))


@dataclass
class Game:
    """The measurements of one game."""

    name: str
    time: Contest = field(init=False)
    nodes: Contest = field(init=False)

    def __post_init__(self) -> None:
        self.time = Contest(self.name, "other", "ms")
        self.nodes = Contest(self.name, "other", "nodes")

    def measure(self, solver: str, deals: Sequence[Deal]) -> None:
        """Give a block of deals to both and compare.

        Raises:
            UnequalError: a value differs.
        """
        bench.warm(deals)
        theirs = ask(solver, deals)
        with closing(bench.measure_all(deals)) as answers:
            ours = list(answers)
        for deal, other, own in zip(deals, theirs, ours, strict=True):
            compare(deal, "other", {"value": other.value}, {"value": proven(own.bounds)})
            self.time.add(other.time_ms, own.cpu_s * 1e3)
            self.nodes.add(other.nodes, own.nodes)


def ask(solver: str, deals: Sequence[Deal]) -> list[Answer]:
    """The answers of the other program, started anew.

    The first deal is asked twice and answered once: a program that has just started is slow.

    Raises:
        click.ClickException: the program cannot be run, or does not answer as it should.
    """
    lines = [to_line(deal) for deal in (deals[0], *deals)]
    try:
        done = subprocess.run(
            [solver, TABLE_BITS], input="\n".join(lines) + "\n", capture_output=True, text=True
        )
        answers = [parse_answer(line) for line in done.stdout.splitlines()]
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{solver}: {error}") from None
    if done.returncode or len(answers) != len(lines):
        said = done.stderr.strip() or f"status {done.returncode}"
        message = f"{solver}: {len(answers)} answers to {len(lines)} deals; {said}"
        raise click.ClickException(message)
    return answers[1:]


@click.command()
@click.argument("solver", type=click.Path(exists=True, dir_okay=False, resolve_path=True))
@click.argument("games", nargs=-1, metavar="[GAME[=COUNT]]...")
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--block", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(solver: str, games: tuple[str, ...], seed: int, block: int, path: Path | None) -> None:
    """Compare values, nodes and times of SOLVER and manille on random deals."""
    counts = dict(parse_count(one, GAMES, OTHERS) for one in games or DEFAULT)
    found = [Game(name) for name in counts]

    def work() -> None:
        for game in found:
            rules, count = load(game.name), counts[game.name]
            for first in counted(range(0, count, block), game.name):
                numbers = range(first, min(first + block, count))
                game.measure(solver, [random_deal(rules, seed, number) for number in numbers])

    status = run_to_end(work)
    contests = [contest for game in found for contest in (game.nodes, game.time)]
    values = sum(len(game.nodes.ours) for game in found)
    finish(contests, values, status, path, {**about(), "seed": seed})


if __name__ == "__main__":
    main()
