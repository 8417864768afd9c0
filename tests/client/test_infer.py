"""The command ``infer``: objects, tables, what the play has shown, faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli import main
from manille.solver.cards import LANGUAGES
from manille.solver.deals import format_deal, parse_deal

# E did not follow; N and S have three diamonds between them
DEAL = "manillen S N:? TAK.97.QJ8. ? ? ; played=AD QD 7D 7S"
OPEN = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"


def run(*arguments: str, stdin: str | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(main, ["infer", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json() -> None:
    (found,) = objects(DEAL)
    assert list(found) == ["seat", "layouts", "cards", "facts"]
    assert found["seat"] is None
    # 18 cards that any seat may hold, 7 of them for E, and then 14 between N and S
    assert found["layouts"] == 31824 * 3432
    diamonds = {card: found["cards"].pop(card) for card in ("TD", "KD", "9D")}
    assert diamonds == {card: {"N": 0.5, "S": 0.5} for card in ("TD", "KD", "9D")}
    assert list(found["cards"]) == [
        *("QS", "JS", "9S", "8S"),
        *("TH", "AH", "KH", "QH", "JH", "8H"),
        *("TC", "AC", "KC", "QC", "JC", "9C", "8C", "7C"),
    ]
    share = pytest.approx(7 / 18)
    assert all(shares["E"] == share for shares in found["cards"].values())
    assert found["facts"] == [
        {"seat": "E", "trick": 1, "card": "7S", "cannot_hold": ["TD", "KD", "9D"]}
    ]


def test_json_of_a_seat() -> None:
    (found,) = objects(OPEN, "--seat", "w")
    assert found["seat"] == "W"
    assert found["layouts"] == 9465511770
    assert len(found["cards"]) == 24
    assert found["cards"]["JS"] == pytest.approx({"N": 1 / 3, "S": 1 / 3, "E": 1 / 3})
    (found,) = objects(OPEN)
    assert found == {"seat": None, "layouts": 1, "cards": {}, "facts": []}


def test_json_of_a_fact_with_an_exception(tmp_path: Path) -> None:
    rules = tmp_path / "low.toml"
    rules.write_text(
        'base = "manillen"\n[play]\nwhen_unable = "not_trump"\noverruff = "never"\n', "utf-8"
    )
    deal = f"{rules} S N:.TAKQJ.T.TA AK.9.AKQ.Q9 ? ? "
    deal += "; played=TC 9C 8C 7C AC QC JC KC TH 9H 8H 7H AH KS 9S"
    (found,) = objects(deal)
    assert found["layouts"] == 57
    assert found["facts"] == [
        {
            "seat": "S",
            "trick": 4,
            "card": "9S",
            "cannot_hold": ["JD", "9D", "8D", "7D"],
            "unless": ["TS"],
        }
    ]
    text = run(deal).stdout
    assert "S has nothing but spades, unless it had T♠: it played 9♠ to trick 4\n" in text


def test_table() -> None:
    result = run(DEAL)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Manillen, trump ♠, N leads first, 4 cards played",
        "What is known to somebody who sees the hand of W",
        "",
        "Where each hidden card is",
        "┏━━━━━━━━━━━━━━━━━━━┳━━━━━━┳━━━━━━┳━━━━━━┓",
        "┃ cards             ┃    N ┃    S ┃    E ┃",
        "┡━━━━━━━━━━━━━━━━━━━╇━━━━━━╇━━━━━━╇━━━━━━┩",
        "│ ♠ Q J 9 8         │ 31 % │ 31 % │ 39 % │",
        "│ ♥ T A K Q J 8     │ 31 % │ 31 % │ 39 % │",
        "│ ♦ T K 9           │ 50 % │ 50 % │    - │",
        "│ ♣ T A K Q J 9 8 7 │ 31 % │ 31 % │ 39 % │",
        "├───────────────────┼──────┼──────┼──────┤",
        "│ cards held        │    7 │    7 │    7 │",
        "└───────────────────┴──────┴──────┴──────┘",
        "What the play has shown",
        "E has no diamonds: it played 7♠ to trick 1",
        "",
        "109,219,968 layouts of the hidden cards fit.",
        "All count the same: calls and choices of legal cards are not read as signals.",
    ]


def test_table_of_numbered_seats_and_of_sure_cards() -> None:
    deal = "maniglia-3 O 2:? 7AHM65.A543.A3. ? ; declarer=1 ; played=7C 3C KC"
    result = run(deal, "--seat", "3")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "Maniglia (three, auction), trump O, seat 2 leads first, 3 cards played\n"
        "What seat 3 knows\n"
    )
    assert "┃ seat 2 ┃ seat 1 ┃" in result.stdout
    deal = (
        "maniglia O W:52.HM63.7HM.4 ? ? ? ; turned=MO ; played=6C 2C AC 7C 3E HE KE 4E 2E 5E 7O ME "
        "5B 4B 7B 2B KO 6O HO 5O AO 4C 4O 2O AB 6B"
    )
    text = run(deal).stdout
    assert "trump O (N turned up MO)" in text
    assert "│ O: M       │    - │    - │ sure │\n│ O: 3       │ 39 % │    - │ 61 % │\n" in text


def test_what_there_is_nothing_to_say_about() -> None:
    assert run(OPEN).stdout.splitlines() == [
        "Manillen, trump ♥, N leads first",
        "What is known to somebody who sees the hands of N, W, S and E",
        "",
        "No card is hidden.",
    ]
    text = run("manillen - N:? ? ? ?").stdout
    assert "trump not named yet" in text
    assert "somebody who sees no hand" in text
    assert "play has shown" not in text
    text = run("manillen NT N:? ? ? ? ; played=TS 9S").stdout
    assert "What was played rules out nothing more.\n" in text
    played = "TS AS KS QS TH AH KH QH TD AD KD QD TC AC KC QC JS 9S 8S 7S JH 9H 8H 7H JD 9D 8D"
    text = run(f"manillen NT N:? ? ? ? ; played={played} 7D JC 9C 8C").stdout
    assert text.endswith("The hidden cards can lie in one way only.\n")


def test_a_file_with_faulty_lines() -> None:
    lines = [
        "# a comment",
        DEAL,
        "manillen S N:TA.. ? ? ?",
        "manillen S N:? TA... ? ?",
        "manillen S N:TAKQ.TAKQ.. ? ? ? ; played=TH JD 9D 8D",
        OPEN,
    ]
    found = objects("--input", "-", status=1, stdin="\n".join(lines))
    assert [one["error"]["reason"] if "error" in one else one["layouts"] for one in found] == [
        109219968,
        "SUIT_COUNT",
        "ENDING_HIDDEN",
        "NOTHING_FITS",
        1,
    ]
    assert [one["error"]["line"] for one in found if "error" in one] == [3, 4, 5]
    text = run("--input", "-", stdin="\n".join(lines[1:2])).stdout
    assert text.startswith("line 1: Manillen")


def test_faults_name_place_and_remedy() -> None:
    result = run("manillen S N:TAKQ.TAKQ.. ? ? ? ; played=TH JD 9D 8D")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: line 1: trick 1: E plays 8D, which says that it has no hearts and no spades, and "
        "no layout of the hidden cards allows that; check the cards played and the hands given "
        "[NOTHING_FITS]\n"
    )
    result = run(DEAL, "--seat", "N")
    assert result.exit_code == 1
    assert "hand of N is hidden (?); give the cards of the seat that asks" in result.stderr
    result = run(DEAL, "--seat", "X")
    assert result.exit_code == 1
    assert "--seat: 'X' is not one of the seats E, N, S, W" in result.stderr
    assert run().exit_code == run(DEAL, "--input", "-").exit_code == 2


def test_nothing_to_do() -> None:
    result = run("--input", "-", stdin="# nothing\n")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "there is no deal in the input\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters(language: str) -> None:
    spelled = format_deal(parse_deal(DEAL), language)
    assert objects(spelled, "--letters", language) == objects(DEAL)
    ten_king_nine = {"fr": "♦ T R 9", "ca": "♦ T R 9", "it": "♦ T R 9", "es": "♦ T R 9"}
    assert ten_king_nine.get(language, "♦ T ") in run(spelled, "--letters", language).stdout
