"""Deals, tables of cards and lines as a person reads them in a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from manille.solver.cards import NO_TRUMP, Card, Letters
from manille.solver.deals import Deal, Hand, Position
from manille.solver.results import Bounds, CardResult, Solution

__all__ = ["cards_table", "diagram", "heading", "line_table", "outcome", "points_range"]

RED = "♥♦"


def suit_sign(suit: str, tongue: Letters) -> str:
    """The symbol of a suit, or its letter where the deck has no symbols."""
    if suit == NO_TRUMP:
        return "no trump"
    deck = tongue.deck
    return deck.symbols[deck.suits.index(suit)] if deck.symbols else tongue.format_suit(suit)


def card_text(card: Card, tongue: Letters) -> Text:
    """A card as rank and suit sign."""
    sign = suit_sign(card.suit, tongue)
    return Text(tongue.format_rank(card.rank) + sign, style="red" if sign in RED else "")


def heading(deal: Deal, position: Position, tongue: Letters) -> str:
    """The game, the trump and who leads, declares or is to play, in one line."""
    parts = [deal.rules.title]
    trump = deal.trump or NO_TRUMP
    parts.append("no trump" if trump == NO_TRUMP else f"trump {suit_sign(trump, tongue)}")
    if deal.declarer is not None:
        bid = "" if deal.bid is None else f", bid {deal.bid}"
        parts.append(f"declarer {deal.seat_names[deal.declarer]}{bid}")
    parts.append(f"{deal.leader} leads first")
    if deal.played and position.to_play is not None:
        parts.append(f"{deal.seat_names[position.to_play]} to play after {len(deal.played)} cards")
    return " · ".join(parts)


def diagram(deal: Deal, position: Position, tongue: Letters) -> RenderableType:
    """The hands around the table: four seats as a compass, others side by side."""
    blocks = dict(zip(deal.seat_names, _blocks(deal, position, tongue), strict=True))
    grid = Table.grid(padding=(0, 3))
    if len(blocks) == 4:
        grid.add_row("", blocks["N"], "")
        grid.add_row(blocks["W"], _on_table(deal, position, tongue), blocks["E"])
        grid.add_row("", blocks["S"], "")
    else:
        grid.add_row(*blocks.values())
        grid.add_row(_on_table(deal, position, tongue))
    return grid


def _blocks(deal: Deal, position: Position, tongue: Letters) -> list[RenderableType]:
    return [
        _block(name, hand, seat == position.to_play, tongue, deal)
        for seat, (name, hand) in enumerate(zip(deal.seat_names, position.hands, strict=True))
    ]


def _block(name: str, hand: Hand, to_play: bool, tongue: Letters, deal: Deal) -> RenderableType:
    lines = [Text(f"{name} to play" if to_play else name, style="bold")]
    for suit in deal.rules.family.suits:
        sign = suit_sign(suit, tongue)
        ranks = " ".join(tongue.format_rank(card.rank) for card in hand if card.suit == suit)
        lines.append(Text(f"{sign} {ranks or '-'}", style="red" if sign in RED else ""))
    return Group(*lines)


def _on_table(deal: Deal, position: Position, tongue: Letters) -> RenderableType:
    lines = [Text("on the table", style="dim")] if position.trick else [Text("")]
    for place, card in enumerate(position.trick):
        seat = (position.leader + place) % len(position.hands)
        lines.append(Text(f"{deal.seat_names[seat]} ") + card_text(card, tongue))
    return Group(*lines)


def outcome(deal: Deal, solution: Solution) -> str:
    """The points of both sides and the hand score as sentences."""
    names = [" and ".join(side) if len(side) < 3 else ", ".join(side) for side in deal.sides]
    verbs = ["takes" if len(side) == 1 else "take" for side in deal.sides]
    if solution.points is None:
        shares = [
            f"{n} {v} {points_range(b)}"
            for n, v, b in zip(names, verbs, solution.bounds, strict=True)
        ]
        return f"Not proven within the limits: {', '.join(shares)} points."
    shares = [f"{n} {v} {p}" for n, v, p in zip(names, verbs, solution.points, strict=True)]
    return f"{', '.join(shares)} points. {_score(deal, solution, names)}".rstrip()


def _score(deal: Deal, solution: Solution, names: list[str]) -> str:
    if solution.score is None:
        return ""
    first, second = solution.score
    if deal.rules.hand_score == "bid":
        made = f"The bid of {deal.bid} is made: {names[0]} scores {first}."
        return made if first else f"The bid of {deal.bid} fails: each other seat scores {second}."
    if first == second == 0:
        return "Nobody scores."
    side = 0 if first else 1
    verb = "scores" if len(deal.sides[side]) == 1 else "score"
    return f"{names[side]} {verb} {solution.score[side]}."


def points_range(bounds: Bounds) -> str:
    """The points, or the bounds of what is not proven."""
    return str(bounds.low) if bounds.exact is not None else f"{bounds.low} to {bounds.high}"


def cards_table(results: tuple[CardResult, ...], title: str, tongue: Letters) -> Table:
    """What each legal card is worth, best first."""
    table = Table(title=title, title_justify="left")
    for column in ("card", "points", "loss"):
        table.add_column(column, justify="left" if column == "card" else "right")
    for first in sorted(_firsts(results), key=lambda r: (-r.bounds.high, -r.bounds.low)):
        same = [r.card for r in results if r.same_as == first.card]
        cards = Text(" = ").join(card_text(card, tongue) for card in (first.card, *same))
        loss = "?" if first.loss is None else str(first.loss)
        table.add_row(
            cards, points_range(first.bounds), loss, style="bold" if first.loss == 0 else ""
        )
    return table


def _firsts(results: tuple[CardResult, ...]) -> list[CardResult]:
    return [result for result in results if result.same_as is None]


def line_table(deal: Deal, position: Position, line: tuple[Card, ...], tongue: Letters) -> Table:
    """A line trick by trick: who led, who won with what, and the points of both sides so far."""
    table = Table(title="One best line", title_justify="left")
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
    return table


def _marked(cards: list[Card], winner: int, tongue: Letters) -> Text:
    texts = [card_text(card, tongue) for card in cards]
    texts[winner].stylize("bold underline")
    return Text(" ").join(texts)
