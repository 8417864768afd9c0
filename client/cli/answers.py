"""What comes of each line that is given to ``manille solve``: by a search here, or by a server."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from manille.client.asking import Failure, One, Outcome
from manille.client.cli.common import Line
from manille.client.cli.questions import Question
from manille.client.interface import Client
from manille.solver.analysis import CancelToken
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.solver.results import ReachResult, Solution
from manille.wire.refusals import Refusal

__all__ = ["Solved", "ask_server", "solve_here"]


@dataclass(frozen=True)
class Solved:
    """What came of one line: a deal with its solution, or an error.

    Attributes:
        line: the line.
        deal: the deal, where there is no error; likewise its solution.
        solution: the answer.
        reached: the answer to a yes/no question, where one was asked.
        error: why there is none.
        source: where the answer of a server came from.
    """

    line: Line
    deal: Deal | None = None
    solution: Solution | None = None
    reached: ReachResult | None = None
    error: Failure | None = None
    source: str | None = None

    @property
    def solved(self) -> tuple[Deal, Solution]:
        """The deal and its solution, where there is no error."""
        assert self.deal is not None
        assert self.solution is not None
        return self.deal, self.solution


def solve_here(
    line: Line, language: str, question: Question, limits: Limits, cancel: CancelToken
) -> Solved:
    """Search in this process."""
    try:
        deal = parse_deal(line.text, language=language, line=line.number)
        return Solved(line, deal, *question.ask(deal, limits, cancel))
    except ManilleError as error:
        return Solved(line, error=error.at_line(line.number))


def ask_server(
    client: Client,
    lines: Iterable[Line],
    language: str,
    question: Question,
    limits: Limits,
    ahead: int,
) -> Generator[Solved, None, None]:
    """The answers of a server, in the order of the lines.

    Raises:
        Refusal: the server cannot be asked.
    """
    asked: deque[tuple[Line, Deal | None]] = deque()

    def items() -> Iterator[One | ManilleError]:
        for line in lines:
            deal: Deal | None = None
            item: One | ManilleError
            try:
                deal = parse_deal(line.text, language=language, line=line.number)
                item = question.of(deal)
            except ManilleError as error:
                item = error
            asked.append((line, deal))
            yield item

    with (
        client,
        closing(client.ask_stream(items(), ordered=True, ahead=ahead, limits=limits)) as stream,
    ):
        for _, outcome in stream:
            yield _answered(question, *asked.popleft(), outcome)


def _answered(question: Question, line: Line, deal: Deal | None, outcome: Outcome) -> Solved:
    if isinstance(outcome, ManilleError):
        return Solved(line, error=outcome.at_line(line.number))
    if isinstance(outcome, Refusal):
        return Solved(line, error=outcome)
    return Solved(line, deal, *question.told(outcome.result), source=outcome.source)
