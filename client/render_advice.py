"""Advice with one hand known, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from manille.client.histogram import histogram
from manille.client.render import card_text, heading, on_table, seat_text, seats_text, suit_sign
from manille.client.render_options import (
    Option,
    amount_text,
    bids_table,
    interval_text,
    legend,
    mean_text,
    option_text,
    options_table,
    side_names,
    trump_name,
)
from manille.solver.advised import Advice, BidAdvice, Points
from manille.solver.cards import Card, Letters
from manille.solver.deals import Deal, Position
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.rules.calling import Calling, calling
from manille.solver.rules.calls import PASS

__all__ = ["advice_parts", "advice_row"]


def advice_parts(
    deal: Deal, advice: Advice, seed: int, tongue: Letters
) -> Iterator[RenderableType]:
    """What the seat knows, what it should do, and what that rests on, one below the other."""
    seat = deal.seat_names.index(advice.state.seat)
    yield Text.assemble(_known(deal, advice, seat, tongue), "\n")
    yield Text.assemble((_sentence(deal, advice, tongue), "bold"), "\n")
    yield options_table(deal, advice, tongue)
    yield Text(f"{legend(deal, advice, seat)}\n", style="dim")
    if isinstance(advice, BidAdvice) and (bids := bids_table(advice, tongue)) is not None:
        yield Group(bids, "")
    if spreads := _spreads(advice, tongue):
        side = seats_text(side_names(deal, advice, seat))
        title = f"The points of {side}, by how many of the layouts give them"
        yield Group(Text(title, style="italic"), histogram(spreads, advice.state.samples), "")
    yield Text(f"{_basis(advice, seed, tongue)}\n")
    yield Text(_method(advice), style="dim")


def advice_row(advice: Advice, tongue: Letters) -> str:
    """Where the advice stands, in half a line."""
    best, *others = advice.options
    state = advice.state
    row = f"{_choice(advice, tongue)}  {mean_text(best.objective.mean, state)} "
    row += f"({interval_text(best.objective, state)})"
    if others and others[0].behind is not None:
        row += f", {option_text(others[0], tongue).plain} "
        row += f"{amount_text(others[0].behind.mean, state)} behind"
    return row


# ------------------------------------------------------------------------------ what a seat knows


def _known(deal: Deal, advice: Advice, seat: int, tongue: Letters) -> Text:
    who = seat_text(deal.seat_names[seat])
    if isinstance(advice, BidAdvice):
        first = f"{deal.rules.title}, {who} to call, {seat_text(deal.leader)} leads first"
        lines, hand = [Text(first, style="bold")], deal.hands[seat] or ()
    else:
        # what is asked of the position is the same in every layout
        position = Position.of(Layouts(Knowledge.of(deal, seat)).deal(0, 0))
        lines, hand = list(_played(deal, position, tongue)), position.hand
    if deal.calls:
        lines.append(Text(f"Calls: {_calls(deal, tongue)}"))
    lines.append(Text.assemble(f"{upper(who)} holds ", _hand(hand, deal, tongue)))
    if None not in deal.hands:
        lines.append(Text(f"The other hands are not looked at: {who} does not see them."))
    return Text("\n").join(lines)


def _played(deal: Deal, position: Position, tongue: Letters) -> Iterator[Text]:
    yield Text(heading(deal, position, tongue), style="bold")
    if any(position.points):
        names = [seats_text(side) for side in deal.sides]
        has = ["has" if len(side) == 1 else "have" for side in deal.sides]
        first, second = (
            f"{n} {h} {p}" for n, h, p in zip(names, has, position.points, strict=True)
        )
        yield Text(f"So far {first}, {second} points")
    if position.trick:
        yield Text("On the table: ") + on_table(deal, position, tongue)


def _calls(deal: Deal, tongue: Letters) -> str:
    """Who called what so far."""
    so_far: Calling = calling(deal.rules)
    told = []
    for call in deal.calls:
        assert so_far.to_call is not None
        shown = call if call == PASS or call.isdigit() else trump_name(call, tongue)
        told.append(f"{seat_text(deal.seat_names[so_far.to_call])} {shown}")
        so_far = so_far.call(call)
    return ", ".join(told)


def _hand(hand: Sequence[Card], deal: Deal, tongue: Letters) -> Text:
    """A hand in one line."""
    parts = []
    for suit in deal.rules.family.suits:
        cards = [card for card in hand if card.suit == suit]
        sign = suit_sign(suit, tongue)
        mark = f"{sign}:" if sign.isalpha() else sign
        ranks = " ".join(tongue.format_rank(card.rank) for card in cards)
        style = card_text(cards[0], tongue).style if cards else ""
        parts.append(Text(f"{mark} {ranks or '-'}", style=style))
    return Text("  ").join(parts)


# -------------------------------------------------------------------------------------- the advice


def _sentence(deal: Deal, advice: Advice, tongue: Letters) -> str:
    who = upper(seat_text(advice.state.seat))
    told = f"{who} should {_choice(advice, tongue)}"
    if isinstance(advice, BidAdvice) and advice.bid is None and advice.options[0].bid is not None:
        told = f"{who} has won with {advice.options[0].bid} and should {_choice(advice, tongue)}"
    if len(advice.options) == 1:
        told = f"{who} can only {_choice(advice, tongue)}"
    level = [option_text(o, tongue).plain for o in advice.options[1:] if _level(o)]
    if level:
        told += f"; just as good: {', '.join(level)}"
    if isinstance(advice, BidAdvice) and advice.bid is not None:
        told += f". {_worth_bidding(advice)}"
    return f"{told}."


def _spreads(advice: Advice, tongue: Letters) -> list[tuple[Text, Points]]:
    """How the points of the best option are spread, and those of the next one that differs."""
    told = [option for option in advice.options if not _level(option)]
    spreads = [(option_text(option, tongue), option.points) for option in told]
    return [(name, points) for name, points in spreads if points is not None][:2]


def _level(option: Option) -> bool:
    """Whether an option is surely just as good as the best one."""
    return option.behind is not None and option.behind == (0, 0, 0)


def _choice(advice: Advice, tongue: Letters) -> str:
    """What to do, as in ``W should ...``."""
    if not isinstance(advice, BidAdvice):
        return f"play {card_text(advice.card, tongue).plain}"
    if advice.call == PASS:
        return PASS
    trump = trump_name(advice.call, tongue)
    return f"call {trump}" if advice.bid is None else f"bid {advice.bid} for {trump}"


def _worth_bidding(advice: BidAdvice) -> str:
    if advice.highest is None:
        return "By the score no bid with it is worth more than passing"
    if advice.highest == advice.bid:
        return "No higher bid is worth more than passing"
    return f"Should others bid, up to {advice.highest} is worth more than passing"


def _basis(advice: Advice, seed: int, tongue: Letters) -> str:
    """What the advice rests on, and how clear it is."""
    state = advice.state
    if state.samples < state.layouts:
        told = f"{state.samples:,} of {state.layouts:,} layouts of the hidden cards were solved"
        told += f" (seed {seed})"
    elif state.layouts == 1:
        told = "The one layout of the hidden cards that fits was solved"
    else:
        told = f"All {state.layouts:,} layouts of the hidden cards that fit were solved"
    told += "." if state.final else ", then it was interrupted."
    if len(advice.options) == 1:
        return told
    if state.clear:
        return f"{told} The choice is clear."
    return f"{told} The choice is not clear{_maybe(advice, tongue)}."


def _maybe(advice: Advice, tongue: Letters) -> str:
    """The options that may be better, those left out that are surely just as good."""
    close = [
        option_text(option, tongue).plain
        for option in advice.options[1:]
        if option.behind and option.behind.low <= 0 and not _level(option)
    ]
    return f": {', '.join(close)} may be as good" if close else " yet"


def _method(advice: Advice) -> str:
    name = "bid" if isinstance(advice, BidAdvice) else "play"
    told = "Each layout was solved with all cards known to all, which misleads about hiding cards "
    return f"{told}and about finding out where they are: see manille {name} --help."


def upper(text: str) -> str:
    return text[0].upper() + text[1:]
