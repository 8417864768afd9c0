"""How fast layouts are drawn, before the play and late in it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.advice.effort import Effort
from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from manille.solver.deals import Deal, Position, random_ending
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.rules import load

__all__ = ["Drawn", "draw", "drawn"]

GAMES = ("manillen", "maniglia-4", "maniglia-5")
QUARTERS = range(4)


@dataclass(frozen=True)
class Drawn:
    """What the layouts of one hand took.

    Attributes:
        layouts: how many there are.
        set_up_s: seconds of CPU until they were counted.
        rate: layouts drawn in a second of CPU, one thread.
    """

    layouts: int
    set_up_s: float
    rate: float


def draw(effort: Effort) -> Iterator[Bar]:
    """Layouts drawn a second, game by game and by how much of the hand is played."""
    for name in GAMES:
        rules = load(name)
        cards = rules.seats * rules.hand_size
        for quarter in progress(QUARTERS, f"draw, {name}"):
            played = quarter * cards // 4
            deals = [
                random_ending(rules, rules.hand_size, SEED, number, played)
                for number in range(effort.drawn)
            ]
            yield _row(name, played, [drawn(deal, effort.draws) for deal in deals], effort)


def drawn(deal: Deal, draws: int) -> Drawn:
    """Draw layouts for the seat to play."""
    seat = Position.of(deal).to_play
    started = time.process_time()
    layouts = Layouts(Knowledge.of(deal, seat))
    set_up_s = time.process_time() - started
    started = time.process_time()
    for number in range(draws):
        layouts.draw(SEED, number)
    return Drawn(layouts.count, set_up_s, draws / (time.process_time() - started))


def _row(name: str, played: int, found: list[Drawn], effort: Effort) -> Bar:
    rates = [one.rate for one in found]
    slowest = max(one.set_up_s for one in found)
    return Bar(
        "draw",
        f"layouts drawn a second, {name}, {played} cards played",
        "",
        f"{statistics.median(rates):,.0f}",
        None,
        f"median of {len(found)} hands of the seat to play (deals of seed {SEED}, random legal "
        f"cards), {effort.draws:,} draws each, one thread; the slowest hand {min(rates):,.0f}; "
        f"layouts: {min(one.layouts for one in found):.3g} to "
        f"{max(one.layouts for one in found):.3g}; set-up: median "
        f"{statistics.median(one.set_up_s for one in found) * 1e3:.2f}, max {slowest * 1e3:.2f} ms",
        data={"rate": statistics.median(rates), "slowest": min(rates), "set_up_s": slowest},
    )
