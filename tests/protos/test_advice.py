"""Requests for advice and the advice itself: what goes into a message comes out of it."""

from __future__ import annotations

from typing import Any

import pytest

from manille.solver.advice import bid_adviser, play_adviser, refine_bid, refine_play
from manille.solver.advised import BidAdvice, CallOption, Mean, Refinement
from manille.solver.deals import parse_deal
from manille.solver.errors import InputError, LimitError, ManilleError, Reason
from manille.solver.limits import AdviceLimits
from manille.v1 import advice_pb2, deal_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.wire.advice import (
    advice_limits_from_proto,
    advice_limits_to_proto,
    bid_adviser_from_proto,
    bid_request,
    play_adviser_from_proto,
    play_request,
)
from manille.wire.advised import (
    bid_advice_from_proto,
    bid_advice_to_proto,
    play_advice_from_proto,
    play_advice_to_proto,
)
from manille.wire.refusals import Broken

CHOICE = "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
AUCTION = "maniglia-4 - N:? AH.K4.AH5.7M3 ? ? ; calls=20"
WON = "maniglia-4 - N:? AH.K4.AH5.7M3 ? ? ; calls=20,21,pass,pass,pass"
LEAD = "manillen H N:J.K9.A97.J7 ? ? ?"
DECLARED = "maniglia-4 B N:? ? 7M2.7M.62.A52 ? ; declarer=S ; bid=24 ; played=KO 3O"

BIDS = [
    (CHOICE, {}),
    (CHOICE, {"objective": "points"}),
    (CHOICE, {"reach": 40}),
    (AUCTION, {}),
    (AUCTION, {"objective": "reach", "reach": 30}),
    (WON, {"seat": "w"}),
]
PLAYS = [(LEAD, {}), (LEAD, {"objective": "reach", "reach": 31}), (DECLARED, {"seat": "S"})]


@pytest.mark.parametrize(("text", "asked"), BIDS)
def test_advice_on_a_call_comes_back(text: str, asked: dict[str, Any]) -> None:
    limits = AdviceLimits(samples=8, seed=3)
    refinements = list(refine_bid(parse_deal(text), **asked, limits=limits))
    assert [one.state.samples for one in refinements] == [4, 8]
    for advice in refinements:
        message = messages.AdviseBidResponse()
        message.ParseFromString(bid_advice_to_proto(advice, "search").SerializeToString())
        found = bid_advice_from_proto(message)
        assert found == advice
        for one, other in zip(found.options, advice.options, strict=True):
            assert list(dict(one.points.histogram if one.points else {})) == list(
                dict(other.points.histogram if other.points else {})
            )


@pytest.mark.parametrize(("text", "asked"), PLAYS)
def test_advice_on_a_card_comes_back(text: str, asked: dict[str, Any]) -> None:
    limits = AdviceLimits(samples=8, seed=3)
    refinements = list(refine_play(parse_deal(text), **asked, limits=limits))
    assert [one.state.final for one in refinements] == [False, True]
    for advice in refinements:
        message = messages.AdvisePlayResponse()
        message.ParseFromString(play_advice_to_proto(advice, "memory").SerializeToString())
        assert play_advice_from_proto(message) == advice


def test_what_is_not_there_is_unset() -> None:
    """A hand that nobody plays has no points, and rules that score nothing no scores."""
    state = Refinement("N", "score", None, 1, 2, False, True, 3, 0.5)
    passed = CallOption("pass", Mean(0.0, 0.0, 0.0), behind=None, make=None, points=None)
    advice = BidAdvice("pass", None, None, (passed,), state)
    message = bid_advice_to_proto(advice, "cache")
    outcome = message.options[0].outcome
    for name in ("behind", "make", "points"):
        assert not outcome.HasField(name)
    assert not message.HasField("bid")
    assert not message.HasField("highest")
    assert bid_advice_from_proto(message) == advice


