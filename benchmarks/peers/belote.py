"""Random Belote deals through colver and through the rule set `belote`, all leads valued.

    make peers                                          500 deals
    python -m benchmarks.peers.belote --count 50 --seed 7 --json FILE

Every card of the opening leader gets its value from both programs on one thread each, deal by deal
in turn, set-up included. The values must agree, or the run ends with status 1.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from benchmarks.peers.conversions import card_of_colver, colver_hands, colver_points
from benchmarks.peers.figures import (
    Contest,
    UnequalError,
    about,
    compare,
    counted,
    finish,
    peer,
    proven,
    run_to_end,
)
from manille.solver.analysis import bench
from manille.solver.cards import Card
from manille.solver.deals import Deal, format_deal, random_deal
from manille.solver.rules import load

RULES = "belote"
# The contract changes colver's scores and not the card points. With dealer 3 seat 0 leads.
BID, TEAM, DOUBLED, DEALER = 80, 0, 0, 3

Values = dict[Card, int]


@click.command()
@click.option("--count", type=click.IntRange(min=1), default=500, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(count: int, seed: int, path: Path | None) -> None:
    """Compare values and CPU times of colver and manille on random Belote deals."""
    colver = peer("colver")
    contest = Contest("all leads of Belote", "colver")
    values = 0

    def work() -> None:
        nonlocal values
        warm(colver, seed, count)
        for number in counted(range(count)):
            deal = random_deal(load(RULES), seed, number)
            values += measure(colver, deal, contest, ours_first=number % 2 == 1)

    status = run_to_end(work)
    finish([contest], values, status, path, {**about("colver"), "rules": RULES, "seed": seed})


def warm(colver: Any, seed: int, number: int) -> None:
    """Let both programs make what they keep between deals: one deal with each trump."""
    deal = random_deal(load(RULES), seed, number)
    for trump in deal.rules.trumps:
        by_colver(colver, replace(deal, trump=trump))
        by_manille(replace(deal, trump=trump))


def measure(colver: Any, deal: Deal, contest: Contest, ours_first: bool) -> int:
    """Value one deal with both, and compare; the number of values.

    Raises:
        UnequalError: a value differs.
    """
    ours = by_manille(deal) if ours_first else None
    theirs, theirs_s = by_colver(colver, deal)
    mine, mine_s = ours or by_manille(deal)
    compare(deal, contest.peer, theirs, mine)
    contest.add(theirs_s * 1e3, mine_s * 1e3)
    return len(mine)


def by_colver(colver: Any, deal: Deal) -> tuple[Values, float]:
    """What side 0 takes after each lead, by colver; CPU seconds, those of threads included."""
    hands, trump = colver_hands(deal), "SHDC".index(deal.contract.trump)
    started = time.process_time()
    table = colver.Env.deal_with_hands(DEALER, hands)
    table.set_contract(trump, BID, TEAM, DOUBLED)
    table.set_phase_playing()
    scores = table.solve_scores()["scores"]
    spent = time.process_time() - started
    return {card_of_colver(card): colver_points(points) for card, points in scores}, spent


def by_manille(deal: Deal) -> tuple[Values, float]:
    """The same by our engine."""
    found = bench.measure(deal, cards=True)
    values = {card: proven(bounds) for card, bounds in (found.cards or {}).items()}
    if max(values.values()) != proven(found.bounds):
        raise UnequalError(f"{format_deal(deal)}\n  {found.bounds} against its cards {values}")
    return values, found.cpu_s


if __name__ == "__main__":
    main()
