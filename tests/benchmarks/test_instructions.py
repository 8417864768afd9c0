"""The count of instructions; with valgrind itself only where it is installed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from benchmarks import instructions
from benchmarks.instructions import Counted, read_total
from benchmarks.watched import work
from manille.solver.analysis import bench
from manille.solver.core.engine import PROCESSORS
from manille.solver.deals import random_deals
from manille.solver.rules import load

needs_valgrind = pytest.mark.skipif(not instructions.is_there(), reason="no valgrind")


@pytest.mark.parametrize("text", ["events: Ir\nsummary: 123\n", "events: Ir\ntotals: 123 4\n"])
def test_the_total_of_a_file_of_callgrind(text: str) -> None:
    assert read_total(text) == 123


def test_a_file_without_a_total_is_refused() -> None:
    with pytest.raises(ValueError, match="no `summary:`"):
        read_total("events: Ir\n")


def test_instructions_of_a_node() -> None:
    assert Counted("manillen", "portable", 3, 1000.0, 4.0).per_node == 250.0


@pytest.mark.parametrize("processor", ["", *PROCESSORS])
def test_what_is_watched_solves_or_does_not(
    processor: str, capsys: pytest.CaptureFixture[str]
) -> None:
    work("manillen", 1, 2, processor)
    found = json.loads(capsys.readouterr().out)
    measured = [bench.measure(deal) for deal in random_deals(load("manillen"), 2, 1)]
    expected = measured if processor else []
    assert found["processors"] == list(PROCESSORS)
    assert found["nodes"] == [one.nodes for one in expected]
    assert found["values"] == [list(one.bounds) for one in expected]


def test_missing_valgrind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "TOOL", "no-such-valgrind")
    done = CliRunner().invoke(instructions.main, ["manillen=1"])
    assert done.exit_code == 1
    assert "apt-get install valgrind" in done.output


def test_a_failing_valgrind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "TOOL", "false")
    done = CliRunner().invoke(instructions.main, ["manillen=1"])
    assert done.exit_code == 1
    assert "false --tool=callgrind: status 1" in done.output


def test_other_nodes_inside_are_unequal(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = {"processors": ["portable"], "values": [[0, 0]], "nodes": [1]}
    monkeypatch.setattr(instructions, "_watched", lambda *words: (1, inside))
    done = CliRunner().invoke(instructions.main, ["manillen=1"])
    assert done.exit_code == 1
    assert "UNEQUAL: manillen, seed 1: portable" in done.output


def test_the_difference_of_two_runs_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = instructions._expected("manillen", 1, 2)

    def watched(name: str, seed: int, count: int, processor: str) -> tuple[int, dict[str, object]]:
        inside = {"processors": ["portable"], **expected}
        return (1_000 + 40 * count if processor else 1_000), inside

    monkeypatch.setattr(instructions, "_watched", watched)
    (found,) = instructions.count_game("manillen", 2, 1)
    assert (found.instructions, found.deals) == (40.0, 2)
    assert found.nodes == sum(expected["nodes"]) / 2


@needs_valgrind
def test_valgrind_counts_the_instructions_of_a_deal() -> None:
    base, idle = instructions._watched("manillen", 1, 1, "")
    total, found = instructions._watched("manillen", 1, 1, "portable")
    assert idle["nodes"] == []
    assert found["nodes"] == instructions._expected("manillen", 1, 1)["nodes"]
    # neither a few for a whole search nor those of the program around it
    assert 50 < (total - base) / found["nodes"][0] < 10_000
