"""The table of the bars, with little effort and with parts that only look like one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.bars import __main__ as program
from benchmarks.bars import memory, others, search, stops, tables
from benchmarks.bars.bar import Bar, Effort, deals_of
from benchmarks.peers.figures import UnequalError
from manille.solver.analysis import bench
from manille.solver.deals import Position, random_deal
from manille.solver.results import Bounds
from manille.solver.rules import load

LITTLE = Effort(deals=2, tail=3, hard_deals=1, hard_nodes=200_000, tries=2, belote=2, bridge=1)


def bar(met: bool | None = True, figure: str = "1", unequal: bool = False) -> Bar:
    return Bar("part", "what", "at most 2", figure, met, "a note", unequal)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (bar(), "met"),
        (bar(met=False), "missed"),
        (bar(met=None), "stated"),
        (bar(met=None, figure=""), "not measured"),
        (bar(unequal=True), "UNEQUAL"),
    ],
)
def test_the_last_word(found: Bar, verdict: str) -> None:
    assert found.verdict == verdict


# ------------------------------------------------------------------------------------- the program


def run(monkeypatch: pytest.MonkeyPatch, *words: str, **parts: object) -> tuple[int, str]:
    """The exit status and the output of a run that has only these parts."""
    for name, part in parts.items():
        monkeypatch.setitem(program.PARTS, name, part)
    done = CliRunner().invoke(program.main, [*words, *parts])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_a_missed_bar_is_shown_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    status, output = run(monkeypatch, nodes=lambda effort: iter([bar(), bar(met=False)]))
    assert status == 0
    assert "missed" in output
    assert "a note" in output


def test_unequal_answers_end_with_status_1_after_the_other_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(effort: Effort) -> Iterator[Bar]:
        yield bar(figure="first row")
        raise UnequalError("manillen H N:... differs")

    status, output = run(monkeypatch, nodes=failing, tail=lambda effort: iter([bar(figure="last")]))
    assert status == 1
    assert [text in output for text in ("first row", "UNEQUAL", "differs", "last")] == [True] * 4


def test_an_interrupt_shows_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(effort: Effort) -> Iterator[Bar]:
        yield bar(figure="first row")
        raise KeyboardInterrupt

    status, output = run(monkeypatch, nodes=interrupted, tail=lambda effort: iter([bar()]))
    assert status == 130
    assert "first row" in output
    assert "interrupted" in output


def test_a_quick_run_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    status, output = run(
        monkeypatch, "--quick", nodes=lambda effort: iter(seen.append(effort) or [])
    )
    assert status == 0
    assert program.QUICK_NOTE in output
    assert seen[0].deals < Effort().deals


def test_markdown_and_json_hold_every_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "made" / "bars.json"
    words = ["--markdown", "--json", str(path)]
    _, output = run(monkeypatch, *words, nodes=lambda effort: iter([bar(), bar(met=False)]))
    assert "| what | at most 2 | 1 | met | a note |" in output
    data = json.loads(path.read_text())
    assert [one["verdict"] for one in data["bars"]] == ["met", "missed"]
    assert data["python"].endswith(sys.version.split()[0])


def test_an_unknown_part_is_refused() -> None:
    done = CliRunner().invoke(program.main, ["speed"])
    assert done.exit_code == 2
    assert "'speed' is not one of 'nodes'" in done.output


# --------------------------------------------------------------------------------------- the parts


def test_nodes_are_those_of_plain_searches() -> None:
    first, second = search.mean_nodes(LITTLE)
    for found, name in ((first, "manillen"), (second, "maniglia")):
        nodes = [bench.measure(deal).nodes for deal in deals_of(name, 2)]
        assert (found.data["mean"], found.data["most"]) == (sum(nodes) / 2, max(nodes))
        assert found.met


def test_the_tail_is_the_known_deal_and_the_worst(monkeypatch: pytest.MonkeyPatch) -> None:
    known, worst = search.tail(LITTLE)
    assert known.data["deal"].startswith("maniglia-5 B 1:K4.K.HM65.4 ")
    nodes = [bench.measure(deal).nodes for deal in deals_of("maniglia-4", 3)]
    assert worst.data["nodes"] == max(nodes)
    assert worst.data["number"] == nodes.index(max(nodes))


def test_a_known_deal_with_another_value_is_unequal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "proven", lambda bounds: -1)
    with pytest.raises(UnequalError, match="stated 7"):
        list(search.tail(LITTLE))


def test_without_valgrind_the_rows_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.instructions, "is_there", lambda: False)
    rows = list(search.count_instructions(LITTLE))
    assert [row.verdict for row in rows] == ["not measured"] * 2
    assert "apt-get install valgrind" in rows[0].note


def test_a_table_takes_more_than_a_value_and_agrees() -> None:
    nodes, cpu = tables.whole_table(LITTLE)
    assert nodes.data["times"] > 1
    assert nodes.met is (nodes.data["times"] <= 8)
    assert cpu.data["deals"] == 2


def test_a_cell_that_is_no_value_is_unequal(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(100))
    monkeypatch.setattr(tables, "proven", lambda bounds: next(numbers))
    with pytest.raises(UnequalError, match="the table"):
        tables.measure(deals_of("manillen", 1)[0])


def test_memory_is_within_the_limit_and_little_is_enough() -> None:
    default, little = memory.memory(LITTLE)
    assert 0 < default.data["bytes"] <= 64 << 20
    # the table gets half of the limit at least, and the layout of 52 cards alone is a MiB
    assert 0 < little.data["bytes"] <= (1 << 20) + (1 << 19)
    assert little.data["equal"] >= 1


def test_bounds_that_exclude_each_other_are_unequal(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = deals_of("manillen", 1)[0]
    monkeypatch.setattr(memory, "hard_deals", lambda each: [(deal, Bounds(-1, -1))])
    with pytest.raises(UnequalError, match="manillen "):
        list(memory.memory(LITTLE))


@pytest.fixture
def shorter(monkeypatch: pytest.MonkeyPatch) -> Position:
    """A search of a fraction of a second in the place of the long one."""
    monkeypatch.setattr(stops, "LONG", ("botifarra", 34))
    return Position.of(random_deal(load("botifarra"), 1, 34))


def test_searches_are_stopped_and_their_bounds_hold(shorter: Position) -> None:
    rows = list(stops.stops(LITTLE))
    assert ["cancel" in row.what for row in rows] == [True, False]
    assert all(row.data["max_ms"] >= row.data["median_ms"] for row in rows if row.figure)


def test_a_search_that_was_over_is_told_from_one_that_was_stopped(shorter: Position) -> None:
    ended = stops.by_cancel(shorter, None)
    assert not ended.running
    assert ended.bounds.exact == 33
    stopped = stops.by_limit(shorter, 1e-6)
    assert stopped.running
    assert stopped.bounds.low <= 33 <= stopped.bounds.high


def test_bounds_without_the_value_are_unequal() -> None:
    with pytest.raises(UnequalError, match="the value is 9"):
        stops._checked(stops.Stopped(0.0, Bounds(0, 8), True), 9)


# ---------------------------------------------------------------------------------- other programs


def test_without_a_program_the_rows_say_how_to_name_one() -> None:
    rows = list(others.against_prototype(LITTLE))
    assert [row.verdict for row in rows] == ["not measured"] * 3
    assert "--prototype" in rows[0].note


def test_a_program_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(others, "GAMES", ("manillen",))
    deals = deals_of("manillen", 2)
    values = {others.prototype.to_line(deal): bench.measure(deal).bounds.exact for deal in deals}
    path = tmp_path / "solver"
    answer = "print(json.loads(values)[line.strip()], 10, 1e6)"
    body = f"values = {json.dumps(values)!r}\nfor line in sys.stdin:\n    {answer}\n"
    path.write_text(f"#!{sys.executable}\nimport json, sys\n{body}")
    path.chmod(0o755)
    (row,) = others.against_prototype(LITTLE.against(path))
    assert row.met
    assert row.data["nodes"] == sum(bench.measure(deal).nodes for deal in deals) / 20


@pytest.mark.parametrize(
    ("part", "package"),
    [(others.against_colver, "colver"), (others.against_dds, "endplay")],
)
def test_a_missing_peer_is_named(
    part: object, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "find_spec", lambda name: None)
    (row,) = part(LITTLE)
    assert row.verdict == "not measured"
    assert f"{package} is not installed" in row.note


def test_colver_is_compared() -> None:
    pytest.importorskip("colver")
    equal, mean, median = others.against_colver(LITTLE)
    assert (equal.figure, equal.verdict) == ("all 2", "met")
    assert mean.data["ratio"] > 0
    assert median.data["ratio"] > 0


def test_dds_is_compared() -> None:
    pytest.importorskip("endplay")
    equal, cpu = others.against_dds(LITTLE)
    assert (equal.figure, equal.verdict) == ("all 1", "met")
    assert cpu.verdict == "stated"
