"""The table of errors: every fault and refusal there and back, in an item and in a status."""

from __future__ import annotations

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from manille.solver import errors as domain
from manille.solver.deals import parse_deal
from manille.solver.errors import Fault, ManilleError, Reason
from manille.solver.limits import Limits
from manille.solver.rules import parse_rules
from manille.v1 import deal_pb2
from manille.wire.errors import (
    error_from_proto,
    error_from_rpc,
    error_to_proto,
    rich_status,
)
from manille.wire.refusals import BY_REASON, Broken, Overloaded, Refusal, Unreachable


class Failed(grpc.RpcError):
    """A call that failed, as a stub raises it."""

    def __init__(
        self, code: grpc.StatusCode, details: str, status: status_pb2.Status | None = None
    ) -> None:
        super().__init__()
        self._code, self._details, self._status = code, details, status

    def code(self) -> grpc.StatusCode:
        return self._code

    def details(self) -> str:
        return self._details

    def trailing_metadata(self) -> list[tuple[str, bytes]]:
        if self._status is None:
            return []
        return [("grpc-status-details-bin", self._status.SerializeToString())]


def through_status(error: Exception) -> ManilleError | Refusal:
    """The error as it comes out of a failed call."""
    status = rich_status(error)
    code = next(code for code in grpc.StatusCode if code.value[0] == status.code)
    return error_from_rpc(Failed(code, status.message, status))


def through_item(error: Exception) -> ManilleError | Refusal:
    """The error as it comes out of one place of a batch."""
    sent = error_to_proto(error).SerializeToString()
    return error_from_proto(deal_pb2.Error.FromString(sent))


def raised(make: object) -> ManilleError:
    with pytest.raises(ManilleError) as refused:
        make()  # type: ignore[operator]
    return refused.value


NOT_HELD = "manillen S N:TA... K7... QJ... 98... ; played=TS 9S"
ERRORS = [
    raised(lambda: parse_deal(NOT_HELD)),
    raised(lambda: parse_deal("manillen S N:TA... K7... QJ... 98... ; played=TS AS")),
    raised(lambda: parse_deal("manillen X Q:TA... T7... QJ...")),
    raised(lambda: parse_rules('base = "x"\n[play]\nbeat = 3', "own")),
    raised(lambda: Limits(-1, 0, 0)),
    domain.InputError(Fault(Reason.BAD_REQUEST, "no", field="wants[3]")),
]


@pytest.mark.parametrize("way", [through_item, through_status])
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.reason)
def test_what_is_wrong_comes_back_whole(way: object, error: ManilleError) -> None:
    again = way(error)  # type: ignore[operator]
    assert isinstance(again, ManilleError)
    placed = [(f.reason, f.message, f.column, f.field) for f in error.faults]
    assert [(f.reason, f.message, f.column, f.field) for f in again.faults] == placed


@pytest.mark.parametrize("way", [through_item, through_status])
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_kind_of_error(way: object, reason: Reason) -> None:
    again = way(ManilleError(Fault(reason, "a sentence", field="deal")))  # type: ignore[operator]
    assert isinstance(again, ManilleError)
    assert again.reason is reason
    assert type(again) is not ManilleError


@pytest.mark.parametrize("way", [through_item, through_status])
@pytest.mark.parametrize("kind", BY_REASON.values(), ids=lambda kind: kind.reason)
@pytest.mark.parametrize("retry_after_s", [None, 0.25])
def test_a_refusal_comes_back(way: object, kind: type, retry_after_s: float | None) -> None:
    again = way(kind("a sentence", retry_after_s))  # type: ignore[operator]
    assert type(again) is kind
    assert str(again) == "a sentence"
    assert again.retry_after_s == retry_after_s


@pytest.mark.parametrize("way", [through_item, through_status])
def test_a_mistake_of_ours_tells_nothing(way: object) -> None:
    again = way(KeyError("/home/secret"))  # type: ignore[operator]
    assert type(again) is Broken
    assert "secret" not in str(again)


def test_bad_input_has_the_details_of_the_google_error_model() -> None:
    status = rich_status(ERRORS[0])
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    assert status.details[0].Unpack(info)
    assert status.details[1].Unpack(bad)
    assert (status.code, info.reason, info.domain) == (3, "CARD_NOT_HELD", "manille")
    assert bad.field_violations[0].reason == "CARD_NOT_HELD"
    assert bad.field_violations[0].field == f":{NOT_HELD.index('9S') + 1}"


def test_overload_says_when_to_come_back() -> None:
    status, retry = rich_status(Overloaded("full", 1.5)), error_details_pb2.RetryInfo()
    assert status.code == 8
    assert status.details[1].Unpack(retry)
    assert retry.retry_delay.ToMilliseconds() == 1500


def test_a_thousand_faults_fit_into_a_trailer() -> None:
    faults = [Fault(Reason.UNKNOWN_CARD, "x" * 5000, field=f"played[{n}]") for n in range(1000)]
    assert len(rich_status(ManilleError(faults)).SerializeToString()) < 7800


@pytest.mark.parametrize("code", grpc.StatusCode)
def test_a_failure_of_grpc_itself_becomes_a_refusal(code: grpc.StatusCode) -> None:
    found = error_from_rpc(Failed(code, "why"), "there:1")
    assert isinstance(found, Refusal)


def test_a_server_that_is_not_there_is_named() -> None:
    found = error_from_rpc(Failed(grpc.StatusCode.UNAVAILABLE, "refused"), "there:1")
    assert type(found) is Unreachable
    assert "there:1" in str(found)
