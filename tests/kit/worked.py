"""Reading the worked hands of ``tests/data/worked``: hands played through by hand, from the texts.

The files are for card players, so the form is small. A ``#`` begins a comment. A file has one hand
or several; each begins with its deal::

    deal: maniglia O W:... ; turned=HO
    turn-up: HO with 29 scores 2
    trick 1
      W KE | any
      S 5E | 5E 3E | 2E MUST_BEAT, others MUST_FOLLOW
      ...
    won by E: cards 7, trick 1, last 0 | N+S 0, W+E 8
    ...
    points: N+S 39, W+E 31
    score: N+S 4, W+E 0
    score at bid 26: 3 0, 1+2 26
    match: N+S 4, W+E 0

A line of a card is the seat and the card, the set of cards that may be played (``any`` for the
whole hand), and for each of the others the obligation that it breaks; ``others`` is every card
that the line has not named. Nothing may be left out: neither the set, nor a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from manille.solver.cards import Card
from manille.solver.deals import Deal, parse_deal
from manille.solver.rules import RuleSet

__all__ = [
    "Verdict",
    "WorkedCard",
    "WorkedHand",
    "WorkedTrick",
    "read_card",
    "read_cards",
    "read_hands",
    "read_verdict",
    "worked_files",
]

FOLDER = Path(__file__).parents[1] / "data" / "worked"

Tally = dict[str, int]
"""A figure for each side, by the names of its seats in the order of play: ``{"N+S": 39, ...}``."""

_TALLY = r"(?P<tally>[\w+]+ \d+, [\w+]+ \d+)"
_DEAL = re.compile(r"deal: (?P<deal>.+)")
_TURN_UP = re.compile(r"turn-up: (?P<card>\w+) with (?P<before>\d+) scores (?P<scores>\d+)")
_TRICK = re.compile(r"trick (?P<number>\d+)")
_CARD = re.compile(r"(?P<seat>\w) (?P<card>\w\w)(?: \| (?P<verdict>\w.*))?")
_BROKEN = re.compile(r"(?P<cards>others|\w\w(?: \w\w)*) (?P<word>[A-Z_]+)")
_WON = re.compile(
    r"won by (?P<seat>\w): cards (?P<cards>\d+), trick (?P<trick>\d+), last (?P<last>\d+) \| "
    + _TALLY
)
_RESULT = re.compile(r"(?P<what>points|match|score(?: at bid (?P<bid>\d+))?): " + _TALLY)


@dataclass(frozen=True)
class Verdict:
    """What may be played of a hand, and what each of the other cards would break.

    Attributes:
        legal: the cards that may be played; None for the whole hand.
        broken: the obligation that each illegal card breaks, by its word.
        others: the obligation that every card breaks that is not named, if there are any.
    """

    legal: frozenset[Card] | None
    broken: dict[Card, str]
    others: str | None

    def judged(self, hand: tuple[Card, ...]) -> dict[Card, str | None]:
        """What is said about every card of a hand: None for legal, or the obligation.

        Raises:
            ValueError: a card is not in the hand, is named twice, or is left out.
        """
        legal = frozenset(hand) if self.legal is None else self.legal
        named = legal | self.broken.keys()
        if len(named) < len(legal) + len(self.broken) or not named <= set(hand):
            raise ValueError("cards named twice, or not in the hand")
        left_out = [card for card in hand if card not in named]
        if bool(left_out) != (self.others is not None):
            shown = " ".join(map(str, left_out)) or "no card"
            raise ValueError(f"{shown} left for `others`")
        said = dict.fromkeys(legal) | self.broken | dict.fromkeys(left_out, self.others)
        return {card: said[card] for card in hand}


@dataclass(frozen=True)
class WorkedCard:
    """One card played, and what the file says about the hand at that moment.

    Attributes:
        line: the line of the file, for messages.
        seat: the name of the seat.
        card: the card that it plays.
        verdict: what could have been played instead.
    """

    line: int
    seat: str
    card: Card
    verdict: Verdict

    def judged(self, hand: tuple[Card, ...]) -> dict[Card, str | None]:
        """As :meth:`Verdict.judged`, and an error names the line."""
        try:
            return self.verdict.judged(hand)
        except ValueError as error:
            raise ValueError(f"line {self.line}: {error}") from None


@dataclass
class WorkedTrick:
    """One trick: its cards, who wins it, what it counts, and the points of the sides after it."""

    line: int
    cards: list[WorkedCard] = field(default_factory=list)
    winner: str = ""
    card_points: int = 0
    trick_points: int = 0
    last_points: int = 0
    running: Tally = field(default_factory=dict)


@dataclass
class WorkedHand:
    """A hand played through.

    Attributes:
        line: the line of the file on which it begins.
        deal: the deal; its own bid is the one of ``scores[None]``.
        turn_ups: the turned card, the score before the hand, and what it scores.
        tricks: the tricks in order.
        points: the points of both sides at the end.
        scores: the hand score of both sides, by bid; None for the bid of the deal, or none.
        match: what a match counts of the hand, where the file says so.
    """

    line: int
    deal: Deal
    turn_ups: list[tuple[Card, int, int]] = field(default_factory=list)
    tricks: list[WorkedTrick] = field(default_factory=list)
    points: Tally = field(default_factory=dict)
    scores: dict[int | None, Tally] = field(default_factory=dict)
    match: Tally | None = None

    @property
    def sides(self) -> tuple[str, str]:
        """The names of side 0 and side 1, as a tally has them."""
        first, second = ("+".join(side) for side in self.deal.sides)
        return first, second


def worked_files() -> list[Path]:
    """The files of worked hands, one a game."""
    return sorted(FOLDER.glob("*.txt"))


def read_hands(text: str) -> list[WorkedHand]:
    """The hands of a file.

    Raises:
        ValueError: with the line that has not the form described above.
    """
    hands: list[WorkedHand] = []
    for number, line in _lines(text):
        try:
            _read_line(hands, number, line)
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number}: {line!r}: {error}") from error
    return hands


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        bare = " ".join(line.partition("#")[0].split())
        if bare:
            yield number, bare


def _read_line(hands: list[WorkedHand], number: int, line: str) -> None:
    if match := _DEAL.fullmatch(line):
        hands.append(WorkedHand(number, parse_deal(match["deal"])))
    elif match := _TURN_UP.fullmatch(line):
        turned = read_card(match["card"], hands[-1].deal.rules)
        turn_up = (turned, int(match["before"]), int(match["scores"]))
        hands[-1].turn_ups.append(turn_up)
    elif match := _TRICK.fullmatch(line):
        _begin_trick(hands[-1], number, int(match["number"]))
    elif match := _WON.fullmatch(line):
        _end_trick(hands[-1], match)
    elif match := _RESULT.fullmatch(line):
        _read_result(hands[-1], match)
    elif match := _CARD.fullmatch(line):
        hands[-1].tricks[-1].cards.append(_read_card(hands[-1], number, match))
    else:
        raise ValueError("not a line of a worked hand")


def _begin_trick(hand: WorkedHand, line: int, number: int) -> None:
    if number != len(hand.tricks) + 1:
        raise ValueError(f"trick {len(hand.tricks) + 1} is due")
    hand.tricks.append(WorkedTrick(line))


def _read_card(hand: WorkedHand, line: int, match: re.Match[str]) -> WorkedCard:
    rules = hand.deal.rules
    if match["verdict"] is None:
        raise ValueError("the set of legal cards is left out")
    verdict = read_verdict(match["verdict"], rules)
    return WorkedCard(line, match["seat"], read_card(match["card"], rules), verdict)


def read_verdict(text: str, rules: RuleSet) -> Verdict:
    """The set of legal cards and what the others break: ``KE 3E | 2E MUST_BEAT``.

    Raises:
        ValueError: it has not that form.
    """
    allowed, _, reasons = text.partition(" | ")
    legal = None if allowed == "any" else frozenset(read_cards(allowed, rules))
    broken: dict[Card, str] = {}
    others = None
    for part in reasons.split(", ") if reasons else ():
        found = _BROKEN.fullmatch(part)
        if found is None or others is not None:
            raise ValueError(f"{part!r} is not `CARD CARD WORD`, or it follows `others`")
        if found["cards"] == "others":
            others = found["word"]
        else:
            broken |= dict.fromkeys(read_cards(found["cards"], rules), found["word"])
    return Verdict(legal, broken, others)


def _end_trick(hand: WorkedHand, match: re.Match[str]) -> None:
    trick = hand.tricks[-1]
    trick.winner = match["seat"]
    trick.card_points, trick.trick_points = int(match["cards"]), int(match["trick"])
    trick.last_points = int(match["last"])
    trick.running = _tally(hand, match["tally"])


def _read_result(hand: WorkedHand, match: re.Match[str]) -> None:
    tally = _tally(hand, match["tally"])
    if match["what"] == "points":
        hand.points = tally
    elif match["what"] == "match":
        hand.match = tally
    else:
        hand.scores[int(match["bid"]) if match["bid"] else None] = tally


def _tally(hand: WorkedHand, text: str) -> Tally:
    """The figures of both sides, whichever seat a side is begun with."""
    found = {frozenset(side.split("+")): int(n) for side, n in map(str.split, text.split(", "))}
    wanted = {frozenset(side.split("+")): side for side in hand.sides}
    if found.keys() != wanted.keys():
        raise ValueError(f"the sides are {' and '.join(hand.sides)}")
    return {side: found[seats] for seats, side in wanted.items()}


def read_cards(text: str, rules: RuleSet) -> tuple[Card, ...]:
    """Cards between spaces, each as in :func:`read_card`."""
    return tuple(read_card(word, rules) for word in text.split())


def read_card(text: str, rules: RuleSet) -> Card:
    """A card, written as rank then suit.

    Raises:
        ValueError: the rule set has no such card.
    """
    card = Card(text[:1], text[1:])
    if card not in rules.cards:
        raise ValueError(f"{text!r} is not a card of {rules.name}")
    return card
