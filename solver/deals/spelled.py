"""A deal as it was spelled: the tokens of a text or an object, each with its place.

Both notations become this, and :mod:`.build` reads it, so that a fault is found once and still
points at the place where the user wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from manille.solver.errors import Fault, Reason

__all__ = ["FIELDS", "Spelled", "Token"]

FIELDS = ("declarer", "bid", "turned", "calls", "played")


class Token(NamedTuple):
    """A piece of the input with its place.

    Attributes:
        text: the piece.
        column: the column of its first character in a line of text, from 1; None in an object.
        field: the field of an object that holds it; None in a line of text.
    """

    text: str
    column: int | None = None
    field: str | None = None

    def part(self, start: int, end: int) -> Token:
        """A part of this token, at its own column where there are columns."""
        column = None if self.column is None else self.column + start
        return Token(self.text[start:end], column, self.field)

    def words(self, separators: str = "") -> list[Token]:
        """The parts between white space and any of the separators."""
        parts, start = [], None
        for at, char in enumerate(self.text + " "):
            if char.isspace() or char in separators:
                if start is not None:
                    parts.append(self.part(start, at))
                start = None
            elif start is None:
                start = at
        return parts

    def fault(self, reason: Reason, message: str) -> Fault:
        """A fault at this place."""
        return Fault(reason, message, column=self.column, field=self.field)


@dataclass
class Spelled:
    """The tokens of a deal.

    Attributes:
        rules, trump, leader: one token each.
        hands: one token a hand, the leader's first.
        fields: the tokens of the other fields that were given, by name.
    """

    rules: Token
    trump: Token
    leader: Token
    hands: list[Token]
    fields: dict[str, Token] = field(default_factory=dict)
