"""Reviews of played hands, against the slow twin at every moment."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kit.plays import played_anyhow
from kit.random_rules import describe, random_rules
from kit.renaming import renamed
from kit.tiny import tiny_auction, tiny_choice
from kit.twins import points_after
from manille.solver.analysis import CancelToken, ReviewQuestion, review, solve, solve_along
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_deal, random_ending
from manille.solver.errors import DealError, IllegalCardError
from manille.solver.limits import Limits
from manille.solver.reference import card_points, value
from manille.solver.reviewed import Review, ReviewedCard, Totals
from manille.solver.rules import hand_score, load, names
from manille.solver.rules.foreseen import net_score

DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"


def moments(deal: Deal) -> list[Position]:
    """The positions before the first card and after each, whether legal or not."""
    found = [Position.start(deal)]
    for card in deal.played:
        found.append(found[-1].play_legal(card))
    return found


def expected_score(deal: Deal, points: tuple[int, int]) -> tuple[int, int] | None:
    """What a whole hand scores."""
    if deal.tricks < deal.rules.hand_size:
        return None
    assert deal.trump is not None
    return hand_score(deal.rules, deal.trump, points, deal.bid)


def check(deal: Deal, found: Review, context: str) -> None:
    """Everything in a review against the slow twin."""
    positions = moments(deal)
    values = [value(position) for position in positions]
    assert [moment.points for moment in found.moments] == values, context
    scores = [expected_score(deal, points) for points in values]
    assert [moment.score for moment in found.moments] == scores, context
    assert len(found.cards) == len(deal.played)
    for number, card in enumerate(found.cards):
        check_card(deal, card, number, positions, values, f"card {number + 1} of {context}")
    check_totals(deal, found, context)


def check_card(
    deal: Deal,
    found: ReviewedCard,
    number: int,
    positions: list[Position],
    values: list[tuple[int, int]],
    context: str,
) -> None:
    position, rules = positions[number], deal.rules
    assert position.to_play is not None
    side = position.contract.side_of[position.to_play]
    assert (found.card, found.seat) == (deal.played[number], position.to_play), context
    assert found.trick == number // rules.seats + 1, context
    assert found.obligation == position.judge()[found.card], context
    before, after = values[number], values[number + 1]
    assert found.loss == before[side] - after[side], context
    assert found.loss >= 0 or found.obligation is not None, context
    was, now = (expected_score(deal, points) for points in (before, after))
    if was is None or now is None:
        assert found.score_loss is None, context
    else:
        assert found.score_loss == net_score(rules, was, side) - net_score(rules, now, side)
    check_turning(deal, found, (before, after), (was, now), context)
    if found.loss <= 0:
        assert (found.best, found.better, found.refutation) == ((), (), ()), context
        return
    cards = card_points(position)
    assert list(found.best) == [c for c in cards if cards[c] == before[side]], context
    assert found.better[0] in found.best, context
    assert points_after(position, found.better) == before, context
    assert points_after(positions[number + 1], found.refutation) == after, context


def check_turning(
    deal: Deal,
    found: ReviewedCard,
    points: tuple[tuple[int, int], tuple[int, int]],
    scores: tuple[tuple[int, int] | None, tuple[int, int] | None],
    context: str,
) -> None:
    """Whether other seats score than before; or have more points, where nothing is scored."""
    pairs = points if deal.rules.hand_score == "none" else scores
    winners = [None if pair is None else max(pair) != min(pair) and pair for pair in pairs]
    ahead = [pair and pair.index(max(pair)) for pair in winners]
    known = None not in pairs
    assert found.turning_point == (known and ahead[0] is not ahead[1]), context


def check_totals(deal: Deal, found: Review, context: str) -> None:
    """The sums, and that without illegal cards they lead from the first value to the last."""
    side_of = deal.contract.side_of
    scored = any(moment.score is not None for moment in found.moments)

    def totals(cards: list[ReviewedCard]) -> Totals:
        legal = [card for card in cards if card.obligation is None]
        return Totals(
            sum(card.loss or 0 for card in legal),
            len([card for card in legal if card.loss]),
            sum(card.score_loss or 0.0 for card in legal) if scored else None,
            len(cards) - len(legal),
        )

    for seat, one in enumerate(found.seats):
        assert one == totals([card for card in found.cards if card.seat == seat]), context
    for side, one in enumerate(found.sides):
        assert one == totals([card for card in found.cards if side_of[card.seat] == side]), context
    if not found.illegal:
        first, last = found.start.points, found.moments[-1].points
        assert first is not None
        assert last is not None
        assert last[0] == first[0] - found.sides[0].loss + found.sides[1].loss, context


@pytest.mark.parametrize("illegal", [0.0, 0.5])
@pytest.mark.parametrize("name", names())
def test_endings_against_the_slow_twin(name: str, illegal: float, seed: int, effort: float) -> None:
    rules, rng = load(name), Random(f"{seed} {name} {illegal}")
    for number in range(round(3 * effort)):
        deal = played_anyhow(random_ending(rules, 3, seed, number), rng, illegal)
        check(deal, review(deal), f"seed {seed}: {format_deal(deal)}")


@pytest.mark.parametrize("block", range(6))
def test_random_rules_against_the_slow_twin(block: int, seed: int, effort: float) -> None:
    rng, broken = Random(f"{seed} {block}"), 0
    for number in range(round(20 * effort)):
        rules = random_rules(rng)
        deal = random_ending(rules, rng.randint(2, 3), seed, number)
        count = rng.randint(0, len(deal.open_hands) * deal.tricks)
        deal = played_anyhow(deal, rng, rng.choice((0.0, 0.7)), count)
        found = review(deal)
        check(deal, found, f"seed {seed}: {format_deal(deal)}\n{describe(rules)}")
        broken += len(found.illegal)
    assert broken or seed != 1


TINY = [
    tiny_choice(),
    tiny_choice("manillen", "TAK"),
    tiny_choice("manillen-cafe"),
    tiny_choice("manillen", no_trump_factor=2),
    tiny_auction(),
    tiny_auction("maniglia-4", "7AH"),
    replace(tiny_choice("manillen", "TAK"), hand_score="difference"),
    replace(tiny_choice("manillen", "TAK"), hand_score="none"),
]


@pytest.mark.parametrize("illegal", [0.0, 0.4])
@pytest.mark.parametrize("number", range(len(TINY)))
def test_whole_hands_of_small_decks_are_scored(
    number: int, illegal: float, seed: int, effort: float
) -> None:
    rules, turned, scored = TINY[number], 0, 0
    rng = Random(f"{seed} {number} {illegal}")
    for one in range(round(12 * effort)):
        deal = random_deal(rules, seed, one)
        if rules.trump_by == "auction":
            deal = replace(deal, bid=rng.choice((None, *range(1, rules.largest_total + 1))))
        deal = played_anyhow(deal, rng, illegal)
        found = review(deal)
        check(deal, found, f"seed {seed}: {format_deal(deal)}, {rules.hand_score}")
        turned += sum(card.turning_point for card in found.cards)
        scored += found.start.score is not None
    assert turned or len(rules.order) < 3 or seed != 1
    assert scored if rules.hand_score != "none" else not scored


def test_a_card_that_costs_points_but_nothing_of_the_score() -> None:
    """And one that costs the hand: a full deal, seen from the score."""
    rng = Random(1)
    kinds = set()
    for number in range(20):
        deal = played_anyhow(random_deal(load("manillen"), 1, number), rng)
        for card in review(deal).errors:
            kinds.add((bool(card.score_loss), card.turning_point))
    assert kinds == {(True, True), (True, False)}
    deal = played_anyhow(random_deal(load("maniglia-4"), 1, 1), rng)
    found = review(replace(deal, bid=70))
    assert found.errors
    assert not any(card.score_loss or card.turning_point for card in found.cards)


@pytest.mark.parametrize("name", names())
def test_values_of_legal_plays_are_those_along_the_play(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_ending(rules, min(6, rules.hand_size), seed, 1)
    deal = played_anyhow(deal, Random(seed))
    assert review(deal).bounds == solve_along(deal).bounds, f"seed {seed}: {format_deal(deal)}"


def test_an_illegal_card_may_gain_and_is_in_no_sum() -> None:
    text = f"{DEAL} ; played=KH AH QH"
    with pytest.raises(DealError):
        parse_deal(text)
    deal = parse_deal(text, illegal="keep")
    found = review(deal)
    (broken,) = found.illegal
    assert (broken.card, broken.seat, broken.obligation) == (Card("Q", "H"), 2, "MUST_BEAT")
    assert broken.loss == found.moments[2].points[0] - found.moments[3].points[0]
    assert found.seats[2] == Totals(0, 0, 0.0, 1)
    assert found.sides[0].illegal == 1
    gains = [
        card.loss
        for number in range(40)
        for card in review(
            played_anyhow(random_ending(load("manillen"), 3, 1, number), Random(number), 1.0)
        ).illegal
        if card.loss is not None and card.loss < 0
    ]
    assert gains, "no illegal card has gained anything"


def test_what_is_not_held_is_refused_and_so_is_what_is_not_known() -> None:
    deal = parse_deal(DEAL)
    with pytest.raises(IllegalCardError):
        review(replace(deal, played=(Card("A", "S"),)))
    with pytest.raises(IllegalCardError):
        review(replace(deal, played=(Card("J", "S"), Card("J", "S"))))
    with pytest.raises(DealError):
        review(replace(deal, trump=None))
    with pytest.raises(DealError):
        review(replace(deal, hands=(None, *deal.hands[1:])))


def test_nothing_played() -> None:
    deal = parse_deal(DEAL)
    found = review(deal)
    solution = solve(deal)
    assert (found.start.points, found.start.score) == (solution.points, solution.score)
    assert found.cards == ()
    assert found.seats == (Totals(0, 0, 0.0, 0),) * 4


@pytest.mark.parametrize("name", ["manillen", "maniglia-3", "macau-manilla"])
def test_limits_leave_bounds_that_hold_and_no_lines(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_ending(rules, min(7, rules.hand_size), seed, 2)
    deal = played_anyhow(deal, Random(seed), 0.3)
    exact = review(deal)
    context = f"seed {seed}: {format_deal(deal)}"
    question, known = ReviewQuestion(deal), list[int]()
    for nodes in (1, 100, 1000, 10_000_000):
        found = question.search(Limits(nodes=nodes))
        told = question.tell(found)
        for bounds, true in zip(told.bounds, exact.bounds, strict=True):
            for one, points in zip(bounds, true, strict=True):
                assert one.low <= points.low <= one.high, context
        for card, whole in zip(told.cards, exact.cards, strict=True):
            assert card.loss in (None, whole.loss), context
            assert card.better in ((), whole.better), context
            assert card.best in ((), whole.best), context
            assert card.refutation in ((), whole.refutation), context
        known.append(sum(moment.points is not None for moment in told.moments))
        assert found.complete == (found.nodes < nodes), context
    assert known == sorted(known), context
    assert known[0] < known[-1] == len(deal.played) + 1, context


def test_it_can_be_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    deal = played_anyhow(random_deal(load("manillen"), 1), Random(1), 0.2)
    question = ReviewQuestion(deal)
    found = question.search(cancel=token)
    assert found.nodes == 0
    assert not found.complete
    assert found.errors == ()
    assert question.tell(found).moments[-1].points == moments(deal)[-1].points


@pytest.mark.parametrize("name", names())
def test_names_do_not_matter(name: str, seed: int) -> None:
    deal = played_anyhow(random_ending(load(name), 4, seed, 3), Random(seed), 0.3)
    other, _ = renamed(deal, Random(seed))
    one, two = ReviewQuestion(deal), ReviewQuestion(other)
    context = f"seed {seed}: {format_deal(deal)} and {format_deal(other)}"
    assert one.key == two.key, context
    # what was found for one answers the other, card for card
    told = two.tell(one.search())
    alone = review(other)
    assert (told.moments, told.cards) == (alone.moments, alone.cards), context
    assert told.seats == alone.seats, context


def test_keys_tell_plays_apart() -> None:
    deal = played_anyhow(random_ending(load("manillen"), 4, 1), Random(1))
    shorter = replace(deal, played=deal.played[:-1])
    keys = {ReviewQuestion(one).key for one in (deal, shorter)}
    assert len(keys) == 2


def test_it_costs_little_more_than_the_values() -> None:
    plays = [played_anyhow(random_deal(load("manillen"), 1, n), Random(n)) for n in range(5)]
    values = sum(solve_along(deal).nodes for deal in plays)
    whole = sum(review(deal).nodes for deal in plays)
    assert whole < 3 * values


def test_errors_come_in_the_order_of_play() -> None:
    deal = played_anyhow(random_deal(load("manillen"), 1, 3), Random(3))
    errors = ReviewQuestion(deal).search().errors
    assert errors is not None
    assert len(errors) > 1
    assert all(one.number < other.number for one, other in pairwise(errors))
