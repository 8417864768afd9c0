"""How the trump of a hand is called: one interface over the auction and the choice."""

from __future__ import annotations

from typing import Protocol, Self

from manille.solver.errors import CallError, Fault, Reason
from manille.solver.rules.auction import Auction
from manille.solver.rules.calls import CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Calling", "calling"]

_NOTHING_TO_CALL = {
    "turned": "the trump is the suit of the dealer's last card, turned up",
    "none": "there is never a trump",
    "given": "the trump is given from outside",
}


class Calling(Protocol):
    """The calling of a hand at some moment, an immutable value.

    Seats are numbered in the order in which they call, which is the order of play: 0 sits at the
    dealer's right and leads first, the dealer is the last.
    """

    @property
    def rules(self) -> RuleSet:
        """The rule set."""

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls so far: ``pass``, a bid as digits, a suit letter or ``NT``."""

    @property
    def to_call(self) -> int | None:
        """The seat to call; None at the end."""

    @property
    def ended(self) -> bool:
        """Whether no call is left to make."""

    @property
    def result(self) -> CallResult:
        """What was decided; before the end a CallError with Reason.CALLING_OPEN."""

    def legal_calls(self) -> tuple[str, ...]:
        """Every call that may be made now; none at the end."""

    def call(self, text: str) -> Self:
        """The calling after a call; a CallError if it is not legal."""


def calling(rules: RuleSet) -> Auction | Choice:
    """The calling of a hand, before its first call.

    Raises:
        CallError: nothing is called in this game.
    """
    if rules.trump_by == "auction":
        return Auction.start(rules)
    if rules.trump_by == "choice":
        return Choice.start(rules)
    message = f"nothing is called in {rules.name}: {_NOTHING_TO_CALL[rules.trump_by]}"
    raise CallError(Fault(Reason.BAD_REQUEST, message, field="calls"))
