from __future__ import annotations

import re
import urllib.request

import grpc
from prometheus_client.parser import text_string_to_metric_families

from kit.grpc_server import (
    PATIENCE_S,
    ServerProgram,
    question,
    serving,
    solve_request,
    status_of,
    wait_until,
)
from manille.server.cache import Counts
from manille.server.desk import DeskCounts
from manille.server.metrics import Metrics
from manille.v1 import solver_service_pb2
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

SOLVE = "/manille.v1.SolverService/Solve"


def scrape(port: int | str) -> dict[tuple[str, ...], float]:
    """What Prometheus would read: by name and the values of the labels, by their names."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
        text = answer.read().decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_calls_desk_and_cache_are_counted() -> None:
    with serving(metrics_port=0) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        port = server.app.metrics_port
        assert port
        for _ in range(3):
            stub.Solve(solve_request())
        status_of(lambda: stub.Solve(solver_service_pb2.SolveRequest()))
        status_of(lambda: channel.unary_unary("/made.up/Method")(b""))
        wait_until(
            lambda: (
                scrape(port).get(("manille_desk_known_total",)) == 2
                and scrape(port).get(("manille_calls_in_progress",)) == 0
            ),
            "the figures of the desk",
        )
        found = scrape(port)
        assert found["manille_calls_total", "OK", SOLVE] == 3
        assert found["manille_calls_total", "INVALID_ARGUMENT", SOLVE] == 1
        assert found["manille_calls_total", "UNIMPLEMENTED", "unknown"] == 1
        assert found["manille_call_seconds_count", SOLVE] == 4
        assert found["manille_desk_searches_total",] == 1
        assert found["manille_desk_nodes_total",] > 1000
        assert found["manille_desk_running",] == 0
        assert found["manille_cache_hits_total", "memory"] == 2
        assert found["manille_cache_entries", "memory"] == 1
        assert ("process_resident_memory_bytes",) in found


def test_what_is_counted_elsewhere_is_followed() -> None:
    metrics = Metrics()

    def value(name: str, **labels: str) -> float | None:
        return metrics.registry.get_sample_value(name, labels)

    metrics.take(DeskCounts(searches=3, running=2), {"memory": Counts(hits=1)})
    metrics.take(DeskCounts(searches=5, running=0), {"memory": Counts(hits=1), "redis": Counts()})
    assert value("manille_desk_searches_total") == 5
    assert value("manille_desk_running") == 0
    assert value("manille_cache_hits_total", level="memory") == 1
    assert value("manille_cache_hits_total", level="redis") == 0


def test_no_metrics_without_a_port() -> None:
    with serving() as server:
        assert server.app.metrics_port is None


def test_of_several_workers_the_sums_are_served() -> None:
    with ServerProgram("--workers", "2", "--threads", "1", "--metrics-port", "0") as server:
        (port,) = re.findall(r"metrics on 127\.0\.0\.1:(\d+)", server.words)
        asked = 0

        def counted() -> dict[tuple[str, ...], float]:
            # a connection goes to any worker
            nonlocal asked
            asked += 1
            with grpc.insecure_channel(
                server.target, [("grpc.use_local_subchannel_pool", 1)]
            ) as channel:
                batch = solver_service_pb2.BatchSolveRequest(questions=[question()])
                SolverServiceStub(channel).BatchSolve(batch)
            return scrape(port)

        # each worker has to search once
        wait_until(lambda: counted().get(("manille_desk_searches_total",)) == 2, "both workers")
        method = "/manille.v1.SolverService/BatchSolve"
        wait_until(
            lambda: scrape(port)["manille_calls_total", "OK", method] == asked, "all their calls"
        )
