"""What every call gets: an id, a line in the log, a status that says what is to be said."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from structlog.testing import capture_logs

from kit.grpc_server import PATIENCE_S, ServerThread, serving, solve_request, status_of, wait_until
from manille.server.services.solver import SolverService
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

SOLVE = "/manille.v1.SolverService/Solve"


def failed(call: Any) -> grpc.RpcError:
    with pytest.raises(grpc.RpcError) as raised:
        call()
    return raised.value


def trailers(error: grpc.RpcError) -> dict[str, str]:
    return dict(error.trailing_metadata())  # type: ignore[call-overload]


def info(error: grpc.RpcError) -> error_details_pb2.ErrorInfo:
    """The reason that an error carries."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type]
    assert isinstance(status, status_pb2.Status)
    found = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(found) for detail in status.details)
    assert found.domain == "manille"
    return found


def test_a_sane_request_id_comes_back_and_others_are_replaced() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)

        def returned(*given: str) -> str:
            metadata = [("x-request-id", one) for one in given]
            _, call = stub.Solve.with_call(solve_request(), metadata=metadata)
            found: str = dict(call.trailing_metadata())["x-request-id"]
            return found

        assert returned("a.B-c_1:2") == "a.B-c_1:2"
        assert returned("x" * 64) == "x" * 64
        made = {returned(), returned(), returned("x" * 65), returned("a b"), returned('"')}
        assert len(made) == 5
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in made)
        error = failed(
            lambda: stub.Solve(messages.SolveRequest(), metadata=[("x-request-id", "mine")])
        )
        assert trailers(error)["x-request-id"] == "mine"


def test_each_kind_of_call_has_one_line_in_the_log() -> None:
    with capture_logs() as logs, serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        stub.Solve(solve_request())
        list(stub.StreamSolve(iter([messages.StreamSolveRequest(tag="a")])))
        failed(lambda: list(stub.AdviseBid(messages.AdviseBidRequest())))
        failed(lambda: channel.unary_unary("/a/b")(b""))
        wait_until(lambda: len(logs) == 4, "four lines")
    assert [(line["method"].rpartition("/")[2], line["code"]) for line in logs] == [
        ("Solve", "OK"),
        ("StreamSolve", "OK"),
        ("AdviseBid", "INVALID_ARGUMENT"),
        ("unknown", "UNIMPLEMENTED"),
    ]
    assert logs[2]["reason"] == "FIELD_MISSING"
    assert {"event", "request_id", "peer", "duration_ms", "log_level"} < set(logs[0])


def test_a_caller_that_goes_away_is_logged_as_cancelled() -> None:
    with (
        capture_logs() as logs,
        serving() as server,
        server.channel() as channel,
        open_stream(channel) as answers,
    ):
        answers.cancel()
        wait_until(lambda: logs, "the line")
    assert (logs[0]["code"], logs[0]["log_level"]) == ("CANCELLED", "info")


@contextmanager
def open_stream(channel: grpc.Channel) -> Iterator[Any]:
    """A stream that has had one answer, and gets no more questions."""
    end = threading.Event()

    def questions() -> Iterator[messages.StreamSolveRequest]:
        yield messages.StreamSolveRequest(tag="a")
        end.wait(PATIENCE_S)

    answers = SolverServiceStub(channel).StreamSolve(questions())
    try:
        next(answers)
        yield answers
    finally:
        answers.cancel()
        end.set()


def raw(server: ServerThread, channel: grpc.Channel, method: str, request: bytes) -> Any:
    """Any bytes as a request, and any as the answer."""
    return channel.unary_unary(method)(request, timeout=PATIENCE_S)


@pytest.mark.parametrize(
    "request_",
    [
        b"\xff\xff",
        # truncated
        solve_request().SerializeToString()[:-3],
        # a text that is not UTF-8
        solve_request().SerializeToString().replace(b"manillen", b"manille\xff"),
        # groups nested too deep
        b"\x0b" * 200,
    ],
)
def test_bytes_that_are_no_message_are_bad_input(request_: bytes) -> None:
    with serving() as server, server.channel() as channel:
        error = failed(lambda: raw(server, channel, SOLVE, request_))
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert info(error).reason == "BAD_MESSAGE"
        stream = channel.stream_stream("/manille.v1.SolverService/StreamSolve")
        error = failed(lambda: list(stream(iter([request_]), timeout=PATIENCE_S)))
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert info(error).reason == "BAD_MESSAGE"
        error = failed(
            lambda: list(channel.unary_stream("/manille.v1.SolverService/AdviseBid")(request_))
        )
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_bad_input_names_reason_and_field() -> None:
    with serving() as server, server.channel() as channel:
        error = failed(lambda: SolverServiceStub(channel).Solve(messages.SolveRequest()))
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert info(error).reason == "FIELD_MISSING"
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
        bad = error_details_pb2.BadRequest()
        assert any(detail.Unpack(bad) for detail in status.details)
        assert [one.field for one in bad.field_violations] == ["question.deal.rules"]