def test_the_state_says_what_it_took() -> None:
    advice = next(refine_play(parse_deal(LEAD), limits=AdviceLimits(samples=4)))
    state = play_advice_to_proto(advice, "shared").state
    assert (state.seat, state.objective) == ("N", advice_pb2.OBJECTIVE_SCORE)
    assert not state.HasField("reach")
    assert (state.samples, state.layouts, state.final) == (4, advice.state.layouts, True)
    assert (state.effort.nodes, state.effort.time_s) == (advice.state.nodes, advice.state.time_s)
    assert state.effort.source == 2


def test_an_objective_of_a_newer_server_is_refused() -> None:
    message = messages.AdviseBidResponse(call="S")
    message.state.objective = 17  # type: ignore[assignment]
    with pytest.raises(Broken, match="objective 17"):
        bid_advice_from_proto(message)


# ---------------------------------------------------------------------------------- the requests


@pytest.mark.parametrize(("text", "asked"), BIDS)
def test_a_request_for_a_call_asks_for_the_same_adviser(text: str, asked: dict[str, Any]) -> None:
    limits = AdviceLimits(samples=7, time_s=0.1, seed=1 << 63, until_clear=False)
    deal = parse_deal(text)
    expected = bid_adviser(deal, **asked, limits=limits)
    for message in (
        bid_request(deal, **asked, limits=limits),
        _by_notation(messages.AdviseBidRequest(), text, bid_request(deal, **asked, limits=limits)),
    ):
        found = bid_adviser_from_proto(message)
        assert (found.deal, found.seat, found.goal) == (expected.deal, expected.seat, expected.goal)
        assert found.limits == limits
        assert [one.key for one in found.next_questions()] == [
            one.key for one in expected.next_questions()
        ]


@pytest.mark.parametrize(("text", "asked"), PLAYS)
def test_a_request_for_a_card_likewise(text: str, asked: dict[str, Any]) -> None:
    deal = parse_deal(text)
    expected = play_adviser(deal, **asked)
    found = play_adviser_from_proto(play_request(deal, **asked))
    assert (found.deal, found.seat, found.goal) == (expected.deal, expected.seat, expected.goal)
    assert found.limits == AdviceLimits()
    assert [one.key for one in found.next_questions()] == [
        one.key for one in expected.next_questions()
    ]


def _by_notation(empty: Any, text: str, like: Any) -> Any:
    """The same request with the deal as a line."""
    empty.CopyFrom(like)
    empty.deal.CopyFrom(deal_pb2.Deal(notation=text))
    return empty


@pytest.mark.parametrize(
    "limits",
    [
        AdviceLimits(),
        AdviceLimits(samples=1),
        AdviceLimits(samples=1_000_000, until_clear=True),
        AdviceLimits(time_s=1e-300, until_clear=False, seed=(1 << 64) - 1),
    ],
)
def test_limits_come_back(limits: AdviceLimits) -> None:
    assert advice_limits_from_proto(advice_limits_to_proto(limits)) == limits


def test_limits_that_make_no_sense_are_all_named() -> None:
    message = advice_pb2.AdviceLimits(samples=0, time_s=float("nan"))
    with pytest.raises(LimitError) as caught:
        advice_limits_from_proto(message)
    assert [fault.field for fault in caught.value.faults] == ["limits.samples", "limits.time_s"]


def test_no_more_layouts_than_may_be() -> None:
    deal = parse_deal(CHOICE)
    with pytest.raises(LimitError, match="101 layouts are more than the 100") as caught:
        bid_adviser_from_proto(bid_request(deal, limits=AdviceLimits(samples=101)), 100)
    assert caught.value.faults[0].field == "limits.samples"
    asked = bid_adviser_from_proto(bid_request(deal, limits=AdviceLimits(samples=100)), 100)
    assert asked.most == 100
    assert not asked.limits.stops_when_clear
    for most, expected in ((100, 100), (5000, 1000)):
        unlimited = bid_adviser_from_proto(bid_request(deal), most)
        assert unlimited.most == expected
        assert unlimited.limits.stops_when_clear


