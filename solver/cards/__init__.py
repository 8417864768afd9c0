"""Suits, ranks, decks and the letters that six languages write for them."""

from manille.solver.cards.card import Card
from manille.solver.cards.deck import DECKS, NO_TRUMP, Deck
from manille.solver.cards.letters import LANGUAGES, Letters, letters

__all__ = ["DECKS", "LANGUAGES", "NO_TRUMP", "Card", "Deck", "Letters", "letters"]
