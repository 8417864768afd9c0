"""Results of hands: read off a fully played deal, or written in short.

    38-23 S
    41-29 O ; declarer=2 ; bid=30
    40-30 O ; dealer=W ; turned=7O
    pass

The first figure belongs to the side of N and S, or to the declarer in auction games; ``pass`` is a
hand that was not played, since all passed. :func:`parse_result` and :func:`format_result` are
inverse to each other.
"""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches

from manille.solver.cards import NO_TRUMP, Card, letters
from manille.solver.deals.deal import Deal
from manille.solver.deals.hands import read_card
from manille.solver.deals.notation import check_language
from manille.solver.deals.position import Position
from manille.solver.deals.spelled import Token, quoted
from manille.solver.errors import DealError, Fault, Reason, ScoreError
from manille.solver.rules.result import HandResult, result_faults, sides
from manille.solver.rules.ruleset import RuleSet

__all__ = ["format_result", "parse_result", "result_of"]

_FIELDS = ("declarer", "bid", "dealer", "turned")
_FORM = "a result is `POINTS-POINTS TRUMP ; field=value`, such as `38-23 S`, or `pass`"
# A typed dash may have become an en dash on its way here. What nine digits say is too much for
# every game, whatever follows them.
_POINTS = re.compile(r"0*([0-9]{1,9})[0-9]*[-\u2013]0*([0-9]{1,9})[0-9]*")
_NUMBER = re.compile(r"(-?)0*([0-9]{1,9})[0-9]*")
_NOT_PLAYED = "pass"


def result_of(deal: Deal) -> HandResult:
    """The result of a deal that was played to its end. The dealer is its last seat.

    Raises:
        DealError: it is only an ending, trump, declarer or a hand is not known, or it was not
            played to its end, or not by the rules.
        ScoreError: the score hangs on something that the deal does not tell, such as the bid.
    """
    position = Position.of(deal)
    _check_complete(deal, position)
    first = sides(deal.rules, deal.leader)[0]
    swapped = deal.rules.sides == "partners" and deal.leader not in first
    result = HandResult(
        points=position.points[::-1] if swapped else position.points,
        trump=deal.trump,
        declarer=None if deal.declarer is None else deal.seat_names[deal.declarer],
        bid=deal.bid,
        dealer=deal.seat_names[-1],
        turned=deal.turned,
    )
    faults = result_faults(deal.rules, result)
    if faults:
        raise ScoreError(faults)
    return result


def _check_complete(deal: Deal, position: Position) -> None:
    cards = deal.tricks * deal.rules.seats
    if deal.tricks < deal.rules.hand_size:
        whole = len(deal.rules.cards)
        message = f"{cards} of {whole} cards are dealt; only a whole hand has a score"
        raise DealError(Fault(Reason.CARD_MISSING, message, field="hands"))
    if not position.ended:
        message = f"{len(deal.played)} of {cards} cards are played; list all of them in `; played=`"
        raise DealError(Fault(Reason.PLAY_INCOMPLETE, message, field="played"))


def parse_result(text: str, rules: RuleSet, *, language: str = "en", line: int = 1) -> HandResult:
    """Read a result from its short form.

    Args:
        text: one result.
        rules: the rule set.
        language: the language of the letters of trump and turned-up card.
        line: the number of the line, for the faults.

    Raises:
        ScoreError: with every fault that was found, each with its place.
        DealError: the language has no card letters.
    """
    check_language(language)
    try:
        return _Reader(Token(text.rstrip("\n"), 1), rules, language).result()
    except ScoreError as error:
        raise error.at_line(line) from None


def format_result(result: HandResult, rules: RuleSet, language: str = "en") -> str:
    """Write a result in its short form; :func:`parse_result` in the same language reads it back."""
    tongue = letters(language, rules.deck)
    head = _NOT_PLAYED
    if result.points is not None:
        first, second = result.points
        head = f"{first}-{second} {tongue.format_suit(result.trump or '')}"
    values = {name: getattr(result, name) for name in _FIELDS}
    values["turned"] = None if result.turned is None else tongue.format(result.turned)
    given = {name: value for name, value in values.items() if value is not None}
    return head + "".join(f" ; {name}={value}" for name, value in given.items())


