"""Questions and limits as messages: there and back, and what cannot be asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import examples, open_deals, tell
from manille.solver.analysis import ReachQuestion, SolveQuestion, TableQuestion
from manille.solver.deals import Deal, parse_deal
from manille.solver.errors import LimitError, ManilleError
from manille.solver.limits import Limits
from manille.v1 import deal_pb2, solution_pb2, solver_service_pb2
from manille.wire.deals import deal_to_proto
from manille.wire.questions import (
    limits_from_proto,
    limits_to_proto,
    question_from_proto,
    question_to_proto,
    table_question_from_proto,
    table_question_to_proto,
)

LINE = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
DEAL = deal_pb2.Deal(notation=LINE)
WANTS = st.sets(st.sampled_from(["points", "cards", "line"]))
WINDOWS = st.sampled_from([None, (20, None), (None, 30), (25, 35), (0, 0)])


@examples(200)
@given(open_deals(), WANTS, WINDOWS, st.integers(0, 1))
def test_a_question_comes_back_as_it_was(deal: Deal, want: set, window: tuple, side: int) -> None:
    tell(deal)
    asked = SolveQuestion(deal, want, window, side)
    again = question_from_proto(question_to_proto(asked))
    assert isinstance(again, SolveQuestion)
    assert (again.deal, again.want, again.window) == (asked.deal, asked.want, asked.window)
    assert again.key == asked.key


@examples(200)
@given(open_deals(), st.integers(-20, 200), st.integers(0, 1))
def test_a_yes_or_no_question_comes_back(deal: Deal, points: int, side: int) -> None:
    tell(deal)
    asked = ReachQuestion(deal, points, side)
    again = question_from_proto(question_to_proto(asked))
    assert isinstance(again, ReachQuestion)
    assert (again.deal, again.points, again.side) == (deal, points, side)


@pytest.mark.parametrize("trumps", [None, ["S"], ["NT", "H"]])
@pytest.mark.parametrize("window", [None, (20, None), (10, 30)])
def test_a_table_question_comes_back(trumps: list[str] | None, window: tuple | None) -> None:
    asked = TableQuestion(parse_deal(LINE), trumps, window)
    again = table_question_from_proto(table_question_to_proto(asked))
    assert (again.deal, again.trumps, again.window) == (asked.deal, asked.trumps, asked.window)
    assert again.key == asked.key


def test_nothing_wanted_is_all() -> None:
    asked = question_from_proto(solution_pb2.Question(deal=DEAL))
    assert isinstance(asked, SolveQuestion)
    assert asked.want == ("points", "cards", "line")


@pytest.mark.parametrize("seat", ["W", "w", "E"])
def test_a_window_is_about_the_side_of_its_seat(seat: str) -> None:
    window = solution_pb2.Window(low=20, seat=seat)
    asked = question_from_proto(solution_pb2.Question(deal=DEAL, window=window))
    assert isinstance(asked, SolveQuestion)
    assert asked.window == (0, 41)


@pytest.mark.parametrize(
    ("question", "reason", "field"),
    [
        ({}, "FIELD_MISSING", "deal.rules"),
        ({"wants": [0]}, "BAD_REQUEST", "wants[0]"),
        ({"wants": [1, 77]}, "BAD_REQUEST", "wants[1]"),
        ({"wants": [1] * 17}, "BAD_REQUEST", "wants[16]"),
        ({"window": {"low": 30, "high": 20}}, "BAD_REQUEST", "window"),
        ({"window": {"low": -(2**31)}}, "BAD_REQUEST", "window.low"),
        ({"window": {"high": 2**31 - 1}}, "BAD_REQUEST", "window.high"),
        ({"window": {"low": 3, "seat": "X"}}, "UNKNOWN_SEAT", "window.seat"),
        ({"reach": {"points": -(2**31)}}, "BAD_REQUEST", "reach.points"),
        ({"reach": {"points": 2**31 - 1}}, "BAD_REQUEST", "reach.points"),
        ({"reach": {"points": 3, "seat": "5"}}, "UNKNOWN_SEAT", "reach.seat"),
        ({"reach": {"points": 3}, "wants": [1]}, "BAD_REQUEST", "wants"),
        ({"reach": {"points": 3}, "window": {"low": 3}}, "BAD_REQUEST", "window"),
        ({"deal": {"notation": LINE.replace(" H ", " - ")}}, "TRUMP_NOT_NAMED", "deal.trump"),
        ({"deal": {"notation": f"{LINE} ?"}}, "HAND_COUNT", "deal.notation"),
        (
            {"deal": {"notation": "maniglia-3 B 1:7... K... 6..."}, "reach": {"points": 3}},
            "DECLARER_MISSING",
            "deal.declarer",
        ),
    ],
)
def test_what_cannot_be_asked_names_its_field(question: dict, reason: str, field: str) -> None:
    if "deal" not in question and question:
        question = {**question, "deal": {"notation": LINE}}
    with pytest.raises(ManilleError) as refused:
        question_from_proto(solution_pb2.Question(**question), "questions[7]")
    fault = refused.value.faults[0]
    assert (fault.reason, fault.field) == (reason, f"questions[7].{field}")


@pytest.mark.parametrize(
    ("request_", "reason", "field"),
    [
        ({"trumps": ["X"]}, "TRUMP_NOT_ALLOWED", "trumps"),
        ({"window": {"low": 3, "seat": "N"}}, "BAD_REQUEST", "window.seat"),
        ({"window": {"low": 3, "high": 1}}, "BAD_REQUEST", "window"),
        ({"deal": {"notation": f"{LINE} ; played=KH"}}, "BAD_REQUEST", "deal.played"),
        ({"deal": {"notation": "manillen - N:? ? ? ?"}}, "HAND_HIDDEN", "deal.hands.N"),
    ],
)
def test_what_no_table_can_be_made_of_names_its_field(
    request_: dict, reason: str, field: str
) -> None:
    request_ = {"deal": {"notation": LINE}, **request_}
    with pytest.raises(ManilleError) as refused:
        table_question_from_proto(solver_service_pb2.SolveTableRequest(**request_))
    fault = refused.value.faults[0]
    assert (fault.reason, fault.field) == (reason, field)


@pytest.mark.parametrize("limits", [Limits(), Limits(1.5, 1000, 8), Limits(nodes=1)])
def test_limits_come_back(limits: Limits) -> None:
    sent = limits_to_proto(limits, bounds_at_deadline=True)
    assert sent is not None
    assert limits_from_proto(sent) == limits
    assert sent.bounds_at_deadline


def test_limits_that_say_nothing_are_not_sent() -> None:
    assert limits_to_proto(None) is None
    assert limits_from_proto(solution_pb2.Limits()) == Limits()


def test_limits_that_make_no_sense_name_every_field() -> None:
    bad = solution_pb2.Limits(time_s=-1, nodes=0, table_mib=0)
    with pytest.raises(LimitError) as refused:
        limits_from_proto(bad)
    fields = [fault.field for fault in refused.value.faults]
    assert fields == ["limits.time_s", "limits.nodes", "limits.table_mib"]


def test_a_deal_in_fields_is_asked_about_like_one_in_notation() -> None:
    fields = solution_pb2.Question(deal=deal_to_proto(parse_deal(LINE)))
    line = solution_pb2.Question(deal=DEAL)
    assert question_from_proto(fields).key == question_from_proto(line).key
