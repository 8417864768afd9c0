"""While there is too much to do, and after."""

from __future__ import annotations

from concurrent.futures import Future

import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from kit.grpc_server import (
    HARD,
    PATIENCE_S,
    ServerProgram,
    question,
    solve_request,
    wait_until,
)
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

SERVING = health_pb2.HealthCheckResponse.SERVING


def health_checks_during(channel: grpc.Channel, future: Future[object]) -> int:
    """How many health checks are answered before something else is."""
    count = 0
    while not future.done():
        status = HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE_S)
        assert status.status == SERVING
        count += 1
    return count


def test_health_answers_between_the_slices_of_large_batches() -> None:
    with ServerProgram("--log-level", "warning") as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        batch = messages.BatchSolveRequest(questions=[question()] * 1000)
        answered = 0
        for _ in range(2):
            futures = [stub.BatchSolve.future(batch) for _ in range(3)]
            answered += health_checks_during(channel, futures[-1])
            assert all(len(one.result(PATIENCE_S).results) == 1000 for one in futures)
        # one for each batch, at the very least
        assert answered >= 6


def test_overload_is_refused_and_leaves_nothing_behind() -> None:
    with (
        ServerProgram("--threads", "2", "--queue", "2", "--log-level", "warning") as server,
        server.channel() as channel,
    ):
        stub = SolverServiceStub(channel)
        futures = []
        for number in range(200):
            request = solve_request(HARD)
            # limits that differ make searches that are not shared
            request.limits.nodes = 10**12 + number
            futures.append(stub.Solve.future(request))
        wait_until(lambda: sum(future.done() for future in futures) == 196, "the refusals")
        left = [future for future in futures if not future.done()]
        refused = [future.exception() for future in futures if future.done()]
        assert {error.code() for error in refused} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
        for future in left:
            future.cancel()
        # all threads and places are free again
        wait_until(lambda: _answered(stub) == 4, "answers to as many at once")


def _answered(stub: SolverServiceStub) -> int:
    """How many of four questions that need a search each are answered."""
    futures = []
    for number in range(4):
        request = solve_request(HARD)
        request.limits.nodes = 1000 + number
        futures.append(stub.Solve.future(request))
    return sum(future.exception(PATIENCE_S) is None for future in futures)
