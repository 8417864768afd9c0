"""Several processes on one port, and the one above them, which serves nothing itself.

Each worker is a whole server with its own memory; the kernel deals out the connections. They are
spawned, never forked, and the process above them does not even start gRPC: forking after that has
started breaks calls. Each worker has a pipe to it. Orders come down the pipe rather than as
signals, which service managers send to all processes at once; and when the pipe ends, the worker
drains, so that none outlives the process above.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from manille.server import logs
from manille.server.logs import log
from manille.server.run import SIGNALS, Orders, serve
from manille.server.settings import Settings

__all__ = ["Workers", "run_workers"]

READY, DRAIN, STOP = "ready", "drain", "stop"

# A worker that ends again and again is started with a growing delay, in seconds.
FIRST_DELAY_S = 0.5
LONGEST_DELAY_S = 30.0
LONG_ENOUGH_S = 60.0  # one that has lived so long has proven itself


class _Worker:
    """One process, and how often it had to be started."""

    def __init__(self, number: int, settings: Settings) -> None:
        self.number = number
        self.ready = False
        self.delay_s = FIRST_DELAY_S
        self.due_s = 0.0  # when to start it again
        self.process: SpawnProcess | None = None
        self._settings = settings

    def start(self) -> None:
        """Start the process."""
        self.pipe, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(
            target=_work, args=(self._settings, theirs), name=f"manille-{self.number}"
        )
        self.ready, self.started_s = False, time.monotonic()
        # A signal for all processes must not end one that has no handlers yet. The process that
        # multiprocessing starts beside the first one would lift the block, so it comes before.
        resource_tracker.ensure_running()
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        theirs.close()
        log.info("worker started", worker=self.number, pid=self.process.pid)

    def order(self, what: str) -> None:
        """Send an order; one that has just ended needs none."""
        if self.process is not None:
            with suppress(OSError):
                self.pipe.send(what)

    def ended(self) -> int:
        """Take leave of a process that has ended; its exit status."""
        assert self.process is not None
        self.process.join()
        status = self.process.exitcode or 0
        if time.monotonic() - self.started_s >= LONG_ENOUGH_S:
            self.delay_s = FIRST_DELAY_S
        self.due_s = time.monotonic() + self.delay_s
        self.delay_s = min(2 * self.delay_s, LONGEST_DELAY_S)
        self.pipe.close()
        self.process = None
        return status


class Workers:
    """Starts the workers, starts them again, and ends them."""

    def __init__(self, settings: Settings, ready: Callable[[], None]) -> None:
        """Take the settings with the real port, and what to do once when all are ready."""
        settings = replace(settings, threads=settings.search_threads)
        self._workers = [_Worker(number, settings) for number in range(1, settings.workers + 1)]
        self._ready = ready
        self._was_ready = self._draining = self._failed = False
        self._ended: Callable[[int], None] = lambda _pid: None
        self._signals, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    def run(self, ended: Callable[[int], None] | None = None) -> bool:
        """Keep them running until a signal; whether all have finished what they accepted.

        Args:
            ended: called with the process id of each worker that has ended.
        """
        self._ended = ended or self._ended
        before = {one: signal.signal(one, self._on_signal) for one in SIGNALS}
        try:
            for worker in self._workers:
                worker.start()
            while self._alive() or not self._draining:
                self._step()
        finally:
            for one in self._alive():
                one.order(STOP)
            for one in self._alive():
                one.ended()
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._signals)
            os.close(self._wake)
        return not self._failed

    def _alive(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.process is not None]

    def _on_signal(self, number: int, _frame: object) -> None:
        with suppress(BlockingIOError):
            os.write(self._wake, bytes([number]))

    def _step(self) -> None:
        """Wait for what happens next, and do what it asks for."""
        alive = self._alive()
        pipes = [worker.pipe for worker in alive if not worker.ready]
        sentinels = [worker.process.sentinel for worker in alive if worker.process is not None]
        happened = wait([self._signals, *pipes, *sentinels], self._until_due_s())
        if self._signals in happened:
            for number in os.read(self._signals, 64):
                self._take(signal.Signals(number))
        for worker in alive:
            if worker.pipe in happened:
                self._hear(worker)
            if worker.process is not None and worker.process.sentinel in happened:
                self._bury(worker)
        self._start_due()

    def _take(self, order: signal.Signals) -> None:
        what = STOP if self._draining else DRAIN
        log.info(f"workers are told to {what}", signal=order.name)
        self._draining = True
        for worker in self._alive():
            worker.order(what)

    def _hear(self, worker: _Worker) -> None:
        """Note that a worker is ready; one that ends says nothing more."""
        with suppress(EOFError, OSError):
            worker.ready = worker.pipe.recv() == READY
        if not (self._was_ready or self._draining) and all(one.ready for one in self._workers):
            self._was_ready = True
            self._ready()

    def _bury(self, worker: _Worker) -> None:
        assert worker.process is not None
        assert worker.process.pid is not None
        pid, delay_s = worker.process.pid, worker.delay_s
        status = worker.ended()
        self._ended(pid)
        if self._draining:
            self._failed |= status != 0
            log.info("worker ended", worker=worker.number, pid=pid, status=status)
        elif not self._was_ready:
            # What keeps one from starting will keep the others; they have said what it is.
            log.error("worker did not start", worker=worker.number, pid=pid, status=status)
            self._failed = True
            self._take(signal.SIGTERM)
        else:
            log.error(
                "worker lost", worker=worker.number, pid=pid, status=status, again_in_s=delay_s
            )

    def _until_due_s(self) -> float | None:
        """Seconds until a worker is to be started again; None if none is."""
        if self._draining:
            return None
        due = [worker.due_s for worker in self._workers if worker.process is None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _start_due(self) -> None:
        if self._draining:
            return
        for worker in self._workers:
            if worker.process is None and worker.due_s <= time.monotonic():
                worker.start()


def run_workers(
    settings: Settings, ready: Callable[[], None], ended: Callable[[int], None] | None = None
) -> bool:
    """Run as many workers as the settings say; see :class:`Workers`."""
    return Workers(settings, ready).run(ended)


def _work(settings: Settings, pipe: Connection) -> None:
    """The main function of a worker process; its exit status says whether it finished."""
    logs.configure(settings.log_format, settings.log_level, pid=os.getpid())
    # Ctrl-C goes to all processes of a terminal; what to do then comes down the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(0 if asyncio.run(_life(settings, pipe)) else 1)


async def _life(settings: Settings, pipe: Connection) -> bool:
    orders = Orders()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, orders.drain.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def hear() -> None:
        try:
            order = pipe.recv()
        except (EOFError, OSError):  # the process above is gone
            order = DRAIN
            loop.remove_reader(pipe.fileno())
        (orders.stop if order == STOP else orders.drain).set()
        if order == STOP:
            orders.drain.set()

    loop.add_reader(pipe.fileno(), hear)
    return await serve(settings, orders, lambda _app: pipe.send(READY))
