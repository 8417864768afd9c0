"""What a position is worth: values, losses of cards, best lines, for one deal or many."""

from manille.solver.analysis.along import PlayQuestion, solve_along
from manille.solver.analysis.batch import answer_all, cores
from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.found import Found, FoundCard
from manille.solver.analysis.perft import count_lines
from manille.solver.analysis.question import Asked, Question
from manille.solver.analysis.reaches import ReachQuestion, reaches
from manille.solver.analysis.solve import WANTS, SolveQuestion, solve
from manille.solver.analysis.table import TableQuestion, solve_table
from manille.solver.analysis.window import Window
from manille.solver.core.engine import CancelToken

__all__ = [
    "WANTS",
    "Asked",
    "CancelToken",
    "Found",
    "FoundCard",
    "PlayQuestion",
    "Question",
    "ReachQuestion",
    "SolveQuestion",
    "TableQuestion",
    "Window",
    "answer_all",
    "cores",
    "count_lines",
    "equivalent_cards",
    "reaches",
    "solve",
    "solve_along",
    "solve_table",
]
