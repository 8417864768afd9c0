"""When the interpreter looks for garbage: not while callers wait.

What a server has loaded, and the answers that it keeps, are hundreds of thousands of objects, and
Python goes through all of them now and then, for up to a tenth of a second in which nobody is
answered. Nearly all garbage goes without that search, and what is left of it is young. So the old
objects are looked through only while no call is in progress.
"""

from __future__ import annotations

import asyncio
import gc

from manille.server.gate import Gate

__all__ = ["keep_collecting"]

# New objects between two looks at the young ones, the looks before one at those of middle age, and
# those before one at all objects, which is never: that is done below.
THRESHOLDS = (5_000, 20, 1_000_000)
EVERY_S = 60.0  # at most so often all objects
QUIET_S = 0.5  # how often it is seen whether anybody is there


async def keep_collecting(gate: Gate) -> None:
    """Look for garbage at quiet moments, until this is cancelled; then all is as it was before."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # what is there now stays
    gc.set_threshold(*THRESHOLDS)
    try:
        while True:
            await asyncio.sleep(EVERY_S)
            while gate.inside:
                await asyncio.sleep(QUIET_S)
            gc.collect()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
