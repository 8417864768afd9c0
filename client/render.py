"""Deals, tables of cards and lines as a person reads them in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from manille.solver.cards import NO_TRUMP, Card, Letters
from manille.solver.deals import Deal, Hand, Position
from manille.solver.results import Bounds, CardResult, ReachResult, Solution

__all__ = [
    "card_text",
    "cards_table",
    "diagram",
    "effort",
    "heading",
    "line_table",
    "on_table",
    "outcome",
    "points_range",
    "reach_text",
    "seat_text",
    "seats_text",
    "trump_text",
]

RED = "♥♦"

FROM_SERVER = {
    "shared": "The server shared a search that somebody else had begun.",
    "memory": "The server had the answer in its memory.",
    "cache": "The server had the answer in its cache.",
}


def seat_text(name: str) -> str:
    """The name of a seat in a sentence, where a bare number would be taken for another figure."""
    return f"seat {name}" if name.isdigit() else name


def seats_text(names: Sequence[str]) -> str:
    """Several seats in a sentence: ``N and S``, ``seats 1, 2 and 4``."""
    if len(names) == 1:
        return seat_text(names[0])
    plural = "seats " if names[0].isdigit() else ""
    return f"{plural}{', '.join(names[:-1])} and {names[-1]}"


def suit_sign(suit: str, tongue: Letters) -> str:
    """The symbol of a suit, or its letter where the deck or the output has no symbols."""
    deck = tongue.deck
    if deck.symbols and _carries(deck.symbols):
        return deck.symbols[deck.suits.index(suit)]
    return tongue.format_suit(suit)


def _carries(text: str) -> bool:
    """Whether standard output has these letters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def card_text(card: Card, tongue: Letters) -> Text:
    """A card as rank and suit sign."""
    sign = suit_sign(card.suit, tongue)
    return Text(tongue.format_rank(card.rank) + sign, style=_style(sign))


def _style(sign: str) -> str:
    return "red" if sign in RED else ""


def trump_text(deal: Deal, tongue: Letters) -> str:
    """The trump of a deal in a sentence."""
    trump = deal.trump or NO_TRUMP
    return "no trump" if trump == NO_TRUMP else f"trump {suit_sign(trump, tongue)}"


def heading(deal: Deal, position: Position, tongue: Letters) -> str:
    """The game, the trump and who leads, declares or is to play, in one line."""
    parts = [deal.rules.title, trump_text(deal, tongue)]
    if deal.turned is not None:
        dealer = seat_text(deal.seat_names[-1])
        parts[-1] += f" ({dealer} turned up {card_text(deal.turned, tongue).plain})"
    if deal.declarer is not None:
        bid = "" if deal.bid is None else f" with a bid of {deal.bid}"
        parts.append(f"{seat_text(deal.seat_names[deal.declarer])} is the declarer{bid}")
    parts.append(f"{seat_text(deal.leader)} leads first")
    if deal.played and position.to_play is not None:
        seat = seat_text(deal.seat_names[position.to_play])
        count = len(deal.played)
        parts.append(f"{seat} to play after {count} card{'s' if count > 1 else ''}")
    return ", ".join(parts)


def diagram(
    deal: Deal, position: Position, tongue: Letters, *, mark_seat: bool = True
) -> RenderableType:
    """The hands around the table: four seats as a compass, others side by side.

    The seat to play is marked, unless that is nobody in particular.
    """
    to_play = position.to_play if mark_seat else None
    blocks = dict(zip(deal.seat_names, _blocks(deal, position, tongue, to_play), strict=True))
    grid = Table.grid(padding=(0, 3))
    if len(blocks) == 4:
        grid.add_row("", blocks["N"], "")
        grid.add_row(blocks["W"], _middle(deal, position, tongue), blocks["E"])
        grid.add_row("", blocks["S"], "")
        return grid
    grid.add_row(*blocks.values())
    if not position.trick:
        return grid
    return Group(grid, Text("\non the table: ") + on_table(deal, position, tongue))


