"""How much may be worked on at once."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
