"""What the commands share: help, input in every shape, faults shown, an unfit surrounding."""

import io
import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from manille.client.cli import main
from manille.client.cli.common import (
    LONGEST_LINE,
    MOST_FAULTS,
    Line,
    error_object,
    is_pipe,
    is_terminal,
    json_text,
    open_lines,
    show_error,
)
from manille.solver.errors import DealError, Fault, InputError, Reason

DEAL = "manillen S N:TA... K7... QJ... 98..."
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    env = {"COLUMNS": "80", "FORCE_COLOR": None}
    result = CliRunner(env=env).invoke(main, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def real(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    code = "from manille.client.cli import main; main(prog_name='manille')"
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([sys.executable, "-c", code, *arguments], timeout=60, **options)


def environment(**changes: str) -> dict[str, str]:
    names = ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "PYTHONUTF8", "PYTHONIOENCODING")
    return {**{key: value for key, value in os.environ.items() if key not in names}, **changes}


# ---------------------------------------------------------------------------------- help, version


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    listed = result.stdout.partition("Commands:\n")[2].splitlines()
    first_words = [line.split()[0] for line in listed if line.strip()]
    assert set(main.commands) <= set(first_words)
    # no summary is cut
    assert not any(line.endswith("...") for line in listed)


# The options of `serve` are those of the server program; tests/server has them.
@pytest.mark.parametrize("name", sorted(set(main.commands) - {"serve"}))
def test_help_explains_every_option(name: str) -> None:
    shown = run(name, "--help").stdout
    usage, _, options = shown.partition("Options:\n")
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert all(f"{word} " in options for word in parameter.opts)
        else:
            assert (parameter.name or "").upper() in usage
    assert run(name, "-h").stdout == shown


def test_version() -> None:
    try:
        known = version("manille")
    except PackageNotFoundError:
        pytest.skip("manille is not installed here")
    assert run("--version").stdout.rstrip().endswith(known)


def test_a_misspelt_command() -> None:
    result = run("slove")
    assert result.exit_code == 2
    assert "solve" in result.stderr


# ------------------------------------------------------------------------------------------ input


def test_lines_of_every_shape(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_bytes(b"\xef\xbb\xbffirst\r\n\r\n  # comment\n \t\nse\xffcond \r\n\xef\xbb\xbflast")
    found = open_lines((), str(path))
    assert found.total == 3
    assert list(found.lines) == [
        Line(1, "first"),
        Line(5, "se\ufffdcond "),
        Line(6, "\ufefflast"),
    ]


@pytest.mark.parametrize("content", [b"", b"\n", b"one", b"one\n", b"one\n\ntwo", b"a\r\nb\r\n"])
def test_standard_input_is_read_like_a_file(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deals.txt"
    path.write_bytes(content)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    streamed = open_lines((), "-")
    assert streamed.total is None
    assert list(streamed.lines) == list(open_lines((), str(path)).lines)


def test_a_line_without_end_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"x" * (3 * LONGEST_LINE) + b"\nnext\n" + b"y" * (2 * LONGEST_LINE)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    found = list(open_lines((), "-").lines)
    assert [(line.number, len(line.text)) for line in found] == [
        (1, LONGEST_LINE),
        (2, 4),
        (3, LONGEST_LINE),
    ]


def test_a_line_that_is_much_too_long_is_refused() -> None:
    result = run("solve", "--json", "--input", "-", stdin="x" * 200_000 + "\n" + DEAL)
    assert result.exit_code == 1
    faulty, good = map(json.loads, result.stdout.splitlines())
    assert faulty["error"]["reason"] == "BAD_SYNTAX"
    assert "too long" in faulty["error"]["message"]
    assert good["points"] == [16, 0]


def test_the_words_of_a_deal_are_joined() -> None:
    assert list(open_lines(("a", "b", ";", "c"), None).lines) == [Line(1, "a b ; c")]


@pytest.mark.parametrize(("deal", "source"), [((), None), (("a",), "-")])
def test_neither_or_both(deal: tuple[str, ...], source: str | None) -> None:
    with pytest.raises(click.UsageError):
        open_lines(deal, source)


@pytest.mark.parametrize("source", ["no such file", ".", "\0"])
def test_a_file_that_cannot_be_read(source: str) -> None:
    with pytest.raises(InputError) as caught:
        open_lines((), source)
    (fault,) = caught.value.faults
    assert (fault.reason, fault.field) == (Reason.FILE_UNREADABLE, "input")
    assert "cannot be read: " in fault.message


@pytest.mark.parametrize("command", ["solve", "legal"])
def test_an_unreadable_file_ends_a_command(command: str, tmp_path: Path) -> None:
    result = run(command, "--input", str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: input: ")
    assert result.stderr.endswith("[FILE_UNREADABLE]\n")
    result = run(command, "--json", "--input", str(tmp_path))
    assert (result.exit_code, result.stderr) == (1, "")
    assert json.loads(result.stdout)["error"]["reason"] == "FILE_UNREADABLE"


@POSIX
@pytest.mark.parametrize("command", ["solve", "legal"])
def test_standard_input_that_is_closed(command: str) -> None:
    # without it a file that is opened first would become standard input
    code = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    inner = "from manille.client.cli import main; main()"
    arguments = [sys.executable, "-c", code, "-c", inner, command, "--input", "-", "--json"]
    ran = subprocess.run(arguments, capture_output=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert json.loads(ran.stdout)["error"]["message"] == (
        "standard input cannot be read: it is closed"
    )


def test_windows_lines_and_a_byte_order_mark() -> None:
    result = run("solve", "--json", "--input", "-", stdin=f"\ufeff{DEAL}\r\n{DEAL}\r\n".encode())
    assert result.exit_code == 0
    assert [json.loads(line)["deal"] for line in result.stdout.splitlines()] == [DEAL, DEAL]


def test_input_that_is_not_utf_8() -> None:
    stdin = DEAL.replace("A", "é").encode("latin-1") + b"\n\xff\xfe\0\n"
    result = run("solve", "--json", "--input", "-", stdin=stdin)
    assert result.exit_code == 1
    first, second = (json.loads(line)["error"] for line in result.stdout.splitlines())
    assert (first["reason"], first["line"], first["column"]) == ("UNKNOWN_CARD", 1, 15)
    assert second["line"] == 2


@POSIX
def test_a_deal_on_the_command_line_that_is_not_utf_8() -> None:
    for extra in ((), ("--json",)):
        ran = real("solve", os.fsdecode(DEAL.replace("A", "é").encode("latin-1")), *extra)
        assert ran.returncode == 1
        assert b"UNKNOWN_CARD" in ran.stdout + ran.stderr
        assert b"Traceback" not in ran.stderr


# ----------------------------------------------------------------------------------------- faults


def fault(column: int | None, field: str | None = None) -> Fault:
    return Fault(Reason.UNKNOWN_CARD, f"message {column}", line=3, column=column, field=field)


def shown(error: DealError, text: str | None, capsys: pytest.CaptureFixture[str]) -> list[str]:
    show_error(error, text)
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_an_error_as_json() -> None:
    first = {"reason": "UNKNOWN_CARD", "message": "message 5", "line": 3, "column": 5}
    assert error_object(DealError(fault(5))) == {"error": first}
    second = {**first, "message": "message None", "column": None, "field": "hands.N"}
    found = error_object(DealError([fault(5), fault(None, "hands.N")]))
    assert found == {"error": {**first, "more": [second]}}
    assert list(found["error"])[:4] == ["reason", "message", "line", "column"]


def test_places_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    error = DealError([fault(2), fault(7)])
    assert shown(error, "ab\tdefgh", capsys) == [
        "error: line 3, column 2: message 2 [UNKNOWN_CARD]",
        "error: line 3, column 7: message 7 [UNKNOWN_CARD]",
        "  ab defgh",
        "   ^    ^",
    ]
    # a place behind the end: something is missing there
    assert shown(DealError(fault(4)), "abc", capsys)[1:] == ["  abc", "     ^"]


def test_a_fault_without_a_column_marks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    error = DealError(fault(None, "hands.N"))
    assert shown(error, "abc", capsys) == ["error: line 3, hands.N: message None [UNKNOWN_CARD]"]
    assert len(shown(DealError(fault(1)), "  ", capsys)) == 1
    assert len(shown(DealError(fault(1)), None, capsys)) == 1


@pytest.mark.parametrize("column", [1, 2, 60, 300, 598, 599, 600, 601])
def test_of_a_long_line_the_faulty_part_is_shown(
    column: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = "".join(chr(ord("a") + n % 26) for n in range(600))
    _, part, mark = shown(DealError(fault(column)), text, capsys)
    assert len(part) < 80
    assert part.strip(" …") in text
    assert mark.strip() == "^"
    assert part[mark.index("^") :][:1] == text[column - 1 : column]


def test_escapes_do_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(DealError(fault(1)), "a\x1b[31mb\x07", capsys)[1] == "  a [31mb "


def test_of_very_many_faults_the_first_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    error = DealError([fault(n) for n in range(1, MOST_FAULTS + 4)])
    lines = shown(error, "x" * 50, capsys)
    assert len(lines) == MOST_FAULTS + 3
    assert lines[MOST_FAULTS] == "error: and 3 more faults"
    assert lines[-1].count("^") == MOST_FAULTS + 3


# ------------------------------------------------------------------------------------ surroundings


def test_kinds_of_streams() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader) as here, os.fdopen(writer, "w") as there:
        assert is_pipe(there)
        assert not is_terminal(here)
    assert not is_pipe(io.StringIO())
    assert not is_terminal(io.StringIO())
    assert not is_pipe(None)
    assert not is_terminal(None)
    with open(os.devnull) as null:
        assert not is_pipe(null)


def test_json_is_escaped_where_the_output_lacks_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"message": "T♠ café"}
    for encoding in ("utf-8", "latin-1", "ascii"):
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        assert json.loads(json_text(value)) == value
        assert ("♠" in json_text(value)) == (encoding == "utf-8")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", DEAL),
        ("solve", DEAL, "--json"),
        ("solve", "manillen S N:Té... K7... QJ... 98..."),
        ("solve", "manillen S N:Té... K7... QJ... 98...", "--json"),
        ("legal", f"{DEAL} ; played=TS"),
        ("rules", "manillen-cafe"),
    ],
)
def test_an_output_without_the_symbols(encoding: str, arguments: tuple[str, ...]) -> None:
    env = environment(PYTHONIOENCODING=encoding, LC_ALL="C")
    plain, wanted = real(*arguments, env=env), real(*arguments, env=environment())
    assert plain.returncode == wanted.returncode
    assert b"Traceback" not in plain.stderr
    plain.stdout.decode(encoding)
    if "--json" in arguments:
        one, other = json.loads(plain.stdout.decode(encoding)), json.loads(wanted.stdout)
        one.pop("time_s", None), other.pop("time_s", None)
        assert one == other


def test_letters_stand_for_the_symbols() -> None:
    env = environment(PYTHONIOENCODING="ascii", LC_ALL="C")
    lines = real("solve", DEAL, env=env).stdout.decode("ascii").splitlines()
    assert lines[0] == "Manillen, trump S, N leads first"
    assert any(line.strip() == "S: T A" for line in lines)
    assert any("AS 7S JS 8S" in line for line in lines)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize(
    "arguments",
    [("solve", DEAL), ("solve", DEAL, "--json"), ("rules",), ("deal", "manillen", "--seed", "1")],
)
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        ran = real(*arguments, stdout=full)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"error: the answer cannot be written: ")
    assert ran.stderr.count(b"\n") == 1


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "manillen", "--count", "5000", "--seed", "1"),
        ("rules", "manillen"),
        ("rules", "--json"),
    ],
)
def test_a_reader_that_has_had_enough(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = real(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert ran.returncode == 1
    assert ran.stderr == b""


@pytest.mark.parametrize(
    "arguments",
    [("solve", DEAL), ("legal", DEAL), ("rules",), ("rules", "whist"), ("score", "whist", "9-4 S")],
)
def test_no_escapes_in_a_pipe(arguments: tuple[str, ...]) -> None:
    ran = real(*arguments, env=environment())
    assert ran.returncode == 0
    assert ran.stdout
    assert b"\x1b" not in ran.stdout + ran.stderr


def test_a_file_in_the_place_of_a_deal(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("manillen S N:J... T... A... K...", "utf-8")
    for command in ("solve", "legal"):
        result = run(command, str(path))
        assert result.exit_code == 2
        assert "is a file; give it with --input" in " ".join(result.stderr.split())


def test_deal_and_file_together(tmp_path: Path) -> None:
    result = run("solve", "manillen S N:J... T... A... K...", "--input", str(tmp_path / "x"))
    assert result.exit_code == 2
    assert "not both" in result.stderr
