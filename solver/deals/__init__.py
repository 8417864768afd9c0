"""Deals and positions: notation, checks, seeded shuffles, endings, canonical form."""

from manille.solver.deals.canonical import Relabelling, canonical
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.notation import format_deal, parse_deal
from manille.solver.deals.objects import format_object, to_object
from manille.solver.deals.position import Position
from manille.solver.deals.replay import Illegal
from manille.solver.deals.shuffle import random_deal, random_deals, random_ending

__all__ = [
    "Deal",
    "Hand",
    "Illegal",
    "Position",
    "Relabelling",
    "canonical",
    "format_deal",
    "format_object",
    "parse_deal",
    "random_deal",
    "random_deals",
    "random_ending",
    "to_object",
]
