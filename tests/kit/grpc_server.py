"""Real servers for tests: the program as a process of its own, and the same parts on a thread."""

from __future__ import annotations

import asyncio
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from manille.server.app import App
from manille.server.settings import Settings
from manille.v1 import deal_pb2, solution_pb2, solver_service_pb2

__all__ = [
    "DEAL",
    "HARD",
    "PATIENCE_S",
    "ServerProgram",
    "ServerThread",
    "children",
    "is_alive",
    "question",
    "serving",
    "solve_request",
    "status_of",
    "wait_until",
]

# Solved in milliseconds: N and S take 38.
DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
# Nobody waits for the end of this one.
HARD = "whist S W:5.K973.KQ63.T973 K3.JT854.A87.KJ5 AJ986..T9.AQ8642 QT742.AQ62.J542."

Result = TypeVar("Result")

# A slow machine with all cores busy must not fail a test; nothing waits so long in vain.
PATIENCE_S = 60.0

READY = re.compile(r"manille \S+ serves on (\S+) \((.*)\)\n")


def question(notation: str = DEAL) -> solution_pb2.Question:
    """All about a deal."""
    return solution_pb2.Question(deal=deal_pb2.Deal(notation=notation))


def solve_request(notation: str = DEAL) -> solver_service_pb2.SolveRequest:
    """A request for all about a deal."""
    return solver_service_pb2.SolveRequest(question=question(notation))


def status_of(call: Callable[[], object]) -> tuple[grpc.StatusCode, str]:
    """How a call ends: its code, and what it says."""
    try:
        call()
    except grpc.RpcError as error:
        return error.code(), error.details() or ""
    return grpc.StatusCode.OK, ""


def wait_until(true: Callable[[], object], what: str) -> None:
    """Wait until something is true that nothing signals, and fail if it never is."""
    until_s = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < until_s, f"never happened: {what}"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not yet buried does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class ServerProgram:
    """`manille serve` as a process; a context manager that expects it to end well.

    Attributes:
        line: the one line on standard output.
        target: host and port.
        words: what the line says in parentheses.
    """

    def __init__(self, *options: str, environ: dict[str, str] | None = None) -> None:
        """Start it on a free port, and wait until it is ready."""
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed by stop)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "manille.server", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, **(environ or {})},
            text=True,
        )
        try:
            self.line = self._first_line()
            found = READY.fullmatch(self.line)
            assert found is not None, (self.line, self.log())
            self.target, self.words = found.groups()
        except BaseException:
            self.process.kill()
            self._forget()
            raise

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            assert selector.select(PATIENCE_S), f"the server is not ready:\n{self.log()}"
        return self.process.stdout.readline()

    def log(self) -> str:
        """What it has logged so far."""
        return os.pread(self._log.fileno(), 1 << 24, 0).decode()

    def channel(self) -> grpc.Channel:
        """A new connection to it, without TLS."""
        return grpc.insecure_channel(self.target)

    def send(self, number: int = signal.SIGTERM) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal unless it has ended, wait for its end, and give its exit status.

        None of its own processes may be left then, and nothing more have come on standard output.
        """
        started = children(self.process.pid) if self.process.poll() is None else []
        if self.process.poll() is None:
            self.send(number)
        return self.ended(started)

    def ended(self, started: list[int] | None = None) -> int:
        """Wait for its end without a signal, and give its exit status."""
        try:
            status = self.process.wait(PATIENCE_S)
            assert self.process.stdout is not None
            assert self.process.stdout.read() == ""
            wait_until(lambda: not any(map(is_alive, started or [])), f"the end of {started}")
            return status
        finally:
            self.process.kill()
            self._forget()

    def _forget(self) -> None:
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.seek(0)
        self.last_log = self._log.read()
        self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        if self.process.returncode is None:
            status = self.stop()
            assert kind is not None or status == 0, self.last_log


class ServerThread:
    """The parts of a server on a thread of this process.

    Attributes:
        app: the server.
        target: host and port.
    """

    def __init__(self, app: App, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.target = f"localhost:{app.port}"
        self._loop = loop

    def channel(self) -> grpc.Channel:
        """A new connection to it, without TLS."""
        return grpc.insecure_channel(self.target)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something on the loop of the server, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)


@contextmanager
def serving(settings: Settings | None = None, **changed: Any) -> Iterator[ServerThread]:
    """Serve on a thread, on a free port, with the default settings but for those given."""
    if settings is None:
        settings = Settings(**{"host": "localhost", "port": 0, **changed})
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> App:
        app = App(settings)
        await app.start()
        return app

    try:
        app = asyncio.run_coroutine_threadsafe(start(), loop).result(PATIENCE_S)
        try:
            yield ServerThread(app, loop)
        finally:
            asyncio.run_coroutine_threadsafe(app.close(), loop).result(PATIENCE_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
