"""Why one card is better than others: what each of them gives away, and a line that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from manille.solver.analysis import known_score
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.errors import DealError, InputError, Reason
from manille.solver.results import Bounds, CardResult, Solution
from manille.solver.rules import Obligation
from manille.solver.rules.foreseen import net_score

__all__ = ["WANT", "Reasons", "Refuted", "check_cards", "reasons_of"]

WANT = ("points", "cards", "line", "lines")
"""What must be wanted of a solution that is to give reasons."""

Score = tuple[int, int]


class Refuted(NamedTuple):
    """A card of the seat to play, and what speaks against it.

    Attributes:
        card: the card.
        obligation: the obligation that it would break, and nothing else is known then; None for a
            legal one.
        bounds: points of the side to play over the whole hand, if it plays this card.
        loss: points given away against a best card; None while not proven.
        scores: the hand score with the best card and with this one, None where they are not known.
        score_loss: what that is in net score to the seat to play; None likewise.
        line: one best line to the end that begins with the card; None where it is not known.
        same_as: an equivalent card before it in the hand, as that of a
            :class:`~manille.solver.results.CardResult`.
    """

    card: Card
    obligation: Obligation | None = None
    bounds: Bounds | None = None
    loss: int | None = None
    scores: tuple[Score, Score] | None = None
    score_loss: float | None = None
    line: tuple[Card, ...] | None = None
    same_as: Card | None = None


@dataclass(frozen=True)
class Reasons:
    """A solution with its cards seen from what speaks against them.

    Attributes:
        solution: the solution, whose line begins with a best card.
        cards: the cards asked about, in their order, or all that give something away.
    """

    solution: Solution
    cards: tuple[Refuted, ...]


def check_cards(deal: Deal, cards: Sequence[Card]) -> None:
    """Refuse what no reason can be given for.

    Raises:
        DealError: the seat to play does not hold one of the cards.
        InputError: nobody is to play.
    """
    position = Position.of(deal)
    if position.to_play is None:
        message = "the hand is played to its end: nobody is to play"
        raise InputError.of(Reason.BAD_REQUEST, message)
    for card in cards:
        if card not in position.hand:
            seat = deal.seat_names[position.to_play]
            name = f"seat {seat}" if seat.isdigit() else seat
            message = f"{name} is to play and does not hold {card}"
            raise DealError.of(Reason.CARD_NOT_HELD, message, field="card")


def reasons_of(deal: Deal, solution: Solution, cards: Sequence[Card] = ()) -> Reasons:
    """What speaks against cards of the seat to play.

    Args:
        deal: the deal.
        solution: its solution, of which :data:`WANT` was wanted.
        cards: cards that the seat holds; none for all legal ones that give something away, or of
            which that is not known.
    """
    position = Position.of(deal)
    judged = position.judge()
    results = {result.card: result for result in solution.cards or ()}
    chosen = cards or [card for card, result in results.items() if result.loss != 0]
    return Reasons(
        solution,
        tuple(
            _refuted(deal, position, solution, results[card])
            if judged[card] is None
            else Refuted(card, judged[card])
            for card in dict.fromkeys(chosen)
        ),
    )


def _refuted(deal: Deal, position: Position, solution: Solution, result: CardResult) -> Refuted:
    side = position.contract.side_of[position.to_play or 0]
    rest = result.bounds.against(deal.total)
    score = known_score(deal, (rest, result.bounds) if side else (result.bounds, rest))
    scores = lost = None
    if solution.score is not None and score is not None:
        scores = solution.score, score
        best, own = (net_score(deal.rules, one, side) for one in scores)
        lost = best - own
    card, bounds, loss, same_as, line = result
    return Refuted(card, None, bounds, loss, scores, lost, line, same_as)
