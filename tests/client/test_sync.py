"""The client of a server, for threads: retries, streams that break off, calls that are ended.

The server is a real one that follows a script; see :mod:`kit.scripted_server`.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
import pytest

from kit.clients import without_effort
from kit.grpc_server import ServerProgram
from kit.scripted_server import Failing, ScriptedServer, answer
from manille.client import Client, connect
from manille.client.ledger import MOST_TRIES
from manille.client.messages import MOST_BYTES, MOST_QUESTIONS, batches
from manille.solver.analysis import SolveQuestion, solve
from manille.solver.deals import parse_deal
from manille.solver.errors import InputError, Reason
from manille.solver.results import Solution
from manille.wire.refusals import (
    Broken,
    Cancelled,
    DeadlinePassed,
    Draining,
    NotBuilt,
    Overloaded,
    Refusal,
    TooLarge,
    Unauthenticated,
    Unreachable,
)

FOUR = "manillen S N:TA... K7... QJ... 98..."
SIXTEEN = (16, 0)

BUSY = Failing(Overloaded("as many wait as may", 0.01), pushback_ms=10)
GOING = Failing(Draining("going away"))
AWAY = Failing(grpc.StatusCode.UNAVAILABLE)


def asking(*script: Any) -> tuple[ScriptedServer, Client]:
    server = ScriptedServer(*script)
    return server, connect(server.target, timeout_s=30)


# ------------------------------------------------------------------------------------------ retries


@pytest.mark.parametrize(
    "script",
    [[BUSY] * 3, [AWAY], [GOING], [AWAY, BUSY, GOING]],
    ids=["busy", "away", "going", "all"],
)
def test_what_passes_is_asked_again(script: list[Failing]) -> None:
    server, client = asking(*script)
    with server, client:
        assert client.solve(FOUR).points == SIXTEEN
    assert len(server.calls) == len(script) + 1


def test_a_batch_is_asked_again() -> None:
    server, client = asking(AWAY, BUSY)
    with server, client:
        found = client.solve_all([FOUR] * 500, ["points"])
    assert {getattr(one, "points", one) for one in found} == {SIXTEEN}
    assert len(server.calls) == 3


def test_the_server_says_when() -> None:
    """The backoff of the client begins with 0.1 s; a server that says 1 s gets 1 s."""
    server, client = asking(Failing(Overloaded("busy", 1.0), pushback_ms=1000))
    with server, client, pytest.raises(DeadlinePassed):
        client.solve(FOUR, timeout_s=0.8)
    assert len(server.calls) == 1


def test_asked_often_enough_it_is_refused() -> None:
    server, client = asking(*[BUSY] * 20)
    with server, client, pytest.raises(Overloaded, match="as many wait as may") as caught:
        client.solve(FOUR)
    assert caught.value.retry_after_s == pytest.approx(0.01)
    assert isinstance(caught.value.__cause__, grpc.RpcError)
    assert len(server.calls) == 4


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (Failing(TooLarge("too large"), pushback_ms=-1), TooLarge),
        (Failing(Unauthenticated("a token is needed")), Unauthenticated),
        (Failing(NotBuilt("not yet")), NotBuilt),
        (Failing(Broken("under this id")), Broken),
        (Failing(Cancelled("the server has ended it")), Cancelled),
        (Failing(InputError.of(Reason.BAD_REQUEST, "no", field="question.deal.x")), InputError),
        (Failing(grpc.StatusCode.UNIMPLEMENTED), NotBuilt),
        (Failing(grpc.StatusCode.PERMISSION_DENIED), Broken),
        (Failing(grpc.StatusCode.DATA_LOSS), Broken),
    ],
)
def test_what_does_not_pass_is_said_at_once(step: Failing, kind: type[Exception]) -> None:
    server, client = asking(step)
    with server, client:
        with pytest.raises(kind) as caught:
            client.solve(FOUR)
        assert type(caught.value) is kind
        assert client.solve(FOUR).points == SIXTEEN
    assert len(server.calls) == 2
    if isinstance(caught.value, InputError):
        assert [fault.field for fault in caught.value.faults] == ["x"]


def test_a_batch_that_is_too_large_is_halved() -> None:
    too_many = InputError.of(Reason.BAD_REQUEST, "too many", field="questions")
    for error in (TooLarge("too large"), too_many):
        server, client = asking(Failing(error, pushback_ms=-1))
        with server, client:
            found = client.solve_all([FOUR] * 5, ["points"])
        assert [getattr(one, "points", one) for one in found] == [SIXTEEN] * 5
        assert len(server.calls) == 3


def test_a_batch_that_fails_fails_in_every_place() -> None:
    server, client = asking(Failing(Broken("under this id")))
    with server, client:
        found = client.solve_all([FOUR, "nonsense", FOUR], ["points"])
    assert [getattr(one, "reason", None) for one in found] == ["BROKEN", "BAD_SYNTAX", "BROKEN"]


def test_batches_have_an_end() -> None:
    question = SolveQuestion(parse_deal(FOUR))
    outcomes: list[Any] = []
    made = list(batches([question] * (MOST_QUESTIONS + 1), outcomes))
    assert [len(batch.questions) for batch in made] == [MOST_QUESTIONS, 1]
    assert outcomes == [None] * (MOST_QUESTIONS + 1)
    assert made[1].places == [MOST_QUESTIONS]


def test_batches_have_an_end_in_bytes(tmp_path: Path) -> None:
    """A rule set of one's own travels with every deal."""
    path = tmp_path / "long.toml"
    path.write_text(f'title = "{"long " * 4000}"\nbase = "manillen"\n')
    question = SolveQuestion(parse_deal(FOUR.replace("manillen", str(path))))
    made = list(batches([question] * 300, []))
    assert len(made) > 1
    assert all(batch.size <= MOST_BYTES for batch in made)
    assert [place for batch in made for place in batch.places] == list(range(300))


