"""Double-dummy tables as a person reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from manille.client import render
from manille.solver.cards import NO_TRUMP, Letters
from manille.solver.deals import Deal
from manille.solver.results import Bounds, DoubleDummyTable, TableCell

__all__ = ["net_text", "table_parts"]


def table_parts(deal: Deal, found: DoubleDummyTable, tongue: Letters) -> Iterator[RenderableType]:
    """A table with its title, and what the figures in it mean."""
    yield Text(_title(deal, found), style="italic")
    yield _cells_table(deal, found, tongue)
    yield from (Text(note) for note in _notes(deal, found))


def net_text(score: float) -> str:
    """A net score, with its sign."""
    return f"{score:+.1f}".removesuffix(".0") if round(score, 1) else "0"


def _alone(deal: Deal) -> bool:
    return deal.rules.sides == "declarer"


def _title(deal: Deal, found: DoubleDummyTable) -> str:
    leader = render.seat_text(deal.leader)
    if _alone(deal):
        return f"The points of the declarer, by trump and declarer; {leader} leads first"
    sides = " - ".join(_sides(deal))
    if all(cell.leader == 0 for cell in found.cells):
        return f"The points of {sides}, by trump; {leader} leads first"
    return f"The points of {sides}, by trump and by the seat that leads first"


def _sides(deal: Deal) -> Sequence[str]:
    return ["+".join(deal.seat_names[side::2]) for side in (0, 1)]


def _notes(deal: Deal, found: DoubleDummyTable) -> Iterator[str]:
    """What figures mean that are no points, and what is no figure."""
    if any(cell.score is not None for cell in found.cells):
        first, second = _sides(deal)
        yield (
            f"In brackets: the declarer scores the bid of {deal.bid} (+), or each other seat (-)"
            if _alone(deal)
            else f"In brackets: the hand score of {first} (+) or of {second} (-)"
        )
    if _alone(deal):
        yield "Ceiling: the most that a seat makes, with its best trump"
    whose = "the declarer" if _alone(deal) else _sides(deal)[0]
    if any(cell.points is None and cell.bounds[0].settles(found.window) for cell in found.cells):
        yield f"< and >: {whose} takes less or more than the window"
    if not found.settled:
        yield f"A range: not proven within the limits, the points of {whose}"


def _cells_table(deal: Deal, found: DoubleDummyTable, tongue: Letters) -> Table:
    """A row for each trump, a column for each seat; below, in auction games, the ceilings."""
    by_seat: dict[int, list[TableCell]] = {}
    for cell in found.cells:
        seat = cell.leader if cell.declarer is None else cell.declarer
        by_seat.setdefault(seat, []).append(cell)
    shown = Table()
    shown.add_column("trump")
    for seat in by_seat:
        shown.add_column(deal.seat_names[seat], justify="right")
    for cells in zip(*by_seat.values(), strict=True):
        last = cells[0] is by_seat[0][-1]
        texts = [_cell(cell, found.window) for cell in cells]
        shown.add_row(_name(cells[0].trump, tongue), *texts, end_section=last)
    if _alone(deal):
        tops = [_ceiling(cells, found.window) for cells in by_seat.values()]
        shown.add_row("ceiling", *tops, style="bold")
    return shown


def _name(trump: str, tongue: Letters) -> str:
    if trump == NO_TRUMP:
        return tongue.format_suit(NO_TRUMP)
    return render.suit_sign(trump, tongue)


def _cell(cell: TableCell, window: Bounds | None) -> str:
    if cell.points is None or cell.declarer is not None:
        text = render.points_range(cell.bounds[0], window, short=True)
    else:
        text = "{}-{}".format(*cell.points)
    if cell.score is None:
        return text
    first, second = cell.score
    return f"{text} ({net_text(first - second)})"


def _ceiling(cells: Sequence[TableCell], window: Bounds | None) -> str:
    """The most points of a seat, as far as they are proven."""
    bounds = [cell.bounds[0] for cell in cells]
    best = Bounds(max(one.low for one in bounds), max(one.high for one in bounds))
    return render.points_range(best, window, short=True)
