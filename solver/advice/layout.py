"""One layout of the hidden cards as a question: what each option leads to, all cards known."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property

from manille.solver.advice.budget import Budget, OutOfBudget
from manille.solver.analysis.found import Found
from manille.solver.core.engine import CancelToken
from manille.solver.deals import Deal, Hand
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["Layout", "known_key"]


class Layout(ABC):
    """A layout, made and solved when it is searched.

    It is a question like any other (:class:`~manille.solver.analysis.question.Asked`), so it can be
    searched anywhere, shared and kept. What is found are plain numbers in ``Found.values``; who
    asked knows what they mean.
    """

    kind: bytes

    def __init__(self, layouts: Layouts, known: bytes, place: int) -> None:
        """Take which layout it is.

        Args:
            layouts: all that fit.
            known: what they fit, see :func:`known_key`.
            place: the place of the layout, from 0; see :meth:`.Layouts.at`.
        """
        self._layouts, self._known, self._place = layouts, known, place

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        return b"%s %s %d" % (self.kind, self._known, self._place)

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`.

        A limit leaves nothing: half a layout would favor the options that were searched.
        """
        budget = Budget(limits or Limits(), cancel)
        try:
            hands = self._layouts.at(self._place)
            values = tuple(Bounds(n, n) for n in self._numbers(hands, budget))
            complete = True
        except OutOfBudget:
            values, complete = (), False
        return Found(values, nodes=budget.nodes, time_s=budget.time_s, complete=complete)

    @abstractmethod
    def _numbers(self, hands: tuple[Hand, ...], budget: Budget) -> Iterator[int]:
        """What is found of a layout.

        Args:
            hands: the hands of all seats before the first card.
            budget: what it may take.

        Raises:
            OutOfBudget: it took all that.
        """


def known_key(knowledge: Knowledge, extra: str = "") -> bytes:
    """What tells layouts and their values apart, but for their place: 32 hexadecimal digits.

    Args:
        knowledge: what the seat that asks knows.
        extra: what else the values hang on.
    """
    text = "|".join(map(str, (extra, *_facts(knowledge.deal))))
    return hashlib.sha256(text.encode()).hexdigest()[:32].encode()


def _facts(deal: Deal) -> Iterator[object]:
    yield deal.rules.fingerprint
    yield from (deal.trump, deal.declarer, deal.bid, deal.turned)
    for cards in (*deal.hands, deal.played):
        yield None if cards is None else "".join(map(str, cards))
    yield from deal.calls