# ------------------------------------------------------------------------------------- the streams


def breaking(after: int, step: Failing) -> Any:
    """A stream that answers so many questions and then fails."""

    def stream(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        for _ in range(after):
            yield answer(next(requests))
        step(None, context)

    return stream


def going_within(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
    """A server that answers one question and takes no other."""
    yield answer(next(requests))
    for request in requests:
        yield GOING.tagged(request)


def ending(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
    """A server that ends the stream well, with questions left."""
    yield answer(next(requests))


@pytest.mark.parametrize(
    "script",
    [[breaking(3, AWAY)], [breaking(1, GOING)], [going_within], [ending], [breaking(2, AWAY)] * 5],
    ids=["away", "going", "within", "ending", "again and again"],
)
@pytest.mark.parametrize("ordered", [True, False])
def test_a_stream_that_breaks_off_goes_on(script: list[Any], ordered: bool) -> None:
    server, client = asking(*script)
    with server, client:
        stream = client.solve_stream([FOUR] * 20, ["points"], ordered=ordered, ahead=5)
        found = list(stream)
    assert sorted(place for place, _ in found) == list(range(20))
    assert {getattr(one, "points", one) for _, one in found} == {SIXTEEN}
    assert len(server.calls) == len(script) + 1


def test_a_stream_that_cannot_go_on() -> None:
    server, client = asking(breaking(2, AWAY), *[breaking(0, AWAY)] * 20)
    with server, client:
        stream = client.solve_stream([FOUR] * 9, ["points"], ordered=True)
        assert [place for place, _ in islice(stream, 2)] == [0, 1]
        with pytest.raises(Unreachable) as caught:
            next(stream)
    assert server.target in str(caught.value)
    assert len(server.calls) == MOST_TRIES


def test_what_would_not_pass_ends_a_stream_at_once() -> None:
    server, client = asking(breaking(1, Failing(Unauthenticated("a token is needed"))))
    with server, client, pytest.raises(Unauthenticated):
        list(client.solve_stream([FOUR] * 9))
    assert len(server.calls) == 1


def test_a_refusal_of_one_question_stands_in_its_place() -> None:
    def busy(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        for request in requests:
            yield answer(request) if request.tag != "1" else BUSY.tagged(request)

    server, client = asking(busy)
    with server, client:
        found = [one for _, one in client.solve_stream([FOUR] * 3, ordered=True)]
    assert [type(one) for one in found] == [Solution, Overloaded, Solution]


def test_answers_that_nobody_asked_for_are_left_alone() -> None:
    def chatty(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        for request in requests:
            true = answer(request)
            for tag in ("99", true.tag, true.tag):
                true.tag = tag
                yield true

    server, client = asking(chatty)
    with server, client:
        found = list(client.solve_stream([FOUR] * 4, ["points"], ordered=True))
    assert [place for place, _ in found] == [0, 1, 2, 3]


# ---------------------------------------------------------------------------------- calls and ends


def test_a_call_that_waits_ends_with_the_client() -> None:
    with ScriptedServer() as server:
        server.script.append(server.wait)
        client = connect(server.target)
        caught: list[BaseException] = []

        def ask() -> None:
            try:
                client.solve(FOUR)
            except Refusal as error:
                caught.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        while not server.calls:
            thread.join(0.01)
        client.close()
        thread.join(30)
        assert [type(error) for error in caught] == [Cancelled]
        assert server.cancelled.wait(30)


def test_a_call_that_is_late_is_given_up() -> None:
    with ScriptedServer() as server:
        server.script.append(server.wait)
        with connect(server.target) as client:
            with pytest.raises(DeadlinePassed):
                client.solve(FOUR, timeout_s=0.1)
            assert server.cancelled.wait(30)


def test_who_leaves_a_stream_ends_its_call() -> None:
    def slow(requests: Iterator[Any], context: grpc.ServicerContext) -> Iterator[Any]:
        context.add_callback(server.gone)
        yield answer(next(requests))
        server.released.wait(60)

    server, client = asking(slow)
    with server, client:
        stream = client.solve_stream([FOUR] * 9)
        next(stream)
        stream.close()
        assert server.cancelled.wait(30)


def test_several_threads_share_a_client() -> None:
    server, client = asking()
    expected = without_effort(solve(parse_deal(FOUR)))
    wrong: list[Any] = []

    def ask() -> None:
        wrong.extend(
            one for _ in range(10) if (one := without_effort(client.solve(FOUR))) != expected
        )

    with server, client:
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong
    assert len(server.calls) == 40


# --------------------------------------------------------------------------------------- no server


def test_where_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        target = f"127.0.0.1:{taken.getsockname()[1]}"
        with connect(target) as client:
            with pytest.raises(Unreachable, match="nothing listens there") as caught:
                client.solve(FOUR)
            assert target in str(caught.value)
            assert isinstance(caught.value.__cause__, grpc.RpcError)
            assert not client.healthy()
            with pytest.raises(Unreachable, match="nothing listens there"):
                list(client.solve_stream([FOUR]))


def test_a_server_that_comes_late_is_found() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        target = f"127.0.0.1:{taken.getsockname()[1]}"
    with connect(target, timeout_s=60) as client:
        with pytest.raises(Unreachable):
            client.solve(FOUR)
        with ScriptedServer(at=target) as server:
            assert server.target == target
            found = None
            while found is None:
                try:
                    found = client.solve(FOUR)
                except Unreachable:
                    continue
            assert found.points == SIXTEEN


def test_a_port_that_never_answers() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        target = f"127.0.0.1:{silent.getsockname()[1]}"
        with connect(target) as client, pytest.raises(DeadlinePassed):
            client.solve(FOUR, timeout_s=0.2)


def test_a_figure_that_no_message_holds() -> None:
    with connect("127.0.0.1:1") as client:
        with pytest.raises(InputError, match="more than a message can hold"):
            client.reaches(FOUR, 1 << 40)
        ((_, streamed),) = client.solve_stream([FOUR], window=(1 << 40, None))
        assert isinstance(streamed, InputError)
        found = client.solve_all([FOUR], window=(0, 1 << 40))
        assert isinstance(found[0], InputError)


def test_one_of_two_servers_goes_away_under_streams() -> None:
    with (
        ServerProgram("--log-level", "error") as one,
        ServerProgram("--log-level", "error") as other,
        connect(f"ipv4:{one.target},{other.target}") as client,
    ):
        streams = [
            client.solve_stream([FOUR] * 100, ["points"], ordered=True, ahead=4) for _ in range(4)
        ]
        # all are under way, on both servers in turn
        found = [[next(stream)[1]] for stream in streams]
        one.send()
        for answers, stream in zip(found, streams, strict=True):
            answers.extend(answer for _, answer in stream)
        for answers in found:
            assert [getattr(answer, "points", answer) for answer in answers] == [SIXTEEN] * 100
        assert one.stop() == 0
        assert client.solve(FOUR).points == SIXTEEN
