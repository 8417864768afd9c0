"""A Redis in every bad state: a lookup is a miss then, in time, and what is back is found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from kit.asked import PATIENCE_S, until
from kit.founds import some_found
from kit.redis_server import RedisServer
from manille.server.cache import RedisCache
from manille.server.cache.breaker import StoreError
from manille.server.cache.codec import encode
from manille.server.cache.connect import connect
from manille.server.cache.keys import store_key

KEY = b"a question"
NAME = store_key("manille", KEY)
FOUND = some_found(1)
# For what hangs: so short that a test can wait for it. Elsewhere no lookup may be late.
SHORT_S = 0.1
PAUSE_S = 0.02


def run(url: str, work: Callable[[RedisCache], Coroutine[Any, Any, None]], **how: Any) -> None:
    async def whole() -> None:
        options = {"timeout_s": PATIENCE_S, "breaker_pause_s": PAUSE_S, **how}
        cache = RedisCache(url, **options)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await work(cache)
        finally:
            await cache.close()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(whole())


def lost(cache: RedisCache) -> bool:
    return cache.levels()["redis"].lost == 1


async def lose(cache: RedisCache) -> None:
    """Look up until the breaker is open; each of it is a miss."""
    async with asyncio.timeout(PATIENCE_S):
        while not lost(cache):
            assert await cache.get_many([KEY]) == [None]


async def put(cache: RedisCache) -> None:
    cache.put_many([(KEY, FOUND)])
    assert await cache.flush(PATIENCE_S)


async def check_open(cache: RedisCache) -> None:
    """While the breaker is open nothing is asked, so nothing can be waited for."""
    failures, skipped = cache.counts.failures, cache.counts.skipped
    keys = [b"%d" % number for number in range(1000)]
    assert await cache.get_many(keys) == [None] * 1000
    assert cache.counts.skipped - skipped == 1000
    assert cache.counts.failures == failures


async def check_works(cache: RedisCache) -> None:
    """It is found to be back without being asked, and then takes and gives."""
    await until(lambda: not lost(cache))
    await put(cache)
    await find(cache)


async def find(cache: RedisCache) -> None:
    """Look up until it is found; some lookups may be late, where the time is short."""
    found: list[Any] = [None]
    while found == [None]:
        found = await cache.get_many([KEY])
    assert found == [FOUND]


def test_one_that_is_not_there_yet_is_found_when_it_is() -> None:
    server = RedisServer()

    async def work(cache: RedisCache) -> None:
        with capture_logs() as logs:
            await lose(cache)
            await check_open(cache)
            server.start()
            await check_works(cache)
        assert [entry["event"] for entry in logs] == ["cache lost", "cache back"]
        assert cache.counts.failures > 0

    try:
        run(server.url, work)
    finally:
        server.stop()


def test_one_that_is_killed_and_restarted() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            for _ in range(2):
                server.kill()
                await lose(cache)
                await check_open(cache)
                server.start()
                await until(lambda: not lost(cache))
                assert await cache.get_many([KEY]) == [None]  # it has forgotten
                await check_works(cache)

        run(server.url, work)


def test_one_that_restarts_between_two_lookups_costs_a_miss_at_most() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            server.restart()
            for _ in range(2):
                assert await cache.get_many([KEY]) == [None]
            await check_works(cache)
            assert not lost(cache)

        run(server.url, work)


def test_one_that_hangs() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            asked = server.calls("mget")
            server.pause()
            try:
                await lose(cache)
                await check_open(cache)
                cache.put_many([(KEY, FOUND)])
                assert not await cache.flush(0.01)
            finally:
                server.resume()
            await check_works(cache)
            assert cache.counts.late >= 3
            # the three that failed, the probes, one that worked: none of the thousand
            assert server.calls("mget") - asked < 100

        run(server.url, work, timeout_s=SHORT_S)


def test_many_lookups_at_once_in_one_that_hangs_all_end() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            server.pause()
            try:
                keys = [b"%d" % number for number in range(500)]
                found = await asyncio.gather(*(cache.get_many([key]) for key in keys))
            finally:
                server.resume()
            assert found == [[None]] * 500
            # few of them were sent, and the others shared their fate
            assert cache.counts.failures <= 8
            await check_works(cache)

        run(server.url, work, timeout_s=SHORT_S)


def test_many_lookups_at_once_need_few_commands_and_connections() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            items = [(b"%d" % number, some_found(number)) for number in range(1000)]
            cache.put_many(items)
            assert await cache.flush(PATIENCE_S)
            found = await asyncio.gather(*(cache.get_many([key]) for key, _ in items))
            assert found == [[found] for _, found in items]
            assert server.calls("mget") <= 50
            with server.client() as client:
                clients: Any = client.info("clients")
            assert clients["connected_clients"] <= 6 + 1

        run(server.url, work)


def test_one_that_is_full_still_gives_what_it_has() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            with server.client() as client:
                client.config_set("maxmemory", 1)
            with capture_logs() as logs:
                for number in range(5):
                    cache.put_many([(b"%d" % number, FOUND)] * 100)
                    assert await cache.flush(PATIENCE_S)
                    assert await cache.get_many([KEY]) == [FOUND]
                assert cache.counts.refused == 500
                with server.client() as client:
                    client.config_set("maxmemory", 0)
                await check_works(cache)
            assert [entry["event"] for entry in logs] == [
                "cache takes no answers",
                "cache takes answers again",
            ]
            assert (cache.counts.failures, lost(cache)) == (0, False)

        run(server.url, work)


RUBBISH = {
    "empty": b"",
    "text": b"hello",
    "zeros": bytes(200),
    "of another key": encode(b"another question", FOUND),
    "cut short": encode(KEY, FOUND)[:-1],
    "damaged": encode(KEY, FOUND)[:-1] + b"?",
    "of another version": b"\1" + encode(KEY, FOUND)[1:],
    "large": bytes(1 << 20),
}


@pytest.mark.parametrize("value", RUBBISH.values(), ids=RUBBISH)
def test_a_value_that_is_not_ours_is_a_miss_and_is_overwritten(value: bytes) -> None:
    with RedisServer() as server, server.client() as client:
        client.set(NAME, value)

        async def work(cache: RedisCache) -> None:
            assert await cache.get_many([b"other", KEY]) == [None, None]
            assert (cache.counts.rejected, cache.counts.misses) == (1, 2)
            await put(cache)
            assert await cache.get_many([KEY]) == [FOUND]
            assert not lost(cache)

        run(server.url, work)


@pytest.mark.parametrize("kind", ["list", "set", "hash", "stream"])
def test_something_else_than_a_value_is_a_miss_and_is_overwritten(kind: str) -> None:
    with RedisServer() as server, server.client() as client:
        match kind:
            case "list":
                client.rpush(NAME, "a")
            case "set":
                client.sadd(NAME, "a")
            case "hash":
                client.hset(NAME, "a", "b")
            case _:
                client.xadd(NAME, {"a": "b"})

        async def work(cache: RedisCache) -> None:
            for _ in range(5):
                assert await cache.get_many([KEY]) == [None]
            await put(cache)
            assert await cache.get_many([KEY]) == [FOUND]
            assert not lost(cache)

        run(server.url, work)


@pytest.mark.parametrize(
    ("given", "says"), [("wrong/secret", "invalid username-password"), (None, "Authentication")]
)
def test_a_password_that_is_wrong_or_missing_is_a_lost_cache_and_not_logged(
    given: str | None, says: str
) -> None:
    with RedisServer(password="the right one") as server:
        url = f"unix://{server.socket}" + (f"?password={given}" if given else "")

        async def work(cache: RedisCache) -> None:
            with capture_logs() as logs:
                await lose(cache)
            (entry,) = logs
            assert entry["store"] == f"unix://{server.socket}"
            assert says in entry["error"]
            assert "secret" not in repr(logs)
            with server.client() as client:
                client.config_set("requirepass", given or "")
            await check_works(cache)

        run(url, work)


def test_an_error_that_repeats_the_password_is_logged_without_it() -> None:
    async def work(port: int) -> None:
        cache = RedisCache(f"redis://:a%2Fsecret@127.0.0.1:{port}", timeout_s=SHORT_S)
        with capture_logs() as logs:
            await lose(cache)
        await cache.close()
        assert "unknown command" in logs[0]["error"]
        assert "secret" not in repr(logs)

    async def whole() -> None:
        async with answering(b"-ERR unknown command 'AUTH' with args 'a/secret'\r\n") as port:
            await work(port)

    asyncio.run(whole())


@asynccontextmanager
async def answering(reply: bytes | None) -> AsyncIterator[int]:
    """A server on a port that answers everything with the same bytes, or never."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.read(1 << 16):
                if reply is not None:
                    writer.write(reply)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        await asyncio.sleep(0)


