"""Finding a value that is probably near one already known, in few searches.

Each search asks whether side 0 takes at least so many points; two of them that enclose the value
prove it. Where a neighboring position or another leader has told where the value may lie, they
start there and go outward in growing steps.
"""

from __future__ import annotations

from manille.solver.core.engine import Engine
from manille.solver.results import Bounds

__all__ = ["settle_beyond", "settle_near"]


def settle_near(engine: Engine, guess: int, window: Bounds) -> Bounds:
    """What side 0 still takes, asked for around a guess first.

    Exact if it lies in the window; else, or where a limit was met, the bounds that are proven.
    """
    guess = min(max(guess, window.low), window.high)
    width = 0
    while True:
        found = engine.value(Bounds(guess - width, guess + width).within(window))
        if found.settles(window) or engine.stopped:
            return found
        width = 2 * width + 1


def settle_beyond(engine: Engine, known: Bounds, upward: bool) -> Bounds:
    """What side 0 still takes, asked for from one end of what is known of it.

    Args:
        engine: an engine at the position.
        known: bounds that are proven already.
        upward: whether the value is likely near the lower end, which is then not asked for again.

    Returns:
        The value, or the bounds that are proven when a limit was met.
    """
    found, width = known, 0
    while found.exact is None and not engine.stopped:
        if upward:
            window = known.low + 1, known.low + 1 + width
        else:
            window = known.high - 1 - width, known.high - 1
        found = engine.value(window).within(known)
        width = 2 * width + 1
    return found
