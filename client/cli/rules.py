"""``manille rules``: the rule sets, and what every flag of one means."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table
from rich.text import Text

from manille.client.cli.common import json_option, new_console, print_json, say
from manille.client.cli.server_option import Server, end, server_options
from manille.solver.errors import ManilleError
from manille.solver.rules import FLAGS, Flag, RuleSet, format_rules, load, names
from manille.solver.rules.writer import flag_text
from manille.wire.refusals import Refusal

__all__ = ["rules"]

_VALUE = 21  # columns that a value may take before it is wrapped


@click.command()
@click.argument("name", required=False)
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print NAME as a file to start your own from."
)
@server_options
@json_option
def rules(name: str | None, as_toml: bool, server: Server | None, as_json: bool) -> None:
    """List the rule sets, or explain every flag of one.

    NAME is one of the list, or the path of a TOML file of your own, which is read here. With
    --server the list is that of the server.
    """
    if as_toml and (name is None or as_json):
        raise click.UsageError("--toml needs a NAME, and no --json.")
    try:
        found = _here(name) if server is None else _there(name, server)
    except (ManilleError, Refusal) as error:
        end(error, as_json)
    if as_toml:
        say(format_rules(found[0]).rstrip())
    elif as_json:
        for one in found:
            print_json(_object(one))
    elif name is None:
        _print_list(found)
    else:
        _print_flags(found[0])


def _here(name: str | None) -> list[RuleSet]:
    return [load(one) for one in names()] if name is None else [load(name)]


def _there(name: str | None, server: Server) -> list[RuleSet]:
    if name is not None and name.lower().endswith(".toml"):
        return [load(name)]
    with server.connect() as client:
        wanted = [head.name for head in client.rule_sets()] if name is None else [name]
        return [client.rule_set(one) for one in wanted]


def _object(one: RuleSet) -> dict[str, Any]:
    head = {"rules": one.name, "fingerprint": one.fingerprint, "title": one.title}
    return {**head, "source": one.source, "reference": one.reference, "flags": one.flags()}


def _print_list(found: list[RuleSet]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "seats", "cards", "points", "game"):
        table.add_column(heading, justify="left" if heading in ("name", "game") else "right")
    for one in found:
        total = str(one.largest_total)
        table.add_row(one.name, str(one.seats), str(len(one.cards)), total, one.title)
    new_console().print(table)
    say("\n`manille rules NAME` explains every flag of one; NAME may be your own TOML file.")


def _print_flags(one: RuleSet) -> None:
    """Print the flags section by section, each with its value and what it may be."""
    head = [f"{one.name}: {one.title}", one.source, f"fingerprint {one.fingerprint}"]
    say("\n".join(line for line in head if line))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(max_width=_VALUE, overflow="fold")
    table.add_column(overflow="fold")
    section = ""
    for flag in FLAGS:
        if flag.section != section:
            section = flag.section
            table.add_row()
            table.add_row(Text(f"[{section}]", style="bold"))
        table.add_row(f"  {flag.name}", _value(flag, one), _meaning(flag, one))
    new_console().print(table)


def _value(flag: Flag, one: RuleSet) -> str:
    value = getattr(one, flag.name)
    if value in (None, ""):
        return "as plain"
    if isinstance(value, dict):
        return " ".join(f"{rank}={count}" for rank, count in value.items()) or "none"
    return flag_text(value).strip('"')


def _meaning(flag: Flag, one: RuleSet) -> Text:
    """What the flag means, and all that it may be, the current choice marked."""
    meaning = Text(flag.meaning)
    for word, explained in flag.choices:
        current = word == getattr(one, flag.name)
        line = f"\n{'→' if current else ' '} {word}: {explained}"
        meaning.append(line, style="bold" if current else "dim")
    return meaning
