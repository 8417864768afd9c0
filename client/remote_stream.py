"""A stream of questions to a server, for threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread, Timer
from typing import Any

import grpc

from manille.client.access import Access
from manille.client.asking import closed
from manille.client.deadline import Deadline
from manille.client.failures import failure
from manille.client.streaming import Flow
from manille.client.talk import Request, Response, Talk

__all__ = ["RemoteFlow"]

GOODBYE_S = 1.0  # how long a server may take to end a stream of which all is answered


class RemoteFlow(Talk, Flow):
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
        Flow.__init__(self, ordered, ahead)
        self._method = method
        self._timer: Timer | None = None
        self._requests: SimpleQueue[Request | None] = SimpleQueue()

    def stop(self) -> None:
        """See :meth:`.Flow.stop`."""
        if self._timer is not None:
            self._timer.cancel()
        if self.ledger.done:
            self._await_end()
        self._hang_up()

    def _await_end(self) -> None:
        """Let the server end the call in its own words."""
        try:
            while self._call is not None:
                self.events.get(timeout=GOODBYE_S)()
        except Empty:
            pass

    def _open(self, timeout_s: float | None) -> Any:
        self._requests = SimpleQueue()
        requests = iter(self._requests.get, None)
        try:
            call = self._method(requests, timeout=timeout_s, metadata=self._access.metadata)
        except ValueError as error:  # what gRPC says of a channel that is closed
            raise closed() from error
        Thread(target=self._receive, args=(call,), name="answers", daemon=True).start()
        return call

    def _send(self, request: Request | None) -> None:
        self._requests.put(request)

    def _later(self, wait_s: float) -> None:
        self._timer = Timer(wait_s, self.put, (self._resume,))
        self._timer.daemon = True
        self._timer.start()

    def _receive(self, call: Iterator[Response]) -> None:
        """Turn what comes into events, on a thread of its own."""
        try:
            for response in call:
                self.put(self._told, call, response)
        except grpc.RpcError as error:
            self.put(self._over, call, failure(error, self._access, self._deadline))
        else:
            self.put(self._over, call, None)
