"""The command ``manille``: one file a command."""

from __future__ import annotations

import errno
import sys
from typing import Any

import click

from manille.client.cli.loaded import Loaded

__all__ = ["main"]

EXAMPLES = """\b
Examples:
  manille solve "manillen S N:TA... K7... QJ... 98..."
  manille bid "manillen - N:TA... ? ? ?"
  manille deal maniglia --count 20 --seed 1 | manille solve --input -
"""
INTERRUPTED = 130  # the status of a program that Ctrl-C has ended, by the custom of shells

COMMANDS = Loaded(
    "manille.client.cli",
    (
        *("solve", "table", "par", "review", "why"),
        *("bid", "play", "infer"),
        *("legal", "rules", "deal", "score", "perft", "bench", "serve"),
    ),
)


class _Group(click.Group):
    """The commands, and how each of them ends when its surroundings fail."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(self.commands)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; Ctrl-C or an output that cannot be written ends it without a traceback."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a letter that the terminal lacks is no failure
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            context.exit(INTERRUPTED)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader has had enough; click ends the program quietly
            click.echo(f"error: the answer cannot be written: {error.strerror}", err=True)
            context.exit(1)


@click.group(
    cls=_Group,
    commands=COMMANDS,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="manille")
def main() -> None:
    """Exact play, values and advice for the Manille family of card games.

    A deal is one line: RULES TRUMP LEADER:HAND HAND HAND HAND, the hands in the order of play, each
    four suits joined by points. `manille rules` lists the rule sets, `manille deal manillen` shows
    what a deal looks like.

    The exit status is 0 if all went well, 1 if an input was faulty, 2 if the command itself was,
    and 130 after Ctrl-C.
    """
