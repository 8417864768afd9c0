"""``bench --compare`` and ``--plot``: ratios, values that disagree, faulty files, pictures."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from manille.client.bench.compare import Ratios, compare
from manille.client.bench.plot import draw
from manille.client.bench.record import from_object, to_object
from manille.client.bench.results import DealResult, Run, SetResult
from manille.client.bench.tables import comparison_parts
from manille.client.cli import main
from manille.solver.errors import InputError
from manille.solver.results import Bounds

MEASURED = ("manille", "maniglia-3", "--count", "4")


def run(*arguments: str) -> Result:
    result = CliRunner(env={"COLUMNS": "80", "FORCE_COLOR": None}).invoke(
        main, ("bench", *arguments)
    )
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The object of a run."""
    path = tmp_path_factory.mktemp("older") / "old.json"
    assert run(*MEASURED, "--json", str(path)).exit_code == 0
    return json.loads(path.read_text("utf-8"))


def against(value: Any, folder: Path, *arguments: str) -> Result:
    """This command, with an older run to compare with."""
    path = folder / "old.json"
    path.write_text(json.dumps(value), "utf-8")
    return run(*(arguments or MEASURED), "--compare", str(path))


def changed(older: Any, **changes: Any) -> Any:
    """A copy of a run in which the first deal of the first set is another."""
    copy = json.loads(json.dumps(older))
    copy["sets"][0]["results"][0].update(changes)
    return copy


def deal(name: str, nodes: int = 100, cpu_ms: float = 1.0, low: int = 5, **more: Any) -> DealResult:
    return DealResult(name, nodes, cpu_ms, Bounds(low, more.pop("high", low)), **more)


def a_run(*deals: DealResult, rules: str = "x", fingerprint: str = "f", **options: Any) -> Run:
    machine = {"processor": "P", "python": "Q"}
    return Run({"want": "value", **options}, machine, (SetResult(rules, fingerprint, deals),))


# ------------------------------------------------------------------------------------------ ratios


def test_ratios_of_pairs() -> None:
    old = a_run(deal("a", 100, 2.0), deal("b", 100, 1.0), deal("c", 400, 1.0), deal("gone", 1, 9.0))
    new = a_run(deal("a", 50, 1.0), deal("b", 200, 1.0), deal("c", 400, 8.0), deal("new", 1, 9.0))
    (one,) = compare(old, new).sets
    assert (one.pairs, one.open, one.differences) == (3, 0, ())
    assert one.nodes == Ratios(pytest.approx(650 / 600), 1.0, pytest.approx(1.0))
    assert one.cpu == Ratios(pytest.approx(10 / 4), 1.0, pytest.approx(4 ** (1 / 3)))


def test_deals_that_met_a_limit_have_no_ratio() -> None:
    old = a_run(deal("a", 100), deal("b", 10))
    new = a_run(deal("a", 50), deal("b", 1000, low=3, high=8, stopped=True))
    (one,) = compare(old, new).sets
    assert (one.pairs, one.open) == (2, 1)
    assert one.nodes == Ratios(0.5, 0.5, pytest.approx(0.5))
    (one,) = compare(
        old, replace(new, sets=(replace(new.sets[0], deals=new.sets[0].deals[1:]),))
    ).sets
    assert (one.open, one.nodes, one.cpu) == (1, None, None)


def test_other_deals_compare_by_their_means() -> None:
    comparison = compare(a_run(deal("a", 100), deal("b", 300)), a_run(deal("c", 50)))
    (one,) = comparison.sets
    assert (one.pairs, one.nodes) == (0, Ratios(0.25, None, None))
    assert comparison.notes == ("x: no deal is in both runs, so only the means are compared",)


def test_what_cannot_be_compared_is_named() -> None:
    old = replace(a_run(deal("a"), threads=1), machine={"processor": "slow", "python": "Q"})
    old = replace(old, sets=(*old.sets, replace(old.sets[0], rules="old")))
    new = a_run(deal("a", low=6), fingerprint="g", threads=4, time_s=2.0)
    new = replace(new, sets=(*new.sets, replace(new.sets[0], rules="new")))
    comparison = compare(old, new)
    assert (comparison.sets, comparison.differences) == ((), ())
    assert comparison.notes == (
        "the processor was slow, and is P: only nodes compare",
        "--threads was 1, and is 4",
        "--time was not given, and is 2.0",
        "only in the older run: old",
        "only in this run: new",
        "the rules of x have changed (fingerprint f, now g): not compared",
    )