def test_a_mistake_of_ours_tells_nothing_but_the_request_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken(_self: object, _request: object, _context: object) -> None:
        raise KeyError("inner workings")

    monkeypatch.setattr(SolverService, "SolveTable", broken)
    with capture_logs() as logs, serving() as server, server.channel() as channel:
        error = failed(
            lambda: SolverServiceStub(channel).SolveTable(
                messages.SolveTableRequest(), metadata=[("x-request-id", "mine")]
            )
        )
        wait_until(lambda: len(logs) == 2, "two lines")
    assert error.code() is grpc.StatusCode.INTERNAL
    assert info(error).reason == "BROKEN"
    assert "mine" in str(error.details())
    assert "inner" not in str(error.details()) + str(error.trailing_metadata())
    assert isinstance(logs[0]["exc_info"], KeyError)
    assert [line["log_level"] for line in logs] == ["error", "error"]


def test_a_cancellation_that_nobody_asked_for_still_gives_a_status(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lost(_self: object, _request: object, _context: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(SolverService, "SolveTable", lost)
    with serving() as server, server.channel() as channel:
        error = failed(
            lambda: SolverServiceStub(channel).SolveTable(
                messages.SolveTableRequest(), timeout=PATIENCE_S
            )
        )
        assert error.code() is grpc.StatusCode.CANCELLED
        assert info(error).reason == "CANCELLED"


def test_an_answer_too_large_to_send_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def large(_self: object, _request: object, _context: object) -> Any:
        return messages.SolveTableResponse(fingerprint="x" * (2 << 20))

    monkeypatch.setattr(SolverService, "SolveTable", large)
    with serving(message_mib=1) as server, server.channel() as channel:
        error = failed(lambda: SolverServiceStub(channel).SolveTable(messages.SolveTableRequest()))
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert info(error).reason == "TOO_LARGE"


@pytest.mark.parametrize("compression", [grpc.Compression.NoCompression, grpc.Compression.Gzip])
def test_a_request_too_large_is_refused_however_it_is_packed(
    compression: grpc.Compression,
) -> None:
    with serving(message_mib=1) as server, server.channel() as channel:

        def ask(size: int) -> tuple[grpc.StatusCode, str]:
            solve = channel.unary_unary(SOLVE)
            # a field that the message does not have, with so many bytes
            request = b"\xfa\x7f" + _varint(size) + bytes(size)
            return status_of(lambda: solve(request, compression=compression, timeout=PATIENCE_S))

        assert ask(1000)[0] is grpc.StatusCode.INVALID_ARGUMENT
        assert ask(1 << 20)[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ask(1000)[0] is grpc.StatusCode.INVALID_ARGUMENT


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def test_a_refusal_says_when_to_ask_again() -> None:
    with (
        serving(calls=1) as server,
        server.channel() as channel,
        open_stream(channel) as answers,
    ):
        stub = SolverServiceStub(channel)
        error = failed(lambda: stub.Solve(solve_request()))
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert info(error).reason == "OVERLOADED"
        assert trailers(error)["grpc-retry-pushback-ms"] == "1000"
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
        retry = error_details_pb2.RetryInfo()
        assert any(detail.Unpack(retry) for detail in status.details)
        assert retry.retry_delay.seconds == 1
        answers.cancel()
        wait_until(
            lambda: status_of(lambda: stub.Solve(solve_request()))[0] is grpc.StatusCode.OK,
            "room for another call",
        )


def test_many_faults_fit_into_the_trailers() -> None:
    hand = ".".join(["\U0001f0a1" * 60] * 4)
    request = messages.SolveRequest()
    request.question.deal.rules.name = "manillen"
    request.question.deal.trump = "H"
    request.question.deal.leader = "N"
    request.question.deal.hands.extend([hand] * 4)
    request.question.deal.played.extend(["\U0001f0a1" * 250] * 60)
    with serving() as server, server.channel() as channel:
        error = failed(lambda: SolverServiceStub(channel).Solve(request))
        assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert info(error).reason
