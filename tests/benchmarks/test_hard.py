"""The files of hard deals, and the program that writes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import hard
from benchmarks.hard import FOLDER, Result, Search, read_deals
from manille.solver.analysis import bench, solve
from manille.solver.rules import load

FILES = sorted(FOLDER.glob("*.txt"))
FEW_NODES = 300_000
"""Deals that take more are only read, so that the test stays short."""


def test_there_are_hard_deals() -> None:
    assert FOLDER / "known.txt" in FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hard_deals_have_the_points_that_are_stated(path: Path) -> None:
    deals = read_deals(path)
    assert deals
    for hard_deal in deals:
        total, bounds = hard_deal.deal.total, hard_deal.bounds
        assert 0 <= bounds.low <= bounds.high <= total, hard_deal.line
        assert hard_deal.nodes > 0, hard_deal.line
        if hard_deal.nodes < FEW_NODES:
            assert solve(hard_deal.deal, ("points",)).bounds[0] == bounds, hard_deal.line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_named_for_its_game(path: Path) -> None:
    if path.stem != "known":
        assert {hard_deal.deal.rules.name for hard_deal in read_deals(path)} == {path.stem}


@pytest.fixture
def search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Search:
    monkeypatch.setattr(hard, "STATE", tmp_path / "state")
    return Search(load("manillen"), seed=1, count=6, nodes=10_000_000, threads=1)


def test_results_are_those_of_a_plain_search(search: Search) -> None:
    for result in search.results():
        found = bench.measure(search.deal(result.number))
        assert result == Result(result.number, *found.bounds, found.nodes)
        assert result.exact


def test_a_stopped_run_goes_on(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(search.results())
    lines = search.state.read_text().splitlines(keepends=True)
    assert len(lines) == search.count
    search.state.write_text("".join(lines[:4]) + lines[4][:10] + "\n")
    searched = []
    plain = Search._result
    monkeypatch.setattr(
        Search, "_result", lambda self, n, token: searched.append(n) or plain(self, n, token)
    )
    assert list(search.results()) == whole
    assert searched == [4, 5]


def test_deals_at_the_limit_are_searched_again_under_a_higher_one(search: Search) -> None:
    low = Search(search.rules, search.seed, search.count, nodes=100, threads=1)
    stopped = [result for result in low.results() if not result.exact]
    assert stopped
    assert all(result.nodes >= 100 and result.low < result.high for result in stopped)
    assert all(result.exact for result in search.results())


def test_two_threads_find_the_same(search: Search, tmp_path: Path) -> None:
    one = list(search.results())
    search.state.unlink()
    assert list(Search(search.rules, 1, search.count, search.nodes, 2).results()) == one


def test_the_worst_are_written_and_read_back(search: Search, tmp_path: Path) -> None:
    words = ["manillen=6", "--worst", "2", "--folder", str(tmp_path)]
    done = CliRunner().invoke(hard.main, words)
    assert done.exit_code == 0, done.output
    worst = sorted(search.results(), key=lambda result: -result.nodes)[:2]
    written = read_deals(tmp_path / "manillen.txt")
    assert [found.deal for found in written] == [search.deal(one.number) for one in worst]
    assert [found.nodes for found in written] == [one.nodes for one in worst]
    assert [found.bounds for found in written] == [(one.low, one.high) for one in worst]


def test_bounds_are_written_and_read_back(search: Search, tmp_path: Path) -> None:
    path = tmp_path / "manillen.txt"
    path.write_text(hard.text(search, [Result(number=3, low=20, high=30, nodes=1234)]))
    (found,) = read_deals(path)
    assert (found.bounds, found.nodes) == ((20, 30), 1234)


def test_a_deal_without_a_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.txt"
    path.write_text("# a word\nmanillen H N:J.9..J A.A..T Q.Q..A 9.8..K\n")
    with pytest.raises(ValueError, match=r"bare\.txt:2: no `# points"):
        read_deals(path)
