"""The rules as data: rule sets, what may be played, what is scored, how trump is found."""

from manille.solver.rules.contract import Contract
from manille.solver.rules.flags import FLAGS, Flag
from manille.solver.rules.legality import Obligation, judge, legal_cards
from manille.solver.rules.loader import load, names, parse_rules
from manille.solver.rules.ruleset import RuleSet

__all__ = [
    "FLAGS",
    "Contract",
    "Flag",
    "Obligation",
    "RuleSet",
    "judge",
    "legal_cards",
    "load",
    "names",
    "parse_rules",
]
