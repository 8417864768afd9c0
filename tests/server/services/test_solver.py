"""Every rpc against what the analysis says in this process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any

import grpc
import pytest

from kit.grpc_server import (
    DEAL,
    HARD,
    PATIENCE_S,
    ServerThread,
    question,
    serving,
    solve_request,
    status_of,
    wait_until,
)
from manille.server.desk import DeskCounts
from manille.server.services.asker import Asker, below
from manille.solver.analysis import (
    ReachQuestion,
    SolveQuestion,
    TableQuestion,
    reaches,
    review,
    solve,
    solve_table,
)
from manille.solver.deals import parse_deal
from manille.solver.errors import Fault, InputError, Reason
from manille.solver.limits import Limits
from manille.solver.results import Solution
from manille.v1 import deal_pb2, solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceStub
from manille.wire.questions import question_to_proto
from manille.wire.reviews import review_from_proto
from manille.wire.solutions import (
    reach_from_proto,
    solution_from_proto,
)
from manille.wire.tables import table_from_proto

PLAYED = f"{DEAL} ; played=KH AH TH 7H TS"
AUCTION = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"


def counts(server: ServerThread) -> DeskCounts:
    async def count() -> DeskCounts:
        return server.app.counts()

    return server.run(count())


def same(one: Solution, other: Solution) -> None:
    """The two are the same answer, whatever they took."""
    assert (one.bounds, one.score, one.cards, one.line) == (
        other.bounds,
        other.score,
        other.cards,
        other.line,
    )


@pytest.mark.parametrize("notation", [DEAL, PLAYED, AUCTION])
def test_solve_gives_what_a_search_here_gives(notation: str) -> None:
    deal = parse_deal(notation)
    with serving() as server, server.channel() as channel:
        answers = [SolverServiceStub(channel).Solve(solve_request(notation)) for _ in range(2)]
    for answer in answers:
        same(solution_from_proto(answer.solution, SolveQuestion(deal)), solve(deal))
        assert answer.solution.exact
    sources = [answer.solution.effort.source for answer in answers]
    assert sources == [solution_pb2.SOURCE_SEARCH, solution_pb2.SOURCE_MEMORY]


def test_reach_table_and_review_likewise() -> None:
    deal, played = parse_deal(DEAL), parse_deal(PLAYED)
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        for points in 38, 39:
            asked = question_to_proto(ReachQuestion(deal, points))
            found = stub.Solve(messages.SolveRequest(question=asked)).solution
            assert reach_from_proto(found).answer is reaches(deal, points).answer
        request = messages.SolveTableRequest(deal=deal_pb2.Deal(notation=DEAL))
        table = table_from_proto(stub.SolveTable(request), deal)
        assert table.cells == solve_table(deal).cells
        asked = messages.ReviewPlayRequest(deal=deal_pb2.Deal(notation=PLAYED))
        found, here = review_from_proto(stub.ReviewPlay(asked), played), review(played)
        assert (found.start, found.cards, found.seats) == (here.start, here.cards, here.seats)


REVOKED = f"{DEAL} ; played=KH AH QH"


def test_a_play_with_a_card_that_may_not_be_played_is_reviewed_and_nothing_else() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        deal = deal_pb2.Deal(notation=REVOKED)
        answers = [stub.ReviewPlay(messages.ReviewPlayRequest(deal=deal)) for _ in range(2)]
        code, details = status_of(lambda: stub.Solve(solve_request(REVOKED)))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert "MUST_BEAT" in details
        deal.notation = f"{DEAL} ; played=KH AH AC"  # of the seat, and against its duty to follow
        stub.ReviewPlay(messages.ReviewPlayRequest(deal=deal))
        deal.notation = f"{DEAL} ; played=KH AH KC"
        code, _ = status_of(lambda: stub.ReviewPlay(messages.ReviewPlayRequest(deal=deal)))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert answers[0].moments == answers[1].moments
    assert answers[1].effort.source == solution_pb2.SOURCE_MEMORY
    assert [moment.obligation for moment in answers[0].moments] == ["", "", "", "MUST_BEAT"]
    assert [seat.illegal for seat in answers[0].seats] == [0, 0, 1, 0]


def test_a_batch_answers_each_in_its_place() -> None:
    asked = [question(), question("no deal"), question(PLAYED), question(), solution_pb2.Question()]
    with serving() as server, server.channel() as channel:
        batch = messages.BatchSolveRequest(questions=asked)
        results = SolverServiceStub(channel).BatchSolve(batch).results
        assert counts(server).searches == 2
    kinds = [result.WhichOneof("result") for result in results]
    assert kinds == ["solution", "error", "solution", "solution", "error"]
    same(
        solution_from_proto(results[2].solution, SolveQuestion(parse_deal(PLAYED))),
        solve(parse_deal(PLAYED)),
    )
    assert results[0].solution.line == results[3].solution.line
    assert results[1].error.code == 3
    assert results[1].error.faults[0].field == "questions[1].deal.notation"
    assert results[4].error.reason == "FIELD_MISSING"
    assert results[4].error.faults[0].field == "questions[4].deal.rules"


def test_a_batch_has_a_limit() -> None:
    with serving(batch=3) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        fits = stub.BatchSolve(messages.BatchSolveRequest(questions=[question()] * 3))
        assert len(fits.results) == 3
        assert not stub.BatchSolve(messages.BatchSolveRequest()).results
        code, details = status_of(
            lambda: stub.BatchSolve(messages.BatchSolveRequest(questions=[question()] * 4))
        )
        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert "4 questions are more than the 3 that a batch may have" in details


def test_limits_are_checked_and_met() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        request = solve_request(HARD)
        request.limits.nodes = 2000
        found = stub.Solve(request).solution
        assert not found.exact
        assert found.sides[0].bounds.low < found.sides[0].bounds.high
        request.limits.time_s = -1
        code, details = status_of(lambda: stub.Solve(request))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert "-1" in details


def test_the_table_of_a_search_is_as_large_as_the_server_allows() -> None:
    asker = Asker(None, 100)  # type: ignore[arg-type]
    assert asker.limits(solution_pb2.Limits()) == Limits(table_mib=100)
    assert asker.limits(solution_pb2.Limits(table_mib=7)) == Limits(table_mib=7)
    assert asker.limits(solution_pb2.Limits(table_mib=1000)) == Limits(table_mib=100)
    assert asker.limits(solution_pb2.Limits(time_s=2, nodes=3)) == Limits(2, 3, 100)


def test_a_deadline_ends_the_search_or_gives_bounds() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        request = solve_request(HARD)
        code, _ = status_of(lambda: stub.Solve(request, timeout=0.3))
        assert code is grpc.StatusCode.DEADLINE_EXCEEDED
        wait_until(lambda: counts(server).running == 0, "the end of the search")
        request.limits.bounds_at_deadline = True
        found = stub.Solve(request, timeout=2).solution
        assert not found.exact
        assert found.sides[0].bounds.low <= found.sides[0].bounds.high


def test_a_caller_that_goes_away_ends_its_search() -> None:
    with serving() as server, server.channel() as channel:
        future = SolverServiceStub(channel).Solve.future(solve_request(HARD))
        wait_until(lambda: counts(server).running == 1, "the search")
        future.cancel()
        wait_until(lambda: counts(server).running == 0, "the end of the search")
        assert counts(server).cancelled == 1


def test_the_longest_search_is_an_end() -> None:
    with serving(search_s=0.1) as server, server.channel() as channel:
        code, _ = status_of(lambda: SolverServiceStub(channel).Solve(solve_request(HARD)))
        assert code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_one_search_for_all_who_ask_the_same() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        request = solve_request(HARD)
        request.limits.time_s = 0.5
        futures = [stub.Solve.future(request) for _ in range(50)]
        answers = [future.result(PATIENCE_S) for future in futures]
        assert counts(server).searches == 1
    assert len({str(answer.solution.sides) for answer in answers}) == 1
    sources = [answer.solution.effort.source for answer in answers]
    assert sources.count(solution_pb2.SOURCE_SEARCH) == 1
    assert sources.count(solution_pb2.SOURCE_SHARED) == 49


def test_too_much_to_do_is_refused_at_once() -> None:
    with serving(threads=1, queue=1) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)

        def ask(nodes: int) -> Any:
            request = solve_request(HARD)
            request.limits.nodes = nodes
            return stub.Solve.future(request)

        running, waiting = ask(10**12), ask(10**12 + 1)
        wait_until(lambda: counts(server).queued == 1, "one that waits")
        refused = ask(10**12 + 2)
        assert refused.exception(PATIENCE_S).code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        trailers = dict(refused.trailing_metadata())
        assert int(trailers["grpc-retry-pushback-ms"]) > 0
        # what is known needs no place
        for future in running, waiting:
            future.cancel()
        wait_until(lambda: counts(server).flights == 0, "an empty desk")


# ----------------------------------------------------------------------------------------- streams


class Caller:
    """Questions of a stream that are sent when the test wants."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._queue: Queue[messages.StreamSolveRequest | None] = Queue()
        self.answers = SolverServiceStub(channel).StreamSolve(iter(self._queue.get, None))

    def ask(self, tag: str, notation: str = DEAL) -> None:
        self._queue.put(messages.StreamSolveRequest(tag=tag, question=question(notation)))

    def end(self) -> None:
        self._queue.put(None)

    def __iter__(self) -> Iterator[messages.StreamSolveResponse]:
        return iter(self.answers)


