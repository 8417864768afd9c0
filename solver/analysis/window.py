"""The points that somebody wants to know exactly: a window of interest.

Nobody can bid less than 20: a value below need only be known as such, which is much cheaper.
"""

from __future__ import annotations

from manille.solver.errors import InputError, Reason
from manille.solver.results import Bounds

__all__ = ["Window", "check_side", "read_window", "window_key"]

Window = tuple[int | None, int | None]


def read_window(window: Window | None, side: int, total: int) -> Bounds | None:
    """The window as bounds of the points of side 0 over the whole hand; None for all of them.

    Args:
        window: the lowest and the highest points that are wanted exactly, None for an open end.
        side: the side whose points these are, 0 or 1.
        total: the points of both sides together.

    Raises:
        InputError: nothing lies in the window, or there is no such side.
    """
    check_side(side)
    if window is None:
        return None
    low = 0 if window[0] is None else window[0]
    high = max(low, total) if window[1] is None else window[1]
    if low > high:
        message = f"nothing lies in a window from {low} to {high}; give the lower figure first"
        raise InputError.of(Reason.BAD_REQUEST, message, field="window")
    bounds = Bounds(low, high)
    return bounds.against(total) if side else bounds


def window_key(window: Bounds | None) -> bytes:
    """A window as a part of the key of a question."""
    return b"" if window is None else b"%d..%d " % window


def check_side(side: int) -> None:
    """Refuse what is no side.

    Raises:
        InputError: it is neither 0 nor 1.
    """
    if side not in (0, 1):
        message = f"there are side 0 and side 1, but no side {side}"
        raise InputError.of(Reason.BAD_REQUEST, message, field="side")
