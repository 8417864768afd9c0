"""Callers in processes of their own, so that they share no interpreter with each other."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from benchmarks.service.calls import batch_call, health_call, solve_call
from benchmarks.service.programs import channel_to
from benchmarks.service.timing import clock
from manille.v1 import solution_pb2

__all__ = ["Asked", "Caller", "ask_batches", "check_health", "connect"]

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST_CONNECTIONS = 100  # until two callers meet different workers; half of the tries do

_connected: Any = None  # the channel of this process, once it is a caller


class Caller:
    """A process that calls; it lives as long as the ``with`` block."""

    def __init__(self) -> None:
        """Start no process yet; the first work does."""
        # forked after gRPC has started, calls would fail
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)

    def submit(
        self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs
    ) -> Future[Result]:
        """Do some work in the process, one after the other."""
        return self._pool.submit(work, *given, **named)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the process above."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def connect(target: str, fresh: bytes, known: bool) -> None:
    """Connect this process to a worker of a server that knows, or does not know, an answer.

    Args:
        target: host and port.
        fresh: a request; afterwards the worker knows the answer to it.
        known: False to look for a worker that does not know it yet.

    Raises:
        RuntimeError: there seems to be none.
    """
    global _connected
    for _ in range(MOST_CONNECTIONS):
        if _connected is not None:
            _connected.close()
        _connected = channel_to(target)
        effort = solve_call(_connected)(fresh).solution.effort
        if known or effort.source == solution_pb2.SOURCE_SEARCH:
            return
    raise RuntimeError(f"{MOST_CONNECTIONS} connections to {target} led to one worker")


@dataclass(frozen=True)
class Asked:
    """What a caller of batches has done.

    Attributes:
        each_s: seconds of each batch, from the bytes of the request to parsed answers.
        total_s: seconds for all of them.
        cpu_s: seconds of CPU that this took the caller.
        responses: the first response to each request, as bytes.
    """

    each_s: list[float]
    total_s: float
    cpu_s: float
    responses: list[bytes]


def ask_batches(requests: Sequence[bytes], least_s: float) -> Asked:
    """Ask batches one after the other: each once at least, and over again for some seconds."""
    ask = batch_call(_connected)
    each: list[float] = []
    first: list[Any] = []
    started, cpu_s = time.perf_counter(), time.process_time()
    while len(each) < len(requests) or time.perf_counter() - started < least_s:
        began = time.perf_counter()
        response = ask(requests[len(each) % len(requests)])
        each.append(time.perf_counter() - began)
        if len(first) < len(requests):
            first.append(response)
    total_s, cpu_s = time.perf_counter() - started, time.process_time() - cpu_s
    return Asked(each, total_s, cpu_s, [response.SerializeToString() for response in first])


def check_health(target: str, least_s: float, every_s: float) -> list[float]:
    """The seconds of checks of the health of a server, for a while."""
    each: list[float] = []
    with channel_to(target) as channel:
        check = health_call(channel)
        check()
        until = time.perf_counter() + least_s
        while time.perf_counter() < until:
            each.append(clock(check))
            time.sleep(every_s)
    return each
