"""The programs that are measured, each a process of its own that ends with its ``with`` block."""

from __future__ import annotations

import http.client
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import click
import grpc
from prometheus_client.parser import text_string_to_metric_families

__all__ = ["EmptyServer", "Program", "Server", "channel_to"]

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"manille \S+ serves on (\S+) \((.*?)(?:, metrics on (\S+))?\)\n")
PATIENCE_S = 60.0
METRICS_EVERY_S = 1.0  # see manille.server.metrics
TAIL = 3  # lines of a log that are worth telling
MIB = 1 << 20
CLOCK_HZ = os.sysconf("SC_CLK_TCK")


class Program:
    """A process that says in its first line when it is ready.

    Attributes:
        process: the process; in a session of its own, so that Ctrl-C reaches only us.
        line: its first line.
    """

    def __init__(self, *words: str) -> None:
        """Start Python with these words, and wait until it is ready.

        Raises:
            click.ClickException: it does not get ready.
        """
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed by __exit__)
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=ROOT,
            start_new_session=True,
        )
        try:
            self.line = self._first_line()
        except BaseException:
            self._end()
            raise

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(PATIENCE_S) else b""
        if not line:
            said = "\n".join(self.log().splitlines()[-TAIL:])
            raise click.ClickException(f"{self.process.args!r} is not ready:\n{said}")
        return line.decode()

    def log(self) -> str:
        """What it has written on standard error so far."""
        size = os.fstat(self._log.fileno()).st_size
        return os.pread(self._log.fileno(), size, 0).decode("utf-8", "replace")

    def rss_bytes(self) -> int:
        """The memory that it takes now, in bytes.

        Raises:
            click.ClickException: this system does not tell.
        """
        try:
            pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        except OSError as error:
            raise click.ClickException(f"the memory of a process is not known: {error}") from None
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def cpu_s(self) -> float:
        """The seconds of CPU that it and the processes that it has started took so far.

        Raises:
            click.ClickException: this system does not tell.
        """
        try:
            tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
            children = " ".join((task / "children").read_text() for task in tasks).split()
            stats = [
                Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                for pid in (self.process.pid, *children)
            ]
        except OSError as error:
            raise click.ClickException(f"the time of a process is not known: {error}") from None
        # user and system time are fields 14 and 15, and field 3 comes first behind the name
        return sum(int(ticks) for fields in stats for ticks in fields[11:13]) / CLOCK_HZ

    def stop(self) -> int:
        """Tell it to end, wait until it has, and give its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise click.ClickException(f"{self.process.args!r} does not end") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None and self.process.poll() is None:
                self.stop()
        finally:
            self._end()

    def _end(self) -> None:
        if self.process.poll() is None:
            # with the workers that it may have
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()


class EmptyServer(Program):
    """A server that does nothing.

    Attributes:
        target: host and port.
    """

    def __init__(self) -> None:
        """Start it."""
        super().__init__("-m", "benchmarks.service.empty_server")
        self.target = self.line.strip()


class Server(Program):
    """``manille serve`` with default settings but for those given, and with metrics.

    Attributes:
        target: host and port.
    """

    def __init__(self, *options: str) -> None:
        """Start it."""
        super().__init__(
            "-P", "-m", "manille.server", "--port", "0", "--metrics-port", "0", *options
        )
        found = READY.fullmatch(self.line)
        if found is None:
            self._end()
            raise click.ClickException(f"no server says {self.line!r}")
        self.target, _, self._metrics = found.groups()

    def figures(self) -> dict[str, float]:
        """Its metrics without ``manille_``; those of a level of the cache as ``cache_hits/redis``.

        They are up to a second old; see :meth:`settled`.
        """
        connection = http.client.HTTPConnection(self._metrics, timeout=PATIENCE_S)
        try:
            connection.request("GET", "/metrics")
            text = connection.getresponse().read().decode()
        finally:
            connection.close()
        return {
            "/".join([sample.name.removeprefix("manille_"), *sample.labels.values()]): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def settled(self) -> dict[str, float]:
        """Its metrics after all that has happened until now."""
        time.sleep(1.2 * METRICS_EVERY_S)
        return self.figures()


def channel_to(target: str) -> grpc.Channel:
    """A connection that no other channel of this process shares."""
    options = [
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.max_receive_message_length", 64 * MIB),
        ("grpc.max_send_message_length", 64 * MIB),
    ]
    return grpc.insecure_channel(target, options=options)
