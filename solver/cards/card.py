"""A card: what is printed on it, and nothing about what it is worth."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Card"]


class Card(NamedTuple):
    """A card by its rank and suit, in the letters of the notation: ``Card("T", "S")`` is ``TS``.

    What beats what, and what a card counts, are matters of the rule set.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        """Rank then suit, as the notation writes it."""
        return self.rank + self.suit
