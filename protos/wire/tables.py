"""Double-dummy tables, and how a deal should be called, as messages, and back."""

from __future__ import annotations

from manille.solver.analysis import TableQuestion
from manille.solver.deals import Deal
from manille.solver.par import CallValue, Ceiling, Par, ParCall
from manille.solver.results import DoubleDummyTable, TableCell
from manille.v1 import par_pb2, solution_pb2, solver_service_pb2
from manille.wire.solutions import bounds_from_proto, bounds_to_proto, effort_to_proto

__all__ = ["par_from_proto", "par_to_proto", "table_from_proto", "table_to_proto"]

_Pair = tuple[int, int]


def table_to_proto(
    question: TableQuestion, table: DoubleDummyTable, source: str, par: Par | None = None
) -> solver_service_pb2.SolveTableResponse:
    """A double-dummy table.

    Args:
        question: the question that it answers.
        table: the table.
        source: where it came from, one of :data:`~.solutions.SOURCES`.
        par: how the deal should be called, where that is known.
    """
    names = question.deal.seat_names
    return solver_service_pb2.SolveTableResponse(
        cells=[_cell(cell, names) for cell in table.cells],
        exact=table.exact,
        window=None if table.window is None else bounds_to_proto(table.window),
        fingerprint=question.deal.rules.fingerprint,
        effort=effort_to_proto(table.nodes, table.time_s, source),
        par=None if par is None else par_to_proto(par, question.deal),
    )


def _cell(cell: TableCell, names: tuple[str, ...]) -> solution_pb2.TableCell:
    first, second = cell.score or (None, None)
    return solution_pb2.TableCell(
        trump=cell.trump,
        leader=names[cell.leader],
        declarer=_name(cell.declarer, names),
        first=bounds_to_proto(cell.bounds[0]),
        second=bounds_to_proto(cell.bounds[1]),
        first_score=first,
        second_score=second,
    )


def table_from_proto(
    message: solver_service_pb2.SolveTableResponse, deal: Deal
) -> DoubleDummyTable:
    """The double-dummy table of a deal that a message holds."""
    names = deal.seat_names
    window = bounds_from_proto(message.window) if message.HasField("window") else None
    cells = tuple(_cell_from_proto(cell, names) for cell in message.cells)
    return DoubleDummyTable(cells, message.effort.nodes, message.effort.time_s, window)


def _cell_from_proto(message: solution_pb2.TableCell, names: tuple[str, ...]) -> TableCell:
    scored = message.HasField("first_score") and message.HasField("second_score")
    return TableCell(
        trump=message.trump,
        leader=names.index(message.leader),
        declarer=_seat(message.declarer, names),
        bounds=(bounds_from_proto(message.first), bounds_from_proto(message.second)),
        score=(message.first_score, message.second_score) if scored else None,
    )


# --------------------------------------------------------------------------------------------- par


def par_to_proto(par: Par, deal: Deal) -> par_pb2.Par:
    """How a deal should be called; the table that it rests on stands beside it."""
    names = deal.seat_names
    points, score = par.points or (None, None), par.score or (None, None)
    return par_pb2.Par(
        calls=[_call(step, names) for step in par.calls],
        played=par.played,
        trump=par.trump or "",
        chooser=_name(par.chooser, names),
        declarer=_name(par.declarer, names),
        bid=par.bid,
        first_points=points[0],
        second_points=points[1],
        first_score=score[0],
        second_score=score[1],
        ceilings=[
            par_pb2.SeatCeiling(seat=name, points=ceiling.points, trump=ceiling.trump)
            for name, ceiling in zip(names, par.ceilings, strict=False)  # none in other games
        ],
    )


def _call(step: ParCall, names: tuple[str, ...]) -> par_pb2.ParCall:
    values = [
        par_pb2.CallValue(
            call=value.call,
            trump=value.trump or "",
            declarer=_name(value.declarer, names),
            bid=value.bid,
            points=value.points,
            score=value.score,
        )
        for value in step.values
    ]
    return par_pb2.ParCall(seat=names[step.seat], call=step.call, values=values)


def par_from_proto(message: par_pb2.Par, deal: Deal, table: DoubleDummyTable) -> Par:
    """How a deal should be called, as a message holds it.

    Args:
        message: the message.
        deal: the deal.
        table: the table that stands beside it; what matters of it is kept.
    """
    names = deal.seat_names
    cells = tuple(cell for cell in table.cells if cell.leader == 0)
    return Par(
        calls=tuple(_call_from_proto(call, names) for call in message.calls),
        played=message.played,
        trump=message.trump or None,
        chooser=_seat(message.chooser, names),
        declarer=_seat(message.declarer, names),
        bid=message.bid if message.HasField("bid") else None,
        points=_pair(message, "first_points", "second_points"),
        score=_pair(message, "first_score", "second_score"),
        ceilings=tuple(Ceiling(one.points, one.trump) for one in message.ceilings),
        table=DoubleDummyTable(cells, table.nodes, table.time_s, table.window),
    )


def _call_from_proto(message: par_pb2.ParCall, names: tuple[str, ...]) -> ParCall:
    values = tuple(
        CallValue(
            call=value.call,
            trump=value.trump or None,
            declarer=_seat(value.declarer, names),
            bid=value.bid if value.HasField("bid") else None,
            points=value.points if value.HasField("points") else None,
            score=value.score,
        )
        for value in message.values
    )
    return ParCall(names.index(message.seat), message.call, values)


def _pair(message: par_pb2.Par, first: str, second: str) -> _Pair | None:
    if message.HasField(first) and message.HasField(second):
        return getattr(message, first), getattr(message, second)
    return None


def _name(seat: int | None, names: tuple[str, ...]) -> str:
    return "" if seat is None else names[seat]


def _seat(name: str, names: tuple[str, ...]) -> int | None:
    return names.index(name) if name else None
