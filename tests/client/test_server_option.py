"""The commands with ``--server``: the same as without, and what is said when nobody answers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kit.clients import HARD
from kit.grpc_server import ServerProgram
from kit.scripted_server import Failing, ScriptedServer, answer
from manille.client.cli import main
from manille.solver.deals import format_deal, random_ending
from manille.solver.rules import load, names
from manille.wire.refusals import Broken, Overloaded

DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
ALONE = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"
FOUR = "manillen S N:TA... K7... QJ... 98..."
REVOKED = f"{DEAL} ; played=KH AH QH 7H TS"
FAULTY = "manillen S N:TA... K7... QJ... 99..."
EFFORT = re.compile(
    r'[\d,]+ nodes in [\d.]+ s|"nodes": \d+, "time_s": [\d.e-]+(, "source": "\w+")?'
    r"|The server (?:had|shared) .*\n"
)
SECONDS = re.compile(r" +[\d.]+$|( in|;) [\d.]+ s.*", re.MULTILINE)

pytestmark = pytest.mark.xdist_group("server option")


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with ServerProgram("--log-level", "error") as server:
        yield server.target


def run(*words: str, stdin: str | None = None, env: dict[str, str | None] | None = None) -> Result:
    surroundings = {"COLUMNS": "80", "FORCE_COLOR": None, **(env or {})}
    result = CliRunner(env=surroundings).invoke(main, words, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def shown(result: Result) -> tuple[int, str, str]:
    """All that a command says, but for what it took."""
    texts = (SECONDS.sub("", EFFORT.sub("", text)) for text in (result.stdout, result.stderr))
    return (result.exit_code, *texts)  # type: ignore[return-value]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", DEAL),
        ("solve", "--json", DEAL),
        ("solve", "--json", "--letters", "fr", "manille P N:D... A... R... V..."),
        ("solve", f"{DEAL} ; played=KH AH TH 7H TS"),
        ("solve", "--want", "points", ALONE),
        ("solve", "--window", "20..30", "--side", "2", ALONE),
        ("solve", "--json", "--window", "..30", "--side", "e", DEAL),
        ("solve", "--reaches", "31", DEAL),
        ("solve", "--reaches", "24", "--side", "W", "--json", DEAL),
        ("solve", "--nodes", "1000", HARD),
        ("solve", FAULTY),
        ("solve", "--json", FAULTY),
        ("solve", "--window", "1..2", "--side", "X", DEAL),
        ("solve", "manillen S N:TA... ? QJ... 98..."),
        ("solve", "--input", "no such file"),
        ("table", DEAL),
        ("table", "--json", "--window", "20..", ALONE),
        ("table", "--nodes", "1000", HARD),
        ("table", f"{FOUR} ; played=TS"),
        ("solve", "--want", "lines", DEAL),
        ("review", REVOKED),
        ("review", "--json", REVOKED),
        ("review", "--json", "--nodes", "1000", f"{HARD} ; played=9O"),
        ("review", f"{DEAL} ; played=KH KH"),
        ("why", DEAL),
        ("why", "--json", f"{DEAL} ; played=KH AH TH 7H", "TS"),
        ("why", DEAL, "KC"),
        ("legal", f"{DEAL} ; played=KH AH"),
        ("legal", "--json", f"{DEAL} ; played=KH AH"),
        ("legal", FAULTY),
        ("rules",),
        ("rules", "--json"),
        ("rules", "maniglia-4"),
        ("rules", "botifarra", "--toml"),
        ("rules", "whist", "--json"),
    ],
    ids=" ".join,
)
def test_a_server_says_the_same(words: tuple[str, ...], target: str) -> None:
    command, *rest = words
    assert shown(run(command, "--server", target, *rest)) == shown(run(*words))


@pytest.mark.parametrize("more", [(), ("--json",), ("--threads", "1"), ("--reaches", "5")])
@pytest.mark.parametrize("command", ["solve", "table", "legal", "review"])
def test_many_deals(command: str, more: tuple[str, ...], target: str, seed: int) -> None:
    if more and more[0] != "--json" and command != "solve":
        more = ()
    deals = [format_deal(random_ending(load(name), 3, seed, n)) for name in names() for n in (1, 2)]
    deals[4], deals[9] = FAULTY, "# a remark"
    stdin = "\n".join(deals)
    with_server = run(command, "--server", target, "--input", "-", *more, stdin=stdin)
    assert shown(with_server) == shown(run(command, "--input", "-", *more, stdin=stdin))
    assert with_server.exit_code == 1


def test_where_an_answer_came_from(target: str) -> None:
    """Only JSON says it, and only with a server; the other keys are as ever."""
    found = [json.loads(run("solve", "--json", "--server", target, DEAL).stdout) for _ in range(2)]
    assert found[1]["source"] == "memory"
    alone = json.loads(run("solve", "--json", DEAL).stdout)
    assert list(found[1]) == [*alone, "source"]
    for command in ("solve", "table"):
        words = (command, "--json", "--server", target, "--input", "-")
        one, two = map(json.loads, run(*words, stdin=f"{FOUR}\n{FOUR}").stdout.splitlines())
        # they may be asked at once, and then it is open which of them is searched
        assert {one.pop("source"), two.pop("source")} & {"memory", "shared"}
        assert one == two


def test_rules_of_ones_own_travel(target: str, tmp_path: Path) -> None:
    path = tmp_path / "cafe.toml"
    path.write_text('title = "Our café"\nbase = "manillen"\n[play]\nbeat_plain = "opponent"\n')
    deal = DEAL.replace("manillen", str(path))
    asked = (("solve", deal), ("table", deal), ("legal", deal), ("why", deal), ("rules", str(path)))
    for words in (*asked, ("review", f"{deal} ; played=KH AH")):
        command, *rest = words
        assert shown(run(command, "--server", target, *rest)) == shown(run(*words))


def test_the_environment_names_a_server(target: str) -> None:
    found = json.loads(run("solve", "--json", DEAL, env={"MANILLE_SERVER": target}).stdout)
    assert "source" in found
    found = json.loads(run("solve", "--json", DEAL, env={"MANILLE_SERVER": ""}).stdout)
    assert "source" not in found


# ---------------------------------------------------------------------------------------- failures


def test_nobody_listens() -> None:
    for command in ("solve", "table"):
        found = run(command, "--server", "127.0.0.1:1", "--input", "-", stdin=f"{FOUR}\n" * 3)
        assert (found.exit_code, found.stderr.count("error: ")) == (1, 1)
        assert found.stderr.startswith(
            "error: 127.0.0.1:1 cannot be reached: nothing listens there"
        )
        assert found.stderr.endswith(" [UNREACHABLE]\n")
    found = run("rules", "--server", "127.0.0.1:1", "--json")
    assert json.loads(found.stdout)["error"]["reason"] == "UNREACHABLE"


def test_a_refusal_of_one_deal_stands_in_its_place() -> None:
    def busy(requests: Iterator[Any], context: Any) -> Iterator[Any]:
        failing = Failing(Overloaded("too much to do", 1.0))
        for request in requests:
            yield failing.tagged(request) if request.tag == "1" else answer(request)

    with ScriptedServer() as server:
        server.script.extend([busy, busy])
        words = ("solve", "--server", server.target, "--input", "-")
        result = run(*words, "--json", stdin=f"{FOUR}\n" * 3)
        first, second, third = map(json.loads, result.stdout.splitlines())
        assert second == {
            "error": {
                "reason": "OVERLOADED",
                "message": "too much to do",
                "line": 2,
                "column": None,
            }
        }
        assert (first["points"], third["points"], result.exit_code) == ([16, 0], [16, 0], 1)
        rows = run(*words, stdin=f"{FOUR}\n" * 3)
        assert rows.stdout.splitlines()[2] == "    2  faulty: OVERLOADED"
        assert "error: line 2: too much to do [OVERLOADED]\n" in rows.stderr


def test_a_single_deal_that_is_refused() -> None:
    def broken(requests: Iterator[Any], context: Any) -> Iterator[Any]:
        yield Failing(Broken("under this id")).tagged(next(requests))

    with ScriptedServer(broken) as server:
        found = run("solve", "--server", server.target, FOUR)
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr == "error: line 1: under this id [BROKEN]\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--server", "localhost"), "--server: 'localhost' is no address of a server"),
        (("--tls",), "--tls belongs to --server"),
        (("--token-in-plaintext",), "--token-in-plaintext belongs to --server"),
        (("--ca", "x"), "--ca belongs to --server"),
        (("--server", "localhost:1", "--ca", "no-such"), "--ca: 'no-such' cannot be read"),
        (("--server", "localhost:1", "--cert", "x"), "--cert: a cert is given, and it needs"),
        (("--server", "localhost:1", "--token-file", "no-such"), "--token-file: 'no-such' cannot"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "table", "legal"])
def test_options_that_make_no_sense(command: str, words: tuple[str, ...], message: str) -> None:
    found = run(command, *words, FOUR)
    assert found.exit_code == 2
    assert message in " ".join(found.stderr.split())


def test_a_token_goes_along() -> None:
    token = {"MANILLE_TOKEN": "a-token"}
    with ScriptedServer() as server:
        assert run("solve", "--server", server.target, FOUR, env=token).exit_code == 0
    assert [call["authorization"] for call in server.calls] == ["Bearer a-token"]
    found = run("solve", "--server", "example.org:1", FOUR, env=token)
    assert found.exit_code == 2
    assert "would travel in plaintext" in " ".join(found.stderr.split())
    assert "a-token" not in found.stderr.replace("a token", "")


def test_help_names_the_options_and_their_variables() -> None:
    for command in ("solve", "table", "legal", "rules"):
        text = " ".join(run(command, "--help").stdout.split())
        assert "--server HOST:PORT" in text
        assert "env var: MANILLE_SERVER" in text


def test_ctrl_c_ends_the_calls() -> None:
    """The command ends at once, and the server hears of it."""
    waiting = threading.Event()

    def slow(requests: Iterator[Any], context: Any) -> Iterator[Any]:
        context.add_callback(server.gone)
        yield answer(next(requests))
        waiting.set()
        server.released.wait(60)

    with ScriptedServer(slow) as server:
        command = [sys.executable, "-c", "from manille.client.cli import main; main()", "solve"]
        command += ["--json", "--server", server.target, "--input", "-"]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with subprocess.Popen(command, text=True, env=dict(os.environ), **pipes) as process:  # type: ignore[call-overload]
            try:
                process.stdin.write(f"{FOUR}\n" * 3)
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["points"] == [16, 0]
                assert waiting.wait(60)
                process.send_signal(signal.SIGINT)
                assert process.wait(60) == 130
                assert process.stderr.read() == "interrupted\n"
            finally:
                process.kill()
        assert server.cancelled.wait(60)


def test_a_second_answer_says_where_it_came_from(target: str) -> None:
    first = "manillen H N:J.9..J A.A..T Q.Q..A 9.8..K"
    turned = "manillen S N:9.J..J A.A..T Q.Q..A 8.9..K"
    words = ("solve", "--server", target)
    assert "The server" not in run(*words, first).stdout
    assert run(*words, turned).stdout.endswith("The server had the answer in its memory.\n")