def _refused(message: Any) -> list[tuple[Reason, str | None]]:
    read = bid_adviser_from_proto
    if isinstance(message, messages.AdvisePlayRequest):
        read = play_adviser_from_proto  # type: ignore[assignment]
    with pytest.raises(ManilleError) as caught:
        read(message)
    return [(fault.reason, fault.field) for fault in caught.value.faults]


def _bid(text: str, **fields: Any) -> messages.AdviseBidRequest:
    return messages.AdviseBidRequest(deal=deal_pb2.Deal(notation=text), **fields)


def _play(text: str, **fields: Any) -> messages.AdvisePlayRequest:
    return messages.AdvisePlayRequest(deal=deal_pb2.Deal(notation=text), **fields)


@pytest.mark.parametrize(
    ("message", "faults"),
    [
        (messages.AdviseBidRequest(), [(Reason.FIELD_MISSING, "deal.rules")]),
        (_bid("no deal"), [(Reason.BAD_SYNTAX, "deal.notation")]),
        (_bid(CHOICE, seat="N"), [(Reason.NOT_TO_ACT, "seat")]),
        (_bid(CHOICE, seat="X" * 5000), [(Reason.UNKNOWN_SEAT, "seat")]),
        (_bid(CHOICE, objective=9), [(Reason.BAD_REQUEST, "objective")]),
        (_bid(CHOICE, objective=advice_pb2.OBJECTIVE_REACH), [(Reason.BAD_REQUEST, "reach")]),
        (
            _bid(CHOICE, objective=advice_pb2.OBJECTIVE_POINTS, reach=30),
            [(Reason.BAD_REQUEST, "reach")],
        ),
        (_bid(CHOICE, reach=-(1 << 31)), [(Reason.BAD_REQUEST, "reach")]),
        (
            _bid(CHOICE, limits=advice_pb2.AdviceLimits(samples=0)),
            [(Reason.BAD_LIMIT, "limits.samples")],
        ),
        (_bid("manillen - N:? ? ? ?"), [(Reason.HAND_HIDDEN, "deal.hands.N")]),
        (_bid("manillen - N:TAK.97.QJ8. ? ? ? ; calls=S"), [(Reason.CALLING_ENDED, "deal.calls")]),
        (_bid("manillen S N:TAK.97.QJ8. ? ? ?"), [(Reason.CALLING_ENDED, "deal.trump")]),
        (_bid("whist S W:5.K973.KQ63.T973 ? ? ?"), [(Reason.BAD_REQUEST, "deal.calls")]),
        (_play("manillen - N:TAK.97.QJ8. ? ? ?"), [(Reason.TRUMP_NOT_NAMED, "deal.trump")]),
        (_play(LEAD, seat="W"), [(Reason.NOT_TO_ACT, "seat")]),
        (
            _play(f"{LEAD} ; played=JS TS 9S 8S", seat="W"),
            [(Reason.HAND_HIDDEN, "deal.hands.W")],
        ),
        (
            _play(f"{LEAD} ; played=JS TS 9S 8D AS 7S QS"),  # E had no spades
            [(Reason.NOTHING_FITS, "deal.played")],
        ),
        (
            _play(
                "maniglia-4 B N:? ? 7M2.7M.62.A52 ? ; declarer=S ; played=KO 3O",
                objective=advice_pb2.OBJECTIVE_SCORE,
            ),
            [(Reason.BAD_REQUEST, "objective")],
        ),
    ],
    ids=lambda one: one[0][0].value if isinstance(one, list) else type(one).__name__,
)
def test_faults_have_the_fields_of_the_request(
    message: Any, faults: list[tuple[Reason, str | None]]
) -> None:
    assert _refused(message) == faults


def test_what_no_message_can_hold_is_refused_before() -> None:
    deal = parse_deal(CHOICE)
    with pytest.raises(InputError) as caught:
        bid_request(deal, reach=1 << 40)
    assert caught.value.faults[0].field == "reach"
    with pytest.raises(InputError, match="there are score, points, reach") as unknown:
        play_request(parse_deal(LEAD), objective="win")
    assert unknown.value.faults[0].field == "objective"
