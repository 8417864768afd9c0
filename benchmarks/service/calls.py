"""Calls of the service with bytes made before, answered by messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grpc_health.v1 import health_pb2, health_pb2_grpc

from benchmarks.service.empty_server import METHOD
from manille.v1 import solver_service_pb2 as messages

__all__ = ["SOLVE", "batch_call", "empty_call", "health_call", "solve_call"]

_SERVICE = messages.DESCRIPTOR.services_by_name["SolverService"].full_name
SOLVE, BATCH = f"/{_SERVICE}/Solve", f"/{_SERVICE}/BatchSolve"


def solve_call(channel: Any) -> Any:
    """``Solve``, from the bytes of a request to its message; for a channel of either kind."""
    return channel.unary_unary(SOLVE, None, messages.SolveResponse.FromString)


def batch_call(channel: Any) -> Any:
    """``BatchSolve`` likewise."""
    return channel.unary_unary(BATCH, None, messages.BatchSolveResponse.FromString)


def health_call(channel: Any) -> Callable[[], object]:
    """A check of the health of the whole server, by a channel for threads."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    return lambda: stub.Check(health_pb2.HealthCheckRequest())


def empty_call(channel: Any) -> Callable[[], object]:
    """A call of the server that does nothing, likewise."""
    call = channel.unary_unary(METHOD)
    return lambda: call(b"")
