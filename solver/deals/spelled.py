"""A deal as it was spelled: the tokens of a text or an object, each with its place.

Both notations become this, and :mod:`.build` reads it, so that a fault is found once and still
points at the place where the user wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from manille.solver.errors import Fault, Reason

__all__ = ["FIELDS", "Spelled", "Token", "quoted", "seat_text"]

FIELDS = ("declarer", "bid", "turned", "calls", "played")
_SHOWN = 40


def quoted(text: str) -> str:
    """A piece of the input in quotes, for a message: escaped if invisible, cut if long."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def seat_text(name: str) -> str:
    """The name of a seat for a message, where a bare number would be taken for another figure."""
    return f"seat {name}" if name.isdigit() else name


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

    def stripped(self) -> Token:
        """This token without the white space around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

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
        fields: the tokens of the other fields that were given, by name: one token each, or one
            for each element of a JSON list.
    """

    rules: Token
    trump: Token
    leader: Token
    hands: list[Token]
    fields: dict[str, list[Token]] = field(default_factory=dict)
