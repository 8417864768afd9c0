"""The commands that a Redis or a Redis cluster is sent, and the one error that may come of them.

Every command ends within a time that is given, connecting, TLS and the lookup of names included,
and nothing is tried twice. Whatever goes wrong, down to a server that is no Redis, is
:class:`~manille.server.cache.breaker.StoreError`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.exceptions import ResponseError

from manille.server.cache.breaker import StoreError

__all__ = ["ClusterDriver", "Driver", "Patience", "SingleDriver"]

LONGEST_REASON = 200  # characters of an error that are worth logging


@dataclass(frozen=True)
class Patience:
    """How long a store may take, and what is not to be told about it.

    Attributes:
        lookup_s: seconds for a lookup.
        behind_s: seconds for what nobody waits for: a write, a connection made beforehand.
        secrets: what an error must not repeat.
    """

    lookup_s: float
    behind_s: float
    secrets: tuple[str, ...] = ()

    @asynccontextmanager
    async def within(self, timeout_s: float) -> AsyncIterator[None]:
        """What is done here ends in time, and fails in one way."""
        try:
            async with asyncio.timeout(timeout_s):
                yield
        except StoreError:
            raise
        except TimeoutError:
            raise StoreError(f"no answer within {timeout_s * 1000:.0f} ms") from None
        except Exception as error:  # a server that is no Redis can make its client raise anything
            raise StoreError(self._reason(error)) from error

    def _reason(self, error: Exception) -> str:
        reason = f"{type(error).__name__}: {error}"
        for secret in self.secrets:
            reason = reason.replace(secret, "***")
        return reason[:LONGEST_REASON]


class Driver(ABC):
    """Reads and writes values by name."""

    def __init__(self, patience: Patience) -> None:
        """Take the times that commands may need."""
        self._patience = patience

    async def read(self, names: Sequence[str]) -> Sequence[object]:
        """The value of each name; None for what is not there, or is no string of bytes.

        Raises:
            StoreError: none of them could be read.
        """
        return await self._values(names, self._patience.lookup_s)

    async def connect(self, name: str, connections: int) -> None:
        """Connect anew and look a name up, then on so many connections, all of which are kept.

        Raises:
            StoreError: that failed.
        """
        await self._values([name], self._patience.behind_s)
        await asyncio.gather(
            *(self._values([name], self._patience.behind_s) for _ in range(connections)),
            return_exceptions=True,
        )

    async def _values(self, names: Sequence[str], timeout_s: float) -> Sequence[object]:
        values: object = None
        async with self._patience.within(timeout_s):
            values = await self._read(names)
        if not isinstance(values, list) or len(values) != len(names):
            raise StoreError("the reply is not that of a Redis")
        return values

    async def write(self, items: Sequence[tuple[str, bytes]], ttl_s: int | None) -> int:
        """Write values, to be kept for some seconds or without end; how many were not taken.

        Raises:
            StoreError: it is not known what became of them.
        """
        replies: list[object] = []
        async with self._patience.within(self._patience.behind_s):
            replies = await self._write(items, ttl_s)
            failed = [reply for reply in replies if isinstance(reply, Exception)]
            # a refusal is an answer, and says nothing against reading
            if failed and not any(isinstance(reply, ResponseError) for reply in failed):
                raise failed[0]
        return sum(isinstance(reply, Exception) for reply in replies)

    @abstractmethod
    async def _read(self, names: Sequence[str]) -> object: ...

    @abstractmethod
    async def _write(
        self, items: Sequence[tuple[str, bytes]], ttl_s: int | None
    ) -> list[object]: ...

    @abstractmethod
    async def close(self) -> None:
        """Give up every connection."""


class SingleDriver(Driver):
    """Commands for a Redis that holds everything."""

    def __init__(self, client: Redis, patience: Patience) -> None:
        """Take the client, which is closed with this."""
        super().__init__(patience)
        self._client = client

    async def _read(self, names: Sequence[str]) -> object:
        return await self._client.mget(names)

    async def _write(self, items: Sequence[tuple[str, bytes]], ttl_s: int | None) -> list[object]:
        return await _set_all(self._client.pipeline(transaction=False), items, ttl_s)

    async def close(self) -> None:
        """Close the client."""
        await self._client.aclose()


class ClusterDriver(Driver):
    """Commands for a Redis cluster: one for each name, those for the same node sent together."""

    def __init__(self, client: RedisCluster, patience: Patience) -> None:
        """Take the client, which is closed with this."""
        super().__init__(patience)
        self._client = client
        self._outdated = False

    async def connect(self, name: str, connections: int) -> None:
        """The same, which finds out which node has what."""
        self._outdated = True
        await super().connect(name, connections)

    async def _read(self, names: Sequence[str]) -> object:
        async with self._pipeline() as pipeline:
            for name in names:
                # like GET, but what is no string of bytes is not there, where GET has an error
                pipeline.execute_command("MGET", name)
            replies = await pipeline.execute(raise_on_error=False)
            failed = [reply for reply in replies if isinstance(reply, Exception)]
            if len(failed) == len(names):
                raise failed[0]
        return [None if isinstance(reply, Exception) else reply[0] for reply in replies]

    async def _write(self, items: Sequence[tuple[str, bytes]], ttl_s: int | None) -> list[object]:
        async with self._pipeline() as pipeline:
            return await _set_all(pipeline, items, ttl_s)

    @asynccontextmanager
    async def _pipeline(self) -> AsyncIterator[Any]:
        """A pipeline; after an error the client asks anew which node has what.

        Not where a reply is merely late: asking anew takes long too.
        """
        if self._outdated:
            self._outdated = False
            await self._client.aclose()  # its next command opens it again
        try:
            yield self._client.pipeline()
        except Exception:
            self._outdated = True
            raise

    async def close(self) -> None:
        """Close the client."""
        await self._client.aclose()


async def _set_all(
    pipeline: Any, items: Sequence[tuple[str, bytes]], ttl_s: int | None
) -> list[object]:
    for name, value in items:
        pipeline.set(name, value, ex=ttl_s)
    replies: list[object] = await pipeline.execute(raise_on_error=False)
    return replies
