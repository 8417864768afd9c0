"""Reading cards and hands, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Sequence

from manille.solver.cards import Card, Letters
from manille.solver.deals.deal import Hand
from manille.solver.deals.spelled import Token, quoted, seat_text
from manille.solver.errors import Fault, Reason
from manille.solver.rules.ruleset import RuleSet

__all__ = ["read_card", "read_hands", "sort_hand"]

HIDDEN = "?"
DASHES = ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212")
AS_PICTURE = "\ufe0f"  # what some programs put behind a suit symbol


def read_card(token: Token, rules: RuleSet, letters: Letters) -> tuple[Card | None, Fault | None]:
    """The card that a token names, or what is wrong with it."""
    readings = letters.readings(token.text)
    if len(readings) > 1:
        both = " or ".join(letters.describe(card) for card in readings)
        sure = " or ".join(letters.format(card) for card in readings)
        message = f"{quoted(token.text)} can be read as {both}; write the suit as a symbol: {sure}"
        return None, token.fault(Reason.AMBIGUOUS_CARD, message)
    if not readings:
        message = f"{quoted(token.text)} is no card; write rank then suit, such as "
        suits = " ".join(letters.format_suit(suit) for suit in rules.family.suits)
        message += f"{letters.format(rules.cards[0])}; the suits are {suits}"
        return None, token.fault(Reason.UNKNOWN_CARD, message)
    return _in_deck(token, readings[0], rules, letters)


def _in_deck(
    token: Token, card: Card, rules: RuleSet, letters: Letters
) -> tuple[Card | None, Fault | None]:
    if card in rules.cards:
        return card, None
    ranks = " ".join(letters.format_rank(rank) for rank in rules.order)
    message = f"{rules.name} has no {quoted(token.text)}; its ranks are {ranks}"
    return None, token.fault(Reason.CARD_NOT_IN_DECK, message)


def read_hands(
    tokens: list[Token], rules: RuleSet, letters: Letters, trump: str | None, seats: tuple[str, ...]
) -> tuple[tuple[Hand | None, ...], list[Fault]]:
    """All hands, and every fault in them.

    Args:
        tokens: one token a hand, in the order of play.
        rules: the rule set.
        letters: the declared letters.
        trump: the trump, for the order within the trump suit.
        seats: the names of the seats in the order of play.
    """
    faults = []
    if len(tokens) != rules.seats:
        where = tokens[rules.seats] if len(tokens) > rules.seats else tokens[-1] if tokens else None
        given = f"{len(tokens)} hand{'s are' if len(tokens) != 1 else ' is'} given"
        message = f"{rules.name} has {rules.seats} seats, but {given}; write ? for a hidden one"
        fault = Fault(Reason.HAND_COUNT, message, field="hands")
        faults.append(where.fault(Reason.HAND_COUNT, message) if where else fault)
    hands: list[Hand | None] = []
    placed: dict[Card, str] = {}
    surplus = (f"hand {number}" for number in range(len(seats) + 1, len(tokens) + 1))
    for token, seat in zip(tokens, [*map(seat_text, seats), *surplus], strict=False):
        hand, found = _read_hand(token, rules, letters, placed, seat)
        hands.append(None if hand is None else sort_hand(hand, rules, trump))
        faults += found
    faults = faults or _length_faults(tokens, hands, rules, letters, seats)
    return tuple(hands), faults


def sort_hand(hand: Sequence[Card], rules: RuleSet, trump: str | None) -> Hand:
    """The cards in the order in which a hand is written: suit by suit, each strong to weak."""
    suits = rules.family.suits
    orders = {suit: rules.order_of(suit, trump or "") for suit in suits}
    return tuple(sorted(hand, key=lambda c: (suits.index(c.suit), orders[c.suit].index(c.rank))))


def _read_hand(
    token: Token, rules: RuleSet, letters: Letters, placed: dict[Card, str], seat: str
) -> tuple[list[Card] | None, list[Fault]]:
    if token.text == HIDDEN:
        return None, []
    suits = token.text.split(".")
    if len(suits) != len(rules.family.suits):
        message = f"{quoted(token.text)} is no hand: four suits joined by points, an empty suit "
        message += f"left empty, such as AK.7.. (found {len(suits)})"
        return [], [token.fault(Reason.SUIT_COUNT, message)]
    hand, faults, start = [], [], 0
    for suit, text in zip(rules.family.suits, suits, strict=True):
        for part in _rank_tokens(token.part(start, start + len(text)), suit, letters):
            card, fault = _read_rank(part, suit, rules, letters)
            if card is not None and card in placed:
                message = f"{letters.format(card)} stands twice: in the hand of {placed[card]} "
                message += "again" if placed[card] == seat else f"and of {seat}"
                fault = part.fault(Reason.CARD_DEALT_TWICE, message)
            elif card is not None:
                placed[card] = seat
                hand.append(card)
            faults += [fault] if fault is not None else []
        start += len(text) + 1
    return hand, faults


def _rank_tokens(token: Token, suit: str, letters: Letters) -> list[Token]:
    """The ranks of one suit; ``10`` is one rank, a lone dash an empty suit.

    The symbol of the suit may stand before them, where it says no more than the place does.
    """
    at = _symbol_size(token.text, suit, letters)
    parts: list[Token] = []
    if token.text[at:] in DASHES:
        return parts
    while at < len(token.text):
        size = 2 if token.text.startswith("10", at) else 1
        parts.append(token.part(at, at + size))
        at += size
    return parts


def _symbol_size(text: str, suit: str, letters: Letters) -> int:
    """How many characters at the start of a suit are its symbol."""
    symbols = letters.deck.symbols
    symbol = symbols[letters.deck.suits.index(suit)] if symbols else ""
    if not symbol or not text.startswith(symbol):
        return 0
    return 2 if text[1:2] == AS_PICTURE else 1


def _read_rank(
    token: Token, suit: str, rules: RuleSet, letters: Letters
) -> tuple[Card | None, Fault | None]:
    rank = letters.rank(token.text)
    if rank is None:
        ranks = " ".join(letters.format_rank(r) for r in rules.order)
        message = f"{quoted(token.text)} is no rank; the ranks of {rules.name} are {ranks}"
        return None, token.fault(Reason.UNKNOWN_CARD, message)
    return _in_deck(token, Card(rank, suit), rules, letters)


def _length_faults(
    tokens: list[Token],
    hands: list[Hand | None],
    rules: RuleSet,
    letters: Letters,
    seats: tuple[str, ...],
) -> list[Fault]:
    known = [(t, h, s) for t, h, s in zip(tokens, hands, seats, strict=True) if h is not None]
    faults = [
        token.fault(
            Reason.HAND_TOO_LONG,
            f"{seat_text(seat)} has {len(hand)} cards; {rules.name} deals {rules.hand_size}",
        )
        for token, hand, seat in known
        if len(hand) > rules.hand_size
    ]
    lengths = {len(hand) for _, hand, _ in known}
    if faults or len(lengths) < 2:
        return faults
    shown = ", ".join(f"{seat_text(seat)} has {len(hand)}" for _, hand, seat in known)
    full = max(lengths) == rules.hand_size and len(known) == rules.seats
    missing = set(rules.cards) - {card for _, hand, _ in known for card in hand}
    token = min(known, key=lambda one: len(one[1]))[0]
    if full:
        absent = " ".join(letters.format(card) for card in rules.cards if card in missing)
        message = f"not all cards are dealt ({shown}); missing: {absent}"
        return [token.fault(Reason.CARD_MISSING, message)]
    message = f"the hands, before any card played, must have equally many cards: {shown}"
    return [token.fault(Reason.HANDS_UNEQUAL, message)]
