"""Which cards may be played, and which obligation each of the others breaks.

This is the readable truth about the play flags. The kernel has the same rules as masks, and the
tests run both over the same positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from manille.solver.cards import Card
from manille.solver.rules.contract import Contract

__all__ = ["Obligation", "judge", "legal_cards"]


class Obligation(StrEnum):
    """The duty that an illegal card breaks. The value is the word itself."""

    meaning: str

    def __new__(cls, word: str, meaning: str) -> Obligation:
        """Make the member from its word and keep the meaning beside it."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning = meaning
        return member

    MUST_FOLLOW = "MUST_FOLLOW", "a card of the suit led is held and must be played"
    MUST_BEAT = "MUST_BEAT", "a higher card of the suit led is held and must be played"
    MUST_RUFF = "MUST_RUFF", "a trump is held and must be played"
    MUST_OVERRUFF = "MUST_OVERRUFF", "a trump above the winning one is held and must be played"
    MUST_NOT_RUFF = "MUST_NOT_RUFF", "a trump that cannot win may not be played"


def legal_cards(
    contract: Contract, hand: Iterable[Card], trick: tuple[Card, ...], leader: int
) -> list[Card]:
    """The cards of the hand that may be played, in the order of the hand. See :func:`judge`."""
    return [card for card, broken in judge(contract, hand, trick, leader).items() if not broken]


def judge(
    contract: Contract, hand: Iterable[Card], trick: tuple[Card, ...], leader: int
) -> dict[Card, Obligation | None]:
    """For each card of the hand the obligation that it would break, None for a legal one.

    Args:
        contract: rules, trump and sides.
        hand: the cards of the seat to play.
        trick: the cards of the trick so far, in the order of play.
        leader: the seat that led the trick; the seat to play follows from it.
    """
    hand = tuple(hand)
    if not trick:
        return dict.fromkeys(hand)
    place = contract.winner(trick)
    winning = trick[place]
    opponent = _is_opponent(contract, leader + place, leader + len(trick))
    if any(card.suit == trick[0].suit for card in hand):
        return _judge_following(contract, hand, trick[0].suit, winning, opponent)
    return _judge_void(contract, hand, winning, opponent)


def _is_opponent(contract: Contract, one: int, other: int) -> bool:
    seats = contract.rules.seats
    return contract.side_of[one % seats] != contract.side_of[other % seats]


def _binds(duty: str, opponent_winning: bool) -> bool:
    return duty == "always" or (duty == "opponent" and opponent_winning)


def _judge_following(
    contract: Contract, hand: tuple[Card, ...], led: str, winning: Card, opponent: bool
) -> dict[Card, Obligation | None]:
    rules = contract.rules
    duty = rules.beat_trump if led == contract.trump else rules.beat_plain
    # Once a plain suit is ruffed no card of it can win, and the duty to beat is gone.
    higher = {c for c in hand if c.suit == led == winning.suit and contract.beats(c, winning)}
    must_beat = bool(higher) and _binds(duty, opponent)

    def broken(card: Card) -> Obligation | None:
        if card.suit != led:
            return Obligation.MUST_FOLLOW
        return Obligation.MUST_BEAT if must_beat and card not in higher else None

    return {card: broken(card) for card in hand}


def _judge_void(
    contract: Contract, hand: tuple[Card, ...], winning: Card, opponent: bool
) -> dict[Card, Obligation | None]:
    rules = contract.rules
    trumps = {card for card in hand if card.suit == contract.trump}
    if not trumps or not _binds(rules.ruff, opponent):
        return dict.fromkeys(hand)
    winners = {card for card in trumps if contract.beats(card, winning)}
    if not winners:
        return _judge_unable(contract, hand, trumps)
    overruff = winning.suit == contract.trump and _binds(rules.overruff, opponent)

    def broken(card: Card) -> Obligation | None:
        if card not in trumps:
            return Obligation.MUST_RUFF
        return Obligation.MUST_OVERRUFF if overruff and card not in winners else None

    return {card: broken(card) for card in hand}


def _judge_unable(
    contract: Contract, hand: tuple[Card, ...], trumps: set[Card]
) -> dict[Card, Obligation | None]:
    when_unable = contract.rules.when_unable
    only_trumps = len(trumps) == len(hand)

    def broken(card: Card) -> Obligation | None:
        if when_unable == "trump" and card not in trumps:
            return Obligation.MUST_RUFF
        if when_unable == "not_trump" and card in trumps and not only_trumps:
            return Obligation.MUST_NOT_RUFF
        return None

    return {card: broken(card) for card in hand}
