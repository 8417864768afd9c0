"""One record a call, from its first byte to its last, for whoever watches.

A call is watched by its task rather than by wrapping its handler: so it also counts where no
request ever came, and it ends when its answer was sent.
"""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import grpc
import structlog

__all__ = [
    "REQUEST_ID",
    "UNKNOWN_METHOD",
    "Call",
    "CallInterceptor",
    "Continuation",
    "Handler",
    "Watcher",
    "current_call",
]

# Quoted, since only the stubs know that these are generic.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Continuation: TypeAlias = "Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]"

REQUEST_ID = "x-request-id"
UNKNOWN_METHOD = "unknown"  # instead of a name that anybody may have made up

_SANE = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_current: ContextVar[Call] = ContextVar("call")


@dataclass(slots=True)
class Call:
    """What is known of a call.

    Attributes:
        method: its full name, such as "/manille.v1.SolverService/Solve".
        request_id: the caller's, or one made here.
        metadata: what the caller sent along.
        code: how it ended; CANCELLED if it ended before anything came of it.
        reason: the word for a status that is not OK, "" where there is none.
        peer: who called, as gRPC writes addresses; "" until the request has been received.
        duration_s: seconds that it took, once it has ended.
    """

    method: str
    request_id: str
    metadata: Sequence[tuple[str, str | bytes]]
    code: grpc.StatusCode = grpc.StatusCode.CANCELLED
    reason: str = ""
    peer: str = ""
    duration_s: float = 0.0
    _started_s: float = field(default_factory=time.perf_counter)

    def end(self) -> None:
        """Take the time."""
        self.duration_s = time.perf_counter() - self._started_s


class Watcher(Protocol):
    """Somebody who wants to know about calls."""

    def begin(self, call: Call) -> None:
        """A call has come in; this runs in its task."""

    def end(self, call: Call) -> None:
        """It has ended."""


def current_call() -> Call:
    """The call that the running task answers."""
    return _current.get()


class CallInterceptor(grpc.aio.ServerInterceptor):
    """Gives each call its record, and tells the watchers."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        """Tell these, in their order."""
        self._watchers = tuple(watchers)

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Begin the record; it ends with the task that runs this, which is the call's own."""
        metadata = handler_call_details.invocation_metadata
        call = Call(handler_call_details.method, _request_id(metadata), metadata)
        _current.set(call)
        structlog.contextvars.bind_contextvars(request_id=call.request_id)
        for watcher in self._watchers:
            watcher.begin(call)
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(lambda _: self._end(call))
        handler = await continuation(handler_call_details)
        if handler is None:
            call.method, call.code = UNKNOWN_METHOD, grpc.StatusCode.UNIMPLEMENTED
        return handler

    def _end(self, call: Call) -> None:
        call.end()
        for watcher in self._watchers:
            watcher.end(call)


def _request_id(metadata: Sequence[tuple[str, str | bytes]]) -> str:
    """The caller's id if it can stand in a log, else a new one."""
    for key, value in metadata:
        if key == REQUEST_ID and isinstance(value, str) and _SANE.fullmatch(value):
            return value
    return uuid.uuid4().hex
