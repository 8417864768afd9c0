"""The command ``par``: what should have been called."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kit.grpc_server import ServerProgram
from manille.client.cli.par import par
from manille.solver.analysis import solve_par
from manille.solver.deals import format_deal, parse_deal, random_ending
from manille.solver.rules import load, names

CHOICE = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
AUCTION = "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4"
NOBODY = "maniglia-4 - N:65... .65.. ..65. ...65"


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "100", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(par, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def told(*arguments: str) -> list[str]:
    """What a person reads, line by line."""
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return [line.strip() for line in result.stdout.splitlines()]


def test_a_choice_as_an_object() -> None:
    (found,) = objects(CHOICE)
    assert list(found) == ["par", "called", "table"]
    assert found["called"] is None
    best = {"call": "C", "trump": "C", "declarer": None, "bid": None, "points": 48, "score": 18}
    (call,) = found["par"].pop("calls")
    assert (call["seat"], call["call"], call["values"][0]) == ("N", "C", best)
    assert {value["call"] for value in call["values"]} == {"S", "H", "D", "C", "NT", "pass"}
    assert found["par"] == {
        "played": True,
        "trump": "C",
        "chooser": "N",
        "declarer": None,
        "bid": None,
        "points": {"N+S": 48, "W+E": 13},
        "score": {"N+S": 18, "W+E": 0},
    }
    cells = found["table"]["cells"]
    assert [(cell["trump"], cell["leader"]) for cell in cells] == [(t, "N") for t in "SHDC"] + [
        ("NT", "N")
    ]
    assert [cell["score"] for cell in cells] == [[8, 0], [8, 0], [6, 0], [18, 0], [16, 0]]


def test_an_auction_as_an_object() -> None:
    (found,) = objects(f"{AUCTION.replace(' - ', ' B ')} ; declarer=2 ; bid=24")
    assert [(one["seat"], one["call"]) for one in found["par"].pop("calls")] == [
        ("1", "37"),
        ("2", "pass"),
        ("3", "pass"),
        ("1", "B"),
    ]
    assert found["par"] == {
        "played": True,
        "trump": "B",
        "chooser": "1",
        "declarer": "1",
        "bid": 37,
        "points": {"1": 37, "2+3": 35},
        "score": {"1": 37, "2+3": 0},
        "ceilings": [
            {"seat": "1", "points": 37, "trump": "B"},
            {"seat": "2", "points": 22, "trump": "C"},
            {"seat": "3", "points": 9, "trump": "E"},
        ],
    }
    assert found["called"] == {
        "played": True,
        "trump": "B",
        "chooser": None,
        "declarer": "2",
        "bid": 24,
        "points": {"2": 8, "1+3": 64},
        "score": {"2": 0, "1+3": 24},
    }


@pytest.mark.parametrize("name", [n for n in names() if load(n).trump_by in ("auction", "choice")])
def test_the_object_is_that_of_the_analysis(name: str, seed: int) -> None:
    deals = [random_ending(load(name), 2, seed, number) for number in range(2)]
    deals = [replace(deal, trump=None, declarer=None) for deal in deals]
    found = objects("--input", "-", stdin="\n".join(map(format_deal, deals)))
    for deal, one in zip(deals, found, strict=True):
        expected, seats = solve_par(deal), deal.seat_names
        assert expected is not None
        assert one["table"]["deal"] == format_deal(deal)
        assert (one["par"]["played"], one["par"]["trump"]) == (expected.played, expected.trump)
        assert one["par"]["score"] is None
        assert [call["seat"] for call in one["par"]["calls"]] == [
            seats[step.seat] for step in expected.calls
        ]
        for call, step in zip(one["par"]["calls"], expected.calls, strict=True):
            shown = [(v["call"], v["points"], v["score"]) for v in call["values"]]
            assert shown == [(v.call, v.points, v.score) for v in step.values]


def test_for_people() -> None:
    lines = told(f"{CHOICE.replace(' - ', ' H ')} ; calls=pass,H")
    assert lines[0] == "Manillen, par"
    at = lines.index("What each seat should call")
    assert lines[at + 1 : at + 3] == [
        "N names ♣ (+18); a pass would lead to ♦ (+6)",
        "In brackets: what the seat's side scores less what the other scores",
    ]
    assert "Par: N names ♣. N and S take 48, W and E take 13 points. N and S score 18." in lines
    assert "Called: W names ♥. N and S take 38, W and E take 23 points. N and S score 8." in lines
    assert "The points of N+S - W+E, by trump; N leads first" in lines
    assert "│ ♣     │ 48-13 (+18) │" in lines


def test_for_people_from_the_middle() -> None:
    lines = told(f"{CHOICE} ; calls=pass,pass,pass")
    at = lines.index("What each seat should call, after pass, pass, pass")
    assert lines[at + 1] == "E, the dealer, must name a trump: ♦ (-6); next best is ♠ (-8)"
    assert not [line for line in lines if line.startswith("Called")]
    lines = told("manillen-verplicht - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8 ; calls=")
    assert lines[lines.index("What each seat should call") + 1].startswith("N names ♣ (+18)")


def test_a_pass_is_explained() -> None:
    # W and E lose least with diamonds, and E may name them as well as W: but W speaks first
    deal = "manillen-verplicht - N:9.87.KJ8.K8 TQ8.TQ..AQ9 J.K9.A97.J7 AK7.AJ.TQ.T"
    lines = told(deal)
    at = lines.index("What each seat should call")
    found = objects(deal)[0]["par"]["calls"]
    for line, call in zip(lines[at + 1 :], found, strict=False):
        verb = "passes, which leads to" if call["call"] == "pass" else "names"
        assert line.startswith(f"{call['seat']} {verb} ") or "must name a trump" in line


def test_for_people_in_an_auction() -> None:
    lines = told("--letters", "it", format_deal(parse_deal(AUCTION), "it"))
    at = lines.index("What each seat should call")
    assert lines[at + 1 : at + 6] == [
        "Seat 1 bids 37: seat 1 plays B for 37 (+37); "
        "after a pass seat 2 would play C for 22 (-11)",
        "Seat 2 passes: seat 1 plays B for 37 (-18.5); a bid of 38 would fail (-38)",
        "Seat 3 passes: seat 1 plays B for 37 (-18.5); a bid of 38 would fail (-38)",
        "Seat 1 names B: 37 points; with D 31",
        "In brackets: what the seat scores less the mean of what the others score",
    ]
    verdict = "Par: seat 1 plays B for 37. Seat 1 takes 37, seats 2 and 3 take 35 points."
    assert any(line.startswith(verdict) for line in lines)
    assert "│ ceiling │ 37 │ 22 │ 9 │" in lines


def test_nobody_bids() -> None:
    lines = told(NOBODY)
    at = lines.index("What each seat should call")
    assert lines[at + 1] == "N passes: the hand is not played (0); a bid of 20 would fail (-20)"
    assert "Par: all pass, and the hand is not played." in lines
    (found,) = objects(NOBODY)
    assert (found["par"]["played"], found["par"]["points"], found["par"]["score"]) == (
        False,
        None,
        None,
    )


def test_what_was_played_makes_no_difference() -> None:
    named = CHOICE.replace(" - ", " H ")
    (before,), (after,) = objects(named), objects(f"{named} ; played=KH AH TH 7H")
    assert after["par"] == before["par"]
    assert after["called"] == before["called"]


def test_limits() -> None:
    (found,) = objects(CHOICE, "--nodes", "20")
    assert found["par"] is None
    assert found["table"]["exact"] is False
    lines = told(CHOICE, "--nodes", "20")
    assert "What should be called is not known: a limit was met before all was proven" in lines
    one, two = (objects(AUCTION, "--threads", n)[0] for n in ("1", "3"))
    assert one["par"] == two["par"]


def test_over_a_server() -> None:
    with ServerProgram("--log-level", "error") as server:
        for line in (CHOICE, f"{AUCTION} ; calls=20"):
            (here,), (there,) = objects(line), objects(line, "--server", server.target)
            assert there.pop("source") == "search"
            for found in (here, there):
                del found["table"]["nodes"], found["table"]["time_s"]
            assert there == here
        assert "The server had the answer in its memory." in told(line, "--server", server.target)


@pytest.mark.parametrize(
    ("text", "reason", "message"),
    [
        ("whist - N:AK... QJ... T9... 87...", "BAD_REQUEST", "nothing is called in whist"),
        ("manillen-zonder-troef NT N:A... K... Q... J...", "BAD_REQUEST", "there is never a trump"),
        ("manillen - N:TA... ? QJ... 98...", "HAND_HIDDEN", "the hand of W is hidden"),
        ("manillen - N:TA... K7... QJ... 99...", "CARD_DEALT_TWICE", "9S stands twice"),
    ],
)
def test_what_has_no_par(text: str, reason: str, message: str) -> None:
    (found,) = objects(text, status=1)
    assert found["error"]["reason"] == reason
    assert message in found["error"]["message"]
    result = run(text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def test_several_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{CHOICE}\nnonsense\n{AUCTION}\n", "utf-8")
    found = objects("--input", str(path), status=1)
    assert [list(one) == ["par", "called", "table"] for one in found] == [True, False, True]
    result = run("--input", str(path))
    assert "line 1: Manillen, par" in result.stdout
    assert "line 3: Maniglia (three, auction), par" in result.stdout
    assert "error: line 2" in result.stderr
    deal = parse_deal(CHOICE)
    assert found[0]["table"]["fingerprint"] == deal.rules.fingerprint
