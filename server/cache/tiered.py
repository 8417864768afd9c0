"""The memory of this process before a store that others share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manille.server.cache.base import Cache, Counts
from manille.server.cache.memory import MemoryCache
from manille.solver.analysis import Found

__all__ = ["TieredCache"]


class TieredCache(Cache):
    """Looks into the memory first, then into the store, and remembers what that had."""

    def __init__(self, memory: MemoryCache, store: Cache) -> None:
        """Join two caches, which are then closed together."""
        self._memory = memory
        self._store = store

    def peek(self, key: bytes) -> Found | None:
        """What the memory has."""
        return self._memory.peek(key)

    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        """What the memory has of each key and, of those it lacks, the store."""
        found = await self._memory.get_many(keys)
        missing = [n for n, one in enumerate(found) if one is None]
        if not missing:
            return found
        for n, one in zip(
            missing, await self._store.get_many([keys[n] for n in missing]), strict=True
        ):
            if one is not None:
                found[n] = one
                self._memory.put_many([(keys[n], one)])
        return found

    def put_many(self, items: Sequence[tuple[bytes, Found]]) -> None:
        """Keep answers in both."""
        self._memory.put_many(items)
        self._store.put_many(items)

    def levels(self) -> Mapping[str, Counts]:
        """The levels of both."""
        return {**self._memory.levels(), **self._store.levels()}

    async def flush(self, timeout_s: float) -> bool:
        """Wait for what is written behind."""
        return await self._store.flush(timeout_s)

    async def close(self) -> None:
        """Close both."""
        await self._store.close()
        await self._memory.close()
