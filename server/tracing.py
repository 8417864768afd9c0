"""Traces by OpenTelemetry: a span a call, and within it one for each search.

OpenTelemetry comes with the extra ``otel``; only a server that is given an endpoint imports it.
Its own interceptor for grpc.aio is not used: it takes every streaming handler for a generator, and
needs three more packages.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog

from manille.server.interceptors.calls import Call
from manille.server.settings import Settings, wrong
from manille.solver.analysis import CancelToken
from manille.solver.analysis.found import Found
from manille.solver.analysis.question import Asked
from manille.solver.limits import Limits

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

__all__ = ["Tracing", "check_tracing", "open_tracing"]

PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.grpc")

TRACED = "/manille."  # health checks would drown the rest
EXPORT_S = 2  # seconds that sending a batch of spans may take


def open_tracing(settings: Settings) -> Tracing | None:
    """Where the settings want spans sent; None if nowhere.

    Raises:
        click.BadParameter: the endpoint is no URL, or the extra is not installed.
    """
    check_tracing(settings)
    endpoint = settings.otel_endpoint
    if endpoint is None:
        return None
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = "OTEL_SERVICE_NAME" in os.environ
    provider = TracerProvider(
        resource=Resource.create({} if named else {"service.name": "manille"}),
        shutdown_on_exit=False,
    )
    # A collector that is not there must not hold up the end of the server for long.
    exporter = OTLPSpanExporter(endpoint=endpoint, timeout=EXPORT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return Tracing(provider)


def check_tracing(settings: Settings) -> None:
    """See that spans could be sent to where the settings want them, without doing it.

    Raises:
        click.BadParameter: the endpoint is no URL, or the extra is not installed.
    """
    endpoint = settings.otel_endpoint
    if endpoint is None:
        return
    try:
        parts = urlsplit(endpoint)
        usable = parts.scheme in ("http", "https") and parts.port != 0 and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise wrong("otel_endpoint", f"{endpoint!r} is not http://HOST:PORT or https://HOST:PORT.")
    if not all(map(_installed, PACKAGES)):
        message = "OpenTelemetry is not installed; `pip install 'manille[otel]'` does that."
        raise wrong("otel_endpoint", message)


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # a package above it
        return False


class Tracing:
    """Watches calls, and searches in their name."""

    def __init__(self, provider: TracerProvider) -> None:
        """Take where spans go; it is closed with this."""
        self._provider = provider
        self._tracer = provider.get_tracer("manille.server")
        self._spans: dict[int, Span] = {}

    def begin(self, call: Call) -> None:
        """Begin the span of a call, below that of the caller if it sent one."""
        if not call.method.startswith(TRACED):
            return
        from opentelemetry import context, propagate, trace

        carrier = {key: value for key, value in call.metadata if isinstance(value, str)}
        service, _, method = call.method.strip("/").partition("/")
        span = self._tracer.start_span(
            call.method.strip("/"),
            propagate.extract(carrier),
            trace.SpanKind.SERVER,
            {"rpc.system": "grpc", "rpc.service": service, "rpc.method": method},
        )
        self._spans[id(call)] = span
        # The call's task is alone in its context, so nothing needs to be put back.
        context.attach(trace.set_span_in_context(span))
        trace_id = trace.format_trace_id(span.get_span_context().trace_id)
        structlog.contextvars.bind_contextvars(trace_id=trace_id)

    def end(self, call: Call) -> None:
        """End it with the status of the call."""
        span = self._spans.pop(id(call), None)
        if span is None:
            return
        from opentelemetry import trace

        number, words = call.code.value
        span.set_attribute("rpc.grpc.status_code", number)
        span.set_attribute("manille.request_id", call.request_id)
        if number != 0:
            span.set_status(trace.StatusCode.ERROR, call.reason or words)
        span.end()

    def traced(self, question: Asked) -> Asked:
        """The question with a span around its search, should it come to one."""
        from opentelemetry import context

        return _Traced(question, self._tracer, context.get_current())

    def close(self) -> None:
        """Send what is left, for a short time only. This waits."""
        self._provider.shutdown()


@dataclass(frozen=True)
class _Traced:
    """A question whose search, on a thread of the pool, belongs to the call that asked."""

    question: Asked
    tracer: Tracer
    context: Any

    @property
    def key(self) -> bytes:
        return self.question.key

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        with self.tracer.start_as_current_span("search", self.context) as span:
            found = self.question.search(limits, cancel)
            span.set_attribute("manille.nodes", found.nodes)
            span.set_attribute("manille.complete", found.complete)
            return found
