"""A stream of questions to a server, for tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import grpc
import grpc.aio

from manille.client.access import Access
from manille.client.aio.streaming import AsyncFlow
from manille.client.asking import closed
from manille.client.deadline import Deadline
from manille.client.failures import failure
from manille.client.talk import Request, Talk

__all__ = ["AsyncRemoteFlow", "is_cancelled"]

GOODBYE_S = 1.0  # how long a server may take to end a stream of which all is answered


class AsyncRemoteFlow(Talk, AsyncFlow):
    """A stream whose questions go to a server."""

    def __init__(
        self,
        method: Callable[..., Any],
        access: Access,
        deadline: Deadline,
        ordered: bool,
        ahead: int,
    ) -> None:
        """Take the method of the stub that opens the stream."""
        Talk.__init__(self, access, deadline)
        AsyncFlow.__init__(self, ordered, ahead)
        self._method = method
        self._timer: asyncio.TimerHandle | None = None
        self._requests: asyncio.Queue[Request | None] = asyncio.Queue()
        self._receivers: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """See :meth:`.AsyncFlow.stop`."""
        if self._timer is not None:
            self._timer.cancel()
        if self.ledger.done:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._end(), GOODBYE_S)
        self._hang_up()
        receivers = list(self._receivers)
        await asyncio.gather(*receivers, return_exceptions=True)

    async def _end(self) -> None:
        """Let the server end the call in its own words."""
        while self._call is not None:
            event = await self.events.get()
            event()

    def _open(self, timeout_s: float | None) -> Any:
        self._requests = asyncio.Queue()
        requests, metadata = _until_none(self._requests), self._access.metadata
        try:
            call = self._method(requests, timeout=timeout_s, metadata=metadata)
        except grpc.aio.UsageError as error:  # what gRPC says of a channel that is closed
            raise closed() from error
        receiver = asyncio.create_task(self._receive(call))
        self._receivers.add(receiver)
        receiver.add_done_callback(self._receivers.discard)
        return call

    def _send(self, request: Request | None) -> None:
        self._requests.put_nowait(request)

    def _later(self, wait_s: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(wait_s, self.put, self._resume)

    async def _receive(self, call: Any) -> None:
        """Turn what comes into events."""
        try:
            async for response in call:
                self.put(self._told, call, response)
        except grpc.RpcError as error:
            self.put(self._over, call, failure(error, self._access, self._deadline))
        except asyncio.CancelledError:  # the call was hung up, or the channel closed
            self.put(self._over, call, closed())
            if is_cancelled():
                raise
        else:
            self.put(self._over, call, None)


def is_cancelled() -> bool:
    """Whether somebody wants the running task to end; else a cancellation is about its call."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _until_none(requests: asyncio.Queue[Request | None]) -> AsyncIterator[Request]:
    while (request := await requests.get()) is not None:
        yield request
