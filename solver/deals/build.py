"""From the tokens of a deal to a checked deal, or to every fault that it has."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from manille.solver.cards import NO_TRUMP, Card, letters
from manille.solver.deals.called import Called, disagreements, read_calls
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.hands import read_card, read_hands
from manille.solver.deals.replay import Illegal, replay_faults
from manille.solver.deals.spelled import Spelled, Token, quoted, seat_text
from manille.solver.errors import DealError, Fault, Reason, RuleSetError
from manille.solver.rules.calls import CallResult
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["build"]

_NUMBER = re.compile(r"(-?)0*([0-9]+)", re.ASCII)
_MANY = 10**9

T = TypeVar("T")


def build(
    spelled: Spelled,
    language: str,
    load_rules: Callable[[str], RuleSet],
    illegal: Illegal = "refuse",
) -> Deal:
    """The deal that the tokens spell; ``illegal`` is as for :func:`~.notation.parse_deal`.

    Raises:
        DealError: with every fault.
    """
    return _Builder(spelled, language, _rules(spelled.rules, load_rules), illegal).deal()


def _rules(token: Token, load_rules: Callable[[str], RuleSet]) -> RuleSet:
    try:
        return load_rules(token.text)
    except RuleSetError as error:
        raise DealError(token.fault(f.reason, f.message) for f in error.faults) from None


class _Builder:
    """Reads one token after the other and collects the faults."""

    def __init__(self, spelled: Spelled, language: str, rules: RuleSet, illegal: Illegal) -> None:
        self.spelled = spelled
        self.rules = rules
        self.illegal = illegal
        self.letters = letters(language, rules.deck)
        self.faults: list[Fault] = []
        self.names = seat_names(rules.seats)

    def deal(self) -> Deal:
        """The deal, once every token is read without a fault."""
        first = self._seat(self.spelled.leader)
        called = self._calls(self._seats_from(first))
        result = called.result or CallResult(played=False)
        trump = _given(self._trump(), result.trump)
        hands, faults = read_hands(
            self.spelled.hands, self.rules, self.letters, trump, self._seats_from(first)
        )
        self.faults += faults
        deal = Deal(
            self.rules,
            trump,
            first or 0,
            hands,
            declarer=_given(self._declarer(first), result.declarer),
            bid=_given(self._bid(), result.bid),
            turned=self._turned(trump, first, hands),
            calls=called.calls,
            played=self._cards("played"),
        )
        self._stop_at_faults()
        self.faults += disagreements(deal, called, self._words("calls"), self.letters)
        self.faults += replay_faults(deal, self._words("played"), self.letters, self.illegal)
        self._stop_at_faults()
        return deal

    def _stop_at_faults(self) -> None:
        if self.faults:
            raise DealError(sorted(self.faults, key=lambda fault: fault.column or 0))

    def _fault(self, token: Token, reason: Reason, message: str) -> None:
        self.faults.append(token.fault(reason, message))

    def _words(self, field: str) -> list[Token]:
        words = []
        for token in self.spelled.fields.get(field, ()):
            # an empty element of a JSON list is a fault, an empty field of a line is no card
            words += token.words(",") or ([token] if token.field else [])
        return words

    def _trump(self) -> str | None:
        token = self.spelled.trump
        if token.text == "-":
            return None
        upper = token.text.upper()
        trump = NO_TRUMP if upper == NO_TRUMP else self.letters.suit(token.text)
        allowed = [self.letters.format_suit(t) for t in self.rules.trumps]
        if trump is None:
            message = f"{quoted(token.text)} is no trump; {self.rules.name} has "
            message += f"{', '.join(allowed)}; a trump that is not named yet is -"
            self._fault(token, Reason.UNKNOWN_TRUMP, message)
        elif trump not in self.rules.trumps:
            message = f"{self.rules.name} is not played with trump {token.text}; "
            self._fault(token, Reason.TRUMP_NOT_ALLOWED, message + f"it has {', '.join(allowed)}")
        return trump

    def _seat(self, token: Token) -> int | None:
        text = token.text.strip()
        if text.isascii() and text.upper() in self.names:
            return self.names.index(text.upper())
        message = f"{quoted(token.text)} is not one of the seats {', '.join(self.names)}"
        self._fault(token, Reason.UNKNOWN_SEAT, message)
        return None

    def _seats_from(self, first: int | None) -> tuple[str, ...]:
        first = first or 0
        return self.names[first:] + self.names[:first]

    def _only_if(self, field: str, fits: bool, why: str) -> Token | None:
        tokens = self.spelled.fields.get(field)
        if not tokens:
            return None
        token = tokens[0].stripped()
        if not fits:
            message = f"{field} has no meaning in {self.rules.name}: {why}; leave it out"
            self._fault(token, Reason.FIELD_UNEXPECTED, message)
            return None
        return token

    def _declarer(self, first: int | None) -> int | None:
        token = self._only_if("declarer", self.rules.sides == "declarer", "partners play")
        if token is None:
            return None
        seat = self._seat(token)
        return None if seat is None or first is None else (seat - first) % self.rules.seats

    def _bid(self) -> int | None:
        token = self._only_if("bid", self.rules.trump_by == "auction", "it has no auction")
        if token is None:
            return None
        low, high = self.rules.bid_minimum, self.rules.largest_total
        number = _NUMBER.fullmatch(token.text)
        if number is None:
            message = f"{quoted(token.text)} is not a whole number; a bid is from {low} to {high}"
            self._fault(token, Reason.BAD_NUMBER, message)
            return None
        bid = min(int(number[2][:10]), _MANY) * (-1 if number[1] else 1)
        if not low <= bid <= high:
            message = f"a bid of {quoted(token.text)[1:-1]} is not between {low} and {high}"
            self._fault(token, Reason.BID_OUT_OF_RANGE, message)
        return bid

    def _turned(
        self, trump: str | None, first: int | None, hands: tuple[Hand | None, ...]
    ) -> Card | None:
        token = self._only_if("turned", self.rules.trump_by == "turned", "no card is turned up")
        if token is None:
            return None
        card, fault = read_card(token, self.rules, self.letters)
        if fault is not None:
            self.faults.append(fault)
        elif card is not None and trump is not None and card.suit != trump:
            suit = self.letters.format_suit(trump)
            message = f"the turned-up card {token.text} is not of the trump suit, {suit}"
            self._fault(token, Reason.TURNED_NOT_TRUMP, message)
        elif card is not None and not self._may_be_turned(card, hands):
            message = f"the turned-up card {token.text} is not in the hand of the dealer, "
            message += f"{seat_text(self._seats_from(first)[-1])}, who is the last to play"
            self._fault(token, Reason.TURNED_NOT_HELD, message)
        return card

    def _may_be_turned(self, card: Card, hands: tuple[Hand | None, ...]) -> bool:
        *others, dealer = hands if len(hands) == self.rules.seats else (None,)
        if any(card in hand for hand in others if hand is not None):
            return False
        # in an ending the dealer may have played it
        return dealer is None or card in dealer or len(dealer) < self.rules.hand_size

    def _calls(self, seats: tuple[str, ...]) -> Called:
        called = self.rules.trump_by in ("auction", "choice")
        if self._only_if("calls", called, "nothing is called") is None:
            return Called()
        found, faults = read_calls(self._words("calls"), self.rules, self.letters, seats)
        self.faults += faults
        return found

    def _cards(self, field: str) -> tuple[Card, ...]:
        cards = []
        for token in self._words(field):
            card, fault = read_card(token, self.rules, self.letters)
            if fault is not None:
                self.faults.append(fault)
            elif card is not None:
                cards.append(card)
        return tuple(cards)


def _given(named: T | None, by_calls: T | None) -> T | None:
    """What the deal names; what finished calls lead to, where it names nothing."""
    return by_calls if named is None else named
