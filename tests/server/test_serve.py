"""The program as it is run: one line when ready, signals, exit status, errors at its start."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest

from kit.grpc_server import (
    HARD,
    PATIENCE_S,
    ServerProgram,
    solve_request,
    status_of,
    wait_until,
)
from manille.server.run import ready_line
from manille.server.settings import Settings
from manille.v1.solver_service_pb2_grpc import SolverServiceStub


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    """A start that fails."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "manille.server", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_ready_line_answer_log_and_end() -> None:
    with ServerProgram("--threads", "2", "--log-format", "json") as server:
        assert server.target.startswith("127.0.0.1:")
        assert server.words == "no TLS, 1 worker with 2 threads, cache: 64 MiB of memory"
        with server.channel() as channel:
            solve = SolverServiceStub(channel).Solve
            answer, call = solve.with_call(solve_request(), metadata=[("x-request-id", "mine-1")])
            assert [side.points for side in answer.solution.sides] == [38, 23]
            assert dict(call.trailing_metadata())["x-request-id"] == "mine-1"
        wait_until(lambda: '"event": "call"' in server.log(), "the line of the call")
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.last_log.splitlines()]
        (entry,) = (line for line in lines if line["event"] == "call")
        assert entry["method"] == "/manille.v1.SolverService/Solve"
        assert (entry["code"], entry["request_id"]) == ("OK", "mine-1")
        assert entry["duration_ms"] > 0
        assert re.fullmatch(r"ipv4:127\.0\.0\.1:\d+", entry["peer"])
        # nothing of the deal
        assert "AK7" not in server.last_log
        assert [line["event"] for line in lines][-1] == "ended"


def test_debug_logs_the_deal() -> None:
    with ServerProgram("--log-level", "debug") as server, server.channel() as channel:
        SolverServiceStub(channel).Solve(solve_request())
        wait_until(lambda: "AK7" in server.log(), "the deal in the log")


def test_the_line_tells_all_but_secrets() -> None:
    settings = Settings(
        host="::1",
        workers=3,
        threads=1,
        cache="rediss://user:secret@host:6380/2",
        tls_cert=Path("x"),
        tls_client_ca=Path("x"),
    )
    line = ready_line(settings, 7, 8)
    assert " serves on [::1]:7 (mutual TLS, 3 workers with 1 thread, cache: 64 MiB" in line
    assert line.endswith("of memory before rediss://host:6380/2, metrics on 127.0.0.1:8)")
    assert "secret" not in line


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_well(number: int) -> None:
    with ServerProgram() as server:
        assert server.stop(number) == 0


def test_variables_set_what_flags_do_not() -> None:
    with ServerProgram(environ={"MANILLE_CACHE_MEMORY_MIB": "7"}) as server:
        assert "7 MiB of memory" in server.words


def test_a_port_in_use_is_told_of() -> None:
    with ServerProgram() as server:
        port = server.target.rpartition(":")[2]
        for workers in "1", "2":
            ended = serve("--port", port, "--workers", workers)
            assert ended.returncode == 2
            assert ended.stdout == ""
            assert f"127.0.0.1:{port} is in use by another program" in ended.stderr
            assert "'--port' (env var: 'MANILLE_PORT')" in ended.stderr


def test_a_shared_port_in_use_is_told_of_too() -> None:
    with ServerProgram("--workers", "2") as server:
        port = server.target.rpartition(":")[2]
        ended = serve("--port", port, "--workers", "2")
        assert (ended.returncode, ended.stdout) == (2, "")
        assert "is in use by another program" in ended.stderr


def test_a_port_of_the_metrics_in_use_is_told_of() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for workers in "1", "2":
            ended = serve("--port", "0", "--metrics-port", port, "--workers", workers)
            assert (ended.returncode, ended.stdout) == (2, "")
            assert "'--metrics-port' (env var: 'MANILLE_METRICS_PORT')" in ended.stderr


