"""The cache of a server, chosen by URL."""

from __future__ import annotations

from manille.server.cache.base import Cache
from manille.server.cache.memory import MemoryCache
from manille.server.cache.redis import RedisCache
from manille.server.cache.tiered import TieredCache

__all__ = ["open_cache"]


def open_cache(
    url: str | None,
    memory_bytes: int,
    prefix: str = "manille",
    timeout_s: float = 0.05,
    ttl_s: int | None = None,
) -> Cache:
    """The memory of this process alone or, with a URL, a Redis behind it.

    Opened and used in one event loop. The Redis need not be there: as long as it is not, only the
    memory is used.

    Args:
        url: ``redis://[[user]:password@]host[:port][/db]``, ``rediss://`` for TLS,
            ``unix://[user@]/path[?db=0&password=...]``, ``redis+cluster://host:port[,host:port]``
            or ``rediss+cluster://``; None for no Redis. After a question mark may stand
            ``client_name``, ``db``, ``password``, ``ssl_ca_certs``, ``ssl_certfile``,
            ``ssl_keyfile``, ``ssl_cert_reqs`` and ``ssl_check_hostname``.
        memory_bytes: what the memory may take; 0 keeps nothing in it.
        prefix: what the names in Redis begin with.
        timeout_s: seconds that Redis may hold up a request.
        ttl_s: seconds that Redis is to keep an answer; None or 0 for as long as it can.

    Raises:
        InputError: the URL cannot be used.
    """
    memory = MemoryCache(memory_bytes)
    if url is None:
        return memory
    return TieredCache(memory, RedisCache(url, prefix, timeout_s, ttl_s or None))
