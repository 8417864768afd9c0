"""A reviewed hand as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from manille.client import render
from manille.solver.cards import Card, Letters
from manille.solver.deals import Deal, Position
from manille.solver.results import Solution
from manille.solver.reviewed import Moment, Review, ReviewedCard, Totals
from manille.solver.rules import Obligation

__all__ = ["figure", "review_parts"]

BAR = 18  # cells; with them the table has room in 80 columns
EIGHTHS = " ▏▎▍▌▋▊▉"
ILLEGAL, TURNS = "!", "turns"


def figure(value: float | None) -> str:
    """A net score: a whole number where it is one, and a sign of what is not known."""
    return "?" if value is None else f"{round(value, 1):g}"


def review_parts(deal: Deal, found: Review, tongue: Letters, head: str) -> Iterator[RenderableType]:
    """The parts of a review, one below the other.

    Args:
        deal: the deal with the cards played.
        found: its review.
        tongue: the letters of the cards.
        head: what stands before the first line.
    """
    start = Position.start(deal)
    # the hands before the first card, whatever was played of them
    unplayed = replace(deal, played=())
    yield Text(f"{head}{render.heading(unplayed, start, tongue)}\n", style="bold")
    yield Group(render.diagram(unplayed, start, tongue, mark_seat=False), "")
    yield Text("\n".join(_outcomes(deal, found)) + "\n")
    yield from _audit(deal, found, tongue)
    if found.cards:
        yield Group(_cards_table(deal, found, tongue), *_notes(deal, found), "")
        title = "What each seat gave away" + ("" if found.exact else ", as far as it is proven")
        yield Group(Text(title, style="italic"), _totals_table(deal, found), "")
    yield from _errors(deal, found, tongue)


def _outcomes(deal: Deal, found: Review) -> Iterator[str]:
    """What the hand was worth at first, and what has become of it."""
    start, last = Position.start(deal), found.moments[-1]
    yield f"At first, with the best play: {_outcome(deal, start, found.start)}"
    if found.cards:
        ended = len(found.cards) == sum(map(len, deal.open_hands))
        count = f"{len(found.cards)} card{'s' if len(found.cards) > 1 else ''}"
        head = "As it was played" if ended else f"After {count}, with the best play from there"
        yield f"{head}: {_outcome(deal, start, last)}"


def _outcome(deal: Deal, start: Position, moment: Moment) -> str:
    solution = Solution(moment.bounds, moment.score, None, None, 0, 0.0)
    told = render.outcome(deal, start, solution)
    return told[0].lower() + told[1:] if told[:4].lower() == "seat" else told


# -------------------------------------------------------------------------------- the obligations


def _audit(deal: Deal, found: Review, tongue: Letters) -> Iterator[RenderableType]:
    """Which card broke which obligation."""
    if not found.cards:
        yield Text("No card is played yet.\n")
        return
    if not found.illegal:
        yield Text("Every card was legal.\n")
        return
    yield Text("Cards that broke an obligation", style="italic")
    for card in found.illegal:
        assert card.obligation is not None
        where = f"Trick {card.trick}: {render.seat_text(deal.seat_names[card.seat])} played "
        meaning = Obligation[card.obligation].meaning
        told = Text.assemble(where, render.card_text(card.card, tongue))
        yield Padding(told.append(f", {card.obligation}: {meaning}"), (0, 0, 0, 2), expand=False)
    yield Text("")


# ------------------------------------------------------------------------------------ card by card


def _cards_table(deal: Deal, found: Review, tongue: Letters) -> Table:
    """A row for each card: what the hand was worth after it, and what it gave away."""
    scored = any(moment.score is not None for moment in found.moments)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("trick", justify="right")
    for name in ("seat", "card"):
        table.add_column(name)
    table.add_column("+".join(deal.sides[0]), justify="right")
    table.add_column("loss", justify="right")
    if scored:
        for name in ("score", "score\nloss"):
            table.add_column(name, justify="right")
    table.add_column("", min_width=BAR)
    table.add_column("")
    mark = _mark(deal)
    rows = [("", "", Text(""), found.start, "", "", "")]
    for before, card in zip((None, *found.cards), found.cards, strict=False):
        trick = str(card.trick) if before is None or before.trick != card.trick else ""
        rows.append((trick, deal.seat_names[card.seat], _card(card, tongue), *_row(card)))
    for trick, seat, text, moment, loss, lost, note in rows:
        score = ["?" if moment.score is None else "{}-{}".format(*moment.score), lost]
        bar = _Bar(moment.bounds[0].low / max(deal.total, 1), mark)
        points = render.points_range(moment.bounds[0])
        style = "bold" if note else ""
        table.add_row(
            trick, seat, text, points, loss, *(score if scored else ()), bar, note, style=style
        )
    return table


def _card(card: ReviewedCard, tongue: Letters) -> Text:
    text = render.card_text(card.card, tongue)
    return text if card.obligation is None else text.append(ILLEGAL, style="bold red")


def _row(card: ReviewedCard) -> tuple[Moment, str, str, str]:
    loss = "?" if card.loss is None else str(card.loss or "")
    lost = "" if card.score_loss == 0 else figure(card.score_loss)
    return card.after, loss, lost, TURNS if card.turning_point else ""


def _mark(deal: Deal) -> float | None:
    """The part of all points from which on the first side scores the hand, if that is one place."""
    rules, whole = deal.rules, deal.tricks == deal.rules.hand_size
    if rules.hand_score == "none":
        return 0.5
    if not whole:
        return None
    if rules.hand_score == "bid":
        return None if deal.bid is None else deal.bid / deal.total
    return rules.half / deal.total


def _notes(deal: Deal, found: Review) -> Iterator[Text]:
    """What the columns and the marks mean."""
    side = render.seats_text(deal.sides[0])
    yield Text(f"The bar: the points of {side} out of {deal.total}.", style="dim")
    if found.illegal:
        yield Text(f"{ILLEGAL}: the card broke an obligation.", style="dim")
    if any(card.turning_point for card in found.cards):
        yield Text(f"{TURNS}: the hand goes to others than before.", style="dim")
    if not found.exact:
        yield Text("A range or ?: not proven within the limits.", style="dim")


@dataclass(frozen=True)
class _Bar:
    """A part of all points as a bar, and a mark at a place that matters."""

    part: float
    mark: float | None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # the same question decides about the borders of tables
        full = "#" if options.ascii_only else "█"
        eighths = round(self.part * BAR * 8)
        text = full * (eighths // 8)
        if not options.ascii_only and eighths % 8:
            text += EIGHTHS[eighths % 8]
        cells = list(text.ljust(BAR))
        if self.mark is not None:
            place = min(int(self.mark * BAR), BAR - 1)
            if cells[place] == " ":
                cells[place] = "|" if options.ascii_only else "┊"
        yield Segment("".join(cells))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(BAR, BAR)


# --------------------------------------------------------------------------------------- the sums


def _totals_table(deal: Deal, found: Review) -> Table:
    """What each seat and each side gave away, illegal cards apart."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("")
    names = ["points", "cards"]
    names += ["score"] if found.sides[0].score_loss is not None else []
    names += ["illegal"] if found.illegal else []
    for name in names:
        table.add_column(name, justify="right")
    for seat, totals in zip(deal.seat_names, found.seats, strict=True):
        table.add_row(render.seat_text(seat), *_sums(totals, names))
    for seats, totals in zip(deal.sides, found.sides, strict=True):
        if len(seats) > 1:
            table.add_row("+".join(seats), *_sums(totals, names), style="bold")
    return table


