"""The options that name a server, the same for every command that can ask one."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from manille.client.access import read_token
from manille.client.asking import Failure
from manille.client.cli.common import error_object, fail, print_json, show_error, show_note
from manille.client.connecting import connect
from manille.client.interface import Client
from manille.solver.errors import InputError, ManilleError
from manille.wire.refusals import Broken, Cancelled, NotBuilt, Unauthenticated, Unreachable

__all__ = ["LASTING", "Server", "end", "failure_object", "server_options", "show_failure"]

Command = TypeVar("Command", bound=Callable[..., Any])

# What would be said of every other question too: it ends the command.
LASTING = (Broken, Cancelled, NotBuilt, Unauthenticated, Unreachable)

# The field of a fault of the connection, and the option that it comes from.
OPTIONS = {
    "server": "--server",
    "ca": "--ca",
    "cert": "--cert",
    "key": "--key",
    "token": "--token-file or MANILLE_TOKEN",
    "token_file": "--token-file",
}
PARAMETERS = ("target", "tls", "ca", "cert", "key", "token_file", "token_in_plaintext")


@dataclass(frozen=True, repr=False)
class Server:
    """A server that the options name, and what it takes to be let in."""

    target: str
    tls: bool
    ca: str | None
    cert: str | None
    key: str | None
    token_file: str | None
    token_in_plaintext: bool

    def connect(self) -> Client:
        """A client that waits as long as it takes: who asks can press Ctrl-C.

        Raises:
            click.UsageError: the options make no sense, or their files cannot be read.
        """
        # what its C core has to say of a connection that fails is said in a sentence of ours
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")
        try:
            return connect(
                self.target,
                tls=self.tls,
                ca=self.ca,
                cert=self.cert,
                key=self.key,
                token=self._token(),
                token_in_plaintext=self.token_in_plaintext,
                timeout_s=None,
            )
        except InputError as error:
            told = [f"{OPTIONS[fault.field or '']}: {fault.message}." for fault in error.faults]
            raise click.UsageError("\n".join(told)) from None

    def _token(self) -> str | None:
        """The token: no option, since everybody on the machine can read the words of a command."""
        if self.token_file is not None:
            return read_token(self.token_file)
        return os.environ.get("MANILLE_TOKEN") or None


def server_options(command: Command) -> Command:
    """Give a command ``--server`` and what belongs to it, as one argument ``server``.

    It is None where no server is named, and the command does its work in this process.
    """

    @wraps(command)
    def with_server(*arguments: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in PARAMETERS}
        server = Server(**given) if given["target"] else None
        if server is None:
            _check_alone()
        return command(*arguments, server=server, **options)

    for option in reversed(_OPTIONS):
        with_server = option(with_server)
    return with_server  # type: ignore[return-value]


def _check_alone() -> None:
    """Refuse options of a server where none is named; the environment may well have some."""
    context = click.get_current_context()
    for name in PARAMETERS:
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{option} belongs to --server: add one, or leave it out.")


_OPTIONS = (
    click.option(
        "--server",
        "target",
        metavar="HOST:PORT",
        envvar="MANILLE_SERVER",
        show_envvar=True,
        help="Ask this server instead of searching here; the answers are the same.",
    ),
    click.option(
        "--tls",
        is_flag=True,
        envvar="MANILLE_TLS",
        show_envvar=True,
        help="Talk TLS to the server, and trust the roots of the system.",
    ),
    click.option(
        "--ca",
        metavar="FILE",
        envvar="MANILLE_CA",
        show_envvar=True,
        help="PEM file with the roots to trust instead; says --tls too.",
    ),
    click.option(
        "--cert",
        metavar="FILE",
        envvar="MANILLE_CERT",
        show_envvar=True,
        help="PEM file with the certificate to show to the server; says --tls too.",
    ),
    click.option(
        "--key",
        metavar="FILE",
        envvar="MANILLE_KEY",
        show_envvar=True,
        help="PEM file with the key of --cert.",
    ),
    click.option(
        "--token-file",
        metavar="FILE",
        help="File with the bearer token in its first line, instead of MANILLE_TOKEN.",
    ),
    click.option(
        "--token-in-plaintext",
        is_flag=True,
        help="Send the token without TLS to another machine, where others can read it on the way.",
    ),
)


# ---------------------------------------------------------------------------------------- failures


def failure_object(error: Failure, line: int | None = None) -> dict[str, Any]:
    """The JSON object of an error; one that says nothing of the deal has no column."""
    if isinstance(error, ManilleError):
        return error_object(error)
    told = {"reason": error.reason, "message": str(error), "line": line, "column": None}
    return {"error": told}


def show_failure(error: Failure, text: str | None = None, line: int | None = None) -> None:
    """Show an error on standard error; of a faulty deal with the places marked."""
    if isinstance(error, ManilleError):
        show_error(error, text)
        return
    place = "" if line is None else f"line {line}: "
    show_note(f"error: {place}{error} [{error.reason}]")


def end(error: Failure, as_json: bool) -> NoReturn:
    """Show an error that ends the command, and end it.

    Raises:
        SystemExit: always, with status 1.
    """
    if isinstance(error, ManilleError):
        fail(error, as_json)
    elif as_json:
        print_json(failure_object(error))
    else:
        show_failure(error)
    raise SystemExit(1)
