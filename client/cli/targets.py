"""Files that a command is to write at its end, checked before the work begins."""

from __future__ import annotations

import os
from pathlib import Path

import click

from manille.client.bench.plot import KINDS

__all__ = ["STDOUT", "picture_target", "written_target"]

STDOUT = "-"


def picture_target(
    context: click.Context, option: click.Parameter, value: str | None
) -> str | None:
    """The file for a picture, as the callback of an option."""
    if value is not None and Path(value).suffix.lower() not in KINDS:
        raise click.BadParameter(f"{value} ends neither in {' nor in '.join(KINDS)}.")
    return written_target(context, option, value)


def written_target(
    context: click.Context, option: click.Parameter, value: str | None
) -> str | None:
    """Any file: whether it can be written is seen before the work, not after it."""
    if value is None or value == STDOUT:
        return value
    path = Path(value)
    there = path if path.exists() else path.parent
    if path.is_dir() or not there.exists() or not os.access(there, os.W_OK):
        raise click.BadParameter(f"{value} cannot be written; name a file in a folder of yours.")
    return value
