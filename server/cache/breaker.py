"""Stops asking a store that does not answer, and finds out by itself when it does again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

__all__ = ["Breaker", "StoreError"]

_log = structlog.get_logger(__name__)

Probe = Callable[[], Awaitable[object]]
Sleep = Callable[[float], Awaitable[object]]


class StoreError(Exception):
    """The store did not answer, or what it said was no answer; the message says why."""


class Breaker:
    """Closed while the store works, open while it is lost.

    It opens after some failures without a success between them. Then nobody is to ask; instead a
    task of the breaker tries the store every few seconds, after longer and longer pauses, and
    closes the breaker when that works. So an open breaker costs no request anything, and a store
    that is back is found without a request.
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
        """Begin closed.

        Args:
            name: what the log calls the store; without a password.
            probe: tries the store once; raises :class:`StoreError` if that fails.
            failures: how many in a row open the breaker.
            pause_s: seconds until the first try; each pause is twice as long as the one before.
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
        self._closed = asyncio.Event()
        self._closed.set()
        self._healing: asyncio.Task[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether the store may be asked."""
        return self._closed.is_set()

    async def wait_closed(self) -> None:
        """Wait until it may be asked."""
        await self._closed.wait()

    def worked(self) -> None:
        """Note that the store answered."""
        if self.closed:
            self._failures = 0

    def failed(self, error: StoreError) -> None:
        """Note that it did not."""
        self._failures += 1
        if self.closed and self._failures >= self._most_failures:
            self._closed.clear()
            _log.warning("cache lost", store=self._name, error=str(error))
            self._healing = asyncio.create_task(self._heal())

    async def _heal(self) -> None:
        pause_s = self._pause_s
        while not self.closed:
            await self._sleep(pause_s)
            try:
                await self._probe()
            except StoreError:
                pause_s = min(2 * pause_s, self._longest_pause_s)
            else:
                self._failures = 0
                self._closed.set()
                _log.info("cache back", store=self._name)

    async def close(self) -> None:
        """Stop trying."""
        if self._healing is not None:
            self._healing.cancel()
            await asyncio.wait([self._healing])
