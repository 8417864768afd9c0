"""What is asked of a deal when not all its points need be known: a window, or yes or no."""

from __future__ import annotations

import re
from dataclasses import dataclass

import click

from manille.client.asking import One
from manille.solver.analysis import CancelToken, ReachQuestion, SolveQuestion, Window
from manille.solver.deals import Deal
from manille.solver.errors import DealError, Fault, Reason
from manille.solver.limits import Limits
from manille.solver.results import ReachResult, Solution

__all__ = ["Question", "side_of_seat", "window_option"]

FORM = re.compile(r"(\d{0,9})\.\.(\d{0,9})", re.ASCII)


def _window(context: click.Context, option: click.Parameter, text: str | None) -> Window | None:
    if text is None:
        return None
    found = FORM.fullmatch(text.replace(" ", ""))
    if found is None or found[0] == "..":
        raise click.BadParameter(f"{text!r} is no range of points; write 20..40, 20.. or ..40.")
    low, high = (int(part) if part else None for part in found.groups())
    if low is not None and high is not None and low > high:
        raise click.BadParameter(
            f"nothing lies between {low} and {high}; the lower one goes first."
        )
    return low, high


window_option = click.option(
    "--window",
    metavar="LOW..HIGH",
    callback=_window,
    help="Points that are wanted exactly, such as 20..40, 20.. or ..40; of others it is only found "
    "that they are less or more, which can be much faster.",
)


@dataclass(frozen=True)
class Question:
    """What is asked of every deal.

    Attributes:
        want: what to find, see :data:`~manille.solver.analysis.ALL_WANTS`.
        window: the points that are wanted exactly, None for all.
        reaches: ask only whether so many points are reached, None for the points themselves.
        seat: the name of a seat on the side whose points these two are about; None for side 0.
    """

    want: tuple[str, ...]
    window: Window | None = None
    reaches: int | None = None
    seat: str | None = None

    def ask(
        self, deal: Deal, limits: Limits, cancel: CancelToken
    ) -> tuple[Solution, ReachResult | None]:
        """The answer; to a yes/no question, also as a solution of which nothing else is known.

        Raises:
            DealError: something about the deal that must be known is not.
        """
        question = self.of(deal)
        found = question.search(limits, cancel)
        return self.told(question.tell(found))

    def of(self, deal: Deal) -> One:
        """The question about one deal.

        Raises:
            DealError: something about the deal that must be known is not.
        """
        side = side_of_seat(deal, self.seat)
        if self.reaches is None:
            return SolveQuestion(deal, self.want, self.window, side)
        return ReachQuestion(deal, self.reaches, side)

    def told(self, result: Solution | ReachResult) -> tuple[Solution, ReachResult | None]:
        """An answer as a solution, and to a yes/no question also as what it is."""
        if isinstance(result, Solution):
            return result, None
        bounds, nodes, time_s = result.bounds, result.nodes, result.time_s
        return Solution(bounds, None, None, None, nodes, time_s), result


def side_of_seat(deal: Deal, name: str | None) -> int:
    """The side of a seat, side 0 if none is named.

    Raises:
        DealError: the deal has no such seat.
    """
    if name is None:
        return 0
    if name.upper() not in deal.seat_names:
        message = f"--side: {name!r} is not one of the seats {', '.join(sorted(deal.seat_names))}"
        raise DealError(Fault(Reason.UNKNOWN_SEAT, message))
    return deal.contract.side_of[deal.seat_names.index(name.upper())]
