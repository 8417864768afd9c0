"""``manille solve --reaches`` and ``--window``: less is asked, and it is said what is known."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.solve import solve
from manille.solver.deals import Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.reference import card_points, value
from manille.solver.rules import load, names

# N and S take 38 points, W and E 23; the king and the nine of hearts are best.
DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
# the lone declarer takes 37 of 72
ALONE = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(solve, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def lines(*arguments: str) -> list[str]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    # a sentence may be broken at the edge of the terminal
    return [part.replace("\n", " ").strip() for part in result.stdout.split("\n\n")]


# --------------------------------------------------------------------------------------- yes or no


@pytest.mark.parametrize(
    ("text", "options", "side", "answer"),
    [
        (DEAL, ["--reaches", "38"], ["N", "S"], True),
        (DEAL, ["--reaches", "39"], ["N", "S"], False),
        (DEAL, ["--reaches", "23", "--side", "w"], ["W", "E"], True),
        (DEAL, ["--reaches", "24", "--side", "E"], ["W", "E"], False),
        # the declarer's side, although another seat is to play
        (ALONE.replace("declarer=1", "declarer=2"), ["--reaches", "34"], ["2"], False),
        (ALONE, ["--reaches", "34"], ["1"], True),
        (ALONE, ["--reaches", "36", "--side", "3"], ["2", "3"], False),
        # after a card it is still about the first leader's side
        (f"{DEAL} ; played=KH AH TH 7H TS", ["--reaches", "31"], ["N", "S"], True),
        (f"{DEAL} ; played=KH AH TH 7H TS", ["--reaches", "32"], ["N", "S"], False),
    ],
)
def test_yes_or_no(text: str, options: list[str], side: list[str], answer: bool) -> None:
    (found,) = objects(text, *options)
    assert found["reaches"] == {"points": int(options[1]), "side": side, "answer": answer}
    assert (found["cards"], found["line"], found["score"]) == (None, None, None)
    low, high = found["bounds"][found["sides"].index(side)]
    assert low >= int(options[1]) if answer else high < int(options[1])
    shown = " ".join(lines(text, *options))
    assert f"take at least {options[1]} points? {'Yes' if answer else 'No'}." in shown


def test_a_limit_leaves_it_open() -> None:
    (found,) = objects(DEAL, "--reaches", "31", "--nodes", "1")
    assert found["reaches"] == {"points": 31, "side": ["N", "S"], "answer": None}
    assert found["points"] is None
    shown = lines(DEAL, "--reaches", "31", "--nodes", "1")
    assert (
        "Do N and S take at least 31 points? Not known within the limits: 0 to 61 points." in shown
    )


def test_several_deals() -> None:
    stdin = "\n".join([DEAL, "nonsense", ALONE])
    result = run("--input", "-", "--reaches", "38", stdin=stdin)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "    1  Do N and S take at least 38 points? Yes.",
        "    2  faulty: BAD_SYNTAX",
        "    3  Does seat 1 take at least 38 points? No.",
    ]
    assert result.stderr.splitlines()[-1].startswith("2 answered; 1 faulty; ")
    result = run("--input", "-", "--reaches", "38", "--nodes", "1", stdin=f"{DEAL}\n{DEAL}")
    assert result.exit_code == 0
    assert result.stderr.startswith("0 answered; 2 not known within the limits; ")


def test_only_yes_or_no_has_the_key() -> None:
    assert "reaches" not in objects(DEAL)[0]


# ------------------------------------------------------------------------------------------ window


@pytest.mark.parametrize("name", names())
def test_a_window_against_the_slow_twin(name: str, seed: int) -> None:
    for number in range(4):
        deal = random_ending(load(name), 3, seed, number, number)
        true, by_card = value(Position.of(deal)), card_points(Position.of(deal))
        low, high = deal.total // 3, deal.total // 2
        context = f"seed {seed}, {low} to {high}: {format_deal(deal)}"
        (found,) = objects(format_deal(deal), "--window", f"{low}..{high}")
        first_low, first_high = found["bounds"][0]
        assert first_low <= true[0] <= first_high, context
        inside = low <= true[0] <= high
        assert not inside or found["points"] == list(true), context
        assert inside or first_high < low or first_low > high, context
        assert (found["line"] is None) == (found["points"] is None), context
        for card in found["cards"]:
            points = by_card[next(one for one in by_card if str(one) == card["card"])]
            least, most = card.get("bounds", [card["points"]] * 2)
            assert least <= points <= most, context
            assert card["loss"] in (None, max(by_card.values()) - points), context


def test_less_and_more_than_the_window() -> None:
    shown = lines(DEAL, "--window", "40..")
    assert (
        "N and S take less than 40, W and E take more than 21 points. Outside the window there "
        "is no score, no loss and no line."
    ) in [" ".join(part.split()) for part in shown]
    assert "One best line" not in "".join(shown)
    cards = run(DEAL, "--window", "40..").stdout
    assert cards.count("│ less than 40 │    ? │") == 8
    (found,) = objects(DEAL, "--window", "40..")
    assert (found["points"], found["score"], found["exact"]) == (None, None, False)
    assert found["line"] is None
    assert all(card["loss"] is None for card in found["cards"])
    more = " ".join(run(DEAL, "--window", "..30", "--want", "points").stdout.split())
    assert "N and S take more than 30, W and E take less than 31 points." in more


def test_inside_the_window_all_is_as_without_it() -> None:
    shown = run(DEAL, "--window", "38..").stdout
    assert "N and S take 38, W and E take 23 points. N and S score 8." in shown
    assert "One best line" in shown
    assert shown.count("│ less than 38 │    ? │") == 6
    assert shown.count("│           38 │    0 │") == 2


def test_a_window_of_the_other_side() -> None:
    (found,) = objects(DEAL, "--window", "20..23", "--side", "E")
    assert found["points"] == [38, 23]
    (found,) = objects(DEAL, "--window", "24..", "--side", "E")
    assert found["bounds"][1][1] < 24
    text = f"{DEAL} ; played=KH"
    shown = " ".join(run(text, "--window", "24..", "--side", "E").stdout.split())
    assert "N and S take more than 37, W and E take less than 24 points." in shown


def test_a_limit_met_in_a_window_is_told_as_one() -> None:
    text = format_deal(random_deal(load("whist"), 1))
    shown = " ".join(run(text, "--window", "7..", "--nodes", "10").stdout.split())
    assert "Not proven within the limits" in shown
    assert "Outside the window" not in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--window", "20"), "'20' is no range of points; write 20..40, 20.. or ..40"),
        (("--window", ".."), "'..' is no range"),
        (("--window", "-3..4"), "'-3..4' is no range"),
        (("--window", "a..b"), "'a..b' is no range"),
        (("--window", "40..20"), "nothing lies between 40 and 20"),
        (("--reaches", "-1"), "Invalid value for '--reaches'"),
        (("--reaches", "many"), "Invalid value for '--reaches'"),
        (("--reaches", "31", "--want", "cards"), "leave out --want"),
        (("--reaches", "31", "--window", "20.."), "leave out --window"),
        (("--side", "N"), "--side belongs to --window or --reaches"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    result = run(DEAL, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_seat_that_the_game_has_not() -> None:
    (found,) = objects(DEAL, "--reaches", "31", "--side", "3", status=1)
    assert found["error"]["reason"] == "UNKNOWN_SEAT"
    assert found["error"]["message"] == "--side: '3' is not one of the seats E, N, S, W"
    assert parse_deal(DEAL).seat_names == ("N", "W", "S", "E")


def test_rows_of_what_lies_beside_a_window() -> None:
    result = run("--input", "-", "--window", "40..", stdin=f"{DEAL}\n{DEAL}")
    assert [row.split()[3:5] for row in result.stdout.splitlines()[1:]] == [["NS", "<40"]] * 2
    assert "not proven" not in result.stderr
