"""The table of the service, with little effort; real servers, and no test hangs on a time."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import click
import grpc
import pytest
from click.testing import CliRunner

from benchmarks.bars.bar import SEED, Bar, deals_of
from benchmarks.peers.figures import UnequalError
from benchmarks.service import __main__ as program
from benchmarks.service import batch, drain, latency, overload, redis_faults, sharing, stop
from benchmarks.service.caller import Caller, check_health
from benchmarks.service.calls import solve_call
from benchmarks.service.effort import Effort
from benchmarks.service.load import Call
from benchmarks.service.programs import EmptyServer, Program, Server, channel_to
from benchmarks.service.spelled import Known, check_batch, know, respell, spell
from benchmarks.service.timing import Times
from manille.solver.analysis import SolveQuestion
from manille.solver.deals import random_deal, random_ending
from manille.solver.results import Bounds
from manille.solver.rules import load
from manille.v1 import solution_pb2
from manille.v1.solver_service_pb2 import BatchSolveResponse, SolveRequest, SolveResponse
from manille.wire.questions import question_to_proto
from manille.wire.solutions import solution_to_proto

LITTLE = Effort(
    calls=6,
    batch=8,
    batches=2,
    batch_s=0,
    same=2,
    spellings=3,
    callers=4,
    tries=2,
    fault_s=0.2,
    overload_s=0.2,
    capacity_s=0.1,
    drains=1,
    entries=8,
)

# One server for all tests that only need one.
pytestmark = pytest.mark.xdist_group("service-bench")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--threads", "1") as found:
        yield found


@pytest.fixture(scope="module")
def known() -> Known:
    (found,) = know([random_deal(load("manillen"), SEED, 5)])
    return found


# --------------------------------------------------------------------------------------- the table


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    """The exit status and the output of a run with little effort."""
    monkeypatch.setattr(program, "QUICK", LITTLE)
    done = CliRunner().invoke(program.main, ["--quick", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_real_parts_give_the_rows_of_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(drain, "DEALS", 20)
    path = tmp_path / "service.json"
    status, output = run(monkeypatch, "--markdown", "--json", str(path), "same", "drain")
    assert status == 0
    assert program.QUICK_NOTE in output
    assert "| searches for 3 spellings of 2 deals | 2 | 2 | met | 2 deals of manillen" in output
    assert "| keys in Redis for 3 spellings of 2 deals | 2 | 2 | met |" in output
    assert "| none, exit 0 | met |" in output
    rows = json.loads(path.read_text())["bars"]
    assert [row["part"] for row in rows] == ["same", "same", "drain"]
    assert rows[2]["data"]["finished"] > 0


def test_what_fails_a_part_is_told_and_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(effort: Effort) -> Iterator[Bar]:
        yield Bar("size", "what", "", "first row", None)
        raise ConnectionRefusedError("nobody there")

    def differs(effort: Effort) -> Iterator[Bar]:
        raise UnequalError("38 is not 37")
        yield

    monkeypatch.setitem(program.PARTS, "size", fails)
    monkeypatch.setitem(program.PARTS, "same", differs)
    status, output = run(monkeypatch, "size", "same")
    assert status == 1
    wanted = "first row", "not measured", "ConnectionRefusedError: nobody there", "38 is not 37"
    assert [text in output for text in wanted] == [True] * 4


def test_an_unknown_part_is_refused() -> None:
    done = CliRunner().invoke(program.main, ["speed"])
    assert done.exit_code == 2
    assert "'speed' is not one of 'empty'" in done.output


def test_times_in_milliseconds() -> None:
    times = Times([n / 1000 for n in range(200)])
    assert (times.median_ms, times.p99_ms, times.max_ms) == (99.5, 198.0, 199.0)
    assert str(times) == "median 99.50, p99 198.00, max 199.0 ms"


# ------------------------------------------------------------------------------------ the spelling


@pytest.mark.parametrize("name", ["manillen", "maniglia", "maniglia-3"])
def test_every_spelling_has_the_answer_of_the_deal(name: str) -> None:
    for spellings in spell(know(deals_of(name, 3)), 4):
        assert len({spelling.request for spelling in spellings}) == 4
        for spelling in spellings:
            question = SolveQuestion(spelling.deal)
            answer = solution_to_proto(question, question.tell(question.search()), "search")
            spelling.check(answer)


def wrong_points(answer: solution_pb2.Solution) -> None:
    answer.cards[0].points += 1


def wrong_card(answer: solution_pb2.Solution) -> None:
    answer.line[0], answer.line[4] = answer.line[4], answer.line[0]


def wrong_score(answer: solution_pb2.Solution) -> None:
    answer.sides[0].score += 1


@pytest.mark.parametrize("spoil", [wrong_points, wrong_card, wrong_score])
def test_an_answer_that_differs_is_unequal(known: Known, spoil: object) -> None:
    spelling = respell(known, Random(1))
    question = SolveQuestion(spelling.deal)
    answer = solution_to_proto(question, question.tell(question.search()), "search")
    spoil(answer)
    with pytest.raises(UnequalError, match="manillen "):
        spelling.check(answer)


def test_an_error_in_a_batch_is_unequal(known: Known) -> None:
    response = BatchSolveResponse()
    response.results.add().error.message = "not now"
    with pytest.raises(UnequalError, match="not now"):
        check_batch([known.plain], response.SerializeToString())


# ------------------------------------------------------------------------------------ the programs


def test_a_program_that_does_not_get_ready_is_told_with_its_log() -> None:
    with pytest.raises(click.ClickException, match="out of order"):
        Program("-c", "import sys; sys.exit('out of order')")


def test_a_program_ends_with_its_block_whatever_happens() -> None:
    with suppress(KeyboardInterrupt), EmptyServer() as bare:
        raise KeyboardInterrupt
    assert bare.process.returncode == -signal.SIGKILL
    with EmptyServer() as bare:
        pass
    assert bare.process.returncode == -signal.SIGTERM


def test_a_server_tells_its_figures_and_its_memory(server: Server) -> None:
    figures = server.settled()
    assert figures["desk_running"] == 0
    assert figures["cache_entries/memory"] >= 0
    assert server.rss_bytes() > 1 << 20


# --------------------------------------------------------------------------------------- the parts


def test_known_answers_are_measured_in_turns_with_empty_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(latency, "DEALS", 6)
    monkeypatch.setattr(latency, "WARM_UP", 2)
    memory, redis = latency.cached(LITTLE)
    for row, verdict in ((memory, {"met", "missed"}), (redis, {"stated"})):
        assert row.verdict in verdict
        assert row.data["empty"]["count"] == row.data["known"]["count"] == LITTLE.calls
        ratio = row.data["known"]["median_ms"] / row.data["empty"]["median_ms"]
        assert row.figure == f"{ratio:.2f} times"
    assert memory.met is (float(memory.figure.split()[0]) <= 2.0)


def test_batches_are_asked_by_processes_and_checked(server: Server) -> None:
    batches = batch.Batches.of(know(deals_of("manillen", LITTLE.batch)), LITTLE.batches)
    with Caller() as caller:
        row = batch._row(server, [caller], batches, LITTLE)
        health = caller.submit(check_health, server.target, 0, 0).result()
    assert row.data["count"] == LITTLE.batches
    assert row.verdict == ("met" if row.data["rate"] >= 20_000 else "missed")
    assert row.what.endswith("1 caller, 1 worker")
    assert health == []


def test_a_wrong_value_of_ours_would_be_seen(server: Server, known: Known) -> None:
    bounds = Bounds(1, 1), Bounds(60, 60)
    other = Known(known.question, replace(known.solution, bounds=bounds))
    with pytest.raises(UnequalError, match="server"):
        sharing._ask(server, [other.plain], "wrong")


def test_many_callers_share_a_search(server: Server) -> None:
    (hard,) = know([random_deal(load("maniglia"), SEED, 7)])
    rng = Random(1)
    sources = sharing._ask(server, [respell(hard, rng) for _ in range(6)], "shared")
    assert sources["search"] == 1
    assert sources.total() == 6


def test_searches_are_stopped_at_the_desk() -> None:
    hard = SolveQuestion(random_deal(load("botifarra"), SEED, 201), ["points"])
    for ended in (stop._left_desk, stop._late_desk):
        late_s = asyncio.run(stop._at_desk(hard, [0.03, 0.01], ended))
        assert len(late_s) == 2
        assert min(late_s) >= 0


def test_searches_are_stopped_over_the_wire(server: Server) -> None:
    hard = SolveQuestion(random_deal(load("botifarra"), SEED, 201), ["points"])
    request = SolveRequest(question=question_to_proto(hard)).SerializeToString()
    easy = iter(know(random_ending(load("manillen"), 3, SEED, number) for number in range(2)))
    with channel_to(server.target) as channel:
        solve = solve_call(channel)
        for end in (stop._leave, stop._wait):
            end(solve, request, 0.02)
            assert stop._ask(solve, next(easy)) > 0


def test_rubbish_in_redis_is_noticed_and_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    (rubbish,) = (fault for fault in redis_faults.FAULTS if "rubbish" in fault.name)
    monkeypatch.setattr(redis_faults, "FAULTS", (rubbish,))
    monkeypatch.setattr(redis_faults, "DEALS", 20)
    monkeypatch.setattr(redis_faults, "OPENS_S", 0.1)
    fault, without = redis_faults.redis(replace(LITTLE, fault_s=0.4))
    assert fault.data["failed"] == 0
    assert "none failed" in fault.figure
    assert "cache_rejected_total/redis" in fault.note
    assert without.data["open"]["count"] > 0
    assert without.data["without"]["count"] > 0


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overload, "QUEUE", 1)
    monkeypatch.setattr(overload, "TIMES", 20)
    monkeypatch.setattr(overload, "DEALS", 40)
    monkeypatch.setattr(overload, "WARM_UP_S", 0.05)
    refusals, health, memory, after = overload.overload(LITTLE)
    assert refusals.data["wrong"] == 0
    assert refusals.data["count"] > 0
    assert health.data["count"] > 0
    assert memory.data["most"] >= memory.data["before"] > 0
    assert after.verdict in ("met", "missed")


# ----------------------------------------------------------------------- what counts as a lost call


def error_of(code: grpc.StatusCode) -> grpc.aio.AioRpcError:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata())


def drained(known: Known, logged: Counter[str], *answers: object) -> drain.Drained:
    calls = [Call(known.plain, "", float(n), 1.5, one) for n, one in enumerate(answers)]
    return drain.Drained(calls, 1.0, 0.5, 0, logged)


def test_a_call_is_lost_that_was_accepted_and_not_answered(known: Known) -> None:
    answer, refused = SolveResponse(), error_of(grpc.StatusCode.UNAVAILABLE)
    fine = drained(known, Counter(OK=2, DRAINING=1), answer, answer, refused)
    assert (fine.lost, fine.finished) == (0, 2)
    assert drained(known, Counter(OK=2), answer, refused).lost == 1
    assert drained(known, Counter(OK=1, CANCELLED=1), answer, refused).lost == 1
    cut = error_of(grpc.StatusCode.CANCELLED)
    assert drained(known, Counter(OK=1), answer, cut).lost == 1
