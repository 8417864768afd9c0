"""Several solved deals: a row each as they come, and at the end what it came to."""

from __future__ import annotations

from dataclasses import dataclass

from manille.client.asking import Failure
from manille.client.cli.common import Line
from manille.client.render import points_range
from manille.solver.cards import letters
from manille.solver.deals import Deal, Position
from manille.solver.results import Solution

__all__ = ["HEAD", "Tally", "faulty_row", "solved_row"]

# 80 columns in all; a cell that is too long pushes the others of its row to the right.
_ROW = "{:>5}  {:<13}  {:<5}  {:<12}  {:>5}  {:<20}  {:>7}"
_NAME = 13
_CARDS = 5

HEAD = _ROW.format("line", "rules", "trump", "points", "score", "best cards", "seconds")


def solved_row(line: Line, deal: Deal, solution: Solution, language: str) -> str:
    """The row of a solved deal."""
    score = "" if solution.score is None else "-".join(map(str, solution.score))
    return _ROW.format(
        line.number,
        _name(deal.rules.name),
        letters(language, deal.rules.deck).format_suit(deal.trump or ""),
        _points(deal, solution),
        score,
        _best(deal, solution, language),
        f"{solution.time_s:.3f}",
    )


def faulty_row(line: Line, error: Failure) -> str:
    """The row of a deal that is faulty, or got no answer."""
    return f"{line.number:>5}  faulty: {error.reason}"


def _name(name: str) -> str:
    """The name of a rule set, or the end of a long one, where it differs from its base."""
    return name if len(name) <= _NAME else "…" + name[1 - _NAME :]


def _points(deal: Deal, solution: Solution) -> str:
    """The points between the names of the sides, or what is known of those of side 0."""
    joint = "" if deal.rules.seats == 4 else "+"  # numbers run together would be one number
    first, second = (joint.join(side) for side in deal.sides)
    if solution.points is None:
        return f"{first} {points_range(solution.bounds[0], solution.window, short=True)}"
    return "{} {}-{} {}".format(first, *solution.points, second)


def _best(deal: Deal, solution: Solution, language: str) -> str:
    """The seat to play and its best cards, as many as there is room for."""
    seat, tongue = Position.of(deal).to_play, letters(language, deal.rules.deck)
    best = [tongue.format(result.card) for result in solution.cards or () if result.loss == 0]
    if seat is None or not best:
        return ""
    more = " …" if len(best) > _CARDS else ""
    return f"{deal.seat_names[seat]}: {' '.join(best[:_CARDS])}{more}"


@dataclass
class Tally:
    """What several deals came to."""

    solved: int = 0
    faulty: int = 0
    unproven: int = 0
    slowest_s: float = 0.0
    slowest_line: int = 0

    def add(self, line: Line, solution: Solution | None) -> None:
        """Count one answer, a faulty deal without a solution."""
        if solution is None:
            self.faulty += 1
            return
        self.solved += 1
        self.unproven += not solution.settled
        if solution.time_s > self.slowest_s:
            self.slowest_s, self.slowest_line = solution.time_s, line.number

    def summary(self, wall_s: float) -> str:
        """The sentence at the end."""
        parts = [f"{self.solved} solved in {wall_s:.1f} s"]
        if self.solved:
            parts.append(f"the slowest, line {self.slowest_line}, in {self.slowest_s:.3f} s")
        parts += [f"{self.unproven} not proven within the limits"] if self.unproven else []
        parts += [f"{self.faulty} faulty"] if self.faulty else []
        return "; ".join(parts)
