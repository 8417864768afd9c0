"""The command ``review``: the audit, card by card, what was better, and the picture."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from kit.plays import played_anyhow
from manille.client.cli.review import review
from manille.solver.analysis import review as reviewed
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.rules import load, names

HANDS = "manillen S N:Q87.8.KQ.TA KJ.AQJ.TJ.8 A.9.98.KQ97 T9.TK7.A7.J"
# in the third trick N discards AC though it holds 8H
PLAYED = (
    f"{HANDS} ; played=8S JS AS TS 9S QS KS 8D QH 9H TH AC 7D QD TD 9D JD QC AD KD JC TC 8C KC "
    "8H AH 7C 7H JH 9C KH 7S"
)
KEYS = ["deal", "rules", "fingerprint", "trump", "sides", "exact", "start", "cards"]
KEYS += ["seat_losses", "side_losses", "nodes", "time_s"]


def run(*arguments: str, stdin: str | None = None, columns: str = "80") -> Result:
    env = {"COLUMNS": columns, "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(review, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def objects(*arguments: str, status: int = 0, stdin: str | None = None) -> list[Any]:
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def read(deal: Deal) -> Deal:
    """The deal as the command reads it."""
    return parse_deal(format_deal(deal), illegal="keep")


@pytest.mark.parametrize("name", names())
def test_the_object_is_the_review(name: str, seed: int) -> None:
    rng = Random(seed)
    deals = [played_anyhow(random_ending(load(name), 3, seed, n), rng, 0.3) for n in range(4)]
    found = objects("--input", "-", stdin="\n".join(map(format_deal, deals)))
    for deal, one in zip(map(read, deals), found, strict=True):
        context = f"seed {seed}: {format_deal(deal)}"
        expected = reviewed(deal)
        assert list(one) == KEYS, context
        assert one["deal"] == format_deal(deal), context
        assert [tuple(one["start"]["points"])] == [expected.start.points], context
        for card, other in zip(one["cards"], expected.cards, strict=True):
            assert card["card"] == str(other.card), context
            assert card["seat"] == deal.seat_names[other.seat], context
            assert tuple(card["points"]) == other.after.points, context
            assert (card["loss"], card["breaks"]) == (other.loss, other.obligation), context
            assert card.get("better", []) == list(map(str, other.better)), context
            assert card.get("best", []) == list(map(str, other.best)), context
            assert card.get("refutation", []) == list(map(str, other.refutation)), context
        for seat, totals in zip(one["seat_losses"], expected.seats, strict=True):
            assert (seat["loss"], seat["cards"], seat["illegal"]) == (
                totals.loss,
                totals.cards,
                totals.illegal,
            )


def test_a_whole_hand_has_scores_and_they_are_whole_numbers() -> None:
    (one,) = objects(PLAYED)
    assert (one["start"]["points"], one["start"]["score"]) == ([23, 38], [0, 8])
    first, *others = one["cards"]
    assert (first["loss"], first["score_loss"], first["best"]) == (6, 6, ["TC"])
    assert '"score_loss": 6,' in json.dumps(first)
    broken = [card for card in others if card["breaks"]]
    assert [(card["card"], card["trick"], card["breaks"]) for card in broken] == [
        ("AC", 3, "MUST_FOLLOW")
    ]
    north = one["seat_losses"][0]
    assert north == {"seat": "N", "loss": 6, "cards": 1, "score_loss": 6, "illegal": 1}
    # with the loss of the illegal card, the sums lead from the first value to the last
    sides = [side["loss"] for side in one["side_losses"]]
    assert 23 - sides[0] + sides[1] - broken[0]["loss"] == one["cards"][-1]["points"][0]


def test_what_a_person_is_told() -> None:
    result = run(PLAYED)
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "At first, with the best play: N and S take 23, W and E take 38 points." in text
    assert "As it was played: N and S take 14, W and E take 47 points." in text
    assert "Trick 3: N played A♣, MUST_FOLLOW: a card of the suit led is held" in text
    assert (
        "Trick 1: N played 8♠, which gives away 6 points: a score of 0-8 becomes 0-14. Better: T♣."
        in text
    )
    assert "Trick 4: E played 7♦, which gives away 1 point" in text
    assert "Better: K♥ or J♣." in text
    # the line without the card, and the one with it
    assert "without T♣ 8♣ Q♣ J♣ · A♣" in text
    assert "with 8♠ J♠ A♠ T♠ · 9♠" in text
    assert re.search(r"N\+S +8 +2 +8 +1", result.stdout)
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_value_is_a_column_of_bars() -> None:
    rows = [line for line in run(PLAYED).stdout.splitlines() if "┊" in line]
    assert len(rows) == 33  # before the first card, and after each
    lengths = [row.count("█") for row in rows]
    points = [23, *(card["points"][0] for card in objects(PLAYED)[0]["cards"])]
    assert all(
        (one < other) <= (shorter <= longer)
        for one, other, shorter, longer in zip(
            points, points[1:], lengths, lengths[1:], strict=False
        )
    )
    assert len({row.index("┊") for row in rows}) == 1


def test_turning_points_are_marked_and_a_bid_scores_whole() -> None:
    deal = played_anyhow(parse_deal(f"{AUCTION} ; bid=34"), Random(5))
    result, (one,) = run(format_deal(deal)), objects(format_deal(deal))
    turning = [card for card in one["cards"] if card["turning_point"]]
    assert turning
    rows = [line for line in result.stdout.splitlines() if line.rstrip().endswith("turns")]
    assert len(rows) == len(turning)
    for row, card in zip(rows, turning, strict=True):
        assert f" {card['card']} " in row
        assert "34-0" in row or "0-34" in row
    costs_nothing = [c for c in one["cards"] if c["loss"] and c["score_loss"] == 0]
    assert costs_nothing
    assert "but nothing of the score" in " ".join(result.stdout.split())


AUCTION = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1"


def test_a_play_that_goes_on_one_without_errors_and_none_at_all() -> None:
    going_on = f"{HANDS} ; played=TC 8C"
    text = " ".join(run(going_on).stdout.split())
    assert "After 2 cards, with the best play from there: N and S take" in text
    assert "Every card was legal." in text
    assert "No card gave anything away." in text
    nothing = run(HANDS)
    assert "No card is played yet." in nothing.stdout
    assert "gave anything away" not in nothing.stdout
    ending = "manillen S N:J.9..J A.A..T Q.Q..A 9.8..K ; played=9H AH QH 8H"
    (one,) = objects(ending)
    assert one["start"]["score"] is None
    assert one["cards"][0]["score_loss"] is None
    assert one["side_losses"][0]["score_loss"] is None
    assert "score" not in run(ending).stdout.split("What each seat gave away")[1]


def test_letters_are_those_that_are_asked_for_and_json_is_english() -> None:
    french = format_deal(parse_deal(PLAYED, illegal="keep"), "fr")
    told = run("--letters", "fr", french)
    assert told.exit_code == 0
    assert "D♠" in told.stdout
    (one,) = objects("--letters", "fr", french)
    assert one["cards"][5]["card"] == "QS"


def test_limits_leave_ranges_and_say_so() -> None:
    deal = format_deal(played_anyhow(random_deal(load("manillen"), 2), Random(2)))
    (one,) = objects("--nodes", "200", deal)
    assert one["exact"] is False
    assert one["start"]["points"] is None
    assert one["start"]["bounds"][0][0] <= one["start"]["bounds"][0][1]
    assert one["cards"][-1]["points"] is not None
    text = run("--nodes", "200", deal).stdout
    assert "A range or ?: not proven within the limits." in text
    assert re.search(r"\d+ to \d+", text)


def test_what_cannot_be_reviewed_is_an_error_in_its_place() -> None:
    wrong = f"{HANDS} ; played=8S AH"
    stdin = f"{PLAYED}\n# a remark\n{HANDS} ; played=8S 9H\n{PLAYED}"
    one, two, three = objects("--input", "-", status=1, stdin=stdin)
    assert one["deal"] == three["deal"]
    assert (two["error"]["reason"], two["error"]["line"]) == ("CARD_NOT_HELD", 3)
    # W holds spades, and that it played no spade can be reviewed
    assert objects(wrong)[0]["cards"][1]["breaks"] == "MUST_FOLLOW"
    result = run(f"{HANDS} ; played=8S 8S")
    assert result.exit_code == 1
    assert "CARD_PLAYED_TWICE" in result.stderr
    assert "HAND_HIDDEN" in run("manillen S N:TA... ? QJ... 98...").stderr
    assert run().exit_code == 2
    assert "there is no deal in the input" in run("--input", "-", stdin="\n").stderr


# -------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize("deal", [PLAYED, HANDS, AUCTION])
def test_the_command_draws_one_file_for_one_review(tmp_path: Path, kind: str, deal: str) -> None:
    pytest.importorskip("matplotlib")
    paths = [tmp_path / f"{name}.{kind}" for name in ("first", "second")]
    for path in paths:
        result = run("--plot", str(path), deal)
        assert result.exit_code == 0, result.output
        assert "points" in result.stdout
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert first.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_the_picture_names_cards_sides_and_the_half(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "plot.svg"
    assert run("--plot", str(path), PLAYED).exit_code == 0
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    # the letters are curves; what they say stands in remarks
    labels = {" ".join(found.split()) for found in re.findall("<!-- (.*?) -->", text, re.DOTALL)}
    assert {"N 8♠ -6", "N A♣ -5", "E 7♦ -1", "half 30", "trick"} <= labels
    assert {"N and S gave points away", "broke an obligation"} <= labels
    assert "points of N and S" in labels
    assert "<dc:date>" not in text


def test_a_picture_is_of_one_hand_and_needs_matplotlib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plot.svg"
    deals = tmp_path / "deals.txt"
    deals.write_text(f"{PLAYED}\n{PLAYED}\n")
    for words, message in {
        ("--plot", "x.pdf", PLAYED): "x.pdf ends neither in .svg nor in .png",
        ("--plot", "no/such/folder.svg", PLAYED): "no/such/folder.svg cannot be written",
        ("--plot", str(path), "--input", str(deals)): "--plot draws one hand; the input has 2.",
    }.items():
        result = run(*words)
        assert result.exit_code == 2
        assert message in " ".join(result.stderr.split())
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    told = run("--plot", str(path), PLAYED)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "a plot needs matplotlib: pip install 'manille[plot]'" in told.stderr
    assert not path.exists()


def test_the_example_is_what_it_says() -> None:
    """The deals of these tests: one card breaks an obligation, and nothing else is wrong."""
    deal = parse_deal(PLAYED, illegal="keep")
    position, broken = Position.start(deal), []
    for card in deal.played:
        broken.append(position.broken_by(card))
        position = position.play_legal(card)
    assert position.ended
    assert [str(one) for one in broken if one] == ["MUST_FOLLOW"]
