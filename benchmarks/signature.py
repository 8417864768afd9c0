"""The signature of the search: the nodes that a fixed set of positions takes in all.

    make signature

One thread, tables of the default size, value and every card of each position. The number repeats on
every machine; a change of it means that the search tree has changed, and the commit says so in its
last line (`Bench: <nodes>`).
"""

from __future__ import annotations

import click

from manille.solver.core.engine import Engine
from manille.solver.deals import Position, random_deal, random_ending
from manille.solver.rules import load, names

SEED = 1
DEALS = 10
# full deals of these would take most of the time of the whole set
SHORTENED = {"botifarra": 9, "whist": 9}


def nodes(name: str) -> int:
    """The nodes that the deals of one rule set take."""
    rules, total = load(name), 0
    for number in range(DEALS):
        if name in SHORTENED:
            deal = random_ending(rules, SHORTENED[name], SEED, number)
        else:
            deal = random_deal(rules, SEED, number)
        position = Position.of(deal)
        engine = Engine(position)
        engine.value()
        engine.card_values(position.legal_cards())
        total += engine.nodes
    return total


@click.command()
@click.option("--each", is_flag=True, help="Show the nodes of each rule set too.")
def main(each: bool) -> None:
    """Print the signature of the search."""
    counts = {name: nodes(name) for name in names()}
    if each:
        for name, count in counts.items():
            click.echo(f"{name:<22} {count:>12,}")
    click.echo(f"Bench: {sum(counts.values())}")


if __name__ == "__main__":
    main()
