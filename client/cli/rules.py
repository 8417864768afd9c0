"""``manille rules``: the rule sets, and what every flag of one means."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from manille.client.cli.common import fail, json_option, print_json
from manille.solver.errors import ManilleError
from manille.solver.rules import FLAGS, Flag, RuleSet, load, names

__all__ = ["rules"]


@click.command()
@click.argument("name", required=False)
@json_option
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or explain every flag of one.

    NAME is one of the list, or the path of a TOML file of your own.
    """
    try:
        found = [load(one) for one in names()] if name is None else [load(name)]
    except ManilleError as error:
        fail(error, as_json)
    if as_json:
        for one in found:
            print_json(_object(one))
    elif name is None:
        _print_list(found)
    else:
        _print_flags(found[0])


def _object(one: RuleSet) -> dict[str, Any]:
    head = {"rules": one.name, "fingerprint": one.fingerprint, "title": one.title}
    return {**head, "source": one.source, "reference": one.reference, "flags": one.flags()}


def _print_list(found: list[RuleSet]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "seats", "cards", "points", "game"):
        table.add_column(
            heading, justify="right" if heading in ("seats", "cards", "points") else "left"
        )
    for one in found:
        total = str(one.largest_total)
        table.add_row(one.name, str(one.seats), str(len(one.cards)), total, one.title)
    Console(highlight=False).print(table)
    click.echo(
        "\n`manille rules NAME` explains every flag of one; a TOML file of your own is a NAME too."
    )


def _print_flags(one: RuleSet) -> None:
    click.echo(f"{one.name}: {one.title}\n{one.source}\nfingerprint {one.fingerprint}\n")
    table = Table(show_lines=False)
    for heading in ("section", "flag", "value", "meaning"):
        table.add_column(heading, overflow="fold")
    section = ""
    for flag in FLAGS:
        shown = flag.section if flag.section != section else ""
        if shown and section:
            table.add_section()
        section = flag.section
        table.add_row(shown, flag.name, _value(flag, one), _meaning(flag, one))
    Console(highlight=False).print(table)


def _value(flag: Flag, one: RuleSet) -> str:
    value = getattr(one, flag.name)
    if flag.kind == "yesno":
        return "yes" if value else "no"
    if flag.kind == "points":
        return (
            "as plain" if value is None else " ".join(f"{r}={p}" for r, p in value.items()) or "-"
        )
    if flag.kind == "ranks":
        return " ".join(value) or "as plain"
    return str(value)


def _meaning(flag: Flag, one: RuleSet) -> str:
    chosen = dict(flag.choices).get(str(getattr(one, flag.name)))
    return flag.meaning if chosen is None else f"{flag.meaning}\n→ {chosen}"
