"""Answers that were found before: in this process, and in a Redis that replicas share."""

from manille.server.cache.base import Cache, Counts
from manille.server.cache.memory import MemoryCache
from manille.server.cache.open import open_cache
from manille.server.cache.redis import RedisCache
from manille.server.cache.tiered import TieredCache

__all__ = ["Cache", "Counts", "MemoryCache", "RedisCache", "TieredCache", "open_cache"]
