"""Why one card and not another, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from manille.client import render
from manille.client.reasons import Reasons, Refuted
from manille.solver.cards import Card, Letters
from manille.solver.deals import Deal, Position

__all__ = ["why_parts"]


def why_parts(deal: Deal, found: Reasons, tongue: Letters) -> Iterator[RenderableType]:
    """The parts of an answer, one below the other."""
    position = Position.of(deal)
    yield Text(render.heading(deal, position, tongue) + "\n", style="bold")
    yield Group(render.diagram(deal, position, tongue), "")
    yield Text(render.outcome(deal, position, found.solution) + "\n")
    best = found.solution.line
    if best:
        title = f"With {render.card_text(best[0], tongue)}, a best card"
        yield Group(render.line_table(deal, position, best, tongue, title), "")
    if not found.cards:
        yield Text(_nothing_lost(deal, position, found) + "\n")
    shown = {one.card for one in found.cards}
    for one in found.cards:
        if one.same_as not in shown:
            same = [other.card for other in found.cards if other.same_as == one.card]
            yield from _card_parts(deal, position, one, same, best, tongue)


def _nothing_lost(deal: Deal, position: Position, found: Reasons) -> str:
    seat = render.seat_text(deal.seat_names[position.to_play or 0])
    if not found.solution.exact:
        return f"Which cards of {seat} give something away is not known within the limits."
    return f"No legal card of {seat} gives anything away."


def _card_parts(
    deal: Deal,
    position: Position,
    one: Refuted,
    same: list[Card],
    best: Sequence[Card] | None,
    tongue: Letters,
) -> Iterator[RenderableType]:
    yield _sentence(deal, position, one, same, tongue)
    if one.line is None or one.loss == 0 or not best:
        yield Text("")
        return
    parting = _parting(position, best, one.line)
    if parting is not None:
        yield Text(_parted(deal, position, parting, best[0], one.card, tongue))
    title = f"With {render.card_text(one.card, tongue)}"
    yield Group(render.line_table(deal, position, one.line, tongue, title), "")


def _sentence(
    deal: Deal, position: Position, one: Refuted, same: list[Card], tongue: Letters
) -> Text:
    card = Text(" = ").join(render.card_text(each, tongue) for each in (one.card, *same))
    if one.obligation is not None:
        meaning = one.obligation.meaning
        return Text.assemble(card, f" may not be played: {one.obligation} ({meaning}).")
    assert one.bounds is not None
    side = deal.sides[deal.contract.side_of[position.to_play or 0]]
    take = "takes" if len(side) == 1 else "take"
    told = Text.assemble("With ", card, f" {render.seats_text(side)} {take} ")
    told.append(f"{render.points_range(one.bounds)} points")
    if one.loss is None:
        return told.append(": what that gives away is not known within the limits.")
    if one.loss == 0:
        return told.append(": nothing is given away.")
    points = "1 point" if one.loss == 1 else f"{one.loss} points"
    return told.append(f": {points} given away{_of_score(one)}.")


def _of_score(one: Refuted) -> str:
    """What the loss means for the score of the hand."""
    if one.scores is None:
        return ""
    was, now = one.scores
    if was == now:
        return ", but nothing of the score"
    return f", and a score of {was[0]}-{was[1]} becomes {now[0]}-{now[1]}"


def _parting(
    position: Position, best: Sequence[Card], line: Sequence[Card]
) -> tuple[int, tuple[int, int], tuple[int, int]] | None:
    """The first trick from here, from 1, whose points are others in the two lines; and these."""
    ours, theirs = _after_tricks(position, best), _after_tricks(position, line)
    for (number, one), (_, other) in zip(ours, theirs, strict=True):
        if one != other:
            return number, one, other
    return None


def _after_tricks(
    position: Position, line: Sequence[Card]
) -> Iterator[tuple[int, tuple[int, int]]]:
    number = 1
    for card in line:
        position = position.play_legal(card)
        if not position.trick:
            yield number, position.points
            number += 1


def _parted(
    deal: Deal,
    position: Position,
    parting: tuple[int, tuple[int, int], tuple[int, int]],
    best: Card,
    card: Card,
    tongue: Letters,
) -> str:
    number, ours, theirs = parting
    number += deal.tricks - position.tricks_left
    one, other = (render.card_text(played, tongue).plain for played in (best, card))
    return (
        f"The points part in trick {number}: {ours[0]}-{ours[1]} after it with {one}, "
        f"{theirs[0]}-{theirs[1]} with {other}."
    )
