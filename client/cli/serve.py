"""``manille serve``: becomes the server program, of which a client imports nothing."""

from __future__ import annotations

import os
import sys

import click

__all__ = ["serve"]


@click.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def serve(arguments: tuple[str, ...]) -> None:
    """Answer such questions over gRPC for other programs."""
    # Signals then go to the server itself. -P leaves out the folder that the command is run in,
    # where a file may have the name of a module.
    os.execv(sys.executable, [sys.executable, "-P", "-m", "manille.server", *arguments])
