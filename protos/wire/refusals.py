"""Why a question gets no answer although nothing is wrong with it.

What is wrong with a question itself is a :class:`~manille.solver.errors.ManilleError`. These are
about the moment: too much to do, too little time, a server that is going away. They are plain
exceptions that know no gRPC; ``code`` is the number of the status that stands for them.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "BY_REASON",
    "BadMessage",
    "Broken",
    "Cancelled",
    "DeadlinePassed",
    "Draining",
    "NotBuilt",
    "Overloaded",
    "Refusal",
    "TooLarge",
    "Unauthenticated",
    "Unreachable",
]


class Refusal(Exception):
    """A question that was not answered.

    Attributes:
        code: the number of the gRPC status.
        reason: one word in upper case.
        retry_after_s: seconds after which to ask again; None where that would not help.
    """

    code: ClassVar[int]
    reason: ClassVar[str]

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        """Take a sentence for people, with the remedy where there is one."""
        super().__init__(message)
        self.retry_after_s = retry_after_s


class BadMessage(Refusal):
    """Bytes that are no message of the contract; no client of ours sends any."""

    code = 3
    reason = "BAD_MESSAGE"


class Cancelled(Refusal):
    """The caller, or the server that is stopping, has ended the search."""

    code = 1
    reason = "CANCELLED"


class DeadlinePassed(Refusal):
    """The time was over before the answer was proven."""

    code = 4
    reason = "DEADLINE_PASSED"


class Overloaded(Refusal):
    """As many questions are waiting as may wait."""

    code = 8
    reason = "OVERLOADED"


class TooLarge(Refusal):
    """A message, or an answer to one, that is larger than may be sent."""

    code = 8
    reason = "TOO_LARGE"


class NotBuilt(Refusal):
    """Something that the server does not do, being older than its client; only clients say it."""

    code = 12
    reason = "NOT_BUILT"


class Broken(Refusal):
    """A mistake of ours; the log has the rest under the request id."""

    code = 13
    reason = "BROKEN"


class Draining(Refusal):
    """The server finishes what it has accepted and takes nothing new; another one may."""

    code = 14
    reason = "DRAINING"


class Unreachable(Refusal):
    """No server could be reached; only a client says this."""

    code = 14
    reason = "UNREACHABLE"


class Unauthenticated(Refusal):
    """The call carries no token that the server knows."""

    code = 16
    reason = "UNAUTHENTICATED"


BY_REASON: dict[str, type[Refusal]] = {
    kind.reason: kind
    for kind in (
        BadMessage,
        Broken,
        Cancelled,
        DeadlinePassed,
        Draining,
        NotBuilt,
        Overloaded,
        TooLarge,
        Unauthenticated,
        Unreachable,
    )
}
