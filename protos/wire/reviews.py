"""Reviews of played hands as messages, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from manille.solver.analysis import FoundError, PlayQuestion, ReviewQuestion, review_of
from manille.solver.deals import Deal
from manille.solver.errors import ManilleError
from manille.solver.results import Bounds, PlayValues
from manille.solver.reviewed import Moment, Review, ReviewedCard
from manille.v1 import solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.wire.deals import deal_from_proto, deal_to_proto
from manille.wire.solutions import (
    bounds_from_proto,
    bounds_to_proto,
    card_from_proto,
    effort_to_proto,
)

__all__ = [
    "review_from_proto",
    "review_question_from_proto",
    "review_question_to_proto",
    "review_to_proto",
    "values_from_proto",
]


def review_question_to_proto(
    question: ReviewQuestion | PlayQuestion,
) -> messages.ReviewPlayRequest:
    """The request by which a play is asked about, without limits."""
    return messages.ReviewPlayRequest(deal=deal_to_proto(question.deal))


def review_question_from_proto(message: messages.ReviewPlayRequest) -> ReviewQuestion:
    """The question of a request; cards that broke an obligation are kept.

    Raises:
        ManilleError: with every fault, those of the deal with their fields.
    """
    deal = deal_from_proto(message.deal, illegal="keep")
    try:
        return ReviewQuestion(deal)
    except ManilleError as error:
        places = [f"deal.{fault.field}" if fault.field else "deal" for fault in error.faults]
        faults = map(lambda fault, place: replace(fault, field=place), error.faults, places)
        raise type(error)(faults) from None


def review_to_proto(
    question: ReviewQuestion, review: Review, source: str
) -> messages.ReviewPlayResponse:
    """A review; ``source`` is one of :data:`~.solutions.SOURCES`."""
    deal = question.deal
    moments = [_moment(review.start)]
    moments += [_played(deal, card) for card in review.cards]
    response = messages.ReviewPlayResponse(
        moments=moments,
        exact=review.exact,
        fingerprint=deal.rules.fingerprint,
        effort=effort_to_proto(review.nodes, review.time_s, source),
    )
    for seat, totals in enumerate(review.seats):
        response.seats.add(
            seat=deal.seat_names[seat],
            loss=totals.loss,
            cards=totals.cards,
            score_loss=totals.score_loss,
            illegal=totals.illegal,
        )
    for side, totals in enumerate(review.sides):
        response.sides.add(
            seats=deal.sides[side],
            loss=totals.loss,
            cards=totals.cards,
            score_loss=totals.score_loss,
        )
    return response


def _moment(moment: Moment) -> solution_pb2.PlayMoment:
    first, second = (None, None) if moment.score is None else moment.score
    return solution_pb2.PlayMoment(
        first=bounds_to_proto(moment.bounds[0]),
        second=bounds_to_proto(moment.bounds[1]),
        first_score=first,
        second_score=second,
    )


def _played(deal: Deal, card: ReviewedCard) -> solution_pb2.PlayMoment:
    """The moment after a card."""
    message = _moment(card.after)
    message.card, message.seat, message.trick = (
        str(card.card),
        deal.seat_names[card.seat],
        card.trick,
    )
    message.obligation, message.turning_point = card.obligation or "", card.turning_point
    if card.loss is not None:
        message.loss = card.loss
    if card.score_loss is not None:
        message.score_loss = card.score_loss
    for cards, listed in (
        (card.best, message.best),
        (card.better, message.better),
        (card.refutation, message.refutation),
    ):
        listed.extend(map(str, cards))
    return message


def review_from_proto(message: messages.ReviewPlayResponse, deal: Deal) -> Review:
    """The review of a deal that a message holds.

    What follows from the deal and the values is not read but found anew: it is the same.
    """
    bounds, effort = tuple(_bounds(message)), message.effort
    return review_of(deal, bounds, _errors(message.moments[1:]), effort.nodes, effort.time_s)


def values_from_proto(message: messages.ReviewPlayResponse) -> PlayValues:
    """Only the values along the play that a message holds."""
    return PlayValues(tuple(_bounds(message)), message.effort.nodes, message.effort.time_s)


def _bounds(message: messages.ReviewPlayResponse) -> Iterator[tuple[Bounds, Bounds]]:
    for moment in message.moments:
        yield bounds_from_proto(moment.first), bounds_from_proto(moment.second)


def _errors(moments: Iterable[solution_pb2.PlayMoment]) -> Iterator[FoundError]:
    """The cards for which something better was found."""
    for number, moment in enumerate(moments):
        if moment.better:
            best, better, refutation = (
                tuple(map(card_from_proto, cards))
                for cards in (moment.best, moment.better, moment.refutation)
            )
            yield FoundError(number, best, better, refutation)
