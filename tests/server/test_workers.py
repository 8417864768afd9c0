"""Several processes on one port."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc

from kit.grpc_server import (
    HARD,
    PATIENCE_S,
    ServerProgram,
    children,
    is_alive,
    solve_request,
    status_of,
    wait_until,
)
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

OPTIONS = ("--workers", "2", "--threads", "2", "--log-format", "json")


def events(server: ServerProgram, name: str) -> list[dict[str, Any]]:
    """What the log says of an event."""
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == name]


def workers(server: ServerProgram) -> list[int]:
    """The process ids of the workers that were started, in order."""
    return [line["pid"] for line in events(server, "worker started")]


def solve(server: ServerProgram) -> grpc.StatusCode:
    """How a question on a connection of its own ends."""
    # connections to one target are shared otherwise
    options = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.insecure_channel(server.target, options) as channel:
        stub = SolverServiceStub(channel)
        request = solve_request()
        return status_of(lambda: stub.Solve(request, wait_for_ready=True, timeout=PATIENCE_S))[0]


def test_all_answer_one_that_dies_is_started_again_and_all_drain() -> None:
    with ServerProgram(*OPTIONS) as server:
        assert server.words.startswith("no TLS, 2 workers with 2 threads,")
        first = workers(server)
        assert len(first) == 2
        assert set(first) <= set(children(server.process.pid))
        wait_until(lambda: solve(server) and len(_answering(server)) == 2, "answers of both")
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(workers(server)) == 3, "another worker")
        (lost,) = events(server, "worker lost")
        assert (lost["pid"], lost["status"]) == (first[0], -signal.SIGKILL)
        assert solve(server) is grpc.StatusCode.OK
        assert server.stop() == 0
        assert server.last_log.count('"event": "worker ended"') == 2
        # nothing but lines of the log
        assert all(line.startswith("{") for line in server.last_log.splitlines())


def _answering(server: ServerProgram) -> set[int]:
    """The workers that have answered."""
    return {line["pid"] for line in events(server, "call")}


def test_grace_that_is_too_short_for_one_is_told_of() -> None:
    with ServerProgram(*OPTIONS, "--grace-s", "0.1") as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        future = stub.Solve.future(solve_request(HARD))
        wait_until(lambda: stub.Solve(solve_request()), "that it serves")
        assert server.stop() == 1
        assert future.exception(PATIENCE_S) is not None
        ended = re.findall(r'"status": (\d)', server.last_log)
        assert sorted(ended) == ["0", "1"]


def test_signals_for_all_processes_are_one_drain() -> None:
    with ServerProgram(*OPTIONS, "--grace-s", "60") as server, server.channel() as channel:
        request = solve_request(HARD)
        request.limits.time_s = 1.0
        stub = SolverServiceStub(channel)
        future = stub.Solve.future(request)
        wait_until(lambda: stub.Solve(solve_request()), "that it serves")
        # as a service manager does with SIGTERM, and a terminal with SIGINT
        for pid in children(server.process.pid):
            if pid in workers(server):
                os.kill(pid, signal.SIGTERM)
                os.kill(pid, signal.SIGINT)
        assert server.stop() == 0
        assert not future.result(PATIENCE_S).solution.exact


def test_signals_for_processes_that_have_just_begun_end_them_well(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "manille.server", "--port", "0", *OPTIONS],
            stdout=subprocess.PIPE,
            stderr=stream,
        )
    try:
        wait_until(lambda: log.read_text().count("worker started") == 2, "two workers")
        for pid in [*children(process.pid), process.pid]:
            os.kill(pid, signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, log.read_text()
    assert output == b""
    assert "Traceback" not in log.read_text()


def test_workers_do_not_outlive_the_process_above() -> None:
    with ServerProgram(*OPTIONS) as server:
        pids = children(server.process.pid)
        assert len(pids) >= 2
        server.send(signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, pids)), f"the end of {pids}")
        assert server.ended() == -signal.SIGKILL


def test_a_second_signal_ends_all_at_once() -> None:
    with ServerProgram(*OPTIONS, "--grace-s", "1000") as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        future = stub.Solve.future(solve_request(HARD))
        wait_until(lambda: stub.Solve(solve_request()), "that it serves")
        server.send()
        wait_until(lambda: events(server, "workers are told to drain"), "the drain")
        assert server.stop() == 1
        assert future.exception(PATIENCE_S) is not None
