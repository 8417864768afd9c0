"""Desks for tests: made with what is usual, run in a loop of their own, closed whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from kit.asked import PATIENCE_S
from manille.server.cache import Cache, MemoryCache
from manille.server.desk import Desk
from manille.solver.limits import Limits

__all__ = ["LIMITS", "make", "run", "start"]

LIMITS = Limits()


def make(cache: Cache | None = None, threads: int = 2, queue: int = 100) -> Desk:
    """A desk with some memory."""
    return Desk(cache or MemoryCache(1 << 20), threads, queue, most_table_mib=64)


def run(desk: Desk, work: Coroutine[Any, Any, None]) -> None:
    """Do the work of a test in time, and close the desk."""

    async def whole() -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await work
        finally:
            await desk.close()

    asyncio.run(whole())


def start(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Do it meanwhile."""
    return asyncio.create_task(work)
