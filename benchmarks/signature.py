"""The signature of the search: the nodes that a fixed set of positions takes in all.

    make signature

One thread, tables of the default size, value and every card of each position. The number repeats on
every machine; a change of it means that the search tree has changed, and the commit says so in its
last line (`Bench: <nodes>`).
"""

from __future__ import annotations

import click

from manille.solver.analysis.bench import signature
from manille.solver.rules import load, names


@click.command()
@click.option("--each", is_flag=True, help="Show the nodes of each rule set too.")
def main(each: bool) -> None:
    """Print the signature of the search."""
    counts = {name: signature(load(name)) for name in names()}
    if each:
        for name, count in counts.items():
            click.echo(f"{name:<22} {count:>12,}")
    click.echo(f"Bench: {sum(counts.values())}")


if __name__ == "__main__":
    main()
