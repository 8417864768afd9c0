"""The gate: at most so many calls at once, and none while the server drains."""

from __future__ import annotations

import asyncio

import grpc

from manille.server.gate import Gate
from manille.server.interceptors.boundary import refusing
from manille.server.interceptors.calls import Continuation, Handler

__all__ = ["AdmissionInterceptor"]

SERVICES = "/manille."  # ours; health and reflection are answered whatever happens


class AdmissionInterceptor(grpc.aio.ServerInterceptor):
    """Counts the calls of our services and refuses those for which there is no room."""

    def __init__(self, gate: Gate) -> None:
        """Use this gate."""
        self._gate = gate

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Refuse before the request is received, or count until the answer is sent."""
        if not handler_call_details.method.startswith(SERVICES):
            return await continuation(handler_call_details)
        refusal = self._gate.refusal()
        if refusal is not None:
            return refusing(refusal)
        task = asyncio.current_task()
        assert task is not None
        self._gate.enter(task)
        return await continuation(handler_call_details)
