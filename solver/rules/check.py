"""What a flag may be by itself, and which flags contradict each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from manille.solver.cards import DECKS
from manille.solver.errors import Fault, Reason
from manille.solver.rules.flags import Flag

__all__ = ["contradictions", "shown", "value_fault"]

# The kernel keeps 13 ranks of four suits in 52 bits and a value in the 12 bits above.
RANKS = range(8, 14)
TOTAL_LIMIT = 2000
LONGEST_SHOWN = 60


def value_fault(flag: Flag, value: Any) -> Fault | None:
    """What is wrong with a value that a file gives to a flag, or None."""
    wanted = _CHECKS[flag.kind](flag, value)
    if wanted is None:
        return None
    message = f"[{flag.section}] {flag.name} = {shown(value)}: must be {wanted}"
    return Fault(Reason.RULES_VALUE, message, field=f"{flag.section}.{flag.name}")


def shown(value: Any) -> str:
    """A value as a TOML file spells it, cut where it is long."""
    if isinstance(value, (str, bool, int, float, list, dict)):
        text = json.dumps(value, ensure_ascii=False, default=str)
    else:
        text = str(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _word(flag: Flag, value: Any) -> str | None:
    words = [word for word, _ in flag.choices]
    return None if value in words else "one of " + ", ".join(words)


def _whole(flag: Flag, value: Any) -> str | None:
    good = isinstance(value, int) and not isinstance(value, bool)
    good = good and flag.low <= value <= flag.high
    return None if good else f"a whole number from {flag.low} to {flag.high}"


def _yesno(flag: Flag, value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def _ranks(flag: Flag, value: Any) -> str | None:
    good = isinstance(value, str) and len(set(value)) == len(value)
    return None if good else 'a text of different rank letters, such as "TAKQJ987"'


def _points(flag: Flag, value: Any) -> str | None:
    good = isinstance(value, dict) and all(
        isinstance(p, int) and not isinstance(p, bool) and 0 <= p <= 100 for p in value.values()
    )
    return None if good else "points by rank from 0 to 100, such as {T = 5, A = 4}"


_CHECKS = {"word": _word, "whole": _whole, "yesno": _yesno, "ranks": _ranks, "points": _points}


def contradictions(values: dict[str, Any]) -> list[Fault]:
    """Every contradiction between flags that are good by themselves."""
    faults = [*_about_cards(values)]
    if not faults:  # totals and seats only make sense over a sound deck
        faults = [*_about_seats(values), *_about_calls(values), *_about_scores(values)]
    return [_contradiction(entry, message) for entry, message in faults]


def _contradiction(entry: str, message: str) -> Fault:
    section, key = entry.split(".")
    return Fault(Reason.RULES_CONTRADICTION, f"[{section}] {key}: {message}", field=entry)


def _about_cards(v: dict[str, Any]) -> Iterator[tuple[str, str]]:
    ranks = DECKS[v["deck"]].ranks
    alien = [r for r in v["order"] if r not in ranks]
    if alien:
        yield "cards.order", f"the {v['deck']} deck has no rank {', '.join(alien)}"
    if len(v["order"]) not in RANKS:
        yield "cards.order", f"{len(v['order'])} ranks; a deck here has 8 to 13 a suit"
    if v["trump_order"] and sorted(v["trump_order"]) != sorted(v["order"]):
        yield "cards.trump_order", "it has not the same ranks as order"
    for key in ("points", "trump_points"):
        alien = [r or '""' for r in v[key] or {} if r not in tuple(v["order"])]
        if alien:
            yield f"cards.{key}", f"it names {', '.join(alien)}, which order does not have"


def _about_seats(v: dict[str, Any]) -> Iterator[tuple[str, str]]:
    cards = 4 * len(v["order"])
    if cards % v["seats"]:
        yield "seats.seats", f"{cards} cards cannot be dealt evenly to {v['seats']} seats"
    if v["sides"] == "partners" and v["seats"] % 2:
        yield "seats.sides", f"{v['seats']} seats cannot be partners: an even number is needed"
    if (v["sides"] == "declarer") != (v["trump_by"] == "auction"):
        yield "seats.sides", 'sides = "declarer" and trump_by = "auction" need each other'


def _about_calls(v: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if v["trump_by"] == "none" and not v["no_trump"]:
        yield "trump.no_trump", 'it must be true where trump_by = "none"'
    if v["trump_by"] == "turned" and v["no_trump"]:
        yield (
            "trump.no_trump",
            'it must be false where trump_by = "turned", since a turned card has a suit',
        )
    if v["dealer_must"] == "no_trump" and not (v["no_trump"] and v["trump_by"] == "choice"):
        yield "trump.dealer_must", '"no_trump" needs no_trump = true and trump_by = "choice"'
    if (v["trump_by"] == "auction") != (v["bid_minimum"] > 0):
        yield "auction.bid_minimum", "an auction, and only an auction, has a bid_minimum above 0"


def _about_scores(v: dict[str, Any]) -> Iterator[tuple[str, str]]:
    total = _largest_total(v)
    if total > TOTAL_LIMIT:
        yield "cards.points", f"a hand of {total} points is more than the {TOTAL_LIMIT} handled"
    for key in ("score.half", "auction.bid_minimum"):
        name = key.partition(".")[2]
        if v[name] > total:
            yield key, f"{name} = {v[name]} exceeds the {total} points of a hand"
    if v["hand_score"] in ("over_half", "difference") and 2 * v["half"] < total - 1:
        yield "score.half", f"with half = {v['half']} of {total} points both sides could score"
    if (v["hand_score"] == "bid") != (v["trump_by"] == "auction"):
        yield "score.hand_score", 'hand_score = "bid" and trump_by = "auction" need each other'
    if v["turn_up_points"] and v["trump_by"] != "turned":
        yield "score.turn_up_points", 'true needs trump_by = "turned"'
    if v["match_counts"] == "points" and v["sides"] != "partners":
        yield "match.match_counts", '"points" needs sides = "partners"'


def _largest_total(v: dict[str, Any]) -> int:
    suit = sum(v["points"].values())
    trump = suit if v["trump_points"] is None else sum(v["trump_points"].values())
    tricks = 4 * len(v["order"]) // v["seats"] * v["trick_points"] + v["last_trick_points"]
    return int(3 * suit + max(suit, trump) + tricks)
