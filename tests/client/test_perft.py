"""The command ``perft``: counts by hand and by the slow twin, faults, Ctrl-C."""

import json
import signal
import subprocess
import sys
from threading import Timer

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.perft import perft
from manille.solver.deals import Position, format_deal, random_ending
from manille.solver.reference import perft as slow_perft
from manille.solver.rules import load, names

# Two spades each, all follow; W has nothing to beat the ten or the ace with, and E never has.
TWO_EACH = "manillen S N:TA... K7... QJ... 98..."


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(perft, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_counts_by_hand() -> None:
    """Each seat chooses one of two cards, then has one left."""
    result = run(TWO_EACH, "10")
    assert result.exit_code == 0
    counts = [2, 4, 8, 16, 16, 16, 16, 16, 16, 16]
    lines = [f"{depth:3d} {count}\n" for depth, count in enumerate(counts, 1)]
    assert result.stdout == "".join(lines)


def test_obligations_are_counted() -> None:
    """W must beat the queen but need not beat the ten, and N leads either."""
    deal = "manillen S N:TQ... K7... A8... J9..."
    result = run(deal, "2", "--json")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"depth": 1, "lines": 2},
        {"depth": 2, "lines": 3},
    ]


@pytest.mark.parametrize("name", names())
def test_the_slow_twin_counts_the_same(name: str) -> None:
    deal = random_ending(load(name), 4, 5, 0, 2)
    result = run(format_deal(deal), "6", "--json")
    expected = [
        {"depth": depth, "lines": slow_perft(Position.of(deal), depth)} for depth in range(1, 7)
    ]
    assert [json.loads(line) for line in result.stdout.splitlines()] == expected


def test_the_deal_needs_no_quotes() -> None:
    assert run(*TWO_EACH.split(), "3").stdout == run(TWO_EACH, "3").stdout


def test_depth_zero_and_the_end_of_the_hand() -> None:
    assert run(TWO_EACH, "0").stdout == ""
    assert run("manillen S N:T... K... Q... J... ; played=TS KS QS JS", "1").stdout == "  1 1\n"


def test_letters() -> None:
    spelled = "manillen S N:TA... H7... VB... 98..."
    assert run(spelled, "4", "--letters", "nl").stdout == run(TWO_EACH, "4").stdout


def test_a_faulty_deal() -> None:
    result = run("manillen S N:TA... K7... QJ... 99...", "2")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "[CARD_DEALT_TWICE]" in result.stderr
    text, mark = result.stderr.splitlines()[-2:]
    assert text[mark.index("^") :] == "9..."

    result = run("manillen S N:TA... K7... QJ... 99...", "2", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["reason"] == "CARD_DEALT_TWICE"


@pytest.mark.parametrize("arguments", [(), (TWO_EACH,), (TWO_EACH, "x"), (TWO_EACH, "1.5")])
def test_nonsense(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage:" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_long_count() -> None:
    deal = format_deal(random_ending(load("whist"), 13, 1))
    code = "from manille.client.cli import main; main()"
    command = [sys.executable, "-c", code, "perft", deal, "52"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        watchdog = Timer(60, process.kill)
        watchdog.start()
        assert process.stdout is not None
        assert process.stdout.readline() == b"  1 13\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        watchdog.cancel()
    assert process.returncode == 130
    assert errors == b"interrupted\n"
