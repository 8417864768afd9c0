"""The options of advice as tables: calls, bids and cards with what they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from manille.client.histogram import percent
from manille.client.render import card_text, seat_text, seats_text, suit_sign
from manille.solver.advised import (
    Advice,
    BidAdvice,
    BidOption,
    CallOption,
    Mean,
    PlayOption,
    Refinement,
)
from manille.solver.cards import NO_TRUMP, Letters
from manille.solver.deals import Deal
from manille.solver.rules.calls import PASS

__all__ = [
    "Option",
    "amount_text",
    "bids_table",
    "interval_text",
    "legend",
    "mean_text",
    "option_text",
    "options_table",
    "side_names",
    "trump_name",
]

Option = CallOption | PlayOption

AROUND = 2  # bids that are shown on either side of the best one and of the highest worth making


def options_table(deal: Deal, advice: Advice, tongue: Letters) -> Table:
    """What each option leads to, the best first."""
    state, bids = advice.state, any(_bid(option) for option in advice.options)
    makes = any(option.make is not None for option in advice.options)
    table = Table()
    table.add_column("call" if isinstance(advice, BidAdvice) else "card")
    heads = ["bid"] if bids else []
    heads += [_objective(state), "95 % interval", "behind"]
    heads += [*(["make"] if makes else []), "p10", "p50", "p90"]
    for head in heads:
        table.add_column(head, justify="right")
    for option in advice.options:
        points = option.points
        cells = [_bid(option)] if bids else []
        cells += [mean_text(option.objective.mean, state), interval_text(option.objective, state)]
        cells += ["" if option.behind is None else amount_text(option.behind.mean, state)]
        cells += [percent(option.make)] if makes else []
        cells += ["", "", ""] if points is None else map(str, (points.p10, points.p50, points.p90))
        style = "bold" if option.behind is None else ""
        table.add_row(option_text(option, tongue), *cells, style=style)
    return table


def legend(deal: Deal, advice: Advice, seat: int) -> str:
    """What the columns mean."""
    side, who = side_names(deal, advice, seat), seat_text(deal.seat_names[seat])
    auction = isinstance(advice, BidAdvice) and deal.rules.trump_by == "auction"
    told = []
    if advice.state.objective == "score":
        told.append(f"Net score: {_net_score(deal, seat)}.")
    if any(option.make is not None for option in advice.options):
        scores = "scores" if len(side) == 1 else "score"
        often = "the bid is made" if auction else f"{seats_text(side)} {scores}"
        told.append(f"Make: how often {often}.")
    whose = who if auction else seats_text(side)
    told.append(f"p10, p50, p90: a tenth, half, nine tenths of the layouts give {whose} no more.")
    if any(_plays_less(option, advice.state) for option in advice.options):
        told[-1] = told[-1].removesuffix(".") + ", where the hand is played."
    if auction and any(_is_pass(option) for option in advice.options):
        told.append(f"After a pass: how often {who} scores, and the points of its side.")
    unknown = deal.rules.hand_score == "bid" and deal.bid is None
    if advice.state.objective == "points" and unknown and not isinstance(advice, BidAdvice):
        told.append("To go by the score, which hangs on the bid, add `; bid=NUMBER` to the deal.")
    return " ".join(told)


def _plays_less(option: Option, state: Refinement) -> bool:
    """Whether the hand is not played in all layouts after an option."""
    points = option.points
    return points is None or sum(points.histogram.values()) < state.samples


def _net_score(deal: Deal, seat: int) -> str:
    who = seat_text(deal.seat_names[seat])
    if deal.rules.sides == "declarer":
        return f"what {who} scores less the mean of the other seats"
    ours, theirs = (seats_text(deal.seat_names[side % 2 :: 2]) for side in (seat, seat + 1))
    return f"what {ours} score less what {theirs} score"


def _is_pass(option: Option) -> bool:
    return isinstance(option, CallOption) and option.call == PASS


def bids_table(advice: BidAdvice, tongue: Letters) -> Group | None:
    """The bids of the best trump that matter; None where none can be made."""
    best = next((option for option in advice.options if option.bids), None)
    if best is None or len(best.bids) == 1:
        return None
    passing = next((option for option in advice.options if option.call == PASS), None)
    highest = advice.highest if best.call == advice.call else None
    table = Table()
    for head in ("bid", "make", "net score"):
        table.add_column(head, justify="right")
    table.add_column("")
    last = best.bids[0].bid - 1
    for one in _telling(best.bids, best.bid, highest):
        if one.bid > last + 1:
            table.add_row("...", "", "", "")
        last = one.bid
        notes = ["best"] if one.bid == best.bid else []
        notes += ["the highest worth more than passing"] if one.bid == highest else []
        style = "bold" if notes else ""
        table.add_row(
            str(one.bid), percent(one.make), f"{one.mean:+.1f}", ", ".join(notes), style=style
        )
    title = f"Bids for {trump_name(best.call, tongue)}, should they be the last"
    if passing is not None and passing.call != advice.call:
        title += f"; passing is worth {passing.objective.mean:+.1f}"
    return Group(Text(title, style="italic"), table)


def _telling(bids: Sequence[BidOption], *wanted: int | None) -> list[BidOption]:
    """The first bid, and those around the wanted ones."""
    near = {bids[0].bid}
    for bid in wanted:
        if bid is not None:
            near |= set(range(bid - AROUND, bid + AROUND + 1))
    return [one for one in bids if one.bid in near]


# ------------------------------------------------------------------------------- words and figures


def option_text(option: Option, tongue: Letters) -> Text:
    """The name of an option: ``pass``, a trump or a card."""
    if isinstance(option, PlayOption):
        return card_text(option.card, tongue)
    return Text(PASS if _is_pass(option) else trump_name(option.call, tongue))


def trump_name(trump: str, tongue: Letters) -> str:
    """A trump as its suit sign, or ``NT``."""
    return NO_TRUMP if trump == NO_TRUMP else suit_sign(trump, tongue)


def _bid(option: Option) -> str:
    found = option.bid if isinstance(option, CallOption) else None
    return "" if found is None else str(found)


def _objective(state: Refinement) -> str:
    if state.objective == "reach":
        return f"reach {state.reach}"
    return "net score" if state.objective == "score" else "points"


def mean_text(value: float, state: Refinement) -> str:
    """What an option is worth to the objective, a score with its sign."""
    return f"{value:+.1f}" if state.objective == "score" else amount_text(value, state)


def amount_text(value: float, state: Refinement) -> str:
    """A difference in what the objective counts."""
    return percent(value) if state.objective == "reach" else f"{value:.1f}"


def interval_text(mean: Mean, state: Refinement) -> str:
    """The ends of an interval, as :func:`mean_text` shows them."""
    if state.objective == "reach":
        return f"{100 * mean.low:.0f} to {100 * mean.high:.0f} %"
    return f"{mean_text(mean.low, state)} to {mean_text(mean.high, state)}"


def side_names(deal: Deal, advice: Advice, seat: int) -> tuple[str, ...]:
    """The names of the seats on the side of the one that asks."""
    names = deal.seat_names
    if deal.rules.sides == "partners":
        return names[seat % 2 :: 2]
    if isinstance(advice, BidAdvice):
        return (names[seat],)
    return deal.sides[deal.contract.side_of[seat]]
