"""What is known, as a problem of placing cards: which seat may take which, and how many it takes.

Sets of cards are numbers here, with a bit for each card of the deck in its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from manille.solver.cards import Card
from manille.solver.hidden.facts import Fact, told_by
from manille.solver.hidden.knowledge import Knowledge
from manille.solver.hidden.record import Play, record
from manille.solver.rules.legality import judge

__all__ = ["Group", "Problem", "pose"]


@dataclass(frozen=True)
class Group:
    """Cards among which nothing that is known makes a difference.

    Attributes:
        cards: the cards, as places in the deck, rising.
        holders: the hidden seats that may hold them, as places in ``Problem.seats``, rising.
        marks: for each holder the flags (see :class:`Problem`) that one of the cards sets.
    """

    cards: tuple[int, ...]
    holders: tuple[int, ...]
    marks: tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """Which cards are to be placed, and where they may go.

    A fact with an exception ("no card but trumps, unless one of these") has two flags: the even bit
    says that the seat holds an exception, the odd one above it that it holds what it otherwise
    cannot. The odd bit alone breaks the fact.

    Attributes:
        seats: the seats whose hands are hidden, in the order of play.
        room: how many cards each of them takes.
        own: the cards that each of them has played, as places in the deck.
        groups: the cards to be placed.
        flags: the flags that are set from the beginning.
        exceptions: how many facts have an exception.
    """

    seats: tuple[int, ...]
    room: tuple[int, ...]
    own: tuple[tuple[int, ...], ...]
    groups: tuple[Group, ...]
    flags: int = 0
    exceptions: int = 0


def pose(knowledge: Knowledge) -> Problem | None:
    """The problem; None where what is known contradicts itself before any card is placed."""
    poser = _Poser(knowledge)
    return poser.problem() if poser.fits() else None


class _Poser:
    """Collects what each hidden seat may hold."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.deal, self.seats = knowledge.deal, knowledge.hidden
        self.bits = {card: 1 << place for place, card in enumerate(self.deal.rules.cards)}
        self.free = sum(self.bits.values())
        self.played: dict[int, list[Play]] = {seat: [] for seat in self.seats}
        self.may: dict[int, int] = {}
        # of the facts with an exception: the seat, the exceptions, the rest, and whether the seat
        # is known to have held some of the rest
        self.exceptions: list[tuple[int, int, int, bool]] = []

    def fits(self) -> bool:
        """Whether nothing contradicts what is seen."""
        if not (self._take_hands() and self._take_plays()):
            return False
        self.may = dict.fromkeys(self.seats, self.free)
        return self._take_turned() and all(map(self._take_facts, self.seats))

    def problem(self) -> Problem:
        """The problem, once everything is taken."""
        size, deck = self.deal.rules.hand_size, list(self.bits)
        own = [tuple(deck.index(play.card) for play in self.played[seat]) for seat in self.seats]
        held = sum(2 << 2 * n for n, (*_, rest_held) in enumerate(self.exceptions) if rest_held)
        return Problem(
            self.seats,
            tuple(size - len(cards) for cards in own),
            tuple(own),
            tuple(self._groups()),
            held,
            len(self.exceptions),
        )

    def _mask(self, cards: Iterable[Card]) -> int:
        return sum(self.bits[card] for card in cards)

    def _take_hands(self) -> bool:
        """Take the cards that are seen out of those to be placed."""
        for hand in self.deal.hands:
            mask = self._mask(hand or ())
            if self.free & mask != mask:
                return False
            self.free -= mask
        return True

    def _take_plays(self) -> bool:
        """Take the cards played; whoever's hand is seen must have been free to play its own."""
        seen = {seat: set(hand) for seat, hand in enumerate(self.deal.hands) if hand is not None}
        for play in record(self.deal):
            if play.seat in seen:
                hand = seen[play.seat]
                judged = judge(self.deal.contract, hand, play.trick, play.leader)
                if judged.get(play.card, play.card) is not None:
                    return False
                hand.remove(play.card)
            else:
                if not self.free & self.bits[play.card]:
                    return False
                self.free -= self.bits[play.card]
                self.played[play.seat].append(play)
        return True

    def _take_turned(self) -> bool:
        """The turned-up card is the dealer's, who is the last to play to the first trick."""
        card, dealer = self.deal.turned, self.deal.rules.seats - 1
        if card is None:
            return True
        hand = self.deal.hands[dealer]
        if hand is not None:  # in an ending the dealer may have played it
            return card in hand or len(hand) < self.deal.rules.hand_size
        for seat in self.seats:
            if seat != dealer:
                self.may[seat] &= ~self.bits[card]
        played = any(play.card == card for play in self.played[dealer])
        return played or bool(self.free & self.bits[card])

    def _take_facts(self, seat: int) -> bool:
        """Take what the cards of a hidden seat say; what it played later was held then too."""
        plays = self.played[seat]
        later = self._mask(play.card for play in plays)
        for play in plays:
            for fact in told_by(self.deal.contract, play):
                if not self._take_fact(fact, later):
                    return False
            later -= self.bits[play.card]
        return True

    def _take_fact(self, fact: Fact, later: int) -> bool:
        cannot, unless = self._mask(fact.cannot_hold), self._mask(fact.unless)
        if not unless:
            self.may[fact.seat] &= ~cannot
            return not cannot & later
        if not unless & later:
            self.exceptions.append((fact.seat, unless, cannot, bool(cannot & later)))
        return True

    def _groups(self) -> Iterator[Group]:
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for place, bit in enumerate(self.bits.values()):
            if self.free & bit and self.seats:
                holders = tuple(n for n, seat in enumerate(self.seats) if self.may[seat] & bit)
                marks = tuple(self._marks(self.seats[n], bit) for n in holders)
                found.setdefault((holders, marks), []).append(place)
        for (holders, marks), cards in found.items():
            yield Group(tuple(cards), holders, marks)

    def _marks(self, seat: int, bit: int) -> int:
        marks = 0
        for number, (whose, unless, cannot, _) in enumerate(self.exceptions):
            if whose == seat:
                marks |= (bool(unless & bit) | bool(cannot & bit) << 1) << 2 * number
        return marks
