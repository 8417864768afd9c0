"""What every question can do: say what it is, be searched, and tell what was found in its names.

A question is put into canonical form as it is made. Questions that differ only in the names of
suits and seats, or in what was taken before, have the same key, and what one of them found answers
the others, card for card: so a search can be shared, and what it found be kept.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from manille.solver.analysis.found import Found
from manille.solver.core.engine import CancelToken
from manille.solver.limits import Limits

__all__ = ["Asked", "Question"]

Answer_co = TypeVar("Answer_co", covariant=True)


class Asked(Protocol):
    """A question without its way back: all that it takes to search, share and keep."""

    @property
    def key(self) -> bytes:
        """The canonical question: equal exactly where the same is found, whoever asks.

        It holds what is asked, the fingerprint of the rules and the canonical position. Limits are
        no part of it: what is found within them is the same, or incomplete.
        """

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """Find it out, without the interpreter lock for nearly all of the time.

        Args:
            limits: where the search ends with what is proven so far; none by default.
            cancel: a token to end it likewise from another thread.
        """


class Question(Asked, Protocol[Answer_co]):
    """A question with its way back."""

    def tell(self, found: Found) -> Answer_co:
        """The answer in the names of this question, from what was found for its key."""
