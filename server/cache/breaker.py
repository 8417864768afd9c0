"""Connects to a store, stops asking it while it is lost, and finds by itself when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

__all__ = ["Breaker", "StoreError"]

_log = structlog.get_logger(__name__)

Probe = Callable[[], Awaitable[object]]
Sleep = Callable[[float], Awaitable[object]]


class StoreError(Exception):
    """The store did not answer, or what it said was no answer; the message says why."""


class Breaker:
    """Open until the store is connected to and while it is lost; else closed.

    It opens after some failures without a success between them. Then nobody is to ask; instead a
    task of the breaker tries the store after longer and longer pauses, and closes the breaker when
    that works. So an open breaker costs no request anything, and a store that is back is found
    without a request. The same task connects at first, since that may take longer than a request
    may be held up.
    """

    def __init__(
        self,
        name: str,
        probe: Probe,
        failures: int = 3,
        pause_s: float = 1.0,
        longest_pause_s: float = 10.0,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Begin without a connection; it is made when it is first wanted.

        Args:
            name: what the log calls the store; without a password.
            probe: connects and tries the store; raises :class:`StoreError` if that fails.
            failures: how many in a row open the breaker.
            pause_s: seconds until a lost store is tried; each pause is twice as long as the last.
            longest_pause_s: seconds that a pause takes at most.
            sleep: waits for some seconds.
        """
        self._name = name
        self._probe = probe
        self._most_failures = failures
        self._pause_s = pause_s
        self._longest_pause_s = longest_pause_s
        self._sleep = sleep
        self._failures = 0
        self._lost = False
        self._closed = asyncio.Event()
        self._tried = asyncio.Event()
        self._trying: asyncio.Task[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether the store may be asked now."""
        return self._closed.is_set()

    @property
    def lost(self) -> bool:
        """Whether the store is known not to work."""
        return self._lost

    async def may_ask(self, patience_s: float) -> bool:
        """Whether the store may be asked; only at first this waits, for the connection."""
        if not self._tried.is_set():
            self._connect()
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_s):
                    await self._tried.wait()
        return self.closed

    async def wait_closed(self) -> None:
        """Wait until it may be asked."""
        self._connect()
        await self._closed.wait()

    def worked(self) -> None:
        """Note that the store answered."""
        self._failures = 0

    def failed(self, error: StoreError) -> None:
        """Note that it did not."""
        self._failures += 1
        if self.closed and self._failures >= self._most_failures:
            self._closed.clear()
            self._lose(error)
            self._trying = asyncio.create_task(self._try(self._pause_s))

    def _connect(self) -> None:
        if self._trying is None:
            self._trying = asyncio.create_task(self._try(0))

    def _lose(self, error: StoreError) -> None:
        if not self._lost:
            self._lost = True
            _log.warning("cache lost", store=self._name, error=str(error))

    async def _try(self, pause_s: float) -> None:
        """Try the store until it works, at first after a pause if there is one."""
        while not self.closed:
            if pause_s:
                await self._sleep(pause_s)
            try:
                await self._probe()
            except StoreError as error:
                self._lose(error)
                pause_s = min(2 * pause_s or self._pause_s, self._longest_pause_s)
            else:
                self._work()
            self._tried.set()

    def _work(self) -> None:
        self._failures = 0
        self._closed.set()
        if self._lost:
            self._lost = False
            _log.info("cache back", store=self._name)

    async def close(self) -> None:
        """Stop trying."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait([self._trying])
