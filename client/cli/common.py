"""What the commands share: options, deals from arguments and files, and how faults are shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import click

from manille.solver.cards import LANGUAGES
from manille.solver.errors import Fault, InputError, ManilleError, Reason

__all__ = [
    "Line",
    "Lines",
    "deal_arguments",
    "error_object",
    "fail",
    "json_option",
    "json_text",
    "letters_option",
    "open_lines",
    "print_json",
    "show_error",
    "show_note",
]

Command = TypeVar("Command", bound=Callable[..., Any])


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
    help="Language of the card letters, in deals and in what is shown; JSON shows English ones.",
)


def deal_arguments(command: Command) -> Command:
    """Give a command the deal as its arguments, or ``--input FILE`` with one deal a line."""
    command = click.option(
        "--input",
        "source",
        metavar="FILE",
        help="Read deals from a file, one a line (- is standard input); # starts a comment.",
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
        raise click.UsageError("Give a deal, or --input FILE (- is standard input).")
    if source is None:
        return Lines(iter([Line(1, " ".join(deal))]), 1)
    if source == "-":
        return Lines(_lines(sys.stdin.buffer), None)
    try:
        content = Path(source).read_bytes()
    except OSError as error:
        message = f"{source!r} cannot be read: {error.strerror}"
        raise InputError(Fault(Reason.FILE_UNREADABLE, message, field="input")) from None
    found = list(_lines(BytesIO(content)))
    return Lines(iter(found), len(found))


def _lines(stream: IO[bytes]) -> Iterator[Line]:
    """Lines with something in them. What is not UTF-8 becomes a letter that is no card."""
    for number, raw in enumerate(stream, 1):
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8", "replace").rstrip("\r\n")
        if text.strip() and not text.lstrip().startswith("#"):
            yield Line(number, text)


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
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(json_text(value))


def show_note(text: str) -> None:
    """Say something on standard error that is no part of the answer."""
    click.echo(text, err=True)


def show_error(error: ManilleError, text: str | None = None) -> None:
    """Show an error on standard error, with the line of the input and the places marked."""
    for fault in error.faults:
        click.echo(f"error: {fault} [{fault.reason}]", err=True)
    columns = {fault.column for fault in error.faults if fault.column is not None}
    if text is not None and columns:
        marks = "".join("^" if n in columns else " " for n in range(1, max(columns) + 1))
        click.echo(f"  {text.replace(chr(9), ' ')}\n  {marks}", err=True)


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
