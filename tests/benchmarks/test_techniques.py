"""What each technique brings: the ways to search, their costs and their table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import techniques
from benchmarks.techniques import EVERYTHING, Costs, Game, Way, all_ways, search, ways_of
from manille.solver.analysis import bench
from manille.solver.core.engine import PROCESSORS, PRUNINGS
from manille.solver.deals import random_deal
from manille.solver.results import Bounds
from manille.solver.rules import load


def test_every_pruning_is_left_out_by_itself() -> None:
    left_out = [way.without for way in all_ways() if way.without]
    assert left_out == [(name,) for name in PRUNINGS]
    assert [way.processor for way in all_ways() if way.processor] == list(PROCESSORS[1:])


def test_only_a_lone_declarer_has_the_relaxed_game() -> None:
    partners, alone = (ways_of(load(name)) for name in ("maniglia", "maniglia-4"))
    assert [way.name for way in alone if way not in partners] == ["relaxed"]


def test_a_search_with_everything_is_the_plain_one() -> None:
    deal = random_deal(load("manillen"), 1)
    bounds, nodes, _, stopped = search(deal, EVERYTHING, None)
    plain = bench.measure(deal)
    assert (bounds, nodes, stopped) == (plain.bounds, plain.nodes, False)


def test_a_search_without_a_pruning_ends_at_its_limit() -> None:
    bounds, nodes, _, stopped = search(random_deal(load("manillen"), 1), Way("x", ("table",)), 100)
    assert stopped
    assert nodes >= 100
    assert bounds.low < bounds.high


def test_ratios_of_deals_that_were_stopped_are_lower_bounds() -> None:
    game = Game("manillen", 2)
    game.costs = {
        "everything": Costs(100, 1.0),
        "quasi": Costs(150, 1.5),
        "table": Costs(900, 3.0, stopped=1),
    }
    ratios = [game.ratio(Way(name), "nodes") for name in ("quasi", "table", "relaxed")]
    assert ratios == ["1.50", "≥ 9.00", "-"]
    assert game.ratio(Way("table"), "cpu_s") == "≥ 3.00"
    assert game.mean("nodes") == 50.0


def test_the_program_measures_every_way(tmp_path: Path) -> None:
    path = tmp_path / "techniques.json"
    words = ["manillen=2", "maniglia-3=1", "--most", "1", "--markdown", "--json", str(path)]
    done = CliRunner().invoke(techniques.main, words)
    assert done.exit_code == 0, done.output
    data = json.loads(path.read_text())
    first, second = data["games"]
    assert list(first["costs"]) == [way.name for way in ways_of(load("manillen"))]
    assert "relaxed" in second["costs"]
    nodes = [bench.measure(random_deal(load("manillen"), 1, n)).nodes for n in range(2)]
    assert first["costs"]["everything"]["nodes"] == sum(nodes)
    row = next(line for line in done.output.splitlines() if line.startswith("| manillen"))
    assert row.startswith(f"| manillen | 2 | {sum(nodes) / 2:,.0f} | ")
    assert row.endswith(" | - |")


def test_a_way_with_another_value_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = techniques.search

    def wrong(deal, way, nodes):
        bounds, *rest = plain(deal, way, nodes)
        return (Bounds(-1, -1) if way.without == ("quasi",) else bounds, *rest)

    monkeypatch.setattr(techniques, "search", wrong)
    done = CliRunner().invoke(techniques.main, ["manillen=1"])
    assert done.exit_code == 1
    assert "UNEQUAL: manillen " in done.output
    assert "quasi" in done.output
