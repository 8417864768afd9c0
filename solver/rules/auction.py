"""The auction: seats bid for the right to name the trump and to play alone.

The seat at the dealer's right speaks first. A bid is a whole number above the last one, from the
minimum of the rule set to all points of a hand; a pass is final. The auction ends when one bidder
is left; until somebody has bid, the last seat still has its turn. A bid of all points does not end
it by itself: the others can only pass, and do. Then the winner names the trump.

When all pass, the hand is not played, or the dealer plays for the minimum (flag ``all_pass``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from manille.solver.errors import CallError, Reason
from manille.solver.rules.calls import PASS, CallResult, bad_call, is_bid, read_call
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Auction"]


@dataclass(frozen=True)
class Auction:
    """An auction at some moment. Made by :meth:`start` and carried on by :meth:`call`.

    Attributes:
        rules: the rule set.
        waiting: the seats still in it, in the order in which they will speak; the last bidder,
            once there is one, is the last of them.
        calls: the calls so far, as :func:`~manille.solver.rules.calls.read_call` gives them.
        bid: the last bid, in points; None before the first.
        trump: the trump, once the winner has named it.
    """

    rules: RuleSet
    waiting: tuple[int, ...]
    calls: tuple[str, ...] = ()
    bid: int | None = None
    trump: str | None = None

    @classmethod
    def start(cls, rules: RuleSet) -> Auction:
        """The auction before the first call."""
        return cls(rules, tuple(range(rules.seats)))

    @property
    def won(self) -> bool:
        """Whether the bidding is over with a winner, who names the trump or has named it."""
        return len(self.waiting) == 1 and self.bid is not None

    @property
    def ended(self) -> bool:
        """Whether no call is left to make."""
        return not self.waiting or self.trump is not None

    @property
    def to_call(self) -> int | None:
        """The seat to call, 0 at the dealer's right; None at the end."""
        return None if self.ended else self.waiting[0]

    @property
    def bidder(self) -> int | None:
        """The seat that made the last bid, or was made to; None before the first."""
        return None if self.bid is None else self.waiting[-1]

    @property
    def lowest(self) -> int:
        """The lowest bid that exceeds the last one; it may be above all points of the hand."""
        return self.rules.bid_minimum if self.bid is None else self.bid + 1

    @property
    def result(self) -> CallResult:
        """Who plays alone, for what bid and with what trump.

        Raises:
            CallError: the auction has not ended.
        """
        if not self.ended:
            message = f"the auction has not ended; legal now: {self._legal_text()}"
            raise bad_call(Reason.CALLING_OPEN, message)
        if self.trump is None:
            return CallResult(played=False)
        return CallResult(True, self.trump, self.bidder, self.bidder, self.bid)

    def legal_calls(self) -> tuple[str, ...]:
        """Every call that may be made now, a pass first and bids from the lowest up."""
        if self.ended:
            return ()
        if self.won:
            return self.rules.trumps
        return (PASS, *map(str, range(self.lowest, self.rules.largest_total + 1)))

    def call(self, text: str) -> Auction:
        """The auction after a call of the seat to call.

        Raises:
            CallError: the text is no call, or the call may not be made now.
        """
        call = read_call(text, self.rules)
        error = self._refusal(call)
        if error is not None:
            raise error
        after = replace(self, calls=(*self.calls, call))
        if self.won:
            return replace(after, trump=call)
        return after._passed() if call == PASS else after._raised(int(call))

    def _raised(self, bid: int) -> Auction:
        return replace(self, bid=bid, waiting=(*self.waiting[1:], self.waiting[0]))

    def _passed(self) -> Auction:
        rest = self.waiting[1:]
        if rest or self.rules.all_pass == "redeal":
            return replace(self, waiting=rest)
        return replace(self, waiting=(self.rules.seats - 1,), bid=self.rules.bid_minimum)

    def _refusal(self, call: str) -> CallError | None:
        """Why a call may not be made now, None for a legal one."""
        if self.ended:
            return bad_call(Reason.CALLING_ENDED, f"{call}: the auction has ended; nothing to call")
        if self.won:
            return self._trump_refusal(call)
        if is_bid(call):
            return self._bid_refusal(int(call))
        if call == PASS:
            return None
        message = f"{call}: the winner names the trump, after the auction; legal now: "
        return bad_call(Reason.BAD_CALL, message + self._legal_text())

    def _trump_refusal(self, call: str) -> CallError | None:
        if call in self.rules.trumps:
            return None
        legal = f"legal now: {self._legal_text()}"
        if call == PASS:
            message = f"pass: the winner of the auction must name the trump; {legal}"
            return bad_call(Reason.MUST_CHOOSE, message)
        if is_bid(call):
            message = f"{call}: the auction is won with {self.bid}, a trump is due; {legal}"
            return bad_call(Reason.BAD_CALL, message)
        message = f"{call}: {self.rules.name} is not played with this trump; {legal}"
        return bad_call(Reason.TRUMP_NOT_ALLOWED, message)

    def _bid_refusal(self, bid: int) -> CallError | None:
        highest = self.rules.largest_total
        legal = f"legal now: {self._legal_text()}"
        if bid > highest:
            message = f"{bid}: a hand has only {highest} points; {legal}"
            return bad_call(Reason.BID_TOO_HIGH, message)
        if bid < self.lowest:
            first = f"is below the lowest bid, {self.lowest}"
            why = first if self.bid is None else f"does not exceed the last bid, {self.bid}"
            return bad_call(Reason.BID_TOO_LOW, f"{bid}: {why}; {legal}")
        return None

    def _legal_text(self) -> str:
        if self.won:
            return ", ".join(self.rules.trumps)
        low, high = self.lowest, self.rules.largest_total
        if low > high:
            return PASS
        return f"{PASS}, or {high}" if low == high else f"{PASS}, or a bid from {low} to {high}"
