"""The command ``solve``: exact answers, faults in their places, limits, streams, terminals.

What a deal is worth comes from the slow twin, or from a reckoning that is written beside it.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.solve import solve
from manille.solver.analysis import CancelToken
from manille.solver.cards import LANGUAGES, Card
from manille.solver.deals import (
    Deal,
    Position,
    format_deal,
    format_object,
    parse_deal,
    random_deal,
    random_ending,
)
from manille.solver.reference import card_points, value
from manille.solver.rules import load, names

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")

# N holds the two highest trumps and takes all: T 5, A 4, K 3, Q 2, J 1 and the last trick 1.
FOUR = "manillen S N:TA... K7... QJ... 98..."
FAULTY = "manillen S N:TA... K7... QJ... 99..."
KEYS = [
    "deal",
    "rules",
    "fingerprint",
    "trump",
    "sides",
    "to_play",
    "points",
    "score",
    "exact",
    "bounds",
    "cards",
    "line",
    "nodes",
    "time_s",
]


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(solve, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | bytes | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


@cache
def ending(name: str, number: int, tricks: int = 3) -> Deal:
    """An ending of a rule set; every second one is in the middle of a trick."""
    rules = load(name)
    return random_ending(rules, tricks, 11, number, number % 2 * (1 + number % (rules.seats - 1)))


@cache
def late(name: str, number: int) -> Deal:
    """A full deal of which all but three tricks are played."""
    rules = load(name)
    return random_ending(rules, rules.hand_size, 12, number, (rules.hand_size - 3) * rules.seats)


# ------------------------------------------------------------------------------------------ values


def test_the_whole_object() -> None:
    (found,) = objects(FOUR)
    assert list(found) == KEYS
    nodes, time_s = found.pop("nodes"), found.pop("time_s")
    assert isinstance(nodes, int)
    assert nodes >= 0
    assert isinstance(time_s, float)
    assert time_s > 0
    assert found == {
        "deal": FOUR,
        "rules": "manillen",
        "fingerprint": load("manillen").fingerprint,
        "trump": "S",
        "sides": [["N", "S"], ["W", "E"]],
        "to_play": "N",
        "points": [16, 0],
        "score": None,
        "exact": True,
        "bounds": [[16, 16], [0, 0]],
        "cards": [
            {"card": "TS", "points": 16, "loss": 0, "same_as": None},
            {"card": "AS", "points": 16, "loss": 0, "same_as": None},
        ],
        # of cards that are worth the same the one with fewer points, then the weaker one
        "line": ["AS", "7S", "JS", "8S", "TS", "KS", "QS", "9S"],
    }


def test_a_loss() -> None:
    """Led first the ace wins the king, 7 points, and the ten the last trick.

    Led last it wins the king and the last trick, 8 points.
    """
    (found,) = objects("manillen NT N:A.7.. K.8.. 9.9.. 8.T..")
    assert found["cards"] == [
        {"card": "AS", "points": 7, "loss": 1, "same_as": None},
        {"card": "7H", "points": 8, "loss": 0, "same_as": None},
    ]
    assert found["line"] == ["7H", "8H", "9H", "TH", "8S", "AS", "KS", "9S"]


def test_equal_cards() -> None:
    """Nothing lies between the nine and the eight; between king and queen there are points."""
    (found,) = objects("manillen S N:98... KQ... T7... AJ...")
    assert [(card["card"], card["same_as"]) for card in found["cards"]] == [
        ("9S", None),
        ("8S", "9S"),
    ]
    (found,) = objects("manillen S N:KQ... 98... T7... AJ...")
    assert [card["same_as"] for card in found["cards"]] == [None, None]


@pytest.mark.parametrize("name", names())
def test_the_slow_twin_agrees(name: str) -> None:
    deals = [ending(name, number) for number in range(6)]
    found = objects("--input", "-", stdin="\n".join(map(format_deal, deals)))
    for deal, one in zip(deals, found, strict=True):
        agrees(deal, one)


def agrees(deal: Deal, found: dict[str, Any]) -> None:
    """Compare an answer with the slow twin, field by field."""
    position = Position.of(deal)
    points, by_card = value(position), card_points(position)
    assert found["deal"] == format_deal(deal)
    assert found["rules"] == deal.rules.name
    assert found["fingerprint"] == deal.rules.fingerprint
    assert found["trump"] == deal.trump
    assert found["to_play"] == deal.seat_names[position.to_play or 0]
    assert found["exact"] is True
    assert found["points"] == list(points)
    assert found["bounds"] == [[one, one] for one in points]
    assert [(card["card"], card["points"]) for card in found["cards"]] == [
        (str(card), points) for card, points in by_card.items()
    ]
    best = max(by_card.values())
    for card in found["cards"]:
        assert card["loss"] == best - card["points"]
        assert list(card) == ["card", "points", "loss", "same_as"]
    keeps(deal, found["line"], points)


def keeps(deal: Deal, line: list[str], points: tuple[int, int]) -> None:
    """Play a line to the end: it keeps what the deal is worth at every step."""
    position = Position.of(deal)
    for card in line:
        position = position.play(Card(*card))
        assert value(position) == points
    assert position.ended
    assert position.points == points


def test_sides() -> None:
    """Side 0 is the one of the seat listed first, in auction games the declarer's."""
    deals = {
        "manillen S E:T... K... Q... J...": [["E", "W"], ["N", "S"]],
        "maniglia-3 O 2:7... A... K... ; declarer=1": [["1"], ["2", "3"]],
        "maniglia-4 O S:7... A... K... H... ; declarer=N": [["N"], ["S", "E", "W"]],
        "maniglia-5 O 4:7... A... K... H... M... ; declarer=4": [["4"], ["5", "1", "2", "3"]],
    }
    found = objects("--input", "-", stdin="\n".join(deals))
    assert [one["sides"] for one in found] == list(deals.values())


