"""The console examples of the README files: what they show is what the command prints.

`python -m tests.kit.readme`, from the top of the repository, writes the examples anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "client" / "README.md")
BLOCK = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# the only thing in an example that is another every time
SECONDS = re.compile(r"\d+\.\d+(?= s\b)|(?<=\s)\d+\.\d{3}(?=\n)|(?<=\"time_s\": )[\d.e-]+")


def blocks(text: str) -> Iterator[tuple[list[str], str]]:
    """The commands of each example, and all that it shows."""
    for found in BLOCK.finditer(text):
        shown = found[1]
        yield [line[2:] for line in shown.splitlines() if line.startswith("$ ")], shown


def run(commands: list[str]) -> str:
    """What a terminal of 80 columns shows when the commands are typed."""
    environment = {**os.environ, "COLUMNS": "80", "PATH": path()}
    shown = ""
    for command in commands:
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=environment,
        )
        lines = [f"$ {command}", *(line.rstrip() for line in ran.stdout.splitlines())]
        shown += "".join(f"{line}\n" for line in lines)
    return shown


def path() -> str:
    """A PATH on which the command of this Python comes first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def without_times(text: str) -> str:
    """The text with every figure in seconds, and what hangs on them, made equal."""
    return re.sub(r"the slowest, line \d+", "the slowest, line 1", SECONDS.sub("0.001", text))


def main() -> None:
    """Write the examples of every page anew."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for commands, shown in blocks(text):
            text = text.replace(f"```console\n{shown}```", f"```console\n{run(commands)}```")
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
