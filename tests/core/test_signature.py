"""The nodes of a few searches, to the last one.

Values do not hang on the table or the order, so a fault in them can hide from every other test; it
shows here. A change of the search changes these numbers: put in the new ones, and end the commit
with the number that `make signature` prints.
"""

from __future__ import annotations

import pytest

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, random_deal
from manille.solver.limits import Limits
from manille.solver.rules import load

NODES = [
    ("manillen", 0, 64, 13_043),
    ("manillen-cafe", 1, 64, 15_868),
    ("belote", 2, 64, 5_343),
    ("maniglia", 21, 64, 383_444),
    ("maniglia-3", 3, 64, 17_497),
    ("maniglia-4", 5, 64, 64_113),
    ("maniglia-5", 4, 64, 345),
    ("botifarra", 0, 64, 1_612_816),
    ("botifarra", 0, 1, 6_402_917),  # the table is full many times over
    ("whist", 1, 64, 271_622),
]


@pytest.mark.parametrize(("name", "number", "table_mib", "nodes"), NODES)
def test_nodes_of_value_and_cards(name: str, number: int, table_mib: int, nodes: int) -> None:
    position = Position.of(random_deal(load(name), 1, number))
    engine = Engine(position, Limits(table_mib=table_mib))
    engine.value()
    engine.card_values(position.legal_cards())
    assert engine.nodes == nodes
