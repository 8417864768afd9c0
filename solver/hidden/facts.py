"""What the cards played say about the hands that they came from.

A card that is played was legal, so its seat held no card that would have made it illegal. This is
:func:`~manille.solver.rules.legality.judge` read backward, and the tests run both over the same
hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from manille.solver.cards import Card, Deck
from manille.solver.hidden.knowledge import Knowledge
from manille.solver.hidden.record import Play, record
from manille.solver.rules.contract import Contract

__all__ = ["Fact", "described", "facts_left", "facts_of", "told_by"]


@dataclass(frozen=True)
class Fact:
    """Cards that a seat cannot hold, since it would have had to play otherwise.

    It holds from the card played on, what the seat played later included. Cards are those of the
    whole deck, in its order, wherever else they may have been seen.

    Attributes:
        seat: the seat, in the order of play.
        trick: the number of the trick, from 1.
        card: the card that the seat played to it.
        suit: the suit that the fact is about.
        above: the card that was winning; the fact is about the cards of the suit above it. None
            where it is about the whole suit, or about all others.
        others: the fact is about all cards that are *not* of the suit.
        cannot_hold: the cards that the fact is about.
        unless: where it is not empty, the seat may well hold cards of ``cannot_hold``, but then
            it held one of these too.
    """

    seat: int
    trick: int
    card: Card
    suit: str
    above: Card | None
    others: bool
    cannot_hold: tuple[Card, ...]
    unless: tuple[Card, ...] = ()


def facts_of(knowledge: Knowledge) -> tuple[Fact, ...]:
    """All that the cards played say about the hidden hands, in the order of play."""
    deal, hidden = knowledge.deal, knowledge.hidden
    plays = [play for play in record(deal) if play.seat in hidden]
    return tuple(fact for play in plays for fact in told_by(deal.contract, play))


def facts_left(knowledge: Knowledge) -> tuple[Fact, ...]:
    """The facts that say something of cards that are still hidden, and only of those.

    A fact that adds nothing to earlier ones about its seat is left out, and so is one whose
    exception has been seen. ``cannot_hold`` and ``unless`` have the hidden cards alone.
    """
    deal = knowledge.deal
    plays = list(record(deal))
    seen = {play.card for play in plays}.union(*(hand or () for hand in deal.hands))
    ruled_out: dict[int, set[Card]] = {seat: set() for seat in knowledge.hidden}
    found = []
    for fact in facts_of(knowledge):
        if fact.unless and _excused(fact, plays):
            continue
        cards = tuple(card for card in fact.cannot_hold if card not in seen)
        unless = tuple(card for card in fact.unless if card not in seen)
        if not unless and ruled_out[fact.seat].issuperset(cards):
            continue
        if not unless:
            ruled_out[fact.seat].update(cards)
        found.append(replace(fact, cannot_hold=cards, unless=unless))
    return tuple(found)


def _excused(fact: Fact, plays: list[Play]) -> bool:
    """Whether the seat has shown later that the exception held."""
    return any(
        play.seat == fact.seat and play.number > fact.trick and play.card in fact.unless
        for play in plays
    )


def described(fact: Fact, deck: Deck, spell: Callable[[Card], str] = str) -> str:
    """What a seat has, or has not, by a fact: ``no hearts``, ``no spades above KS``.

    Args:
        fact: the fact.
        deck: the family of the deck, for the names of its suits.
        spell: how a card is written.
    """
    suit = deck.suit_names[deck.suits.index(fact.suit)]
    if fact.above is not None:
        return f"no {suit} above {spell(fact.above)}"
    if not fact.others:
        return f"no {suit}"
    unless = ", ".join(map(spell, fact.unless))
    some = "one of " if len(fact.unless) > 1 else ""
    return f"nothing but {suit}" + (f", unless it had {some}{unless}" if unless else "")


def told_by(contract: Contract, play: Play) -> Iterator[Fact]:
    """All that one card says about the hand that it came from; nothing if it was led."""
    for fact in _told(contract, play) if play.trick else ():
        if fact.cannot_hold:
            yield fact


def _told(contract: Contract, play: Play) -> Iterator[Fact]:
    led = play.trick[0].suit
    if play.card.suit == led:
        yield from _told_by_following(contract, play, led)
        return
    yield _fact(contract, play, led)
    if contract.has_trump and led != contract.trump and _binds(contract.rules.ruff, contract, play):
        yield from _told_by_void(contract, play)


def _told_by_following(contract: Contract, play: Play, led: str) -> Iterator[Fact]:
    rules, winning = contract.rules, play.winning(contract)
    duty = rules.beat_trump if led == contract.trump else rules.beat_plain
    if winning.suit != led or contract.beats(play.card, winning):
        return
    if _binds(duty, contract, play):
        yield _fact(contract, play, led, above=winning)


def _told_by_void(contract: Contract, play: Play) -> Iterator[Fact]:
    """What a card says that was played while a ruff was due."""
    rules, trump, winning = contract.rules, contract.trump, play.winning(contract)
    if play.card.suit != trump:
        any_trump = winning.suit != trump or rules.when_unable == "trump"
        yield _fact(contract, play, trump, above=None if any_trump else winning)
    elif not contract.beats(play.card, winning):
        higher = _fact(contract, play, trump, above=winning)
        overruff = _binds(rules.overruff, contract, play)
        if overruff:
            yield higher
        if rules.when_unable == "not_trump":
            # a lower trump was free only to a seat that could have overruffed, or had to be played
            unless = () if overruff else higher.cannot_hold
            yield _fact(contract, play, trump, others=True, unless=unless)


def _binds(duty: str, contract: Contract, play: Play) -> bool:
    winner = (play.leader + contract.winner(play.trick)) % contract.rules.seats
    opponent = contract.side_of[winner] != contract.side_of[play.seat]
    return duty == "always" or (duty == "opponent" and opponent)


def _fact(
    contract: Contract,
    play: Play,
    suit: str,
    *,
    above: Card | None = None,
    others: bool = False,
    unless: tuple[Card, ...] = (),
) -> Fact:
    cards = tuple(
        card
        for card in contract.rules.cards
        if (card.suit == suit) != others and (above is None or contract.beats(card, above))
    )
    return Fact(play.seat, play.number, play.card, suit, above, others, cards, unless)
