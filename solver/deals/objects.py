"""Deals as JSON objects: the fields of the notation under their names.

    {"rules": "manillen", "trump": "S", "leader": "N",
     "hands": {"N": "TAK.97.QJ8.", "W": "…", "S": "…", "E": "…"},
     "declarer": "W", "bid": 34, "turned": "7O", "calls": ["pass", "S"], "played": ["TS", "9S"]}

``hands`` may also be a list that starts with the leader's hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from manille.solver.cards import letters
from manille.solver.deals.deal import Deal
from manille.solver.deals.spelled import FIELDS, Spelled, Token, quoted
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.rules.seating import seat_names

__all__ = ["format_object", "spell_object", "to_object"]

_HEAD = ("rules", "trump", "leader", "hands")
_SHOWN = 40


def to_object(deal: Deal, language: str = "en") -> dict[str, Any]:
    """The object of a deal; what is not given is left out."""
    from manille.solver.deals.notation import format_hand  # the two import each other

    tongue = letters(language, deal.rules.deck)
    found: dict[str, Any] = {
        "rules": deal.rules.name,
        "trump": "-" if deal.trump is None else tongue.format_suit(deal.trump),
        "leader": deal.leader,
        "hands": {
            name: format_hand(hand, deal.rules, tongue)
            for name, hand in zip(deal.seat_names, deal.hands, strict=True)
        },
    }
    if deal.declarer is not None:
        found["declarer"] = deal.seat_names[deal.declarer]
    if deal.bid is not None:
        found["bid"] = deal.bid
    if deal.turned is not None:
        found["turned"] = tongue.format(deal.turned)
    if deal.calls:
        found["calls"] = [tongue.format_suit(call) for call in deal.calls]
    if deal.played:
        found["played"] = [tongue.format(card) for card in deal.played]
    return found


def format_object(deal: Deal, language: str = "en") -> str:
    """The JSON text of a deal, on one line."""
    return json.dumps(to_object(deal, language), ensure_ascii=False)


def spell_object(text: str) -> Spelled:
    """The tokens of the JSON text of a deal.

    Raises:
        DealError: not JSON, or fields that are missing, unknown or of the wrong type.
    """
    fields = _load(text)
    faults = [*_missing(fields), *_unknown(fields), *_wrong_types(fields)]
    if faults:
        raise DealError(faults)
    leader = Token(fields["leader"], field="leader").stripped()
    return Spelled(
        Token(fields["rules"], field="rules"),
        Token(fields["trump"], field="trump"),
        leader,
        _hands(fields["hands"], leader),
        {key: _tokens(key, fields[key]) for key in FIELDS if fields.get(key) is not None},
    )


def _load(text: str) -> dict[str, Any]:
    twice: list[str] = []

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in found]
        twice.extend(key for key in set(keys) if keys.count(key) > 1)
        return dict(found)

    try:
        fields = json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        within = f", on line {error.lineno} of the object" if error.lineno > 1 else ""
        message = f"not valid JSON: {error.msg.removesuffix(' at').rstrip(': ')}{within}"
        raise DealError(Fault(Reason.BAD_JSON, message, column=error.colno)) from None
    except ValueError:  # of int(), for thousands of digits
        message = "not valid JSON: a number with too many digits"
        raise DealError(Fault(Reason.BAD_JSON, message, column=1)) from None
    except RecursionError:
        raise DealError(Fault(Reason.BAD_JSON, "nested too deeply", column=1)) from None
    if twice:
        raise DealError(
            Fault(Reason.FIELD_TWICE, f"{quoted(key)} is given twice; keep one", field=_field(key))
            for key in sorted(twice)
        )
    if not isinstance(fields, dict):
        message = "not an object: a deal in JSON starts with a brace, one object a deal"
        raise DealError(Fault(Reason.BAD_JSON, message, column=1))
    return fields


def _missing(fields: dict[str, Any]) -> Iterator[Fault]:
    for key in _HEAD:
        if key not in fields:
            message = f"the field {key} is missing; a deal needs {', '.join(_HEAD)}"
            yield Fault(Reason.FIELD_MISSING, message, field=key)


def _unknown(fields: dict[str, Any]) -> Iterator[Fault]:
    known = (*_HEAD, *FIELDS)
    for key in fields:
        if key not in known:
            near = get_close_matches(key, known, n=1, cutoff=0.5)
            remedy = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            message = f"no field is called {quoted(key)}; {remedy}"
            yield Fault(Reason.FIELD_UNKNOWN, message, field=_field(key))


def _wrong_types(fields: dict[str, Any]) -> Iterator[Fault]:
    checks = {
        "bid": (_is_number, "a whole number"),
        "calls": (_is_texts, 'a list of texts, such as ["pass", "30"]'),
        "played": (_is_texts, "a list of cards, each a text"),
        "hands": (_is_hands, "an object or a list of hands, each a text (a hidden one: ?)"),
        "trump": (_is_text, "a text (not named yet: -)"),
    }
    for key in (*_HEAD, *FIELDS):
        check, wanted = checks.get(key, (_is_text, "a text"))
        value = fields.get(key)
        if key in fields and not check(value) and not (value is None and key in FIELDS):
            message = f"{key} must be {wanted}, not {_shown(value)}"
            yield Fault(Reason.BAD_TYPE, message, field=key)


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested too deeply"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _field(key: str) -> str:
    """A key of the input as the place of a fault: as it is, unless it could not be printed."""
    plain = key.isascii() and key.isidentifier() and len(key) <= _SHOWN
    return key if plain else quoted(key)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_hands(value: Any) -> bool:
    return _is_texts(list(value.values()) if isinstance(value, dict) else value)


def _hands(hands: Any, leader: Token) -> list[Token]:
    if isinstance(hands, list):
        return [Token(hand, field=f"hands[{at}]") for at, hand in enumerate(hands)]
    names = seat_names(4) if "N" in hands else seat_names(len(hands))
    alien = [name for name in hands if name not in names]
    if alien:
        message = f"{quoted(alien[0])} is not one of the seats {', '.join(names)}"
        raise DealError(Fault(Reason.UNKNOWN_SEAT, message, field=f"hands.{_field(alien[0])}"))
    absent = [name for name in names if name not in hands]
    if absent or not names:
        whose = ", ".join(absent) or "any seat"
        message = f"no hand is given for {whose}; write ? for a hidden one"
        raise DealError(Fault(Reason.HAND_COUNT, message, field="hands"))
    leading = leader.text.upper()
    first = names.index(leading) if leading in names else 0  # an unknown leader is found later
    return [Token(hands[n], field=f"hands.{n}") for n in names[first:] + names[:first]]


def _tokens(key: str, value: Any) -> list[Token]:
    if isinstance(value, list):
        return [Token(text, field=f"{key}[{at}]") for at, text in enumerate(value)]
    return [Token(str(value), field=key)]
