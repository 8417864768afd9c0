"""What is left of the time of a call."""

from __future__ import annotations

import time

from manille.client.asking import Terms
from manille.wire.refusals import DeadlinePassed

__all__ = ["Deadline"]


class Deadline:
    """The moment at which what begins now must be answered.

    Attributes:
        terms: the terms that set it.
    """

    def __init__(self, terms: Terms) -> None:
        """Start the clock."""
        self.terms = terms
        timeout_s = terms.timeout_s
        self._began_s = time.perf_counter()
        self._ends_s = None if timeout_s is None else self._began_s + timeout_s

    @property
    def time_s(self) -> float:
        """Seconds since the beginning."""
        return time.perf_counter() - self._began_s

    @property
    def left_s(self) -> float | None:
        """Seconds left, below 0 when it has passed; None without end."""
        return None if self._ends_s is None else self._ends_s - time.perf_counter()

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        left_s = self.left_s
        return left_s is not None and left_s <= 0

    def require(self) -> float | None:
        """Seconds left for one more call.

        Raises:
            DeadlinePassed: there are none.
        """
        left_s = self.left_s
        if left_s is not None and left_s <= 0:
            raise self.refusal()
        return left_s

    def refusal(self) -> DeadlinePassed:
        """What to say when it has passed."""
        return DeadlinePassed(
            f"not answered within {self.terms.timeout_s:g} s; allow more time (timeout_s), a limit "
            "that is met before, or take the bounds proven by then (bounds_at_deadline)"
        )
