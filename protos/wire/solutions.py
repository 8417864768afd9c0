"""Answers as messages, and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from manille.solver.analysis import ReachQuestion, SolveQuestion, TableQuestion
from manille.solver.analysis.review import played_cards
from manille.solver.cards import Card
from manille.solver.deals import Deal
from manille.solver.results import (
    Bounds,
    CardResult,
    DoubleDummyTable,
    PlayValues,
    ReachResult,
    Solution,
    TableCell,
)
from manille.v1 import solution_pb2, solver_service_pb2

__all__ = [
    "SOURCES",
    "reach_from_proto",
    "reach_to_proto",
    "review_from_proto",
    "review_to_proto",
    "solution_from_proto",
    "solution_to_proto",
    "source_from_proto",
    "table_from_proto",
    "table_to_proto",
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
    message.effort.CopyFrom(_effort(solution.nodes, solution.time_s, source))
    if solution.window is not None:
        message.window.CopyFrom(_bounds(solution.window))
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
    message.effort.CopyFrom(_effort(result.nodes, result.time_s, source))
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
        seats=seats, bounds=_bounds(bounds), points=bounds.exact, score=score
    )


def _card(result: CardResult) -> solution_pb2.CardResult:
    card, bounds, loss, same_as = result
    points = bounds.exact
    return solution_pb2.CardResult(
        card=card.rank + card.suit,
        points=points,
        loss=loss,
        same_as="" if same_as is None else same_as.rank + same_as.suit,
        bounds=None if points is not None else _bounds(bounds),
    )


def _bounds(bounds: Bounds) -> solution_pb2.Bounds:
    return solution_pb2.Bounds(low=bounds.low, high=bounds.high)


def _effort(nodes: int, time_s: float, source: str) -> solution_pb2.Effort:
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
        cards=tuple(map(_card_from_proto, message.cards)) if "cards" in asked else None,
        line=tuple(map(_read_card, message.line))
        if message.line or ("line" in asked and ended)
        else None,
        nodes=message.effort.nodes,
        time_s=message.effort.time_s,
        window=_bounds_from_proto(message.window) if message.HasField("window") else None,
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
    bounds = _bounds_from_proto(first.bounds), _bounds_from_proto(second.bounds)
    return bounds, (first.score, second.score) if known else None


def _bounds_from_proto(message: solution_pb2.Bounds) -> Bounds:
    return Bounds(message.low, message.high)


def _card_from_proto(message: solution_pb2.CardResult) -> CardResult:
    points = Bounds(message.points, message.points)
    return CardResult(
        card=_read_card(message.card),
        bounds=points if message.HasField("points") else _bounds_from_proto(message.bounds),
        loss=message.loss if message.HasField("loss") else None,
        same_as=_read_card(message.same_as) if message.same_as else None,
    )


@lru_cache(maxsize=1024)
def _read_card(text: str) -> Card:
    return Card(text[:-1], text[-1:])


def table_to_proto(
    question: TableQuestion, table: DoubleDummyTable, source: str
) -> solver_service_pb2.SolveTableResponse:
    """A double-dummy table."""
    names = question.deal.seat_names
    cells = [
        solution_pb2.TableCell(
            trump=cell.trump,
            leader=names[cell.leader],
            declarer="" if cell.declarer is None else names[cell.declarer],
            first=_bounds(cell.bounds[0]),
            second=_bounds(cell.bounds[1]),
        )
        for cell in table.cells
    ]
    return solver_service_pb2.SolveTableResponse(
        cells=cells,
        exact=table.exact,
        window=None if table.window is None else _bounds(table.window),
        fingerprint=question.deal.rules.fingerprint,
        effort=_effort(table.nodes, table.time_s, source),
    )


def table_from_proto(
    message: solver_service_pb2.SolveTableResponse, deal: Deal
) -> DoubleDummyTable:
    """The double-dummy table of a deal that a message holds."""
    names = deal.seat_names
    cells = tuple(
        TableCell(
            trump=cell.trump,
            leader=names.index(cell.leader),
            declarer=names.index(cell.declarer) if cell.declarer else None,
            bounds=(_bounds_from_proto(cell.first), _bounds_from_proto(cell.second)),
        )
        for cell in message.cells
    )
    window = _bounds_from_proto(message.window) if message.HasField("window") else None
    return DoubleDummyTable(cells, message.effort.nodes, message.effort.time_s, window)


def review_to_proto(
    deal: Deal, values: PlayValues, source: str
) -> solver_service_pb2.ReviewPlayResponse:
    """What a hand was worth along its play, and what each card and each seat gave away."""
    cards = played_cards(deal, values)
    names = deal.seat_names
    moments = [_moment(values.bounds[0])]
    for played, bounds in zip(cards, values.bounds[1:], strict=True):
        moment = _moment(bounds)
        moment.card, moment.seat, moment.trick = str(played.card), names[played.seat], played.trick
        if played.loss is not None:
            moment.loss = played.loss
        moments.append(moment)
    losses: Sequence[list[int]] = [
        [played.loss or 0 for played in cards if played.seat == seat] for seat in range(len(names))
    ]
    return solver_service_pb2.ReviewPlayResponse(
        moments=moments,
        seats=[
            solution_pb2.SeatLoss(seat=name, loss=sum(lost), cards=sum(map(bool, lost)))
            for name, lost in zip(names, losses, strict=True)
        ],
        exact=values.exact,
        fingerprint=deal.rules.fingerprint,
        effort=_effort(values.nodes, values.time_s, source),
    )


def _moment(bounds: tuple[Bounds, Bounds]) -> solution_pb2.PlayMoment:
    return solution_pb2.PlayMoment(first=_bounds(bounds[0]), second=_bounds(bounds[1]))


def review_from_proto(message: solver_service_pb2.ReviewPlayResponse) -> PlayValues:
    """What a hand was worth along its play, as a message holds it."""
    bounds = tuple(
        (_bounds_from_proto(moment.first), _bounds_from_proto(moment.second))
        for moment in message.moments
    )
    return PlayValues(bounds, message.effort.nodes, message.effort.time_s)
