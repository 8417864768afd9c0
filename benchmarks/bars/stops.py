"""How soon a search comes back when it is cancelled or meets a limit, and what it then says."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.bars.bar import SEED, Bar, Effort, deals_of
from benchmarks.bars.memory import LONG
from benchmarks.peers.figures import UnequalError, compare, proven
from benchmarks.report import progress
from manille.solver.analysis import bench
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position, random_deal
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.rules import load

__all__ = ["stops"]

MOST_MS = 10
LATEST = 0.4
"""The last stop, as a part of the time that the whole search takes, so that it is still running."""
OTHER = "manillen"
"""A game of which another engine values a deal after each stop."""


@dataclass(frozen=True)
class Stopped:
    """A search that was to be stopped.

    Attributes:
        late_s: seconds from the moment when it was to stop until it was back.
        bounds: what it had proven of the points that side 0 still takes.
        running: whether it was stopped before its end.
    """

    late_s: float
    bounds: Bounds
    running: bool


def stops(effort: Effort) -> Iterator[Bar]:
    """Cancel a long search at many moments, and end it by limits in time."""
    name, number = LONG
    position = Position.of(random_deal(load(name), SEED, number))
    (other,) = deals_of(OTHER, 1)
    before = _values(other)
    started = time.perf_counter()
    value = proven(by_cancel(position, None).bounds)
    whole_s = time.perf_counter() - started
    waits = [whole_s * LATEST * (n + 1) / effort.tries for n in range(effort.tries)]
    for what, stop in (("after a cancel", by_cancel), ("after a limit in time", by_limit)):
        tried = []
        for wait_s in progress(waits, f"back {what}"):
            tried.append(_checked(stop(position, wait_s), value))
            compare(other, "before", before, _values(other))
        yield _row(what, tried, f"{name}, deal {number}, of {whole_s:.1f} s")


def by_cancel(position: Position, wait_s: float | None) -> Stopped:
    """Cancel a search from another thread after some seconds, or let it end."""
    token = CancelToken()
    engine = Engine(position, cancel=token)

    def work() -> tuple[Bounds, float, bool]:
        return engine.value(), time.perf_counter(), engine.stopped

    with ThreadPoolExecutor(1) as pool:
        try:
            future = pool.submit(work)
            if wait_s is None:
                future.result()
            else:
                time.sleep(wait_s)
            asked = time.perf_counter()
        finally:
            token.cancel()
        bounds, back, running = future.result()
    return Stopped(back - asked, _again(engine, bounds), running)


def by_limit(position: Position, wait_s: float) -> Stopped:
    """End a search by its limit in time, which starts with the making of the engine."""
    started = time.perf_counter()
    engine = Engine(position, Limits(time_s=wait_s))
    bounds, running = engine.value(), engine.stopped
    late_s = time.perf_counter() - started - wait_s
    return Stopped(late_s, _again(engine, bounds), running)


def _again(engine: Engine, bounds: Bounds) -> Bounds:
    """The bounds, if the engine, asked once more, still says so.

    Raises:
        UnequalError: it says something else.
    """
    if engine.value() != bounds:
        raise UnequalError(f"a stopped engine said {bounds}, then {engine.value()}")
    return bounds


def _checked(stopped: Stopped, value: int) -> Stopped:
    """The stop, if its bounds hold.

    Raises:
        UnequalError: they do not.
    """
    if not stopped.bounds.low <= value <= stopped.bounds.high:
        raise UnequalError(f"a stopped search says {stopped.bounds}, and the value is {value}")
    return stopped


def _values(deal: Deal) -> dict[Card, int]:
    """What each lead is worth, by an engine of its own."""
    cards = bench.measure(deal, cards=True).cards or {}
    return {card: proven(bounds) for card, bounds in cards.items()}


def _row(what: str, tried: list[Stopped], where: str) -> Bar:
    late_ms = [one.late_s * 1e3 for one in tried if one.running]
    title, wanted = f"ms until a search is back {what}", f"at most {MOST_MS}"
    if not late_ms:
        return Bar.missing("stops", title, wanted, "the search was over before every stop")
    middle, most = statistics.median(late_ms), max(late_ms)
    note = f"the most of {len(late_ms)} stops, median {middle:.2f}; {where}"
    if len(late_ms) < len(tried):
        note += f"; at {len(tried) - len(late_ms)} more the search was over"
    held = "all bounds enclose the value, and other engines answer"
    return Bar(
        "stops",
        title,
        wanted,
        f"{most:.2f}",
        most <= MOST_MS,
        f"{note}; {held}",
        data={"median_ms": middle, "max_ms": most, "each_ms": late_ms},
    )
