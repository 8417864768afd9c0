"""Two runs side by side: how their costs compare, and whether their values agree."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from manille.client.bench.results import DealResult, Run, SetResult
from manille.solver.results import Bounds

__all__ = ["Comparison", "Difference", "Ratios", "SetComparison", "compare", "to_object"]

LEAST_MS = 0.001  # below it a clock says nothing
# What must be the same for costs to be compared, and what is said where it is not.
CIRCUMSTANCES = {
    "processor": "the processor was {}, and is {}: only nodes compare",
    "python": "the Python was {}, and is {}",
}
OPTIONS = {
    "table_mib": "--table was {}, and is {}",
    "threads": "--threads was {}, and is {}",
    "nodes": "--nodes was {}, and is {}",
    "time_s": "--time was {}, and is {}",
}

Pair = tuple[DealResult, DealResult]


class Ratios(NamedTuple):
    """A cost now against before; below 1 it has become less.

    Attributes:
        total: of the sums over all deals; of the means, if the two sets have no deal in common.
        median: the median of the ratios of each deal; None without a common deal.
        mean: their geometric mean, likewise.
    """

    total: float
    median: float | None
    mean: float | None


class Difference(NamedTuple):
    """A deal of which the two runs have proven different things.

    Attributes:
        deal: the deal in notation.
        card: the card whose value is meant, None for the value of the deal.
        before: what the older run proved.
        now: what this one proved.
    """

    deal: str
    card: str | None
    before: Bounds
    now: Bounds


@dataclass(frozen=True)
class SetComparison:
    """One deal set in both runs.

    Attributes:
        rules: the name of the rule set.
        pairs: how many deals both runs have.
        open: how many of these met a limit in one of the runs; their costs are left out.
        nodes, cpu: the ratios of nodes and of CPU time; None if there is nothing to compare.
        differences: values that disagree.
    """

    rules: str
    pairs: int
    open: int
    nodes: Ratios | None
    cpu: Ratios | None
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Comparison:
    """A run against an older one.

    Attributes:
        before: the older run.
        sets: the deal sets that both have under the same rules, in the order of this run.
        notes: sentences about all that could not be compared, or differs in its circumstances.
    """

    before: Run
    sets: tuple[SetComparison, ...]
    notes: tuple[str, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All values that disagree."""
        return tuple(found for one in self.sets for found in one.differences)


def compare(before: Run, now: Run) -> Comparison:
    """How this run compares with an older one."""
    old = {one.rules: one for one in before.sets}
    both = [(old[new.rules], new) for new in now.sets if new.rules in old]
    same = [pair for pair in both if pair[0].fingerprint == pair[1].fingerprint]
    sets = tuple(_compare_sets(*pair) for pair in same)
    notes = (*_circumstances(before, now), *_left_out(before, now), *_unpaired(sets))
    return Comparison(before, sets, notes)


def _compare_sets(old: SetResult, new: SetResult) -> SetComparison:
    known = {deal.deal: deal for deal in old.deals}
    pairs = [(known[deal.deal], deal) for deal in new.deals if deal.deal in known]
    done = [pair for pair in pairs if not (pair[0].stopped or pair[1].stopped)]
    differences = tuple(found for pair in pairs for found in _differences(*pair))
    nodes = cpu = None
    if done:
        nodes = _ratios(done, lambda deal: max(deal.nodes, 1))
        cpu = _ratios(done, lambda deal: max(deal.cpu_ms, LEAST_MS))
    elif not pairs and not (old.stopped or new.stopped):
        nodes = Ratios(max(new.nodes.mean, 1) / max(old.nodes.mean, 1), None, None)
        cpu = Ratios(max(new.cpu_ms.mean, LEAST_MS) / max(old.cpu_ms.mean, LEAST_MS), None, None)
    return SetComparison(new.rules, len(pairs), len(pairs) - len(done), nodes, cpu, differences)


def _ratios(pairs: Sequence[Pair], cost: Callable[[DealResult], float]) -> Ratios:
    each = [cost(new) / cost(old) for old, new in pairs]
    total = sum(cost(new) for _, new in pairs) / sum(cost(old) for old, _ in pairs)
    return Ratios(total, statistics.median(each), statistics.geometric_mean(each))


def _differences(old: DealResult, new: DealResult) -> Iterator[Difference]:
    """What both have proven and cannot both be true: bounds that do not meet."""
    known, found = old.cards or {}, new.cards or {}
    both: list[tuple[str | None, Bounds, Bounds]] = [(None, old.bounds, new.bounds)]
    both += [(card, known[card], found[card]) for card in found if card in known]
    for card, before, now in both:
        if before.low > now.high or now.low > before.high:
            yield Difference(new.deal, card, before, now)


def _circumstances(before: Run, now: Run) -> Iterator[str]:
    for known, said, new in (
        (before.machine, CIRCUMSTANCES, now.machine),
        (before.options, OPTIONS, now.options),
    ):
        for key, sentence in said.items():
            if known.get(key) != new.get(key):
                yield sentence.format(*(_shown(one.get(key)) for one in (known, new)))


def _shown(value: Any) -> str:
    return "not given" if value is None else str(value)


def _left_out(before: Run, now: Run) -> Iterator[str]:
    old, new = ({one.rules: one.fingerprint for one in run.sets} for run in (before, now))
    if gone := sorted(old.keys() - new.keys()):
        yield f"only in the older run: {', '.join(gone)}"
    if added := sorted(new.keys() - old.keys()):
        yield f"only in this run: {', '.join(added)}"
    for rules in sorted(old.keys() & new.keys()):
        if old[rules] != new[rules]:
            yield (
                f"the rules of {rules} have changed (fingerprint {old[rules]}, now {new[rules]}): "
                "not compared"
            )


def _unpaired(sets: Sequence[SetComparison]) -> Iterator[str]:
    for one in sets:
        if not one.pairs:
            yield f"{one.rules}: no deal is in both runs, so only the means are compared"


def to_object(comparison: Comparison) -> dict[str, Any]:
    """A comparison as a JSON object."""
    return {
        "older": comparison.before.machine,
        "sets": [
            {
                "rules": one.rules,
                "pairs": one.pairs,
                "open": one.open,
                "nodes": None if one.nodes is None else one.nodes._asdict(),
                "cpu": None if one.cpu is None else one.cpu._asdict(),
                "differences": [found._asdict() for found in one.differences],
            }
            for one in comparison.sets
        ],
        "notes": comparison.notes,
    }
