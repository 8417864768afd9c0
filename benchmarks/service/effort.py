"""How much is measured."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FULL", "QUICK", "Effort"]


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Attributes:
        calls: calls of each kind, where single calls are measured.
        batch: questions of a batch.
        batches: different spellings of a batch.
        batch_s: seconds for each figure of batches.
        same: deals that are asked in many spellings.
        spellings: in how many.
        callers: how many ask one hard question at once.
        tries: how often a search is stopped, by each way.
        fault_s: seconds with a fault of Redis, and as many before it.
        overload_s: seconds of too much load.
        capacity_s: seconds in which it is found out how much is too much.
        drains: how often a server is told to end.
        entries: answers in the memory of a server.
    """

    calls: int = 2000
    batch: int = 1000
    batches: int = 6
    batch_s: float = 4.0
    same: int = 100
    spellings: int = 24
    callers: int = 200
    tries: int = 30
    fault_s: float = 3.0
    overload_s: float = 60.0
    capacity_s: float = 4.0
    drains: int = 10
    entries: int = 4000


FULL = Effort()
QUICK = Effort(
    calls=400,
    batch=500,
    batches=2,
    batch_s=0.5,
    same=20,
    tries=5,
    fault_s=0.5,
    overload_s=5.0,
    capacity_s=1.5,
    drains=2,
    entries=500,
)
