"""Every cache passes the same kit: in memory, behind a socket, a port, TLS, a cluster, tiered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kit.caches import check_cache
from kit.redis_server import RedisServer
from kit.tls_relay import Certificates, tls_relay
from manille.server.cache import Cache, MemoryCache, RedisCache, open_cache

MEMORY_BYTES = 64 << 20
# No lookup may be late on a busy machine; what happens to those that are is tested elsewhere.
TIMEOUT_S = 30.0


def check(make: Callable[[], Cache]) -> Cache:
    async def run() -> Cache:
        cache = make()
        try:
            await check_cache(cache)
        finally:
            await cache.close()
        return cache

    return asyncio.run(run())


def test_the_memory_passes() -> None:
    cache = check(lambda: MemoryCache(MEMORY_BYTES))
    assert list(cache.levels()) == ["memory"]


def test_a_redis_behind_a_socket_passes() -> None:
    with RedisServer() as server:
        cache = check(lambda: RedisCache(server.url, timeout_s=TIMEOUT_S))
        assert server.calls("mget") > 0
    counts = cache.levels()["redis"]
    assert (counts.rejected, counts.failures, counts.dropped, counts.waiting) == (0, 0, 0, 0)
    assert counts.written == 600 + 3 + 100


def test_a_redis_behind_a_port_passes() -> None:
    with RedisServer(tcp=True) as server:
        check(lambda: RedisCache(server.tcp_url, timeout_s=TIMEOUT_S))
        assert server.calls("mget") > 0


def test_a_redis_with_a_password_passes() -> None:
    with RedisServer(password="a secret/with&signs") as server:
        cache = check(lambda: RedisCache(server.url, timeout_s=TIMEOUT_S))
    assert cache.levels()["redis"].hits > 0


def test_the_memory_before_a_redis_passes() -> None:
    with RedisServer() as server:
        cache = check(
            lambda: open_cache(server.url, memory_bytes=MEMORY_BYTES, timeout_s=TIMEOUT_S)
        )
    levels = cache.levels()
    assert list(levels) == ["memory", "redis"]
    # what is in memory is not asked for again
    assert levels["redis"].hits == 0
    assert levels["redis"].misses == 4


def test_a_small_memory_before_a_redis_passes() -> None:
    with RedisServer() as server:
        cache = check(lambda: open_cache(server.url, memory_bytes=20_000, timeout_s=TIMEOUT_S))
    levels = cache.levels()
    assert levels["memory"].evictions > 0
    assert levels["redis"].hits > 0


def test_a_redis_cluster_passes() -> None:
    with RedisServer(cluster=True) as server:
        cache = check(lambda: RedisCache(server.url, timeout_s=TIMEOUT_S))
        assert server.calls("mget") > 0
    assert cache.levels()["redis"].failures == 0


def test_a_redis_behind_tls_passes(tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)

    async def run(url: str) -> None:
        cache = RedisCache(url, timeout_s=TIMEOUT_S)
        await check_cache(cache)
        await cache.close()
        assert cache.counts.failures == 0

    async def behind(server: RedisServer) -> None:
        async with tls_relay(server.socket, certificates) as port:
            await run(f"rediss://localhost:{port}?ssl_ca_certs={certificates.authority}")

    with RedisServer() as server:
        asyncio.run(behind(server))
        assert server.calls("mget") > 0


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(tmp_path: Path) -> None:
    async def behind(server: RedisServer) -> None:
        async with tls_relay(server.socket, Certificates(tmp_path)) as port:
            cache = RedisCache(f"rediss://localhost:{port}", timeout_s=TIMEOUT_S)
            assert await cache.get_many([b"key"]) == [None]
            await cache.close()
            assert cache.counts.failures == 1

    with RedisServer() as server:
        asyncio.run(behind(server))
        assert server.calls("mget") == 0


@pytest.mark.parametrize("tcp", [False, True])
def test_answers_outlive_the_process_that_found_them(tcp: bool) -> None:
    """What one replica wrote, another one finds; with another prefix it does not."""
    with RedisServer(tcp=tcp) as server:
        url = server.tcp_url if tcp else server.url
        check(lambda: RedisCache(url, timeout_s=TIMEOUT_S))

        async def other() -> tuple[list[object], list[object]]:
            same = RedisCache(url, timeout_s=TIMEOUT_S)
            another = RedisCache(url, prefix="another", timeout_s=TIMEOUT_S)
            found = list(await same.get_many([b"key"])), list(await another.get_many([b"key"]))
            await same.close()
            await another.close()
            return found

        (found,), missing = asyncio.run(other())
        assert found is not None
        assert missing == [None]
