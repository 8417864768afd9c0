"""The command ``manille``: one file a command."""

from __future__ import annotations

import click

from manille.client.cli.deal import deal
from manille.client.cli.legal import legal
from manille.client.cli.perft import perft
from manille.client.cli.rules import rules
from manille.client.cli.score import score
from manille.client.cli.solve import solve

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="manille")
def main() -> None:
    """Exact play and values for the Manille family of card games.

    A deal is one line: RULES TRUMP LEADER:HAND HAND HAND HAND, the hands in the order of play, each
    four suits joined by points. `manille rules` lists the rule sets, `manille deal manillen` shows
    what a deal looks like.
    """


for command in (solve, legal, rules, deal, score, perft):
    main.add_command(command)
