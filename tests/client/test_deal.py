"""The command ``deal``: seeds, endings, letters, JSON, nonsense."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.deal import deal
from manille.solver.cards import LANGUAGES
from manille.solver.deals import Position, parse_deal
from manille.solver.rules import load, names


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(deal, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def lines(*arguments: str) -> list[str]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


@pytest.mark.parametrize("name", names())
def test_full_deals(name: str) -> None:
    found = [parse_deal(line) for line in lines(name, "--count", "3", "--seed", "7")]
    assert len(found) == 3
    rules = load(name)
    for one in found:
        assert one.rules == rules
        assert [len(hand) for hand in one.open_hands] == [rules.hand_size] * rules.seats
        assert {card for hand in one.open_hands for card in hand} == set(rules.cards)
        assert Position.of(one).to_play == 0


def test_a_seed_gives_the_same_deals_however_many_are_asked_for() -> None:
    many = lines("maniglia-3", "--count", "20", "--seed", "1")
    assert lines("maniglia-3", "--count", "5", "--seed", "1") == many[:5]
    assert len(set(many)) == 20
    assert lines("maniglia-3", "--count", "20", "--seed", "2")[0] not in many


def test_a_drawn_seed_is_told_and_can_be_repeated() -> None:
    result = run("manillen")
    word, seed = result.stderr.split()
    assert word == "seed"
    assert lines("manillen", "--seed", seed) == result.stdout.splitlines()
    assert run("manillen", "--seed", seed).stderr == ""


@pytest.mark.parametrize("seed", ["0", "-5", "123456789012345678901234567890"])
def test_any_whole_number_is_a_seed(seed: str) -> None:
    assert lines("manillen", "--seed", seed) == lines("manillen", "--seed", seed) != []


def test_endings() -> None:
    for line in lines("maniglia-5", "--count", "5", "--seed", "1", "--tricks", "3"):
        found = parse_deal(line)
        assert (found.tricks, found.played) == (3, ())


@pytest.mark.parametrize(("played", "to_play"), [(0, 0), (2, 2), (3, 3), (16, None)])
def test_cards_played(played: int, to_play: int | None) -> None:
    arguments = ("--seed", "3", "--tricks", "4", "--played", str(played))
    (line,) = lines("manillen", *arguments)
    found = parse_deal(line)
    assert len(found.played) == played
    assert Position.of(found).to_play == to_play


def test_played_cards_of_a_full_deal() -> None:
    (line,) = lines("manillen", "--seed", "3", "--played", "9")
    found = parse_deal(line)
    assert (found.tricks, len(found.played)) == (8, 9)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_json(language: str) -> None:
    arguments = ("maniglia", "--count", "4", "--seed", "9")
    english = [parse_deal(line) for line in lines(*arguments)]
    spelled = lines(*arguments, "--letters", language)
    assert [parse_deal(line, language=language) for line in spelled] == english
    objects = lines(*arguments, "--letters", language, "--json")
    # a deal is an input: it is written so that the same option reads it
    assert [parse_deal(line, language=language) for line in objects] == english
    assert list(json.loads(objects[0])) == ["rules", "trump", "leader", "hands", "turned"]


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "whist"\n[score]\nhalf = 6\n', "utf-8")
    (line,) = lines(str(path), "--seed", "1")
    assert line.split()[0] == str(path)
    assert line.split()[1:] == lines("whist", "--seed", "1")[0].split()[1:]


def test_none() -> None:
    assert lines("manillen", "--count", "0", "--seed", "1") == []


def test_unknown_rules() -> None:
    result = run("manilen")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "[UNKNOWN_RULES]" in result.stderr
    result = run("manilen", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["reason"] == "UNKNOWN_RULES"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'RULES'"),
        (("manillen", "--count", "-1"), "Invalid value for '--count'"),
        (("manillen", "--seed", "x"), "Invalid value for '--seed'"),
        (("manillen", "--tricks", "0"), "Invalid value for '--tricks'"),
        (("manillen", "--tricks", "9"), "manillen deals 8 cards a hand, not 9"),
        (("manillen", "--tricks", "2", "--played", "9"), "only 8 cards can be played"),
        (("manillen", "--letters", "de"), "Invalid value for '--letters'"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
