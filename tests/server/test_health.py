from __future__ import annotations

import threading

import grpc
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from kit.grpc_server import PATIENCE_S, serving, status_of, wait_until
from manille.server.app import SERVICES

Response = health_pb2.HealthCheckResponse


def health(channel: grpc.Channel, service: str) -> int:
    request = health_pb2.HealthCheckRequest(service=service)
    status: int = HealthStub(channel).Check(request, timeout=PATIENCE_S).status
    return status


def test_each_service_is_served_until_the_drain() -> None:
    with serving() as server, server.channel() as channel:
        for service in ("", *SERVICES):
            assert health(channel, service) == Response.SERVING
        server.app.gate.draining.set()
        for service in ("", *SERVICES):
            assert health(channel, service) == Response.NOT_SERVING


def test_the_services_are_those_of_the_contract() -> None:
    assert SERVICES == ("manille.v1.SolverService", "manille.v1.RulesService")


def test_an_unknown_service_is_not_found() -> None:
    with serving() as server, server.channel() as channel:
        code, _ = status_of(lambda: health(channel, "manille.v1.Other"))
        assert code is grpc.StatusCode.NOT_FOUND


def test_all_watchers_hear_of_the_drain_though_one_has_left() -> None:
    with serving() as server, server.channel() as channel:
        request = health_pb2.HealthCheckRequest(service=SERVICES[0])
        watches = [HealthStub(channel).Watch(request) for _ in range(3)]
        assert [next(watch).status for watch in watches] == [Response.SERVING] * 3
        watches[0].cancel()
        server.run(_set(server.app.gate.draining))
        assert [next(watch).status for watch in watches[1:]] == [Response.NOT_SERVING] * 2
        for watch in watches[1:]:
            watch.cancel()


async def _set(event: object) -> None:
    event.set()  # type: ignore[attr-defined]


def test_a_watch_of_an_unknown_service_waits() -> None:
    with serving() as server, server.channel() as channel:
        request = health_pb2.HealthCheckRequest(service="other")
        watch = HealthStub(channel).Watch(request)
        assert next(watch).status == Response.SERVICE_UNKNOWN
        watch.cancel()


def test_watchers_do_not_hold_up_the_drain() -> None:
    with serving() as server, server.channel() as channel:
        watch = HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert next(watch).status == Response.SERVING
        seen: list[int] = []

        def follow() -> None:
            try:
                seen.extend(one.status for one in watch)
            except grpc.RpcError:
                seen.append(-1)

        thread = threading.Thread(target=follow)
        thread.start()
        assert server.run(server.app.drain(PATIENCE_S))
        server.run(server.app.close())
        thread.join(PATIENCE_S)
        wait_until(lambda: seen[-1:] == [-1], "the end of the watch")
        assert seen == [Response.NOT_SERVING, -1]
