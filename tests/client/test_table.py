"""The command ``table``: every trump by every leader or declarer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.table import table
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.reference import value
from manille.solver.rules import load, names
from manille.solver.rules.contract import Contract

# N holds the two highest trumps, if spades are trump or nothing is, and takes all: T 5, A 4, K 3,
# Q 2, J 1 and the last trick 1.
FOUR = "manillen - N:TA... K7... QJ... 98..."
KEYS = ["deal", "rules", "fingerprint", "sides", "exact", "cells", "nodes", "time_s"]


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(table, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def twin(deal: Deal, cell: dict[str, Any]) -> list[int]:
    """The points of a cell by the slow twin."""
    leader = deal.seat_names.index(cell["leader"])
    declarer = None if cell["declarer"] is None else deal.seat_names.index(cell["declarer"])
    contract = Contract(deal.rules, cell["trump"], declarer)
    return list(value(Position(contract, deal.open_hands, leader)))


@pytest.mark.parametrize("name", names())
def test_the_slow_twin_agrees(name: str, seed: int) -> None:
    rules = load(name)
    deals = [random_ending(rules, 2, seed, number) for number in range(3)]
    found = objects("--input", "-", stdin="\n".join(map(format_deal, deals)))
    alone = rules.sides == "declarer"
    for deal, one in zip(deals, found, strict=True):
        context = f"seed {seed}: {format_deal(deal)}"
        assert list(one) == KEYS
        assert (one["deal"], one["rules"]) == (format_deal(deal), name)
        assert one["sides"] == (None if alone else [list(side) for side in deal.sides])
        assert one["exact"] is True
        assert len(one["cells"]) == len(rules.trumps) * rules.seats
        for cell in one["cells"]:
            assert list(cell) == ["trump", "leader", "declarer", "points", "bounds", "score"]
            assert cell["score"] is None  # that of an ending
            assert cell["points"] == twin(deal, cell), context
            assert cell["bounds"] == [[points, points] for points in cell["points"]]
            assert (cell["declarer"] is None) != alone
            assert cell["leader"] == deal.leader or not alone


def test_the_trump_and_the_declarer_that_a_deal_names_make_no_difference() -> None:
    open_trump, named = objects(FOUR)[0], objects(FOUR.replace("-", "H", 1))[0]
    assert named["cells"] == open_trump["cells"]
    deal = random_ending(load("maniglia-3"), 2, 1)
    cells = [
        objects(format_deal(replace(deal, declarer=declarer)))[0]["cells"]
        for declarer in (0, 1, None)
    ]
    assert cells[0] == cells[1] == cells[2]


def rows(text: str) -> list[list[str]]:
    """The cells of the table in what a person sees, row by row."""
    return [line.split("│")[1:-1] for line in text.splitlines() if line.startswith("│")]


def stripped(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in row] for row in rows(text)]


def test_for_people() -> None:
    result = run(FOUR)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0] == "Manillen, every trump"
    assert "to play" not in result.stdout
    assert "The points of N+S - W+E, by trump and by the seat that leads first" in lines
    (found,) = objects(FOUR)
    expected = {
        trump: ["{}-{}".format(*c["points"]) for c in found["cells"] if c["trump"] == trump]
        for trump in ("S", "H", "D", "C", "NT")
    }
    shown = {row[0]: row[1:] for row in stripped(result.stdout)}
    assert list(shown) == ["♠", "♥", "♦", "♣", "NT"]
    assert list(shown.values()) == list(expected.values())
    assert shown["♠"] == ["16-0"] * 4
    assert lines[-1].split()[1:3] == ["nodes", "in"]


def test_for_people_in_an_auction_game() -> None:
    deal = random_ending(load("maniglia-3"), 3, 1)
    text = format_deal(deal, "it")
    result = run("--letters", "it", text)
    assert f"by trump and declarer; seat {deal.leader} leads first" in result.stdout
    (found,) = objects(format_deal(deal))
    points = [str(cell["points"][0]) for cell in found["cells"]]
    *shown, ceilings = stripped(result.stdout)
    assert [row[0] for row in shown] == ["D", "C", "S", "B"]
    assert [cell for row in shown for cell in row[1:]] == points
    tops = [max(map(int, seat)) for seat in zip(*(row[1:] for row in shown), strict=True)]
    assert ceilings == ["ceiling", *map(str, tops)]
    assert "Ceiling: the most that a seat makes, with its best trump" in result.stdout


def test_the_scores_of_a_whole_hand() -> None:
    deal = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
    for cell in objects(deal)[0]["cells"]:
        factor = 2 if cell["trump"] == "NT" else 1
        assert cell["score"] == [factor * max(0, points - 30) for points in cell["points"]]
    result = run(deal)
    shown = {row[0]: row[1:] for row in stripped(result.stdout)}
    assert shown["♦"] == ["36-25 (+6)", "32-29 (+2)", "32-29 (+2)", "25-36 (-6)"]
    assert shown["NT"][0] == "38-23 (+16)"
    assert "In brackets: the hand score of N+S (+) or of W+E (-)" in result.stdout


def test_the_scores_of_a_bid() -> None:
    deal = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1"
    assert {cell["score"] for cell in objects(deal)[0]["cells"]} == {None}
    assert "In brackets" not in run(deal).stdout
    bid = f"{deal} ; bid=24"
    cells = {(one["trump"], one["declarer"]): one["score"] for one in objects(bid)[0]["cells"]}
    assert (cells["C", "1"], cells["C", "2"]) == ([24, 0], [0, 24])
    result = run(bid)
    assert stripped(result.stdout)[1] == ["C", "24 (+24)", "22 (-24)", "0 (-24)"]
    assert "the declarer scores the bid of 24 (+), or each other seat (-)" in result.stdout


def test_a_window() -> None:
    deal = format_deal(random_ending(load("maniglia-4"), 5, 1))
    (exact,), (found,) = objects(deal), objects(deal, "--window", "9..14")
    marks = []
    for cell, true in zip(found["cells"], exact["cells"], strict=True):
        points, (low, high) = true["points"][0], cell["bounds"][0]
        assert low <= points <= high
        if 9 <= points <= 14:
            marks.append(str(points))
        else:
            assert high < 9 if points < 9 else low > 14
            marks.append(str(low) if low == high else "<9" if points < 9 else ">14")
    shown = run(deal, "--window", "9..14").stdout
    *trumps, ceilings = stripped(shown)
    assert [cell for row in trumps for cell in row[1:]] == marks
    assert ceilings[0] == "ceiling"
    assert any("<" in mark for mark in marks)
    assert "< and >: the declarer takes less or more than the window" in shown
    assert "not proven" not in shown


def test_limits_and_threads() -> None:
    deal = format_deal(random_deal(load("manillen"), 1))
    (exact,) = objects(deal)
    found = [objects(deal, "--nodes", "9000", "--threads", n)[0] for n in ("1", "3")]
    for one in found:
        del one["time_s"]
    assert found[0] == found[1]
    assert found[0]["exact"] is False
    for cell, true in zip(found[0]["cells"], exact["cells"], strict=True):
        assert cell["points"] in (None, true["points"])
        for points, (low, high) in zip(true["points"], cell["bounds"], strict=True):
            assert low <= points <= high
    shown = run(deal, "--nodes", "9000").stdout
    assert " to " in "".join(cell for row in rows(shown) for cell in row)
    first = "+".join(parse_deal(deal).sides[0])
    assert f"A range: not proven within the limits, the points of {first}" in shown


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        (f"{FOUR.replace('-', 'S', 1)} ; played=TS KS", "BAD_REQUEST", "leave out `played`"),
        (FOUR.replace("K7...", "?"), "HAND_HIDDEN", "the hand of W is hidden"),
        (FOUR.replace("98", "99"), "CARD_DEALT_TWICE", "9S stands twice"),
    ],
)
def test_what_has_no_table(text: str, reason: str, message: str) -> None:
    (found,) = objects(text, status=1)
    assert found["error"]["reason"] == reason
    assert message in found["error"]["message"]
    assert found["error"]["line"] == 1
    result = run(text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr
    assert f"[{reason}]" in result.stderr


def test_several_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"# two and a faulty one\n{FOUR}\nnonsense\n{FOUR}\n", "utf-8")
    found = objects("--input", str(path), status=1)
    assert [one.get("deal", one.get("error", {}).get("line")) for one in found] == [FOUR, 3, FOUR]
    result = run("--input", str(path))
    assert result.exit_code == 1
    assert "line 2: Manillen, every trump" in result.stdout
    assert "line 4: Manillen, every trump" in result.stdout
    assert "error: line 3" in result.stderr
    path.write_text("\n", "utf-8")
    empty = run("--input", str(path))
    assert (empty.exit_code, empty.stderr) == (0, "there is no deal in the input\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--time", "0"), "--time: 0.0 is not a number of seconds above 0"),
        (("--nodes", "0"), "--nodes: 0"),
        (("--table", "0"), "--table: 0"),
        (("--threads", "0"), "Invalid value for '--threads'"),
        (("--window", "20"), "'20' is no range of points; write 20..40, 20.. or ..40"),
        (("--input", "-"), "Give a deal, or --input FILE"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    result = run(FOUR, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
