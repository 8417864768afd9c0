"""How many answers a second batches bring, all of them known to the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import click

from benchmarks.bars.bar import SEED, Bar, deals_of
from benchmarks.report import progress
from benchmarks.service.caller import Asked, Caller, ask_batches, connect
from benchmarks.service.effort import Effort
from benchmarks.service.programs import Server
from benchmarks.service.spelled import Known, Spelling, batch_of, check_batch, know, respell
from benchmarks.service.timing import Times, clock
from manille.client import connect as open_client
from manille.solver.deals import Deal, random_deal, random_ending
from manille.solver.rules import load

__all__ = ["batch"]

GAME = "manillen"
PLAYED = 6  # cards of those positions that have some played
FEWEST = 20_000


@dataclass(frozen=True)
class Batches:
    """The same positions in several batches, each time spelled differently.

    Attributes:
        known: the positions.
        spelled: the batches.
        requests: their bytes.
    """

    known: Sequence[Known]
    spelled: Sequence[Sequence[Spelling]]
    requests: Sequence[bytes]

    @classmethod
    def of(cls, known: Sequence[Known], count: int) -> Batches:
        """So many batches of positions."""
        rng = Random(SEED)
        spelled = [[respell(one, rng) for one in known] for _ in range(count)]
        return cls(known, spelled, list(map(batch_of, spelled)))

    @property
    def plain(self) -> list[Spelling]:
        """The batch of the positions as they are."""
        return [one.plain for one in self.known]


def batch(effort: Effort) -> Iterator[Bar]:
    """Batches by one caller and by two, of one worker and of two; and other questions."""
    deals = deals_of(GAME, effort.batch)
    whole = Batches.of(know(deals), effort.batches)
    with Server() as server, Caller() as first, Caller() as second:
        callers = [first, second]
        yield _row(server, callers[:1], whole, effort)
        yield _row(server, callers, whole, effort)
        others = {
            "points only": know(deals, ["points"]),
            f"{PLAYED} cards played": know(_under_way(effort.batch)),
        }
        for what, known in others.items():
            yield _row(server, callers[:1], Batches.of(known, effort.batches), effort, what)
        yield _through_client(server, whole, effort)
    with Server("--workers", "2") as server, Caller() as first, Caller() as second:
        yield _row(server, [first], whole, effort, workers=2)
        yield _row(server, [first, second], whole, effort, workers=2)


def _under_way(count: int) -> Iterator[Deal]:
    rules = load(GAME)
    for number in range(count):
        yield random_ending(rules, rules.hand_size, SEED, number, PLAYED)


def _row(
    server: Server,
    callers: Sequence[Caller],
    batches: Batches,
    effort: Effort,
    what: str = "",
    workers: int = 1,
) -> Bar:
    """The row of some callers at once; the bar is one for whole questions."""
    _connect(server, callers, batches, workers)
    title = (
        f"{len(callers)} caller{'s' * (len(callers) > 1)}, {workers} worker{'s' * (workers > 1)}"
    )
    click.echo(f"batches, {what or title}", err=True)
    cpu_s = server.cpu_s()
    work = [one.submit(ask_batches, batches.requests, effort.batch_s) for one in callers]
    asked = [one.result() for one in work]
    cpu_s = server.cpu_s() - cpu_s
    for done in asked:
        for spellings, response in zip(batches.spelled, done.responses, strict=True):
            check_batch(spellings, response)
    return _bar(batches, asked, what, title, cpu_s)


def _bar(batches: Batches, asked: Sequence[Asked], what: str, title: str, cpu_s: float) -> Bar:
    size = len(batches.known)
    rate = sum(size * len(done.each_s) / done.total_s for done in asked)
    times = Times([one for done in asked for one in done.each_s])
    each_us = 1e6 / (size * len(times.each_s))
    theirs_us = sum(done.cpu_s for done in asked) * each_us
    cpu = (
        f"CPU of a position: {cpu_s * each_us:.0f} µs of the server, {theirs_us:.0f} of the caller"
    )
    titled = f"known positions a second in batches, {what or title}"
    asked_for = f"{what}, {title}" if what else "points, cards and line"
    note = (
        f"{len(times.each_s)} batches of {size:,} deals of {GAME}, each spelled differently every "
        f"time; {asked_for}; each caller a process, one batch after the other, answers parsed; "
        f"a batch: {times}; {cpu}"
    )
    bar = "" if what else f"at least {FEWEST:,}"
    met = None if what else rate >= FEWEST
    return Bar(
        "batch", titled, bar, f"{rate:,.0f}", met, note, data={"rate": rate, **times.to_json()}
    )


def _connect(server: Server, callers: Sequence[Caller], batches: Batches, workers: int) -> None:
    """Connect each caller, to workers of their own where there are several; warm all of them."""
    fresh = know([_fresh()])[0].plain.request
    for number, caller in enumerate(callers):
        caller.submit(connect, server.target, fresh, known=not number or workers == 1).result()
        plain = batches.plain
        (response,) = caller.submit(ask_batches, [batch_of(plain)], 0).result().responses
        check_batch(plain, response)


_numbers = iter(range(10**6, 10**9))


def _fresh() -> Deal:
    """A deal that no server knows."""
    return random_deal(load(GAME), SEED, next(_numbers))


def _through_client(server: Server, batches: Batches, effort: Effort) -> Bar:
    """The row of the client of this package, from deals to solutions."""
    each: list[float] = []
    with open_client(server.target) as client:
        for spellings in progress(batches.spelled, "batches, by manille.client"):
            deals = [spelling.deal for spelling in spellings]
            each.append(clock(partial(client.solve_all, deals)))
    times, count = Times(each), len(batches.known)
    rate = count * len(each) / sum(each)
    return Bar(
        "batch",
        "known positions a second in batches, manille.client",
        "",
        f"{rate:,.0f}",
        None,
        f"{len(each)} times solve_all of {count:,} deals, from deals to solutions; 1 caller, "
        f"1 worker; a batch: {times}",
        data={"rate": rate, **times.to_json()},
    )
