"""The second level: a Redis, which the replicas of the service share."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from manille.server.cache.base import Cache, Counts
from manille.server.cache.breaker import Breaker, StoreError
from manille.server.cache.codec import BadValueError, decode, encode
from manille.server.cache.connect import connect, safe_url
from manille.server.cache.keys import store_key
from manille.server.cache.lookups import Lookups
from manille.server.cache.writer import Writer
from manille.solver.analysis import Found

__all__ = ["RedisCache"]

# Nobody waits for a write or for a first connection, so these may take longer than a lookup before
# the store counts as lost. The first connection to a cluster takes 35 ms of work alone.
BEHIND_TIMES = 10
LOOKUPS_AT_ONCE = 4
CONNECTIONS = LOOKUPS_AT_ONCE + 2  # and the writer, and the probe of the breaker
FLUSH_S = 1.0
SLICE = 100  # values decoded in one go, some milliseconds


class RedisCache(Cache):
    """Answers in a Redis or a Redis cluster.

    A lookup holds a request up for ``timeout_s`` at most, whatever state the Redis is in, and not
    at all while it is lost; the first lookups may wait as long again for the connection. What Redis
    returns is decoded strictly; a value that is not ours is a miss and is counted, and the next
    answer overwrites it.
    """

    def __init__(
        self,
        url: str,
        prefix: str = "manille",
        timeout_s: float = 0.05,
        ttl_s: int | None = None,
        breaker_pause_s: float = 1.0,
    ) -> None:
        """Take the Redis of a URL; it need not be there yet.

        Args:
            url: see :func:`~manille.server.cache.open.open_cache`.
            prefix: what its names begin with.
            timeout_s: seconds after which a lookup is given up.
            ttl_s: seconds that it is to keep an answer; None for as long as it can.
            breaker_pause_s: seconds until a lost Redis is tried for the first time.

        Raises:
            InputError: the URL cannot be used.
        """
        self.counts = Counts()
        self._prefix = prefix
        self._timeout_s = timeout_s
        self._driver = connect(url, timeout_s, timeout_s * BEHIND_TIMES, CONNECTIONS)
        self._breaker = Breaker(safe_url(url), self._probe, pause_s=breaker_pause_s)
        self._lookups = Lookups(
            self._driver, self._breaker, self.counts, timeout_s, LOOKUPS_AT_ONCE
        )
        self._writer = Writer(self._driver, self._breaker, self.counts, ttl_s)

    async def _probe(self) -> None:
        try:
            # under our prefix, since the user may be allowed no other names
            await self._driver.connect(store_key(self._prefix, b""), LOOKUPS_AT_ONCE)
        except StoreError:
            self.counts.failures += 1
            raise

    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        """What Redis has of each key; none of them while it is lost."""
        if not keys:
            return []
        if not await self._breaker.may_ask(self._timeout_s):
            self.counts.skipped += len(keys)
            self.counts.misses += len(keys)
            return [None] * len(keys)
        values = await self._lookups.read([store_key(self._prefix, key) for key in keys])
        found = []
        for number, (key, value) in enumerate(zip(keys, values, strict=True)):
            found.append(self._decode(key, value))
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)  # many of them must not hold up what else is to be done
        misses = found.count(None)
        self.counts.misses += misses
        self.counts.hits += len(keys) - misses
        return found

    def _decode(self, key: bytes, value: object) -> Found | None:
        if value is None:
            return None
        try:
            if isinstance(value, bytes):
                return decode(key, value)
        except BadValueError:
            pass
        self.counts.rejected += 1
        return None

    def put_many(self, items: Sequence[tuple[bytes, Found]]) -> None:
        """Write answers some time soon."""
        self._writer.put(
            [(store_key(self._prefix, key), encode(key, found)) for key, found in items]
        )

    def levels(self) -> Mapping[str, Counts]:
        """Its one level."""
        self.counts.lost = int(self._breaker.lost)
        return {"redis": self.counts}

    async def flush(self, timeout_s: float) -> bool:
        """Wait until all answers are written; whether they were in time."""
        return await self._writer.flush(timeout_s)

    async def close(self) -> None:
        """Write what waits, for a second at most, and close the connections."""
        if self._breaker.closed:
            await self._writer.flush(FLUSH_S)
        await self._writer.close()
        await self._breaker.close()
        await self._lookups.close()
        await self._driver.close()
