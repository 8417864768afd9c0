"""What every cache can do, and what it counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from manille.solver.analysis import Found

__all__ = ["Cache", "Counts"]


@dataclass
class Counts:
    """What happened in one level of a cache since it was opened, and what it holds now.

    A level counts what it knows; the rest stays 0.

    Attributes:
        hits: keys that were found.
        misses: keys that were asked for and not found, for whatever reason.
        rejected: values found that were not ours to use: damaged, of another version, of another
            key. Each is a miss too.
        skipped: keys that were not asked for, since the store is lost, or was not connected to in
            time. Each is a miss too.
        failures: commands that the store did not answer, or answered wrongly.
        late: keys that were given up on, since their answer took too long. Each is a miss too.
        written: values that the store has taken.
        refused: values that it did not take, such as when it is full.
        dropped: values that were never offered to it: too many were waiting, or it was lost.
        evictions: values given up for newer ones.
        oversized: values that were not kept, being too large.
        entries: values held now; unknown of a store that others write to.
        bytes: what they take now, keys included.
        waiting: values that wait to be written now.
        waiting_bytes: what they take.
        lost: 1 while the store is known to be lost and is not asked, else 0.
    """

    hits: int = 0
    misses: int = 0
    rejected: int = 0
    skipped: int = 0
    failures: int = 0
    late: int = 0
    written: int = 0
    refused: int = 0
    dropped: int = 0
    evictions: int = 0
    oversized: int = 0
    entries: int = 0
    bytes: int = 0
    waiting: int = 0
    waiting_bytes: int = 0
    lost: int = 0


class Cache(ABC):
    """Complete answers by the key of their question.

    A cache never fails: what it cannot find, for whatever reason, is a miss, and what it cannot
    keep is lost. All of it belongs to one event loop.
    """

    def peek(self, key: bytes) -> Found | None:
        """What is in the memory of this process: no waiting, well under a microsecond.

        A hit is counted. A miss is not, since :meth:`get_many` comes after it and counts it.
        """
        return None

    @abstractmethod
    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        """What is known of each key, in order; None for what is not known."""

    @abstractmethod
    def put_many(self, items: Sequence[tuple[bytes, Found]]) -> None:
        """Keep complete answers. Returns at once; a slow store is written to behind it."""

    @abstractmethod
    def levels(self) -> Mapping[str, Counts]:
        """The counts of each level, by its name: ``memory``, ``redis``."""

    async def flush(self, timeout_s: float) -> bool:
        """Wait until nothing waits to be written any more; whether that was so in time."""
        return True

    async def close(self) -> None:
        """Write what waits, for a short time only, and give up every connection."""
        return
