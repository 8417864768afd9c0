"""The rules as data: rule sets, what may be played, what is scored, how trump is found."""

from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.contract import Contract
from manille.solver.rules.flags import FLAGS, Flag
from manille.solver.rules.foreseen import (
    Ceiling,
    Worth,
    foresee_auction,
    foresee_choice,
    net_score,
    worth_of,
)
from manille.solver.rules.legality import Obligation, judge, legal_cards
from manille.solver.rules.loader import load, names, parse_rules
from manille.solver.rules.match import HandScore, Match
from manille.solver.rules.result import HandResult
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.scoring import hand_score, turn_up_points
from manille.solver.rules.seating import seat_names
from manille.solver.rules.writer import format_rules

__all__ = [
    "FLAGS",
    "Auction",
    "CallResult",
    "Calling",
    "Ceiling",
    "Choice",
    "Contract",
    "Flag",
    "HandResult",
    "HandScore",
    "Match",
    "Obligation",
    "RuleSet",
    "Worth",
    "calling",
    "foresee_auction",
    "foresee_choice",
    "format_rules",
    "hand_score",
    "judge",
    "legal_cards",
    "load",
    "names",
    "net_score",
    "parse_rules",
    "seat_names",
    "turn_up_points",
    "worth_of",
]