def test_points_of_a_card_are_those_of_the_side_to_play() -> None:
    """W wins the last trick with the ten: T 5, K 3 and 1."""
    (found,) = objects("manillen S N:K... T... 8... 7... ; played=KS")
    assert found["points"] == [0, 9]
    assert found["cards"] == [{"card": "TS", "points": 9, "loss": 0, "same_as": None}]


def test_points_already_taken_count() -> None:
    (found,) = objects(f"{FOUR} ; played=TS 7S JS 9S")  # T 5 and J 1
    assert found["points"] == [16, 0]
    assert found["line"] == ["AS", "KS", "QS", "8S"]


def test_the_end_of_the_hand() -> None:
    (found,) = objects(f"{FOUR} ; played=TS KS JS 8S AS 7S QS 9S")
    assert found["to_play"] is None
    assert found["points"] == [16, 0]
    assert (found["cards"], found["line"]) == ([], [])


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("name", "factor"), [("manillen-troef", 1), ("manillen-zonder-troef", 2)])
def test_score_of_manillen(name: str, factor: int, number: int) -> None:
    """The side over 30 scores what is above, twice at no trump."""
    deal = late(name, number)
    (found,) = objects(format_deal(deal), "--want", "points")
    points = value(Position.of(deal))
    assert found["points"] == list(points)
    assert found["score"] == [factor * max(0, one - 30) for one in points]


def test_score_of_maniglia_and_macau() -> None:
    """Points over 35, or the difference."""
    (found,) = objects(format_deal(late("maniglia", 1)))
    assert found["score"] == [max(0, points - 35) for points in found["points"]]
    (found,) = objects(format_deal(late("macau-manilla", 1)))
    first, second = found["points"]
    assert found["score"] == [max(0, first - second), max(0, second - first)]


def test_score_of_a_bid() -> None:
    """The bid is what scores: for the declarer if made, else for each other seat."""
    text = format_deal(
        next(deal for deal in map(late, ["maniglia-3"] * 40, range(40)) if _made(deal))
    )
    (found,) = objects(text)
    points, _ = value(Position.of(parse_deal(text)))
    assert found["points"][0] == points
    assert found["score"] is None
    for bid, score in ((points, [points, 0]), (20, [20, 0]), (points + 1, [0, points + 1])):
        (found,) = objects(text.replace(" ; played", f" ; bid={bid} ; played"))
        assert found["score"] == score