def _blocks(
    deal: Deal, position: Position, tongue: Letters, to_play: int | None
) -> list[RenderableType]:
    return [
        _block(seat_text(name), hand, seat == to_play, tongue, deal)
        for seat, (name, hand) in enumerate(zip(deal.seat_names, position.hands, strict=True))
    ]


def _block(name: str, hand: Hand, to_play: bool, tongue: Letters, deal: Deal) -> RenderableType:
    lines = [Text(f"{name} to play" if to_play else name, style="bold")]
    for suit in deal.rules.family.suits:
        sign = suit_sign(suit, tongue)
        # among letters of ranks the letter of the suit needs something that sets it off
        mark = f"{sign}:" if sign.isalpha() else sign
        ranks = " ".join(tongue.format_rank(card.rank) for card in hand if card.suit == suit)
        lines.append(Text(f"{mark} {ranks or '-'}", style=_style(sign)))
    return Group(*lines)


def _middle(deal: Deal, position: Position, tongue: Letters) -> RenderableType:
    """The current trick in the middle of the compass, a card a line."""
    if not position.trick:
        return Text("")
    return Group(Text("on the table", style="dim"), *_played(deal, position, tongue))


def on_table(deal: Deal, position: Position, tongue: Letters) -> Text:
    """The cards of the current trick with who played them, on one line."""
    return Text(", ").join(_played(deal, position, tongue))


def _played(deal: Deal, position: Position, tongue: Letters) -> list[Text]:
    seats = len(position.hands)
    names = [deal.seat_names[(position.leader + n) % seats] for n in range(len(position.trick))]
    return [
        Text(f"{seat_text(name)} ") + card_text(card, tongue)
        for name, card in zip(names, position.trick, strict=True)
    ]


def outcome(deal: Deal, position: Position, solution: Solution) -> str:
    """The points of both sides, so far and in the end, and the hand score, as sentences."""
    names = [seats_text(side) for side in deal.sides]
    verbs = ["takes" if len(side) == 1 else "take" for side in deal.sides]
    if solution.points is None:
        windows = [_window_of(side, deal, solution.window) for side in (0, 1)]
        shown = [points_range(b, w) for b, w in zip(solution.bounds, windows, strict=True)]
        end = f"{_shares(names, verbs, shown)} points."
        if not solution.settled:
            end = f"Not proven within the limits: {end}"
        else:
            end = _sentence(f"{end} Outside the window there is no score, no loss and no line.")
    else:
        end = f"{_shares(names, verbs, solution.points)} points. {_score(deal, solution, names)}"
        end = _sentence(end.rstrip())
    if position.to_play is None or not any(position.points):
        return end
    has = ["has" if len(side) == 1 else "have" for side in deal.sides]
    return f"So far {_shares(names, has, position.points)} points.\n{end}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _window_of(side: int, deal: Deal, window: Bounds | None) -> Bounds | None:
    """The window of the points of side 0, in the points of a side."""
    return window.against(deal.total) if window is not None and side else window


def reach_text(deal: Deal, result: ReachResult) -> str:
    """A yes/no question and its answer, as sentences."""
    names = deal.sides[result.side]
    ask = f"{'Does' if len(names) == 1 else 'Do'} {seats_text(names)} take at least {result.points}"
    if result.answer is None:
        proven = points_range(result.bounds[result.side])
        return f"{ask} points? Not known within the limits: {proven} points."
    return f"{ask} points? {'Yes' if result.answer else 'No'}."


def effort(deal: Deal, nodes: int, time_s: float, source: str | None = None) -> Text:
    """What an answer cost, the rules that it holds for, and where a server had it from.

    Args:
        deal: the deal.
        nodes: seats to play that were looked at, when it was found.
        time_s: seconds that the search took then.
        source: ``search``, ``shared``, ``memory`` or ``cache``; None for a search here.
    """
    rules = f"rules {deal.rules.name}, fingerprint {deal.rules.fingerprint}"
    lines = [f"{nodes:,} nodes in {time_s:.3f} s; {rules}"]
    lines += [FROM_SERVER[source]] if source in FROM_SERVER else []
    return Text("\n".join(lines), style="dim")


