"""What is known of hidden hands, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.console import Group
from rich.table import Table
from rich.text import Text

from manille.client.render import card_text, seat_text, seats_text, suit_sign, trump_text
from manille.solver.cards import Card, Letters
from manille.solver.deals.hands import sort_hand
from manille.solver.hidden import Fact, Knowledge, described

__all__ = ["chances_table", "facts_text", "knowledge_heading", "layouts_text"]

Holders = Mapping[Card, Mapping[int, Fraction]]


def knowledge_heading(knowledge: Knowledge, tongue: Letters) -> str:
    """The game, how far it is, and who knows, in one line."""
    deal = knowledge.deal
    trump = "trump not named yet" if deal.trump is None else trump_text(deal, tongue)
    if deal.turned is not None:
        dealer = seat_text(deal.seat_names[-1])
        trump += f" ({dealer} turned up {card_text(deal.turned, tongue).plain})"
    parts = [deal.rules.title, trump, f"{seat_text(deal.leader)} leads first"]
    if deal.played:
        parts.append(f"{len(deal.played)} card{'s' if len(deal.played) > 1 else ''} played")
    return f"{', '.join(parts)}\n{_who(knowledge)}"


def _who(knowledge: Knowledge) -> str:
    deal = knowledge.deal
    if knowledge.seat is not None:
        return f"What {seat_text(deal.seat_names[knowledge.seat])} knows"
    shown = [deal.seat_names[s] for s, hand in enumerate(deal.hands) if hand is not None]
    if not shown:
        return "What is known to somebody who sees no hand"
    hands = "the hand" if len(shown) == 1 else "the hands"
    return f"What is known to somebody who sees {hands} of {seats_text(shown)}"


def chances_table(knowledge: Knowledge, holders: Holders, tongue: Letters) -> Group:
    """The chance of each hidden seat to hold each hidden card; cards with equal chances on a row.

    The last row has how many cards each seat holds.
    """
    deal, hidden = knowledge.deal, knowledge.hidden
    table = Table("cards")
    for seat in hidden:
        table.add_column(seat_text(deal.seat_names[seat]), justify="right")
    for (suit, shares), cards in _rows(knowledge, holders).items():
        found = dict(shares)
        table.add_row(_cards(suit, cards, tongue), *(_chance(found.get(seat)) for seat in hidden))
    table.add_section()
    sums = [sum(shares.get(seat, Fraction(0)) for shares in holders.values()) for seat in hidden]
    table.add_row("cards held", *map(str, sums))
    return Group(Text("Where each hidden card is", style="italic"), table)


def _rows(
    knowledge: Knowledge, holders: Holders
) -> dict[tuple[str, tuple[tuple[int, Fraction], ...]], list[Card]]:
    """The hidden cards by suit and chances, in the order in which a hand is written."""
    deal = knowledge.deal
    rows: dict[tuple[str, tuple[tuple[int, Fraction], ...]], list[Card]] = {}
    for card in sort_hand(list(holders), deal.rules, deal.trump):
        rows.setdefault((card.suit, tuple(holders[card].items())), []).append(card)
    # all of a suit together, whatever came between
    suits = deal.rules.family.suits
    return dict(sorted(rows.items(), key=lambda row: suits.index(row[0][0])))


def _cards(suit: str, cards: list[Card], tongue: Letters) -> Text:
    sign = suit_sign(suit, tongue)
    mark = f"{sign}:" if sign.isalpha() else sign
    ranks = " ".join(tongue.format_rank(card.rank) for card in cards)
    return Text(f"{mark} {ranks}", style=card_text(cards[0], tongue).style)


def _chance(share: Fraction | None) -> str:
    """A share in percent; what is not sure is shown neither as 100 nor as 0."""
    if share is None:
        return "-"
    if share == 1:
        return "sure"
    percent = round(100 * share)
    return "<1 %" if percent == 0 else ">99 %" if percent == 100 else f"{percent} %"


def facts_text(knowledge: Knowledge, facts: Sequence[Fact], tongue: Letters) -> Text | None:
    """What the play has shown about the hidden hands, a fact a line, seat by seat.

    None before the first card.
    """
    deal = knowledge.deal
    if not facts:
        return Text("What was played rules out nothing more.") if deal.played else None
    lines = [Text("What the play has shown", style="italic")]
    for fact in sorted(facts, key=lambda fact: fact.seat):
        name = seat_text(deal.seat_names[fact.seat])
        has = described(fact, tongue.deck, lambda card: card_text(card, tongue).plain)
        line = Text(f"{name[0].upper()}{name[1:]} has {has}: it played ")
        lines.append(line + card_text(fact.card, tongue) + f" to trick {fact.trick}")
    return Text("\n").join(lines)


def layouts_text(count: int) -> str:
    """How many layouts there are, and what that means."""
    if count == 1:
        return "The hidden cards can lie in one way only."
    return (
        f"{count:,} layouts of the hidden cards fit.\n"
        "All count the same: calls and choices of legal cards are not read as signals."
    )
