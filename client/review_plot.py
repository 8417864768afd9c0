"""The value of a hand over the cards of its play, as a picture.

A step for each card that gave something away, down where the first side lost by it and up where
the other side did, each with its card. matplotlib, which draws it, comes with the extra ``plot``.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from manille.client import render
from manille.client.bench.plot import require_matplotlib
from manille.solver.cards import Letters, letters
from manille.solver.deals import Deal, Position
from manille.solver.reviewed import Review, ReviewedCard

__all__ = ["draw_review"]

# One file for one review: no random names inside, no date; and letters as curves.
STYLE = {
    "svg.hashsalt": "manille",
    "svg.fonttype": "path",
    "font.size": 9,
    "font.family": "sans-serif",
}
LINE, GRID, TEXT = "#2b5c8a", "#e6e6e6", "#555555"
# what the two sides gave away, and what nobody may do
SIDES, ILLEGAL = ("#c0392b", "#e08e0b"), "#8e44ad"
INCHES_A_CARD = 0.22
NEAR = 3  # labels at so few cards from each other would overlap on one height


def draw_review(deal: Deal, found: Review, path: Path, language: str = "en") -> None:
    """Draw a review into a file; the ending of its name, ``.svg`` or ``.png``, says how.

    Raises:
        InputError: matplotlib is not installed.
        OSError: the file cannot be written.
    """
    require_matplotlib()
    kind = path.suffix.lower()
    metadata = {"Date": None} if kind == ".svg" else {}
    tongue = letters(language, deal.rules.deck)
    with import_module("matplotlib").rc_context(STYLE):
        figure = _figure(deal, found, tongue)
        figure.savefig(path, format=kind[1:], dpi=110, metadata=metadata)


def _figure(deal: Deal, found: Review, tongue: Letters) -> Any:
    width = max(7.0, 2.0 + INCHES_A_CARD * len(found.cards))
    figure = import_module("matplotlib.figure").Figure(figsize=(width, 4.2))
    axes = figure.subplots()
    _axes(axes, deal, found)
    _values(axes, found)
    _goals(axes, deal, len(found.cards))
    _marks(axes, deal, found, tongue)
    figure.subplots_adjust(left=0.75 / width, right=1 - 0.3 / width, top=0.84, bottom=0.22)
    figure.suptitle(_title(deal, tongue), x=0.25 / width, y=0.98, ha="left", va="top", fontsize=12)
    figure.text(0.25 / width, 0.91, _subtitle(deal, found), va="top", color=TEXT, fontsize=8.5)
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="lower center", ncols=4, frameon=False)
    return figure


def _axes(axes: Any, deal: Deal, found: Review) -> None:
    """A column for each card, a line between tricks, and the number of each trick below."""
    seats, count = deal.rules.seats, len(found.cards)
    tricks = range((count + seats - 1) // seats)
    for trick in tricks:
        axes.axvline(trick * seats, color=GRID, linewidth=0.8, zorder=0)
    centers = [(trick * seats + min(count, (trick + 1) * seats)) / 2 for trick in tricks]
    axes.set_xticks(centers, [str(trick + 1) for trick in tricks])
    axes.set_xlim(0, max(count, 1) + 0.8)
    axes.set_ylim(0, max(deal.total, 1))
    axes.set_xlabel("trick")
    axes.set_ylabel(f"points of {render.seats_text(deal.sides[0])}")
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="x", length=0)
    axes.spines[["top", "right"]].set_visible(False)


def _values(axes: Any, found: Review) -> None:
    """The value, which holds until the next card; a band where it is not proven."""
    lows = [moment.bounds[0].low for moment in found.moments]
    highs = [moment.bounds[0].high for moment in found.moments]
    places = [*range(len(lows)), len(lows) - 1 + 0.8]
    lows, highs = [*lows, lows[-1]], [*highs, highs[-1]]
    axes.step(places, lows, where="post", color=LINE, linewidth=2)
    if lows != highs:
        axes.step(places, highs, where="post", color=LINE, linewidth=0.8, linestyle="--")
        axes.fill_between(
            places, lows, highs, step="post", color=LINE, alpha=0.15, label="not proven"
        )


def _goals(axes: Any, deal: Deal, count: int) -> None:
    """The points above which, or the bid from which on, the first side scores."""
    rules = deal.rules
    if rules.hand_score == "none" or deal.tricks < rules.hand_size:
        return
    goal = deal.bid if rules.hand_score == "bid" else rules.half
    if goal is not None:
        label = f"bid {goal}" if rules.hand_score == "bid" else f"half {goal}"
        axes.axhline(goal, color=TEXT, linewidth=0.8, linestyle=":")
        axes.text(count + 0.75, goal, label, ha="right", va="bottom", color=TEXT, fontsize=8)


def _marks(axes: Any, deal: Deal, found: Review, tongue: Letters) -> None:
    """A mark and a label at each card that gave something away or broke an obligation."""
    side_of, named = deal.contract.side_of, set[str]()
    last, level = [-NEAR, -NEAR], [0, 0]
    for number, card in enumerate(found.cards, 1):
        if not card.erred and card.obligation is None:
            continue
        side = side_of[card.seat]
        color = SIDES[side] if card.obligation is None else ILLEGAL
        what = f"{render.seats_text(deal.sides[side])} gave points away"
        what = what if card.obligation is None else "broke an obligation"
        height = card.after.bounds[0].low
        marker = "D" if card.turning_point else "o"
        label = None if what in named else what
        axes.plot([number], [height], marker, color=color, markersize=6, label=label, zorder=3)
        named.add(what)
        # labels of cards close to each other take turns, so that they can be read
        level[side] = (level[side] + 1) % 3 if number - last[side] < NEAR else 0
        last[side] = number
        # beyond the end of the step, where no line runs through it, if there is room
        above = side == 1 if 0.2 < height / deal.total < 0.8 else height / deal.total < 0.5
        axes.annotate(
            _label(deal, card, tongue),
            (number, height),
            (0, (7 + 11 * level[side]) * (1 if above else -1)),
            textcoords="offset points",
            ha="center",
            va="bottom" if above else "top",
            color=color,
            fontsize=7.5,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"},
        )
    if any(card.turning_point for card in found.cards):
        axes.plot([], [], "D", color=TEXT, markersize=6, label="the hand turns")


def _label(deal: Deal, card: ReviewedCard, tongue: Letters) -> str:
    loss = "" if card.loss is None else f" {-card.loss:+d}" if card.loss else ""
    return f"{deal.seat_names[card.seat]} {render.card_text(card.card, tongue).plain}{loss}"


def _title(deal: Deal, tongue: Letters) -> str:
    unplayed = replace(deal, played=())
    return render.heading(unplayed, Position.start(unplayed), tongue)


def _subtitle(deal: Deal, found: Review) -> str:
    first = [render.points_range(bounds) for bounds in found.start.bounds]
    last = [render.points_range(bounds) for bounds in found.moments[-1].bounds]
    sides = " - ".join("+".join(side) for side in deal.sides)
    return f"{sides}: {first[0]} - {first[1]} at first, {last[0]} - {last[1]} after the last card"
