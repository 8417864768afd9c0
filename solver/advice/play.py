"""Which card to play, at any moment, for the seat to play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from manille.solver.advice.adviser import Adviser, check_asking
from manille.solver.advice.budget import Budget
from manille.solver.advice.goal import Ending, Goal, has_score
from manille.solver.advice.layout import Layout, known_key
from manille.solver.advice.sample import Samples
from manille.solver.advised import Mean, PlayAdvice, PlayOption, Refinement
from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.found import Found
from manille.solver.analysis.question import Asked
from manille.solver.cards import Card
from manille.solver.deals import Deal, Hand, Position
from manille.solver.errors import InputError, Reason
from manille.solver.hidden import Layouts
from manille.solver.limits import AdviceLimits

__all__ = ["PlayAdviser", "PlayLayout", "play_adviser"]


def play_adviser(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
) -> PlayAdviser:
    """An adviser for the seat to play.

    Args:
        deal: the deal as the seat sees it, with trump, declarer and the cards played so far; other
            hands that it shows are not looked at.
        seat: the name of the seat that asks; None for the seat to play.
        objective: ``score``, ``points`` or ``reach``; None for the score where it can be known.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine.

    Raises:
        DealError: the hand of the seat is hidden, no layout fits what it knows, or trump or
            declarer is not known.
        InputError: all cards are played, another seat is to play, or there is no such objective.
    """
    to_play = _asking(deal, seat)
    goal = Goal.read(deal.rules, objective, reach, has_score(deal.rules, deal.bid))
    return PlayAdviser(deal, to_play, goal, limits or AdviceLimits())


def _asking(deal: Deal, seat: str | None) -> int:
    """The seat to play, which is the one that asks."""
    seats, leader, trick = deal.rules.seats, 0, deal.played
    if len(deal.played) == seats * deal.rules.hand_size:
        raise InputError.of(Reason.NOT_TO_ACT, "all cards are played; nobody is to play", "played")
    while len(trick) >= seats:
        leader = (leader + deal.contract.winner(trick[:seats])) % seats
        trick = trick[seats:]
    to_play = (leader + len(trick)) % seats
    check_asking(deal, seat, to_play, "play")
    return to_play


class PlayLayout(Layout):
    """A layout at a moment of the play.

    It finds the points of side 0 over the whole hand for each legal card, in the order of the hand.
    """

    kind = b"play"

    def __init__(self, now: Position, layouts: Layouts, known: bytes, place: int) -> None:
        """Take the position in any layout that fits, and which layout it is."""
        super().__init__(layouts, known, place)
        self._now = now

    def _numbers(self, hands: tuple[Hand, ...], budget: Budget) -> Iterator[int]:
        held = [set(hand) for hand in self._now.hands]
        gone = set(self._now.contract.rules.cards).difference(*held)
        left = tuple(tuple(card for card in hand if card not in gone) for hand in hands)
        position = replace(self._now, hands=left)
        engine = budget.engine(position)
        engine.value()
        same = equivalent_cards(position)
        firsts = list(dict.fromkeys(same.values()))
        values = dict(zip(firsts, engine.card_values(firsts), strict=True))
        budget.spent(engine)
        for first in same.values():
            yield position.points[0] + values[first].low


class PlayAdviser(Adviser[Card, PlayAdvice]):
    """Advice on the card to play."""

    def __init__(self, deal: Deal, seat: int, goal: Goal, limits: AdviceLimits) -> None:
        """Take what is asked; see :func:`play_adviser`."""
        super().__init__(deal, seat, goal, limits)
        # the trick, the points and the own hand are the same in every layout
        self._now = Position.of(self._layouts.deal(limits.seed, 0))
        self._by_card: dict[Card, Samples] = {card: Samples() for card in self._now.legal_cards()}
        self._equivalent = equivalent_cards(self._now)
        self._key = known_key(self._knowledge)

    def _layout(self, place: int) -> Asked:
        return PlayLayout(self._now, self._layouts, self._key, place)

    def _take(self, found: Found) -> None:
        contract = self.deal.contract
        for samples, value in zip(self._by_card.values(), found.values, strict=True):
            ending = Ending(contract.trump, value.low, self.deal.bid)
            samples.add(self.goal, self.rules, ending, contract.side_of[self.seat])

    def _samples(self) -> Mapping[Card, Samples]:
        return self._by_card

    def _same(self, option: Card) -> Collection[Card]:
        # which cards are between two of a hand is known, whoever holds them
        first = self._equivalent[option]
        return [card for card, one in self._equivalent.items() if one == first]

    def _behind(self, samples: Samples, best: Samples) -> Mean:
        cards = {id(one): card for card, one in self._by_card.items()}
        if cards[id(samples)] in self._same(cards[id(best)]):
            return Mean(0.0, 0.0, 0.0)
        return super()._behind(samples, best)

    def _advice(self, state: Refinement) -> PlayAdvice:
        ranked = self._ranked(self._by_card)
        best = self._by_card[ranked[0]]
        return PlayAdvice(ranked[0], tuple(self._option(card, best) for card in ranked), state)

    def _option(self, card: Card, best: Samples) -> PlayOption:
        samples = self._by_card[card]
        behind = None if samples is best else self._behind(samples, best)
        points = samples.spread
        assert points is not None
        return PlayOption(card, self._objective(samples), behind, samples.make, points)
