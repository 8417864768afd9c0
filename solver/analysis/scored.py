"""The score of a hand, as far as what is proven of its points tells it."""

from __future__ import annotations

from manille.solver.deals import Deal
from manille.solver.results import Bounds
from manille.solver.rules.scoring import hand_score

__all__ = ["known_score"]


def known_score(deal: Deal, bounds: tuple[Bounds, Bounds]) -> tuple[int, int] | None:
    """The hand score of side 0 and side 1, None where it is not known.

    Not known: points that are not proven, a bid that was not given, rules that score nothing, and
    an ending, which is no whole hand.
    """
    points = tuple(side.exact for side in bounds)
    whole = deal.tricks == deal.rules.hand_size
    if not whole or points[0] is None or points[1] is None or deal.trump is None:
        return None
    return hand_score(deal.rules, deal.trump, (points[0], points[1]), deal.bid)