# ------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("before", "now", "differ"),
    [
        ((5, 5), (5, 5), False),
        ((5, 5), (6, 6), True),
        ((3, 8), (6, 6), False),
        ((3, 5), (6, 6), True),
        ((3, 5), (5, 9), False),
        ((6, 9), (3, 5), True),
    ],
)
def test_values_differ_where_both_cannot_be_true(
    before: tuple[int, int], now: tuple[int, int], differ: bool
) -> None:
    old, new = (a_run(deal("a", low=low, high=high)) for low, high in (before, now))
    comparison = compare(old, new)
    assert [(d.card, d.before, d.now) for d in comparison.differences] == (
        [(None, before, now)] if differ else []
    )


def test_a_card_that_differs_is_named() -> None:
    old = a_run(deal("a", cards={"KS": Bounds(5, 5), "7S": Bounds(2, 2)}))
    new = a_run(deal("a", cards={"KS": Bounds(5, 5), "7S": Bounds(3, 3), "8S": Bounds(1, 1)}))
    assert compare(old, new).differences == (("a", "7S", (2, 2), (3, 3)),)
    assert compare(a_run(deal("a")), new).differences == ()


def test_equal_runs(older: Any, tmp_path: Path) -> None:
    told = against(older, tmp_path)
    assert (told.exit_code, told.stderr) == (0, "")
    table = told.stdout.partition("Against manille")[2].splitlines()
    for name in ("manille", "maniglia-3"):
        (row,) = [line.split() for line in table if line.startswith(f"{name} ")]
        assert row[:5] == [name, "4", "1.00", "1.00", "1.00"]
        assert row[-1] == "equal"
    assert max(len(line.rstrip()) for line in table) <= 80


def test_the_longest_name_has_room_in_80_columns() -> None:
    name = "manillen-zonder-troef"
    old = a_run(deal("a", 1000, 1.0), deal("b", 1000, 1.0), rules=name)
    new = a_run(deal("a", 999, 0.998, low=6), deal("b", 996, 0.994), rules=name)
    console = Console(width=80, file=io.StringIO(), record=True)
    for part in comparison_parts(compare(old, new)):
        console.print(part)
    (row,) = [line for line in console.export_text().splitlines() if line.startswith(name)]
    assert row.split()[1:] == ["2", *["0.998"] * 2, "0.997", *["0.996"] * 3, "1", "differ"]


def test_a_wrong_value_fails_and_names_the_deal(older: Any, tmp_path: Path) -> None:
    first = older["sets"][0]["results"][0]
    told = against(changed(older, value=first["value"] + 1), tmp_path)
    assert told.exit_code == 1
    was, now = first["value"] + 1, first["value"]
    assert told.stderr == f"error: {first['deal']}: the value was {was}, and is {now}\n"
    assert "1 differ" in told.stdout


def test_a_comparison_in_json(older: Any, tmp_path: Path) -> None:
    value = changed(older, value=None, bounds=[62, 63])
    value["sets"] = value["sets"][:1]
    told = against(value, tmp_path, *MEASURED, "--json")
    assert told.exit_code == 1
    comparison = json.loads(told.stdout)["comparison"]
    assert comparison["older"]["date"] == older["date"]
    (one,) = comparison["sets"]
    assert (one["rules"], one["pairs"], one["open"]) == ("manille", 4, 0)
    assert one["nodes"] == {"total": 1.0, "median": 1.0, "mean": 1.0}
    first = older["sets"][0]["results"][0]
    assert one["differences"] == [
        {
            "deal": first["deal"],
            "card": None,
            "before": [62, 63],
            "now": [first["value"], first["value"]],
        }
    ]
    assert "only in this run: maniglia-3" in comparison["notes"]


def test_what_was_measured_must_be_the_same(older: Any, tmp_path: Path) -> None:
    told = against(older, tmp_path, *MEASURED, "--want", "cards")
    assert (told.exit_code, told.stdout) == (2, "")
    assert "was measured with --want value" in told.stderr


