"""The layouts of the hidden cards that fit what is known: how many, drawn at random, by card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from manille.solver.cards import Card
from manille.solver.deals import Deal, Hand
from manille.solver.deals.hands import sort_hand
from manille.solver.hidden.chance import below
from manille.solver.hidden.knowledge import Knowledge
from manille.solver.hidden.nothing import nothing_fits
from manille.solver.hidden.problem import Problem, pose
from manille.solver.hidden.ways import Ways

__all__ = ["Layouts"]


class Layouts:
    """All ways in which the hidden cards may lie that fit what is known.

    A layout fits if the deck, the hands that are known and the turned-up card are as they are, and
    every card played was legal for the seat that played it. Calls are not read as signals. Layouts
    are numbered in an order that means nothing.

    Attributes:
        knowledge: what is known.
        count: how many layouts there are, at least one.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        """Count the layouts.

        Raises:
            DealError: there is none (NOTHING_FITS), with the card played that leaves none.
        """
        problem = pose(knowledge)
        ways = None if problem is None else Ways(problem)
        if problem is None or ways is None or not ways.count:
            raise nothing_fits(knowledge)
        self.knowledge = knowledge
        self.count = ways.count
        self._ways = ways
        self._prepare(problem)

    def _prepare(self, problem: Problem) -> None:
        """Keep what turns places in the deck into sorted hands."""
        deal = self.knowledge.deal
        deck, trump = deal.rules.cards, deal.trump
        self._sorted = sort_hand(deck, deal.rules, trump)
        self._place = [self._sorted.index(card) for card in deck]
        self._known = [hand and sort_hand(hand, deal.rules, trump) for hand in deal.hands]
        self._hidden = list(zip(problem.seats, problem.own, strict=True))

    def draw(self, seed: int, number: int) -> tuple[Hand, ...]:
        """A layout at random: the hands of all seats before the first card.

        Each layout is as likely as any other, and independent of those with other numbers. The
        same seed and number give the same layout on every machine, whatever the order of trumps.

        Args:
            seed: the seed, any whole number.
            number: the number of the layout, from 0.
        """
        return self.at(self.place(seed, number))

    def place(self, seed: int, number: int) -> int:
        """The place of the layout that :meth:`draw` gives, for :meth:`at`."""
        return below(self.count, Random(f"layout:{seed}:{number}"))

    def deal(self, seed: int, number: int) -> Deal:
        """The deal with all hands known, as :meth:`draw` has them."""
        return replace(self.knowledge.deal, hands=self.draw(seed, number))

    def at(self, place: int) -> tuple[Hand, ...]:
        """The layout at a place from 0 to ``count`` - 1: the hands of all seats, as in a deal."""
        hands = list(self._known)
        by_place, in_order = self._place.__getitem__, self._sorted.__getitem__
        for (seat, own), cards in zip(self._hidden, self._ways.at(place), strict=True):
            cards += own
            hands[seat] = tuple(map(in_order, sorted(map(by_place, cards))))
        return tuple(hand for hand in hands if hand is not None)

    def holders(self) -> dict[Card, dict[int, Fraction]]:
        """For each hidden card that is not played, in the order of the deck, who may hold it.

        The seats that hold it in some layout, in the order of play, each with the exact share of
        the layouts in which it does.
        """
        seats, deck = [seat for seat, _ in self._hidden], self.knowledge.deal.rules.cards
        found: dict[int, dict[int, Fraction]] = {}
        for group, totals in self._ways.shares():
            whole = self.count * len(group.cards)
            share = {
                seats[holder]: Fraction(total, whole)
                for holder, total in zip(group.holders, totals, strict=True)
                if total
            }
            found |= {card: dict(share) for card in group.cards}
        return {deck[card]: found[card] for card in sorted(found)}
