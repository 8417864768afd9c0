"""What can be wrong with an input: reasons, faults with their place, the errors that carry them.

Every refusal of this package is a :class:`ManilleError` with one or more :class:`Fault` values. A
fault has a *reason*, one of the upper-case words of :class:`Reason` (the one list of them), a
message that says what to mend, and the place: line and column of a text, or the field of an object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

__all__ = [
    "CallError",
    "DealError",
    "Fault",
    "IllegalCardError",
    "InputError",
    "LimitError",
    "ManilleError",
    "Reason",
    "RuleSetError",
    "ScoreError",
]


class Reason(StrEnum):
    """Why an input was refused. The value is the word itself, ``meaning`` explains it."""

    meaning: str

    def __new__(cls, word: str, meaning: str) -> Reason:
        """Make the member from its word and keep the meaning beside it."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning = meaning
        return member

    # deals: the form
    EMPTY_DEAL = "EMPTY_DEAL", "no deal was given"
    BAD_SYNTAX = "BAD_SYNTAX", "the text has not the form of a deal"
    BAD_JSON = "BAD_JSON", "the text is not valid JSON, or not an object"
    BAD_TYPE = "BAD_TYPE", "a field of a JSON object has a value of the wrong type"
    FIELD_MISSING = "FIELD_MISSING", "a field that every deal needs is not there"
    FIELD_UNKNOWN = "FIELD_UNKNOWN", "a field that no deal has, or a misspelt one"
    FIELD_TWICE = "FIELD_TWICE", "a field is given more than once"
    FIELD_UNEXPECTED = "FIELD_UNEXPECTED", "a field that has no meaning in this game"
    BAD_NUMBER = "BAD_NUMBER", "a number was expected"
    UNKNOWN_LANGUAGE = "UNKNOWN_LANGUAGE", "not one of the six languages of the card letters"
    # deals: the table
    UNKNOWN_SEAT = "UNKNOWN_SEAT", "not a seat of this game"
    UNKNOWN_TRUMP = "UNKNOWN_TRUMP", "neither a suit of this deck nor NT"
    TRUMP_NOT_ALLOWED = "TRUMP_NOT_ALLOWED", "the rule set does not allow this trump"
    TRUMP_NOT_NAMED = "TRUMP_NOT_NAMED", "the trump is still open (-), and this needs it"
    DECLARER_MISSING = "DECLARER_MISSING", "the sides depend on the declarer, and none is given"
    BID_OUT_OF_RANGE = "BID_OUT_OF_RANGE", "a bid below the minimum or above the hand's total"
    # deals: the cards
    HAND_COUNT = "HAND_COUNT", "not as many hands as seats"
    SUIT_COUNT = "SUIT_COUNT", "a hand that is not four suits joined by points"
    UNKNOWN_CARD = "UNKNOWN_CARD", "letters that are no card in the declared language"
    AMBIGUOUS_CARD = "AMBIGUOUS_CARD", "letters that can be read as two different cards"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK", "a card that this game does not use"
    CARD_DEALT_TWICE = "CARD_DEALT_TWICE", "a card stands in two places of the deal"
    CARD_MISSING = "CARD_MISSING", "a card of the deck is in no hand of a full deal"
    HANDS_UNEQUAL = "HANDS_UNEQUAL", "the hands have not all the same number of cards"
    HAND_TOO_LONG = "HAND_TOO_LONG", "a hand has more cards than the game deals"
    HAND_HIDDEN = "HAND_HIDDEN", "a hand is hidden (?), and this needs all of them"
    TURNED_NOT_HELD = "TURNED_NOT_HELD", "the turned-up card is not in the dealer's hand"
    TURNED_NOT_TRUMP = "TURNED_NOT_TRUMP", "the turned-up card is not of the trump suit"
    # the play
    CARD_NOT_HELD = "CARD_NOT_HELD", "the seat to play does not hold this card"
    CARD_PLAYED_TWICE = "CARD_PLAYED_TWICE", "a card was played before"
    ILLEGAL_CARD = "ILLEGAL_CARD", "a card breaks an obligation of the rule set"
    TOO_MANY_PLAYED = "TOO_MANY_PLAYED", "more cards are played than were dealt"
    PLAY_INCOMPLETE = "PLAY_INCOMPLETE", "the hand is not played to its end, and this needs it"
    # hidden hands
    NOTHING_FITS = "NOTHING_FITS", "no layout of the hidden cards fits what is known"
    ENDING_HIDDEN = "ENDING_HIDDEN", "hidden hands in an ending: which cards are left is not known"
    NOT_TO_ACT = "NOT_TO_ACT", "the seat that asks is not the one to call or to play"
    # auctions and the choice of trump
    BAD_CALL = "BAD_CALL", "not a call of this game"
    BID_TOO_LOW = "BID_TOO_LOW", "a bid that does not exceed the last one or the minimum"
    BID_TOO_HIGH = "BID_TOO_HIGH", "a bid above all points of the hand"
    CALLING_ENDED = "CALLING_ENDED", "a call after the calling has ended"
    MUST_CHOOSE = "MUST_CHOOSE", "a trump must be named: this seat may not pass"
    CALLS_DISAGREE = (
        "CALLS_DISAGREE",
        "the calls lead to another trump, declarer or bid than the deal names",
    )
    CALLING_OPEN = "CALLING_OPEN", "the calling has not ended, and this needs its result"
    # rule sets
    UNKNOWN_RULES = "UNKNOWN_RULES", "no rule set of that name"
    RULES_UNREADABLE = "RULES_UNREADABLE", "a rule file that cannot be read"
    RULES_SYNTAX = "RULES_SYNTAX", "a rule file that is not valid TOML"
    RULES_MISSING = "RULES_MISSING", "a rule file without an entry that it needs"
    RULES_UNKNOWN = "RULES_UNKNOWN", "a rule file with an entry that does not exist"
    RULES_VALUE = "RULES_VALUE", "a rule file with a value that the entry cannot have"
    RULES_CONTRADICTION = "RULES_CONTRADICTION", "two entries of a rule file contradict each other"
    # scores, limits, files
    BAD_SCORE = "BAD_SCORE", "points or scores that cannot occur in this game"
    TARGET_MISSING = "TARGET_MISSING", "the rule set leaves the target open, and none is given"
    MATCH_ENDED = "MATCH_ENDED", "a hand after the match was won"
    BAD_LIMIT = "BAD_LIMIT", "a limit that is not a positive number"
    BAD_REQUEST = "BAD_REQUEST", "something was asked for that does not exist"
    FILE_UNREADABLE = "FILE_UNREADABLE", "an input file that cannot be read"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and where.

    Attributes:
        reason: the word for it.
        message: a sentence for people, with the remedy where there is one.
        line: line of the text, from 1; None where there is no text.
        column: column of the text, from 1; None where there is no text.
        field: the field of the deal or file, such as ``hands.N``; None where a column says it.
    """

    reason: Reason
    message: str
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        """The place, as far as the message does not name it itself, then the message."""
        at = [f"line {self.line}"] if self.line is not None else []
        at += [f"column {self.column}"] if self.column is not None else []
        at += [] if self.field is None or self._names_field() else [self.field]
        return f"{', '.join(at)}: {self.message}" if at else self.message

    def _names_field(self) -> bool:
        """Whether the message names the field in its own words."""
        last = (self.field or "").rpartition(".")[2]
        return re.search(rf"\b{re.escape(last)}\b", self.message) is not None


class ManilleError(ValueError):
    """An input that was refused, with all the faults that were found, the first one first."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        """Take one fault or several, at least one."""
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @classmethod
    def of(cls, reason: Reason, message: str, field: str | None = None) -> ManilleError:
        """The error of one fault without a place in a text."""
        return cls(Fault(reason, message, field=field))

    @property
    def reason(self) -> Reason:
        """The reason of the first fault."""
        return self.faults[0].reason

    def at_line(self, line: int) -> ManilleError:
        """The same error, placed on a line of a longer text."""
        return type(self)(replace(fault, line=line) for fault in self.faults)


class DealError(ManilleError):
    """A deal or a play record that is faulty."""


class IllegalCardError(DealError):
    """A card was played that may not be played."""


class CallError(ManilleError):
    """A bid, a pass or a choice of trump that may not be made."""


class RuleSetError(ManilleError):
    """A rule set that is unknown or faulty."""


class ScoreError(ManilleError):
    """Points or scores that cannot be."""


class LimitError(ManilleError):
    """A limit of a search that makes no sense."""


class InputError(ManilleError):
    """A file or a request that cannot be used."""