# ------------------------------------------------------------------------------------------- files


def test_a_run_is_read_as_it_was_written() -> None:
    cards = {"KS": Bounds(5, 5), "7S": Bounds(1, 4)}
    one = a_run(deal("a"), deal("b", low=3, high=8, stopped=True, cards=cards), time_s=None)
    assert from_object(json.loads(json.dumps(to_object(one))), "x") == one
    timed = replace(one, options={**one.options, "time_s": 1.0})
    read = from_object(json.loads(json.dumps(to_object(timed))), "x")
    assert read.sets[0].signature is None


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        ("{", "BAD_JSON", "is not valid JSON"),
        ("[" * 100_000, "BAD_JSON", "is not valid JSON"),
        ("[]", "BAD_TYPE", "is not a result of `manille bench`"),
        ('{"deal": "x"}', "BAD_TYPE", "is not a result of `manille bench`"),
        ('{"format": 0}', "BAD_TYPE", "has the format 0, and this version reads 1"),
        ('{"format": 1}', "BAD_TYPE", "is damaged: 'options' is missing"),
        ('{"format": 1, "options": {}, "sets": [1]}', "BAD_TYPE", "is damaged"),
    ],
)
def test_a_file_that_is_none(text: str, reason: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(text, "utf-8")
    told = run("manille", "--compare", str(path))
    assert (told.exit_code, told.stdout) == (1, "")
    assert f"{path} {message}" in told.stderr
    assert "make one with `manille bench --json FILE`" in told.stderr
    assert told.stderr.endswith(f"[{reason}]\n")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "missing.json"
    told = run("manille", "--compare", str(path), "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["error"]["reason"] == "FILE_UNREADABLE"
    path.write_bytes(b"\xff\xfe{")
    assert "it is not UTF-8 text" in run("manille", "--compare", str(path)).stderr


@pytest.mark.parametrize(
    "changes",
    [
        {"deal": None},
        {"nodes": "12"},
        {"cpu_ms": None},
        {"value": "5"},
        {"value": None},
        {"value": None, "bounds": [1]},
        {"cards": [1]},
        {"cards": {"KS": "x"}},
    ],
)
def test_a_damaged_deal(older: Any, changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"old is damaged: .*; make one with"):
        from_object(changed(older, **changes), "old")


def test_a_set_without_deals(older: Any) -> None:
    older = {**older, "sets": [{**older["sets"][0], "results": []}]}
    with pytest.raises(InputError, match="the set of manille has no deals"):
        from_object(older, "old")


# -------------------------------------------------------------------------------------------- plot


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_plot(older: Any, kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one = from_object(older, "old")
    paths = [tmp_path / f"{name}.{kind}" for name in ("first", "second")]
    for path in paths:
        draw(one, path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert first.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_a_plot_has_a_row_for_each_set_and_names_its_units(older: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    long_name = "/a/folder/that/nobody/would/look/for/cafe.toml"
    one = from_object(older, "old")
    # a cost of nothing has a place on no scale of powers of ten, and is drawn all the same
    idle = SetResult(long_name, "f", (deal("a", nodes=0, cpu_ms=0.0),))
    path = tmp_path / "plot.svg"
    draw(replace(one, sets=(*one.sets, idle)), path)
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    # the letters are curves; what they say stands in remarks
    labels = {" ".join(found.split()) for found in re.findall("<!-- (.*?) -->", text, re.DOTALL)}
    assert {"manille", "maniglia-3", "…ld/look/for/cafe.toml", "4 deals", "1 deal"} <= labels
    assert {"p50", "mean", "p90", "p99", "max"} <= labels
    assert "CPU time of a deal, ms (log scale)" in labels
    assert "nodes of a deal (log scale)" in labels
    assert "<dc:date>" not in text


def test_the_command_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "plot.svg"
    assert run("manille", "--count", "2", "--plot", str(path)).exit_code == 0
    assert path.stat().st_size > 1000


def test_without_matplotlib_nothing_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    told = run("manille", "--plot", str(tmp_path / "plot.svg"))
    assert (told.exit_code, told.stdout) == (1, "")
    assert "a plot needs matplotlib: pip install 'manille[plot]'" in told.stderr
