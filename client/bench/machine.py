"""Where and by what something is measured."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import manille.client

__all__ = ["commit", "describe", "processor"]

CPUINFO = Path("/proc/cpuinfo")
GIT_PATIENCE_S = 10


def describe() -> dict[str, Any]:
    """The program, the Python, the machine and the moment (UTC), for a JSON object."""
    return {
        "manille": _version(),
        "commit": commit(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _version() -> str | None:
    try:
        return version("manille")
    except PackageNotFoundError:  # run from the sources, which nobody installed
        return None


def processor(cpuinfo: Path = CPUINFO) -> str:
    """The model of the processor, as exactly as the system tells it."""
    try:
        lines = cpuinfo.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()


def commit(root: Path | None = None) -> str | None:
    """The commit of the checkout that this program runs from, ``-dirty`` if changed since.

    None if it does not run from a checkout, or git cannot tell.
    """
    if root is None:
        (room,) = manille.client.__path__
        root = Path(room).resolve().parent
    if not (root / ".git").exists():
        return None
    words = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        told = subprocess.run(
            words, cwd=root, capture_output=True, text=True, timeout=GIT_PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None
