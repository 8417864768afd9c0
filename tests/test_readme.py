"""The examples of the README files run, and print what the pages show."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kit.grpc_server import ServerProgram
from kit.readme import PAGES, ROOT, blocks, run, without_times
from manille.solver.cards import DECKS, LANGUAGES, letters
from manille.solver.deals import parse_deal
from manille.solver.errors import Reason
from manille.solver.rules import parse_rules

BUF = Path(sys.executable).with_name("buf")
JSON = r"^```json\n(.*?)\n```\n"
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


def test_the_json_example_is_a_deal() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    example, _ = re.findall(JSON, text, re.MULTILINE | re.DOTALL)
    assert parse_deal(example).tricks == 3


def test_a_foreign_client_gets_the_answer_that_is_shown() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    _, shown = re.findall(JSON, text, re.MULTILINE | re.DOTALL)
    (data,) = re.findall(r"grpcurl -plaintext -d '(.*)'", text)
    with ServerProgram() as server:
        url = f"http://{server.target}/manille.v1.SolverService/Solve"
        command = [BUF, "curl", "--protocol", "grpc", "--http2-prior-knowledge", "-d", data, url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    found, expected = json.loads(done.stdout), json.loads(shown)
    for answer in (found, expected):
        assert answer["solution"]["effort"].pop("timeS") > 0
    assert found == expected


def test_the_table_of_letters_is_that_of_the_code() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w\w)` \| `(.+)`, `(.+)` \| `(.+)`, `(.+)` \|$", text, re.MULTILINE)
    assert [row[0] for row in rows] == [one for one in LANGUAGES if one != "en"]
    for language, *shown in rows:
        expected = []
        for deck in DECKS.values():
            tongue = letters(language, deck.name)
            court = [rank for rank in deck.ranks if not rank.isdigit()]
            expected.append(" ".join(map(tongue.format_suit, deck.suits)))
            expected.append(" ".join(map(tongue.format_rank, court)))
        assert shown == expected, language


def test_the_own_rule_file_is_one() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL)
    assert parse_rules(example, "cafe.toml").beat_plain == "opponent"
