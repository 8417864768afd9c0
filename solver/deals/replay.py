"""Checking the cards that a deal lists as played.

A seat whose hand is hidden plays what it likes, but no card that is in a hand that is known.
"""

from __future__ import annotations

from typing import Literal

from manille.solver.cards import Card, Letters
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.spelled import Token, seat_text
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.rules.contract import Contract
from manille.solver.rules.legality import judge

__all__ = ["Illegal", "replay_faults"]

Illegal = Literal["refuse", "keep"]
"""What becomes of a card played that breaks an obligation: a fault of the deal, or it is kept."""


def replay_faults(
    deal: Deal, tokens: list[Token], tongue: Letters, illegal: Illegal = "refuse"
) -> list[Fault]:
    """What is wrong with the cards played: the first fault, since the rest hangs on it.

    Args:
        deal: the deal, sound but for what it lists as played.
        tokens: one token for each card played.
        tongue: the declared letters.
        illegal: whether a card that breaks an obligation is a fault, or kept. One that is not held
            always is a fault.
    """
    if not deal.played:
        return []
    try:
        replay = _Replay(deal, deal.contract, tongue, illegal)
    except DealError as error:
        return [tokens[0].fault(fault.reason, fault.message) for fault in error.faults]
    for card, token in zip(deal.played, tokens, strict=True):
        fault = replay.fault(card, token)
        if fault is not None:
            return [fault]
        replay.play(card)
    return []


class _Replay:
    """A deal at some moment of its replay."""

    def __init__(self, deal: Deal, contract: Contract, tongue: Letters, illegal: Illegal) -> None:
        self.names = deal.seat_names
        self.contract = contract
        self.tongue = tongue
        self.illegal = illegal
        self.hands: list[Hand | None] = list(deal.hands)
        known = any(hand is not None for hand in deal.hands)
        self.size = len(deal.hands) * (deal.tricks if known else deal.rules.hand_size)
        self.seen: set[Card] = set()
        self.trick: tuple[Card, ...] = ()
        self.leader = 0

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % len(self.hands)

    def play(self, card: Card) -> None:
        """Go on by a card that was found to be without fault."""
        hand = self.hands[self.seat]
        self.hands[self.seat] = None if hand is None else tuple(c for c in hand if c != card)
        self.seen.add(card)
        self.trick = (*self.trick, card)
        if len(self.trick) == len(self.hands):
            self.leader = (self.leader + self.contract.winner(self.trick)) % len(self.hands)
            self.trick = ()

    def fault(self, card: Card, token: Token) -> Fault | None:
        """What is wrong with the next card, if anything."""
        found = self._refusal(card, token.text)
        if found is None:
            return None
        reason, message = found
        trick = len(self.seen) // len(self.hands) + 1
        where = f"trick {trick}, card {len(self.trick) + 1}, {self._who(self.seat)} to play"
        if reason == Reason.TOO_MANY_PLAYED:
            where = f"card {len(self.seen) + 1}"
        return token.fault(reason, f"{where}: {message}")

    def _who(self, seat: int) -> str:
        return seat_text(self.names[seat])

    def _refusal(self, card: Card, text: str) -> tuple[Reason, str] | None:
        if card in self.seen:
            return Reason.CARD_PLAYED_TWICE, f"{text} was played before"
        if len(self.seen) == self.size:
            message = f"{text} is one too many: the hands have {self.size} cards together"
            return Reason.TOO_MANY_PLAYED, message
        hand = self.hands[self.seat]
        if hand is None or card not in hand:
            return self._not_held(card, text)
        if self.illegal == "keep":
            return None
        judged = judge(self.contract, hand, self.trick, self.leader)
        broken = judged[card]
        if broken is None:
            return None
        legal = " ".join(self.tongue.format(c) for c, duty in judged.items() if duty is None)
        message = f"{text} may not be played: {broken} ({broken.meaning}); legal now: {legal}"
        return Reason.ILLEGAL_CARD, message

    def _not_held(self, card: Card, text: str) -> tuple[Reason, str] | None:
        holders = [seat for seat, hand in enumerate(self.hands) if hand and card in hand]
        if holders:
            return Reason.CARD_NOT_HELD, f"{text} is in the hand of {self._who(holders[0])}"
        if self.hands[self.seat] is None:
            return None
        return Reason.CARD_NOT_HELD, f"{self._who(self.seat)} does not hold {text}"
