"""From the tokens of a deal to a checked deal, or to every fault that it has."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from manille.solver.cards import NO_TRUMP, Card, letters
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.hands import read_card, read_hands
from manille.solver.deals.replay import replay_faults
from manille.solver.deals.spelled import Spelled, Token, quoted, seat_text
from manille.solver.errors import CallError, DealError, Fault, Reason, RuleSetError
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["build"]

_NUMBER = re.compile(r"(-?)0*([0-9]+)", re.ASCII)
_MANY = 10**9


def build(spelled: Spelled, language: str, load_rules: Callable[[str], RuleSet]) -> Deal:
    """The deal that the tokens spell.

    Raises:
        DealError: with every fault.
    """
    return _Builder(spelled, language, _rules(spelled.rules, load_rules)).deal()


def _rules(token: Token, load_rules: Callable[[str], RuleSet]) -> RuleSet:
    try:
        return load_rules(token.text)
    except RuleSetError as error:
        raise DealError(token.fault(f.reason, f.message) for f in error.faults) from None


class _Builder:
    """Reads one token after the other and collects the faults."""

    def __init__(self, spelled: Spelled, language: str, rules: RuleSet) -> None:
        self.spelled = spelled
        self.rules = rules
        self.letters = letters(language, rules.deck)
        self.faults: list[Fault] = []
        self.names = seat_names(rules.seats)

    def deal(self) -> Deal:
        """The deal, once every token is read without a fault."""
        trump = self._trump()
        first = self._seat(self.spelled.leader)
        hands, faults = read_hands(
            self.spelled.hands, self.rules, self.letters, trump, self._seats_from(first)
        )
        self.faults += faults
        fields = {
            "declarer": self._declarer(first),
            "bid": self._bid(),
            "turned": self._turned(trump, first, hands),
            "calls": self._calls(first),
            "played": self._cards("played"),
        }
        self._stop_at_faults()
        deal = Deal(self.rules, trump, first or 0, hands, **fields)  # type: ignore[arg-type]
        self.faults += replay_faults(deal, self._words("played"), self.letters)
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

    def _calls(self, first: int | None) -> tuple[str, ...]:
        called = self.rules.trump_by in ("auction", "choice")
        if self._only_if("calls", called, "nothing is called") is None:
            return ()
        so_far: Calling = calling(self.rules)
        for number, token in enumerate(self._words("calls"), 1):
            call = self._call(token)
            if call is None:
                break  # the rest hangs on it
            try:
                so_far = so_far.call(call)
            except CallError as error:
                where = f"call {number}"
                if so_far.to_call is not None:
                    where += f", {seat_text(self._seats_from(first)[so_far.to_call])} to call"
                # the rules know no languages
                note = "" if self.letters.language == "en" else " (suits in English letters)"
                for fault in error.faults:
                    self._fault(token, fault.reason, f"{where}: {fault.message}{note}")
                break
        return so_far.calls

    def _call(self, token: Token) -> str | None:
        text = token.text.lower()
        if text == "pass" or (text.isascii() and text.isdigit()):
            return text
        suit = NO_TRUMP if text == "nt" else self.letters.suit(token.text)
        if suit is None:
            near = get_close_matches(text, ["pass"], cutoff=0.7)
            hint = "did you mean pass?" if near else f"a call is {self._what_is_called()}"
            self._fault(token, Reason.BAD_CALL, f"{quoted(token.text)} is no call; {hint}")
        return suit

    def _what_is_called(self) -> str:
        trumps = ", ".join(self.letters.format_suit(trump) for trump in self.rules.trumps)
        if self.rules.trump_by == "auction":
            return f"pass, a whole number or, once the auction is won, one of {trumps}"
        return f"pass or one of {trumps}"

    def _cards(self, field: str) -> tuple[Card, ...]:
        cards = []
        for token in self._words(field):
            card, fault = read_card(token, self.rules, self.letters)
            if fault is not None:
                self.faults.append(fault)
            elif card is not None:
                cards.append(card)
        return tuple(cards)
