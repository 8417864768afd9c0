"""The command ``rules``: the list, the flags of one, a file of one's own."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from manille.client.cli.rules import rules
from manille.solver.rules import FLAGS, load, names


def run(*arguments: str, columns: int = 80) -> Result:
    env = {"COLUMNS": str(columns), "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(rules, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_list() -> None:
    result = run(columns=120)
    assert result.exit_code == 0
    head, *rows = [line.rstrip() for line in result.stdout.split("\n\n")[0].splitlines()]
    assert head.split() == ["name", "seats", "cards", "points", "game"]
    assert [row.split()[0] for row in rows] == list(names())
    # as the table of the rule texts has them
    found = {row.split()[0]: row.split(maxsplit=4)[1:] for row in rows}
    assert found["manillen"][:3] == ["4", "32", "61"]
    assert found["maniglia-3"] == ["3", "36", "72", "Maniglia (three, auction)"]
    assert found["maniglia-5"][:3] == ["5", "40", "68"]
    assert found["macau-manilla"][:3] == ["4", "40", "70"]


def test_list_in_json() -> None:
    result = run("--json")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["rules"] for one in found] == list(names())
    assert {one["rules"] for one in found if one["reference"]} == {"belote", "whist"}
    assert len({one["fingerprint"] for one in found}) == len(found)


@pytest.mark.parametrize("name", names())
def test_every_flag_is_explained(name: str) -> None:
    result = run(name, columns=200)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{name}: {load(name).title}\n")
    assert f"\nfingerprint {load(name).fingerprint}\n" in result.stdout
    lines = [line.strip() for line in result.stdout.splitlines()]
    for flag in FLAGS:
        (line,) = [one for one in lines if one.startswith(f"{flag.name} ") and flag.meaning in one]
        value = getattr(load(name), flag.name)
        if flag.choices:
            for word, meaning in flag.choices:
                mark = "→ " if word == value else ""
                assert f"{mark}{word}: {meaning}" in lines
        elif isinstance(value, bool):
            assert line.split()[1] == ("true" if value else "false")
        elif isinstance(value, int):
            assert line.split()[1] == str(value)


def test_order_and_points() -> None:
    lines = [" ".join(line.split()) for line in run("belote", columns=200).stdout.splitlines()]
    for start in (
        "order ATKQJ987 the ranks",
        "points A=11 T=10 K=4 Q=3 J=2 the points",
        "trump_order J9ATKQ87 the ranks",
        "no_trump_factor 1",
    ):
        assert any(line.startswith(start) for line in lines), start
    plain = [" ".join(line.split()) for line in run("manillen", columns=200).stdout.splitlines()]
    assert any(line.startswith("trump_order as plain the ranks") for line in plain)


def test_a_file_to_start_from(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run("belote", "--toml").stdout, "utf-8")
    assert load(str(path)) == load("belote")
    for arguments in (["--toml"], ["belote", "--toml", "--json"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "--toml needs a NAME" in result.stderr


def test_flags_in_json() -> None:
    (line,) = run("macau-manilla", "--json").stdout.splitlines()
    found = json.loads(line)
    assert list(found) == ["rules", "fingerprint", "title", "source", "reference", "flags"]
    flags = found["flags"]
    assert list(flags) == [flag.name for flag in FLAGS]
    assert flags["order"] == "7AKJQT9865"
    assert flags["points"] == {"7": 5, "A": 4, "K": 3, "J": 2, "Q": 1}
    duties = [flags[name] for name in ("beat_plain", "beat_trump", "ruff", "overruff")]
    assert duties == ["opponent"] * 4
    assert flags["when_unable"] == "trump"


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_nothing_is_cut_off(columns: int) -> None:
    """A narrow terminal gets more lines, not fewer words."""
    narrow = run("belote", columns=columns).stdout
    assert max(map(len, narrow.splitlines()[3:])) <= columns
    wide = run("belote", columns=200).stdout
    assert sorted("".join(narrow.split())) == sorted("".join(wide.split()))


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (
        'base = "manillen"\ntitle = "Ours [/b] [red]x[/red] :smile:"\n[play]\nruff = "opponent"\n'
    )
    path.write_text(text, "utf-8")
    result = run(str(path), columns=200)
    assert result.exit_code == 0
    # what looks like markup is not taken for it
    assert result.stdout.startswith(f"{path}: Ours [/b] [red]x[/red] :smile:\n")
    own = json.loads(run(str(path), "--json").stdout)
    base = json.loads(run("manillen", "--json").stdout)
    assert own["fingerprint"] != base["fingerprint"]
    assert own["flags"] == {**base["flags"], "ruff": "opponent"}


def test_unknown() -> None:
    result = run("manilen")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "the nearest are manillen" in result.stderr
    assert result.stderr.endswith("[UNKNOWN_RULES]\n")
    result = run("manilen", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["reason"] == "UNKNOWN_RULES"


def test_a_faulty_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "manillen"\n[play]\nruf = "opponent"\noverruff = "often"\n', "utf-8")
    result = run(str(path), "--json")
    assert result.exit_code == 1
    error = json.loads(result.stdout)["error"]
    assert {error["reason"], *(one["reason"] for one in error["more"])} == {
        "RULES_UNKNOWN",
        "RULES_VALUE",
    }
