"""Reviews as JSON objects. Cards and seats are in English letters there."""

from __future__ import annotations

from typing import Any

from manille.client.cli.objects import deal_object, effort_object
from manille.solver.deals import Deal
from manille.solver.reviewed import Moment, Review, ReviewedCard, Totals

__all__ = ["number", "review_object"]


def review_object(deal: Deal, review: Review) -> dict[str, Any]:
    """A reviewed hand, card by card, and the sums."""
    return {
        **deal_object(deal),
        "trump": deal.trump,
        "sides": deal.sides,
        "exact": review.exact,
        "start": _moment(review.start),
        "cards": [_card(deal, card) for card in review.cards],
        "seat_losses": [
            {"seat": name, **_totals(totals)}
            for name, totals in zip(deal.seat_names, review.seats, strict=True)
        ],
        "side_losses": [
            {"seats": seats, **_totals(totals)}
            for seats, totals in zip(deal.sides, review.sides, strict=True)
        ],
        **effort_object(review.nodes, review.time_s),
    }


def number(value: float | None) -> float | int | None:
    """A net score, as a whole number where it is one."""
    return int(value) if value is not None and value == int(value) else value


def _moment(moment: Moment) -> dict[str, Any]:
    found: dict[str, Any] = {"points": moment.points, "score": moment.score}
    return found if moment.points is not None else {**found, "bounds": moment.bounds}


def _card(deal: Deal, card: ReviewedCard) -> dict[str, Any]:
    found: dict[str, Any] = {
        "trick": card.trick,
        "seat": deal.seat_names[card.seat],
        "card": str(card.card),
        "breaks": card.obligation,
        **_moment(card.after),
        "loss": card.loss,
        "score_loss": number(card.score_loss),
        "turning_point": card.turning_point,
    }
    if card.better:
        for name in ("best", "better", "refutation"):
            found[name] = [str(one) for one in getattr(card, name)]
    return found


def _totals(totals: Totals) -> dict[str, Any]:
    return {
        "loss": totals.loss,
        "cards": totals.cards,
        "score_loss": number(totals.score_loss),
        "illegal": totals.illegal,
    }
