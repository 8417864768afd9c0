"""The access log: a line a call, with nothing of what was asked."""

from __future__ import annotations

import grpc

from manille.server.interceptors.calls import Call
from manille.server.logs import log

__all__ = ["AccessLog"]

_OURS = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


class AccessLog:
    """A watcher that logs each call as it ends."""

    def begin(self, call: Call) -> None:
        """Wait for the end."""

    def end(self, call: Call) -> None:
        """Log it; as an error if it is our mistake."""
        entry = log.error if call.code in _OURS else log.info
        entry(
            "call",
            method=call.method,
            code=call.code.name,
            **({"reason": call.reason} if call.reason else {}),
            duration_ms=round(call.duration_s * 1000, 2),
            peer=call.peer,
            request_id=call.request_id,
        )
