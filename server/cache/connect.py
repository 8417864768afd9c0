"""From a URL to the driver of a Redis, and to a clear error where the URL cannot be used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisClusterException, RedisError

from manille.server.cache.driver import ClusterDriver, Driver, Patience, SingleDriver
from manille.solver.errors import InputError, ManilleError, Reason

__all__ = ["connect", "safe_url"]

CLUSTER = "+cluster"
SCHEMES = ("redis", "rediss", "unix", "redis" + CLUSTER, "rediss" + CLUSTER)
PORT = 6379
ENCODE = "in a user or a password, write characters such as / ? # @ in the form %2F"
# What may follow a question mark. Times, retries and the number of connections are ours.
FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
OPTIONS = ("client_name", "db", "password", "ssl_cert_reqs", "ssl_check_hostname", *FILES)


def connect(url: str, lookup_s: float, behind_s: float, connections: int) -> Driver:
    """The driver of the Redis that a URL names. Nothing is sent yet, so that may be down.

    Args:
        url: ``redis://``, ``rediss://`` (TLS) or ``unix://`` as redis-py has them, or
            ``redis+cluster://`` or ``rediss+cluster://`` with some nodes of a cluster, joined by
            commas, of which one must be there for the others to be found.
        lookup_s: seconds for a lookup, connecting included.
        behind_s: seconds for what nobody waits for.
        connections: how many there may be, in a cluster to each node.

    Raises:
        InputError: the URL cannot be used.
    """
    try:
        parts = urlsplit(url)
        _check(parts)
        patience = Patience(lookup_s, behind_s, _secrets(parts))
        options = _options(behind_s, connections)
        if parts.scheme.endswith(CLUSTER):
            return ClusterDriver(_cluster(parts, options), patience)
        client = Redis.from_url(url, **options)
        _make_connection(client.connection_pool)
        return SingleDriver(client, patience)
    except ManilleError:
        raise
    except (ValueError, TypeError, RedisError, RedisClusterException) as error:
        raise _wrong(str(error)) from None


def safe_url(url: str) -> str:
    """The URL without user, password and options, for a log."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _wrong(message: str) -> ManilleError:
    return InputError.of(Reason.BAD_REQUEST, f"the URL of the cache: {message}", field="cache")


def _check(parts: SplitResult) -> None:
    """Refuse what redis-py would pass over, or find out at the first command only."""
    if parts.scheme not in SCHEMES:
        known = ", ".join(f"{scheme}://" for scheme in SCHEMES)
        raise _wrong(f"it must begin with one of {known}")
    # What is wrong is not repeated: it may be a password with characters that split it.
    if parts.scheme == "unix" and not parts.path:
        raise _wrong("it names no socket; write unix:///path/to/redis.sock")
    if parts.scheme != "unix" and not (parts.path.strip("/") or "0").isdigit():
        raise _wrong(f"the database is no number; {ENCODE}")
    for node in _nodes(parts):
        _check_node(node, parts.scheme)
    options = parse_qs(parts.query, keep_blank_values=True)
    for name, (value, *_) in options.items():
        if name not in OPTIONS:
            raise _wrong(f"it has no option {name!r}; there are {', '.join(OPTIONS)}")
        if name in FILES and not Path(value).is_file():
            raise _wrong(f"{name}: there is no file {value}")


def _make_connection(pool: Any) -> None:
    """Make a connection without opening it, which only shows whether all options are good."""
    pool.make_connection()


def _check_node(node: SplitResult, scheme: str) -> None:
    try:
        good = node.port != 0
    except ValueError:
        good = False
    if not good:
        raise _wrong(f"the port is no number from 1 to 65535; {ENCODE}")
    if scheme.endswith(CLUSTER) and not node.hostname:
        raise _wrong(f"it names no node; write {scheme}://host:port,host:port")


def _nodes(parts: SplitResult) -> list[SplitResult]:
    """The URL of each node of a cluster by itself; else that of the one Redis there is."""
    if not parts.scheme.endswith(CLUSTER):
        return [parts]
    user, at, hosts = parts.netloc.rpartition("@")
    scheme = parts.scheme.removesuffix(CLUSTER)
    return [parts._replace(scheme=scheme, netloc=user + at + host) for host in hosts.split(",")]


def _secrets(parts: SplitResult) -> tuple[str, ...]:
    written = [parts.password, *parse_qs(parts.query).get("password", [])]
    return tuple({form for one in written if one for form in (one, unquote(one))})


def _options(timeout_s: float, connections: int) -> dict[str, Any]:
    return {
        # the longest that anything may take; the driver ends lookups sooner
        "socket_timeout": timeout_s,
        "socket_connect_timeout": timeout_s,
        "retry": Retry(NoBackoff(), 0),
        "max_connections": connections,
        # The newer protocol greets and subscribes on every connection, for nothing that we use.
        "protocol": 2,
    }


def _cluster(parts: SplitResult, options: Mapping[str, Any]) -> RedisCluster:
    nodes = _nodes(parts)
    shared: dict[str, Any] = dict(parse_url(nodes[0].geturl()))
    for name in "connection_class", "host", "port":
        shared.pop(name, None)
    return RedisCluster(
        startup_nodes=[ClusterNode(node.hostname or "", node.port or PORT) for node in nodes],
        # A part of the cluster may be down: what the others have is still worth asking for.
        require_full_coverage=False,
        # The nodes of the URL are asked again after a failure, and not the addresses that were
        # found behind them, which may all be others by then.
        dynamic_startup_nodes=False,
        ssl=nodes[0].scheme == "rediss",
        **options,
        **shared,
    )
