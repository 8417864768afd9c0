"""A rule set: one game of the family, as a value."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from manille.solver.cards import DECKS, NO_TRUMP, Card, Deck
from manille.solver.rules.flags import FLAGS

__all__ = ["RuleSet"]


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet:
    """The resolved flags of one game. :data:`~manille.solver.rules.flags.FLAGS` explains each.

    Two rule sets are equal when their flags are, whatever they are called. Made by
    :func:`~manille.solver.rules.loader.load`, which checks that the flags fit together.

    Attributes:
        name: the name of a set that comes with the program, or the path of a user's file.
        title: the name for people.
        source: where the rules come from.
        reference: made to check the solver against other programs, not a game of the family.
    """

    name: str
    title: str
    source: str
    reference: bool
    deck: str
    order: str
    points: dict[str, int] = field(hash=False)
    trump_order: str
    trump_points: dict[str, int] | None = field(hash=False)
    seats: int
    sides: str
    beat_plain: str
    beat_trump: str
    ruff: str
    overruff: str
    when_unable: str
    trick_points: int
    last_trick_points: int
    trump_by: str
    no_trump: bool
    dealer_must: str
    bid_minimum: int
    all_pass: str
    hand_score: str
    half: int
    no_trump_factor: int
    turn_up_points: bool
    turn_up_limit: int
    match_target: int
    match_counts: str
    double_crossing: str

    def __eq__(self, other: object) -> bool:
        """Equal flags make equal rule sets."""
        return isinstance(other, RuleSet) and self.fingerprint == other.fingerprint

    def __repr__(self) -> str:
        """The name and the fingerprint; :meth:`flags` has the rest."""
        return f"<RuleSet {self.name} {self.fingerprint}>"

    def __hash__(self) -> int:
        """Follow equality."""
        return hash(self.fingerprint)

    def flags(self) -> dict[str, Any]:
        """Every flag by name, resolved, in the order of the table of flags."""
        return {flag.name: getattr(self, flag.name) for flag in FLAGS}

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits over all flags; the name and the title do not count."""
        text = json.dumps(self.flags(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def family(self) -> Deck:
        """The family of the deck, with its suits."""
        return DECKS[self.deck]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The deck that is dealt: suit by suit, each strong to weak in the plain order."""
        return tuple(Card(rank, suit) for suit in self.family.suits for rank in self.order)

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return len(self.cards) // self.seats

    @property
    def trumps(self) -> tuple[str, ...]:
        """Every trump that a hand may be played with: suits, and NT where it is allowed."""
        suits = () if self.trump_by == "none" else tuple(self.family.suits)
        return (*suits, NO_TRUMP) if self.no_trump else suits

    def order_of(self, suit: str, trump: str) -> str:
        """The ranks of a suit, strong to weak, while ``trump`` is trump."""
        return self.trump_order if suit == trump and self.trump_order else self.order

    def points_of(self, card: Card, trump: str) -> int:
        """The points of a card while ``trump`` is trump."""
        special = card.suit == trump and self.trump_points is not None
        table = self.trump_points if special and self.trump_points is not None else self.points
        return table.get(card.rank, 0)

    def total(self, trump: str) -> int:
        """All points of a hand: cards, tricks and last trick; without a trump suit like NT."""
        return self._totals.get(trump, self._totals[NO_TRUMP])

    @property
    def largest_total(self) -> int:
        """The largest :meth:`total` over all trumps."""
        return max(self.total(trump) for trump in self.trumps)

    @cached_property
    def _totals(self) -> dict[str, int]:
        tricks = self.hand_size * self.trick_points + self.last_trick_points
        return {
            trump: tricks + sum(self.points_of(card, trump) for card in self.cards)
            for trump in (*self.family.suits, NO_TRUMP)
        }
