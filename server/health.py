"""Health after ``grpc.health.v1``: each service by name, and "" for the whole server.

Everything is served from the first moment on until the server drains. The servicer that comes with
grpcio forgets all watchers of a service when one of them leaves, and waits for the slowest when
the health changes; this one is simpler than to mend that.
"""

# ruff: noqa: N802 (rpcs have the names of the contract)

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

__all__ = ["HEALTH_SERVICE", "HealthServicer"]

HEALTH_SERVICE = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

_Response = health_pb2.HealthCheckResponse


class HealthServicer(health_pb2_grpc.HealthServicer):
    """Tells whether services are served."""

    def __init__(self, services: Iterable[str], draining: asyncio.Event) -> None:
        """Take the full names of the services, and the event after which none is served."""
        self._services = frozenset(("", *services))
        self._draining = draining

    def _status(self, service: str) -> int:
        if service not in self._services:
            return _Response.SERVICE_UNKNOWN
        return _Response.NOT_SERVING if self._draining.is_set() else _Response.SERVING

    async def Check(
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.aio.ServicerContext[health_pb2.HealthCheckRequest, _Response],
    ) -> _Response:
        """The health of a service now."""
        status = self._status(request.service)
        if status == _Response.SERVICE_UNKNOWN:
            await context.abort(grpc.StatusCode.NOT_FOUND, "no service of that name")
        return _Response(status=status)

    async def Watch(
        self,
        request: health_pb2.HealthCheckRequest,
        context: grpc.aio.ServicerContext[health_pb2.HealthCheckRequest, _Response],
    ) -> AsyncIterator[_Response]:
        """The health of a service, now and whenever it changes."""
        status = self._status(request.service)
        yield _Response(status=status)
        if status == _Response.SERVING:
            await self._draining.wait()
            yield _Response(status=self._status(request.service))
        # By the protocol a watch ends only with the caller or the server.
        await asyncio.get_running_loop().create_future()
