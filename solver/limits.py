"""How far a search may go, and how long advice is refined."""

from __future__ import annotations

import math
from dataclasses import dataclass

from manille.solver.errors import Fault, LimitError, Reason

__all__ = ["AdviceLimits", "Limits"]

LARGEST_TABLE_MIB = 1 << 20
MOST_NODES = 1 << 62
MOST_SAMPLES = 1_000_000
UNLIMITED_SAMPLES = 1_000


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


@dataclass(frozen=True)
class AdviceLimits:
    """How long advice is refined. None means without limit.

    Attributes:
        samples: how many layouts of the hidden cards are drawn, from 1 to 1,000,000. Fewer if
            another limit is met before; where there are not more than that, each is solved once.
        time_s: seconds of wall time, more than 0.
        seed: the seed of the layouts. The same seed gives the same advice on any number of threads,
            where the time is not what ends it.
        until_clear: whether to end as soon as the choice is clear; None for: if ``samples`` is not
            given. Then it ends after 1,000 layouts, however close the options are.
    """

    samples: int | None = None
    time_s: float | None = None
    seed: int = 0
    until_clear: bool | None = None

    def __post_init__(self) -> None:
        """Refuse limits that make no sense.

        Raises:
            LimitError: with all the faults.
        """
        faults = []
        if self.samples is not None and not 1 <= self.samples <= MOST_SAMPLES:
            what = f"{self.samples} is not a number of layouts from 1 to {MOST_SAMPLES:,}"
            faults.append(_fault("samples", what))
        if self.time_s is not None and not 0 < self.time_s < math.inf:
            faults.append(_fault("time_s", f"{self.time_s} is not a number of seconds above 0"))
        if not 0 <= self.seed < 1 << 64:
            faults.append(_fault("seed", f"{self.seed} is not a number from 0 to 2^64 - 1"))
        if faults:
            raise LimitError(faults)

    @property
    def most_samples(self) -> int:
        """How many layouts are drawn at most."""
        return UNLIMITED_SAMPLES if self.samples is None else self.samples

    @property
    def stops_when_clear(self) -> bool:
        """Whether a clear choice ends it."""
        return self.samples is None if self.until_clear is None else self.until_clear


def _fault(field: str, message: str) -> Fault:
    return Fault(Reason.BAD_LIMIT, message, field=field)
