"""How far a search may go."""

from __future__ import annotations

import math
from dataclasses import dataclass

from manille.solver.errors import Fault, LimitError, Reason

__all__ = ["Limits"]

LARGEST_TABLE_MIB = 1 << 20
MOST_NODES = 1 << 62


@dataclass(frozen=True)
class Limits:
    """Limits for one question, all its searches together. None means without limit.

    A search that meets a limit answers with the bounds that it has proven.

    Attributes:
        time_s: seconds of wall time, more than 0.
        nodes: seats to play that may be looked at, at least 1. A limit in nodes gives the same
            answer every time; one in seconds does not.
        table_mib: the most that the transposition table may take, in MiB, at least 1, the layout
            of the deal included (a MiB for 52 cards, an eighth for 40), as long as half is left for
            the table. It starts small and grows as it is needed; a small one costs time, never
            exactness.
    """

    time_s: float | None = None
    nodes: int | None = None
    table_mib: int = 64

    def __post_init__(self) -> None:
        """Refuse limits that make no sense.

        Raises:
            LimitError: with all the faults.
        """
        faults = []
        if self.time_s is not None and not 0 < self.time_s < math.inf:
            faults.append(_fault("time_s", f"{self.time_s} is not a number of seconds above 0"))
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            faults.append(_fault("nodes", f"{self.nodes} is not a number of nodes from 1 to 2^62"))
        if not 1 <= self.table_mib <= LARGEST_TABLE_MIB:
            what = f"is not a size from 1 to {LARGEST_TABLE_MIB} MiB"
            faults.append(_fault("table_mib", f"{self.table_mib} {what}"))
        if faults:
            raise LimitError(faults)


def _fault(field: str, message: str) -> Fault:
    return Fault(Reason.BAD_LIMIT, message, field=field)
