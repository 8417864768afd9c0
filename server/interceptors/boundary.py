"""Where bytes become messages and exceptions become statuses.

gRPC itself calls bytes that are no message an internal error, and would tell callers the text of
any exception. So it hands on bytes here, and what a service raises is turned into a status: an
error of the input or a refusal as it is, anything else into one that says nothing but the id under
which the log has the rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NoReturn, TypeAlias

import grpc
from google.protobuf import text_format
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from manille.server.interceptors.calls import (
    REQUEST_ID,
    Call,
    Continuation,
    Handler,
    current_call,
)
from manille.server.logs import log
from manille.server.turns import Turns
from manille.solver.errors import ManilleError
from manille.wire.errors import rich_status
from manille.wire.refusals import BadMessage, Broken, Cancelled, Refusal, TooLarge

__all__ = ["BoundaryInterceptor", "refusing"]

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

PUSHBACK = "grpc-retry-pushback-ms"
LARGE = 1 << 16  # bytes of a request from which on its parsing waits for its turn
MOST_LOGGED = 2000  # letters of a request in the log


class BoundaryInterceptor(grpc.aio.ServerInterceptor):
    """Wraps each handler so that it takes and gives bytes, and ends with a proper status."""

    def __init__(self, most_bytes: int, turns: Turns) -> None:
        """Send no message larger than ``most_bytes``; parse large ones in turns."""
        self._most_bytes = most_bytes
        self._turns = turns
        self._wrapped: dict[str, Handler] = {}

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Give the wrapped handler, which is made once for each method."""
        handler = await continuation(handler_call_details)
        if handler is None:
            return handler
        method = handler_call_details.method
        if method not in self._wrapped:
            self._wrapped[method] = self._wrap(handler)
        return self._wrapped[method]

    def _wrap(self, handler: Handler) -> Handler:
        """The handler with bytes for messages, whichever of the four kinds it is."""
        parse, serialize = handler.request_deserializer, handler.response_serializer
        assert parse is not None
        assert serialize is not None
        kind = f"{_arity(handler.request_streaming)}_{_arity(handler.response_streaming)}"
        behavior = getattr(handler, kind)
        ask = self._each if handler.request_streaming else self._message
        answer = self._stream if handler.response_streaming else self._single

        async def guarded(request: Any, context: Context) -> bytes | None:
            call = current_call()
            call.peer = context.peer()
            context.set_trailing_metadata(((REQUEST_ID, call.request_id),))
            try:
                asked = await ask(parse, request)
                raw = await answer(behavior(asked, context), serialize, context)
            except grpc.aio.BaseError:  # a status was sent already, or nobody is there to get one
                code: grpc.StatusCode | None = context.code()  # the stubs know of no None
                call.code = code or call.code
                raise
            except asyncio.CancelledError:
                if _was_cancelled():
                    raise
                await _fail(call, context, Cancelled("the server has ended this call"))
            except Exception as error:
                await _fail(call, context, error)
            call.code = grpc.StatusCode.OK
            return raw

        make = getattr(grpc, f"{kind}_rpc_method_handler")
        wrapped: Handler = make(guarded)
        return wrapped

    async def _message(self, parse: Callable[[bytes], Any], raw: bytes) -> Any:
        if len(raw) < LARGE:
            return _parsed(parse, raw)
        (message,) = await self._turns.each(lambda one: _parsed(parse, one), [raw])
        return message

    async def _each(self, parse: Callable[[bytes], Any], stream: AsyncIterator[bytes]) -> Any:
        async def messages() -> AsyncIterator[Any]:
            async for raw in stream:
                yield await self._message(parse, raw)

        return messages()

    async def _single(
        self, answer: Awaitable[Any], serialize: Callable[[Any], bytes], _context: Context
    ) -> bytes:
        return self._sized(serialize(await answer))

    async def _stream(
        self, answers: Any, serialize: Callable[[Any], bytes], context: Context
    ) -> None:
        # Closed here and not by the garbage collector, so that its searches end with the call.
        async with aclosing(answers):
            async for answer in answers:
                await context.write(self._sized(serialize(answer)))

    def _sized(self, raw: bytes) -> bytes:
        if len(raw) > self._most_bytes:
            raise TooLarge(
                f"the answer has {len(raw)} bytes, more than the {self._most_bytes} that this "
                "server sends; ask for less at once"
            )
        return raw


def refusing(error: Refusal) -> Handler:
    """A handler that refuses the call without reading its request, which may be of any kind."""

    async def refuse(_requests: Any, context: Context) -> None:
        call = current_call()
        call.peer = context.peer()
        await _fail(call, context, error)

    handler: Handler = grpc.stream_unary_rpc_method_handler(refuse)
    return handler


def _arity(streaming: bool) -> str:
    return "stream" if streaming else "unary"


def _was_cancelled() -> bool:
    """Whether somebody wants this task to end, or a cancellation from elsewhere got lost in it.

    The latter would leave the caller without any status.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _parsed(parse: Callable[[bytes], Any], raw: bytes) -> Any:
    """The message that the bytes are.

    Raises:
        BadMessage: they are none.
    """
    try:
        message = parse(raw)
    except DecodeError as error:
        what = "the request is no message of this method, or one of its texts is not UTF-8"
        raise BadMessage(what) from error
    if logging.getLogger("manille").isEnabledFor(logging.DEBUG):
        text = text_format.MessageToString(message, as_one_line=True)
        log.debug("asked", request=text[:MOST_LOGGED])
    return message


async def _fail(call: Call, context: Context, error: Exception) -> NoReturn:
    """End a call with the status of an exception.

    Raises:
        grpc.aio.AbortError: always.
    """
    if not isinstance(error, ManilleError | Refusal):
        log.error("a call has failed", method=call.method, exc_info=error)
        error = Broken(f"a mistake of the server; its log tells more about {call.request_id}")
    call.reason = str(error.reason)
    status = rpc_status.to_status(rich_status(error))
    call.code = status.code
    metadata = [(REQUEST_ID, call.request_id), *status.trailing_metadata]
    if isinstance(error, Refusal):
        metadata.append((PUSHBACK, _pushback(error)))
    await context.abort(status.code, status.details, tuple(metadata))


def _pushback(error: Refusal) -> str:
    """Milliseconds after which gRPC in the client may ask again by itself; -1 for never."""
    return "-1" if error.retry_after_s is None else str(round(error.retry_after_s * 1000))
