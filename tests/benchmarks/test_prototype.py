"""The comparison with another solver program, with programs that only look like one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import prototype
from benchmarks.prototype import Answer, parse_answer, to_line
from manille.solver.analysis import bench
from manille.solver.deals import parse_deal, random_deal
from manille.solver.rules import load


def program(tmp_path: Path, body: str) -> str:
    """A program that does something with every line of its input."""
    path = tmp_path / "solver"
    path.write_text(f"#!{sys.executable}\nimport json, sys\nfor line in sys.stdin:\n    {body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_known_deal_as_a_line() -> None:
    deal = parse_deal("manillen H W:J.9..J A.A..T Q.Q..A 9.8..K")
    hands = "0/3,1/2,3/3 0/6,1/6,3/7 0/4,1/4,3/6 0/2,1/1,3/5"
    assert to_line(deal) == f"manillen 1 0 0101 {hands}"


def test_no_trump_and_a_declarer_as_a_line() -> None:
    no_trump = parse_deal("manillen NT N:T... 7... A... 8...")
    assert to_line(no_trump) == "manillen -1 0 0101 0/7 0/0 0/6 0/1"
    deal = parse_deal("maniglia-3 B 2:7... .7.. ...3 ; declarer=3")
    assert to_line(deal) == "maniglia-3 3 0 101 0/8 1/8 3/0"


@pytest.mark.parametrize("game", prototype.GAMES)
def test_every_card_of_a_deal_stands_in_its_line_once(game: str) -> None:
    deal = random_deal(load(game), 1)
    name, _, _, sides, *hands = to_line(deal).split(" ")
    ranks = len(deal.rules.order)
    cards = [card for hand in hands for card in hand.split(",")]
    assert (name, len(sides)) == (game, deal.rules.seats)
    assert sorted(cards) == sorted(f"{suit}/{n}" for suit in range(4) for n in range(ranks))


def test_an_answer() -> None:
    assert parse_answer("44 7162 0.319") == Answer(44, 7162, 0.319)


def test_equal_values_are_counted(tmp_path: Path) -> None:
    deals = [random_deal(load("manillen"), 1, number) for number in range(3)]
    values = {to_line(deal): bench.measure(deal).bounds.exact for deal in deals}
    answer = f"print(json.loads({json.dumps(json.dumps(values))})[line.strip()], 10, 0.5)"
    path = tmp_path / "run.json"
    words = [program(tmp_path, answer), "manillen=3", "--block", "2", "--json", str(path)]
    done = CliRunner().invoke(prototype.main, words)
    assert done.exit_code == 0, done.output
    nodes, time = json.loads(path.read_text())["contests"]
    assert nodes["each"]["other"] == [10, 10, 10]
    assert nodes["each"]["manille"] == [bench.measure(deal).nodes for deal in deals]
    assert time["each"]["other"] == [0.5, 0.5, 0.5]


def test_an_unequal_value_ends_the_run(tmp_path: Path) -> None:
    words = [program(tmp_path, "print(-1, 10, 0.5)"), "manillen=3"]
    done = CliRunner().invoke(prototype.main, words)
    assert done.exit_code == 1
    assert "UNEQUAL: manillen " in done.output
    assert "value: other -1, manille " in done.output


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("print('hello')", "not enough values"),
        ("pass", "0 answers to 4 deals; status 0"),
        ("sys.exit('bad game')", "bad game"),
    ],
)
def test_a_program_that_does_not_answer_is_named(tmp_path: Path, body: str, said: str) -> None:
    solver = program(tmp_path, body)
    done = CliRunner().invoke(prototype.main, [solver, "manillen=3"])
    assert done.exit_code == 1
    assert solver in done.output
    assert said in done.output
