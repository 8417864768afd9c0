"""A deal: who holds what, under which contract, and what was played of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from manille.solver.cards import Card
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.rules.contract import Contract
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["Deal", "Hand"]

Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Deal:
    """A deal, or an ending of one, before its first card or with the cards played so far.

    Seats are numbered in the order of play: seat 0 leads first. Hands are those before the first
    card of ``played``, each suit by suit in the order of the deck, strong to weak. A value of this
    type that comes from a parser or a shuffle has been checked; see :mod:`.notation`.

    Attributes:
        rules: the rule set.
        trump: a suit letter, ``NT``, or None while it is open.
        first: where seat 0 sits: its index in the names of the seats (N W S E, or 1 2 3 …).
        hands: the cards of each seat, None for a hidden hand.
        declarer: the declarer's seat in the order of play, in auction games.
        bid: the declarer's bid, where one was made.
        turned: the dealer's turned-up card, where there is one.
        calls: the calls so far, from the first seat to speak on.
        played: the cards already played, from the first lead on.
    """

    rules: RuleSet
    trump: str | None
    first: int
    hands: tuple[Hand | None, ...]
    declarer: int | None = None
    bid: int | None = None
    turned: Card | None = None
    calls: tuple[str, ...] = ()
    played: tuple[Card, ...] = ()

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The name of each seat, in the order of play."""
        return seat_names(self.rules.seats, self.first)

    @property
    def leader(self) -> str:
        """The name of the seat that leads first."""
        return self.seat_names[0]

    @cached_property
    def contract(self) -> Contract:
        """The contract that is played.

        Raises:
            DealError: the trump is open, or the declarer is missing where the sides depend on it.
        """
        if self.trump is None:
            named = "a suit or NT" if self.rules.no_trump else "a suit"
            if self.turned is not None:
                named = f"{self.turned.suit}, the suit of the turned-up card,"
            message = f"the trump is not named yet (-); put {named} in its place"
            raise DealError(Fault(Reason.TRUMP_NOT_NAMED, message, field="trump"))
        if self.rules.sides == "declarer" and self.declarer is None:
            message = "the sides depend on the declarer; add `; declarer=SEAT`"
            raise DealError(Fault(Reason.DECLARER_MISSING, message, field="declarer"))
        return Contract.of(self.rules, self.trump, self.declarer)

    @property
    def open_hands(self) -> tuple[Hand, ...]:
        """All hands.

        Raises:
            DealError: a hand is hidden.
        """
        if None in self.hands:
            raise DealError(self._hidden())
        return cast(tuple[Hand, ...], self.hands)

    def _hidden(self) -> list[Fault]:
        return [
            Fault(
                Reason.HAND_HIDDEN,
                f"the hand of {name} is hidden (?); this needs all hands",
                field=f"hands.{name}",
            )
            for name, hand in zip(self.seat_names, self.hands, strict=True)
            if hand is None
        ]

    @property
    def tricks(self) -> int:
        """How many tricks the deal has: the cards in each hand."""
        return max(map(len, filter(None, self.hands)), default=0)

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the seats of side 0 and of side 1, each in the order of play."""
        side_of, names = self.contract.side_of, self.seat_names
        first = tuple(name for name, side in zip(names, side_of, strict=True) if side == 0)
        return first, tuple(name for name in names if name not in first)

    @cached_property
    def total(self) -> int:
        """All points that this deal holds: its cards, its tricks and the last trick."""
        points = self.contract.points
        cards = sum(points[card] for hand in self.open_hands for card in hand)
        last = self.rules.last_trick_points if self.tricks else 0
        return cards + self.tricks * self.rules.trick_points + last
