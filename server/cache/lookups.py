"""Lookups that come at the same time, gathered into few commands.

While some commands are under way, as many as may be, further lookups wait and then go together in
the next one. So a burst of lookups needs few connections and few round trips, and a store that
hangs is asked by few.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from manille.server.cache.base import Counts
from manille.server.cache.breaker import Breaker, StoreError
from manille.server.cache.driver import Driver

__all__ = ["Lookups"]


@dataclass(frozen=True, eq=False)
class _Asked:
    """Some names that are looked up together, and what came of it."""

    names: Sequence[str]
    values: asyncio.Future[Sequence[object]]


class Lookups:
    """Reads values from a store, within a time that is the most a request is held up."""

    def __init__(
        self,
        driver: Driver,
        breaker: Breaker,
        counts: Counts,
        timeout_s: float,
        at_once: int,
        most_names: int = 250,
    ) -> None:
        """Begin with nothing to look up.

        Args:
            driver: the way to the store.
            breaker: is told of successes and failures.
            counts: where failures and late answers are counted.
            timeout_s: seconds after which a lookup is given up.
            at_once: how many commands may be under way, each on its own connection.
            most_names: how many names a command may have.
        """
        self._driver = driver
        self._breaker = breaker
        self._counts = counts
        self._timeout_s = timeout_s
        self._at_once = at_once
        self._most_names = most_names
        self._waiting: deque[_Asked] = deque()
        self._serving: set[asyncio.Task[None]] = set()

    async def read(self, names: Sequence[str]) -> list[object]:
        """The values of some names, None for those that are not there or were not read in time."""
        asked = [self._ask(part) for part in _parts(names, self._most_names)]
        try:
            await asyncio.wait([one.values for one in asked], timeout=self._timeout_s)
            return [value for one in asked for value in self._values(one)]
        finally:
            for one in asked:
                one.values.cancel()  # those that nobody waits for any more are not looked up

    def _ask(self, names: Sequence[str]) -> _Asked:
        asked = _Asked(names, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if len(self._serving) < self._at_once:
            task = asyncio.create_task(self._serve())
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        return asked

    def _values(self, asked: _Asked) -> Sequence[object]:
        if asked.values.done():
            return asked.values.result()
        self._counts.late += len(asked.names)
        return [None] * len(asked.names)

    async def _serve(self) -> None:
        """Look up what waits until nothing does."""
        while asked := self._take():
            values = None
            try:
                values = await self._driver.read([name for one in asked for name in one.names])
                self._breaker.worked()
            except StoreError as error:
                self._counts.failures += 1
                self._breaker.failed(error)
                # Whoever waits has waited for this; another failure must not be added to it.
                self._give_up()
            finally:
                _give(asked, values)

    def _give_up(self) -> None:
        _give(list(self._waiting), None)
        self._waiting.clear()

    def _take(self) -> list[_Asked]:
        """What waits, as much of it as goes into one command."""
        taken: list[_Asked] = []
        room = self._most_names
        while self._waiting and len(self._waiting[0].names) <= room:
            asked = self._waiting.popleft()
            if not asked.values.done():
                taken.append(asked)
                room -= len(asked.names)
        return taken

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._serving:
            task.cancel()
        if self._serving:
            await asyncio.wait(self._serving)
        self._give_up()


def _parts(names: Sequence[str], size: int) -> list[Sequence[str]]:
    return [names[start : start + size] for start in range(0, len(names), size)]


def _give(asked: Sequence[_Asked], values: Sequence[object] | None) -> None:
    """Hand out the values of one command, or None for all of them."""
    at = 0
    for one in asked:
        part = [None] * len(one.names) if values is None else values[at : at + len(one.names)]
        at += len(one.names)
        if not one.values.done():
            one.values.set_result(part)
