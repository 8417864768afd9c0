"""Who is inside: counts the calls in progress, refuses more, and waits for the last to leave."""

from __future__ import annotations

import asyncio
import time

from manille.wire.refusals import Draining, Overloaded, Refusal

__all__ = ["Gate"]

RETRY_AFTER_S = 1.0


class Gate:
    """The door of a server process.

    Attributes:
        draining: set once the server takes nothing new.
    """

    def __init__(self, most: int) -> None:
        """Let in at most so many calls at once."""
        self.draining = asyncio.Event()
        self._most = most
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()
        self._refused_s = 0.0  # when the last call was refused that came while draining

    @property
    def inside(self) -> int:
        """The calls in progress."""
        return self._inside

    def refusal(self) -> Refusal | None:
        """Why one more call may not come in now; None if it may."""
        if self.draining.is_set():
            self._refused_s = time.monotonic()
            return Draining("the server is stopping; another one may answer", RETRY_AFTER_S)
        if self._inside >= self._most:
            return Overloaded(f"{self._most} calls are in progress already", RETRY_AFTER_S)
        return None

    def enter(self, task: asyncio.Task[object]) -> None:
        """Count a call as inside until the task that answers it is done."""
        self._inside += 1
        self._empty.clear()
        task.add_done_callback(self._leave)

    def _leave(self, _task: asyncio.Task[object]) -> None:
        self._inside -= 1
        if self._inside == 0:
            self._empty.set()

    async def quiet(self, for_s: float, at_most_s: float) -> None:
        """Wait until nobody has asked to come in for a while, but not longer than that."""
        begun_s = now_s = time.monotonic()
        while now_s < begun_s + at_most_s:
            left_s = max(self._refused_s, begun_s) + for_s - now_s
            if left_s <= 0:
                return
            await asyncio.sleep(min(left_s, begun_s + at_most_s - now_s))
            now_s = time.monotonic()

    async def drain(self, grace_s: float) -> bool:
        """Let nobody in any more, and wait until all have left; whether they did in time."""
        self.draining.set()
        try:
            await asyncio.wait_for(self._empty.wait(), grace_s)
        except TimeoutError:
            return False
        return True
