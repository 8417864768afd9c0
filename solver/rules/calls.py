"""What the auction and the choice of trump share: how a call is written, and what comes out.

A call is a text: ``pass``, a bid such as ``30``, or a trump, a suit letter of the deck or ``NT``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from manille.solver.cards import NO_TRUMP, letters
from manille.solver.errors import CallError, Fault, Reason
from manille.solver.rules.ruleset import RuleSet

__all__ = ["PASS", "CallResult", "bad_call", "is_bid", "read_call"]

PASS = "pass"

# What nine digits say is too high for every game, whatever follows them.
_BID = re.compile(r"0*([0-9]{1,9})[0-9]*")


@dataclass(frozen=True)
class CallResult:
    """What the calling of a hand has decided. Seats are in the order of play: 0 leads first.

    Attributes:
        played: False where all passed and the hand is not played; all else is None then.
        trump: a suit letter, or ``NT``.
        chooser: the seat that named the trump.
        declarer: the seat that plays alone against the others, in auction games; else None.
        bid: the declarer's bid, in auction games; else None.
    """

    played: bool
    trump: str | None = None
    chooser: int | None = None
    declarer: int | None = None
    bid: int | None = None


def read_call(text: str, rules: RuleSet) -> str:
    """A call in the one way that it is kept: ``pass``, digits, a suit letter or ``NT``.

    Upper and lower case are the same, and suit symbols are read. Whether the call may be made now
    is not looked at.

    Raises:
        CallError: the text is no call at all.
    """
    call = text.strip()
    if call.lower() == PASS:
        return PASS
    if number := _BID.fullmatch(call):
        return number[1]
    trump = NO_TRUMP if call.upper() == NO_TRUMP else letters("en", rules.deck).suit(call)
    if trump is None:
        suits = ", ".join(rules.family.suits)
        message = f"{text[:40]!r} is no call; a call is pass, a whole number, one of {suits}, or NT"
        raise CallError(Fault(Reason.BAD_CALL, message, field="calls"))
    return trump


def is_bid(call: str) -> bool:
    """Whether a call that :func:`read_call` gave is a bid."""
    return call.isdigit()


def bad_call(reason: Reason, message: str) -> CallError:
    """The error for a call that may not be made now."""
    return CallError(Fault(reason, message, field="calls"))
