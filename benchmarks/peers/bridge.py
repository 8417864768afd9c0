"""Random bridge deals through DDS (endplay) and through the rule set `whist`.

    make peers-bridge                                   100 deals, both parts
    python -m benchmarks.peers.bridge --count 5 --cards
    python -m benchmarks.peers.bridge --tricks 8        endings of 8 cards a hand

Two parts, each with an effort of its own: the table of 20 cells (5 trumps, 4 leaders), and every
card of the opening leader under the deal's trump. One thread each, set-up included, deal by deal in
turn. The values must agree, or the run ends with status 1. Ctrl-C shows what was measured so far.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from benchmarks.peers.conversions import dds_leader, dds_trump, taken_of_cell, to_pbn
from benchmarks.peers.figures import (
    Contest,
    about,
    apart,
    compare,
    finish,
    peer,
    proven,
    run_to_end,
)
from manille.solver.analysis import bench
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position, random_ending
from manille.solver.rules import load

RULES = "whist"
TRICKS = 13
SEATS = 4

Cells = dict[str, int]
Cards = dict[Card, int]


class Dds:
    """DDS by way of endplay, on one thread."""

    def __init__(self) -> None:
        self._dds = peer("endplay.dds")
        self._types = peer("endplay.types")
        peer("endplay._dds").SetMaxThreads(1)
        # DDS keeps its table from one call to the next on the same deal, which would make the
        # second part of a deal a gift of the first: another deal between them empties it.
        self._other = self._deal(random_ending(load(RULES), 2, seed=0))

    def _deal(self, deal: Deal) -> Any:
        found = self._types.Deal(to_pbn(deal))
        found.trump = self._types.Denom(dds_trump(deal.contract.trump))
        found.first = self._types.Player(dds_leader(deal))
        return found

    def forget(self) -> None:
        """Empty the table."""
        list(self._dds.solve_board(self._other))

    def cards(self, deal: Deal) -> tuple[Cards, float]:
        """Tricks of side 0, which leads, after each card; CPU seconds."""
        self.forget()
        started = time.process_time()
        solved = list(self._dds.solve_board(self._deal(deal)))
        spent = time.process_time() - started
        return {Card(card.rank.abbr, "SHDC"[card.suit]): tricks for card, tricks in solved}, spent

    def table(self, deal: Deal) -> tuple[Cells, float]:
        """Tricks of side 0 for each trump and leader; CPU seconds."""
        self.forget()
        started = time.process_time()
        found = self._dds.calc_dd_table(self._deal(deal))
        spent = time.process_time() - started
        cells = {}
        for trump in deal.rules.trumps:
            for leader in range(SEATS):
                declarer = self._types.Player(dds_leader(deal, leader - 1))
                cell = found[self._types.Denom(dds_trump(trump)), declarer]
                cells[_cell(deal, trump, leader)] = taken_of_cell(deal.tricks, leader, cell)
        return cells, spent


def our_cards(deal: Deal, token: CancelToken) -> tuple[Cards, float]:
    """Tricks of side 0, which leads, after each card; CPU seconds."""
    found = bench.measure(deal, cards=True, cancel=token)
    return {card: proven(bounds) for card, bounds in (found.cards or {}).items()}, found.cpu_s


def our_table(deal: Deal, token: CancelToken) -> tuple[Cells, float]:
    """Tricks of side 0 for each trump and leader, one effort a trump; CPU seconds."""
    started = time.thread_time()
    bounds = {}
    for trump in deal.rules.trumps:
        position = Position.start(replace(deal, trump=trump))
        engine = Engine(position, cancel=token)
        for leader in range(SEATS):
            engine.turn_to(replace(position, leader=leader))
            bounds[_cell(deal, trump, leader)] = engine.value()
    spent = time.thread_time() - started
    return {cell: proven(one) for cell, one in bounds.items()}, spent


@dataclass
class Part:
    """One part of the work, and what was measured of it."""

    contest: Contest
    theirs: Callable[[Deal], tuple[dict[Any, int], float]]
    ours: Callable[[Deal, CancelToken], tuple[dict[Any, int], float]]
    values: int = 0

    def measure(self, deal: Deal) -> str:
        """Value one deal with both, and compare; a few words on the times.

        Raises:
            UnequalError: a value differs.
        """
        theirs, theirs_s = self.theirs(deal)
        ours, ours_s = apart(lambda token: self.ours(deal, token))
        compare(deal, self.contest.peer, theirs, ours)
        self.contest.add(theirs_s * 1e3, ours_s * 1e3)
        self.values += len(ours)
        return f"{self.contest.title} {theirs_s:.3f} s, {ours_s:.3f} s"


def _cell(deal: Deal, trump: str, leader: int) -> str:
    """What a cell of the table is called, by our names of the seats."""
    return f"{trump} led by {deal.seat_names[leader]}"


@click.command()
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Seed of the deals.")
@click.option("--tricks", type=click.IntRange(1, TRICKS), default=TRICKS, show_default=True)
@click.option("--cards", is_flag=True, help="Only the cards of the opening leader.")
@click.option("--table", is_flag=True, help="Only the table of 20 cells.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(count: int, seed: int, tricks: int, cards: bool, table: bool, path: Path | None) -> None:
    """Compare values and CPU times of DDS and manille on random bridge deals."""
    dds, parts = Dds(), []
    if cards or not table:
        parts.append(Part(Contest("all cards", "DDS"), dds.cards, our_cards))
    if table or not cards:
        parts.append(Part(Contest("the table", "DDS"), dds.table, our_table))

    def work() -> None:
        click.echo("CPU seconds of DDS, of manille")
        for number in range(count):
            deal = random_ending(load(RULES), tricks, seed, number)
            for part in parts:
                click.echo(f"deal {number + 1} of {count}: {part.measure(deal)}")

    status = run_to_end(work)
    run = {**about("endplay"), "rules": RULES, "seed": seed, "tricks": tricks}
    values = sum(part.values for part in parts)
    finish([part.contest for part in parts], values, status, path, run)


if __name__ == "__main__":
    main()
