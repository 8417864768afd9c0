"""What a position is worth: values, losses of cards, best lines, for one deal or many."""

from manille.solver.analysis.batch import answer_all
from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.perft import count_lines
from manille.solver.analysis.solve import WANTS, solve
from manille.solver.core.engine import CancelToken

__all__ = ["WANTS", "CancelToken", "answer_all", "count_lines", "equivalent_cards", "solve"]
