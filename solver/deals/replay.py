"""Checking the cards that a deal lists as played."""

from __future__ import annotations

from manille.solver.deals.deal import Deal
from manille.solver.deals.position import Position
from manille.solver.deals.spelled import Token
from manille.solver.errors import DealError, Fault, IllegalCardError, Reason

__all__ = ["replay_faults"]


def replay_faults(deal: Deal, tokens: list[Token]) -> list[Fault]:
    """What is wrong with the cards played: the first fault, since the rest hangs on it."""
    if not deal.played:
        return []
    seen = set()
    for card, token in zip(deal.played, tokens, strict=True):
        if card in seen:
            return [token.fault(Reason.CARD_PLAYED_TWICE, f"{token.text} was played before")]
        seen.add(card)
    if any(hand is None for hand in deal.hands):
        return []
    try:
        position = Position.start(deal)
    except DealError as error:
        return [tokens[0].fault(fault.reason, fault.message) for fault in error.faults]
    return _illegal(deal, position, tokens)


def _illegal(deal: Deal, position: Position, tokens: list[Token]) -> list[Fault]:
    for number, (card, token) in enumerate(zip(deal.played, tokens, strict=True)):
        seat = position.to_play
        if seat is None:
            message = f"{token.text} is one too many: all {number} cards are played"
            return [token.fault(Reason.TOO_MANY_PLAYED, message)]
        try:
            position = position.play(card)
        except IllegalCardError as error:
            fault = error.faults[0]
            trick, place = divmod(number, deal.rules.seats)
            where = f"trick {trick + 1}, card {place + 1}, {deal.seat_names[seat]} to play"
            return [token.fault(fault.reason, f"{where}: {fault.message}")]
    return []
