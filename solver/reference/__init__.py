"""The slow twins: exact values by plain minimax, and all layouts of hidden cards by trying them."""

from manille.solver.reference.layouts import all_layouts
from manille.solver.reference.minimax import card_points, perft, value

__all__ = ["all_layouts", "card_points", "perft", "value"]
