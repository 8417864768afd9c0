"""A second reading of the play flags, for comparison with ``manille.solver.rules.legality``.

Written from the prose of the design and in another way on purpose: the hand is narrowed down, one
duty after the other, and whatever a duty cuts off has broken it. A duty that no card of the hand
can meet is no duty, so nothing is ever cut down to nothing. Cards are compared by a height in the
trick; nothing but the plain values of the rule set is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from manille.solver.cards import Card
from manille.solver.rules import Contract

__all__ = ["second_judge"]

Height = Callable[[Card], tuple[int, int]]


class _Narrowing:
    """A hand, and what is left of it; the words are those of the obligations."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.left = list(hand)
        self.verdict: dict[Card, str | None] = dict.fromkeys(hand)

    def to(self, wanted: Callable[[Card], bool], word: str) -> None:
        """Keep the cards that are wanted, if there are any."""
        kept = [card for card in self.left if wanted(card)]
        if kept:
            self.verdict |= {card: word for card in self.left if card not in kept}
            self.left = kept


def second_judge(
    contract: Contract, hand: Sequence[Card], trick: Sequence[Card], leader: int
) -> dict[Card, str | None]:
    """For each card of the hand the word of the obligation that it breaks, or None."""
    narrowing = _Narrowing(hand)
    if not trick:
        return narrowing.verdict
    rules, trump, led = contract.rules, contract.trump, trick[0].suit
    height = _height(contract, led)
    top = max(trick, key=height)
    if _same_side(contract, leader + list(trick).index(top), leader + len(trick)):
        binding = {"always"}
    else:
        binding = {"opponent", "always"}

    def above(card: Card) -> bool:
        return height(card) > height(top)

    if led in (card.suit for card in hand):
        narrowing.to(lambda card: card.suit == led, "MUST_FOLLOW")
        if (rules.beat_trump if led == trump else rules.beat_plain) in binding:
            narrowing.to(above, "MUST_BEAT")
    elif rules.ruff in binding:
        _narrow_void(narrowing, contract, top, above, rules.overruff in binding)
    return narrowing.verdict


def _narrow_void(
    narrowing: _Narrowing,
    contract: Contract,
    top: Card,
    above: Callable[[Card], bool],
    higher: bool,
) -> None:
    """A ruff is due: what the seat has to do with its trumps, if it has any."""
    trump = contract.trump
    useless = top.suit == trump and not any(map(above, narrowing.left))
    if not useless or contract.rules.when_unable == "trump":
        narrowing.to(lambda card: card.suit == trump, "MUST_RUFF")
        if higher and top.suit == trump:
            narrowing.to(above, "MUST_OVERRUFF")
    elif contract.rules.when_unable == "not_trump":
        narrowing.to(lambda card: card.suit != trump, "MUST_NOT_RUFF")


def _height(contract: Contract, led: str) -> Height:
    """What a card is worth in the trick: trumps above the suit led above all others."""
    rules, trump = contract.rules, contract.trump

    def height(card: Card) -> tuple[int, int]:
        order = rules.trump_order or rules.order if card.suit == trump else rules.order
        if card.suit not in (trump, led):
            return 0, 0
        return (2 if card.suit == trump else 1), len(order) - order.index(card.rank)

    return height


def _same_side(contract: Contract, one: int, other: int) -> bool:
    """Whether two seats, counted on beyond the last, play together."""
    seats = contract.rules.seats
    one, other = one % seats, other % seats
    if contract.rules.sides == "declarer":
        return (one == contract.declarer) == (other == contract.declarer)
    return (one - other) % 2 == 0
