"""Searches of a client in this process: threads, ends, and what is not loaded for them."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from kit.clients import HARD
from manille.client import LOCAL, connect
from manille.client.local import LocalClient
from manille.solver.limits import Limits
from manille.solver.results import Solution
from manille.solver.rules import load
from manille.wire.refusals import Cancelled, DeadlinePassed

FOUR = "manillen S N:TA... K7... QJ... 98..."
SIXTEEN = (16, 0)


def test_local_is_a_name_of_its_own() -> None:
    with connect(LOCAL) as client:
        assert isinstance(client, LocalClient)
        assert client.timeout_s == 60.0
        assert client.threads >= 1


def test_a_table_is_the_same_on_any_number_of_threads() -> None:
    deal = FOUR.replace(" S ", " - ")
    with connect("local", threads=1) as one, connect("local", threads=3) as three:
        assert one.solve_table(deal).cells == three.solve_table(deal).cells


def test_waiting_for_a_thread_takes_of_the_time() -> None:
    with connect("local", threads=1) as client:
        caught: list[BaseException] = []
        begun = threading.Event()

        def hard() -> None:
            begun.set()
            with pytest.raises(Cancelled) as error:
                client.solve(HARD)
            caught.append(error.value)

        thread = threading.Thread(target=hard)
        thread.start()
        begun.wait()
        while not client._searches._under_way:  # type: ignore[attr-defined]
            thread.join(0.001)
        found: list[Any] = []
        late = threading.Thread(
            target=lambda: found.extend(client.solve_all([FOUR], timeout_s=0.05))
        )
        late.start()
        late.join(0.1)
        client.close()
        thread.join(30)
        late.join(30)
    assert [type(error) for error in caught] == [Cancelled]
    assert [type(one) for one in found] == [DeadlinePassed]


def test_closing_ends_every_search() -> None:
    client = connect("local", threads=2)
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.extend(client.solve_all([HARD, HARD])))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    while len(client._searches._under_way) < 2:  # type: ignore[attr-defined]
        threads[0].join(0.001)
    client.close()
    for thread in threads:
        thread.join(30)
    assert [type(one) for one in found] == [Cancelled] * 4


def test_a_limit_before_the_deadline_gives_its_bounds() -> None:
    with connect("local") as client:
        assert client.solve(HARD, limits=Limits(time_s=0.05), timeout_s=30).points is None
        assert client.solve(HARD, limits=Limits(nodes=100), timeout_s=30).points is None


def test_ctrl_c_ends_a_search() -> None:
    """A search in the main thread would not hear of it; it runs on another one."""
    program = (
        "import os, signal, sys, threading\n"
        "from manille.client import connect\n"
        "client = connect('local', timeout_s=None)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    client.solve({HARD!r})\n"
        "except KeyboardInterrupt:\n"
        "    print(client.solve(sys.argv[1]).points)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, FOUR], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("(16, 0)\n", "")


def test_rules_of_ones_own_have_a_path(tmp_path: Any) -> None:
    path = tmp_path / "cafe.toml"
    path.write_text('title = "Our café"\nbase = "manillen"\n')
    with connect("local") as client:
        assert client.rule_set(str(path)) == load("manillen")


@pytest.mark.parametrize(
    "program",
    [
        "from manille.client import connect; connect('local').solve(DEAL)",
        "import manille.client.aio as a; import asyncio; asyncio.run(a.connect('local').close())",
        "from manille.client.cli import main; main(['solve', DEAL], standalone_mode=False)",
        "from manille.client.cli import main; main(['--help'], standalone_mode=False)",
    ],
)
def test_what_needs_no_server_loads_no_grpc(program: str) -> None:
    code = (
        f"import sys, contextlib\nDEAL = {FOUR!r}\n"
        f"with contextlib.suppress(SystemExit):\n    {program}\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print('loaded', sorted(loaded & {'grpc', 'google', 'redis', 'structlog'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "loaded []"


def test_an_answer_says_that_it_was_searched() -> None:
    with connect("local") as client:
        (pair,) = client.ask_stream([FOUR])
        assert (pair[0], getattr(pair[1], "source", None)) == (0, "search")
        (found,) = client.ask_all([FOUR])
        assert isinstance(getattr(found, "result", None), Solution)
