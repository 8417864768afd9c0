"""The examples of the README files run, and print what the pages show."""

from __future__ import annotations

import doctest
import re

import pytest

from kit.readme import PAGES, ROOT, blocks, run, without_times
from manille.solver.errors import Reason

EXAMPLES = [
    pytest.param(commands, shown, id=f"{page.parent.name}-{number}")
    for page in PAGES
    for number, (commands, shown) in enumerate(blocks(page.read_text("utf-8")), 1)
]


@pytest.mark.parametrize(("commands", "shown"), EXAMPLES)
def test_console_examples(commands: list[str], shown: str) -> None:
    assert commands
    assert without_times(run(commands)) == without_times(shown)


def test_python_examples() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    code = "\n".join(re.findall(r"^```pycon\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.summarize(verbose=False).attempted > 5


def test_every_reason_is_listed() -> None:
    text = (ROOT / "client" / "README.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| (.+) \|$", text, re.MULTILINE))
    assert listed == {reason.value: reason.meaning for reason in Reason}