STRANGE = {
    "noise": bytes(range(256)) * 4,
    "a web page": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "always well": b"+OK\r\n",
    "a number": b":1\r\n",
    "too many values": b"*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n",
    "numbers for values": b"*1\r\n:1\r\n",
    "a value without end": b"*1\r\n$99999999999\r\nabc",
    "lists without end": b"*1\r\n" * 5000,
    "a negative size": b"*1\r\n$-7\r\n",
    "an unknown error": b"-WHAT now\r\n",
    "moved": b"-MOVED 1 127.0.0.1:1\r\n",
    "read only": b"-READONLY You can't write against a read only replica.\r\n",
    "nothing": None,
}


@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_a_server_that_is_no_redis_is_a_miss_and_nothing_worse(scheme: str, what: str) -> None:
    check_strange(scheme, STRANGE[what])


@pytest.mark.parametrize("what", ["noise", "nothing"])
def test_neither_is_one_that_speaks_no_tls(what: str) -> None:
    check_strange("rediss", STRANGE[what])


def check_strange(scheme: str, reply: bytes | None) -> None:
    async def whole() -> None:
        async with answering(reply) as port:
            cache = RedisCache(f"{scheme}://127.0.0.1:{port}", timeout_s=0.02)
            async with asyncio.timeout(PATIENCE_S):
                for _ in range(4):
                    assert await cache.get_many([KEY]) == [None]
                cache.put_many([(KEY, FOUND)])
                assert await cache.get_many([KEY, b"other"]) == [None, None]
            await cache.close()
            counts = cache.counts
            assert (counts.hits, counts.misses) == (0, 6)
            assert counts.skipped + counts.rejected >= 4
            await check_driver(f"{scheme}://127.0.0.1:{port}")

    asyncio.run(whole())