def _sums(totals: Totals, names: Sequence[str]) -> list[str]:
    sums = {
        "points": str(totals.loss),
        "cards": str(totals.cards),
        "score": figure(totals.score_loss),
        "illegal": str(totals.illegal),
    }
    return [sums[name] for name in names]


# ------------------------------------------------------------------------------------- the errors


def _errors(deal: Deal, found: Review, tongue: Letters) -> Iterator[RenderableType]:
    """For each card that gave something away what was better, and a line of each."""
    if not found.errors:
        if found.exact and found.cards:
            yield Text("No card gave anything away.\n")
        return
    yield Text("Cards that gave something away, and a best line with and without them", "italic")
    position = Position.start(deal)
    for before, card in zip(found.moments, found.cards, strict=False):
        if card.erred:
            yield Text("\n").append_text(_error(deal, before, card, tongue))
            if card.better:
                yield _lines(position, card, tongue)
        position = position.play_legal(card.card)
    yield Text("")


def _error(deal: Deal, before: Moment, card: ReviewedCard, tongue: Letters) -> Text:
    points = "1 point" if card.loss == 1 else f"{card.loss} points"
    seat = render.seat_text(deal.seat_names[card.seat])
    told = Text(f"Trick {card.trick}: {seat} played ")
    told.append_text(render.card_text(card.card, tongue)).append(f", which gives away {points}")
    told.append(f"{_of_score(before, card)}.")
    if card.best:
        told.append(" Better: ")
        told.append_text(Text(" or ").join(render.card_text(one, tongue) for one in card.best))
        told.append(".")
    return told


def _of_score(before: Moment, card: ReviewedCard) -> str:
    """What the loss means for the score of the hand."""
    was, now = before.score, card.after.score
    if was is None or now is None:
        return " and turns the hand" if card.turning_point else ""
    if was == now:
        return " but nothing of the score"
    turns = " and turns the hand" if card.turning_point else ""
    return f"{turns}: a score of {was[0]}-{was[1]} becomes {now[0]}-{now[1]}"


def _lines(position: Position, card: ReviewedCard, tongue: Letters) -> Table:
    """The line without the card and the one with it, each trick set off."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row("  without", _line(position, card.better, tongue))
    grid.add_row("  with", _line(position, (card.card, *card.refutation), tongue))
    return grid


def _line(position: Position, line: Sequence[Card], tongue: Letters) -> Text:
    """A line on as few rows as it needs: the cards, and a dot after each trick."""
    seats, place = len(position.hands), len(position.trick)
    text = Text()
    for number, card in enumerate(line, place):
        if number > place:
            text.append(" · " if number % seats == 0 else "\u00a0")
        text.append_text(render.card_text(card, tongue))
    return text
