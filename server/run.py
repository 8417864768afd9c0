"""The life of a server process: start, ready, drain, end; and what tells it to."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from importlib import metadata
from typing import TYPE_CHECKING

from manille.server.cache.connect import safe_url
from manille.server.logs import log
from manille.server.ports import target
from manille.server.settings import Settings

if TYPE_CHECKING:
    from manille.server.app import App

__all__ = ["Orders", "ready_line", "run_alone", "serve"]

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Orders:
    """What a server process is told to do.

    Attributes:
        drain: set to finish what is accepted and then end.
        stop: set to end at once.
    """

    def __init__(self) -> None:
        """Begin with no order."""
        self.drain = asyncio.Event()
        self.stop = asyncio.Event()

    def take(self, order: signal.Signals) -> None:
        """Take a signal: the first one means to drain, another one to stop."""
        if self.drain.is_set():
            log.warning("stopping at once", signal=order.name)
            self.stop.set()
        else:
            log.info("draining", signal=order.name)
            self.drain.set()


def run_alone(settings: Settings, ready: Callable[[App], None]) -> bool:
    """Serve in this process until a signal ends it.

    Args:
        settings: what is served, and where.
        ready: called once when calls are answered.

    Returns:
        whether all accepted calls were finished.
    """

    async def life() -> bool:
        orders = Orders()
        loop = asyncio.get_running_loop()
        for one in SIGNALS:
            loop.add_signal_handler(one, orders.take, one)
        return await serve(settings, orders, ready)

    return asyncio.run(life())


async def serve(settings: Settings, orders: Orders, ready: Callable[[App], None]) -> bool:
    """Serve until ordered to end; whether all accepted calls were finished."""
    # Here, since the process that only watches over workers must not start gRPC.
    from manille.server.app import App

    app = App(settings)
    try:
        await app.start()
        ready(app)
        await orders.drain.wait()
        drain = asyncio.ensure_future(app.drain(settings.grace_s))
        stop = asyncio.ensure_future(orders.stop.wait())
        await asyncio.wait((drain, stop), return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        finished = drain.done() and drain.result()
        drain.cancel()
    finally:
        await app.close()
    log.info("ended", finished=finished)
    return finished


def ready_line(settings: Settings, port: int, metrics_port: int | None) -> str:
    """The one line of a server that is ready.

    Args:
        settings: what it was told.
        port: the port that it listens on.
        metrics_port: that of the metrics; None without.
    """
    what = [
        "no TLS"
        if settings.tls_cert is None
        else "mutual TLS"
        if settings.tls_client_ca
        else "TLS",
        f"{_count(settings.workers, 'worker')} with {_count(settings.search_threads, 'thread')}",
        f"cache: {settings.cache_memory_mib} MiB of memory{_store(settings)}",
    ]
    if metrics_port is not None:
        what.append(f"metrics on {target(settings.metrics_host, metrics_port)}")
    where = target(settings.host, port)
    return f"manille {_version()} serves on {where} ({', '.join(what)})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _store(settings: Settings) -> str:
    return "" if settings.cache is None else f" before {safe_url(settings.cache)}"


def _version() -> str:
    try:
        return metadata.version("manille")
    except metadata.PackageNotFoundError:  # a checkout that was never installed
        return "unreleased"
