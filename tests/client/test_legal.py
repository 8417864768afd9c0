"""The command ``legal``: each obligation on a deal that was looked at by hand, faults, tables."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.legal import legal
from manille.solver.cards import LANGUAGES
from manille.solver.deals import format_deal, parse_deal


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(legal, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def objects(*arguments: str, status: int = 0, stdin: str | bytes | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


# Each deal with what its seat to play may play, and what the other cards break.
CASES = {
    # the leader may play anything
    "manillen S N:.TA.. 9..7. T8... Q..8.": ("N", "TH AH", {}),
    # W has no heart, and a trump
    "manillen S N:.TA.. 9..7. T8... Q..8. ; played=TH": ("W", "9S", {"7D": "MUST_RUFF"}),
    # S must go over the 9 even though its partner led the highest heart
    "manillen S N:.TA.. 9..7. T8... Q..8. ; played=TH 9S": ("S", "TS", {"8S": "MUST_OVERRUFF"}),
    # E cannot go over the ten, and must throw a trump under it
    "manillen S N:.TA.. 9..7. T8... Q..8. ; played=TH 9S TS": ("E", "QS", {"8D": "MUST_RUFF"}),
    # with no trump nothing binds but the suit led
    "manillen NT N:.TA.. 9..7. T8... Q..8. ; played=TH": ("W", "9S 7D", {}),
    "manillen S N:.TA.. K.7.. QJ... 98... ; played=TH": ("W", "7H", {"KS": "MUST_FOLLOW"}),
    # a trump lead must be beaten, a plain one need not be
    "manillen S N:KQ... A7... TJ... 98... ; played=KS": ("W", "AS", {"7S": "MUST_BEAT"}),
    "manillen S N:.KQ.. .A7.. .TJ.. .98.. ; played=KH": ("W", "AH 7H", {}),
    # maniglia: a plain one too, as long as an opponent is winning
    "maniglia O N:.K2.. .A3.. .75.. .64.. ; played=KC": ("W", "AC", {"3C": "MUST_BEAT"}),
    "maniglia O N:.K2.. .A3.. .75.. .64.. ; played=KC AC": ("S", "7C", {"5C": "MUST_BEAT"}),
    "maniglia O N:.K2.. .A3.. .75.. .64.. ; played=KC AC 7C": ("E", "6C 4C", {}),
    "maniglia O N:.72.. .A3.. .K5.. .64.. ; played=7C 3C": ("S", "KC 5C", {}),
    # a trump that cannot win: nothing is asked by maniglia, a trump all the same by Macau
    "maniglia O N:.72.. A.3.. 7...5 4...3 ; played=7C 3C": ("S", "7O 5B", {}),
    "maniglia O N:.7.2. A..3. 7...5 4...3 ; played=7C AO 7O": ("E", "4O 3B", {}),
    "macau-manilla S N:.7.6. A..8. 7...5 6...8 ; played=7H AS 7S": (
        "E",
        "6S",
        {"8C": "MUST_RUFF"},
    ),
    # the end of the hand
    "manillen S N:T... K... Q... J... ; played=TS KS QS JS": (None, "", {}),
}


@pytest.mark.parametrize("deal", CASES)
def test_json(deal: str) -> None:
    seat, may, may_not = CASES[deal]
    illegal = [{"card": card, "breaks": word} for card, word in may_not.items()]
    (found,) = objects(deal)
    assert found == {"to_play": seat, "legal": may.split(), "illegal": illegal}
    assert list(found) == ["to_play", "legal", "illegal"]


def test_a_trump_that_may_not_be_played(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('base = "manillen"\n[play]\nwhen_unable = "not_trump"\n', "utf-8")
    (found,) = objects(f"{rules} S N:.TA.. 9..7. T8... Q..8. ; played=TH 9S TS")
    assert found == {
        "to_play": "E",
        "legal": ["8D"],
        "illegal": [{"card": "QS", "breaks": "MUST_NOT_RUFF"}],
    }


def test_the_words_of_a_deal_are_joined() -> None:
    deal = next(deal for deal in CASES if "played" in deal)
    assert objects(*deal.split()) == objects(deal)


def test_a_file_keeps_its_order(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("\n".join(CASES), "utf-8")
    assert [one["to_play"] for one in objects("--input", str(path))] == [
        seat for seat, _, _ in CASES.values()
    ]


def test_faulty_lines_on_their_places() -> None:
    text = "\n".join(
        [
            "# a comment",
            "manillen S N:T... K... Q... J... ; played=TS",
            "manillen S N:T... T... Q... J...",
            "",
            "manillen S N:T... K... Q... J... ; played=TS QS",
            "maniglia-3 O 1:7... A... K...",
        ]
    )
    good, twice, not_held, open_sides = objects("--input", "-", status=1, stdin=text)
    assert good["legal"] == ["KS"]
    places = [
        (one["error"]["reason"], one["error"]["line"], one["error"]["column"])
        for one in (twice, not_held, open_sides)
    ]
    assert places == [
        ("CARD_DEALT_TWICE", 3, 19),
        ("CARD_NOT_HELD", 5, 46),
        ("DECLARER_MISSING", 6, None),
    ]


def test_illegal_play_is_named() -> None:
    deal = "manillen S N:.TA.. K.7.. QJ... 98... ; played=TH KS"
    (found,) = objects(deal, status=1)
    assert found["error"]["reason"] == "ILLEGAL_CARD"
    assert found["error"]["column"] == deal.index("KS") + 1
    assert "MUST_FOLLOW" in found["error"]["message"]


def test_table() -> None:
    result = run("manillen S N:.TA.. K.7.. QJ... 98... ; played=TH")
    assert result.exit_code == 0
    head, *rows = result.stdout.splitlines()
    assert head == "W to play, trump ♠, on the table: N T♥"
    shown = [row.strip("│ ").split("│") for row in rows if row.startswith("│")]
    assert [[cell.strip() for cell in row] for row in shown] == [
        ["K♠", "no: MUST_FOLLOW (a card of the suit led is held and must be played)"],
        ["7♥", "yes"],
    ]


def test_table_of_numbered_seats_and_lines() -> None:
    deal = "maniglia-3 O 1:7... A... K... ; declarer=2"
    result = run("--input", "-", stdin=f"{deal}\n{deal} ; played=7O\n{deal} ; played=7O AO KO\n")
    heads = [line for line in result.stdout.splitlines() if line.startswith("line")]
    assert heads == [
        "line 1: seat 1 to lead, trump O",
        "line 2: seat 2 to play, trump O, on the table: seat 1 7O",
        "line 3: the hand is played to its end, nobody is to play",
    ]


def test_a_fault_is_marked() -> None:
    result = run("manillen S N:.TA.. K.7.. QJ... 98... ; played=TH KS")
    assert result.exit_code == 1
    assert result.stdout == ""
    error, text, mark = result.stderr.splitlines()
    assert error.startswith("error: line 1, column 50: ")
    assert text[mark.index("^") :] == "KS"


def test_nothing_to_do() -> None:
    result = run("--input", "-", stdin="# nothing\n")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "there is no deal in the input\n"
    assert objects("--input", "-", stdin="\n\n") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters(language: str) -> None:
    deal = "maniglia O N:.K2.. .A3.. .75.. .64.. ; played=KC"
    spelled = format_deal(parse_deal(deal), language)
    assert objects(spelled, "--letters", language) == objects(deal)
    king = {"en": "KC", "fr": "RC", "nl": "HK", "it": "RC", "es": "RC", "ca": "RC"}[language]
    assert run(spelled, "--letters", language).stdout.splitlines()[0].endswith(f"N {king}")


def test_neither_or_both_inputs() -> None:
    for arguments in ((), ("manillen S N:T... K... Q... J...", "--input", "-")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "Give a deal, or --input FILE" in result.stderr
