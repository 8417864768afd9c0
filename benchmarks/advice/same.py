"""Whether a seed gives the same advice on any number of threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from benchmarks.advice.effort import Effort
from benchmarks.advice.hands import to_call
from benchmarks.bars.bar import SEED, Bar
from benchmarks.peers.figures import UnequalError
from benchmarks.report import progress
from manille.solver.advice import refine_bid, refine_play
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.deals import Deal, format_deal, random_ending
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load

__all__ = ["check_same", "same", "to_play"]

THREADS = (1, 2, 5)
CALLED = ("manillen", "manillen-cafe", "manillen-verplicht", "maniglia-3", "maniglia-4")
PLAYED = (*CALLED, "manille", "maniglia", "macau-manilla", "manillen-zonder-troef", "maniglia-5")
STEP = 11  # cards played more than in the deal before, so that all moments have their turn

Said = TypeVar("Said", BidAdvice, PlayAdvice)


def same(effort: Effort) -> Iterator[Bar]:
    """Every refinement of advice on bids and on plays, by several numbers of threads."""
    yield _row("bid", [to_call(*one) for one in _numbered(CALLED, effort)], effort, refine_bid)
    yield _row("play", [to_play(*one) for one in _numbered(PLAYED, effort)], effort, refine_play)


def _numbered(names: tuple[str, ...], effort: Effort) -> list[tuple[str, int]]:
    return [(name, number) for name in names for number in range(effort.same)]


def to_play(name: str, number: int) -> Deal:
    """A random deal with some cards played, of the first one none."""
    rules = load(name)
    cards = rules.seats * rules.hand_size
    return random_ending(rules, rules.hand_size, SEED, number, STEP * number % cards)


def _row(
    what: str, deals: list[Deal], effort: Effort, refine: Callable[..., Iterator[Said]]
) -> Bar:
    refinements = 0
    for number, deal in enumerate(progress(deals, f"same, {what}")):
        limits = AdviceLimits(samples=effort.alike, seed=number)
        refinements += check_same(deal, limits, refine)
    names = ", ".join(dict.fromkeys(deal.rules.name for deal in deals))
    threads = ", ".join(map(str, THREADS))
    return Bar(
        "same",
        f"advice on a {what}, {threads} threads",
        "the same",
        f"all {len(deals)} the same",
        True,
        f"{refinements:,} refinements with all their figures but the time; {effort.alike} layouts "
        f"each; deals of seed {SEED}, layouts of seeds from 0: {names}",
        data={"deals": len(deals), "refinements": refinements},
    )


def check_same(deal: Deal, limits: AdviceLimits, refine: Callable[..., Iterator[Said]]) -> int:
    """Ask by each number of threads, and compare all that is said; how often something is.

    Raises:
        UnequalError: something differs.
    """
    first, *others = (
        [_timeless(said) for said in refine(deal, limits=limits, threads=threads)]
        for threads in THREADS
    )
    for threads, other in zip(THREADS[1:], others, strict=True):
        if other != first:
            rows = "\n".join(
                f"  {count} threads: {said[-1]}"
                for count, said in ((THREADS[0], first), (threads, other))
            )
            raise UnequalError(f"{format_deal(deal)}\n{rows}")
    return len(first)


def _timeless(said: Said) -> Said:
    return replace(said, state=replace(said.state, time_s=0.0))