async def check_driver(url: str) -> None:
    """Also one that was good before: whatever it says, what is read is no value."""
    driver = connect(url, 0.02, 0.02, 2)
    try:
        (value,) = await driver.read([NAME])
        assert not isinstance(value, bytes)
    except StoreError:
        pass
    with pytest.raises(StoreError):
        await driver.read([NAME, "other"])
    await driver.close()


def test_a_name_that_is_never_resolved_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any, **__: Any) -> None:
        await asyncio.Event().wait()

    async def work(cache: RedisCache) -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", never)
        await lose(cache)
        await check_open(cache)

    run("redis://redis.example", work, timeout_s=0.02)


def test_a_caller_that_goes_away_takes_nothing_from_others() -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await put(cache)
            server.pause()
            try:
                callers = [asyncio.create_task(cache.get_many([KEY])) for _ in range(10)]
                await asyncio.sleep(0.01)
                for caller in callers[:9]:
                    caller.cancel()
                await asyncio.wait(callers[:9])
            finally:
                server.resume()
            assert await callers[9] == [FOUND]
            assert await cache.get_many([KEY]) == [FOUND]

        run(server.url, work)


@pytest.mark.parametrize("ttl_s", [None, 1000])
def test_redis_keeps_an_answer_as_long_as_it_is_told(ttl_s: int | None) -> None:
    with RedisServer() as server:

        async def work(cache: RedisCache) -> None:
            await put(cache)
            with server.client() as client:
                left_s = int(client.ttl(NAME))
            assert left_s == -1 if ttl_s is None else 900 < left_s <= ttl_s

        run(server.url, work, ttl_s=ttl_s)


def test_a_cluster_that_hangs() -> None:
    with RedisServer(cluster=True) as server:

        async def work(cache: RedisCache) -> None:
            with server.client() as client:
                client.rpush(NAME, "no value")
            await check_works(cache)
            server.pause()
            try:
                await lose(cache)
                await check_open(cache)
            finally:
                server.resume()
            await check_works(cache)

        run(server.url, work, timeout_s=SHORT_S)


def has(server: RedisServer) -> bool:
    with server.client() as client:
        return bool(client.exists(NAME))


def test_a_cluster_is_found_again_by_another_of_its_nodes() -> None:
    """Two that know nothing of each other stand for one of which a node was replaced."""
    with RedisServer(cluster=True) as first, RedisServer(cluster=True) as second:

        async def work(cache: RedisCache) -> None:
            await check_works(cache)
            # which of them it has asked first is its own affair
            used, other = (first, second) if has(first) else (second, first)
            assert not has(other)
            used.kill()
            assert await cache.get_many([KEY]) == [None]
            await check_works(cache)
            assert has(other)
            assert cache.counts.failures == 1

        run(f"redis+cluster://127.0.0.1:{first.port},127.0.0.1:{second.port}", work)


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_nothing_is_tried_twice(scheme: str) -> None:
    connections = 0

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        writer.close()

    async def whole() -> None:
        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        cache = RedisCache(f"{scheme}://127.0.0.1:{port}", timeout_s=PATIENCE_S)
        assert await cache.get_many([KEY]) == [None]
        await cache.close()
        server.close()

    asyncio.run(whole())
    assert connections == 1


def test_closing_is_quick_whatever_the_state(tmp_path: Any) -> None:
    """A lost cache is not waited for; a hanging one not for longer than a flush may take."""

    async def work(cache: RedisCache) -> None:
        cache.put_many([(KEY, FOUND)] * 1000)
        await lose(cache)

    run(f"unix://{tmp_path}/redis.sock", work)
