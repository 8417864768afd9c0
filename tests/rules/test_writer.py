"""A rule set written as a file is read back as itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.random_rules import PLAY_FLAGS, describe
from manille.solver.rules import FLAGS, format_rules, load, names, parse_rules


@pytest.mark.parametrize("name", names())
def test_named_sets_are_read_back(name: str) -> None:
    rules = load(name)
    again = parse_rules(format_rules(rules), name)
    assert again == rules
    assert (again.title, again.source, again.reference) == (
        rules.title,
        rules.source,
        rules.reference,
    )


def test_random_play_flags_are_read_back(seed: int) -> None:
    rng = Random(seed)
    for _ in range(200):
        flags = {f.name: rng.choice([word for word, _ in f.choices]) for f in PLAY_FLAGS}
        rules = replace(load(rng.choice(names())), **flags)
        assert parse_rules(format_rules(rules), "again") == rules, describe(rules)


def test_every_flag_and_every_choice_is_there() -> None:
    text = format_rules(load("maniglia"))
    for flag in FLAGS:
        assert flag.meaning in text
        for word, meaning in flag.choices:
            assert f"#   {word}: {meaning}" in text
