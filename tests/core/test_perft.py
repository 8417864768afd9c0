"""Counts of lines from the perft files: the kernel's side (the slow twin's is in reference/)."""

from __future__ import annotations

from manille.solver.core.engine import Engine
from manille.solver.deals import Position


def test_kernel_counts_the_lines_of_the_files() -> None:
    from kit.perft import cases

    seen = 0
    for case in cases():
        engine = Engine(Position.of(case.deal))
        counts = [engine.perft(depth) for depth in range(1, len(case.counts) + 1)]
        assert counts == list(case.counts), case
        seen += 1
    assert seen
