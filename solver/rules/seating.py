"""The names of the seats, in the order in which play passes."""

from __future__ import annotations

from functools import cache

__all__ = ["seat_names"]


@cache
def seat_names(seats: int, first: int = 0) -> tuple[str, ...]:
    """Four seats are N W S E, anticlockwise; three or five are numbered from 1.

    Args:
        seats: how many there are.
        first: the place of the seat with which the names begin.
    """
    names = ("N", "W", "S", "E") if seats == 4 else tuple(str(n + 1) for n in range(seats))
    return names[first:] + names[:first]
