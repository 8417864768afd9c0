"""Spans as a real collector gets them, over gRPC."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import click
import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from kit.grpc_server import PATIENCE_S, serving, solve_request, status_of
from manille.server import tracing
from manille.server.settings import Settings
from manille.server.tracing import check_tracing
from manille.v1 import solver_service_pb2
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


class Collector(trace_service_pb2_grpc.TraceServiceServicer):
    """Keeps every span."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def Export(self, request: Any, _context: Any) -> Any:  # noqa: N802
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                self.spans.extend(scope.spans)
        return trace_service_pb2.ExportTraceServiceResponse()


@contextmanager
def collecting() -> Iterator[tuple[Collector, str]]:
    """A collector, and its URL."""
    collector = Collector()
    with ThreadPoolExecutor(1) as pool:
        server = grpc.server(pool)
        trace_service_pb2_grpc.add_TraceServiceServicer_to_server(collector, server)
        port = server.add_insecure_port("localhost:0")
        server.start()
        try:
            yield collector, f"http://localhost:{port}"
        finally:
            server.stop(None).wait(PATIENCE_S)


def attributes(span: Span) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def test_a_call_and_its_search_are_spans_below_that_of_the_caller() -> None:
    with collecting() as (collector, url):
        with serving(otel_endpoint=url) as server, server.channel() as channel:
            stub = SolverServiceStub(channel)
            traced = [("traceparent", f"00-{TRACE}-{PARENT}-01"), ("x-request-id", "mine")]
            stub.Solve(solve_request(), metadata=traced)
            stub.Solve(solve_request())
            status_of(lambda: stub.Solve(solver_service_pb2.SolveRequest()))
            HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        # closing the server has sent them
        calls = [span for span in collector.spans if span.name.startswith("manille")]
        (search,) = (span for span in collector.spans if span.name == "search")
        first, second, third = sorted(calls, key=lambda span: span.start_time_unix_nano)
        assert len(collector.spans) == 4
        assert first.name == "manille.v1.SolverService/Solve"
        assert first.kind == Span.SPAN_KIND_SERVER
        assert (first.trace_id.hex(), first.parent_span_id.hex()) == (TRACE, PARENT)
        assert (search.trace_id, search.parent_span_id) == (first.trace_id, first.span_id)
        assert attributes(search)["manille.nodes"] > 1000
        assert attributes(search)["manille.complete"] is True
        assert attributes(first)["manille.request_id"] == "mine"
        assert attributes(first)["rpc.grpc.status_code"] == 0
        assert second.trace_id != first.trace_id
        assert attributes(third)["rpc.grpc.status_code"] == 3
        assert third.status.message == "FIELD_MISSING"


def test_a_collector_that_is_not_there_costs_no_answer() -> None:
    with serving(otel_endpoint="http://localhost:1") as server, server.channel() as channel:
        assert SolverServiceStub(channel).Solve(solve_request()).solution.exact


@pytest.mark.parametrize(
    "url", ["localhost:4317", "ftp://localhost", "http://", "http://x:0", "http://x:99999", ""]
)
def test_an_endpoint_that_is_no_url(url: str) -> None:
    with pytest.raises(click.BadParameter, match="is not http://HOST:PORT"):
        check_tracing(Settings(otel_endpoint=url))


def test_without_the_extra_an_endpoint_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(otel_endpoint="http://localhost:4317")
    check_tracing(settings)
    for package in "no_such_package", "no_such_package.inner":
        monkeypatch.setattr(tracing, "PACKAGES", (package,))
        with pytest.raises(click.BadParameter, match=r"pip install 'manille\[otel\]'"):
            check_tracing(settings)
    check_tracing(Settings())
