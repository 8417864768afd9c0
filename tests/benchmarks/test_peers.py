"""The comparisons with other solvers; those with a peer itself only where it is installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click import BadParameter
from click.testing import CliRunner

from benchmarks.peers import belote, bridge
from benchmarks.peers.figures import Contest, Spread, UnequalError, compare, parse_count
from manille.solver.deals import parse_deal

DEAL = "manillen H N:J.9..J A.A..T Q.Q..A 9.8..K"


def test_a_spread_of_ten_numbers() -> None:
    spread = Spread.of([10, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert (spread.median, spread.mean, spread.p90, spread.max) == (5.5, 5.5, 9, 10)


def test_a_ratio_says_how_many_times_less_we_took() -> None:
    contest = Contest("some work", "peer")
    contest.add(30.0, 10.0)
    contest.add(5.0, 10.0)
    assert contest.ratios == [3.0, 0.5]
    data = contest.to_json()
    assert data["spread"]["peer"]["mean"] == 17.5
    assert data["each"] == {"peer": [30.0, 5.0], "manille": [10.0, 10.0], "ratio": [3.0, 0.5]}


def test_a_contest_without_deals_is_json_too() -> None:
    assert json.loads(json.dumps(Contest("some work", "peer").to_json()))["deals"] == 0


def test_equal_values_pass() -> None:
    compare(parse_deal(DEAL), "peer", {"a": 1, "b": 2}, {"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("theirs", "row"),
    [({"a": 1, "b": 3}, "b: peer 3, manille 2"), ({"a": 1}, "b: peer nothing, manille 2")],
)
def test_an_unequal_value_is_shown_with_the_deal(theirs: dict[str, int], row: str) -> None:
    with pytest.raises(UnequalError) as caught:
        compare(parse_deal(DEAL), "peer", theirs, {"a": 1, "b": 2})
    assert str(caught.value).splitlines() == [DEAL, f"  {row}"]


def test_counts_of_deals() -> None:
    assert parse_count("belote", ["belote"], 7) == ("belote", 7)
    assert parse_count("belote=3", ["belote"], 7) == ("belote", 3)


@pytest.mark.parametrize("text", ["whist", "belote=", "belote=0", "belote=-1", "belote=x", ""])
def test_counts_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadParameter):
        parse_count(text, ["belote"], 7)


@pytest.mark.parametrize("program", [belote, bridge])
def test_a_missing_peer_is_named_with_the_remedy(
    program: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("colver", "endplay", "endplay.dds"):
        monkeypatch.setitem(sys.modules, name, None)
    done = CliRunner().invoke(program.main, ["--count", "1"])
    assert done.exit_code == 1
    assert "pip install '.[peers]'" in done.output


def test_belote_agrees_with_colver(tmp_path: Path) -> None:
    pytest.importorskip("colver")
    path = tmp_path / "belote.json"
    done = CliRunner().invoke(belote.main, ["--count", "2", "--json", str(path)])
    assert done.exit_code == 0, done.output
    assert json.loads(path.read_text())["values"] == 16


def test_whist_agrees_with_dds(tmp_path: Path) -> None:
    pytest.importorskip("endplay")
    path = tmp_path / "bridge.json"
    words = ["--count", "3", "--tricks", "5", "--json", str(path)]
    done = CliRunner().invoke(bridge.main, words)
    assert done.exit_code == 0, done.output
    assert json.loads(path.read_text())["values"] == 3 * (5 + 20)


def test_a_value_that_differs_from_dds_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("endplay")
    monkeypatch.setattr(bridge, "taken_of_cell", lambda tricks, leader, cell: -1)
    done = CliRunner().invoke(bridge.main, ["--count", "3", "--tricks", "2", "--table"])
    assert done.exit_code == 1
    assert "UNEQUAL: whist " in done.output
    assert "0 values compared and equal" in done.output
