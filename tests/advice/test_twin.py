"""Advice against its slow twin: every layout enumerated, each played out in every way.

Where an adviser may solve as many layouts as there are, it solves each once, so the two must be
equal and not just near.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kit.random_rules import PLAY_FLAGS
from kit.tiny import tiny_auction, tiny_choice
from manille.solver.advice import advise_bid, advise_play
from manille.solver.deals import Deal, format_deal, random_deal, random_ending
from manille.solver.hidden import Knowledge
from manille.solver.limits import AdviceLimits
from manille.solver.reference.advice import bid_worth, calls_worth, card_worth
from manille.solver.reference.layouts import all_layouts
from manille.solver.rules import RuleSet, calling, load
from manille.solver.rules.auction import Auction
from manille.solver.rules.choice import Choice

ALL = AdviceLimits(samples=1_000_000)


def flags(rng: Random) -> dict[str, str]:
    return {flag.name: rng.choice([word for word, _ in flag.choices]) for flag in PLAY_FLAGS}


def before_calling(rules: RuleSet, seed: int, calls: tuple[str, ...]) -> Deal:
    return replace(random_deal(rules, seed), trump=None, declarer=None, calls=calls)


CHOICES = [
    ("manillen", {}, ()),
    ("manillen", {}, ("pass",)),
    ("manillen", {}, ("pass", "pass", "pass")),
    ("manillen", {"no_trump_factor": 3}, ("pass", "pass")),
    ("manillen-verplicht", {}, ("pass",)),
    ("manillen-cafe", {}, ()),
    ("manille", {}, ("pass",)),
]


@pytest.mark.parametrize(("name", "changed", "calls"), CHOICES)
@pytest.mark.parametrize("seed", range(2))
def test_the_choice_of_trump(
    name: str, changed: dict[str, object], calls: tuple[str, ...], seed: int
) -> None:
    rules = tiny_choice(name, **changed, **flags(Random(seed)))
    deal = before_calling(rules, seed, calls)
    choice = calling(rules)
    for call in calls:
        choice = choice.call(call)
    assert isinstance(choice, Choice)
    layouts = list(all_layouts(Knowledge.of(deal, choice.to_call)))
    expected = calls_worth(choice, choice.legal_calls(), layouts)
    found = advise_bid(deal, limits=ALL)
    context = f"seed {seed}: {format_deal(deal)}"
    assert found.state.samples == found.state.layouts == len(layouts), context
    worth = {option.call: option.objective.mean for option in found.options}
    assert worth == pytest.approx(expected), context
    assert expected[found.call] == pytest.approx(max(expected.values())), context


AUCTIONS = [
    (1, "maniglia-4", "7H", {"bid_minimum": 15}, ()),
    (2, "maniglia-4", "7H", {}, ("pass", "2")),
    (3, "maniglia-4", "7H", {}, ("3", "pass", "5")),
    (4, "maniglia-4", "7H", {"all_pass": "dealer_forced"}, ("pass", "pass", "pass")),
    (5, "maniglia-4", "7H", {"all_pass": "dealer_forced", "bid_minimum": 9}, ("pass",)),
    (6, "maniglia-4", "7H", {}, ("pass", "pass", "pass", "2")),
    (7, "maniglia-4", "7H", {}, ("12",)),
    (8, "maniglia-4", "7H", {"no_trump": True, "no_trump_factor": 2}, ("14",)),
]


@pytest.mark.parametrize(("seed", "name", "ranks", "changed", "calls"), AUCTIONS)
def test_the_auction(
    seed: int, name: str, ranks: str, changed: dict[str, object], calls: tuple[str, ...]
) -> None:
    rules = tiny_auction(name, ranks, **changed, **flags(Random(seed)))
    deal = before_calling(rules, seed, calls)
    auction = calling(rules)
    for call in calls:
        auction = auction.call(call)
    assert isinstance(auction, Auction)
    layouts = list(all_layouts(Knowledge.of(deal, auction.to_call)))
    found = advise_bid(deal, limits=ALL)
    context = f"seed {seed}: {format_deal(deal)}"
    assert found.state.samples == found.state.layouts == len(layouts), context
    for option in found.options:
        if option.call == "pass":
            expected_pass = calls_worth(auction, ["pass"], layouts)["pass"]
            assert option.objective.mean == pytest.approx(expected_pass), context
            continue
        for bid in option.bids:
            expected = bid_worth(auction, option.call, bid.bid, layouts)
            assert (bid.make, bid.mean) == pytest.approx(expected), context
        best = max(option.bids, key=lambda bid: bid.mean)
        assert (option.bid, option.objective.mean) == pytest.approx((best.bid, best.mean)), context


@pytest.mark.parametrize("name", ["manillen", "maniglia", "maniglia-3", "manillen-cafe", "belote"])
@pytest.mark.parametrize("seed", range(4))
def test_the_card_to_play(name: str, seed: int) -> None:
    """Late in a whole hand, when few layouts are left."""
    rules = load(name)
    count = rules.seats * (rules.hand_size - 2) + seed % rules.seats
    deal = random_ending(rules, rules.hand_size, 40 + seed, played=count)
    if rules.sides == "declarer":
        deal = replace(deal, bid=30)
    found = advise_play(deal, objective="points", limits=ALL)
    asking = deal.seat_names.index(found.state.seat)
    layouts = list(all_layouts(Knowledge.of(deal, asking)))
    context = f"seed {seed}: {format_deal(deal)}"
    assert found.state.samples == found.state.layouts == len(layouts), context
    expected = card_worth(layouts)
    assert {o.card: o.objective.mean for o in found.options} == pytest.approx(expected), context
