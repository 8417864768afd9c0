"""The options of ``manille bid`` and ``manille play``: what is asked, and how it is answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from manille.client.cli.common import deal_arguments, json_option, letters_option
from manille.client.cli.limits import threads_option
from manille.client.cli.server_option import Server, server_options
from manille.solver.analysis import cores
from manille.solver.errors import LimitError
from manille.solver.limits import AdviceLimits

__all__ = ["Asked", "advice_options"]

Command = TypeVar("Command", bound=Callable[..., Any])

OBJECTIVE = re.compile(r"score|points|reach:([0-9]{1,9})")
OPTIONS = {"samples": "--samples", "time_s": "--time", "seed": "--seed"}


@dataclass(frozen=True)
class Asked:
    """What is asked of every deal, and how it is answered.

    Attributes:
        seat: the name of the seat that asks; None for the seat to act.
        objective: what is made large; None for what the rules count.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine.
        threads: how many layouts are solved at once.
        language: the language of the card letters.
        as_json: whether objects are printed.
        follow: whether every refinement is printed.
        numbered: whether answers are told apart by the lines of the input.
    """

    seat: str | None
    objective: str | None
    reach: int | None
    limits: AdviceLimits
    threads: int
    language: str
    as_json: bool
    follow: bool
    numbered: bool


# ---------------------------------------------------------------------------------------- options


def _objective(
    context: click.Context, option: click.Parameter, text: str | None
) -> tuple[str | None, int | None]:
    if text is None:
        return None, None
    found = OBJECTIVE.fullmatch(text.strip().lower())
    if found is None:
        message = f"{text!r} is no objective; write score, points, or reach:K, such as reach:31."
        raise click.BadParameter(message)
    return found[0].partition(":")[0], None if found[1] is None else int(found[1])


_OPTIONS = (
    deal_arguments,
    click.option(
        "--samples",
        metavar="N",
        type=int,
        help="Solve so many layouts, whether or not the choice is clear before. Without it the "
        "advice ends once the choice is clear, or after 1,000.",
    ),
    click.option(
        "--time",
        "time_s",
        metavar="SECONDS",
        type=float,
        help="End the advice on each deal after this time.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        help="The same number gives the same layouts, and the same advice on any number of "
        "threads, where --time is not what ends it.",
    ),
    click.option(
        "--objective",
        metavar="score|points|reach:K",
        callback=_objective,
        help="What to make large: the net score, the points, or the chance to take at least K "
        "points. By default the net score, or the points where nothing is scored.",
    ),
    click.option(
        "--until-clear/--all",
        default=None,
        help="End once the choice is clear, or not before all layouts; by default --all with "
        "--samples, else --until-clear.",
    ),
    click.option(
        "--seat", metavar="SEAT", help="The seat that asks; it must be its turn, and is by default."
    ),
    threads_option("layouts"),
    server_options,
    letters_option,
    click.option("--follow", is_flag=True, help="Print a line for each refinement as it comes."),
    json_option,
)


def advice_options(command: Command) -> Command:
    """Give a command a deal, a server, and all that can be asked of an adviser.

    The command takes ``deal``, ``source``, ``server`` and ``asked``.
    """

    @wraps(command)
    def with_asked(
        deal: tuple[str, ...], source: str | None, server: Server | None, **given: Any
    ) -> Any:
        return command(deal=deal, source=source, server=server, asked=_asked(source, **given))

    for option in reversed(_OPTIONS):
        with_asked = option(with_asked)
    return with_asked  # type: ignore[return-value]


def _asked(
    source: str | None,
    samples: int | None,
    time_s: float | None,
    seed: int,
    until_clear: bool | None,
    objective: tuple[str | None, int | None],
    threads: int | None,
    **others: Any,
) -> Asked:
    """What the options say.

    Raises:
        click.UsageError: some of the limits make no sense.
    """
    try:
        limits = AdviceLimits(samples, time_s, seed, until_clear)
    except LimitError as error:
        faults = [f"{OPTIONS[fault.field or '']}: {fault.message}." for fault in error.faults]
        raise click.UsageError("\n".join(faults)) from None
    numbered, threads = source is not None, threads or cores()
    return Asked(
        objective=objective[0],
        reach=objective[1],
        limits=limits,
        threads=threads,
        numbered=numbered,
        **others,
    )