def test_a_stream_answers_under_tags_and_ends_with_the_questions() -> None:
    with serving() as server, server.channel() as channel:
        caller = Caller(channel)
        caller.ask("one")
        assert next(caller.answers).tag == "one"
        caller.ask("bad", "no deal")
        caller.ask("two", PLAYED)
        caller.end()
        left = {answer.tag: answer for answer in caller}
    assert set(left) == {"bad", "two"}
    assert left["bad"].error.code == 3
    assert left["bad"].error.faults[0].field == "question.deal.notation"
    same(
        solution_from_proto(left["two"].solution, SolveQuestion(parse_deal(PLAYED))),
        solve(parse_deal(PLAYED)),
    )


def test_a_drained_stream_has_its_answers_and_then_a_refusal() -> None:
    with serving() as server, server.channel() as channel:
        caller = Caller(channel)
        caller.ask("one")
        assert next(caller.answers).tag == "one"
        drained: list[bool] = []
        thread = threading.Thread(
            target=lambda: drained.append(server.run(server.app.drain(PATIENCE_S)))
        )
        thread.start()
        code, details = status_of(lambda: next(caller.answers))
        assert code is grpc.StatusCode.UNAVAILABLE
        assert "stopping" in details
        thread.join(PATIENCE_S)
        assert drained == [True]
        caller.end()


