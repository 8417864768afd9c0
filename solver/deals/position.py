"""A position: a deal at some moment of its play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from manille.solver.cards import Card
from manille.solver.deals.deal import Deal, Hand
from manille.solver.errors import Fault, IllegalCardError, Reason
from manille.solver.rules.contract import Contract
from manille.solver.rules.legality import Obligation, judge, legal_cards

__all__ = ["Position"]


@dataclass(frozen=True)
class Position:
    """What lies on the table and in the hands, and what each side has taken.

    Attributes:
        contract: rules, trump and sides.
        hands: the cards that each seat still holds, in the order of play of the deal.
        leader: the seat that leads, or led, the current trick.
        trick: the cards of the current trick so far, in the order of play.
        points: the points that side 0 and side 1 have taken in the tricks that are complete.
    """

    contract: Contract
    hands: tuple[Hand, ...]
    leader: int = 0
    trick: tuple[Card, ...] = ()
    points: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, deal: Deal) -> Position:
        """The position after the cards that a deal lists as played.

        Raises:
            DealError: trump, declarer or a hand is not known.
            IllegalCardError: a card played is not held or breaks an obligation.
        """
        position = cls.start(deal)
        for card in deal.played:
            position = position.play(card)
        return position

    @classmethod
    def start(cls, deal: Deal) -> Position:
        """The position before the first card."""
        return cls(deal.contract, deal.open_hands)

    @property
    def to_play(self) -> int | None:
        """The seat to play, None at the end of the hand."""
        return None if self.ended else (self.leader + len(self.trick)) % len(self.hands)

    @property
    def ended(self) -> bool:
        """Whether all cards are played."""
        return not self.trick and not any(self.hands)

    @property
    def tricks_left(self) -> int:
        """How many tricks are not complete yet, the current one included."""
        return max(len(hand) for hand in self.hands) if not self.ended else 0

    @cached_property
    def points_left(self) -> int:
        """All points that are still to be taken, those in the current trick included."""
        contract, tricks = self.contract, self.tricks_left
        last = contract.rules.last_trick_points if tricks else 0
        points = sum(map(contract.points.__getitem__, chain(*self.hands, self.trick)))
        return points + tricks * contract.rules.trick_points + last

    @property
    def hand(self) -> Hand:
        """The cards of the seat to play; empty at the end."""
        return () if self.to_play is None else self.hands[self.to_play]

    def judge(self) -> dict[Card, Obligation | None]:
        """For each card of the seat to play the obligation it would break, None if legal."""
        return judge(self.contract, self.hand, self.trick, self.leader)

    def legal_cards(self) -> list[Card]:
        """The cards that may be played now."""
        return legal_cards(self.contract, self.hand, self.trick, self.leader)

    def play(self, card: Card) -> Position:
        """The position after a card.

        Raises:
            IllegalCardError: the seat to play does not hold the card, or may not play it.
        """
        broken = self.broken_by(card)
        if broken is not None:
            message = f"{card} may not be played: {broken} ({broken.meaning})"
            raise IllegalCardError(Fault(Reason.ILLEGAL_CARD, message))
        return self.play_legal(card)

    def broken_by(self, card: Card) -> Obligation | None:
        """The obligation that a card of the seat to play would break, None if it is legal.

        Raises:
            IllegalCardError: the seat to play does not hold the card.
        """
        judged = self.judge()
        if card not in judged:
            fault = Fault(Reason.CARD_NOT_HELD, f"the seat to play does not hold {card}")
            raise IllegalCardError(fault)
        return judged[card]

    def play_legal(self, card: Card) -> Position:
        """The position after a card that is known to be legal, or at least to be held."""
        seat = (self.leader + len(self.trick)) % len(self.hands)
        hand = tuple(c for c in self.hands[seat] if c != card)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        trick = (*self.trick, card)
        if len(trick) < len(hands):
            return Position(self.contract, hands, self.leader, trick, self.points)
        return self._take(hands, trick)

    def _take(self, hands: tuple[Hand, ...], trick: tuple[Card, ...]) -> Position:
        contract = self.contract
        winner = (self.leader + contract.winner(trick)) % len(hands)
        gain = sum(contract.points[card] for card in trick) + contract.rules.trick_points
        gain += contract.rules.last_trick_points if not any(hands) else 0
        first, second = self.points
        won = contract.side_of[winner] == 0
        points = (first + gain, second) if won else (first, second + gain)
        return Position(contract, hands, winner, (), points)
