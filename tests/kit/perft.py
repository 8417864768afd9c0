"""The perft files: how many lines of play a deal has, as the slow twin counts them.

``tests/data/perft`` has a file for each rule set, with a line for each deal: the deal in notation,
a bar, and how many different lines of 1, 2, 3 ... legal cards there are. Two move generators that
agree on these numbers agree on the rules. The numbers change only when the rules do; then

    python -m tests.kit.perft

from the top of the repository writes all files anew, and the change is looked at line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from random import Random

from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_ending
from manille.solver.deals.hands import sort_hand
from manille.solver.reference import perft
from manille.solver.rules import RuleSet, load, names

__all__ = ["FOLDER", "Case", "cases", "deals", "write"]

FOLDER = Path(__file__).parents[1] / "data" / "perft"
SEED = "perft"
LIMIT = 8000
"""A full deal is counted to the last depth that has no more lines than this."""
ENDING_LIMIT = 1500
"""An ending has no more lines to its last card than this."""

_HEADER = """\
# Lines of play under the rules of {name}: a deal, a bar, and how many different lines of 1, 2,
# 3 ... legal cards there are from where its play stands. Counted by the slow twin,
# manille.solver.reference.perft, over random deals of a fixed seed: a full deal, one that is under
# way, an ending, and an ending under way; the endings go on to the last card.
# Do not edit: `python -m tests.kit.perft` writes all these files anew.
"""


@dataclass(frozen=True)
class Case:
    """A line of a perft file.

    Attributes:
        rules: the name of the rule set.
        line: the line of the file.
        deal: the deal, with the cards played so far.
        counts: the lines of 1, 2, 3 ... cards.
    """

    rules: str
    line: int
    deal: Deal
    counts: tuple[int, ...]

    def __str__(self) -> str:
        """Where the case stands."""
        return f"{self.rules}.txt:{self.line}"


def cases(rules: str | None = None) -> Iterator[Case]:
    """The lines of all files, or of that of one rule set."""
    for path in sorted(FOLDER.glob(f"{rules or '*'}.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                text, _, counts = line.rpartition(" | ")
                yield Case(path.stem, number, parse_deal(text), tuple(map(int, counts.split())))


def deals(rules: RuleSet) -> list[Deal]:
    """The deals of a rule set, each with another trump as far as there are several."""
    offset = names().index(rules.name)
    trumps = [rules.trumps[(offset + at) % len(rules.trumps)] for at in range(4)]
    full, seats = rules.hand_size, rules.seats
    small = {3: 6, 4: 5, 5: 4}[seats]
    shapes = [(full, 0), (full, 2 * seats + 1), (small - 1, 0), (small, seats + 2)]
    return [
        _deal(rules, tricks, 10 * offset + at, trump, played)
        if tricks == full
        else _ending(rules, tricks, 10 * offset + at, trump, played)
        for at, ((tricks, played), trump) in enumerate(zip(shapes, trumps, strict=True))
    ]


def _ending(rules: RuleSet, tricks: int, number: int, trump: str, played: int) -> Deal:
    """A random ending of so many tricks, or of fewer so as not to have too many lines of play."""
    deal = _deal(rules, tricks, number, trump, played)
    if perft(Position.of(deal), rules.seats * tricks) <= ENDING_LIMIT:
        return deal
    return _ending(rules, tricks - 1, number, trump, played)


def _deal(rules: RuleSet, tricks: int, number: int, trump: str, played: int) -> Deal:
    """A random deal with this trump and some legal cards played."""
    drawn = random_ending(rules, tricks, seed=0, number=number)
    hands = tuple(sort_hand(hand, rules, trump) for hand in drawn.open_hands)
    deal = replace(drawn, trump=trump, hands=hands, turned=None)
    rng = Random(f"{SEED}:{rules.name}:{number}")
    position, cards = Position.start(deal), []
    for _ in range(played):
        legal = position.legal_cards()
        cards.append(legal[int(rng.random() * len(legal))])  # as shuffle.py: the same for ever
        position = position.play(cards[-1])
    return replace(deal, played=tuple(cards))


def count(deal: Deal) -> tuple[int, ...]:
    """The lines of 1, 2, 3 ... cards: of an ending to the last card, else as far as the limit."""
    position = Position.of(deal)
    left = sum(map(len, position.hands))
    found = (perft(position, depth) for depth in range(1, left + 1))
    full = deal.tricks == deal.rules.hand_size
    return tuple(takewhile(lambda lines: not full or lines <= LIMIT, found))


def write(rules: RuleSet) -> None:
    """Write the file of a rule set."""
    lines = (f"{format_deal(deal)} | {' '.join(map(str, count(deal)))}\n" for deal in deals(rules))
    text = _HEADER.format(name=rules.name) + "".join(lines)
    (FOLDER / f"{rules.name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    for each in names():
        write(load(each))
