"""Reviews as messages, there and back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.plays import played_anyhow
from kit.strategies import examples, open_deals, tell
from kit.tiny import tiny_auction, tiny_choice
from manille.solver.analysis import PlayQuestion, ReviewQuestion, review, solve_along
from manille.solver.deals import Deal, parse_deal, random_deal
from manille.solver.errors import ManilleError, Reason
from manille.solver.limits import Limits
from manille.solver.rules import RuleSet, load
from manille.v1 import solver_service_pb2 as messages
from manille.wire.reviews import (
    review_from_proto,
    review_question_from_proto,
    review_question_to_proto,
    review_to_proto,
    values_from_proto,
)
from manille.wire.solutions import source_from_proto

SMALL = st.integers(1, 4)
DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"


def sent(deal: Deal, limits: Limits | None = None) -> messages.ReviewPlayResponse:
    """What a server would answer, as it arrives."""
    question = ReviewQuestion(deal)
    found = question.tell(question.search(limits))
    message = review_to_proto(question, found, "cache")
    return messages.ReviewPlayResponse.FromString(message.SerializeToString())


@examples(80)
@given(open_deals(tricks=SMALL), st.integers(0, 9), st.sampled_from([None, 3, 40]))
def test_a_review_comes_back(deal: Deal, seed: int, nodes: int | None) -> None:
    deal = played_anyhow(deal, Random(seed), 0.3 * (seed % 2))
    tell(deal)
    question = ReviewQuestion(deal)
    found = question.tell(question.search(None if nodes is None else Limits(nodes=nodes)))
    message = review_to_proto(question, found, "cache")
    again = messages.ReviewPlayResponse.FromString(message.SerializeToString())
    assert review_from_proto(again, deal) == found
    assert values_from_proto(again).bounds == found.bounds
    assert again.exact is found.exact
    assert source_from_proto(again.effort) == "cache"


@pytest.mark.parametrize("rules", [tiny_choice("manillen", "TAK"), tiny_auction(ranks="7AH")])
def test_what_it_says_to_other_clients(rules: RuleSet, seed: int) -> None:
    """All that follows from the values stands in the message too, for who has no rules at hand."""
    rng, costly = Random(seed), 0
    for number in range(20):
        deal = random_deal(rules, seed, number)
        bid = rng.randint(1, 20) if rules.trump_by == "auction" else None
        deal = played_anyhow(replace(deal, bid=bid), rng, 0.2)
        found, message = review(deal), sent(deal)
        for moment, expected in zip(message.moments, found.moments, strict=True):
            assert (moment.first.low, moment.second.high) == expected.points
            assert (moment.first_score, moment.second_score) == expected.score
        for moment, card in zip(message.moments[1:], found.cards, strict=True):
            assert (moment.card, moment.trick, moment.loss) == (
                str(card.card),
                card.trick,
                card.loss,
            )
            assert moment.seat == deal.seat_names[card.seat]
            assert moment.obligation == (card.obligation or "")
            assert moment.turning_point == card.turning_point
            assert list(moment.best) == list(map(str, card.best))
            assert len(moment.refutation) == len(card.refutation)
            assert moment.score_loss == card.score_loss
            costly += moment.score_loss != 0
        for seat, name in enumerate(deal.seat_names):
            own = [m for m in message.moments[1:] if m.seat == name and not m.obligation]
            total = message.seats[seat]
            assert (total.seat, total.loss) == (name, sum(m.loss for m in own))
            assert (total.cards, total.illegal) == (
                found.seats[seat].cards,
                found.seats[seat].illegal,
            )
            assert total.score_loss == pytest.approx(sum(m.score_loss for m in own))
        for side, total in enumerate(message.sides):
            seats = [one for one in message.seats if one.seat in total.seats]
            assert tuple(total.seats) == deal.sides[side]
            assert total.loss == sum(one.loss for one in seats) == found.sides[side].loss
            assert total.score_loss == pytest.approx(sum(one.score_loss for one in seats))
            assert total.cards == sum(one.cards for one in seats)
    assert costly


def test_what_is_not_known_is_unset() -> None:
    ending = sent(parse_deal("manillen S N:J.9..J A.A..T Q.Q..A 9.8..K ; played=JS AS"))
    assert not ending.moments[0].HasField("first_score")
    assert not ending.moments[1].HasField("score_loss")
    assert not ending.moments[0].card
    limited = sent(played_anyhow(random_deal(load("manillen"), 1), Random(1)), Limits(nodes=1))
    assert not limited.exact
    assert not limited.moments[1].HasField("loss")


def test_a_question_comes_back_with_its_illegal_card() -> None:
    deal = parse_deal(f"{DEAL} ; played=KH AH QH", illegal="keep")
    question = ReviewQuestion(deal)
    again = review_question_from_proto(review_question_to_proto(question))
    assert (again.deal, again.key) == (deal, question.key)
    line = messages.ReviewPlayRequest(deal={"notation": f"{DEAL} ; played=KH AH QH"})
    assert review_question_from_proto(line).key == question.key


@pytest.mark.parametrize(
    ("changes", "reason", "field"),
    [
        ({"played": ["KH", "KC"]}, Reason.CARD_NOT_HELD, "deal.played[1]"),
        ({"played": ["KH", "KH"]}, Reason.CARD_PLAYED_TWICE, "deal.played[1]"),
        ({"trump": ""}, Reason.TRUMP_NOT_NAMED, "deal.trump"),
        ({"hands": ["?", "?", "?", "?"]}, Reason.HAND_HIDDEN, "deal.hands.N"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_its_place(
    changes: dict[str, object], reason: Reason, field: str
) -> None:
    message = review_question_to_proto(ReviewQuestion(parse_deal(DEAL)))
    for name, given_value in changes.items():
        message.deal.ClearField(name)
        message.MergeFrom(messages.ReviewPlayRequest(deal={name: given_value}))
    with pytest.raises(ManilleError) as caught:
        review_question_from_proto(message)
    assert (caught.value.faults[0].reason, caught.value.faults[0].field) == (reason, field)


def test_the_values_alone_can_be_asked_of_a_play() -> None:
    deal = parse_deal(f"{DEAL} ; played=KH AH TH 7H TS")
    assert review_question_to_proto(PlayQuestion(deal)).deal.played == [
        "KH",
        "AH",
        "TH",
        "7H",
        "TS",
    ]
    assert values_from_proto(sent(deal)).bounds == solve_along(deal).bounds
