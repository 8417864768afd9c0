"""The choice of trump: seat after seat chooses or passes, and the dealer must choose.

The seat at the dealer's right speaks first. The first seat to name a trump, or no trump where the
rule set allows it, ends the choosing: nothing is overcalled. The dealer speaks last and may not
pass; what the dealer may name is the flag ``dealer_must``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from manille.solver.cards import NO_TRUMP
from manille.solver.errors import CallError, Reason
from manille.solver.rules.calls import PASS, CallResult, bad_call, is_bid, read_call
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Choice"]


@dataclass(frozen=True)
class Choice:
    """The choice of trump at some moment. Made by :meth:`start` and carried on by :meth:`call`.

    Attributes:
        rules: the rule set.
        calls: the calls so far, as :func:`~manille.solver.rules.calls.read_call` gives them.
    """

    rules: RuleSet
    calls: tuple[str, ...] = ()

    @classmethod
    def start(cls, rules: RuleSet) -> Choice:
        """The choice before the first call."""
        return cls(rules)

    @property
    def ended(self) -> bool:
        """Whether the trump is named."""
        return bool(self.calls) and self.calls[-1] != PASS

    @property
    def to_call(self) -> int | None:
        """The seat to call, 0 at the dealer's right; None at the end."""
        return None if self.ended else len(self.calls)

    @property
    def result(self) -> CallResult:
        """The trump, and who chose it.

        Raises:
            CallError: nobody has chosen yet.
        """
        if not self.ended:
            message = f"the trump is not chosen yet; legal now: {', '.join(self.legal_calls())}"
            raise bad_call(Reason.CALLING_OPEN, message)
        return CallResult(True, trump=self.calls[-1], chooser=len(self.calls) - 1)

    def legal_calls(self) -> tuple[str, ...]:
        """Every call that may be made now, a pass first."""
        if self.ended:
            return ()
        if not self._dealer_to_call:
            return (PASS, *self.rules.trumps)
        return (NO_TRUMP,) if self.rules.dealer_must == "no_trump" else self.rules.trumps

    def call(self, text: str) -> Choice:
        """The choice after a call of the seat to call.

        Raises:
            CallError: the text is no call, or the call may not be made now.
        """
        call = read_call(text, self.rules)
        if call not in self.legal_calls():
            raise self._refusal(call)
        return replace(self, calls=(*self.calls, call))

    @property
    def _dealer_to_call(self) -> bool:
        return self.to_call == self.rules.seats - 1

    def _refusal(self, call: str) -> CallError:
        """Why a call that is not legal is not."""
        if self.ended:
            message = f"{call}: the trump is chosen, it is {self.calls[-1]}; nothing to call"
            return bad_call(Reason.CALLING_ENDED, message)
        legal = f"legal now: {', '.join(self.legal_calls())}"
        if call == PASS:
            message = f"pass: all others have passed, the dealer must choose; {legal}"
            return bad_call(Reason.MUST_CHOOSE, message)
        if is_bid(call):
            message = f"{call}: {self.rules.name} has no auction, a trump is chosen; {legal}"
            return bad_call(Reason.BAD_CALL, message)
        who = "the dealer of" if call in self.rules.trumps else "nobody in"
        who = f"{who} {self.rules.name}"
        message = (
            f"{call}: {who} may {'not ' if call in self.rules.trumps else ''}choose it; {legal}"
        )
        return bad_call(Reason.TRUMP_NOT_ALLOWED, message)
