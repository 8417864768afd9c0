"""What all advisers share: which layouts come next, when the choice is clear, when to end.

An adviser knows no threads and no clock. Whoever runs one asks it for the next layouts, has them
searched wherever that is done best, and hands in what was found; :mod:`.refine` does so in the
plainest way. Whether it goes on depends on what was found alone, so a seed gives the same advice
everywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

from manille.solver.advice.goal import Goal
from manille.solver.advice.sample import Samples
from manille.solver.advice.spread import exactly, mean_of, surely
from manille.solver.advised import BidAdvice, Mean, PlayAdvice, Refinement
from manille.solver.analysis.found import Found
from manille.solver.analysis.question import Asked
from manille.solver.deals import Deal
from manille.solver.errors import DealError, Fault, InputError, Reason
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.limits import AdviceLimits
from manille.solver.rules.ruleset import RuleSet
from manille.solver.rules.seating import seat_names

__all__ = ["Adviser", "check_asking"]

Option = TypeVar("Option", bound=Hashable)
Said = TypeVar("Said", BidAdvice, PlayAdvice)

FIRST = 4  # layouts before the first advice: something to look at, soon
FEW, SOME, MANY = 8, 32, 256  # after so many, advice comes every 8, 16 or quarter of them
LEAST_CLEAR = 32  # layouts without which nothing is clear, whatever they say
# Standard errors by which a difference must be proven: more than for a single 95 % interval, since
# it is looked at again and again.
SURE_ERRORS = 3.0


def check_asking(deal: Deal, seat: str | None, turn: int, act: str) -> None:
    """Refuse advice to a seat that is not the one to act.

    Args:
        deal: the deal.
        seat: the name of the seat that asks; None or nothing for the one to act.
        turn: the seat to act.
        act: what it is to do, in a sentence: ``call`` or ``play``.

    Raises:
        DealError: there is no such seat.
        InputError: another one is to act.
    """
    name, names = (seat or "").upper(), deal.seat_names
    if name and name not in names:
        message = f"{seat!r:.40} is not one of the seats {', '.join(seat_names(len(names)))}"
        raise DealError(Fault(Reason.UNKNOWN_SEAT, message, field="seat"))
    if name and name != names[turn]:
        message = f"{name} asks, but {names[turn]} is to {act}"
        raise InputError.of(Reason.NOT_TO_ACT, message, "seat")


class Adviser(ABC, Generic[Option, Said]):
    """Advice that is refined layout by layout.

    Attributes:
        seat: the seat that asks, in the order of play of the deal.
        goal: what is made as large as can be.
        limits: how long to refine; the time is the affair of who runs this.
    """

    def __init__(self, deal: Deal, seat: int, goal: Goal, limits: AdviceLimits) -> None:
        """Take what is asked.

        Raises:
            DealError: the hand of the seat is hidden, or no layout fits what it knows.
        """
        self.seat, self.goal, self.limits = seat, goal, limits
        self._knowledge = Knowledge.of(deal, seat)
        self._layouts = Layouts(self._knowledge)
        self._most = min(self._layouts.count, limits.most_samples)
        # where there are no more layouts than may be solved, each is solved once
        self._order = self._shuffled() if self._most == self._layouts.count else None
        self._done = 0
        self._nodes = 0
        self._ended = False

    @property
    def deal(self) -> Deal:
        """The deal as the seat sees it."""
        return self._knowledge.deal

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.deal.rules

    @property
    def most(self) -> int:
        """How many layouts it will take at most."""
        return self._most

    @property
    def done(self) -> int:
        """How many layouts it has taken."""
        return self._done

    def question(self, number: int) -> Asked:
        """A layout as a question, by its number from 0 to :attr:`most` - 1."""
        if self._order is not None:
            return self._layout(self._order[number])
        return self._layout(self._layouts.place(self.limits.seed, number))

    def _shuffled(self) -> list[int]:
        """The places of all layouts, shuffled, so that the first of them are a fair sample."""
        rng = Random(f"order:{self.limits.seed}")
        return sorted(range(self._layouts.count), key=lambda place: rng.random())

    def next_questions(self) -> list[Asked]:
        """The layouts that the next advice is to rest on beside those so far; none after the last.

        Asked again, they are the same, until :meth:`refine` has taken them.
        """
        if self._ended:
            return []
        return [self.question(number) for number in range(self._done, self._next_stop())]

    def refine(self, found: Sequence[Found], time_s: float, last: bool = False) -> Said:
        """The advice with what was found of the next layouts.

        Args:
            found: of each of :meth:`next_questions`, in their order, or of the first of them, if
                there was no time for more; what is incomplete is left out with all after it.
            time_s: seconds of wall time so far.
            last: whether there is no time for more.

        Raises:
            ValueError: nothing was found of any layout so far.
        """
        for one in found:
            if not one.complete:
                break
            self._nodes += one.nodes
            self._done += 1
            self._take(one)
        if not self._done:
            raise ValueError("there is no advice before a layout is solved")
        clear = self._clear()
        stops = clear and self.limits.stops_when_clear
        self._ended = last or stops or self._done >= self._most
        return self._advice(self._state(clear, time_s))

    def _next_stop(self) -> int:
        """How many layouts the next advice rests on."""
        done = self._done
        step = FIRST if done < FEW else 8 if done < SOME else 16 if done < MANY else done // 4
        return min(done + step, self._most)

    def _state(self, clear: bool, time_s: float) -> Refinement:
        return Refinement(
            seat=self.deal.seat_names[self.seat],
            objective=self.goal.objective,
            reach=self.goal.reach,
            samples=self._done,
            layouts=self._layouts.count,
            clear=clear,
            final=self._ended,
            nodes=self._nodes,
            time_s=time_s,
        )

    def _clear(self) -> bool:
        """Whether every other option is surely worse than the best, or as good but for a trifle."""
        options = self._samples()
        best = self._best(options)
        same = self._same(best)
        others = [samples for option, samples in options.items() if option not in same]
        if self._all_solved or not others:
            return True
        if self._done < self._least_clear(best):
            return False
        trifle, reach = self.goal.trifle(self.rules), self.goal.reach_unseen(self.rules)
        for samples in others:
            low, high = surely(samples.behind(options[best].values), SURE_ERRORS, reach)
            if low <= 0 and high > trifle:
                return False
        return True

    def _same(self, option: Option) -> Collection[Option]:
        """The options that lead to the same in every layout there is, by the rules alone."""
        return (option,)

    def _least_clear(self, best: Option) -> int:
        """The layouts without which it is not clear that an option is best."""
        return LEAST_CLEAR

    def _best(self, options: Mapping[Option, Samples]) -> Option:
        """The best option."""
        return self._ranked(options)[0]

    def _ranked(self, options: Mapping[Option, Samples]) -> list[Option]:
        """The options, the best first; level ones by their points."""
        return sorted(options, key=lambda option: options[option].rank, reverse=True)

    @property
    def _all_solved(self) -> bool:
        """Whether every layout is solved, so that nothing is left to guess."""
        return self._done == self._layouts.count and self._order is not None

    def _objective(self, samples: Samples) -> Mean:
        """What an option is worth to the goal."""
        return self._mean(samples, self.goal)

    def _mean(self, samples: Samples, goal: Goal) -> Mean:
        """The mean of values that a goal gives, with the interval that is due to it."""
        if self._all_solved:
            return exactly(samples.values)
        return samples.objective(goal, self.rules)

    def _behind(self, samples: Samples, best: Samples) -> Mean:
        """How far the best option is ahead of another one."""
        ahead = samples.behind(best.values)
        if self._all_solved:
            return exactly(ahead)
        least, most = self.goal.range(self.rules)
        reach = self.goal.reach_unseen(self.rules)
        return mean_of(ahead, least - most, most - least, reach)

    @abstractmethod
    def _layout(self, place: int) -> Asked:
        """A layout as a question, by its place."""

    @abstractmethod
    def _take(self, found: Found) -> None:
        """Take what was found of the next layout."""

    @abstractmethod
    def _samples(self) -> Mapping[Option, Samples]:
        """What each option led to so far."""

    @abstractmethod
    def _advice(self, state: Refinement) -> Said:
        """The advice, once all is taken."""
