"""The command ``bench``: sets, figures, tables, the JSON object, limits, faults."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from manille.client.bench.machine import commit, describe, processor
from manille.client.bench.results import DealResult, Figures, SetResult
from manille.client.bench.sets import file_sets, games, random_sets, usual_count
from manille.client.bench.tables import full, short
from manille.client.cli import main
from manille.solver.core.engine import Engine
from manille.solver.deals import Position, format_deal, parse_deal, random_deal
from manille.solver.errors import DealError
from manille.solver.results import Bounds
from manille.solver.rules import load, names

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")
FOUR = "manillen S N:TA... K7... QJ... 98..."
UNDER_WAY = "maniglia-3 B 1:M.5.. K.7.. 6.M.. ; declarer=1 ; played=MO KO 6O"
FAULTY = "manillen S N:TA... K7... QJ... 99..."
OPEN = "manillen - N:TA... K7... QJ... 98..."
MACHINE = ["manille", "commit", "python", "platform", "processor", "cores", "date"]


def run(*arguments: str, stdin: str | None = None, columns: int = 80) -> Result:
    env = {"COLUMNS": str(columns), "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(main, ("bench", *arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def found(*arguments: str, stdin: str | None = None) -> Any:
    result = run(*arguments, "--json", stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def without_times(value: Any) -> Any:
    """The same without what hangs on the clock."""
    if isinstance(value, dict):
        timed = ("cpu_ms", "nodes_per_s", "date", "slowest", "threads")
        return {key: without_times(one) for key, one in value.items() if key not in timed}
    return [without_times(one) for one in value] if isinstance(value, list) else value


# -------------------------------------------------------------------------------------------- sets


def test_without_names_all_games_take_part() -> None:
    taken = [rules.name for rules in games(())]
    assert taken == [name for name in names() if name not in ("belote", "whist")]


def test_a_named_set_takes_part_once() -> None:
    taken = [rules.name for rules in games(("whist", "manillen", "MANILLEN", "belote"))]
    assert taken == ["whist", "manillen", "belote"]


def test_large_decks_have_fewer_deals() -> None:
    counts = {name: usual_count(load(name)) for name in ("manillen", "maniglia-5", "botifarra")}
    assert counts == {"manillen": 1000, "maniglia-5": 1000, "botifarra": 100}
    assert usual_count(load("whist")) == 20
    (one,) = random_sets([load("botifarra")], None, 1)
    assert one.count == len(list(one.deals)) == 100


def test_the_deals_are_those_of_the_seed() -> None:
    rules = load("maniglia")
    expected = [format_deal(random_deal(rules, 6, number)) for number in range(3)]
    (one,) = found("maniglia", "--count", "3", "--seed", "6")["sets"]
    assert [deal["deal"] for deal in one["results"]] == expected
    (one,) = found("maniglia", "--count", "2")["sets"]
    assert one["results"][1]["deal"] == format_deal(random_deal(rules, 1, 1))


def test_deals_of_a_text_are_grouped_by_their_rules() -> None:
    text = f"# comment\n{UNDER_WAY}\n\n{FOUR}\n{UNDER_WAY}\n"
    first, second = found("--deals", "-", stdin=text)["sets"]
    assert (first["rules"], first["deals"]) == ("maniglia-3", 2)
    assert (second["rules"], second["deals"]) == ("manillen", 1)
    # N holds the two highest trumps and takes all: T 5, A 4, K 3, Q 2, J 1 and the last trick 1
    assert [deal["value"] for deal in second["results"]] == [16]
    position = Position.of(parse_deal(UNDER_WAY))
    low, high = Engine(position).value()
    assert low == high
    assert [deal["value"] for deal in first["results"]] == [position.points[0] + low] * 2


def test_deals_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"{FOUR}\n", "utf-8")
    run_object = found("--deals", str(path))
    assert run_object["options"]["deals"] == str(path)
    assert run_object["options"]["seed"] is None
    assert run_object["sets"][0]["results"][0]["deal"] == FOUR


def test_nothing_is_measured_if_a_deal_is_faulty() -> None:
    result = run("--deals", "-", stdin=f"{FOUR}\n{FAULTY}\n{OPEN}\n")
    assert (result.exit_code, result.stdout) == (1, "")
    first, second = result.stderr.splitlines()
    assert first.startswith("error: line 2, column 33: 9S stands twice")
    assert second.startswith("error: line 3: the trump is not named yet")
    with pytest.raises(DealError, match="no deal in the file"):
        file_sets([])


def test_an_own_rule_file_with_a_space_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "our cafe.toml"
    path.write_text('base = "manillen"\n[play]\nruff = "opponent"\n', "utf-8")
    (one,) = found(str(path), "--count", "2")["sets"]
    assert one["rules"] == str(path)
    # the notation has no way to name this file; the deal can be given to other commands as it is
    assert parse_deal(one["slowest"]).rules == load(str(path))


# ----------------------------------------------------------------------------------------- figures


def test_percentiles_are_values_that_occurred() -> None:
    assert Figures.of(range(1, 101)) == (50.5, 50, 90, 99, 100)
    assert Figures.of([30, 10, 20]) == (20, 20, 30, 30, 30)
    assert Figures.of([7]) == (7, 7, 7, 7, 7)
    assert Figures.of(range(1, 1001))[1:] == (500, 900, 990, 1000)


@pytest.mark.parametrize(
    ("value", "in_full", "in_short"),
    [
        (0, "0", "0"),
        (0.05342, "0.0534", "0"),
        (1.089, "1.09", "1"),
        (15.31, "15.3", "15"),
        (269.4, "269", "269"),
        (9590.4, "9,590", "9.59k"),
        (999_960, "999,960", "1.00M"),
        (2_416_420, "2,416,420", "2.42M"),
        (41e9, "41,000,000,000", "41.0G"),
    ],
)
def test_numbers_to_three_figures(value: float, in_full: str, in_short: str) -> None:
    assert full(value) == in_full
    assert short(value) == in_short


def result(deal: str, nodes: int = 10, cpu_ms: float = 1.0, value: int = 5) -> DealResult:
    return DealResult(deal, nodes, cpu_ms, Bounds(value, value))


def test_the_figures_of_a_set() -> None:
    one = SetResult("x", "f", (result("a", 30, 2.0), result("b", 10, 6.0)))
    assert one.nodes == (20, 10, 30, 30, 30)
    assert one.cpu_ms == (4.0, 2.0, 6.0, 6.0, 6.0)
    assert one.nodes_per_s == 40 / 0.008
    assert one.signature == 40
    assert one.slowest.deal == "b"
    assert one.stopped == 0


def test_the_digest_hangs_on_deals_and_values_alone() -> None:
    one = SetResult("x", "f", (result("a"), result("b")))
    assert SetResult("x", "f", (result("a", 99, 9.0), result("b"))).values == one.values
    for other in (
        (result("a", value=6), result("b")),
        (result("a"), result("c")),
        (result("b"), result("a")),
        (result("a"), DealResult("b", 10, 1.0, Bounds(4, 5), stopped=True)),
        (result("a"), DealResult("b", 10, 1.0, Bounds(5, 5), {"KS": Bounds(5, 5)})),
    ):
        assert SetResult("x", "f", other).values != one.values


def test_a_search_that_the_clock_ended_leaves_no_signature() -> None:
    part = DealResult("b", 10, 1.0, Bounds(4, 5), stopped=True)
    assert SetResult("x", "f", (result("a"), part), timed=True).signature is None
    assert SetResult("x", "f", (result("a"), part), timed=False).signature == 20
    assert SetResult("x", "f", (result("a"),), timed=True).signature == 10


# -------------------------------------------------------------------------------------------- JSON


def test_the_whole_object() -> None:
    value = found("manille", "maniglia-3", "--count", "4")
    assert list(value) == ["format", *MACHINE, "options", "sets"]
    assert value["format"] == 1
    assert value["options"] == {
        "want": "value",
        "table_mib": 64,
        "threads": 1,
        "nodes": None,
        "time_s": None,
        "deals": None,
        "count": 4,
        "seed": 1,
    }
    assert [one["rules"] for one in value["sets"]] == ["manille", "maniglia-3"]
    for one in value["sets"]:
        nodes = [deal["nodes"] for deal in one["results"]]
        assert (one["deals"], one["stopped"], one["signature"]) == (4, 0, sum(nodes))
        assert one["nodes"]["max"] == max(nodes)
        assert one["slowest"] in [deal["deal"] for deal in one["results"]]
        assert one["fingerprint"] == load(one["rules"]).fingerprint
        for deal in one["results"]:
            engine = Engine(Position.of(parse_deal(deal["deal"])))
            assert list(engine.value()) == [deal["value"]] * 2
            assert engine.nodes == deal["nodes"]
            assert deal["cpu_ms"] > 0


def test_every_card_is_valued_where_wanted() -> None:
    value = found("manille", "--count", "2", "--want", "cards")
    assert value["options"]["want"] == "cards"
    for one in value["sets"][0]["results"]:
        position = Position.of(parse_deal(one["deal"]))
        assert list(one["cards"]) == [str(card) for card in position.legal_cards()]
        # side 0 is the leader's, who plays, and the best card keeps the value
        assert max(one["cards"].values()) == one["value"]


def test_threads_change_no_node() -> None:
    words = ("manillen", "maniglia-5", "--count", "6", "--want", "cards")
    assert without_times(found(*words)) == without_times(found(*words, "--threads", "3"))


def test_a_limit_is_counted_and_shown() -> None:
    (one,) = found("manillen", "--count", "5", "--nodes", "100")["sets"]
    stopped = [deal for deal in one["results"] if deal.get("stopped")]
    assert one["stopped"] == len(stopped) > 0  # hardly any deal is so easy
    (exact,) = found("manillen", "--count", "5")["sets"]
    for part, whole in zip(one["results"], exact["results"], strict=True):
        low, high = part.get("bounds", [part["value"]] * 2)
        assert low <= whole["value"] <= high
        assert (part["value"] is None) == (low < high)
    assert one["values"] != exact["values"]
    shown = run("manillen", "--count", "5", "--nodes", "100").stdout
    assert f"manillen: {len(stopped)} of 5 deals met the limit" in shown
    assert "met the limit" not in run("manillen", "--count", "5").stdout


def test_json_in_a_file_stands_beside_the_tables(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    for words in (["--json", str(path)], [f"--json={path}"]):
        path.unlink(missing_ok=True)
        told = run("manille", "--count", "2", *words)
        assert told.exit_code == 0
        assert "Nodes of a deal" in told.stdout
        written = json.loads(path.read_text("utf-8"))
        assert (
            without_times(written["sets"])
            == without_times(found("manille", "--count", "2"))["sets"]
        )


# ------------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_tables_of_eighty_columns(columns: int) -> None:
    names_shown = ("manillen-zonder-troef", "manille", "maniglia-3")
    told = run(*names_shown, "--count", "3", columns=columns)
    assert (told.exit_code, told.stderr) == (0, "")
    lines = told.stdout.splitlines()
    expected = found(*names_shown, "--count", "3")["sets"]
    for one in expected:
        rows = [line for line in lines if line.startswith(f"{one['rules']} ")]
        rows = rows[-3:]  # "manille 0.1.0" stands above
        times, nodes, digest = rows
        assert times.split()[1] == "3"
        figures = [short(one["nodes"][key]) for key in ("mean", "p50", "p90", "p99", "max")]
        assert nodes.split()[1:] == [*figures, f"{one['signature']:,}"]
        assert digest.split()[1] == one["values"]
    assert f"{sum(one['signature'] for one in expected):,}" in told.stdout
    slow = [line for line in lines if line.startswith("  ")]
    assert [parse_deal(line).rules.name for line in slow] == list(names_shown)
    assert max(len(line.rstrip()) for line in lines if line not in slow) <= 80


def test_the_heading_says_what_was_measured() -> None:
    shown = run("manille", "--count", "1", "--want", "cards", "--threads", "2").stdout
    assert "of every legal card, 2 deals at once" in shown
    assert describe()["processor"] in shown


def test_the_machine(tmp_path: Path) -> None:
    assert list(describe()) == MACHINE
    assert describe()["date"].endswith("+00:00")
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nmodel name\t: Fast: 5 GHz\nmodel name\t: Other\n", "utf-8")
    assert processor(info) == "Fast: 5 GHz"
    assert processor(tmp_path / "missing") == processor(tmp_path)


def test_the_commit(tmp_path: Path) -> None:
    assert commit(tmp_path) is None
    (tmp_path / ".git").mkdir()  # a folder of that name is no repository yet
    assert commit(tmp_path) is None
    (tmp_path / ".git").rmdir()
    (tmp_path / "file").write_text("1", "utf-8")
    try:
        for words in ("init -q", "add file", "-c user.name=x -c user.email=x@y commit -qm x"):
            subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    except OSError:
        pytest.skip("git is not installed")
    clean = commit(tmp_path)
    assert clean is not None
    assert len(clean) == 40
    (tmp_path / "file").write_text("2", "utf-8")
    assert commit(tmp_path) == f"{clean}-dirty"


# ---------------------------------------------------------------------------------------- nonsense


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("manillen", "--count", "0"), "Invalid value for '--count'"),
        (("--json", "manillen"), "manillen is a rule set; name the rule sets first"),
        (("--json", "cafe.toml"), "cafe.toml is a rule set"),
        (("--json=no/such/folder.json",), "no/such/folder.json cannot be written"),
        (("--json=.",), ". cannot be written"),
        (("--plot", "x.pdf"), "x.pdf ends neither in .svg nor in .png"),
        (("--plot", "no/such/folder.svg"), "no/such/folder.svg cannot be written"),
        (("--deals", "x", "manillen"), "--deals brings its own deals"),
        (("--deals", "x", "--seed", "1"), "--deals brings its own deals"),
        (("--deals", "x", "--count", "1"), "--deals brings its own deals"),
        (("--nodes", "0"), "--nodes: 0 is not a number of nodes"),
        (("--time", "nan"), "--time: nan is not a number of seconds"),
        (("--table", "0"), "--table: 0 is not a size"),
        (("--threads", "0"), "Invalid value for '--threads'"),
        (("--want", "line"), "Invalid value for '--want'"),
    ],
)
def test_nonsense(arguments: tuple[str, ...], message: str) -> None:
    told = run(*arguments)
    assert (told.exit_code, told.stdout) == (2, "")
    assert message in " ".join(told.stderr.split())


def test_unknown_rules_and_files() -> None:
    told = run("manilen")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "the nearest are manillen" in told.stderr
    told = run("manilen", "--json")
    assert json.loads(told.stdout)["error"]["reason"] == "UNKNOWN_RULES"
    told = run("--deals", "no such file")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "'no such file' cannot be read" in told.stderr


# --------------------------------------------------------------------------------------- terminals

CODE = "from manille.client.cli import main; main(prog_name='manille')"


class Terminal:
    """The command in a process of its own, standard error on a terminal."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
        words = [sys.executable, "-c", CODE, "bench", *arguments]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=slave, env=environment
        )
        os.close(slave)
        self.shown = b""

    def wait_for(self, text: bytes) -> bool:
        """Whether the text appears before the terminal closes."""
        while text not in self.shown:
            try:
                chunk = os.read(self._master, 1 << 16)
            except OSError:  # nobody writes on it any more
                return False
            if not chunk:
                return False
            self.shown += chunk
        return True

    def end(self) -> bytes:
        """Standard output, once the process has ended."""
        stdout, _ = self.process.communicate(timeout=60)
        os.close(self._master)
        return stdout


@POSIX
def test_progress_on_a_terminal() -> None:
    terminal = Terminal("manillen", "--count", "30")
    assert terminal.wait_for(b"30/30"), terminal.shown
    assert b"manillen" in terminal.shown
    stdout = terminal.end()
    assert terminal.process.returncode == 0
    assert b"Nodes of a deal" in stdout
    assert b"30/30" not in stdout


@POSIX
def test_an_interrupt_ends_the_searches() -> None:
    terminal = Terminal("whist", "--count", "500", "--threads", "2")
    assert terminal.wait_for(b"whist"), terminal.shown
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.wait_for(b"interrupted"), terminal.shown
    assert terminal.end() == b""
    assert terminal.process.returncode == 130
