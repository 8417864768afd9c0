"""CPU times of the same work by two programs, deal by deal, and what they come to."""

from __future__ import annotations

import json
import platform
import statistics
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from manille.solver.analysis import answer_all
from manille.solver.core.engine import CancelToken
from manille.solver.deals import Deal, format_deal
from manille.solver.results import Bounds

__all__ = [
    "Contest",
    "Spread",
    "UnequalError",
    "about",
    "apart",
    "compare",
    "counted",
    "finish",
    "parse_count",
    "peer",
    "proven",
    "run_to_end",
]

Found = TypeVar("Found")

OURS = "manille"
UNEQUAL, INTERRUPTED = 1, 130


class UnequalError(Exception):
    """Two programs differ on a value; the message holds the deal and both answers."""


@dataclass(frozen=True)
class Spread:
    """How numbers are spread, in their own unit.

    Attributes:
        median: the middle one.
        mean: the arithmetic mean.
        p90: nine in ten are not larger.
        max: the largest.
    """

    median: float
    mean: float
    p90: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of at least one number."""
        ordered = sorted(values)
        p90 = ordered[(9 * len(ordered) - 1) // 10]
        return cls(statistics.median(ordered), statistics.fmean(ordered), p90, ordered[-1])


@dataclass
class Contest:
    """The same work by a peer and by us.

    Attributes:
        title: what the work is.
        peer: the name of the other program.
        unit: what the numbers count, such as ``CPU ms``.
        theirs, ours: the numbers of the peer and of ours, a pair a deal.
    """

    title: str
    peer: str
    unit: str = "CPU ms"
    theirs: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)

    def add(self, theirs: float, ours: float) -> None:
        """Take up one deal."""
        self.theirs.append(theirs)
        self.ours.append(ours)

    @property
    def ratios(self) -> list[float]:
        """For each deal how many times less than the peer we took."""
        return [theirs / ours for theirs, ours in zip(self.theirs, self.ours, strict=True)]

    def table(self) -> Table:
        """The table for people."""
        theirs, ours, ratios = map(Spread.of, (self.theirs, self.ours, self.ratios))
        table = Table(title=f"{self.title}: {len(self.ours)} deals, {self.unit}")
        table.add_column("")
        for column in (self.peer, OURS, f"{self.peer} / {OURS}", "deal by deal"):
            table.add_column(column, justify="right")
        for name, own in asdict(ours).items():
            other, each = getattr(theirs, name), getattr(ratios, name)
            table.add_row(name, _figure(other), _figure(own), _figure(other / own), _figure(each))
        return table

    def to_json(self) -> dict[str, Any]:
        """The same and the number of each deal as a value that JSON can hold."""
        pairs = {self.peer: self.theirs, OURS: self.ours, "ratio": self.ratios}
        return {
            "title": self.title,
            "unit": self.unit,
            "deals": len(self.ours),
            "spread": {name: asdict(Spread.of(of)) for name, of in pairs.items() if of},
            "each": {name: [round(one, 6) for one in of] for name, of in pairs.items()},
        }


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def about(*packages: str) -> dict[str, str]:
    """When, on what and with which versions a run was made."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in (OURS, *packages)},
    }


def peer(module: str) -> Any:
    """A module of another solver, which only the extra ``peers`` installs.

    Raises:
        click.ClickException: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        message = f"{error}; `pip install '.[peers]'`, or `make peers`, installs the other solvers"
        raise click.ClickException(message) from None


def apart(work: Callable[[CancelToken], Found]) -> Found:
    """Do work on a thread of its own, so that Ctrl-C reaches us while it searches, and stops it."""
    (found,) = answer_all([work], lambda one, token: one(token))
    return found


def counted(numbers: Sequence[int], what: str = "deals") -> Iterable[int]:
    """The numbers, with a progress bar if standard error is a terminal."""
    console = Console(stderr=True)
    return track(numbers, what, console=console, transient=True, disable=not console.is_terminal)


def parse_count(text: str, known: Collection[str], default: int) -> tuple[str, int]:
    """A rule set and how many deals of it, from ``NAME`` or ``NAME=COUNT``.

    Raises:
        click.BadParameter: a name that is not known, or no number.
    """
    name, equals, count = text.partition("=")
    if name not in known:
        raise click.BadParameter(f"{name!r}; there are {', '.join(known)}")
    if not equals:
        return name, default
    if not (count.isascii() and count.isdecimal() and int(count)):
        raise click.BadParameter(f"{text!r}: {count!r} is no number of deals, 1 or more")
    return name, int(count)


def compare(deal: Deal, peer: str, theirs: Mapping[Any, int], ours: Mapping[Any, int]) -> None:
    """Compare the values of a deal, by card or whatever they belong to.

    Raises:
        UnequalError: a value differs, or one of the two has values that the other has not.
    """
    if theirs == ours:
        return
    rows = [
        f"  {key}: {peer} {theirs.get(key, 'nothing')}, {OURS} {ours.get(key, 'nothing')}"
        for key in dict.fromkeys([*ours, *theirs])
        if theirs.get(key) != ours.get(key)
    ]
    raise UnequalError("\n".join([format_deal(deal), *rows]))


def proven(bounds: Bounds) -> int:
    """The value between bounds that meet, as they do in a search without limits."""
    if bounds.exact is None:
        raise RuntimeError(f"the search was stopped between {bounds.low} and {bounds.high}")
    return bounds.exact


def run_to_end(work: Callable[[], None]) -> int:
    """Run the comparison; what was measured before it ended early stays for the tables.

    Returns:
        The exit status: 0, 1 after an unequal value, 130 after Ctrl-C.
    """
    try:
        work()
    except UnequalError as error:
        click.echo(f"UNEQUAL: {error}", err=True)
        return UNEQUAL
    except KeyboardInterrupt:
        click.echo("interrupted; what was measured so far:", err=True)
        return INTERRUPTED
    return 0


def finish(
    contests: Sequence[Contest], values: int, status: int, path: Path | None, run: dict[str, Any]
) -> NoReturn:
    """Show what was measured, write it as JSON if a file was asked for, and end the program.

    Args:
        contests: what was measured.
        values: how many values were compared and equal.
        status: the exit status.
        path: where JSON goes.
        run: what else belongs into it.
    """
    for contest in contests:
        if contest.ours:
            Console(markup=False, highlight=False).print(contest.table())
    click.echo(f"{values} values compared and equal")
    if path is not None:
        found = {"contests": [contest.to_json() for contest in contests]}
        data = {**run, "values": values, "status": status, **found}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    raise SystemExit(status)
