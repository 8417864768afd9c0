"""Deals as text: one line a deal, in the order of play.

    manillen S N:TAK.97.QJ8. 98.TAK.97.J … ; declarer=W ; bid=34 ; played=TS 9S

:func:`parse_deal` also takes a JSON object (see :mod:`.objects`); :func:`format_deal` and
:func:`~manille.solver.deals.objects.format_object` are the inverses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches

from manille.solver.cards import LANGUAGES, Letters, letters
from manille.solver.deals.build import build
from manille.solver.deals.deal import Deal, Hand
from manille.solver.deals.objects import spell_object
from manille.solver.deals.replay import Illegal
from manille.solver.deals.spelled import FIELDS, Spelled, Token, quoted
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.rules.loader import load
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["format_deal", "format_hand", "parse_deal"]

# No deal comes near it; a text that is no deal at all would have a fault for each letter.
_LONGEST = 10_000
_OF_LETTERS = (Reason.UNKNOWN_CARD, Reason.UNKNOWN_TRUMP, Reason.CARD_NOT_IN_DECK)
_FORM = (
    "a deal is `RULES TRUMP LEADER:HAND HAND … ; field=value`, "
    "such as `manillen S N:TA... K7... QJ... 98... ; played=TS KS`"
)


def parse_deal(
    text: str,
    *,
    language: str = "en",
    line: int = 1,
    load_rules: Callable[[str], RuleSet] = load,
    illegal: Illegal = "refuse",
) -> Deal:
    """Read a deal from its notation, or from a JSON object.

    Args:
        text: one deal.
        language: the language of the card letters, one of :data:`~manille.solver.cards.LANGUAGES`.
        line: the number of the line, for the faults.
        load_rules: how a rule set is found by what the deal calls it.
        illegal: what becomes of a card played that breaks an obligation. ``refuse``: it is a fault.
            ``keep``: the deal is read, to be reviewed; everything else refuses it later. A card
            that the seat to play does not hold is a fault in any case.

    Raises:
        DealError: with every fault that was found, each with its place.
    """
    check_language(language)
    text = text.removeprefix("\ufeff")  # the mark that some editors put before a text
    try:
        _check_length(text)
        spell = spell_object if text.lstrip().startswith(("{", "[", '"')) else _spell
        return _build(spell(text), language, load_rules, illegal)
    except DealError as error:
        raise error.at_line(line) from None


def _build(
    spelled: Spelled, language: str, load_rules: Callable[[str], RuleSet], illegal: Illegal
) -> Deal:
    """The deal; or its faults, with a word on the languages in which it would have none."""
    try:
        return build(spelled, language, load_rules, illegal)
    except DealError as error:
        if error.reason not in _OF_LETTERS:
            raise
        fitting = [one for one in LANGUAGES if _reads(spelled, one, load_rules, illegal)]
        if not fitting:
            raise
        first, *others = error.faults
        hint = " or ".join(f"--letters {one}" for one in fitting)
        message = f"{first.message}; in other letters this is a deal: {hint}"
        raise DealError([replace(first, message=message), *others]) from None


def _reads(
    spelled: Spelled, language: str, load_rules: Callable[[str], RuleSet], illegal: Illegal
) -> bool:
    try:
        build(spelled, language, load_rules, illegal)
    except DealError:
        return False
    return True


def check_language(language: str) -> None:
    """Refuse a language that has no card letters here.

    Raises:
        DealError: with the languages that there are.
    """
    if language not in LANGUAGES:
        message = f"no card letters for {language!r}; there are {', '.join(LANGUAGES)}"
        raise DealError(Fault(Reason.UNKNOWN_LANGUAGE, message, field="language"))


def _check_length(text: str) -> None:
    if len(text) > _LONGEST:
        message = f"{len(text)} characters are too long for a deal; give one deal at a time"
        raise DealError(Fault(Reason.BAD_SYNTAX, message, column=_LONGEST + 1))


def _spell(text: str) -> Spelled:
    whole = Token(text.rstrip("\n"), 1)
    head, *rest = _split(whole, ";")
    words = head.words()
    if not words:
        raise DealError(whole.fault(Reason.EMPTY_DEAL, f"there is no deal here; {_FORM}"))
    if len(words) < 3:
        raise DealError(_end(head, f"the deal ends too early; {_FORM}"))
    rules, trump, first, *hands = words
    colon = first.text.find(":")
    if colon < 0:
        message = f"{quoted(first.text)} should be the leader, a colon and its hand; {_FORM}"
        raise DealError(first.fault(Reason.BAD_SYNTAX, message))
    leader = first.part(0, colon)
    if colon + 1 < len(first.text):  # `N: hand` with a space is read like `N:hand`
        hands.insert(0, first.part(colon + 1, len(first.text)))
    if not hands:
        raise DealError(_end(head, f"the hands are missing; {_FORM}"))
    _check_words(hands)
    if len(hands) > 1 and ":" in hands[1].text:
        hands = _by_seat(leader, hands, named_first=colon + 1 < len(first.text))
    return Spelled(rules, trump, leader, hands, _fields(rest))


def _check_words(hands: list[Token]) -> None:
    """Refuse a field that stands among the hands, since no semicolon is before it."""
    for hand in hands:
        key, equals, _ = hand.text.partition("=")
        if equals:
            message = f"{quoted(key)} looks like a field: put a semicolon before it"
            raise DealError(hand.fault(Reason.BAD_SYNTAX, message))


def _by_seat(leader: Token, hands: list[Token], named_first: bool) -> list[Token]:
    """Hands that each name their seat (`W:…`), in whatever order, put in the order of play."""
    names = seat_names(len(hands))
    found: dict[str, Token] = {}
    for number, hand in enumerate(hands):
        at = hand.text.find(":")
        own = number == 0 and named_first
        seat = leader if own else hand.part(0, max(at, 0))
        name = seat.text.strip().upper()
        if name not in names or name in found:
            seat = seat if seat.text else hand
            message = f"{quoted(seat.text)} should be one of {', '.join(names)}, "
            message += "each once: name the seat before every hand, or before the first alone"
            raise DealError(seat.fault(Reason.UNKNOWN_SEAT, message))
        found[name] = hand if own else hand.part(at + 1, len(hand.text))
    first = names.index(leader.text.strip().upper()) if leader.text.strip().upper() in names else 0
    return [found[name] for name in names[first:] + names[:first]]


def _split(token: Token, separator: str) -> list[Token]:
    parts, start = [], 0
    for piece in token.text.split(separator):
        parts.append(token.part(start, start + len(piece)))
        start += len(piece) + 1
    return parts


def _end(token: Token, message: str) -> Fault:
    end = len(token.text.rstrip())
    return token.part(end, end).fault(Reason.BAD_SYNTAX, message)


def _fields(parts: list[Token]) -> dict[str, list[Token]]:
    fields: dict[str, list[Token]] = {}
    faults = []
    for part in parts:
        key, equals, value = _split_field(part)
        if not key.text and not equals:
            continue  # an empty field: a semicolon at the end of the line
        if not equals:
            message = f"{quoted(key.text)} is not of the form field=value, such as declarer=W"
            faults.append(key.fault(Reason.BAD_SYNTAX, message))
        elif key.text not in FIELDS:
            faults.append(key.fault(Reason.FIELD_UNKNOWN, _unknown_field(key.text)))
        elif key.text in fields:
            faults.append(key.fault(Reason.FIELD_TWICE, f"{key.text} is given twice; keep one"))
        else:
            fields[key.text] = [value]
    if faults:
        raise DealError(faults)
    return fields


def _split_field(part: Token) -> tuple[Token, bool, Token]:
    left, equals, _ = part.text.partition("=")
    key = part.part(0, len(left)).stripped()
    return key, bool(equals), part.part(len(left) + 1, len(part.text))


def _unknown_field(key: str) -> str:
    near = get_close_matches(key, FIELDS, n=1, cutoff=0.5)
    return f"no field is called {quoted(key)}; " + (
        f"did you mean {near[0]}?" if near else f"there are {', '.join(FIELDS)}"
    )


def format_deal(deal: Deal, language: str = "en") -> str:
    """Write a deal in its notation; :func:`parse_deal` in the same language reads it back."""
    tongue = letters(language, deal.rules.deck)
    trump = "-" if deal.trump is None else tongue.format_suit(deal.trump)
    hands = " ".join(format_hand(hand, deal.rules, tongue) for hand in deal.hands)
    fields = _format_fields(deal, tongue)
    tail = "".join(f" ; {key}={value}" for key, value in fields.items())
    return f"{deal.rules.name} {trump} {deal.leader}:{hands}{tail}"


def format_hand(hand: Hand | None, rules: RuleSet, tongue: Letters) -> str:
    """Write a hand: four suits joined by points, ``?`` for a hidden one."""
    if hand is None:
        return "?"
    suits = [[c for c in hand if c.suit == suit] for suit in rules.family.suits]
    return ".".join("".join(tongue.format_rank(c.rank) for c in suit) for suit in suits)


def _format_fields(deal: Deal, tongue: Letters) -> dict[str, str]:
    fields = {}
    if deal.declarer is not None:
        fields["declarer"] = deal.seat_names[deal.declarer]
    if deal.bid is not None:
        fields["bid"] = str(deal.bid)
    if deal.turned is not None:
        fields["turned"] = tongue.format(deal.turned)
    if deal.calls:
        fields["calls"] = ",".join(tongue.format_suit(call) for call in deal.calls)
    if deal.played:
        fields["played"] = " ".join(tongue.format(card) for card in deal.played)
    return fields
