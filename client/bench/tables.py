"""The figures of a run, and a comparison of two, as a person reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from manille.client.bench.compare import Comparison, Difference, Ratios, SetComparison
from manille.client.bench.results import Figures, Run
from manille.solver.results import Bounds

__all__ = [
    "SIZES",
    "comparison_parts",
    "difference_text",
    "full",
    "program_text",
    "run_parts",
    "short",
]

WANTS = {
    "value": "one exact value of each deal",
    "cards": "the exact value of each deal and of every legal card",
}
SIZES = (("G", 1e9), ("M", 1e6), ("k", 1e3))
HASH = 12  # letters of a commit that are shown
NONE = "-"


def full(value: float) -> str:
    """A number to three figures, in full: ``0.0534``, ``1.09``, ``9,590``."""
    if value <= 0:
        return "0"
    _, _, power = f"{value:.2e}".partition("e")
    places = min(max(2 - int(power), 0), 4)
    return f"{value:,.{places}f}"


def short(value: float) -> str:
    """A number to three figures, a large one in thousands, millions or milliards."""
    for sign, size in SIZES:
        if value >= size * 0.9995:
            return full(value / size) + sign
    return f"{value:.0f}"


def run_parts(run: Run) -> Iterator[RenderableType]:
    """A run: what was measured and where, times, nodes, then the slowest deals."""
    yield Text(_heading(run) + "\n")
    yield _table("CPU time of a deal, ms", _cpu_rows(run))
    yield Text("")
    yield _table("Nodes of a deal", _node_rows(run))
    yield Text("")
    yield Text("Digest of the values, and the deal that took the most CPU time", style="bold")
    for one in run.sets:
        slow = one.slowest
        cost = f"{full(slow.cpu_ms)} ms, {slow.nodes:,} nodes"
        yield Text(f"{one.rules}  {one.values}  {cost}\n  {slow.deal}")
    notes = "\n".join(_limit_notes(run))
    if notes:
        yield Text(f"\n{notes}", style="bold")


def _heading(run: Run) -> str:
    options = run.options
    threads = options["threads"]
    at_once = "one deal at a time" if threads == 1 else f"{threads} deals at once"
    return (
        f"{program_text(run)}, {run.machine['python']}\n"
        f"{run.machine['processor']}, {run.machine['cores']} cores, {run.machine['date']}\n"
        f"Measured: {WANTS[options['want']]}, {at_once},\n"
        f"each from an empty table of at most {options['table_mib']} MiB. CPU time is that of the "
        "thread that\n"
        "searches, set-up included; the rules of each contract were translated before."
    )


def program_text(run: Run) -> str:
    """The version of the program that made a run, with the commit where it is known."""
    commit, dirty, _ = (run.machine.get("commit") or "").partition("-")
    version = run.machine.get("manille") or "of unknown version"
    return f"manille {version}" + (
        f", commit {commit[:HASH]}{dirty and '+changes'}" if commit else ""
    )


def _cpu_rows(run: Run) -> Iterator[tuple[str, ...]]:
    yield "rules", "deals", *Figures._fields, "nodes/s"
    for one in run.sets:
        yield one.rules, f"{len(one.deals):,}", *map(full, one.cpu_ms), short(one.nodes_per_s)


def _node_rows(run: Run) -> Iterator[tuple[str, ...]]:
    yield "rules", *Figures._fields, "signature"
    for one in run.sets:
        yield one.rules, *map(short, one.nodes), _signature(one.signature)
    if len(run.sets) > 1:
        each = [one.signature for one in run.sets]
        known = [signature for signature in each if signature is not None]
        total = sum(known) if len(known) == len(each) else None
        yield "all", *[""] * len(Figures._fields), _signature(total)


def _signature(signature: int | None) -> str:
    return NONE if signature is None else f"{signature:,}"


def _limit_notes(run: Run) -> Iterator[str]:
    for one in run.sets:
        if one.stopped:
            met = f"{one.stopped} of {len(one.deals)} deals met the limit"
            yield f"{one.rules}: {met}; what they cost counts up to it, their values are open."


def _table(title: str, rows: Iterator[tuple[str, ...]]) -> Table:
    """A table of rows, the first of which is its head, of 80 columns as long as names are short."""
    table = Table(
        title=title or None,
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in next(rows):
        is_name = heading == "rules"
        table.add_column(
            heading,
            justify="left" if is_name else "right",
            overflow="fold",
            no_wrap=not is_name,
        )
    for row in rows:
        table.add_row(*row)
    return table


def comparison_parts(comparison: Comparison) -> Iterator[RenderableType]:
    """How a run compares with an older one: ratios and values, then what else there is to say."""
    before = comparison.before
    older = f"{program_text(before)}, {before.machine.get('date', 'of unknown date')}"
    yield Text(f"Against {older}", style="bold")
    if comparison.sets:
        yield _table("", _ratio_rows(comparison))
        yield Text(
            "This run by the older one: below 1 is less. total: of the sums; med, mean:\n"
            "median and geometric mean of the ratios deal by deal.",
            style="dim",
        )
    yield from (Text(f"note: {note}") for note in comparison.notes)


def _ratio_rows(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    kinds = ("total", "med", "mean")
    yield "rules", "pairs", *(f"nodes\n{k}" for k in kinds), *(f"CPU\n{k}" for k in kinds), "values"
    for one in comparison.sets:
        yield one.rules, f"{one.pairs:,}", *_ratios(one.nodes), *_ratios(one.cpu), _agreement(one)


def _ratios(ratios: Ratios | None) -> list[str]:
    each: tuple[Any, ...] = ratios or (None, None, None)
    return [NONE if ratio is None else full(ratio) for ratio in each]


def _agreement(one: SetComparison) -> str:
    if not one.pairs:
        return NONE
    if one.differences:
        return f"{len(one.differences)} differ"
    return f"{one.open} open" if one.open else "equal"


def difference_text(found: Difference) -> str:
    """A value that two runs disagree about, as a sentence."""
    what = "the value" if found.card is None else f"the value of {found.card}"
    return f"{found.deal}: {what} was {_shown(found.before)}, and is {_shown(found.now)}"


def _shown(bounds: Bounds) -> str:
    return f"{bounds.low}" if bounds.exact is not None else f"{bounds.low} to {bounds.high}"