class _Reader:
    """Reads one token after the other and collects the faults."""

    def __init__(self, whole: Token, rules: RuleSet, language: str) -> None:
        self.rules = rules
        self.letters = letters(language, rules.deck)
        self.faults: list[Fault] = []
        self.head, *rest = _split(whole)
        self.places = {"points": self.head}
        self._read_fields(rest)

    def result(self) -> HandResult:
        """The result, once every token is read without a fault."""
        points, trump = self._head()
        result = HandResult(
            points=points,
            trump=trump,
            declarer=self._text("declarer"),
            bid=self._bid(),
            dealer=self._text("dealer"),
            turned=self._turned(),
        )
        # What the rules say about a result makes sense only once all of it could be read.
        faults = self.faults or [self._placed(fault) for fault in result_faults(self.rules, result)]
        if faults:
            raise ScoreError(sorted(faults, key=lambda fault: fault.column or 0))
        return result

    def _fault(self, token: Token, reason: Reason, message: str) -> None:
        self.faults.append(token.fault(reason, message))

    def _placed(self, fault: Fault) -> Fault:
        """The fault of a field at the place of its token; at the end of the text without one."""
        place = self.places.get(fault.field or "")
        if place is None:
            last = max(self.places.values(), key=lambda token: token.column or 0)
            place = last.part(len(last.text), len(last.text))
        return replace(fault, column=place.column, field=None)

    def _read_fields(self, parts: list[Token]) -> None:
        for part in parts:
            name, equals, _ = part.text.partition("=")
            key = part.part(0, len(name)).stripped()
            if not key.text and not equals:
                continue  # an empty field: a semicolon at the end of the line
            if not equals:
                message = f"{quoted(key.text)} is not of the form field=value"
                self._fault(key, Reason.BAD_SYNTAX, message)
            elif key.text not in _FIELDS:
                self._fault(key, Reason.FIELD_UNKNOWN, _unknown_field(key.text))
            elif key.text in self.places:
                self._fault(key, Reason.FIELD_TWICE, f"{key.text} is given twice")
            else:
                self.places[key.text] = part.part(len(name) + 1, len(part.text)).stripped()

    def _head(self) -> tuple[tuple[int, int] | None, str | None]:
        words = self.head.words()
        if not words:
            self._fault(self.head, Reason.EMPTY_DEAL, f"there is no result here; {_FORM}")
            return None, None
        self.places["points"] = words[0]
        if words[0].text.lower() == _NOT_PLAYED:
            self._nothing_more(words[1:])
            return None, None
        points = _POINTS.fullmatch(words[0].text)
        if points is None:
            message = f"{quoted(words[0].text)} is not two figures with a dash; {_FORM}"
            self._fault(words[0], Reason.BAD_SYNTAX, message)
            return None, None
        self._nothing_more(words[2:])
        return (int(points[1]), int(points[2])), self._trump(words[1]) if words[1:] else None

    def _nothing_more(self, words: list[Token]) -> None:
        if words:
            message = f"{quoted(words[0].text)} is too much; {_FORM}"
            self._fault(words[0], Reason.BAD_SYNTAX, message)

    def _trump(self, token: Token) -> str | None:
        self.places["trump"] = token
        named = token.text.upper() == NO_TRUMP
        trump = NO_TRUMP if named else self.letters.suit(token.text)
        if trump is None:
            allowed = ", ".join(self.letters.format_suit(t) for t in self.rules.trumps)
            message = f"{quoted(token.text)} is no trump; {self.rules.name} has {allowed}"
            self._fault(token, Reason.UNKNOWN_TRUMP, message)
        return trump

    def _text(self, field: str) -> str | None:
        token = self.places.get(field)
        if token is None or not token.text.isascii():  # a long s is no S
            return None if token is None else token.text
        return token.text.upper()

    def _bid(self) -> int | None:
        token = self.places.get("bid")
        if token is None:
            return None
        number = _NUMBER.fullmatch(token.text)
        if number is None:
            self._fault(token, Reason.BAD_NUMBER, f"{quoted(token.text)} is not a whole number")
            return None
        return int(number[1] + number[2])

    def _turned(self) -> Card | None:
        token = self.places.get("turned")
        if token is None:
            return None
        card, fault = read_card(token, self.rules, self.letters)
        self.faults += [fault] if fault is not None else []
        return card


def _split(token: Token) -> list[Token]:
    parts, start = [], 0
    for piece in token.text.split(";"):
        parts.append(token.part(start, start + len(piece)))
        start += len(piece) + 1
    return parts


def _unknown_field(key: str) -> str:
    near = get_close_matches(key, _FIELDS, n=1, cutoff=0.5)
    remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(_FIELDS)}"
    return f"a result has no field {quoted(key)}; {remedy}"
