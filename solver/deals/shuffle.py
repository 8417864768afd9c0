"""Seeded random deals and endings: the same on every machine and every Python.

Only :meth:`random.Random.random` is promised to give the same numbers for ever, so the shuffle is
made from it. Deal ``n`` of a seed depends on the ranks and their order, the seats, the seed and
``n`` alone: two rule sets that rank the same cards alike get the same hands, and no deal hangs on
the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from manille.solver.cards import Card
from manille.solver.deals.deal import Deal
from manille.solver.deals.hands import sort_hand
from manille.solver.deals.position import Position
from manille.solver.errors import InputError, Reason
from manille.solver.rules.ruleset import RuleSet

__all__ = ["random_deal", "random_deals", "random_ending"]

T = TypeVar("T")


def random_deals(rules: RuleSet, count: int, seed: int) -> Iterator[Deal]:
    """``count`` random deals: :func:`random_deal` with the numbers from 0 up."""
    return (random_deal(rules, seed, number) for number in range(count))


def random_deal(rules: RuleSet, seed: int, number: int = 0) -> Deal:
    """A full random deal with a trump, a leader and, in auction games, a declarer.

    The trump is found as the rule set says where that needs no judgment (the suit of the dealer's
    turned-up card, or always none); else it is drawn from those allowed, and so is the declarer.
    """
    return _deal(rules, _random(rules, seed, number), rules.hand_size, 0)


def random_ending(rules: RuleSet, tricks: int, seed: int, number: int = 0, played: int = 0) -> Deal:
    """A random ending of ``tricks`` cards a hand, with ``played`` random legal cards played.

    Args:
        rules: the rule set.
        tricks: cards in each hand, from 1 to the size of a full hand.
        seed, number: as in :func:`random_deal`.
        played: how many cards are played already, at most seats times tricks.

    Raises:
        InputError: no ending of this rule set is that long.
    """
    _check("tricks", tricks, 1, rules.hand_size)
    _check("played", played, 0, rules.seats * tricks)
    return _deal(rules, _random(rules, seed, number), tricks, played)


def _check(what: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        message = f"{what} must be from {low} to {high}, not {number}"
        raise InputError.of(Reason.BAD_REQUEST, message, field=what)


def _random(rules: RuleSet, seed: int, number: int) -> Random:
    # the text of the seed is hashed by Random in a way that does not depend on PYTHONHASHSEED
    return Random(f"{rules.deck}:{rules.order}:{rules.seats}:{seed}:{number}")


def _deal(rules: RuleSet, rng: Random, tricks: int, played: int) -> Deal:
    deck = _shuffled(rules.cards, rng)
    piles = [deck[seat * tricks : (seat + 1) * tricks] for seat in range(rules.seats)]
    first = _below(rules.seats, rng)
    turned = piles[-1][-1] if rules.trump_by == "turned" and tricks == rules.hand_size else None
    trump = piles[-1][-1].suit if rules.trump_by == "turned" else _pick(rules.trumps, rng)
    declarer = _below(rules.seats, rng) if rules.sides == "declarer" else None
    hands = tuple(sort_hand(pile, rules, trump) for pile in piles)
    deal = Deal(rules, trump, first, hands, declarer=declarer, turned=turned)
    return _played(deal, rng, played) if played else deal


def _played(deal: Deal, rng: Random, count: int) -> Deal:
    position, cards = Position.start(deal), []
    for _ in range(count):
        cards.append(_pick(position.legal_cards(), rng))
        position = position.play_legal(cards[-1])
    return replace(deal, played=tuple(cards))


def _below(bound: int, rng: Random) -> int:
    return int(rng.random() * bound)


def _pick(choices: Sequence[T], rng: Random) -> T:
    return choices[_below(len(choices), rng)]


def _shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    left = list(cards)
    for top in range(len(left) - 1, 0, -1):
        other = _below(top + 1, rng)
        left[top], left[other] = left[other], left[top]
    return left
