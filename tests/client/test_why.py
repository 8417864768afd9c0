"""The command ``why``: what speaks against a card."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kit.plays import played_anyhow
from kit.twins import points_after
from manille.client.cli.why import why
from manille.solver.cards import Card
from manille.solver.deals import Position, format_deal, parse_deal, random_ending
from manille.solver.reference import card_points
from manille.solver.rules import load, names

DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
LED = f"{DEAL} ; played=KH AH TH 7H"  # S leads
AUCTION = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"
KEYS = ["deal", "rules", "fingerprint", "trump", "sides", "to_play", "points", "score", "exact"]
KEYS += ["bounds", "best", "line", "cards", "nodes", "time_s"]


def run(*arguments: str) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(why, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def found(*arguments: str, status: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", names())
def test_every_card_that_loses_is_refuted_by_its_line(name: str, seed: int) -> None:
    rng = Random(seed)
    for number in range(6):
        deal = played_anyhow(random_ending(load(name), 3, seed, number), rng, 0.0, number)
        context = f"seed {seed}: {format_deal(deal)}"
        position = Position.of(deal)
        side = position.contract.side_of[position.to_play or 0]
        points = card_points(position)
        one = found(format_deal(deal))
        assert list(one) == KEYS, context
        losing = {
            str(card): worth for card, worth in points.items() if worth < max(points.values())
        }
        assert {card["card"]: card["points"] for card in one["cards"]} == losing, context
        for card in one["cards"]:
            line = [Card(text[:-1], text[-1]) for text in card["line"]]
            assert str(line[0]) == card["card"], context
            assert points_after(position, line)[side] == card["points"], context
            assert card["loss"] == max(points.values()) - card["points"], context
        best = Card(one["best"][:-1], one["best"][-1])
        assert points[best] == max(points.values()), context
        assert one["line"][0] == one["best"], context


def test_a_card_is_weighed_in_points_and_in_the_score() -> None:
    one = found(LED, "TS", "8S", "QH")
    assert (one["to_play"], one["points"], one["score"]) == ("S", [38, 23], [8, 0])
    cards = {card["card"]: card for card in one["cards"]}
    assert list(cards) == ["TS", "8S", "QH"]
    assert (cards["TS"]["loss"], cards["TS"]["score"], cards["TS"]["score_loss"]) == (7, [1, 0], 7)
    assert (cards["QH"]["loss"], cards["QH"]["score_loss"]) == (0, 0)
    lost = found(AUCTION, "HO")["cards"][0]
    assert (lost["points"], lost["score"], lost["score_loss"]) == (27, [0, 34], 68)


def test_what_a_person_is_told() -> None:
    result = run(LED, "TS,8S", "QH")
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "With Q♥, a best card, with the points so far" in text
    assert (
        "With T♠ N and S take 31 points: 7 points given away, and a score of 8-0 becomes 1-0."
        in text
    )
    assert "The points part in trick 2: 15-0 after it with Q♥, 18-0 with T♠." in text
    assert "With Q♥ N and S take 38 points: nothing is given away." in text
    # the best line and those of the two that lose, the last tricks of each
    rows = [
        line.split("│")[-3:-1] for line in result.stdout.splitlines() if line.startswith("│     8")
    ]
    assert [[int(cell) for cell in row] for row in rows] == [[38, 23], [31, 30], [32, 29]]
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_equivalent_cards_are_told_together() -> None:
    deal = "manillen H N:Q87.8.KQ.TA KJ.AQJ.TJ.8 A.9.98.KQ97 T9.TK7.A7.J"
    text = run(deal, "8S", "7S").stdout
    assert "With 8♠ = 7♠ N and S take" in text
    assert text.count("with the points so far") == (1 if "nothing is given" in text else 2)
    seven = run(deal, "7S").stdout
    assert "With 7♠ N and S take" in seven
    assert [card["same_as"] for card in found(deal, "8S", "7S")["cards"]] == [None, "8S"]


def test_an_illegal_card_breaks_an_obligation() -> None:
    text = f"{DEAL} ; played=KH"
    result = run(text, "KS", "AH")
    assert "K♠ may not be played: MUST_FOLLOW (a card of the suit led is held" in result.stdout
    one = found(text, "KS", "AH")
    assert one["cards"][0] == {"card": "KS", "breaks": "MUST_FOLLOW"}
    assert one["cards"][1]["breaks"] is None


def test_where_no_card_loses() -> None:
    text = f"{DEAL} ; played=KH"
    assert found(text)["cards"] == []
    assert "No legal card of W gives anything away." in run(text).stdout


def test_limits_leave_it_open() -> None:
    one = found("--nodes", "300", DEAL, "KH")
    assert one["exact"] is False
    card = one["cards"][0]
    assert (card["points"], card["loss"], card["line"], card["score"]) == (None,) * 4
    assert card["bounds"][0] < card["bounds"][1]
    text = " ".join(run("--nodes", "300", DEAL, "KH").stdout.split())
    assert "what that gives away is not known within the limits" in text
    every = found("--nodes", "300", DEAL)
    assert [card["loss"] for card in every["cards"]] == [None] * 8


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((DEAL, "KC"), "CARD_NOT_HELD"),
        ((DEAL, "XX"), "UNKNOWN_CARD"),
        ((DEAL, "2S"), "CARD_NOT_IN_DECK"),
        ((f"{DEAL} ; played=KH KS",), "ILLEGAL_CARD"),
        (("manillen S N:T... A... K... Q... ; played=TS AS KS QS",), "BAD_REQUEST"),
        (("manillen S N:TA... ? QJ... 98...",), "HAND_HIDDEN"),
    ],
)
def test_what_there_is_no_reason_for(words: tuple[str, ...], reason: str) -> None:
    assert found(*words, status=1)["error"]["reason"] == reason
    told = run(*words)
    assert (told.exit_code, told.stdout) == (1, "")
    assert reason in told.stderr


def test_the_deal_is_one_word_and_the_letters_are_told() -> None:
    told = run(*DEAL.split())
    assert told.exit_code == 2
    assert "Put the deal in quotes" in told.stderr
    assert run().exit_code == 2
    french = format_deal(parse_deal(LED), "fr")
    text = run("--letters", "fr", french, "DC").stdout
    assert "With D♥, a best card" in text
