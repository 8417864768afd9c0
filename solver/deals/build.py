"""From the tokens of a deal to a checked deal, or to every fault that it has."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from manille.solver.cards import NO_TRUMP, Card, letters
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.hands import read_card, read_hands
from manille.solver.deals.replay import replay_faults
from manille.solver.deals.spelled import Spelled, Token
from manille.solver.errors import DealError, Fault, Reason, RuleSetError
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["build"]


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
            "turned": self._turned(trump, hands),
            "calls": self._calls(),
            "played": self._cards("played"),
        }
        self._stop_at_faults()
        deal = Deal(self.rules, trump, first or 0, hands, **fields)  # type: ignore[arg-type]
        self.faults += replay_faults(deal, self._words("played"))
        self._stop_at_faults()
        return deal

    def _stop_at_faults(self) -> None:
        if self.faults:
            raise DealError(sorted(self.faults, key=lambda fault: fault.column or 0))

    def _fault(self, token: Token, reason: Reason, message: str) -> None:
        self.faults.append(token.fault(reason, message))

    def _words(self, field: str, separators: str = "") -> list[Token]:
        token = self.spelled.fields.get(field)
        return token.words(separators) if token is not None else []

    def _trump(self) -> str | None:
        token = self.spelled.trump
        if token.text == "-":
            return None
        upper = token.text.upper()
        trump = NO_TRUMP if upper == NO_TRUMP else self.letters.suit(token.text)
        allowed = [self.letters.format_suit(t) for t in self.rules.trumps]
        if trump is None:
            message = f"{token.text!r} is no trump; {self.rules.name} has {', '.join(allowed)}"
            self._fault(token, Reason.UNKNOWN_TRUMP, message)
        elif trump not in self.rules.trumps:
            message = f"{self.rules.name} is not played with trump {token.text}; "
            self._fault(token, Reason.TRUMP_NOT_ALLOWED, message + f"it has {', '.join(allowed)}")
        return trump

    def _seat(self, token: Token) -> int | None:
        text = token.text.strip().upper()
        if text in self.names:
            return self.names.index(text)
        message = f"{token.text!r} is not one of the seats {', '.join(self.names)}"
        self._fault(token, Reason.UNKNOWN_SEAT, message)
        return None

    def _seats_from(self, first: int | None) -> tuple[str, ...]:
        first = first or 0
        return self.names[first:] + self.names[:first]

    def _only_if(self, field: str, fits: bool, why: str) -> Token | None:
        token = self.spelled.fields.get(field)
        if token is not None and not fits:
            message = f"{field} has no meaning in {self.rules.name}: {why}; leave it out"
            self._fault(token, Reason.FIELD_UNEXPECTED, message)
            return None
        return token

    def _declarer(self, first: int | None) -> int | None:
        token = self._only_if("declarer", self.rules.sides == "declarer", "partners play")
        if token is None:
            return None
        seat = self._seat(_stripped(token))
        return None if seat is None or first is None else (seat - first) % self.rules.seats

    def _bid(self) -> int | None:
        token = self._only_if("bid", self.rules.trump_by == "auction", "it has no auction")
        if token is None:
            return None
        token = _stripped(token)
        if not (token.text.isascii() and token.text.isdigit()):
            self._fault(token, Reason.BAD_NUMBER, f"{token.text!r} is not a whole number")
            return None
        bid = int(token.text[:9])
        low, high = self.rules.bid_minimum, self.rules.largest_total
        if not low <= bid <= high:
            message = f"a bid of {bid} is not between {low} and {high}"
            self._fault(token, Reason.BID_OUT_OF_RANGE, message)
        return bid

    def _turned(self, trump: str | None, hands: tuple[Hand | None, ...]) -> Card | None:
        token = self._only_if("turned", self.rules.trump_by == "turned", "no card is turned up")
        if token is None:
            return None
        card, fault = read_card(_stripped(token), self.rules, self.letters)
        if fault is not None:
            self.faults.append(fault)
        elif card is not None and trump is not None and card.suit != trump:
            message = f"the turned-up card {token.text.strip()} is not of the trump suit"
            self._fault(token, Reason.TURNED_NOT_TRUMP, message)
        elif hands and (hand := hands[-1]) and len(hand) == self.rules.hand_size:
            if card not in hand:
                message = f"the dealer, who speaks last, does not hold {token.text.strip()}"
                self._fault(token, Reason.TURNED_NOT_HELD, message)
        return card

    def _calls(self) -> tuple[str, ...]:
        called = self.rules.trump_by in ("auction", "choice")
        if self._only_if("calls", called, "nothing is called") is None:
            return ()
        return tuple(filter(None, map(self._call, self._words("calls", ","))))

    def _call(self, token: Token) -> str | None:
        text = token.text.lower()
        if text == "pass" or (text.isascii() and text.isdigit()):
            return text
        suit = NO_TRUMP if text == "nt" else self.letters.suit(text)
        if suit is None:
            near = get_close_matches(text, ["pass"], cutoff=0.5)
            hint = "did you mean pass?" if near else "a call is pass, a number, a suit or NT"
            self._fault(token, Reason.BAD_CALL, f"{token.text!r} is no call; {hint}")
        return suit

    def _cards(self, field: str) -> tuple[Card, ...]:
        cards = []
        for token in self._words(field, ","):
            card, fault = read_card(token, self.rules, self.letters)
            if fault is not None:
                self.faults.append(fault)
            elif card is not None:
                cards.append(card)
        return tuple(cards)


def _stripped(token: Token) -> Token:
    words = token.words()
    return token.part(
        token.text.index(words[0].text) if words else 0, len(token.text.rstrip()) or 0
    )
