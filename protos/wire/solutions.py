"""Answers as messages, and back."""

from __future__ import annotations

from functools import lru_cache

from manille.solver.analysis import ReachQuestion, SolveQuestion
from manille.solver.cards import Card
from manille.solver.results import (
    Bounds,
    CardResult,
    ReachResult,
    Solution,
)
from manille.v1 import solution_pb2

__all__ = [
    "SOURCES",
    "bounds_from_proto",
    "bounds_to_proto",
    "card_from_proto",
    "effort_to_proto",
    "reach_from_proto",
    "reach_to_proto",
    "solution_from_proto",
    "solution_to_proto",
    "source_from_proto",
]

SOURCES = {
    "search": solution_pb2.SOURCE_SEARCH,
    "shared": solution_pb2.SOURCE_SHARED,
    "memory": solution_pb2.SOURCE_MEMORY,
    "cache": solution_pb2.SOURCE_CACHE,
}
_WORDS = {number: word for word, number in SOURCES.items()}


def solution_to_proto(
    question: SolveQuestion, solution: Solution, source: str
) -> solution_pb2.Solution:
    """The answer to a question; ``source`` is one of :data:`SOURCES`."""
    message = _solution(question, solution.bounds, solution.score)
    message.effort.CopyFrom(effort_to_proto(solution.nodes, solution.time_s, source))
    if solution.window is not None:
        message.window.CopyFrom(bounds_to_proto(solution.window))
    if solution.cards:
        message.cards.extend(map(_card, solution.cards))
    if solution.line:
        message.line.extend([rank + suit for rank, suit in solution.line])
    return message


def reach_to_proto(
    question: ReachQuestion, result: ReachResult, source: str
) -> solution_pb2.Solution:
    """The answer to a yes/no question."""
    message = _solution(question, result.bounds, None)
    message.effort.CopyFrom(effort_to_proto(result.nodes, result.time_s, source))
    message.reach.points, message.reach.side = result.points, result.side
    if result.answer is not None:
        message.reach.answer = result.answer
    return message


def _solution(
    question: SolveQuestion | ReachQuestion,
    bounds: tuple[Bounds, Bounds],
    score: tuple[int, int] | None,
) -> solution_pb2.Solution:
    deal, seat = question.deal, question.position.to_play
    scores = (None, None) if score is None else score
    return solution_pb2.Solution(
        sides=[_side(*side) for side in zip(deal.sides, bounds, scores, strict=True)],
        to_play="" if seat is None else deal.seat_names[seat],
        exact=bounds[0].exact is not None,
        fingerprint=deal.rules.fingerprint,
    )


def _side(seats: tuple[str, ...], bounds: Bounds, score: int | None) -> solution_pb2.SideResult:
    return solution_pb2.SideResult(
        seats=seats, bounds=bounds_to_proto(bounds), points=bounds.exact, score=score
    )


def _card(result: CardResult) -> solution_pb2.CardResult:
    card, bounds, loss, same_as, line = result
    points = bounds.exact
    return solution_pb2.CardResult(
        card=card.rank + card.suit,
        points=points,
        loss=loss,
        same_as="" if same_as is None else same_as.rank + same_as.suit,
        bounds=None if points is not None else bounds_to_proto(bounds),
        line=None if line is None else [rank + suit for rank, suit in line],
    )


def bounds_to_proto(bounds: Bounds) -> solution_pb2.Bounds:
    """Bounds as a message."""
    return solution_pb2.Bounds(low=bounds.low, high=bounds.high)


def effort_to_proto(nodes: int, time_s: float, source: str) -> solution_pb2.Effort:
    """What an answer took; ``source`` is one of :data:`SOURCES`."""
    return solution_pb2.Effort(nodes=nodes, time_s=time_s, source=SOURCES[source])


def solution_from_proto(message: solution_pb2.Solution, question: SolveQuestion) -> Solution:
    """The answer that a message holds.

    Args:
        message: the message.
        question: the question, which tells an empty list from one that was not asked for.
    """
    bounds, score = _sides_from_proto(message)
    asked, ended = question.want, question.position.to_play is None
    return Solution(
        bounds=bounds,
        score=score,
        cards=tuple(map(_result_from_proto, message.cards)) if "cards" in asked else None,
        line=tuple(map(card_from_proto, message.line))
        if message.line or ("line" in asked and ended)
        else None,
        nodes=message.effort.nodes,
        time_s=message.effort.time_s,
        window=bounds_from_proto(message.window) if message.HasField("window") else None,
    )


def reach_from_proto(message: solution_pb2.Solution) -> ReachResult:
    """The answer to a yes/no question that a message holds."""
    bounds, _ = _sides_from_proto(message)
    reach = message.reach
    return ReachResult(
        points=reach.points,
        side=reach.side,
        answer=reach.answer if reach.HasField("answer") else None,
        bounds=bounds,
        nodes=message.effort.nodes,
        time_s=message.effort.time_s,
    )


def source_from_proto(effort: solution_pb2.Effort) -> str:
    """Where an answer came from: one of :data:`SOURCES`, or ``search`` where that is not said."""
    return _WORDS.get(effort.source, "search")


def _sides_from_proto(
    message: solution_pb2.Solution,
) -> tuple[tuple[Bounds, Bounds], tuple[int, int] | None]:
    first, second = message.sides
    known = first.HasField("score") and second.HasField("score")
    bounds = bounds_from_proto(first.bounds), bounds_from_proto(second.bounds)
    return bounds, (first.score, second.score) if known else None


def bounds_from_proto(message: solution_pb2.Bounds) -> Bounds:
    """The bounds that a message holds."""
    return Bounds(message.low, message.high)


def _result_from_proto(message: solution_pb2.CardResult) -> CardResult:
    points = Bounds(message.points, message.points)
    return CardResult(
        card=card_from_proto(message.card),
        bounds=points if message.HasField("points") else bounds_from_proto(message.bounds),
        loss=message.loss if message.HasField("loss") else None,
        same_as=card_from_proto(message.same_as) if message.same_as else None,
        line=tuple(map(card_from_proto, message.line)) or None,
    )


@lru_cache(maxsize=1024)
def card_from_proto(text: str) -> Card:
    """The card that a message names."""
    return Card(text[:-1], text[-1:])
