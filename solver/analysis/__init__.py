"""What a position is worth: values, losses of cards, best lines, for one deal or many."""

from manille.solver.analysis.along import PlayQuestion, solve_along
from manille.solver.analysis.batch import answer_all, cores
from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.found import Found, FoundCard, FoundError
from manille.solver.analysis.par import ParQuestion, par_of, solve_par
from manille.solver.analysis.perft import count_lines
from manille.solver.analysis.question import Asked, Question
from manille.solver.analysis.reaches import ReachQuestion, reaches
from manille.solver.analysis.review import ReviewQuestion, review, review_of
from manille.solver.analysis.scored import known_score
from manille.solver.analysis.solve import ALL_WANTS, WANTS, SolveQuestion, solve
from manille.solver.analysis.table import TableQuestion, solve_table
from manille.solver.analysis.window import Window
from manille.solver.core.engine import CancelToken

__all__ = [
    "ALL_WANTS",
    "WANTS",
    "Asked",
    "CancelToken",
    "Found",
    "FoundCard",
    "FoundError",
    "ParQuestion",
    "PlayQuestion",
    "Question",
    "ReachQuestion",
    "ReviewQuestion",
    "SolveQuestion",
    "TableQuestion",
    "Window",
    "answer_all",
    "cores",
    "count_lines",
    "equivalent_cards",
    "known_score",
    "par_of",
    "reaches",
    "review",
    "review_of",
    "solve",
    "solve_along",
    "solve_par",
    "solve_table",
]
