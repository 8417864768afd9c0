"""``manille deal``: seeded random deals in the notation."""

from __future__ import annotations

import secrets

import click

from manille.client.cli.common import fail, json_option, letters_option, say, show_note
from manille.solver.deals import format_deal, format_object, random_deal, random_ending
from manille.solver.errors import ManilleError
from manille.solver.rules import RuleSet, load

__all__ = ["deal"]

EXAMPLES = """\b
Examples:
  manille deal manillen
  manille deal maniglia-3 --count 1000 --seed 1 > deals.txt
  manille deal botifarra --tricks 4 --played 2
"""


@click.command(epilog=EXAMPLES)
@click.argument("rules")
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True, help="How many.")
@click.option(
    "--seed", type=int, help="The same number gives the same deals; by default one is drawn."
)
@click.option(
    "--tricks", type=click.IntRange(min=1), help="Deal endings of so many cards a hand instead."
)
@click.option(
    "--played",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="How many random legal cards of each deal are played already.",
)
@letters_option
@json_option
def deal(
    rules: str,
    count: int,
    seed: int | None,
    tricks: int | None,
    played: int,
    language: str,
    as_json: bool,
) -> None:
    """Print random deals of RULES, one a line.

    RULES is a name that `manille rules` lists, or the path of a TOML file of your own. Deal number
    n of a seed is always the same, however many are asked for.
    """
    try:
        found = load(rules)
    except ManilleError as error:
        fail(error, as_json)
    if not as_json and any(char.isspace() or char == ";" for char in found.name):
        message = (
            f"a deal in one line cannot name the file {found.name!r}; rename it, or use --json."
        )
        raise click.BadParameter(message, param_hint="'RULES'")
    tricks = _tricks(found, tricks, played)
    if seed is None:
        seed = secrets.randbelow(1 << 31)
        show_note(f"seed {seed}")
    for number in range(count):
        if tricks == found.hand_size and not played:
            one = random_deal(found, seed, number)
        else:
            one = random_ending(found, tricks, seed, number, played)
        say(format_object(one, language) if as_json else format_deal(one, language))


def _tricks(rules: RuleSet, tricks: int | None, played: int) -> int:
    tricks = rules.hand_size if tricks is None else tricks
    if tricks > rules.hand_size:
        message = f"{rules.name} deals {rules.hand_size} cards a hand, not {tricks}."
        raise click.BadParameter(message, param_hint="'--tricks'")
    if played > tricks * rules.seats:
        message = f"only {tricks * rules.seats} cards can be played."
        raise click.BadParameter(message, param_hint="'--played'")
    return tricks
