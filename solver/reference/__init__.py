"""The slow twin: exact values by plain minimax over the readable rules."""

from manille.solver.reference.minimax import card_points, perft, value

__all__ = ["card_points", "perft", "value"]
