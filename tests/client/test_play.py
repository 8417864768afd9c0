"""The command ``play``: which card to play with one hand known."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli import main
from manille.solver.advice import advise_play, refine_play
from manille.solver.advised import PlayAdvice
from manille.solver.analysis import solve
from manille.solver.deals import format_deal, parse_deal, random_ending
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load

DEAL = "manillen S N:? TAK.97.QJ8. ? ? ; played=AD"
FULL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8 ; played=KH AH TH 7H"
ALONE = "maniglia-4 O N:? 7AHM5.A4.76.K ? ? ; declarer=W ; bid=30 ; played=2E"

# the form that is promised, in this order; what follows is ours to choose
KEYS = ["seat", "advice", "samples", "objective", "options"]
MORE = ["reach", "layouts", "clear", "final", "seed", "deal", "rules", "fingerprint"]
EFFORT = ["nodes", "time_s"]
OPTION = ["card", "mean", "low", "high", "make", "points", "behind"]


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None, "MANILLE_SERVER": None}
    result = CliRunner(env=env).invoke(main, ["play", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "time_s"}


def test_the_json() -> None:
    (found,) = objects(DEAL, "--samples", "12")
    assert list(found) == [*KEYS, *MORE, *EFFORT]
    assert (found["seat"], found["samples"], found["objective"]) == ("W", 12, "score")
    assert found["advice"] == {"card": found["options"][0]["card"]}
    assert {option["card"] for option in found["options"]} == {"QD", "JD", "8D"}
    for option in found["options"]:
        assert list(option) == OPTION
        assert option["low"] <= option["mean"] <= option["high"]
        assert list(option["points"]) == ["mean", "p10", "p50", "p90", "histogram"]
        counts = {int(points): n for points, n in option["points"]["histogram"].items()}
        assert list(counts) == sorted(counts)
        assert sum(counts.values()) == 12
        score = sum(
            (points - 30 if points > 30 else points - 31) * n for points, n in counts.items()
        )
        assert option["mean"] == pytest.approx(score / 12, abs=1e-6)
        won = sum(n for points, n in counts.items() if points > 30)
        assert option["make"] == pytest.approx(won / 12, abs=1e-6)
    assert found["options"][0]["behind"] is None
    assert list(found["options"][1]["behind"]) == ["mean", "low", "high"]
    assert (found["reach"], found["seed"], found["final"]) == (None, 0, True)
    assert (found["deal"], found["rules"]) == (DEAL, "manillen")
    assert found["fingerprint"] == load("manillen").fingerprint


def test_an_auction_game() -> None:
    (found,) = objects(ALONE, "--samples", "6")
    assert found["objective"] == "score"
    for option in found["options"]:
        assert list(option) == OPTION
        made = sum(n for points, n in option["points"]["histogram"].items() if int(points) >= 30)
        assert option["make"] == pytest.approx(made / 6, abs=1e-6)
        assert option["mean"] == pytest.approx((2 * made - 6) / 6 * 30, abs=1e-4)
    (unknown,) = objects(ALONE.replace(" ; bid=30", ""), "--samples", "6")
    assert unknown["objective"] == "points"
    assert all(option["make"] is None for option in unknown["options"])
    assert all(option["mean"] == option["points"]["mean"] for option in unknown["options"])


def test_the_same_as_in_python() -> None:
    (found,) = objects(DEAL, "--samples", "9", "--seed", "5", "--objective", "reach:40")
    limits = AdviceLimits(9, seed=5)
    said = advise_play(parse_deal(DEAL), objective="reach", reach=40, limits=limits)
    assert found["advice"] == {"card": str(said.card)}
    assert (found["objective"], found["reach"]) == ("reach", 40)
    assert [option["card"] for option in found["options"]] == [str(o.card) for o in said.options]
    assert found["options"][0]["mean"] == pytest.approx(said.options[0].objective.mean, abs=1e-6)
    assert found["nodes"] == said.state.nodes


def test_threads_and_seeds() -> None:
    one, two, other = (
        timeless(objects(DEAL, "--samples", "12", *more)[0])
        for more in (("--threads", "1"), ("--threads", "2"), ("--seed", "1"))
    )
    assert one == two
    assert one["options"] != other["options"]


@pytest.mark.parametrize("name", ["manillen", "maniglia-3"])
def test_a_hand_of_which_nothing_is_hidden_any_more(name: str) -> None:
    """Before the last card all others are on the table, and the advice is the exact value."""
    rules = load(name)
    deal = random_ending(rules, rules.hand_size, 3, played=rules.seats * rules.hand_size - 1)
    solution = solve(deal)
    assert solution.points is not None
    (found,) = objects(format_deal(deal))
    assert (found["samples"], found["layouts"]) == (1, 1)
    assert (found["clear"], found["final"]) == (True, True)
    (option,) = found["options"]
    assert option["low"] == option["mean"] == option["high"]
    side = int(found["seat"] in deal.sides[1])
    assert option["points"]["histogram"] == {str(solution.points[side]): 1}
    shown = run(format_deal(deal)).stdout
    assert "The one layout of the hidden cards that fits was solved." in shown


def test_only_the_own_hand_is_looked_at() -> None:
    (full,) = objects(FULL, "--samples", "8")
    (own,) = objects("manillen H N:? ? TQ8.TQ..AQ9 ? ; played=KH AH TH 7H", "--samples", "8")
    assert full["seat"] == own["seat"] == "S"
    assert full["options"] == own["options"]


def test_following() -> None:
    found = objects(DEAL, "--samples", "16", "--follow")
    assert [one["samples"] for one in found] == [4, 8, 16]
    assert [one["final"] for one in found] == [False, False, True]
    lines = run(DEAL, "--samples", "16", "--follow").stdout.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["4", "8", "16"]
    assert all("play " in line for line in lines[:3])


def interrupted(*arguments: Any, **options: Any) -> Iterator[PlayAdvice]:
    yield next(refine_play(parse_deal(DEAL)))
    raise KeyboardInterrupt


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["manille.client.cli.play"], "refine_play", interrupted)
    result = run(DEAL)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    assert "W should play " in result.stdout
    assert "then it was\ninterrupted." in result.stdout


def test_for_people() -> None:
    result = run(DEAL, "--samples", "16")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "Manillen, trump ♠, N leads first, W to play after 1 card\n"
        "On the table: N A♦\n"
        "W holds ♠ T A K  ♥ 9 7  ♦ Q J 8  ♣ -\n\n"
        "W should play "
    )
    (found,) = objects(DEAL, "--samples", "16")
    rows = [line.split("│")[1:-1] for line in result.stdout.splitlines() if line.startswith("│")]
    cards = [option["card"].replace("D", "♦") for option in found["options"]]
    assert [row[0].strip() for row in rows] == cards
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "see manille play --help" in result.stdout


def test_the_help_says_where_it_misleads() -> None:
    text = " ".join(run("--help").stdout.split()).replace("- ", "-")
    for words in ("strategy fusion", "non-locality", "not read as signals", "finding out"):
        assert words in text


def test_several_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{DEAL}\nnonsense\n{FULL}\n", "utf-8")
    found = objects("--input", str(path), "--samples", "4", status=1)
    assert [one.get("deal", one.get("error", {}).get("line")) for one in found] == [DEAL, 2, FULL]


@pytest.mark.parametrize(
    ("arguments", "reason", "message"),
    [
        (("manillen - W:TAK.97.QJ8. ? ? ?",), "TRUMP_NOT_NAMED", "the trump is not named yet"),
        (("maniglia-4 O N:7AHM5.A4.76.K ? ? ?",), "DECLARER_MISSING", "add `; declarer=SEAT`"),
        (("manillen S N:? TAK.97.QJ8. ? ?",), "HAND_HIDDEN", "the hand of N is hidden"),
        ((DEAL, "--seat", "S"), "NOT_TO_ACT", "S asks, but W is to play"),
        (("manillen S N:TA... ? QJ... 98...",), "ENDING_HIDDEN", "the hand of N has 2 cards"),
        ((DEAL.replace("AD", "TS"),), "CARD_NOT_HELD", "TS is in the hand of W"),
        ((f"{DEAL} 7S",), "CARD_NOT_HELD", "7S"),
        ((f"{DEAL} 9H",), "ILLEGAL_CARD", "9H"),
        ((DEAL, "--objective", "reach:62"), "BAD_REQUEST", "not a number of points from 1 to 61"),
        (
            (ALONE.replace(" ; bid=30", ""), "--objective", "score"),
            "BAD_REQUEST",
            "the score hangs on the bid",
        ),
        (
            ("whist H N:AKQ2.AKQ.AKQ.AKQ ? ? ?", "--objective", "score"),
            "BAD_REQUEST",
            "scores nothing",
        ),
    ],
)
def test_what_has_no_advice(arguments: tuple[str, ...], reason: str, message: str) -> None:
    (found,) = objects(*arguments, status=1)
    assert found["error"]["reason"] == reason
    assert message in found["error"]["message"]
    assert found["error"]["line"] == 1
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"[{reason}]" in result.stderr


def test_a_hand_played_to_its_end() -> None:
    deal = random_ending(load("manillen"), 8, 1, played=32)
    (found,) = objects(format_deal(deal), status=1)
    assert found["error"]["reason"] == "NOT_TO_ACT"
