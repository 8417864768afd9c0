"""The names of the seats, in the order in which play passes."""

from __future__ import annotations

__all__ = ["seat_names"]


def seat_names(seats: int) -> tuple[str, ...]:
    """Four seats are N W S E, anticlockwise; three or five are numbered from 1."""
    return ("N", "W", "S", "E") if seats == 4 else tuple(str(n + 1) for n in range(seats))