def _shares(names: Sequence[str], verbs: Sequence[str], points: Sequence[object]) -> str:
    first, second = (f"{n} {v} {p}" for n, v, p in zip(names, verbs, points, strict=True))
    return f"{first}, {second}"


def _score(deal: Deal, solution: Solution, names: list[str]) -> str:
    if solution.score is None:
        return _why_no_score(deal)
    first, second = solution.score
    if deal.rules.hand_score == "bid":
        made = f"The bid of {deal.bid} is made: {names[0]} scores {first}."
        return made if first else f"The bid of {deal.bid} fails: each other seat scores {second}."
    if first == second == 0:
        return "Nobody scores."
    side = 0 if first else 1
    verb = "scores" if len(deal.sides[side]) == 1 else "score"
    return f"{_sentence(names[side])} {verb} {solution.score[side]}."


def _why_no_score(deal: Deal) -> str:
    if deal.rules.hand_score == "none":
        return ""
    if deal.tricks < deal.rules.hand_size:
        return "An ending has no score."
    return "The score hangs on the bid: add `; bid=NUMBER`."


def points_range(bounds: Bounds, window: Bounds | None = None, *, short: bool = False) -> str:
    """The points, or on which side of the window they lie, or the bounds of what is not proven."""
    if bounds.exact is not None:
        return str(bounds.exact)
    if window is not None and bounds.high < window.low:
        return f"<{window.low}" if short else f"less than {window.low}"
    if window is not None and bounds.low > window.high:
        return f">{window.high}" if short else f"more than {window.high}"
    return f"{bounds.low} to {bounds.high}"


def cards_table(deal: Deal, position: Position, solution: Solution, tongue: Letters) -> Group:
    """What each legal card is worth to the side that plays it, best first.

    The cards of the solution must be known, and a seat to play.
    """
    assert position.to_play is not None
    assert solution.cards is not None
    number = deal.contract.side_of[position.to_play]
    side, window = deal.sides[number], _window_of(number, deal, solution.window)
    table = Table()
    for column in ("card", "points", "loss"):
        table.add_column(column, justify="left" if column == "card" else "right")
    for first in sorted(_firsts(solution.cards), key=lambda r: (-r.bounds.high, -r.bounds.low)):
        same = [r.card for r in solution.cards if r.same_as == first.card]
        cards = Text(" = ").join(card_text(card, tongue) for card in (first.card, *same))
        loss = "?" if first.loss is None else str(first.loss)
        style = "bold" if first.loss == 0 else ""
        table.add_row(cards, points_range(first.bounds, window), loss, style=style)
    seat = seat_text(deal.seat_names[position.to_play])
    title = f"The cards of {seat}, with the points that {seats_text(side)} then "
    title += "takes" if len(side) == 1 else "take"
    return Group(Text(title, style="italic"), table)


def _firsts(results: tuple[CardResult, ...]) -> list[CardResult]:
    return [result for result in results if result.same_as is None]


def line_table(
    deal: Deal, position: Position, line: tuple[Card, ...], tongue: Letters, title: str
) -> Group:
    """A line trick by trick: who led, who won with what, and the points of both sides so far."""
    table = Table()
    names = ["+".join(side) for side in deal.sides]
    for column in ("trick", "lead", "cards", "won by", *names):
        table.add_column(
            column, justify="left" if column in ("cards", "lead", "won by") else "right"
        )
    leader, cards = position.leader, list(position.trick)
    number = deal.tricks - position.tricks_left + 1
    for card in line:
        cards.append(card)
        position = position.play(card)
        if not position.trick:
            winner = deal.contract.winner(tuple(cards))
            table.add_row(
                str(number),
                deal.seat_names[leader],
                _marked(cards, winner, tongue),
                deal.seat_names[position.leader],
                *map(str, position.points),
            )
            leader, cards, number = position.leader, [], number + 1
    return Group(Text(f"{title}, with the points so far", style="italic"), table)


def _marked(cards: list[Card], winner: int, tongue: Letters) -> Text:
    texts = [card_text(card, tongue) for card in cards]
    texts[winner].stylize("bold underline")
    return Text(" ").join(texts)
