"""Reading the calls of a deal, each of them legal, and holding them to the deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from manille.solver.cards import NO_TRUMP, Letters
from manille.solver.deals.deal import Deal
from manille.solver.deals.spelled import Token, quoted, seat_text
from manille.solver.errors import CallError, Fault, Reason
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Called", "disagreements", "read_calls"]


@dataclass(frozen=True)
class Called:
    """The calls of a deal.

    Attributes:
        calls: the calls so far, from the first seat to speak on.
        result: what they have decided, None while they go on.
    """

    calls: tuple[str, ...] = ()
    result: CallResult | None = None


def read_calls(
    tokens: list[Token], rules: RuleSet, letters: Letters, seats: tuple[str, ...]
) -> tuple[Called, list[Fault]]:
    """The calls up to the first fault, since all later ones hang on it, and that fault.

    Args:
        tokens: one token a call.
        rules: a rule set in which something is called.
        letters: the declared letters.
        seats: the names of the seats in the order in which they call.
    """
    so_far: Calling = calling(rules)
    for number, token in enumerate(tokens, 1):
        call, fault = _read_call(token, rules, letters)
        if call is None:
            return Called(so_far.calls), [fault] if fault is not None else []
        try:
            so_far = so_far.call(call)
        except CallError as error:
            where = f"call {number}"
            if so_far.to_call is not None:
                where += f", {seat_text(seats[so_far.to_call])} to call"
            return Called(so_far.calls), list(_refusals(error, token, where, letters))
    return Called(so_far.calls, so_far.result if so_far.ended else None), []


def _refusals(error: CallError, token: Token, where: str, letters: Letters) -> Iterator[Fault]:
    # the rules know no languages
    note = "" if letters.language == "en" else " (suits in English letters)"
    for fault in error.faults:
        yield token.fault(fault.reason, f"{where}: {fault.message}{note}")


def _read_call(token: Token, rules: RuleSet, letters: Letters) -> tuple[str | None, Fault | None]:
    text = token.text.lower()
    if text == "pass" or (text.isascii() and text.isdigit()):
        return text, None
    suit = NO_TRUMP if text == "nt" else letters.suit(token.text)
    if suit is not None:
        return suit, None
    near = get_close_matches(text, ["pass"], cutoff=0.7)
    hint = "did you mean pass?" if near else f"a call is {_what_is_called(rules, letters)}"
    message = f"{quoted(token.text)} is no call; {hint}"
    return None, token.fault(Reason.BAD_CALL, message)


def _what_is_called(rules: RuleSet, letters: Letters) -> str:
    trumps = ", ".join(letters.format_suit(trump) for trump in rules.trumps)
    if rules.trump_by == "auction":
        return f"pass, a whole number or, once the auction is won, one of {trumps}"
    return f"pass or one of {trumps}"


def disagreements(
    deal: Deal, called: Called, tokens: list[Token], letters: Letters
) -> Iterator[Fault]:
    """Where the calls have ended and lead to something else than the deal names."""
    if called.result is None:
        return
    result = called.result
    by_calls = _spelled(result.trump, result.declarer, result.bid, deal, letters)
    for field, named in _spelled(deal.trump, deal.declarer, deal.bid, deal, letters).items():
        if named != by_calls.get(field):
            found = by_calls.get(field, "none")
            message = f"the calls lead to {field} {found}, but the deal names {named}"
            yield tokens[-1].fault(Reason.CALLS_DISAGREE, message)


def _spelled(
    trump: str | None, declarer: int | None, bid: int | None, deal: Deal, letters: Letters
) -> dict[str, str]:
    """What is known of these, as the notation writes it."""
    found = {}
    if trump is not None:
        found["trump"] = letters.format_suit(trump)
    if declarer is not None:
        found["declarer"] = deal.seat_names[declarer]
    if bid is not None:
        found["bid"] = str(bid)
    return found
