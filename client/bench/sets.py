"""The deals that are measured: random ones of each game, the same for ever, or those of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from manille.solver.deals import Deal, Position, parse_deal, random_deals
from manille.solver.errors import DealError, Fault, ManilleError, Reason
from manille.solver.rules import RuleSet, load, names

__all__ = ["DealSet", "file_sets", "games", "random_sets", "usual_count"]

# Deals of a game by the cards of its deck, so that a run over all games takes a minute or two.
USUAL_COUNTS = {40: 1000, 48: 100, 52: 20}


@dataclass(frozen=True)
class DealSet:
    """Deals of one rule set that are measured together.

    Attributes:
        rules: the rule set.
        count: how many deals there are.
        deals: the deals; they can be gone through once.
    """

    rules: RuleSet
    count: int
    deals: Iterator[Deal]


def games(chosen: Iterable[str]) -> list[RuleSet]:
    """The rule sets of these names or files, each once; without any, all games of the program.

    The reference sets, made for comparisons with other programs, take part only where named.

    Raises:
        RuleSetError: unknown name, unreadable or faulty file.
    """
    found = {rules.name: rules for rules in map(load, chosen)}
    return list(found.values()) or [r for r in map(load, names()) if not r.reference]


def usual_count(rules: RuleSet) -> int:
    """How many deals of a game are measured unless another number is asked for."""
    return next((n for cards, n in USUAL_COUNTS.items() if len(rules.cards) <= cards), 1)


def random_sets(rules: Iterable[RuleSet], count: int | None, seed: int) -> list[DealSet]:
    """For each rule set the deals 0, 1, 2, ... of a seed; by default the usual number of them."""
    counts = {one: count or usual_count(one) for one in rules}
    return [DealSet(one, number, random_deals(one, number, seed)) for one, number in counts.items()]


def file_sets(lines: Iterable[tuple[int, str]]) -> list[DealSet]:
    """Deals in notation, those of one rule set together in the order of their lines.

    Args:
        lines: the number of each line, and the deal that stands in it.

    Raises:
        DealError: there are no deals, or some are faulty or not known well enough to be solved;
            all faults are listed, each with its line.
    """
    found: dict[str, list[Deal]] = {}
    faults: list[Fault] = []
    for number, text in lines:
        try:
            deal = parse_deal(text, line=number)
            Position.of(deal)
            found.setdefault(deal.rules.name, []).append(deal)
        except ManilleError as error:
            faults += error.at_line(number).faults
    if not found and not faults:
        faults = [Fault(Reason.EMPTY_DEAL, "there is no deal in the file", field="deals")]
    if faults:
        raise DealError(faults)
    return [DealSet(deals[0].rules, len(deals), iter(deals)) for deals in found.values()]
