"""What is found of a layout: with as few searches as will do, against all of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from manille.solver.advice.auction import AuctionLayout, declared_in, passed_in
from manille.solver.advice.bid import bid_adviser
from manille.solver.advice.choice import ChoiceLayout, ChoiceOptions, trumps_to_come
from manille.solver.advice.layout import known_key
from manille.solver.advice.play import PlayAdviser, play_adviser
from manille.solver.analysis import CancelToken, solve, solve_table
from manille.solver.deals import Deal, format_deal, parse_deal, random_deal
from manille.solver.hidden import Knowledge, Layouts
from manille.solver.limits import AdviceLimits, Limits
from manille.solver.rules import RuleSet, load
from manille.solver.rules.auction import Auction
from manille.solver.rules.choice import Choice
from manille.solver.rules.foreseen import Ceiling, foresee_auction


def random_auction(rules: RuleSet, rng: Random) -> Auction:
    """An auction after some random calls, the next one of a seat that may pass or bid."""
    while True:
        auction = Auction.start(rules)
        for _ in range(rng.randrange(2 * rules.seats)):
            bids = [call for call in auction.legal_calls() if call != "pass"][:12]
            if auction.won or auction.ended or not bids:
                break
            auction = auction.call("pass" if rng.random() < 0.4 else rng.choice(bids))
        if not auction.ended and not auction.won:
            return auction


def open_deal(rules: RuleSet, seed: int, calls: tuple[str, ...] = ()) -> Deal:
    return replace(random_deal(rules, seed), trump=None, declarer=None, calls=calls)


@pytest.mark.parametrize("name", ["maniglia-3", "maniglia-4", "maniglia-5"])
@pytest.mark.parametrize("all_pass", ["redeal", "dealer_forced"])
@pytest.mark.parametrize("seed", range(6))
def test_a_layout_of_an_auction_against_the_whole_table(
    name: str, all_pass: str, seed: int
) -> None:
    rules = replace(load(name), all_pass=all_pass)
    auction = random_auction(rules, Random(seed))
    seat = auction.to_call
    assert seat is not None
    deal = open_deal(rules, seed, auction.calls)
    knowledge = Knowledge.of(deal, seat)
    layouts = Layouts(knowledge)
    place = layouts.place(seed, 0)
    found = AuctionLayout(auction, layouts, known_key(knowledge), place).search()
    table = solve_table(replace(deal, hands=layouts.at(place)))
    context = f"seed {seed}: {format_deal(replace(deal, hands=layouts.at(place)))}"

    def points(trump: str, declarer: int) -> int:
        both = table.cell(trump, declarer).points
        assert both is not None
        return both[0]

    assert found.complete
    assert declared_in(auction, found) == {t: points(t, seat) for t in rules.trumps}, context
    ceilings = [
        max((Ceiling(points(t, one), t) for t in rules.trumps), key=lambda c: c.points)
        for one in range(rules.seats)
    ]
    result = foresee_auction(auction.call("pass"), ceilings)
    passed = passed_in(auction, found)
    assert (passed is not None) == result.played, context
    if passed is not None:
        assert result.declarer is not None
        assert result.trump is not None
        ending, side = passed
        # trumps that are worth the same may stand for each other
        assert ending.side0 == points(result.trump, result.declarer), context
        assert ending.side0 == points(ending.trump, result.declarer), context
        assert (ending.bid, side) == (result.bid, int(result.declarer != seat)), context


@pytest.mark.parametrize("name", ["manillen", "manillen-verplicht", "botifarra"])
def test_a_layout_of_a_choice_is_solved_under_every_trump_that_may_come(name: str) -> None:
    rules = load(name)
    choice = Choice.start(rules)
    knowledge = Knowledge.of(open_deal(rules, 3), 0)
    layouts = Layouts(knowledge)
    found = ChoiceLayout(choice, layouts, known_key(knowledge), 77).search()
    deal = replace(open_deal(rules, 3), hands=layouts.at(77))
    expected = [solve(replace(deal, trump=t), ("points",)).points for t in trumps_to_come(choice)]
    assert [value.low for value in found.values] == [both and both[0] for both in expected]
    assert set(ChoiceOptions(choice).endings(found)) == set(choice.legal_calls())


def test_the_dealer_who_must_play_at_no_trump_asks_for_nothing_else() -> None:
    choice = Choice.start(load("manillen-verplicht"))
    for _ in range(3):
        choice = choice.call("pass")
    assert trumps_to_come(choice) == ("NT",)


LATE = (
    "manillen S N:7.AKQ.TJ7.T 9.9.AKQ8.KQ TAKJ8...A98 Q.TJ87.9.J7 ; played=AH 9H 8S 7H AS QS 7S 9S"
)


def test_a_layout_of_a_play_is_every_card_of_the_seat() -> None:
    deal = parse_deal(LATE)
    adviser = play_adviser(deal, limits=AdviceLimits(samples=5, seed=3))
    assert isinstance(adviser, PlayAdviser)
    for number, question in enumerate(adviser.next_questions()):
        found = question.search()
        layout = Layouts(Knowledge.of(deal, adviser.seat)).deal(3, number)
        solution = solve(layout, ("cards",))
        assert solution.cards is not None
        side = deal.contract.side_of[adviser.seat]
        total = deal.total
        for value, card in zip(found.values, solution.cards, strict=True):
            own = total - value.low if side else value.low
            assert own == card.points, format_deal(layout)


def test_a_limit_leaves_nothing_of_a_layout() -> None:
    adviser = bid_adviser(open_deal(load("maniglia-4"), 1))
    question = adviser.next_questions()[0]
    for limits in (Limits(nodes=1), Limits(nodes=3000), Limits(time_s=1e-9)):
        found = question.search(limits)
        assert not found.complete
        assert found.values == ()
    token = CancelToken()
    token.cancel()
    assert not question.search(cancel=token).complete
    whole = question.search()
    assert question.search(Limits(nodes=whole.nodes + 1)).values == whole.values


def test_keys_tell_apart_what_is_known_and_which_layout_it_is() -> None:
    deal, cafe = parse_deal(LATE), load("manillen-cafe")
    keys = []
    for changed in (deal, replace(deal, played=deal.played[:-4]), replace(deal, rules=cafe)):
        questions = play_adviser(changed, limits=AdviceLimits(seed=1)).next_questions()
        keys += [question.key for question in questions]
    assert len(set(keys)) == len(keys) == 12


def test_hands_that_the_seat_does_not_see_are_no_part_of_the_key() -> None:
    deal = parse_deal(LATE)
    adviser = play_adviser(deal)
    hidden = [hand if n == adviser.seat else None for n, hand in enumerate(deal.hands)]
    other = play_adviser(replace(deal, hands=tuple(hidden)))
    mine, theirs = adviser.next_questions(), other.next_questions()
    assert [one.key for one in mine] == [one.key for one in theirs]
