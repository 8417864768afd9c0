"""The command ``score``: tables, objects, played deals, faults in their places, files."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from manille.client.cli.score import score
from manille.solver.deals.deal import Deal
from manille.solver.deals.notation import format_deal
from manille.solver.deals.objects import format_object
from manille.solver.deals.position import Position
from manille.solver.deals.shuffle import random_deal
from manille.solver.rules.loader import load


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(score, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | bytes | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def play_out(deal: Deal, seed: int) -> tuple[Deal, tuple[int, int]]:
    """The deal with all cards played, and the points of its two sides."""
    rng, position, cards = Random(seed), Position.start(deal), []
    while not position.ended:
        cards.append(rng.choice(position.legal_cards()))
        position = position.play(cards[-1])
    return replace(deal, played=tuple(cards)), position.points


def test_one_hand() -> None:
    (found,) = objects("manillen", "38-23 S")
    rules = load("manillen")
    assert found == {
        "hand": 1,
        "line": 1,
        "rules": "manillen",
        "fingerprint": rules.fingerprint,
        "flags": json.loads(json.dumps(rules.flags())),
        "target": 21,
        "trump": "S",
        "declarer": None,
        "bid": None,
        "dealer": None,
        "turned": None,
        "points": {"NS": 38, "WE": 23},
        "score": {"NS": 8, "WE": 0},
        "turn_up": None,
        "totals": {"NS": 8, "WE": 0},
        "winners": [],
    }


def test_a_match_to_its_end() -> None:
    found = objects("manillen", "38-23 S", "38-23 NT")
    assert [one["totals"] for one in found] == [{"NS": 8, "WE": 0}, {"NS": 24, "WE": 0}]
    assert [one["winners"] for one in found] == [[], ["NS"]]


def test_a_match_as_a_table() -> None:
    result = run("manillen", "38-23 S", "20-41 H", "31-30 NT", "1-60 C")
    assert result.exit_code == 0
    cells = [
        [cell.strip() for cell in line.strip("│").split("│")]
        for line in result.stdout.splitlines()
        if line.startswith("│")
    ]
    assert cells == [
        ["1", "S", "38-23", "8 0", "8", "0"],
        ["2", "H", "20-41", "0 11", "8", "11"],
        ["3", "NT", "31-30", "2 0", "10", "11"],
        ["4", "C", "1-60", "0 30", "10", "41"],
    ]
    assert "points NS-WE" in result.stdout
    assert result.stdout.splitlines()[-1] == "W and E win the match with 41, against 10."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("manillen", "38-23 S"), "Nobody has won yet: 21 ends the match."),
        (("manillen", "38-23 S", "--target", "8"), "N and S win the match with 8, against 0."),
        (("manillen-101", "38-23 NT"), "Nobody has won yet: 101 ends the match."),
        (
            ("maniglia-3", "41-31 O; declarer=2; bid=30", "--target=30"),
            "Seat 2 wins the match with 30, against 0 and 0.",
        ),
        (
            ("maniglia-3", "4-68 O; declarer=2; bid=30", "--target=30"),
            "Seats 1 and 3 win the match with 30 and 30, against 0.",
        ),
        (
            ("maniglia-3", "41-31 O; declarer=2; bid=30"),
            "No target is agreed, so nobody has won; --target says which total ends a match.",
        ),
        (
            (
                "maniglia-3",
                "4-68 O; declarer=1; bid=30",
                "50-22 O; declarer=3; bid=50",
                "--target=50",
            ),
            "Seat 3 wins the match with 80, against 30 and 0.",
        ),
        (
            ("manillen-101", "31-30 S", "30-31 S", "--target=61"),
            "Level at 61: another hand is played.",
        ),
        (("whist", "7-6 NT"), "whist scores nothing: the points are the result."),
        (("belote", "82-80 S", "--target", "5"), None),
    ],
)
def test_the_sentence_under_the_table(arguments: tuple[str, ...], sentence: str | None) -> None:
    result = run(*arguments)
    if sentence is None:
        assert result.exit_code == 1
        assert "nothing to add up [BAD_REQUEST]" in result.stderr
    else:
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1] == sentence


def test_an_auction_game() -> None:
    found = objects(
        "maniglia-3", "41-31 O ; declarer=2 ; bid=30", "19-53 C;declarer=1;bid=20", "pass"
    )
    assert [one["points"] for one in found] == [{"2": 41, "13": 31}, {"1": 19, "23": 53}, None]
    assert [one["score"] for one in found] == [
        {"1": 0, "2": 30, "3": 0},
        {"1": 0, "2": 20, "3": 20},
        {"1": 0, "2": 0, "3": 0},
    ]
    assert found[-1]["totals"] == {"1": 0, "2": 50, "3": 20}
    assert {one["target"] for one in found} == {None}
    table = run("maniglia-3", "41-31 O ; declarer=2 ; bid=30", "pass").stdout
    row = table.splitlines()[4].replace("│", " ")
    assert row.split() == ["1", "O", "41-31", "2:", "30", "0", "30", "0", "0", "30", "0"]
    assert "not played" in table


def test_five_seats_fit_into_eighty_columns() -> None:
    result = run("maniglia-5", "41-27 O; declarer=2; bid=41", "9-59 O; declarer=4; bid=68")
    assert "│ 68 68 68 0 68 │ 68 │ 109 │ 68 │ 0 │ 68 │" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_turn_up_points() -> None:
    hands = ("40-30 O ; dealer=W ; turned=7O", "35-35 C", "64-6 B ; dealer=N ; turned=6B")
    found = objects("maniglia", *hands)
    assert [one["turn_up"] for one in found] == [{"NS": 0, "WE": 5}, None, {"NS": 0, "WE": 0}]
    assert [one["totals"] for one in found] == [
        {"NS": 5, "WE": 5},
        {"NS": 5, "WE": 5},
        {"NS": 34, "WE": 5},
    ]
    assert found[0]["turned"] == "7O"
    table = run("maniglia", *hands).stdout
    assert "7O: 5" in table
    assert "6B: 0" in table
    assert "No turned-up card is given for hand 2: nothing is scored for it." in table
    assert "turned-up" not in run("macau-manilla", "40-30 S").stdout


def test_the_limit_of_turn_up_points_looks_at_the_totals() -> None:
    for first, points in ((64, 5), (65, 0)):
        found = objects("maniglia", f"{first}-{70 - first} O", "35-35 C; dealer=S; turned=7C")
        assert found[1]["turn_up"] == {"NS": points, "WE": 0}
        assert found[1]["totals"] == {"NS": first - 35 + points, "WE": 0}


@pytest.mark.parametrize("name", ["manillen", "maniglia", "macau-manilla", "maniglia-5", "whist"])
@pytest.mark.parametrize("write", [format_deal, format_object])
@pytest.mark.parametrize("seed", range(4))
def test_a_played_deal(name: str, write: Any, seed: int) -> None:
    rules = load(name)
    deal, points = play_out(random_deal(rules, seed), seed)
    deal = replace(deal, bid=20) if rules.sides == "declarer" else deal
    (found,) = objects(name, write(deal))
    names = ["".join(side) for side in deal.sides]
    taken = {"".join(sorted(name)): value for name, value in found["points"].items()}
    assert taken == {
        "".join(sorted(name)): value for name, value in zip(names, points, strict=True)
    }
    assert found["trump"] == deal.trump
    assert found["dealer"] == deal.seat_names[-1]
    assert found["turned"] == (str(deal.turned) if deal.turned else None)
    if rules.turn_up_points:
        assert deal.turned is not None
        dealers = "NS" if found["dealer"] in "NS" else "WE"
        assert found["turn_up"][dealers] == rules.points[deal.turned.rank]


def test_deals_and_short_results_mix() -> None:
    deal, _ = play_out(random_deal(load("manillen"), 0), 0)
    found = objects("manillen", "31-30 S", format_deal(deal), "31-30 S")
    scores = [sum(one["score"].values()) for one in found]
    assert sum(found[-1]["totals"].values()) == sum(scores)
    assert scores[0] == scores[2] == 1


def test_where_nothing_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "whist"\n[match]\nmatch_target = 50\n', encoding="utf-8")
    for rules in ("whist", str(path)):
        (found,) = objects(rules, "7-6 NT")
        assert found["points"] == {"NS": 7, "WE": 6}
        assert found["score"] is found["totals"] is None
        assert found["winners"] == []


def test_letters_of_another_language() -> None:
    # in Dutch R is the diamond suit and K the clubs; JSON stays English
    found = objects("manillen", "--letters", "nl", "38-23 R", "38-23 K")
    assert [one["trump"] for one in found] == ["D", "C"]
    hand = "40-30 D ; dealer=W ; turned=VD"
    (found_fr,) = objects("maniglia", "--letters", "fr", hand)
    assert (found_fr["trump"], found_fr["turned"]) == ("O", "MO")
    assert found_fr["turn_up"] == {"NS": 0, "WE": 1}
    assert "│     D │  " in run("maniglia", "--letters", "fr", hand).stdout
    assert "VD: 1" in run("maniglia", "--letters", "fr", hand).stdout
    deal, _ = play_out(random_deal(load("manillen"), 2), 2)
    assert objects("manillen", format_deal(deal, "fr"), "--letters", "fr") == objects(
        "manillen", format_deal(deal)
    )


# faults


def error_of(found: dict[str, Any]) -> tuple[str, int | None, int | None]:
    error = found["error"]
    assert error["message"]
    return error["reason"], error["line"], error["column"]


def test_a_faulty_hand_is_reported_in_its_place_and_the_rest_is_read() -> None:
    found = objects("manillen", "38-23 S", "38-22 S", "41-20 NT", "1-2 Z", status=1)
    assert [one["hand"] for one in found] == [1, 2, 3, 4]
    assert found[0]["totals"] == {"NS": 8, "WE": 0}
    assert error_of(found[1]) == ("BAD_SCORE", 2, 1)
    assert found[2]["score"] == {"NS": 22, "WE": 0}
    assert found[2]["totals"] is None
    assert found[2]["winners"] is None
    assert error_of(found[3]) == ("UNKNOWN_TRUMP", 4, 5)


def test_after_a_faulty_hand_turn_up_points_are_not_known() -> None:
    found = objects("maniglia", "x", "40-30 O ; dealer=W ; turned=7O", status=1)
    assert found[1]["score"] == {"NS": 5, "WE": 0}
    assert found[1]["turn_up"] is None
    assert found[1]["totals"] is None


def test_all_faults_of_a_hand() -> None:
    (found,) = objects("maniglia-3", "41-31 Z ; bid=x ; nope", status=1)
    assert error_of(found) == ("UNKNOWN_TRUMP", 1, 7)
    assert [one["reason"] for one in found["error"]["more"]] == ["BAD_NUMBER", "BAD_SYNTAX"]


def test_a_faulty_hand_in_the_table() -> None:
    result = run("manillen", "38-23 S", "38-22 S", "41-20 NT")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: line 2, column 1: 38 and 22 make 60, but a hand of manillen has 61 points: "
        "beside 38 the other side has 23 [BAD_SCORE]\n"
        "  38-22 S\n"
        "  ^\n"
    )
    rows = [line for line in result.stdout.splitlines() if line.startswith("│")]
    assert "BAD_SCORE" in rows[1]
    assert rows[2].replace("│", " ").split() == ["3", "NT", "41-20", "22", "0", "-", "-"]
    assert "The totals stop before hand 2" in result.stdout
    assert "win" not in result.stdout


def test_hands_after_the_end() -> None:
    found = objects("manillen", "61-0 S", "38-23 S", "x", status=1)
    assert found[0]["winners"] == ["NS"]
    assert error_of(found[1]) == ("MATCH_ENDED", 2, None)
    assert error_of(found[2]) == ("BAD_SYNTAX", 3, 1)
    result = run("manillen", "61-0 S", "38-23 S", "x")
    assert result.exit_code == 1
    assert "N and S win the match with 31, against 0." in result.stdout


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: replace(d, played=d.played[:-1]), "PLAY_INCOMPLETE"),
        (lambda d: replace(d, played=()), "PLAY_INCOMPLETE"),
        (lambda d: replace(d, played=d.played[::-1]), "CARD_NOT_HELD"),
        (lambda d: replace(d, played=(d.played[0], *d.played)), "CARD_PLAYED_TWICE"),
        (lambda d: replace(d, bid=None), "FIELD_MISSING"),
        (lambda d: replace(d, declarer=None), "DECLARER_MISSING"),
        (lambda d: replace(d, rules=load("maniglia-4")), "HAND_COUNT"),
    ],
)
def test_a_faulty_deal(change: Any, reason: str) -> None:
    deal, _ = play_out(random_deal(load("maniglia-3"), 5), 5)
    text = format_deal(change(replace(deal, bid=20)))
    found = objects("maniglia-3", "pass", text, status=1)
    assert error_of(found[1])[:2] == (reason, 2)


def test_an_object_that_is_no_deal() -> None:
    assert error_of(objects("manillen", "{}", status=1)[0])[0] == "FIELD_MISSING"
    assert error_of(objects("manillen", " {x", status=1)[0])[0] == "BAD_JSON"


def test_the_title_of_a_rule_set_is_printed_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('title = "[bold]our :cat: rules"\nbase = "manillen"\n', encoding="utf-8")
    assert "[bold]our :cat: rules" in run(str(path), "38-23 S").stdout


def test_a_deal_of_another_game() -> None:
    deal, _ = play_out(random_deal(load("manillen-cafe"), 0), 0)
    (found,) = objects("manillen", format_deal(deal), status=1)
    assert error_of(found)[0] == "FIELD_UNEXPECTED"
    assert "of manillen-cafe, but hands of manillen" in found["error"]["message"]


def test_an_unknown_rule_set() -> None:
    (found,) = objects("manilen", "38-23 S", status=1)
    assert found["error"]["reason"] == "UNKNOWN_RULES"
    result = run("manilen", "38-23 S")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "the nearest are manillen" in result.stderr
    assert result.stderr.endswith("[UNKNOWN_RULES]\n")


# input


TEXT = "# a match\n\n38-23 S\r\n   # nothing\n38-22 S\n20-41 H"


def check_text(found: list[Any]) -> None:
    assert [(one["hand"], one["line"]) for one in found] == [(1, 3), (2, 5), (3, 6)]
    assert error_of(found[1]) == ("BAD_SCORE", 5, 1)
    assert found[2]["score"] == {"NS": 0, "WE": 11}


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(TEXT, encoding="utf-8")
    check_text(objects("manillen", "--input", str(path), status=1))


def test_standard_input() -> None:
    check_text(objects("manillen", "--input", "-", status=1, stdin=TEXT))
    check_text(objects("manillen", "--input", "-", status=1, stdin=b"\xef\xbb\xbf" + TEXT.encode()))


def test_input_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n# nothing\n", encoding="utf-8")
    for source, reason in (
        (tmp_path / "empty", "EMPTY_DEAL"),
        (tmp_path / "nowhere", "FILE_UNREADABLE"),
        (tmp_path, "FILE_UNREADABLE"),
    ):
        (found,) = objects("manillen", "--input", str(source), status=1)
        assert found["error"]["reason"] == reason
        assert found["error"]["field"] == "input"
    good, bad = objects("manillen", "--input", "-", status=1, stdin=b"38-23 S\n38-23 \xff")
    assert good["totals"] == {"NS": 8, "WE": 0}
    assert error_of(bad) == ("UNKNOWN_TRUMP", 2, 7)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("manillen",), "Give hands"),
        (("manillen", "38-23 S", "--input", "-"), "Give hands"),
        ((), "RULES"),
        (("manillen", "38-23 S", "--target", "0"), "x>=1"),
        (("manillen", "38-23 S", "--target", "many"), "integer"),
    ],
)
def test_usage(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_help_shows_the_forms() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "declarer=2 ; bid=30" in result.stdout


@given(st.lists(st.integers(0, 61), min_size=1, max_size=12), st.booleans())
def test_totals_are_the_sums_of_the_scores(taken: list[int], no_trump: bool) -> None:
    trump = "NT" if no_trump else "C"
    found = objects("manillen", *(f"{n}-{61 - n} {trump}" for n in taken), "--target", "1000")
    for party, mine in (("NS", taken), ("WE", [61 - n for n in taken])):
        scores = [max(0, n - 30) * (2 if no_trump else 1) for n in mine]
        assert [one["score"][party] for one in found] == scores
        assert found[-1]["totals"][party] == sum(scores)
