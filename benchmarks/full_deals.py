"""Full random deals of every game, end to end through the command, with every answer checked.

    make full-deals                              1,000 deals of manillen, 100 of each other game
    python benchmarks/full_deals.py maniglia-5=20 --seed 7

Each set is dealt by `manille deal` and solved by `manille solve --json`, as a user would. An answer
counts only if it is exact, the points of the two sides add up to the hand's total, some card loses
nothing, and the line leads to the points. The slowest deal of each set is shown with its time.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

from manille.solver.deals import Position, parse_deal
from manille.solver.rules import load, names

MANILLE = Path(sys.executable).with_name("manille")
COUNTS = {"manillen": 1000}
OTHERS = 100


@click.command()
@click.argument("sets", nargs=-1, metavar="[RULES=COUNT]...")
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--threads", default=1, show_default=True, help="Deals solved at once.")
def main(sets: tuple[str, ...], seed: int, threads: int) -> None:
    """Solve full random deals of every rule set, or of those named, and check each answer."""
    counts = dict(one.split("=", 1) for one in sets) or default_counts()
    click.echo(
        f"{'rules':<22} {'deals':>5} {'median':>8} {'mean':>8} {'p90':>8} {'max':>8} s  mean nodes"
    )
    faults = 0
    for name, count in counts.items():
        faults += run(name, int(count), seed, threads)
    raise SystemExit(int(faults > 0))


def default_counts() -> dict[str, int]:
    """The games of the texts and their relatives; the reference sets are for other programs."""
    games = [name for name in names() if not load(name).reference]
    return {name: COUNTS.get(name, OTHERS) for name in games}


def run(name: str, count: int, seed: int, threads: int) -> int:
    """Deal, solve and check one set; the number of answers that are not as they should be."""
    deals = command("deal", name, "--count", str(count), "--seed", str(seed))
    solved = command("solve", "--input", "-", "--json", "--threads", str(threads), stdin=deals)
    answers = [json.loads(line) for line in solved.splitlines()]
    wrong = [answer for answer in answers if not is_right(answer)]
    missing = count - len(answers)
    show(name, answers)
    for answer in wrong:
        click.echo(f"  WRONG: {json.dumps(answer)}", err=True)
    if missing:
        click.echo(f"  MISSING: {missing} answers", err=True)
    return len(wrong) + missing


def command(*words: str, stdin: str = "") -> str:
    """What the command prints on standard output; a failure ends the run."""
    return subprocess.run(
        [MANILLE, *words], input=stdin, text=True, capture_output=True, check=True
    ).stdout


def is_right(answer: dict[str, Any]) -> bool:
    """Whether an answer is exact and fits together."""
    if not answer.get("exact"):
        return False
    deal = parse_deal(answer["deal"])
    position = Position.of(deal)
    cards = {str(card): card for card in deal.rules.cards}
    for card in answer["line"]:
        position = position.play(cards[card])
    losses = [card["loss"] for card in answer["cards"]]
    return (
        sum(answer["points"]) == deal.rules.total(deal.trump or "")
        and position.ended
        and list(position.points) == answer["points"]
        and min(losses) == 0
    )


def show(name: str, answers: list[dict[str, Any]]) -> None:
    """One row, and the slowest deal below it."""
    answers = [answer for answer in answers if "time_s" in answer]
    if not answers:
        return
    times = sorted(answer["time_s"] for answer in answers)
    nodes = statistics.mean(answer["nodes"] for answer in answers)
    figures = (
        statistics.median(times),
        statistics.mean(times),
        times[len(times) * 9 // 10],
        times[-1],
    )
    row = " ".join(f"{figure:8.4f}" for figure in figures)
    click.echo(f"{name:<22} {len(times):>5} {row}    {nodes:,.0f}")
    slowest = max(answers, key=lambda answer: answer["time_s"])
    click.echo(f"  slowest: {slowest['deal']}  ({slowest['nodes']:,} nodes)")


if __name__ == "__main__":
    main()
