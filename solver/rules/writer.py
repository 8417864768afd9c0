"""A rule set as the text of a TOML file: the inverse of :func:`~.loader.parse_rules`."""

from __future__ import annotations

import json
from typing import Any

from manille.solver.rules.flags import FLAGS, SECTIONS, Flag
from manille.solver.rules.ruleset import RuleSet

__all__ = ["flag_text", "format_rules"]


def format_rules(rules: RuleSet) -> str:
    """Every flag of a rule set in its section, with what it means and may be in comments.

    The text names no base, so it says all by itself; its flags are those of the rule set.
    """
    head = [f"title = {_text(rules.title)}", f"source = {_text(rules.source)}"]
    if rules.reference:
        head.append("reference = true")
    return "\n".join(head) + "\n" + "".join(_section(name, rules) for name in SECTIONS)


def _section(name: str, rules: RuleSet) -> str:
    lines = [f"\n[{name}]"]
    for flag in FLAGS:
        if flag.section == name:
            lines.append(f"# {flag.meaning}")
            lines += [f"#   {word}: {meaning}" for word, meaning in flag.choices]
            lines.append(_entry(flag, rules))
    return "\n".join(lines) + "\n"


def _entry(flag: Flag, rules: RuleSet) -> str:
    value = getattr(rules, flag.name)
    if value is None:  # TOML has no word for nothing: the entry is left out
        return f"# {flag.name} = …"
    return f"{flag.name} = {flag_text(value)}"


def flag_text(value: Any) -> str:
    """A value of a flag as TOML spells it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{rank} = {count}" for rank, count in value.items()) + " }"
    return _text(value)


def _text(value: Any) -> str:
    # JSON's texts, numbers and truth values are TOML's too
    return json.dumps(value, ensure_ascii=False)
