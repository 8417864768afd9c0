"""How much is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from manille.solver.analysis import cores

__all__ = ["FULL", "QUICK", "Effort"]


@dataclass(frozen=True)
class Effort:
    """How much is measured. Counts of hands are by the name of the game.

    Attributes:
        calibrated: hands of which a stated chance is held against fresh layouts.
        stated: layouts that such a chance rests on.
        fresh: layouts that it is held against.
        pilot: layouts by which hands are chosen that may make a bid, and the bid.
        regretted: hands of which the advised choice is held against the best one.
        advised: layouts that the advised choice rests on, also in the match.
        held: fresh layouts on which options are compared.
        match: deals of the match, each played twice.
        asked: hands of which the time of the advice is taken.
        timed: layouts of such an advice, by game.
        same: hands of each rule set that are asked with several numbers of threads.
        alike: layouts of each of these.
        draws: layouts drawn at each moment.
        drawn: hands whose layouts are drawn, at each moment.
        threads: how many layouts are solved at once.
    """

    calibrated: Mapping[str, int] = field(
        default_factory=lambda: {"manillen": 500, "maniglia-4": 60}
    )
    stated: int = 400
    fresh: int = 500
    pilot: int = 20
    regretted: Mapping[str, int] = field(
        default_factory=lambda: {
            "manillen": 100,
            "manillen-cafe": 40,
            "maniglia-3": 5,
            "maniglia-4": 10,
            "maniglia-5": 10,
        }
    )
    advised: int = 200
    held: int = 2000
    match: int = 500
    asked: int = 20
    timed: Mapping[str, int] = field(default_factory=lambda: {"manillen": 200, "maniglia-4": 100})
    same: int = 4
    alike: int = 100
    draws: int = 5000
    drawn: int = 10
    threads: int = field(default_factory=cores)

    def with_hands(self, hands: int | None) -> Effort:
        """The same with so many hands or deals of every game; None changes nothing."""
        if hands is None:
            return self
        return replace(
            self,
            calibrated=dict.fromkeys(self.calibrated, hands),
            regretted=dict.fromkeys(self.regretted, hands),
            match=hands,
            asked=hands,
            same=hands,
            drawn=hands,
        )


FULL = Effort()
QUICK = replace(
    FULL.with_hands(6),
    stated=100,
    fresh=100,
    pilot=10,
    advised=50,
    held=100,
    match=20,
    asked=5,
    same=1,
    alike=40,
    draws=500,
    drawn=3,
)
