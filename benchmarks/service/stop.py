"""How soon a search ends whose caller has gone, or whose deadline has passed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click
import grpc

from benchmarks.bars.bar import SEED, Bar
from benchmarks.bars.memory import LONG
from benchmarks.report import progress
from benchmarks.service.calls import solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.programs import Server, channel_to
from benchmarks.service.spelled import Known, know
from benchmarks.service.timing import Times, clock
from manille.server.cache import MemoryCache
from manille.server.desk import Desk
from manille.solver.analysis import SolveQuestion
from manille.solver.deals import Deal, random_deal, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import load
from manille.v1.solver_service_pb2 import SolveRequest
from manille.wire.questions import question_to_proto
from manille.wire.refusals import DeadlinePassed

__all__ = ["stop"]

MOST_MS = 20
EARLIEST_S, LATEST_S = 0.02, 0.6  # of a search of two seconds and more
EASY = ("manillen", 3)
"""A game and the tricks of its endings that are solved in no time."""
WARM_UP = 20
LOOK_S = 0.0002
TABLE_MIB = 64


def stop(effort: Effort) -> Iterator[Bar]:
    """Stop a hard search at many moments: at the desk, and over the wire."""
    name, number = LONG
    hard = SolveQuestion(random_deal(load(name), SEED, number), ["points"])
    steps = range(effort.tries)
    waits = [EARLIEST_S + (LATEST_S - EARLIEST_S) * n / effort.tries for n in steps]
    where = f"{name}, deal {number}, stopped after {waits[0]:.2f} to {waits[-1]:.2f} s; one thread"
    for way, ended in (("gone", _left_desk), ("deadline", _late_desk)):
        late_s = asyncio.run(_at_desk(hard, waits, ended))
        yield _row(f"until the kernel has stopped, {WAYS[way]}", late_s, f"desk; {where}")
    with Server("--threads", "1") as server, channel_to(server.target) as channel:
        solve = solve_call(channel)
        easy = iter(know(_endings(WARM_UP + 3 * effort.tries)))
        usual = Times([_ask(solve, next(easy)) for _ in range(WARM_UP + len(waits))][WARM_UP:])
        request = SolveRequest(question=question_to_proto(hard)).SerializeToString()
        for way, end in (("gone", _leave), ("deadline", _wait)):
            late_s = []
            for wait_s in progress(waits, f"stopped over the wire, {WAYS[way]}"):
                end(solve, request, wait_s)
                late_s.append(_ask(solve, next(easy)) - usual.median_ms / 1e3)
            note = f"over the wire, usual time of that question: {usual}; {where}"
            yield _row(f"that another question waits, {WAYS[way]}", late_s, note)


WAYS = {"gone": "caller gone", "deadline": "deadline passed"}


def _row(what: str, late_s: Sequence[float], note: str) -> Bar:
    times = Times(late_s)
    return Bar(
        "stop",
        f"ms {what}",
        f"at most {MOST_MS}",
        f"{times.max_ms:.1f}",
        times.max_ms <= MOST_MS,
        f"the most of {len(late_s)}, median {times.median_ms:.2f}; {note}",
        data={**times.to_json(), "each_ms": [one * 1e3 for one in late_s]},
    )


# ------------------------------------------------------------------------------------- at the desk


async def _at_desk(
    hard: SolveQuestion, waits: Sequence[float], ended: Callable[..., Any]
) -> list[float]:
    """The seconds from the end of a caller's wait until no search runs."""
    desk = Desk(MemoryCache(0), threads=1, queue=1, most_table_mib=TABLE_MIB)
    late_s = []
    try:
        for wait_s in progress(waits, "stopped at the desk"):
            stopped = await ended(desk, hard, wait_s)
            while desk.counts.running:
                await asyncio.sleep(LOOK_S)
            late_s.append(time.perf_counter() - stopped)
        if desk.counts.cancelled != len(waits):
            raise click.ClickException("a hard search was over before it was stopped")
    finally:
        await desk.close()
    return late_s


async def _left_desk(desk: Desk, hard: SolveQuestion, wait_s: float) -> float:
    """Ask, and leave after a while; the moment of that."""
    task = asyncio.create_task(desk.answer(hard, Limits()))
    await asyncio.sleep(wait_s)
    task.cancel()
    stopped = time.perf_counter()
    with suppress(asyncio.CancelledError):
        await task
    return stopped


async def _late_desk(desk: Desk, hard: SolveQuestion, wait_s: float) -> float:
    """Ask with a deadline; the moment of that."""
    stopped = time.perf_counter() + wait_s
    with suppress(DeadlinePassed):
        await desk.answer(hard, Limits(), patience_s=wait_s)
    return stopped


# ----------------------------------------------------------------------------------- over the wire


def _endings(count: int) -> Iterator[Deal]:
    name, tricks = EASY
    return (random_ending(load(name), tricks, SEED, number) for number in range(count))


def _ask(solve: Any, known: Known) -> float:
    """The seconds until an answer that nobody knew before."""
    answers: list[Any] = []
    seconds = clock(lambda: answers.append(solve(known.plain.request)))
    known.plain.check(answers[0].solution)
    return seconds


def _leave(solve: Any, request: bytes, wait_s: float) -> None:
    """Ask, and cancel after a while."""
    call = solve.future(request)
    time.sleep(wait_s)
    if call.done():
        raise click.ClickException("a hard search was over before it was stopped")
    call.cancel()


def _wait(solve: Any, request: bytes, wait_s: float) -> None:
    """Ask with a deadline, and come back when it has passed."""
    try:
        solve(request, timeout=wait_s)
    except grpc.RpcError as error:
        if error.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
            return
        raise click.ClickException(f"a call ended with {error}") from None
    raise click.ClickException("a hard search was over before its deadline")
