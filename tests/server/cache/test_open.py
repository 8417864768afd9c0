"""The URL of a cache: what may stand there, a clear error for what may not, nothing secret told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from manille.server.cache import MemoryCache, TieredCache, open_cache
from manille.server.cache.connect import safe_url
from manille.solver.errors import InputError, Reason

CLUSTER = "redis+cluster://"


def opened(url: str | None) -> type:
    async def run() -> type:
        cache = open_cache(url, 1 << 20)
        await cache.close()
        return type(cache)

    return asyncio.run(run())


def test_without_a_url_there_is_only_memory() -> None:
    assert opened(None) is MemoryCache


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://localhost:6379/3",
        "redis://localhost/",
        "redis://user:secret@[::1]:6380/0?client_name=manille",
        "redis://:secret@localhost",
        "rediss://localhost?ssl_cert_reqs=none&ssl_check_hostname=false",
        "unix:///tmp/redis.sock",
        "unix://user@/tmp/redis.sock?db=2&password=secret",
        f"{CLUSTER}one:7000",
        f"{CLUSTER}user:secret@one:7000,two:7001,[::1]:7002",
        "rediss+cluster://one",
    ],
)
def test_a_good_url_is_opened_though_nobody_is_there(url: str) -> None:
    assert opened(url) is TieredCache


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "redis://, rediss://, unix://, redis+cluster://, rediss+cluster://"),
        ("localhost:6379", "must begin with one of redis://"),
        ("http://localhost", "must begin with one of redis://"),
        ("memcached://localhost", "must begin with one of redis://"),
        ("redis://localhost:port", "the port is no number"),
        ("redis://localhost:99999", "the port is no number"),
        ("redis://[::1", "Invalid IPv6 URL"),
        ("redis://localhost/three", "the database is no number"),
        ("redis://localhost?db=three", "Invalid value for 'db'"),
        ("redis://:sec/ret@localhost", "write characters such as /"),
        ("redis://localhost/sec?ret", "write characters such as /"),
        ("unix://", "names no socket"),
        ("unix://tmp", "names no socket"),
        ("redis://localhost?socket_timeout=60", "no option 'socket_timeout'"),
        ("redis://localhost?max_connections=1", "no option 'max_connections'"),
        ("rediss://localhost?ssl_ca_certs=/nowhere/ca.pem", "no file /nowhere/ca.pem"),
        ("rediss://localhost?ssl_cert_reqs=maybe", "maybe"),
        ("redis://localhost?ssl_cert_reqs=none", "ssl_cert_reqs"),
        (f"{CLUSTER}one:7000/3", "must be 0"),
        (f"{CLUSTER}one:7000,two:port", "the port is no number"),
        (f"{CLUSTER}", "names no node"),
        (f"{CLUSTER}one,,two", "names no node"),
    ],
)
def test_a_bad_url_is_an_error_that_says_what_to_write(url: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        opened(url)
    (fault,) = error.value.faults
    assert says in fault.message
    assert "ret@" not in fault.message
    assert (fault.reason, fault.field) == (Reason.BAD_REQUEST, "cache")


@pytest.mark.parametrize("name", ["ssl_ca_certs", "ssl_certfile", "ssl_keyfile"])
def test_a_file_that_is_there_is_taken(tmp_path: Path, name: str) -> None:
    path = tmp_path / "file.pem"
    path.write_text("")
    assert opened(f"rediss://localhost?{name}={path}") is TieredCache


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("redis://user:secret@localhost:6379/1", "redis://localhost:6379/1"),
        ("redis://:se@cret@localhost", "redis://localhost"),
        ("unix://user@/tmp/redis.sock?password=secret", "unix:///tmp/redis.sock"),
        (f"{CLUSTER}user:secret@one:1,two:2", f"{CLUSTER}one:1,two:2"),
    ],
)
def test_what_is_logged_has_no_secret(url: str, safe: str) -> None:
    assert safe_url(url) == safe


@pytest.mark.parametrize("url", [None, "unix:///nowhere/redis.sock"])
def test_a_cache_that_was_never_used_closes(url: str | None) -> None:
    async def run() -> None:
        cache = open_cache(url, 0)
        assert await cache.flush(0)
        await cache.close()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())