def test_the_command_becomes_the_server(tmp_path: Path) -> None:
    # a file of the name of a module, in the folder that the command is run in
    (tmp_path / "click.py").write_text("raise RuntimeError('not this one')\n")
    command = "import sys; from manille.client.cli.serve import serve; serve(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", command, "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert " serves on 127.0.0.1:" in process.stdout.readline()
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.communicate()


def test_the_command_imports_no_server_and_no_grpc() -> None:
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, manille.client.cli.serve\n"
            "print([name for name in sys.modules if name.split('.')[0] == 'grpc'"
            " or name.startswith('manille.server')])",
        ],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert ended.stdout == "[]\n"


class Load:
    """Callers that ask one question after another, each on a connection of its own."""

    def __init__(self, target: str, callers: int) -> None:
        self.statuses: list[tuple[grpc.StatusCode, str]] = []
        self._target = target
        self._end = threading.Event()
        self._pool = ThreadPoolExecutor(callers)
        self._futures = [self._pool.submit(self._ask, number) for number in range(callers)]

    def _ask(self, caller: int) -> None:
        number = 0
        with grpc.insecure_channel(self._target) as channel:
            stub = SolverServiceStub(channel)
            while not self._end.is_set():
                number += 1
                request = solve_request()
                # cards that differ make questions that were never asked
                request.limits.nodes = 1000 * caller + number
                found = status_of(lambda request=request: stub.Solve(request))  # type: ignore[misc]
                self.statuses.append(found)
                if found[0] is not grpc.StatusCode.OK:
                    return

    def close(self) -> None:
        self._end.set()
        for future in self._futures:
            future.result(PATIENCE_S)
        self._pool.shutdown()


def test_under_load_what_was_accepted_is_answered() -> None:
    with ServerProgram("--log-format", "json") as server:
        load = Load(server.target, 8)
        try:
            wait_until(lambda: len(load.statuses) > 200, "some answers")
            assert server.stop() == 0
        finally:
            load.close()
    answered = [code for code, _ in load.statuses if code is grpc.StatusCode.OK]
    # each caller ends with one refusal, or with a connection that is no longer there
    others = [code for code, _ in load.statuses if code is not grpc.StatusCode.OK]
    assert set(others) <= {grpc.StatusCode.UNAVAILABLE}
    assert len(others) == 8
    # what the server has answered, the callers have got
    lines = [json.loads(line) for line in server.last_log.splitlines()]
    assert len(answered) == sum(line.get("code") == "OK" for line in lines)
    assert {line["level"] for line in lines} == {"info"}


def test_a_long_search_is_waited_for_and_new_calls_are_refused() -> None:
    with ServerProgram("--grace-s", "60", "--threads", "2") as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        request = solve_request(HARD)
        request.limits.time_s = 1.5
        future = stub.Solve.future(request)
        wait_until(lambda: stub.Solve(solve_request()), "that it serves")
        server.send()
        wait_until(lambda: "draining" in server.log(), "that it drains")
        code, details = status_of(lambda: stub.Solve(solve_request()))
        assert code is grpc.StatusCode.UNAVAILABLE
        assert "stopping" in details
        answer = future.result(PATIENCE_S)
        assert not answer.solution.exact
        assert server.ended() == 0


def test_grace_that_is_too_short_is_told_of() -> None:
    with ServerProgram("--grace-s", "0.2") as server, server.channel() as channel:
        future = SolverServiceStub(channel).Solve.future(solve_request(HARD))
        wait_until(lambda: _running(server), "the search")
        assert server.stop() == 1
        code, _ = status_of(lambda: future.result(PATIENCE_S))
        assert code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


def test_a_second_signal_ends_it_at_once() -> None:
    with ServerProgram("--grace-s", "1000") as server, server.channel() as channel:
        future = SolverServiceStub(channel).Solve.future(solve_request(HARD))
        wait_until(lambda: _running(server), "the search")
        server.send()
        wait_until(lambda: "draining" in server.log(), "that it drains")
        assert server.stop() == 1
        status_of(lambda: future.result(PATIENCE_S))


def _running(server: ServerProgram) -> bool:
    """Whether a search runs: the process has used a core for a while."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11])
    before = server.__dict__.setdefault("ticks", ticks)
    return ticks > before + 10
