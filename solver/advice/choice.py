"""Advice on the choice of trump: every trump that a seat may name, and passing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manille.solver.advice.budget import Budget
from manille.solver.advice.goal import Ending
from manille.solver.advice.layout import Layout
from manille.solver.analysis.found import Found
from manille.solver.deals import Hand, Position
from manille.solver.hidden import Layouts
from manille.solver.rules.calls import PASS
from manille.solver.rules.choice import Choice
from manille.solver.rules.contract import Contract
from manille.solver.rules.foreseen import foresee_choice

__all__ = ["ChoiceLayout", "ChoiceOptions", "trumps_to_come"]


def trumps_to_come(choice: Choice) -> tuple[str, ...]:
    """Every trump that this seat or one after it may name, in the order of the rules."""
    found = set(choice.legal_calls()) - {PASS}
    if PASS in choice.legal_calls():
        found |= set(trumps_to_come(choice.call(PASS)))
    return tuple(trump for trump in choice.rules.trumps if trump in found)


class ChoiceLayout(Layout):
    """A layout under every trump: finds the points of side 0 for each of :func:`trumps_to_come`."""

    kind = b"choice"

    def __init__(self, choice: Choice, layouts: Layouts, known: bytes, place: int) -> None:
        """Take the choice of trump at this moment, and which layout it is."""
        super().__init__(layouts, known, place)
        self._choice = choice

    def _numbers(self, hands: tuple[Hand, ...], budget: Budget) -> Iterator[int]:
        for trump in trumps_to_come(self._choice):
            value = budget.value(Position(Contract.of(self._choice.rules, trump), hands))
            assert value is not None
            yield value


class ChoiceOptions:
    """What each call leads to in a layout.

    Attributes:
        calls: the calls that may be made now.
    """

    def __init__(self, choice: Choice) -> None:
        """Take the choice of trump at this moment."""
        self._choice = choice
        self._trumps = trumps_to_come(choice)
        self.calls: Sequence[str] = choice.legal_calls()

    def endings(self, found: Found) -> dict[str, Ending]:
        """How the hand ends after each call, from what was found of a layout.

        After a pass the others choose as they would with all cards known, see
        :func:`~manille.solver.rules.foreseen.foresee_choice`.
        """
        points = dict(zip(self._trumps, (value.low for value in found.values), strict=True))
        endings = {}
        for call in self.calls:
            trump: str | None = call
            if call == PASS:
                trump = foresee_choice(self._choice.call(PASS), points).trump
            assert trump is not None
            endings[call] = Ending(trump, points[trump])
        return endings