def test_a_stream_that_goes_away_ends_its_searches() -> None:
    with serving(threads=1) as server, server.channel() as channel:
        caller = Caller(channel)
        for number in range(5):
            caller.ask(str(number), HARD if number == 0 else DEAL)
        wait_until(lambda: counts(server).running == 1, "the search")
        caller.answers.cancel()
        caller.end()
        wait_until(lambda: counts(server).flights == 0, "the end of all searches")


def test_a_stream_is_never_refused_for_want_of_room() -> None:
    with serving(threads=1, queue=0) as server, server.channel() as channel:
        caller = Caller(channel)
        cards = DEAL.partition(":")[2].split()
        for turn in range(4):
            # other seats lead: other questions
            caller.ask(str(turn), f"manillen H {'NWSE'[turn]}:{' '.join(cards)} ")
            caller.ask(f"{turn}x", f"manillen S {'NWSE'[turn]}:{' '.join(cards)} ")
        caller.end()
        kinds = [answer.WhichOneof("result") for answer in caller]
    assert kinds == ["solution"] * 8


# ---------------------------------------------------------------------------------------- and more


def test_faults_of_a_review_have_the_fields_of_the_request() -> None:
    with serving() as server, server.channel() as channel:
        deal = deal_pb2.Deal(notation="manillen H N:J.K9.A97.J7 ? ? ?")
        stub = SolverServiceStub(channel)
        with pytest.raises(grpc.RpcError) as raised:
            stub.ReviewPlay(messages.ReviewPlayRequest(deal=deal))
        assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert "HAND_HIDDEN" in str(raised.value.trailing_metadata())


def test_fields_are_moved_below_the_field_of_the_message() -> None:
    fields = [None, "trump", "hands[2]", "deal.trump", "deal", "dealer"]
    error = InputError(Fault(Reason.BAD_REQUEST, "x", field=field) for field in fields)
    assert [fault.field for fault in below(error, "deal").faults] == [
        "deal",
        "deal.trump",
        "deal.hands[2]",
        "deal.trump",
        "deal",
        "deal.dealer",
    ]


def test_a_table_is_one_search_however_many_cells_it_has() -> None:
    deal = parse_deal(DEAL)
    with serving(threads=1) as server, server.channel() as channel:
        request = messages.SolveTableRequest(deal=deal_pb2.Deal(notation=DEAL), trumps=["H", "S"])
        found = SolverServiceStub(channel).SolveTable(request)
        assert counts(server).searches == 1
    expected = TableQuestion(deal, ["H", "S"])
    assert [cell.trump for cell in found.cells] == ["H"] * 4 + ["S"] * 4
    assert found.exact
    assert table_from_proto(found, deal).cells == expected.tell(expected.search()).cells
