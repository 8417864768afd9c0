"""Hypothesis strategies for the values of the domain, and how random tests are run.

A test that draws one of these values calls :func:`tell` first, so that a failure shows the deal in
its notation, besides the line that repeats the very example.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st

from manille.solver.cards import LANGUAGES, Card
from manille.solver.deals import Deal, Hand, Position, format_deal
from manille.solver.deals.hands import sort_hand
from manille.solver.rules import RuleSet, load, names
from manille.solver.rules.calling import calling

__all__ = [
    "RULE_SETS",
    "calls",
    "deals",
    "examples",
    "hands",
    "languages",
    "open_deals",
    "positions",
    "rule_sets",
    "spelling",
    "tell",
]

RULE_SETS = tuple(load(name) for name in names())


def examples(count: int) -> settings:
    """The settings of a random test: how many examples, and a failure that can be repeated."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=count, deadline=None, print_blob=True, suppress_health_check=slow)


def spelling(position: Position) -> str:
    """A position as a deal in notation that starts at its trick; its points are not in it."""
    contract, leader = position.contract, position.leader
    held = list(position.hands)
    for place, card in enumerate(position.trick):
        seat = (leader + place) % len(held)
        held[seat] = sort_hand([*held[seat], card], contract.rules, contract.trump)
    declarer = contract.declarer
    seat = None if declarer is None else (declarer - leader) % len(held)
    hands = tuple(held[leader:] + held[:leader])
    deal = Deal(contract.rules, contract.trump, leader, hands, seat, played=position.trick)
    return f"{format_deal(deal)} (points so far {position.points})"


def tell(value: Deal | Position) -> None:
    """Have a failure of the test print the value in notation."""
    note(format_deal(value) if isinstance(value, Deal) else spelling(value))


def languages() -> st.SearchStrategy[str]:
    """One of the six languages."""
    return st.sampled_from(LANGUAGES)


def rule_sets(
    fits: Callable[[RuleSet], bool] = lambda rules: True,
) -> st.SearchStrategy[RuleSet]:
    """A rule set that comes with the program and fits."""
    return st.sampled_from([rules for rules in RULE_SETS if fits(rules)])


@st.composite
def hands(draw: st.DrawFn, rules: RuleSet, trump: str | None = None) -> Hand:
    """A hand of any length, in the order in which it is written."""
    cards = draw(st.sets(st.sampled_from(rules.cards), max_size=rules.hand_size))
    return sort_hand(list(cards), rules, trump)


@st.composite
def calls(draw: st.DrawFn, rules: RuleSet) -> tuple[str, ...]:
    """Legal calls from the first one on; none where nothing is called."""
    if rules.trump_by not in ("auction", "choice"):
        return ()
    so_far = calling(rules)
    for _ in range(draw(st.integers(0, 2 * rules.seats))):
        if so_far.ended:
            break
        so_far = so_far.call(draw(st.sampled_from(so_far.legal_calls())))
    return so_far.calls


@st.composite
def open_deals(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet] | None = None,
    tricks: st.SearchStrategy[int] | None = None,
) -> Deal:
    """A full deal or an ending with all hands, trump and declarer known, and legal cards played.

    Args:
        rules: where the rule set is drawn from; any by default.
        tricks: where the cards a hand are drawn from; by default every second deal is a full one.
    """
    rule_set = draw(rule_sets() if rules is None else rules)
    full = rule_set.hand_size
    any_length = st.one_of(st.just(full), st.integers(1, full))
    size = min(full, draw(any_length if tricks is None else tricks))
    cards = draw(st.permutations(rule_set.cards))
    piles = [cards[seat * size : (seat + 1) * size] for seat in range(rule_set.seats)]
    turned = piles[-1][-1] if rule_set.trump_by == "turned" and draw(st.booleans()) else None
    trump = turned.suit if turned else draw(st.sampled_from(rule_set.trumps))
    alone = rule_set.sides == "declarer"
    seats = st.integers(0, rule_set.seats - 1)
    deal = Deal(
        rule_set,
        trump,
        draw(seats),
        tuple(sort_hand(pile, rule_set, trump) for pile in piles),
        declarer=draw(seats) if alone else None,
        bid=draw(st.none() | _bids(rule_set)) if alone else None,
        turned=turned,
    )
    return replace(deal, played=draw(_plays(deal)))


def _bids(rules: RuleSet) -> st.SearchStrategy[int]:
    return st.integers(rules.bid_minimum, rules.largest_total)


@st.composite
def _plays(draw: st.DrawFn, deal: Deal) -> tuple[Card, ...]:
    """Legal cards from the first lead on: none, a few, or all."""
    position, played = Position.start(deal), []
    for _ in range(draw(st.integers(0, deal.tricks * deal.rules.seats))):
        played.append(draw(st.sampled_from(position.legal_cards())))
        position = position.play_legal(played[-1])
    return tuple(played)


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] | None = None) -> Deal:
    """Any deal that the notation can write: hidden hands, an open trump and calls too."""
    deal = draw(open_deals(rules))
    if not deal.played and draw(st.booleans()):
        deal = _unnamed(deal, draw(calls(deal.rules)))
    elif draw(st.booleans()):
        deal = _called(deal)
    hidden = draw(st.sets(st.integers(0, deal.rules.seats - 1)))
    shown = tuple(None if seat in hidden else hand for seat, hand in enumerate(deal.hands))
    return replace(deal, hands=shown)


def _unnamed(deal: Deal, so_far: tuple[str, ...]) -> Deal:
    """The deal while its trump is still being called."""
    state = calling(deal.rules) if so_far else None
    for call in so_far:
        state = state.call(call)
    if state is not None and state.ended and state.result.played:
        so_far = so_far[:-1]
    hands = tuple(sort_hand(hand, deal.rules, None) for hand in deal.open_hands)
    return replace(deal, trump=None, declarer=None, bid=None, hands=hands, calls=so_far)


def _called(deal: Deal) -> Deal:
    """The deal with calls that lead to its trump, declarer and bid, where any do."""
    rules = deal.rules
    if rules.trump_by == "choice":
        return replace(deal, calls=("pass", deal.trump))
    if rules.trump_by != "auction":
        return deal
    bid = deal.bid or rules.bid_minimum  # calls without a bid that is named name it
    made = ["pass"] * rules.seats
    made[deal.declarer] = str(bid)
    return replace(deal, bid=bid, calls=(*made, deal.trump))


@st.composite
def positions(
    draw: st.DrawFn,
    rules: st.SearchStrategy[RuleSet] | None = None,
    tricks: st.SearchStrategy[int] | None = None,
) -> Position:
    """A position somewhere in the play of a deal."""
    return Position.of(draw(open_deals(rules, tricks)))
