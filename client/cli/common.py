"""What the commands share: options, deals from arguments and files, and how faults are shown."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import click
from rich.console import Console

from manille.solver.cards import LANGUAGES
from manille.solver.errors import Fault, InputError, ManilleError, Reason

__all__ = [
    "Line",
    "Lines",
    "deal_arguments",
    "error_object",
    "fail",
    "is_pipe",
    "is_terminal",
    "json_option",
    "json_text",
    "letters_option",
    "new_console",
    "open_lines",
    "print_json",
    "say",
    "show_error",
    "show_note",
]

Command = TypeVar("Command", bound=Callable[..., Any])

STDIN = "-"
# What lies beyond is dropped, so that input without line ends fills no memory; the text that is
# left is still refused as too long for a deal.
LONGEST_LINE = 1 << 17
CHUNK = 1 << 16
MOST_FAULTS = 5  # of one deal that are shown to a person; JSON has them all


class Line(NamedTuple):
    """A deal as it stands in the input.

    Attributes:
        number: its line, from 1.
        text: the deal, without the end of the line.
    """

    number: int
    text: str


class Lines(NamedTuple):
    """The deals of an input.

    Attributes:
        lines: the deals, as they come.
        total: how many there are, None for a stream.
    """

    lines: Iterator[Line]
    total: int | None


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
letters_option = click.option(
    "--letters",
    "language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the card letters, in deals and in what is shown; JSON answers are English.",
)


def deal_arguments(command: Command) -> Command:
    """Give a command the deal as its arguments, or ``--input FILE`` with one deal a line."""
    command = click.option(
        "--input",
        "source",
        metavar="FILE",
        help="Read deals from a file, one a line (- is standard input); not those with a # first.",
    )(command)
    return click.argument("deal", nargs=-1)(command)


def open_lines(deal: tuple[str, ...], source: str | None) -> Lines:
    """The deals that a command is given.

    The words of a deal on the command line are joined, so that it may be given without quotes.

    Raises:
        click.UsageError: neither or both of deal and file.
        InputError: the file cannot be read.
    """
    if bool(deal) == (source is not None):
        both = ", not both" if deal else ""
        raise click.UsageError(f"Give a deal, or --input FILE (- is standard input){both}.")
    if len(deal) == 1 and source is None and Path(deal[0]).is_file():
        raise click.UsageError(f"{deal[0]} is a file; give it with --input.")
    if source is None:
        return Lines(iter([Line(1, " ".join(deal))]), 1)
    if source == STDIN:
        return Lines(_lines(_stdin_lines()), None)
    try:
        content = Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable(repr(source), error) from None
    found = list(_lines(content.split(b"\n")))
    return Lines(iter(found), len(found))


def _lines(raw_lines: Iterable[bytes]) -> Iterator[Line]:
    """Lines with something in them. What is not UTF-8 becomes a letter that is no card."""
    for number, raw in enumerate(raw_lines, 1):
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8", "replace").rstrip("\r")
        if text.strip() and not text.lstrip().startswith("#"):
            yield Line(number, text)


def _stdin_lines() -> Iterator[bytes]:
    """The lines of standard input, each as soon as it is there.

    They are read past the buffer: a thread that waits for a line would hold its lock, and a program
    that is interrupted meanwhile could not end.

    Raises:
        InputError: there is no standard input, or it cannot be read.
    """
    if sys.stdin is None:
        raise _unreadable("standard input", OSError(0, "it is closed"))
    stream: IO[bytes] = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    pending = b""
    try:
        while chunk := stream.read(CHUNK):
            first, *others = chunk.split(b"\n")
            pending = (pending + first)[:LONGEST_LINE]
            for line in others:
                yield pending
                pending = line
    except OSError as error:
        raise _unreadable("standard input", error) from None
    if pending:
        yield pending


def _unreadable(what: str, error: OSError | ValueError) -> InputError:
    why = error.strerror if isinstance(error, OSError) else str(error)
    message = f"{what} cannot be read: {why}"
    return InputError(Fault(Reason.FILE_UNREADABLE, message, field="input"))


def is_pipe(stream: IO[str] | None) -> bool:
    """Whether a standard stream leads to another program, which may well write on the terminal."""
    try:
        return stream is not None and stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # it is no file at all
        return False


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether a standard stream is there and is a terminal."""
    return stream is not None and stream.isatty()


def new_console(**options: Any) -> Console:
    """Standard output for tables, in which no text is taken for markup."""
    return Console(markup=False, emoji=False, highlight=False, **options)


def error_object(error: ManilleError) -> dict[str, Any]:
    """The JSON object of an error: its first fault, and the others under ``more``."""
    first, *others = [
        {
            "reason": fault.reason.value,
            "message": fault.message,
            "line": fault.line,
            "column": fault.column,
            **({} if fault.field is None else {"field": fault.field}),
        }
        for fault in error.faults
    ]
    return {"error": {**first, **({"more": others} if others else {})}}


def json_text(value: Any) -> str:
    """A value as one line of JSON, escaped where the output may not have all letters."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return json.dumps(value, ensure_ascii=encoding.lower() not in ("utf-8", "utf8"))


def say(text: str) -> None:
    """Print a part of the answer at once.

    Unlike `click.echo` this respects a progress bar, which stands in for both streams meanwhile.
    """
    print(text, flush=True)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    say(json_text(value))


def show_note(text: str) -> None:
    """Say something on standard error that is no part of the answer."""
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def show_error(error: ManilleError, text: str | None = None) -> None:
    """Show an error on standard error, with the line of the input and the places marked."""
    for fault in error.faults[:MOST_FAULTS]:
        show_note(f"error: {fault} [{fault.reason}]")
    if len(error.faults) > MOST_FAULTS:
        show_note(f"error: and {len(error.faults) - MOST_FAULTS} more faults")
    columns = {fault.column for fault in error.faults if fault.column is not None}
    if text is not None and text.strip() and columns:
        width = shutil.get_terminal_size().columns - 3
        show_note("\n".join(f"  {line}" for line in _marked(text, columns, width)))


def _marked(text: str, columns: set[int], width: int) -> tuple[str, str]:
    """The text with marks below some of its columns; of a long one a part around the first."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    marks = "".join("^" if n in columns else " " for n in range(1, max(columns) + 1))
    # a mark may stand behind the end, where something is missing
    end = max(len(shown), min(columns))
    start = max(0, min(min(columns) - 1 - width // 2, end - width))
    cut = shown[start : start + width]
    if start > 0:
        cut = "…" + cut[1:]
    if start + width < len(shown):
        cut = cut[:-1] + "…"
    return cut, marks[start : start + width].rstrip()


def fail(error: ManilleError, as_json: bool) -> None:
    """Show an error that ends the command, and end it.

    Raises:
        SystemExit: always, with status 1.
    """
    if as_json:
        print_json(error_object(error))
    else:
        show_error(error)
    raise SystemExit(1)
