"""What is asked of a client and what it answers, beside the questions of the analysis."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypedDict, TypeVar

from manille.solver.analysis import WANTS, ReachQuestion, SolveQuestion, Window
from manille.solver.deals import Deal, Illegal, parse_deal
from manille.solver.errors import DealError, LimitError, ManilleError, Reason
from manille.solver.limits import Limits
from manille.solver.results import ReachResult, Solution
from manille.solver.rules import RuleSet
from manille.wire.refusals import Cancelled, Refusal

__all__ = [
    "DEFAULT_TIMEOUT_S",
    "Answer",
    "Failure",
    "Item",
    "One",
    "Outcome",
    "RuleSetHead",
    "Terms",
    "TermsGiven",
    "closed",
    "read_deal",
    "read_item",
    "read_items",
    "result_of",
    "side_of_seat",
    "solve_question",
]

Result_co = TypeVar("Result_co", covariant=True)

DEFAULT_TIMEOUT_S = 60.0

One: TypeAlias = SolveQuestion | ReachQuestion
"""A question about one position: what batches and streams are made of."""

Failure: TypeAlias = ManilleError | Refusal
"""Why there is no answer: the question is faulty, or the moment is bad."""

Item: TypeAlias = One | Deal | str | ManilleError
"""What batches and streams are given: a question; a deal, or one line of the notation, of which all
is asked; or what was found wrong with a deal before, which stands for itself in its place."""


@dataclass(frozen=True)
class Answer(Generic[Result_co]):
    """What was answered, and where it came from.

    Attributes:
        result: the answer, in the names of the question.
        source: ``search``: it was searched for this question. ``shared``: the search was begun for
            another caller. ``memory``: the server knew it. ``cache``: the cache behind it did.
    """

    result: Result_co
    source: str = "search"


Outcome: TypeAlias = Answer[Solution | ReachResult] | ManilleError | Refusal
"""What came of one question of a batch or a stream."""


class TermsGiven(TypedDict, total=False):
    """The keywords that every method takes which may lead to a search; see :class:`Terms`."""

    limits: Limits | None
    timeout_s: float | None
    bounds_at_deadline: bool


@dataclass(frozen=True)
class Terms:
    """How far a question may go.

    Attributes:
        limits: where the search of each question ends with the bounds proven so far; None for no
            limit.
        timeout_s: seconds of wall time for the whole call, waiting included, above 0. A call that
            takes longer raises :class:`~manille.wire.refusals.DeadlinePassed`. None waits for ever.
        bounds_at_deadline: answer with the bounds proven so far instead, shortly before.
    """

    limits: Limits | None = None
    timeout_s: float | None = None
    bounds_at_deadline: bool = False

    @classmethod
    def of(cls, timeout_s: float | None, given: TermsGiven) -> Terms:
        """The terms of a call, with the timeout of those that name none."""
        return cls(
            given.get("limits"),
            given.get("timeout_s", timeout_s),
            given.get("bounds_at_deadline", False),
        )

    def __post_init__(self) -> None:
        """Refuse what makes no sense.

        Raises:
            LimitError: the timeout is no number of seconds above 0.
        """
        if self.timeout_s is not None and not 0 < self.timeout_s < math.inf:
            message = f"{self.timeout_s} is not a number of seconds above 0"
            raise LimitError.of(Reason.BAD_LIMIT, message, field="timeout_s")


@dataclass(frozen=True)
class RuleSetHead:
    """A rule set in a line.

    Attributes:
        name: its name, by which a deal asks for it.
        title: its title, for people.
        seats: how many play.
        cards: how many cards are dealt.
        points: the most points that a hand has, over all trumps.
        reference: made to check the solver against other programs, not a game of the family.
        fingerprint: sixteen hexadecimal digits over all flags.
    """

    name: str
    title: str
    seats: int
    cards: int
    points: int
    reference: bool
    fingerprint: str

    @classmethod
    def of(cls, rules: RuleSet) -> RuleSetHead:
        """The line of a rule set."""
        return cls(
            name=rules.name,
            title=rules.title,
            seats=rules.seats,
            cards=len(rules.cards),
            points=rules.largest_total,
            reference=rules.reference,
            fingerprint=rules.fingerprint,
        )


def read_deal(deal: Deal | str, illegal: Illegal = "refuse") -> Deal:
    """A deal, given as such or as one line of the notation.

    Args:
        deal: the deal.
        illegal: what becomes of a card played that breaks an obligation, see
            :func:`~manille.solver.deals.parse_deal`.

    Raises:
        DealError: the line is faulty.
    """
    return parse_deal(deal, illegal=illegal) if isinstance(deal, str) else deal


def side_of_seat(deal: Deal, seat: str | None) -> int:
    """The side of a seat, 0 if none is named: the declarer's or that of the seat that leads first.

    Raises:
        DealError: the deal has no such seat.
    """
    if seat is None:
        return 0
    names = deal.seat_names
    if seat.upper() not in names:
        message = f"{seat!r} is not one of the seats {', '.join(sorted(names))}"
        raise DealError.of(Reason.UNKNOWN_SEAT, message, field="seat")
    return deal.contract.side_of[names.index(seat.upper())]


def solve_question(
    deal: Deal | str,
    want: Collection[str] = WANTS,
    window: Window | None = None,
    seat: str | None = None,
) -> SolveQuestion:
    """What a position is worth; the window is about the points of the seat's side.

    Raises:
        ManilleError: the deal, or what is asked of it, is faulty.
    """
    found = read_deal(deal)
    return SolveQuestion(found, want, window, side_of_seat(found, seat))


def read_items(
    items: Iterable[Item],
    want: Collection[str] = WANTS,
    window: Window | None = None,
    seat: str | None = None,
) -> Iterator[One | ManilleError]:
    """The questions of a batch or a stream, each in its place; see :func:`read_item`."""
    return (read_item(item, want, window, seat) for item in items)


def read_item(
    item: Item,
    want: Collection[str] = WANTS,
    window: Window | None = None,
    seat: str | None = None,
) -> One | ManilleError:
    """The question of one place of a batch or a stream, or what is wrong with it.

    Of a deal all of this is asked; a question that is given as such stays what it is.
    """
    if not isinstance(item, Deal | str):
        return item
    try:
        return solve_question(item, want, window, seat)
    except ManilleError as error:
        return error


def result_of(outcome: Outcome) -> Solution | ReachResult | Failure:
    """The result of an answer, or the error."""
    return outcome.result if isinstance(outcome, Answer) else outcome


def closed() -> Cancelled:
    """The refusal of a client that is closed."""
    return Cancelled("this client is closed; connect again")
