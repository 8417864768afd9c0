"""The command ``bid``: what to call with one hand known."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kit.grpc_server import ServerProgram
from manille.client.cli import main
from manille.solver.advice import advise_bid, refine_bid
from manille.solver.advised import BidAdvice
from manille.solver.deals import parse_deal
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load

CHOICE = "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
AUCTION = "maniglia-4 - N:? 7AHM5.A4.76.K ? ? ; calls=20"
PLAY = "manillen S N:? TAK.97.QJ8. ? ? ; played=AD"
FULL = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX")

# the form that is promised, in this order; what follows is ours to choose
KEYS = ["seat", "advice", "samples", "objective", "options"]
MORE = ["reach", "layouts", "clear", "final", "seed", "deal", "rules", "fingerprint"]
EFFORT = ["nodes", "time_s"]
OPTION = ["call", "mean", "low", "high", "make", "points"]
POINTS = ["mean", "p10", "p50", "p90", "histogram"]


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None, "MANILLE_SERVER": None}
    result = CliRunner(env=env).invoke(main, ["bid", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "time_s"}


def check_outcome(option: dict[str, Any], samples: int) -> None:
    """What every option says of itself agrees with itself."""
    assert option["low"] <= option["mean"] <= option["high"]
    points = option["points"]
    assert list(points) == POINTS
    counts = {int(value): count for value, count in points["histogram"].items()}
    assert list(counts) == sorted(counts)
    assert sum(counts.values()) == samples
    assert all(count > 0 for count in counts.values())
    mean = sum(value * count for value, count in counts.items()) / samples
    assert points["mean"] == pytest.approx(mean, abs=1e-5)
    assert points["p10"] <= points["p50"] <= points["p90"]
    below = sum(count for value, count in counts.items() if value <= points["p50"])
    assert below >= samples / 2


# ------------------------------------------------------------------------------------------- JSON


def test_the_json_of_a_choice() -> None:
    (found,) = objects(CHOICE, "--samples", "12")
    assert list(found) == [*KEYS, *MORE, *EFFORT]
    assert (found["seat"], found["samples"], found["objective"]) == ("W", 12, "score")
    assert list(found["advice"]) == ["call"]
    assert found["advice"]["call"] == found["options"][0]["call"]
    assert sorted(option["call"] for option in found["options"]) == sorted(
        ["S", "H", "D", "C", "NT", "pass"]
    )
    for option in found["options"]:
        assert list(option) == [*OPTION, "behind"]
        check_outcome(option, 12)
        won = sum(n for points, n in option["points"]["histogram"].items() if int(points) > 30)
        assert option["make"] == pytest.approx(won / 12, abs=1e-6)
    means = [option["mean"] for option in found["options"]]
    assert means == sorted(means, reverse=True)
    behind = [option["behind"] for option in found["options"]]
    assert behind[0] is None
    for mean, one in zip(means[1:], behind[1:], strict=True):
        assert list(one) == ["mean", "low", "high"]
        assert one["mean"] == pytest.approx(means[0] - mean, abs=1e-5)
    assert (found["reach"], found["seed"], found["final"]) == (None, 0, True)
    assert (found["deal"], found["rules"]) == (CHOICE, "manillen")
    assert found["fingerprint"] == load("manillen").fingerprint
    assert found["layouts"] == 9465511770  # 24 cards, 8 for each of three


def test_the_json_of_an_auction() -> None:
    (found,) = objects(AUCTION, "--samples", "6")
    assert list(found) == [*KEYS, *MORE, *EFFORT]
    assert list(found["advice"]) == ["call", "bid", "highest"]
    assert sorted(option["call"] for option in found["options"]) == sorted(
        ["O", "C", "E", "B", "pass"]
    )
    for option in found["options"]:
        assert list(option) == [*OPTION, "bids", "bid", "behind"]
        check_outcome(option, 6)
        if option["call"] == "pass":
            assert (option["bids"], option["bid"]) == ([], None)
            continue
        assert [one["bid"] for one in option["bids"]] == list(range(21, 21 + len(option["bids"])))
        for one in option["bids"]:
            assert list(one) == ["bid", "make", "mean"]
            made = sum(
                n
                for points, n in option["points"]["histogram"].items()
                if int(points) >= one["bid"]
            )
            assert one["make"] == pytest.approx(made / 6, abs=1e-6)
            # made it scores the bid, else all others do
            assert one["mean"] == pytest.approx((2 * made - 6) / 6 * one["bid"], abs=1e-4)
        best = max(option["bids"], key=lambda one: one["mean"])
        assert (option["bid"], option["mean"]) == (best["bid"], best["mean"])
    best = found["options"][0]
    assert found["advice"]["call"] == best["call"]
    assert found["advice"]["bid"] == best["bid"]
    passing = next(option["mean"] for option in found["options"] if option["call"] == "pass")
    worth = [one["bid"] for one in best["bids"] if one["mean"] > passing]
    assert found["advice"]["highest"] == max(worth)


def test_a_bid_that_has_won_and_one_that_cannot_be_beaten() -> None:
    (won,) = objects(f"{AUCTION},21,pass,pass,pass", "--samples", "4")
    assert (won["seat"], won["advice"]) == ("W", {"call": "O"})
    assert [len(option["bids"]) for option in won["options"]] == [1, 1, 1, 1]
    (highest,) = objects(AUCTION.replace("20", "70"), "--samples", "4")
    assert highest["advice"] == {"call": "pass"}
    assert [option["call"] for option in highest["options"]] == ["pass"]


def test_a_hand_that_is_not_played() -> None:
    """All that is left to the dealer of a poor hand is to pass, and nobody plays then."""
    (found,) = objects(
        "maniglia-4 - N:? ? ? 65.6543.65.65 ; calls=pass,pass,pass", "--samples", "4"
    )
    assert found["advice"] == {"call": "pass"}
    passing = found["options"][0]
    assert passing["points"] is None
    assert (passing["mean"], passing["make"]) == (0, 0)


def test_the_same_as_in_python() -> None:
    (found,) = objects(CHOICE, "--samples", "9", "--seed", "5", "--objective", "reach:33")
    said = advise_bid(
        parse_deal(CHOICE), objective="reach", reach=33, limits=AdviceLimits(9, seed=5)
    )
    assert found["advice"] == {"call": said.call}
    assert (found["objective"], found["reach"], found["seed"]) == ("reach", 33, 5)
    assert [option["call"] for option in found["options"]] == [one.call for one in said.options]
    means = [option["mean"] for option in found["options"]]
    assert means == [pytest.approx(one.objective.mean, abs=1e-6) for one in said.options]
    assert found["nodes"] == said.state.nodes


@pytest.mark.parametrize("deal", [CHOICE, AUCTION])
def test_threads_and_seeds(deal: str) -> None:
    one, two, other = (
        timeless(objects(deal, "--samples", "8", *more)[0])
        for more in (("--threads", "1"), ("--threads", "2"), ("--seed", "1"))
    )
    assert one == two
    assert one["options"] != other["options"]


def test_only_the_own_hand_is_looked_at() -> None:
    (full,) = objects(FULL, "--samples", "8")
    (own,) = objects("manillen - N:J.K9.A97.J7 ? ? ?", "--samples", "8")
    assert full["options"] == own["options"]
    assert (full["deal"], own["deal"]) == (FULL, "manillen - N:J.K9.A97.J7 ? ? ?")


def test_where_it_ends() -> None:
    """With a number after that number, else once the choice is clear."""
    (clear,) = objects(CHOICE)
    assert clear["clear"] is True
    assert 32 <= clear["samples"] < 1000
    number = str(clear["samples"] + 8)
    (every,) = objects(CHOICE, "--samples", number)
    assert every["samples"] == clear["samples"] + 8
    (until,) = objects(CHOICE, "--samples", number, "--until-clear")
    assert until["samples"] == clear["samples"]
    (timed,) = objects(CHOICE, "--time", "1000", "--samples", "5", "--all")
    assert timed["samples"] == 5


def test_letters() -> None:
    french = "manillen - N:? TAR.97.DV8. ? ? ; calls=pass"
    (found,) = objects(french, "--letters", "fr", "--samples", "8")
    assert timeless(found) == timeless(objects(CHOICE, "--samples", "8")[0])
    shown = run(french, "--letters", "fr", "--samples", "8").stdout
    assert "W holds ♠ T A R  ♥ 9 7  ♦ D V 8  ♣ -" in shown


# -------------------------------------------------------------------------------- as it is refined


def test_following_in_json() -> None:
    found = objects(CHOICE, "--samples", "24", "--follow")
    assert [one["samples"] for one in found] == [4, 8, 16, 24]
    assert [one["final"] for one in found] == [False, False, False, True]
    assert timeless(found[-1]) == timeless(objects(CHOICE, "--samples", "24")[0])
    assert all(list(one) == [*KEYS, *MORE, *EFFORT] for one in found)


def test_following_for_people() -> None:
    result = run(CHOICE, "--samples", "24", "--follow")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["4", "8", "16", "24"]
    assert all("call ♠  +" in line for line in lines[:4])
    assert lines[4:6] == ["", "Manillen, W to call, N leads first"]


def interrupted(*arguments: Any, **options: Any) -> Iterator[BidAdvice]:
    yield next(refine_bid(parse_deal(CHOICE)))
    raise KeyboardInterrupt


def test_ctrl_c_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["manille.client.cli.bid"], "refine_bid", interrupted)
    result = run(CHOICE)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    assert "W should call ♠" in result.stdout
    assert "4 of 9,465,511,770 layouts" in result.stdout
    assert "then it was\ninterrupted." in result.stdout
    result = run(CHOICE, "--json")
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    assert [json.loads(line)["final"] for line in result.stdout.splitlines()] == [False]
    result = run(CHOICE, "--json", "--follow")
    assert [json.loads(line)["samples"] for line in result.stdout.splitlines()] == [4]


@contextlib.contextmanager
def started(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """The command as a process of its own, ended with the block."""
    program = "from manille.client.cli import main; main()"
    command = [sys.executable, "-c", program, "bid", *arguments]
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()


@POSIX
def test_ctrl_c_ends_the_searches() -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with started(AUCTION, "--samples", "1000000", "--follow", "--json", **pipes) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["samples"] == 4
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (130, "interrupted\n")


@POSIX
@pytest.mark.parametrize("more", [(), ("--json",), ("--follow",)])
def test_a_bar_on_a_terminal(more: tuple[str, ...]) -> None:
    """It carries the advice so far, and is for people alone."""
    pty = pytest.importorskip("pty")
    here, there = pty.openpty()
    without = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CI", "MANILLE_SERVER")
    env = {key: value for key, value in os.environ.items() if key not in without}
    env |= {"TERM": "xterm-256color", "COLUMNS": "100"}
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": there}
    shown = b""
    with started(CHOICE, "--samples", "24", *more, env=env, **streams) as process:
        os.close(there)
        with contextlib.suppress(OSError):  # the end, as Linux tells it
            while chunk := os.read(here, 65536):
                shown += chunk
        process.wait()
    os.close(here)
    assert process.returncode == 0
    if more:
        assert shown == b""
    else:
        assert "24/24" in shown.decode()
        assert "call ♠  +" in shown.decode()
        assert shown.endswith(b"\x1b[2K")  # erased


# ------------------------------------------------------------------------------------- for people


def test_for_people() -> None:
    result = run(CHOICE, "--samples", "16")
    assert (result.exit_code, result.stderr) == (0, "")
    (found,) = objects(CHOICE, "--samples", "16")
    rows = [line.split("│")[1:-1] for line in result.stdout.splitlines() if line.startswith("│")]
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    calls = [signs.get(option["call"], option["call"]) for option in found["options"]]
    assert [row[0].strip() for row in rows] == calls
    assert [row[1].strip() for row in rows] == [f"{o['mean']:+.1f}" for o in found["options"]]
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "see manille bid --help" in result.stdout
    assert "rules manillen, fingerprint" in result.stdout.splitlines()[-1]


def test_an_auction_for_people_fits_the_terminal() -> None:
    result = run(AUCTION, "--samples", "8")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "W should bid " in result.stdout
    assert "Bids for O, should they be the last" in result.stdout


def test_the_help_says_where_it_misleads() -> None:
    text = " ".join(run("--help").stdout.split()).replace("- ", "-")
    for words in ("strategy fusion", "non-locality", "not read as signals", "call by par"):
        assert words in text


def test_several_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"# three\n{CHOICE}\nnonsense\n{FULL}\n", "utf-8")
    found = objects("--input", str(path), "--samples", "4", status=1)
    assert [one.get("deal", one.get("error", {}).get("line")) for one in found] == [CHOICE, 3, FULL]
    result = run("--input", str(path), "--samples", "4")
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if line.startswith("line ")] == [
        "line 2:",
        "line 4:",
    ]
    assert "error: line 3" in result.stderr
    assert objects("--input", "-", "--samples", "4", stdin=f"{CHOICE}\n")[0]["deal"] == CHOICE
    path.write_text("\n", "utf-8")
    empty = run("--input", str(path))
    assert (empty.exit_code, empty.stderr) == (0, "there is no deal in the input\n")


# --------------------------------------------------------------------------------------- a server


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with ServerProgram("--log-level", "error") as server:
        yield server.target


@pytest.mark.xdist_group("advice of a server")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("bid", CHOICE), 0),
        (("bid", AUCTION, "--follow"), 0),
        (("bid", CHOICE, "--objective", "reach:31", "--seed", "3"), 0),
        (("play", PLAY, "--follow"), 0),
        (("play", PLAY, "--objective", "points", "--seat", "w"), 0),
        (("bid", CHOICE, "--seat", "N"), 1),
        (("bid", PLAY), 1),
        (("play", CHOICE), 1),
        (("play", PLAY, "--objective", "reach:62"), 1),
    ],
)
def test_a_server_says_the_same(words: tuple[str, ...], status: int, target: str) -> None:
    def answers(*more: str) -> tuple[int, list[Any]]:
        env = {"COLUMNS": "80", "MANILLE_SERVER": None}
        arguments = [*words, "--samples", "8", "--json", *more]
        result = CliRunner(env=env).invoke(main, arguments)
        return result.exit_code, [timeless(json.loads(line)) for line in result.stdout.splitlines()]

    here, there = answers(), answers("--server", target)
    assert here == there
    assert here[0] == status
    assert here[1]


@pytest.mark.xdist_group("advice of a server")
def test_a_server_for_people(target: str) -> None:
    result = run(CHOICE, "--samples", "8", "--server", target)
    assert (result.exit_code, result.stderr) == (0, "")
    without = run(CHOICE, "--samples", "8")
    assert result.stdout.splitlines()[:-1] == without.stdout.splitlines()[:-1]


def test_a_server_that_is_not_there() -> None:
    (found,) = objects(CHOICE, "--server", "localhost:1", status=1)
    assert found["error"]["reason"] == "UNREACHABLE"


# ---------------------------------------------------------------------------------------- nonsense


@pytest.mark.parametrize(
    ("arguments", "reason", "message"),
    [
        (("macau-manilla S N:? ? ? ?",), "BAD_REQUEST", "nothing is called in macau-manilla"),
        (
            (CHOICE.replace("-", "S").replace(" ; calls=pass", ""),),
            "CALLING_ENDED",
            "names trump S",
        ),
        ((f"{CHOICE},S",), "CALLING_ENDED", "the calling has ended"),
        ((CHOICE, "--seat", "N"), "NOT_TO_ACT", "N asks, but W is to call"),
        ((CHOICE, "--seat", "X"), "UNKNOWN_SEAT", "'X' is not one of the seats N, W, S, E"),
        ((CHOICE.replace(" ; calls=pass", ""),), "HAND_HIDDEN", "the hand of N is hidden"),
        (("manillen - N:TA... ? QJ... 98...",), "ENDING_HIDDEN", "the hand of N has 2 cards"),
        ((f"{CHOICE},40",), "BAD_CALL", "40"),
        ((CHOICE, "--objective", "reach:99"), "BAD_REQUEST", "not a number of points from 1 to 61"),
        ((CHOICE, "--time", "1e-9"), "BAD_LIMIT", "not one layout was solved within 1e-09 s"),
        ((CHOICE.replace("TAK", "TTK"),), "CARD_DEALT_TWICE", "TS stands twice"),
    ],
)
def test_what_has_no_advice(arguments: tuple[str, ...], reason: str, message: str) -> None:
    (found,) = objects(*arguments, status=1)
    assert found["error"]["reason"] == reason
    assert message in found["error"]["message"]
    assert found["error"]["line"] == 1
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr
    assert f"[{reason}]" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--samples", "0"), "--samples: 0 is not a number of layouts from 1 to 1,000,000"),
        (("--time", "0"), "--time: 0.0 is not a number of seconds above 0"),
        (("--seed", "-1"), "--seed: -1 is not a number from 0"),
        (("--threads", "0"), "Invalid value for '--threads'"),
        (("--objective", "luck"), "'luck' is no objective; write score, points, or reach:K"),
        (("--objective", "reach"), "'reach' is no objective"),
        (("--input", "-"), "Give a deal, or --input FILE"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    result = run(CHOICE, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
