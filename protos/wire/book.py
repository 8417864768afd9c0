"""What is looked up for every deal under one contract, so that it need not be worked out again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.rules import Contract, RuleSet, load, seat_names
from manille.solver.rules import names as rule_names

__all__ = ["Book", "named_book", "own_book"]

MOST_HOLDINGS = 1 << 11  # of one suit that are remembered; a suit of ten cards has half of it
DIGIT_BITS = 4  # of a rank in a layout, see manille.solver.deals.canonical


class Holding(NamedTuple):
    """What a hand has of one suit."""

    layout: int  # a 1 at the digit of each card
    points: int
    cards: int


class Holdings(dict[str, "Holding | None"]):
    """The holdings of one suit by their spelling, each read when it first comes."""

    def __init__(self, rules: RuleSet, suit: str, trump: str) -> None:
        super().__init__()
        ranks = rules.order_of(suit, trump)
        self._digits = {rank: DIGIT_BITS * n for n, rank in enumerate(reversed(ranks))}
        self._points = {rank: rules.points_of(Card(rank, suit), trump) for rank in ranks}

    def __missing__(self, text: str) -> Holding | None:
        digits = [self._digits.get(rank, -1) for rank in text]
        if -1 in digits or any(low >= high for high, low in pairwise(digits)):
            return None
        layout = sum(1 << digit for digit in digits)
        holding = Holding(layout, sum(map(self._points.__getitem__, text)), len(text))
        if len(self) < MOST_HOLDINGS:
            self[text] = holding
        return holding


@lru_cache(maxsize=256)
def _holdings(rules: RuleSet, suit: str, trump: str) -> Holdings:
    """The holdings of a suit as trump or, whatever else is trump, as a plain suit."""
    return Holdings(rules, suit, trump)


@dataclass(frozen=True, eq=False, slots=True)
class Book:
    """What is looked up for every deal under one contract and with one leader."""

    rules: RuleSet
    trump: str
    leader: str
    deck: str  # the suits
    tricks: int  # of a whole hand
    trump_place: int  # of the trump suit in the deck; -1, where none is, for no trump
    holdings: tuple[Holdings, ...]
    head: bytes  # of the canonical position, see Renamed.key
    fingerprint: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    side_to_play: int


@lru_cache(maxsize=1024)
def named_book(name: str, trump: str, leader: str, declarer: str) -> Book | None:
    """The book for rules that come with the program, by their name."""
    return own_book(load(name), trump, leader, declarer) if name in rule_names() else None


@lru_cache(maxsize=256)
def own_book(rules: RuleSet, trump: str, leader: str, declarer: str) -> Book | None:
    """The book of a contract and a leader; None if there is none such.

    Args:
        rules: the rule set.
        trump, leader, declarer: as they are spelled; the declarer empty where there is none.
    """
    names, alone = seat_names(rules.seats), rules.sides == "declarer"
    seats = (leader, declarer) if alone else (leader,)
    if trump not in rules.trumps or not set(seats) <= set(names) or (declarer and not alone):
        return None
    names = seat_names(rules.seats, names.index(leader))
    contract = Contract.of(rules, trump, names.index(declarer) if alone else None)
    first = tuple(name for name, side in zip(names, contract.side_of, strict=True) if side == 0)
    declared = 0 if contract.declarer is None else 1 + contract.declarer
    return Book(
        rules=rules,
        trump=trump,
        leader=leader,
        deck=rules.family.suits,
        tricks=rules.hand_size,
        trump_place=rules.family.suits.find(trump),
        holdings=tuple(
            _holdings(rules, suit, trump if suit == trump else NO_TRUMP)
            for suit in rules.family.suits
        ),
        head=rules.fingerprint.encode() + bytes((contract.has_trump, declared)),
        fingerprint=rules.fingerprint,
        sides=(first, tuple(name for name in names if name not in first)),
        side_to_play=contract.side_of[0],
    )
