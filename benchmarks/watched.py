"""What callgrind watches for benchmarks/instructions.py: deal, and then solve or not.

It imports little, since all of it runs slowly there.
"""

from __future__ import annotations

import gc
import json

from manille.solver.analysis import bench
from manille.solver.core.engine import PROCESSORS, Engine
from manille.solver.deals import Position, random_deals
from manille.solver.rules import load

__all__ = ["work"]


def work(name: str, seed: int, count: int, processor: str) -> None:
    """Deal, and value each deal with a kind of search, or none of them with ``""``.

    Prints a JSON object: the kinds of search that run here, and values and nodes of the deals.
    """
    # it would come at another moment of the two runs, and is no part of a solve
    gc.disable()
    deals = list(random_deals(load(name), count, seed))
    positions = [Position.of(deal) for deal in deals]
    bench.warm(deals)
    # what happens only once in a program is to happen in both runs
    for kind in PROCESSORS:
        Engine(positions[0], processor=kind).value()
    values, nodes = [], []
    for position in positions if processor else ():
        engine = Engine(position, processor=processor)
        values.append(engine.value())
        nodes.append(engine.nodes)
    print(json.dumps({"processors": PROCESSORS, "values": values, "nodes": nodes}))
