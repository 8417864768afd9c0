"""Deals and rule sets as messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from manille.solver.cards import letters
from manille.solver.deals import Deal, Illegal, parse_deal
from manille.solver.deals.build import build
from manille.solver.deals.notation import format_hand
from manille.solver.deals.spelled import Spelled, Token, quoted
from manille.solver.errors import DealError, Fault, ManilleError, Reason, RuleSetError
from manille.solver.rules import RuleSet, format_rules, load, names, parse_rules
from manille.v1 import deal_pb2

__all__ = ["deal_from_proto", "deal_to_proto", "rules_from_proto", "rules_to_proto"]

INLINE: Final = "inline"  # what a rule set is called that came as a text
LONGEST_TOML = 1 << 16
# More than any deal has; what lies beyond is refused before it is read.
MOST_HANDS = 8
MOST_CARDS = 64
MOST_CALLS = 256
LONGEST_TEXT = 256


def rules_to_proto(rules: RuleSet) -> deal_pb2.Rules:
    """A rule set by its name, if it comes with the program, else whole."""
    if rules.name in names() and load(rules.name) == rules:
        return deal_pb2.Rules(name=rules.name)
    return deal_pb2.Rules(toml=format_rules(rules))


def rules_from_proto(message: deal_pb2.Rules, field: str = "rules") -> RuleSet:
    """The rule set that a message names or holds. No file is ever read.

    Raises:
        RuleSetError: none is given, it is not known, or the text is faulty.
    """
    kind = message.WhichOneof("kind")
    if kind == "name":
        return _named(message.name, f"{field}.name")
    if kind == "toml":
        if len(message.toml) > LONGEST_TOML:
            text = f"{len(message.toml)} characters are too long for a rule set"
            raise RuleSetError(Fault(Reason.RULES_SYNTAX, text, field=f"{field}.toml"))
        try:
            return _inline(message.toml)
        except RuleSetError as error:
            raise _placed(error, f"{field}.toml") from None
    text = "the rules are missing; give a name, such as manillen, or a whole rule set as TOML"
    raise RuleSetError(Fault(Reason.FIELD_MISSING, text, field=field))


def _named(name: str, field: str) -> RuleSet:
    if name.lower() not in names():
        text = f"no rule set is called {quoted(name)}; there are {', '.join(names())}; "
        text += "rules of your own go whole into rules.toml"
        raise RuleSetError(Fault(Reason.UNKNOWN_RULES, text, field=field))
    return load(name)


@lru_cache(maxsize=64)
def _inline(toml: str) -> RuleSet:
    return parse_rules(toml, INLINE)


def deal_to_proto(deal: Deal) -> deal_pb2.Deal:
    """A deal as a message; :func:`deal_from_proto` reads it back."""
    tongue = letters("en", deal.rules.deck)
    return deal_pb2.Deal(
        rules=rules_to_proto(deal.rules),
        trump=deal.trump or "",
        leader=deal.leader,
        hands=[format_hand(hand, deal.rules, tongue) for hand in deal.hands],
        declarer="" if deal.declarer is None else deal.seat_names[deal.declarer],
        bid=deal.bid,
        turned="" if deal.turned is None else str(deal.turned),
        calls=deal.calls,
        played=map(str, deal.played),
    )


def deal_from_proto(
    message: deal_pb2.Deal, field: str = "deal", illegal: Illegal = "refuse"
) -> Deal:
    """The deal that a message spells.

    Args:
        message: the message.
        field: its path in the request, for the faults.
        illegal: what becomes of a card played that breaks an obligation, see
            :func:`~manille.solver.deals.parse_deal`.

    Raises:
        ManilleError: with every fault, each with its field.
    """
    if message.notation:
        return _from_notation(message, field, illegal)
    rules = rules_from_proto(message.rules, f"{field}.rules")
    try:
        return build(_spelled(message), "en", lambda _: rules, illegal)
    except ManilleError as error:
        raise _placed(error, field) from None


def _from_notation(message: deal_pb2.Deal, field: str, illegal: Illegal) -> Deal:
    others = [one.name for one, _ in message.ListFields() if one.name != "notation"]
    if others:
        text = f"the notation says all; leave out {', '.join(others)}"
        raise DealError(Fault(Reason.FIELD_UNEXPECTED, text, field=f"{field}.{others[0]}"))
    try:
        return parse_deal(
            message.notation, load_rules=lambda name: _named(name, ""), illegal=illegal
        )
    except ManilleError as error:
        # the place is the column; there is one line
        faults = [replace(fault, line=None, field=f"{field}.notation") for fault in error.faults]
        raise DealError(faults) from None


def _spelled(message: deal_pb2.Deal) -> Spelled:
    """The tokens of a deal, each with its field.

    Raises:
        DealError: something is missing, or too long to be a part of any deal.
    """
    faults = [*_missing(message), *_too_long(message)]
    if faults:
        raise DealError(faults)
    fields = {
        "declarer": _one("declarer", message.declarer),
        "bid": _one("bid", str(message.bid) if message.HasField("bid") else ""),
        "turned": _one("turned", message.turned),
        "calls": _many("calls", message.calls),
        "played": _many("played", message.played),
    }
    return Spelled(
        Token(message.rules.name, field="rules"),
        Token(message.trump or "-", field="trump"),
        Token(message.leader, field="leader").stripped(),
        _many("hands", message.hands),
        {name: tokens for name, tokens in fields.items() if tokens},
    )


def _missing(message: deal_pb2.Deal) -> Iterator[Fault]:
    for name in ("leader", "hands"):
        if not getattr(message, name):
            text = f"the field {name} is missing; a deal needs rules, trump, leader and hands"
            yield Fault(Reason.FIELD_MISSING, text, field=name)


def _too_long(message: deal_pb2.Deal) -> Iterator[Fault]:
    lists = {"hands": MOST_HANDS, "played": MOST_CARDS, "calls": MOST_CALLS}
    for name, most in lists.items():
        found = getattr(message, name)
        if len(found) > most:
            text = f"{len(found)} are more than any game has"
            reason = Reason.HAND_COUNT if name == "hands" else Reason.BAD_SYNTAX
            yield Fault(reason, text, field=name)
        elif any(len(one) > LONGEST_TEXT for one in found):
            yield Fault(Reason.BAD_SYNTAX, f"one of the {name} is too long a text", field=name)
    for name in ("trump", "leader", "declarer", "turned"):
        if len(getattr(message, name)) > LONGEST_TEXT:
            yield Fault(Reason.BAD_SYNTAX, f"{name} is too long a text", field=name)


def _one(name: str, text: str) -> list[Token]:
    return [Token(text, field=name)] if text else []


def _many(name: str, texts: Iterable[str]) -> list[Token]:
    return [Token(text, field=f"{name}[{at}]") for at, text in enumerate(texts)]


def _placed(error: ManilleError, field: str) -> ManilleError:
    """The same error, its fields below another one."""
    faults = [
        replace(fault, field=field if fault.field is None else f"{field}.{fault.field}")
        for fault in error.faults
    ]
    return type(error)(faults)