def _made(deal: Deal) -> bool:
    return 20 <= value(Position.of(deal))[0] < deal.rules.largest_total


def test_nothing_is_scored_for_an_ending_or_by_whist() -> None:
    assert objects(FOUR)[0]["score"] is None
    assert objects(format_deal(late("whist", 0)))[0]["score"] is None


def test_deals_in_json_are_read_too() -> None:
    deal = ending("maniglia-5", 1)
    (text,), (found,) = objects(format_deal(deal)), objects(format_object(deal))
    for one in (text, found):
        del one["time_s"]
    assert found == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters(language: str) -> None:
    """Deals are read in the declared letters; JSON is English, tables are not."""
    for name in ("manillen", "maniglia-3"):
        deal = ending(name, 3)
        spelled = format_deal(deal, language)
        (found,) = objects(spelled, "--letters", language)
        agrees(deal, found)
    shown = run("--letters", language, format_deal(parse_deal(FOUR), language)).stdout
    king = {"en": "K", "fr": "R", "nl": "H", "it": "R", "es": "R", "ca": "R"}[language]
    assert f"♠ {king} 7" in shown


def test_rules_of_ones_own(tmp_path: Path) -> None:
    """Two points a trick more: N and S take both of them."""
    path = tmp_path / "mine.toml"
    path.write_text('base = "manillen"\n[tricks]\ntrick_points = 2\n[score]\nhalf = 38\n', "utf-8")
    (found,) = objects(FOUR.replace("manillen", str(path)))
    assert found["rules"] == str(path)
    assert found["fingerprint"] not in ("", load("manillen").fingerprint)
    assert found["points"] == [20, 0]


# ----------------------------------------------------------------------------- options, limits


@pytest.mark.parametrize(
    "want", ["points", "cards", "line", "points,line", "line, cards", "cards,"]
)
def test_want(want: str) -> None:
    (found,) = objects(FOUR, "--want", want)
    assert list(found) == KEYS
    assert found["points"] == [16, 0]
    assert (found["cards"] is not None) == ("cards" in want)
    assert (found["line"] is not None) == ("line" in want)


@pytest.mark.parametrize("nodes", [1, 5, 25, 100])
@pytest.mark.parametrize(
    "name", ["manillen", "maniglia-3", "maniglia-5", "macau-manilla", "belote"]
)
def test_limits_give_bounds(name: str, nodes: int) -> None:
    deals = [ending(name, number) for number in range(4)]
    stdin = "\n".join(map(format_deal, deals))
    found = objects("--nodes", str(nodes), "--input", "-", stdin=stdin)
    again = objects("--nodes", str(nodes), "--input", "-", stdin=stdin)
    for deal, one, same in zip(deals, found, again, strict=True):
        del one["time_s"], same["time_s"]
        assert one == same  # a limit in nodes is the same every time
        within(deal, one)
    if nodes == 1:
        assert not any(one["exact"] for one in found)


def within(deal: Deal, found: dict[str, Any]) -> None:
    """Bounds hold the values of the slow twin, and only what is proven is given as a value."""
    points, by_card = value(Position.of(deal)), card_points(Position.of(deal))
    assert all(low <= one <= high for one, (low, high) in zip(points, found["bounds"], strict=True))
    assert found["exact"] == all(low == high for low, high in found["bounds"])
    assert found["points"] == (list(points) if found["exact"] else None)
    assert found["exact"] or found["score"] is None
    for card in found["cards"]:
        true = by_card[Card(*card["card"])]
        if card["points"] is None:
            low, high = card["bounds"]
            assert low <= true <= high
            assert low < high
            assert card["loss"] is None
        else:
            assert "bounds" not in card
            assert card["points"] == true
            assert card["loss"] in (None, max(by_card.values()) - true)
    if found["line"] is not None:
        keeps(deal, found["line"], points)


