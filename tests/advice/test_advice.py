"""Advice as it is asked for: refinements, limits, seeds, threads, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from manille.solver.advice import advise_bid, advise_play, bid_adviser, refine_bid, refine_play
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import CancelToken
from manille.solver.deals import Deal, parse_deal, random_deal, random_ending
from manille.solver.errors import CallError, InputError, LimitError, ManilleError, Reason
from manille.solver.limits import AdviceLimits
from manille.solver.rules import load

STRONG = "manillen - N:TAKQJ98.T.. ? ? ?"
EVEN = "manillen - N:TJ7.K7.TJ.T ? ? ?"
AUCTION = "maniglia-4 - N:KHM4.3.73.7K5 ? ? ?"
PLAY = "manillen S N:? ? TAKJ8...A98 ? ; played=AH 9H 8S 7H AS QS 7S 9S"


def without_time(advice: BidAdvice | PlayAdvice) -> BidAdvice | PlayAdvice:
    return replace(advice, state=replace(advice.state, time_s=0.0))


@pytest.mark.parametrize("text", [EVEN, AUCTION])
def test_the_same_seed_gives_the_same_advice_on_any_number_of_threads(text: str) -> None:
    deal, limits = parse_deal(text), AdviceLimits(samples=20, seed=9)
    first, *others = (
        list(map(without_time, refine_bid(deal, limits=limits, threads=n))) for n in (1, 2, 5)
    )
    assert all(other == first for other in others)
    again = advise_bid(deal, limits=replace(limits, seed=10))
    assert again.options != first[-1].options  # another seed, other layouts


def test_the_same_seed_gives_the_same_card_on_any_number_of_threads() -> None:
    deal, limits = parse_deal(PLAY), AdviceLimits(samples=20, seed=9)
    first, *others = (
        list(map(without_time, refine_play(deal, limits=limits, threads=n))) for n in (1, 2, 5)
    )
    assert all(other == first for other in others)


def test_a_hand_that_cannot_lose_says_so() -> None:
    found = advise_bid(parse_deal(STRONG), limits=AdviceLimits(samples=32))
    assert found.call == "NT"  # every trick, and doubled
    best = found.options[0]
    assert best.make == 1.0
    assert best.behind is None
    assert best.objective.mean > 20
    assert found.state.clear


def test_options_are_ranked_and_held_against_the_best() -> None:
    found = advise_bid(parse_deal(EVEN), limits=AdviceLimits(samples=50))
    assert {option.call for option in found.options} == {"S", "H", "D", "C", "NT", "pass"}
    assert found.call == found.options[0].call
    for better, worse in pairwise(found.options):
        assert better.objective.mean >= worse.objective.mean
    for option in found.options[1:]:
        assert option.behind is not None
        ahead = found.options[0].objective.mean - option.objective.mean
        assert option.behind.mean == pytest.approx(ahead)
        assert option.behind.low <= option.behind.mean <= option.behind.high
    for option in found.options:
        assert option.points is not None
        assert sum(option.points.histogram.values()) == 50
        assert option.objective.low <= option.objective.mean <= option.objective.high


def test_what_a_mean_score_is_made_of() -> None:
    """The points less 30 if they are over half, else less 31; doubled at no trump."""
    found = advise_bid(parse_deal(EVEN), limits=AdviceLimits(samples=40))
    for option in found.options:
        if option.call == "pass":
            continue
        assert option.points is not None
        assert option.make is not None
        score = option.points.mean - 30 * option.make - 31 * (1 - option.make)
        factor = 2 if option.call == "NT" else 1
        assert option.objective.mean == pytest.approx(factor * score)


def test_what_a_mean_score_of_a_bid_is_made_of() -> None:
    found = advise_bid(parse_deal(AUCTION), limits=AdviceLimits(samples=40))
    for option in found.options:
        if option.call == "pass":
            assert option.bids == ()
            continue
        assert option.points is not None
        for bid in option.bids:
            made = sum(n for points, n in option.points.histogram.items() if points >= bid.bid)
            assert bid.make == pytest.approx(made / 40)
            assert bid.mean == pytest.approx(bid.bid * (2 * bid.make - 1))
        assert option.bids[0].bid == 20
        assert option.bids[-1].bid == max(20, *option.points.histogram)
        assert option.bid == max(option.bids, key=lambda bid: bid.mean).bid


def test_the_highest_bid_worth_making_is_the_last_one_above_passing() -> None:
    found = advise_bid(parse_deal(AUCTION), limits=AdviceLimits(samples=40))
    assert found.call != "pass"
    by_call = {option.call: option for option in found.options}
    passing = by_call["pass"].objective.mean
    worth = [bid.bid for bid in by_call[found.call].bids if bid.mean > passing]
    assert found.highest == max(worth)
    assert found.bid is not None
    assert 20 <= found.bid <= found.highest


def test_bids_begin_above_the_last_one() -> None:
    deal = parse_deal("maniglia-4 - N:? KHM4.3.73.7K5 ? ? ; calls=24")
    found = advise_bid(deal, limits=AdviceLimits(samples=8))
    assert {option.bids[0].bid for option in found.options if option.bids} == {25}


def test_the_winner_of_an_auction_is_advised_on_the_trump() -> None:
    deal = parse_deal("maniglia-4 - N:KHM4.3.73.7K5 ? ? ? ; calls=22,pass,pass,pass")
    found = advise_bid(deal, limits=AdviceLimits(samples=16))
    assert {option.call for option in found.options} == set("OCEB")
    assert (found.bid, found.highest) == (None, None)
    assert all([bid.bid for bid in option.bids] == [22] for option in found.options)


def test_by_points_an_auction_compares_the_trumps() -> None:
    found = advise_bid(parse_deal(AUCTION), objective="points", limits=AdviceLimits(samples=8))
    assert {option.call for option in found.options} == set("OCEB")
    for option in found.options:
        assert option.points is not None
        assert option.objective.mean == pytest.approx(option.points.mean)


def test_level_options_go_by_their_points() -> None:
    deal = parse_deal(EVEN)
    found = advise_bid(deal, reach=1, limits=AdviceLimits(samples=8))
    level = [option for option in found.options if option.objective.mean == 1]
    assert len(level) > 1
    means = [option.points.mean for option in level if option.points is not None]
    assert means == sorted(means, reverse=True)


def test_a_bid_takes_more_layouts_to_be_clear_than_a_pass() -> None:
    deal = parse_deal("maniglia-4 - N:7AHM5.A4.76.K ? ? ?")
    found = advise_bid(deal, limits=AdviceLimits(seed=1), threads=2)
    assert found.bid is not None
    assert found.state.samples >= 128


def test_the_chance_to_reach_points() -> None:
    found = advise_bid(parse_deal(EVEN), reach=40, limits=AdviceLimits(samples=30))
    assert (found.state.objective, found.state.reach) == ("reach", 40)
    for option in found.options:
        assert option.points is not None
        reached = sum(n for points, n in option.points.histogram.items() if points >= 40)
        assert option.objective.mean == pytest.approx(reached / 30)
        assert option.objective.low < option.objective.high  # Wilson's has width even at 0 and 1


def test_refinements_grow_and_the_last_one_is_final() -> None:
    said = list(refine_bid(parse_deal(EVEN), limits=AdviceLimits(samples=60)))
    samples = [one.state.samples for one in said]
    assert samples == [4, 8, 16, 24, 32, 48, 60]
    assert [one.state.final for one in said] == [False] * 6 + [True]
    assert said[-1].options == advise_bid(parse_deal(EVEN), limits=AdviceLimits(samples=60)).options


def test_a_clear_choice_ends_it_unless_samples_are_asked_for() -> None:
    deal = parse_deal(STRONG)
    early = advise_bid(deal)
    assert early.state.clear
    assert 32 <= early.state.samples < 1000
    assert advise_bid(deal, limits=AdviceLimits(samples=64)).state.samples == 64
    limits = AdviceLimits(samples=200, until_clear=True)
    assert advise_bid(deal, limits=limits).state.samples == early.state.samples


RARE = (  # the best card differs from the others in one layout of a hundred only
    "manillen S W:? ? ? J.AKQ87.T8. ; played=AC QC 8C JS 8D KD AD TS KC",
    "manillen C E:? Q.AKJ.TJ9.J ? ? ; played=TS QS JS AS 7S JC KS TC QH 9H JH 7H 7C 8D",
)


@pytest.mark.parametrize(("text", "reach", "seed"), [(RARE[0], 40, 17), (RARE[1], 20, 6)])
def test_a_few_layouts_that_agree_are_no_proof(text: str, reach: int, seed: int) -> None:
    found = advise_play(parse_deal(text), reach=reach, limits=AdviceLimits(seed=seed), threads=2)
    assert found.state.samples > 200
    least = min(found.state.layouts, found.state.samples)
    assert found.state.samples == least
    for option in found.options[1:]:
        assert option.behind is not None
        assert option.behind.low < option.behind.high


def test_cards_that_are_the_same_by_the_rules_need_no_proof() -> None:
    """Two cards of one hand with nothing between them: which one is played makes no difference."""
    deal = parse_deal("manillen NT N:987.987.98. ? ? ?")
    found = advise_play(deal, limits=AdviceLimits(samples=8))
    level = [option.card for option in found.options[1:] if option.behind == (0, 0, 0)]
    held = {"S": 3, "H": 3, "D": 2}
    assert {card.suit for card in level} == {found.card.suit}
    assert len(level) == held[found.card.suit] - 1
    others = [option.behind for option in found.options if option.card.suit != found.card.suit]
    assert all(behind is not None and behind.low < behind.high for behind in others)


def test_where_the_options_are_level_it_ends_all_the_same() -> None:
    deal = parse_deal("manillen - N:? ? ? TA.TA.TA.TA ; calls=pass,pass,pass")
    found = advise_bid(deal, limits=AdviceLimits(samples=1000, until_clear=True), threads=2)
    assert found.state.clear
    assert found.state.samples < 1000


def test_where_all_layouts_are_solved_nothing_is_left_to_guess() -> None:
    found = advise_play(random_ending(load("manillen"), 8, 3, played=25))
    assert found.state.samples == found.state.layouts
    assert found.state.clear
    for option in found.options:
        assert option.objective.low == option.objective.mean == option.objective.high


def test_the_last_trick_leaves_no_choice() -> None:
    found = advise_play(random_ending(load("manillen"), 8, 3, played=29))
    assert len(found.options) == 1
    assert found.state.clear


def test_the_time_ends_it_with_what_there_is() -> None:
    limits = AdviceLimits(samples=1_000_000, time_s=0.5)
    found = advise_bid(parse_deal(EVEN), limits=limits, threads=2)
    assert found.state.final
    assert 0 < found.state.samples < 1_000_000


def test_no_time_at_all_is_said() -> None:
    with pytest.raises(LimitError, match="not one layout was solved within 1e-09 s; give it more"):
        advise_bid(parse_deal(EVEN), limits=AdviceLimits(time_s=1e-9))


def test_a_token_ends_it_with_what_there_is() -> None:
    token = CancelToken()
    said = []
    for advice in refine_bid(parse_deal(EVEN), limits=AdviceLimits(samples=10**6), cancel=token):
        said.append(advice)
        token.cancel()
    assert said[-1].state.final
    assert said[-1].state.samples < 10**6


def test_closing_the_generator_ends_it() -> None:
    said = refine_bid(parse_deal(EVEN), limits=AdviceLimits(samples=10**6), threads=2)
    assert next(said).state.samples == 4
    said.close()
    assert list(said) == []


def test_closing_ends_a_search_that_another_token_could_end() -> None:
    """And leaves that token alone, which may serve for the next deal."""
    token = CancelToken()
    deal = replace(random_deal(load("botifarra"), 1), trump=None)
    said = refine_bid(deal, limits=AdviceLimits(samples=10**6), threads=2, cancel=token)
    next(said)
    said.close()
    assert not token.cancelled
    assert advise_bid(deal, limits=AdviceLimits(samples=1), cancel=token).state.samples == 1


def test_an_adviser_asks_for_the_same_layouts_until_it_has_them() -> None:
    adviser = bid_adviser(parse_deal(EVEN), limits=AdviceLimits(samples=6))
    first = adviser.next_questions()
    assert [one.key for one in adviser.next_questions()] == [one.key for one in first]
    advice = adviser.refine([first[0].search()], 0.1)
    assert (advice.state.samples, advice.state.final) == (1, False)
    rest = adviser.next_questions()
    assert [one.key for one in rest[:3]] == [one.key for one in first[1:]]
    assert adviser.refine([one.search() for one in rest], 0.2, last=True).state.final
    assert adviser.next_questions() == []


def test_other_hands_are_not_looked_at() -> None:
    deal = replace(random_deal(load("manillen"), 5), trump=None)
    hidden = replace(deal, hands=(deal.hands[0], None, None, None))
    limits = AdviceLimits(samples=8)
    assert advise_bid(deal, limits=limits).options == advise_bid(hidden, limits=limits).options


REFUSED = [
    ("maniglia O N:? ? ? ?", None, CallError, Reason.BAD_REQUEST, "nothing is called in maniglia"),
    ("manillen - N:? ? ? ?", None, ManilleError, Reason.HAND_HIDDEN, "N"),
    ("manillen - N:? TJ7.K7.TJ.T ? ?", None, ManilleError, Reason.HAND_HIDDEN, "N"),
    (EVEN, "W", InputError, Reason.NOT_TO_ACT, "W asks, but N is to call"),
    (EVEN, "Z", ManilleError, Reason.UNKNOWN_SEAT, "'Z' is not one of the seats N, W, S, E"),
    (f"{EVEN} ; calls=S", None, InputError, Reason.CALLING_ENDED, "the calling has ended"),
    (EVEN.replace(" - ", " S "), None, InputError, Reason.CALLING_ENDED, "names trump S"),
    (f"{PLAY} ; calls=S", None, InputError, Reason.CALLING_ENDED, "which card to play instead"),
]


@pytest.mark.parametrize(("text", "seat", "kind", "reason", "message"), REFUSED)
def test_what_cannot_be_advised_is_refused(
    text: str, seat: str | None, kind: type[ManilleError], reason: Reason, message: str
) -> None:
    with pytest.raises(kind) as raised:
        advise_bid(parse_deal(text), seat)
    assert raised.value.reason == reason
    assert message in str(raised.value)


def test_a_seat_that_is_not_to_play_is_refused() -> None:
    with pytest.raises(InputError, match="W asks, but S is to play"):
        advise_play(parse_deal(PLAY), "W")


def test_after_the_last_card_there_is_nothing_to_play() -> None:
    deal: Deal = random_ending(load("manillen"), 8, 3, played=32)
    with pytest.raises(InputError, match="all cards are played"):
        advise_play(deal)


def test_play_in_an_auction_game_goes_by_points_where_no_bid_is_known() -> None:
    deal = random_ending(load("maniglia-4"), 10, 3, played=33)
    assert advise_play(deal).state.objective == "points"
    with_bid = advise_play(replace(deal, bid=25))
    assert with_bid.state.objective == "score"
    assert with_bid.options[0].make is not None
