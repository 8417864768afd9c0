"""How much memory a known answer takes in a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.bars.bar import Bar, deals_of
from benchmarks.report import progress
from benchmarks.service.calls import batch_call
from benchmarks.service.effort import Effort
from benchmarks.service.programs import Server, channel_to
from benchmarks.service.spelled import Known, batch_of, check_batch, know

__all__ = ["size"]

GAME = "manillen"
BATCH = 500
FIRST = 2000
"""Answers by which it grows more, since there is more to be remembered than answers."""


def size(effort: Effort) -> Iterator[Bar]:
    """Have a server find many answers, and see how it grows."""
    known = know(deals_of(GAME, FIRST + effort.entries))
    with Server() as server, channel_to(server.target) as channel:
        ask = batch_call(channel)
        sizes = []
        for start in progress(range(0, len(known), BATCH), "known answers"):
            if start == FIRST:
                sizes.append(server.rss_bytes())
            _teach(ask, known[start : start + BATCH])
        grown = server.rss_bytes() - sizes[0]
        figures = server.settled()
    entries = int(figures["cache_entries/memory"])
    each = figures["cache_bytes/memory"] / entries
    yield Bar(
        "size",
        "bytes of an answer in memory",
        "",
        f"{each:,.0f}",
        None,
        f"as the cache counts them, mean of {entries:,} deals of {GAME}: key, points, cards and "
        f"line; the process grew by {grown / effort.entries:,.0f} bytes for each of the last "
        f"{effort.entries:,}",
        data={"bytes": each, "entries": entries, "grown": grown / effort.entries},
    )


def _teach(ask: Any, known: Sequence[Known]) -> None:
    plain = [one.plain for one in known]
    response = ask(batch_of(plain))
    check_batch(plain, response.SerializeToString())
