"""Figures for Prometheus, on a port of their own.

With one process it serves its own figures; with several each keeps its own in files of one folder,
and the process above them adds them up. What caches and desk count themselves is taken over every
second, since figures in files cannot be asked for.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict
from tempfile import TemporaryDirectory
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from manille.server.cache.base import Counts
from manille.server.desk import DeskCounts
from manille.server.interceptors.calls import Call
from manille.server.settings import Settings, wrong

__all__ = ["Endpoint", "Metrics", "forget_worker", "workers_endpoint"]

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it as it is imported
EVERY_S = 1.0
# Seconds: from a hit in the memory to a search that takes all its time.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

# What is counted elsewhere and may go down as well as up; all else only goes up.
LEVELS = {"entries", "bytes", "waiting", "waiting_bytes", "lost", "running", "queued", "flights"}


class Metrics:
    """The figures of one process, and a watcher of its calls."""

    def __init__(self) -> None:
        """Begin at nought."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._calls = Counter(
            "manille_calls",
            "Calls that have ended, by method and status code.",
            ["method", "code"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "manille_call_seconds",
            "Seconds from the first byte of a call to the last of its answer.",
            ["method"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._inside = Gauge(
            "manille_calls_in_progress",
            "Calls in progress.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._followers: dict[str, _Follower] = {}

    def begin(self, call: Call) -> None:
        """Count a call as in progress."""
        self._inside.inc()

    def end(self, call: Call) -> None:
        """Count how it ended and how long it took."""
        self._inside.dec()
        self._calls.labels(call.method, call.code.name).inc()
        self._seconds.labels(call.method).observe(call.duration_s)

    def take(self, desk: DeskCounts, levels: Mapping[str, Counts]) -> None:
        """Take over what the desk and each level of the cache have counted by now."""
        self._follow("desk", "the desk", asdict(desk))
        for level, counts in levels.items():
            self._follow("cache", "a level of the cache", asdict(counts), level)

    def _follow(self, area: str, whose: str, counts: Mapping[str, float], *labels: str) -> None:
        for name, value in counts.items():
            metric = f"manille_{area}_{name}"
            if metric not in self._followers:
                text = f"`{name}` as {whose} counts it; server/README.md says what it means."
                names = ["level"] if labels else []
                self._followers[metric] = _Follower(
                    metric, text, names, name in LEVELS, self.registry
                )
            self._followers[metric].follow(value, *labels)

    async def keep_taking(
        self, desk: Callable[[], DeskCounts], levels: Callable[[], Mapping[str, Counts]]
    ) -> None:
        """Take over what is counted elsewhere, every second until cancelled."""
        while True:
            self.take(desk(), levels())
            await asyncio.sleep(EVERY_S)


class _Follower:
    """A figure that follows another one, which is counted without Prometheus."""

    def __init__(
        self, name: str, text: str, labels: list[str], level: bool, registry: CollectorRegistry
    ) -> None:
        self._last: dict[tuple[str, ...], float] = {}
        self._gauge = (
            Gauge(name, text, labels, registry=registry, multiprocess_mode="livesum")
            if level
            else None
        )
        self._counter = None if level else Counter(name, text, labels, registry=registry)

    def follow(self, value: float, *labels: str) -> None:
        """Be what the other one is now."""
        if self._gauge is not None:
            (self._gauge.labels(*labels) if labels else self._gauge).set(value)
        elif self._counter is not None:
            more = value - self._last.get(labels, 0)
            self._last[labels] = value
            (self._counter.labels(*labels) if labels else self._counter).inc(max(0.0, more))


class Endpoint:
    """Where Prometheus scrapes.

    Attributes:
        port: the port that it listens on.
    """

    def __init__(self, settings: Settings, registry: CollectorRegistry) -> None:
        """Serve a registry on a thread.

        Raises:
            click.BadParameter: the address cannot be used.
        """
        assert settings.metrics_port is not None
        try:
            started: tuple[WSGIServer, Thread] = start_http_server(
                settings.metrics_port, settings.metrics_host, registry
            )
        except OSError as error:
            where = f"{settings.metrics_host}:{settings.metrics_port}"
            raise wrong("metrics_port", f"{where} cannot be used: {error.strerror}.") from None
        self._server, self._thread = started
        self.port = int(self._server.server_port)

    def close(self) -> None:
        """Stop serving, and give the port back."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def workers_endpoint(settings: Settings) -> Iterator[Endpoint | None]:
    """Serve the sums over all workers that are started meanwhile; None if no metrics are wanted.

    Raises:
        click.BadParameter: the address cannot be used.
    """
    if settings.metrics_port is None:
        yield None
        return
    with TemporaryDirectory(prefix="manille-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ[MULTIPROCESS] = folder
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        try:
            with closing(Endpoint(settings, registry)) as endpoint:
                yield endpoint
        finally:
            del os.environ[MULTIPROCESS]


def forget_worker(pid: int) -> None:
    """Leave the present figures of an ended process out; what it has counted stays."""
    if MULTIPROCESS in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
