"""An advised side against one that chooses the suit with the most card points."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.advice.effort import Effort
from benchmarks.advice.hands import all_of, as_seen, side0_points
from benchmarks.bars.bar import SEED, Bar
from benchmarks.report import progress
from manille.solver.advice import advise_bid
from manille.solver.advice.goal import Ending
from manille.solver.advice.spread import interval_of
from manille.solver.deals import Deal, Hand, random_deals
from manille.solver.rules import load
from manille.solver.rules.calls import PASS
from manille.solver.rules.ruleset import RuleSet

__all__ = ["Played", "fattest_suit", "match", "play_twice"]

GAME = "manillen"


@dataclass(frozen=True)
class Played:
    """One deal, played twice with the sides exchanged; scores are the means of the two plays.

    Attributes:
        call: what the advised side called in the play in which it spoke first. In the other one it
            had nothing to call, since the other side never passes.
        advised: the score of the advised side.
        other: the score of the other side.
        known: the net score of a side that knows all cards, in the place of the advised one.
    """

    call: str
    advised: float
    other: float
    known: float

    @property
    def gain(self) -> float:
        """The net score of the advised side."""
        return self.advised - self.other


def match(effort: Effort) -> Iterator[Bar]:
    """The advised side against the other one, deal by deal."""
    deals = list(random_deals(load(GAME), effort.match, SEED))
    numbers = progress(range(len(deals)), f"match, {GAME}")
    yield _row([play_twice(deals[number], number, effort) for number in numbers], effort)


def play_twice(deal: Deal, number: int, effort: Effort) -> Played:
    """Call a deal twice, and play it double-dummy from there."""
    rules = deal.rules
    scores = {trump: _score(rules, trump, side0_points(deal, trump)) for trump in rules.trumps}
    limits = all_of(effort.advised, number)
    call = advise_bid(as_seen(deal, 0), limits=limits, threads=effort.threads).call
    first, second = (fattest_suit(hand, rules) for hand in deal.open_hands[:2])
    # nobody else calls: the first seat, and after its pass the second one, which never passes
    ours, theirs = scores[second if call == PASS else call], scores[first]
    best = max(own - other for own, other in scores.values())
    return Played(
        call,
        (ours[0] + theirs[1]) / 2,
        (ours[1] + theirs[0]) / 2,
        (best + theirs[1] - theirs[0]) / 2,
    )


def fattest_suit(hand: Hand, rules: RuleSet) -> str:
    """The suit with the most card points; of equal ones the longest, then the first of the deck."""
    points, length = Counter[str](), Counter[str]()
    for card in hand:
        points[card.suit] += rules.points_of(card, card.suit)
        length[card.suit] += 1
    return max(rules.family.suits, key=lambda suit: (points[suit], length[suit]))


def _score(rules: RuleSet, trump: str, side0: int) -> tuple[int, int]:
    score = Ending(trump, side0).score(rules)
    assert score is not None  # this game scores
    return score


def _row(deals: Sequence[Played], effort: Effort) -> Bar:
    gains = [one.gain for one in deals]
    mean = statistics.fmean(gains)
    low, high = interval_of(gains, 0.0)
    ours, theirs, known = (
        statistics.fmean(getattr(one, name) for one in deals)
        for name in ("advised", "other", "known")
    )
    calls = Counter(one.call for one in deals)
    return Bar(
        "match",
        f"match points a deal ahead of the suit with the most card points, {GAME}",
        "clearly more than 0",
        f"{mean:+.2f} ({low:+.2f} to {high:+.2f})",
        low > 0,
        f"mean and 95 % interval over {len(deals)} deals of seed {SEED}, each played twice with the"
        f" sides exchanged, double-dummy from the call on; {effort.advised} layouts for each "
        f"advice; a play: {ours:.2f} for the advised side, {theirs:.2f} for the other; with all "
        f"cards known it would be {known:+.2f}; advised: "
        f"{', '.join(f'{call} {count}' for call, count in sorted(calls.items()))}",
        data={
            "gain": mean,
            "low": low,
            "high": high,
            "advised": ours,
            "other": theirs,
            "known": known,
            "deals": len(deals),
            "calls": dict(calls),
        },
    )
