"""What every cache must do, whatever is behind it."""

from __future__ import annotations

import asyncio

from kit.founds import some_found
from manille.server.cache import Cache

__all__ = ["WRITTEN_S", "check_cache"]

# How long a test waits for what is written behind; nobody waits so long where all is well.
WRITTEN_S = 30.0


async def check_cache(cache: Cache) -> None:
    """Put and get: one, many, in order, unknown ones, again, at the same time."""
    await _check_empty(cache)
    await _check_many(cache)
    await _check_overwritten(cache)
    await _check_at_once(cache)


async def _check_empty(cache: Cache) -> None:
    assert await cache.get_many([]) == []
    assert await cache.get_many([b"unknown", b""]) == [None, None]
    assert cache.peek(b"unknown") is None
    cache.put_many([])
    assert await cache.flush(WRITTEN_S)


async def _check_many(cache: Cache) -> None:
    """More than go into one command, with unknown ones between them and one asked for twice."""
    items = [(b"many %d" % number, some_found(number)) for number in range(600)]
    cache.put_many(items)
    assert await cache.flush(WRITTEN_S)
    keys = [key for key, _ in items]
    asked = [keys[-1], b"unknown", *keys, keys[0], b"unknown too"]
    found = [found for _, found in items]
    assert await _get(cache, asked) == [found[-1], None, *found, found[0], None]


async def _check_overwritten(cache: Cache) -> None:
    cache.put_many([(b"key", some_found(1)), (b"key", some_found(2))])
    assert await cache.flush(WRITTEN_S)
    assert await _get(cache, [b"key"]) == [some_found(2)]
    cache.put_many([(b"key", some_found(3, line=0))])
    assert await cache.flush(WRITTEN_S)
    assert await _get(cache, [b"key"]) == [some_found(3, line=0)]


async def _check_at_once(cache: Cache) -> None:
    """Many lookups and writes at the same time: each gets what belongs to its key."""
    keys = [b"many %d" % number for number in range(100)]

    async def one(number: int) -> None:
        cache.put_many([(b"at once %d" % number, some_found(number))])
        assert await _get(cache, [keys[number]]) == [some_found(number)]
        assert await cache.flush(WRITTEN_S)
        assert await _get(cache, [b"at once %d" % number]) == [some_found(number)]

    await asyncio.gather(*(one(number) for number in range(len(keys))))


async def _get(cache: Cache, keys: list[bytes]) -> list[object]:
    return list(await cache.get_many(keys))
