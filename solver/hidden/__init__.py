"""What a seat knows of the hidden hands: what follows from the play, and layouts that fit it."""

from manille.solver.hidden.facts import Fact, described, facts_left, facts_of
from manille.solver.hidden.knowledge import Knowledge
from manille.solver.hidden.layouts import Layouts

__all__ = ["Fact", "Knowledge", "Layouts", "described", "facts_left", "facts_of"]
