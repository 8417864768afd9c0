"""What becomes of calls when their server is told to end."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import click
import grpc

from benchmarks.bars.bar import SEED, Bar, deals_of
from benchmarks.report import progress
from benchmarks.service.calls import SOLVE, solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.load import OPTIONS, Call, ask, check
from benchmarks.service.programs import PATIENCE_S, Server
from benchmarks.service.spelled import Spelling, know, respell
from benchmarks.service.timing import Times

__all__ = ["drain"]

GAME, DEALS = "maniglia", 150
CALLERS = 16
LOAD_S = (0.3, 0.6)  # how long the load lasts before the server is told to end
GRACE_S = 30.0  # the default of the server


@dataclass(frozen=True)
class Drained:
    """A server that was told to end.

    Attributes:
        calls: all calls of the callers.
        told_s: when it was told.
        took_s: how many seconds it then took to end.
        status: its exit status.
        logged: how many calls of each outcome its log has.
    """

    calls: Sequence[Call]
    told_s: float
    took_s: float
    status: int
    logged: Counter[str]

    @property
    def finished(self) -> int:
        """Calls that were under way when it was told, and were answered."""
        ended = (call.at_s + call.took_s for call in self.calls if not call.failed)
        return sum(one > self.told_s for one in ended)

    @property
    def lost(self) -> int:
        """Calls that were accepted and not answered.

        What the server accepted, its log has. Only a call that it refused may end without answer.
        """
        answered = sum(not call.failed for call in self.calls)
        accepted = self.logged.total() - self.logged["DRAINING"]
        unexplained = sum(call.failed and not _is_refusal(call.answer) for call in self.calls)
        return abs(accepted - answered) + unexplained


def drain(effort: Effort) -> Iterator[Bar]:
    """Tell a server under load to end, again and again."""
    rng = Random(SEED)
    asked = [respell(one, rng) for one in know(deals_of(GAME, DEALS))]
    drained = []
    for _ in progress(range(effort.drains), "drained"):
        with Server("--cache-memory-mib", "0", "--log-format", "json") as server:
            done = asyncio.run(_drain(server, asked, rng.uniform(*LOAD_S)))
        check(done.calls)
        drained.append(done)
    yield _row(drained)


def _row(drained: Sequence[Drained]) -> Bar:
    times = Times([one.took_s for one in drained])
    lost = sum(one.lost for one in drained)
    finished = sum(one.finished for one in drained)
    statuses = {one.status for one in drained}
    if not finished:
        raise click.ClickException("no call was under way when a server was told to end")
    return Bar(
        "drain",
        f"calls lost at SIGTERM under load, {len(drained)} times",
        "none, exit 0 in the grace time",
        f"{lost or 'none'}, exit {', '.join(map(str, sorted(statuses)))}",
        lost == 0 and statuses == {0} and times.max_ms <= GRACE_S * 1e3,
        f"{CALLERS} callers without retries ({GAME}); {finished} calls were under way and "
        f"finished, all answers equal, the rest was refused; until the end: {times}",
        data={"lost": lost, "finished": finished, **times.to_json()},
    )


async def _drain(server: Server, asked: Sequence[Spelling], load_s: float) -> Drained:
    questions = itertools.cycle([(spelling, spelling.request) for spelling in asked])
    calls: list[Call] = []

    async def go_on() -> None:
        async with grpc.aio.insecure_channel(server.target, OPTIONS) as channel:
            solve = solve_call(channel)
            failed = False
            while not failed:
                spelling, request = next(questions)
                call = await ask(solve, spelling, request, server.target)
                calls.append(call)
                failed = call.failed

    callers = [asyncio.create_task(go_on()) for _ in range(CALLERS)]
    await asyncio.sleep(load_s)
    told_s = time.perf_counter()
    server.process.send_signal(signal.SIGTERM)
    status = await asyncio.to_thread(server.process.wait, PATIENCE_S)
    took_s = time.perf_counter() - told_s
    await asyncio.gather(*callers)
    return Drained(calls, told_s, took_s, status, _logged(server.log()))


def _logged(log: str) -> Counter[str]:
    """How many calls ended how, by the log of the server: the reason, else the status."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    ended = [line for line in lines if line.get("event") == "call" and line["method"] == SOLVE]
    return Counter(line.get("reason") or line["code"] for line in ended)


def _is_refusal(error: grpc.RpcError) -> bool:
    return bool(error.code() == grpc.StatusCode.UNAVAILABLE)
