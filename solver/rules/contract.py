"""What a hand is played under: a rule set, a trump, and who is declarer.

Everything that decides a trick or counts a card is looked up here, once for each contract.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from manille.solver.cards import NO_TRUMP, Card
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Contract"]


@dataclass(frozen=True)
class Contract:
    """A rule set with the trump and the declarer of one hand.

    Attributes:
        rules: the rule set.
        trump: a suit letter, or ``NT``.
        declarer: the declarer's seat in the order of play, where the sides depend on it.
    """

    rules: RuleSet
    trump: str
    declarer: int | None = None

    @classmethod
    def of(cls, rules: RuleSet, trump: str, declarer: int | None = None) -> Contract:
        """The contract, the same one each time, with whatever has been looked up in it."""
        return _kept(rules.name, rules, trump, declarer)

    @cached_property
    def strength(self) -> dict[Card, int]:
        """The strength of each card within its suit; 0 is the weakest."""
        return {
            Card(rank, suit): place
            for suit in self.rules.family.suits
            for place, rank in enumerate(reversed(self.rules.order_of(suit, self.trump)))
        }

    @cached_property
    def points(self) -> dict[Card, int]:
        """The points of each card."""
        return {card: self.rules.points_of(card, self.trump) for card in self.rules.cards}

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat, 0 or 1. Side 0 is the first seat's, or the declarer alone."""
        seats = range(self.rules.seats)
        if self.rules.sides == "declarer":
            return tuple(int(seat != self.declarer) for seat in seats)
        return tuple(seat % 2 for seat in seats)

    def beats(self, card: Card, winning: Card) -> bool:
        """Whether a card that is played takes the trick from the card that is winning it."""
        if card.suit == winning.suit:
            return self.strength[card] > self.strength[winning]
        return card.suit == self.trump

    def winner(self, cards: tuple[Card, ...]) -> int:
        """The place, in the order of play, of the card that is winning a trick."""
        best = 0
        for place, card in enumerate(cards):
            if self.beats(card, cards[best]):
                best = place
        return best

    @property
    def has_trump(self) -> bool:
        """Whether there is a trump suit."""
        return self.trump != NO_TRUMP


# Contracts come with every deal, and there are few. The name is no part of what makes rules equal,
# but it is shown. Bounded, since anybody may write a rule set.
@lru_cache(maxsize=512)
def _kept(name: str, rules: RuleSet, trump: str, declarer: int | None) -> Contract:
    return Contract(rules, trump, declarer)