def test_a_limit_in_seconds() -> None:
    deal = random_deal(load("whist"), 1)
    (found,) = objects(format_deal(deal), "--time", "0.000001")
    assert found["exact"] is False
    assert (found["points"], found["score"], found["line"]) == (None, None, None)
    assert found["bounds"] == [[0, 13], [0, 13]]
    assert all(card["points"] is None and card["loss"] is None for card in found["cards"])
    # one that is never met changes nothing
    assert objects(FOUR, "--time", "1e9")[0]["points"] == [16, 0]
    assert objects(FOUR, "--nodes", str(1 << 62))[0]["points"] == [16, 0]
    assert objects(FOUR, "--table", "1")[0]["points"] == [16, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--time", "0"), "--time: 0.0 is not a number of seconds above 0"),
        (("--time", "-1"), "--time: "),
        (("--time", "nan"), "--time: "),
        (("--time", "inf"), "--time: "),
        (("--time", "soon"), "Invalid value for '--time'"),
        (("--nodes", "0"), "--nodes: 0 is not a number of nodes from 1 to 2^62"),
        (("--nodes", str(1 << 70)), "is not a number of nodes from 1 to 2^62"),
        (("--nodes", "1.5"), "Invalid value for '--nodes'"),
        (("--table", "0"), "--table: "),
        (("--table", "99999999999"), "--table: "),
        (("--threads", "0"), "Invalid value for '--threads'"),
        (("--threads", "1000000"), "Invalid value for '--threads'"),
        (("--want", ""), "Invalid value for '--want'"),
        (("--want", "points,rows"), "'points,rows' is not any of points, cards, line, lines"),
        (("--letters", "de"), "Invalid value for '--letters'"),
        (("--jsn",), "No such option"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    for more in ((), ("--json",)):
        result = run(FOUR, *arguments, *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
        assert "Usage:" in result.stderr


def test_all_limits_are_judged_at_once() -> None:
    result = run(FOUR, "--time", "0", "--nodes", "0", "--table", "0")
    assert all(f"{option}: 0" in result.stderr for option in ("--time", "--nodes", "--table"))


def test_neither_or_both_inputs() -> None:
    for arguments in ((), (FOUR, "--input", "-")):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "Give a deal, or --input FILE" in result.stderr


# ------------------------------------------------------------------------------- several deals

SEVERAL = "\n".join(
    [
        "# faults of every kind between deals that are solved",
        FOUR,
        FAULTY,
        "",
        "manillen S N:TA... K7... QJ...",
        FOUR.replace(" S ", " - "),
        "maniglia-3 O 3:K..4. M.3.. 7.A..",
        FOUR.replace("K7...", "?"),
        f"{FOUR} ; played=TS 9S",
        "nonsense",
        "manilen S N:TA... K7... QJ... 98...",
        '{"rules": "manillen"}',
        FOUR.replace("N:", "E:"),
    ]
)
ANSWERS = [
    (2, None, None),
    (3, "CARD_DEALT_TWICE", 33),
    (5, "HAND_COUNT", 26),
    (6, "TRUMP_NOT_NAMED", None),
    (7, "DECLARER_MISSING", None),
    (8, "HAND_HIDDEN", None),
    (9, "CARD_NOT_HELD", 50),
    (10, "BAD_SYNTAX", 9),
    (11, "UNKNOWN_RULES", 1),
    (12, "FIELD_MISSING", None),
    (13, None, None),
]


def test_faults_in_their_places() -> None:
    found = objects("--input", "-", status=1, stdin=SEVERAL)
    assert len(found) == len(ANSWERS)
    for one, (line, reason, column) in zip(found, ANSWERS, strict=True):
        if reason is None:
            assert one["points"] == [16, 0]
        else:
            assert list(one) == ["error"]
            error = one["error"]
            assert list(error)[:4] == ["reason", "message", "line", "column"]
            assert (error["line"], error["reason"], error["column"]) == (line, reason, column)
            assert error["message"]


def test_all_faults_of_a_deal_are_told() -> None:
    (found,) = objects("manillen X N:TA... K7... QJ... 99..3.", status=1)
    more = found["error"]["more"]
    assert [found["error"]["reason"], *(one["reason"] for one in more)] == [
        "UNKNOWN_TRUMP",
        "CARD_DEALT_TWICE",
        "CARD_NOT_IN_DECK",
    ]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_order_and_the_answers_do_not_hang_on_the_threads(threads: int) -> None:
    deals = [ending(name, number, 4) for number in range(5) for name in names()]
    texts = [format_deal(deal) for deal in deals]
    texts[7:7] = [FAULTY]
    found = objects("--threads", str(threads), "--input", "-", status=1, stdin="\n".join(texts))
    assert [one.get("deal", FAULTY) for one in found] == texts
    assert without_times(found) == without_times(_single(texts))


@cache
def _lonely(text: str) -> str:
    return run(text, "--json").stdout


def _single(texts: list[str]) -> list[Any]:
    """The answers to deals that are given one by one, as if each stood on its line."""
    found = [json.loads(_lonely(text)) for text in texts]
    for number, one in enumerate(found, 1):
        if "error" in one:
            one["error"]["line"] = number
    return found


def without_times(found: list[Any]) -> list[Any]:
    return [{key: one[key] for key in one if key != "time_s"} for one in found]


def test_nothing_to_do(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("# only a comment\n\n", "utf-8")
    result = run("--input", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "there is no deal in the input\n"
    assert objects("--input", str(path)) == []


# ------------------------------------------------------------------------------------ for people


def test_a_single_deal_in_full(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"# one\n{FOUR}\n", "utf-8")
    result = run("--input", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0] == "Manillen, trump ♠, N leads first"
    assert "N and S take 16, W and E take 0 points. An ending has no score." in lines
    assert "The cards of N, with the points that N and S then take" in lines
    assert "One best line, with the points so far" in lines
    assert lines[-1].split()[1:3] == ["nodes", "in"]
    given = [line.rstrip() for line in run(FOUR).stdout.splitlines()]
    assert given[:-1] == lines[:-1]


def test_want_for_people() -> None:
    assert "The cards of" not in run(FOUR, "--want", "points,line").stdout
    assert "One best line" not in run(FOUR, "--want", "points,cards").stdout


def test_a_hand_that_is_over() -> None:
    result = run(f"{FOUR} ; played=TS KS JS 8S AS 7S QS 9S")
    lines = result.stdout.splitlines()
    assert lines[0] == "Manillen, trump ♠, N leads first"
    assert any(line.startswith("N and S take 16") for line in lines)
    assert "The play, with the points so far" in lines
    assert "♠ -" not in result.stdout


def test_a_single_faulty_deal() -> None:
    result = run(FAULTY)
    assert (result.exit_code, result.stdout) == (1, "")
    error, text, mark = result.stderr.splitlines()
    assert error.startswith("error: line 1, column 33: ")
    assert error.endswith("[CARD_DEALT_TWICE]")
    assert (text, mark) == (f"  {FAULTY}", " " * 34 + "^")


def test_rows() -> None:
    texts = [
        FOUR,
        FAULTY,
        "maniglia-3 O 1:7... A... K... ; declarer=2",
        "manillen-zonder-troef NT N:TA... K7... QJ... 98...",
        "manillen S W:98... TA... K7... QJ...",
        "manillen S N:T... K... Q... J... ; played=TS KS QS JS",
        format_deal(late("manillen", 1)),
    ]
    result = run("--input", "-", stdin="\n".join(texts))
    assert result.exit_code == 1
    head, *rows = result.stdout.splitlines()
    assert head.split() == ["line", "rules", "trump", "points", "score", "best", "cards", "seconds"]
    assert [row.split()[:-1] for row in rows if "faulty" not in row][:5] == [
        ["1", "manillen", "S", "NS", "16-0", "WE", "N:", "TS", "AS"],
        ["3", "maniglia-3", "O", "2", "0-13", "1+3", "1:", "7O"],  # 7 5, A 4, K 3 and a trick 1
        ["4", "…zonder-troef", "NT", "NS", "16-0", "WE", "N:", "TS", "AS"],
        ["5", "manillen", "S", "WE", "0-16", "SN", "W:", "9S", "8S"],
        ["6", "manillen", "S", "NS", "12-0", "WE"],
    ]
    assert rows[1] == "    2  faulty: CARD_DEALT_TWICE"
    assert max(map(len, [head, *rows])) < 80
    (whole,) = objects(texts[6], "--want", "points")
    assert "-".join(map(str, whole["score"])) in rows[6].split()
    *errors, summary = result.stderr.splitlines()
    assert errors[0].startswith("error: line 2, column 33: ")
    assert summary.startswith("6 solved in ")
    assert summary.endswith("; 1 faulty")


def test_rows_of_what_is_not_proven() -> None:
    deal = format_deal(random_deal(load("manillen"), 1))
    result = run("--input", "-", "--nodes", "1", stdin=f"{deal}\n{deal}")
    assert result.exit_code == 0
    leader, partner = parse_deal(deal).sides[0]
    for row in result.stdout.splitlines()[1:]:
        assert row.split()[3:7] == [leader + partner, "0", "to", "61"]
    assert result.stderr.endswith("; 2 not proven within the limits\n")


def test_more_best_cards_than_fit() -> None:
    deal = "whist NT N:AKQJT98... .AKQJT98.. ..AKQJT98. ...AKQJT98"
    result = run("--input", "-", stdin=f"{deal}\n{deal}")
    assert " N: AS KS QS JS TS …" in result.stdout.splitlines()[1]


# ------------------------------------------------------------------- processes, signals, terminals


def command(*arguments: str) -> list[str]:
    code = "from manille.client.cli import main; main(prog_name='manille')"
    return [sys.executable, "-c", code, "solve", *arguments]


@contextlib.contextmanager
def started(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """The command as a process with pipes; it is killed if it hangs, which fails the test."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command(*arguments), text=True, **{**pipes, **options}) as process:
        watchdog = Timer(60, process.kill)
        watchdog.start()
        try:
            yield process
        finally:
            watchdog.cancel()
            process.kill()


def pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def test_a_partner_that_waits_for_each_answer() -> None:
    """Each deal is written only when the answer to the last one is there."""
    with started("--json", "--input", "-") as process:
        for text in (FOUR, FAULTY, f"{FOUR} ; played=TS", FOUR):
            pipe(process.stdin).write(f"{text}\n")
            pipe(process.stdin).flush()
            found = json.loads(pipe(process.stdout).readline())
            assert found.get("deal", FAULTY) == text
        rest, errors = process.communicate()
    assert (rest, errors, process.returncode) == ("", "", 1)


def test_a_last_line_without_an_end() -> None:
    with started("--json", "--input", "-") as process:
        out, _ = process.communicate(f"{FOUR}\n{FOUR}")
    assert [json.loads(line)["deal"] for line in out.splitlines()] == [FOUR, FOUR]
    assert process.returncode == 0


@POSIX
@pytest.mark.parametrize("more", [(), ("--json",), ("--threads", "2")])
def test_ctrl_c_during_a_long_search(more: tuple[str, ...]) -> None:
    whist = "\n".join(format_deal(random_deal(load("whist"), 1, number)) for number in range(8))
    with started("--input", "-", *more) as process:
        pipe(process.stdin).write(f"{FOUR}\n{FOUR}\n{whist}\n")
        pipe(process.stdin).flush()
        pipe(process.stdout).readline()
        process.send_signal(signal.SIGINT)
        process.wait()
        errors = pipe(process.stderr).read()
    assert process.returncode == 130
    assert errors == "interrupted\n"


@POSIX
@pytest.mark.parametrize("name", ["whist", "botifarra"])
def test_ctrl_c_during_a_single_deal(name: str) -> None:
    """However far it has come: importing, searching, or waiting for more input."""
    deal = format_deal(random_deal(load(name), 1))
    with started("--json", "--input", "-") as process:
        pipe(process.stdin).write(f"{FOUR}\n{deal}\n")
        pipe(process.stdin).flush()
        assert json.loads(pipe(process.stdout).readline())["deal"] == FOUR
        process.send_signal(signal.SIGINT)
        process.wait()
        assert (process.returncode, pipe(process.stderr).read()) == (130, "interrupted\n")


@POSIX
def test_ctrl_c_while_it_waits_for_a_deal() -> None:
    with started("--json", "--input", "-") as process:
        pipe(process.stdin).write(f"{FOUR}\n")
        pipe(process.stdin).flush()
        assert pipe(process.stdout).readline()
        process.send_signal(signal.SIGINT)
        process.wait()  # with the input still open
        assert (process.returncode, pipe(process.stderr).read()) == (130, "interrupted\n")


@POSIX
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_reader_that_has_had_enough(more: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{FOUR}\n" * 2000, "utf-8")
    with started("--input", str(path), *more, stdin=subprocess.DEVNULL) as process:
        assert pipe(process.stdout).readline()
        pipe(process.stdout).close()
        process.wait()
        assert (process.returncode, pipe(process.stderr).read()) == (1, "")


def test_searches_end_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """An output that fails ends what is still searched, before the error goes its way."""
    ended = []

    def answers(questions: Iterator[Any], answer: Any, threads: int) -> Iterator[Any]:
        try:
            for question in questions:
                yield answer(question, CancelToken())
        finally:
            ended.append(threads)

    def full(value: Any) -> None:
        raise OSError(28, "No space left on device")

    module = sys.modules["manille.client.cli.solve"]
    monkeypatch.setattr(module, "answer_all", answers)
    monkeypatch.setattr(module, "print_json", full)
    result = CliRunner().invoke(solve, ["--json", "--threads", "3", FOUR])
    assert isinstance(result.exception, OSError)
    assert ended == [3]


@contextlib.contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal of 100 columns."""
    pty, termios, fcntl, struct = (
        pytest.importorskip(name) for name in ("pty", "termios", "fcntl", "struct")
    )
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    try:
        yield here, there
    finally:
        os.close(here)
        with contextlib.suppress(OSError):
            os.close(there)


def shown_on(here: int, until: str | None = None) -> str:
    """What is written on a terminal, to its end or until some text is there."""
    found = b""
    with contextlib.suppress(OSError):  # the end, as Linux tells it
        while chunk := os.read(here, 65536):
            found += chunk
            if until is not None and until.encode() in found:
                break
    return found.decode()


def on_terminal() -> dict[str, str]:
    without = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CI")
    known = {key: value for key, value in os.environ.items() if key not in without}
    return {**known, "TERM": "xterm-256color"}


def several(tmp_path: Path, count: int = 5) -> str:
    path = tmp_path / "deals.txt"
    path.write_text(f"{FOUR}\n" * count, "utf-8")
    return str(path)


def test_a_progress_bar_on_a_terminal(tmp_path: Path) -> None:
    """The bar goes to the terminal and vanishes; the file gets the answers and nothing else."""
    out = tmp_path / "out"
    with terminal() as (here, there), out.open("w") as file:
        options = {"stdin": subprocess.DEVNULL, "stdout": file, "stderr": there}
        arguments = ("--json", "--input", several(tmp_path))
        with started(*arguments, env=on_terminal(), **options) as process:
            os.close(there)
            shown = shown_on(here)
            process.wait()
    assert process.returncode == 0
    assert "0/5" in shown
    assert "5/5" in shown
    assert "━" in shown
    assert shown.endswith("\x1b[2K")  # erased
    assert [json.loads(line)["deal"] for line in out.read_text("utf-8").splitlines()] == [FOUR] * 5


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_answers_and_the_bar_on_one_terminal(more: tuple[str, ...], tmp_path: Path) -> None:
    """Every answer stands on lines of its own above the bar."""
    with terminal() as (here, there):
        options = {"stdin": subprocess.DEVNULL, "stdout": there, "stderr": there}
        arguments = ("--input", several(tmp_path, 3), *more)
        with started(*arguments, env=on_terminal(), **options) as process:
            os.close(there)
            shown = shown_on(here)
            process.wait()
    assert process.returncode == 0
    # the last thing that a line shows is what was written after it was erased
    lines = [line.rpartition("\x1b[2K")[2].rstrip("\r") for line in shown.split("\n")]
    start = '{"deal": ' if more else " line  rules"
    assert sum(line.startswith(start) for line in lines) == (3 if more else 1)
    if not more:
        assert [line.split()[:2] for line in lines if "16-0" in line] == [
            [str(number), "manillen"] for number in (1, 2, 3)
        ]


def test_the_bar_gives_way_to_a_single_answer() -> None:
    """Only at the end of a pipe it is known that there was one deal."""
    with (
        terminal() as (here, there),
        started("--input", "-", env=on_terminal(), stdout=there, stderr=there) as process,
    ):
        os.close(there)
        pipe(process.stdin).write(f"{FOUR}\n")
        pipe(process.stdin).close()
        shown = shown_on(here)
        process.wait()
    bar, _, answer = shown.partition("Manillen, trump")
    assert "/?" in bar
    assert "/?" not in answer
    assert bar.endswith("\x1b[2K\x1b[1m")  # erased, then bold


def test_no_bar_for_a_pipe_or_a_single_deal(tmp_path: Path) -> None:
    """What reads the pipe may write on the terminal itself."""
    for arguments, options in (
        (("--input", several(tmp_path)), {"stdout": subprocess.PIPE}),
        ((FOUR,), {}),
    ):
        with terminal() as (here, there):
            streams = {"stdin": subprocess.DEVNULL, "stdout": there, "stderr": there, **options}
            with started(*arguments, env=on_terminal(), **streams) as process:
                os.close(there)
                if process.stdout is not None:
                    assert len(process.stdout.read().splitlines()) == 6
                shown = shown_on(here)
                process.wait()
        assert "0/" not in shown
        assert process.returncode == 0


def test_colors_on_a_terminal_only() -> None:
    with terminal() as (here, there):
        options = {"stdin": subprocess.DEVNULL, "stdout": there, "stderr": there}
        with started(FOUR, env=on_terminal(), **options) as process:
            os.close(there)
            colored = shown_on(here)
            process.wait()
    assert "\x1b[31m" in colored  # red suits
    with terminal() as (here, there):
        env = {**on_terminal(), "NO_COLOR": "1"}
        options = {"stdin": subprocess.DEVNULL, "stdout": there, "stderr": there}
        with started(FOUR, env=env, **options) as process:
            os.close(there)
            plain = shown_on(here)
            process.wait()
    assert "\x1b[31m" not in plain
    with started(FOUR, env=on_terminal(), stdin=subprocess.DEVNULL) as process:
        out, _ = process.communicate()
    assert "\x1b" not in out


def test_deals_typed_on_a_terminal() -> None:
    """Each is answered in full when it comes, without a bar that would cover what is typed."""
    with terminal() as (here, there):
        options = {"stdin": there, "stdout": there, "stderr": there}
        with started("--input", "-", env=on_terminal(), **options) as process:
            os.close(there)
            shown = [shown_on(here, "Ctrl-D")]
            for text, end in ((FAULTY, "^"), (FOUR, " nodes in "), (FOUR, " nodes in ")):
                os.write(here, f"{text}\n".encode())
                shown.append(shown_on(here, end))
            os.write(here, b"\x04")
            process.wait()
    assert process.returncode == 1
    assert "[CARD_DEALT_TWICE]" in shown[1]
    assert all("N and S take 16, W and E take 0 points." in one for one in shown[2:])
    assert "0/?" not in "".join(shown)
