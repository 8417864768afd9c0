"""Advice from a real server: what it says, when it ends, and what it costs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from kit.grpc_server import (
    HARD,
    PATIENCE_S,
    ServerThread,
    serving,
    solve_request,
    status_of,
    wait_until,
)
from kit.redis_server import RedisServer
from manille.server.desk import DeskCounts
from manille.server.services import advice
from manille.server.services.asker import Asker
from manille.solver.advice import refine_bid, refine_play
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.deals import parse_deal
from manille.solver.limits import AdviceLimits
from manille.v1 import advice_pb2, deal_pb2, solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceStub
from manille.wire.advice import bid_request, play_request
from manille.wire.advised import bid_advice_from_proto, play_advice_from_proto

CHOICE = "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
AUCTION = "maniglia-4 - N:? AH.K4.AH5.7M3 ? ? ; calls=20"
LEAD = "manillen H N:J.K9.A97.J7 ? ? ?"
LATER = f"{LEAD} ; played=JS TS 9S 8S AS 7S KS"
# Each layout takes a tenth of a second, or more.
SLOW = "botifarra NT N:952.9K74.AH7.83 ? ? ?"


def counts(server: ServerThread) -> DeskCounts:
    async def count() -> DeskCounts:
        return server.app.counts()

    return server.run(count())


def bid(text: str = CHOICE, **limits: Any) -> messages.AdviseBidRequest:
    return bid_request(parse_deal(text), limits=AdviceLimits(**limits))


def play(text: str = LEAD, **limits: Any) -> messages.AdvisePlayRequest:
    return play_request(parse_deal(text), limits=AdviceLimits(**limits))


def hold(server: ServerThread, channel: grpc.Channel, queued: int = 0) -> list[Any]:
    """Searches without end on the only thread and in the queue."""
    held = []
    for number in range(1 + queued):
        request = solve_request(HARD)
        request.limits.nodes = 10**12 + number
        held.append(SolverServiceStub(channel).Solve.future(request))
        # the first one is on the thread before the next one comes
        wait_until(lambda: counts(server).running == 1, "the search")
    wait_until(lambda: counts(server).queued == queued, "those that wait")
    return held


def release(held: list[Any]) -> None:
    """End them."""
    for future in held:
        future.cancel()


def plain(said: BidAdvice | PlayAdvice) -> BidAdvice | PlayAdvice:
    """Some advice that is equal wherever it comes from, however long it took."""
    return replace(said, state=replace(said.state, time_s=0.0))


def bids(channel: grpc.Channel, request: messages.AdviseBidRequest, **call: Any) -> list[BidAdvice]:
    answers = SolverServiceStub(channel).AdviseBid(request, **call)
    return list(map(bid_advice_from_proto, answers))


def plays(
    channel: grpc.Channel, request: messages.AdvisePlayRequest, **call: Any
) -> list[PlayAdvice]:
    answers = SolverServiceStub(channel).AdvisePlay(request, **call)
    return list(map(play_advice_from_proto, answers))


# ------------------------------------------------------------------------------------- the advice


@pytest.mark.parametrize("text", [CHOICE, AUCTION])
@pytest.mark.parametrize("seed", [0, 7])
def test_every_refinement_is_that_of_this_process(text: str, seed: int) -> None:
    limits = AdviceLimits(samples=12, seed=seed)
    expected = list(map(plain, refine_bid(parse_deal(text), limits=limits)))
    with serving(threads=2) as server, server.channel() as channel:
        found = bids(channel, bid_request(parse_deal(text), limits=limits))
    assert list(map(plain, found)) == expected
    assert [one.state.samples for one in found] == [4, 8, 12]
    assert [one.state.final for one in found] == [False, False, True]
    assert all(one.state.time_s > 0 for one in found)


@pytest.mark.parametrize("text", [LEAD, LATER])
def test_advice_on_a_card_likewise(text: str) -> None:
    limits = AdviceLimits(samples=12, seed=1)
    expected = list(map(plain, refine_play(parse_deal(text), reach=31, limits=limits)))
    with serving(threads=2) as server, server.channel() as channel:
        request = play_request(parse_deal(text), reach=31, limits=limits)
        assert list(map(plain, plays(channel, request))) == expected


def test_a_deal_is_a_line_or_an_object() -> None:
    spelled = play(samples=4)
    assert list(spelled.deal.hands[1:]) == ["?"] * 3
    line = messages.AdvisePlayRequest(
        deal=deal_pb2.Deal(notation=LEAD), limits=advice_pb2.AdviceLimits(samples=4)
    )
    with serving() as server, server.channel() as channel:
        one, other = plays(channel, spelled), plays(channel, line)
    assert list(map(plain, one)) == list(map(plain, other))


def test_it_ends_once_the_choice_is_clear() -> None:
    expected = [plain(one) for one in refine_bid(parse_deal(CHOICE))]
    with serving() as server, server.channel() as channel:
        found = bids(channel, messages.AdviseBidRequest(deal=deal_pb2.Deal(notation=CHOICE)))
    assert list(map(plain, found)) == expected
    assert found[-1].state.clear
    assert found[-1].state.samples < 1000


def test_the_server_has_a_most_of_layouts() -> None:
    with serving(advice_samples=8) as server, server.channel() as channel:
        assert bids(channel, bid(samples=8))[-1].state.samples == 8
        # who names no number gets no more either
        (*_, last) = plays(channel, messages.AdvisePlayRequest(deal=play().deal))
        assert (last.state.samples, last.state.final) == (8, True)
        code, details = status_of(lambda: bids(channel, bid(samples=9)))
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert "9 layouts are more than the 8 that may be asked for" in details


def test_what_is_faulty_is_refused_with_its_fields() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        for call, request, field in (
            (stub.AdviseBid, messages.AdviseBidRequest(), "deal.rules"),
            (stub.AdviseBid, bid("manillen S N:TAK.97.QJ8. ? ? ?"), "deal.trump"),
            (stub.AdvisePlay, play("manillen H N:? TAK.97.QJ8. ? ?"), "deal.hands.N"),
        ):
            with pytest.raises(grpc.RpcError) as raised:
                list(call(request))
            assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
            assert field in str(raised.value.trailing_metadata())
        assert counts(server).flights == 0


# ----------------------------------------------------------------------------------- what it costs


def sources(answers: Iterator[Any]) -> list[int]:
    return [answer.state.effort.source for answer in answers]


def test_the_same_again_comes_from_memory() -> None:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        first, again = bids(channel, bid(samples=12)), bids(channel, bid(samples=12))
        assert counts(server).searches == 12
        assert list(map(plain, first)) == list(map(plain, again))
        more = sources(stub.AdviseBid(bid(samples=20)))
        assert counts(server).searches == 20
        assert more[:2] == [solution_pb2.SOURCE_MEMORY] * 2
        assert more[-1] == solution_pb2.SOURCE_SEARCH
        assert sources(stub.AdviseBid(bid(samples=20))) == [solution_pb2.SOURCE_MEMORY] * len(more)


def test_servers_share_what_was_found() -> None:
    with RedisServer() as redis:
        with serving(cache=redis.url) as server, server.channel() as channel:
            first = bids(channel, bid(AUCTION, samples=8))
        with serving(cache=redis.url) as server, server.channel() as channel:
            stub = SolverServiceStub(channel)
            answers = list(stub.AdviseBid(bid(AUCTION, samples=8)))
            assert counts(server).searches == 0
    assert sources(iter(answers)) == [solution_pb2.SOURCE_CACHE] * 2
    assert list(map(plain, map(bid_advice_from_proto, answers))) == list(map(plain, first))


def test_objectives_share_what_was_found() -> None:
    with serving() as server, server.channel() as channel:
        for asked in ({}, {"objective": "points"}, {"reach": 40}):
            request = bid_request(parse_deal(CHOICE), **asked, limits=AdviceLimits(samples=4))  # type: ignore[arg-type]
            bids(channel, request)
        assert counts(server).searches == 4


def test_hands_of_others_make_no_difference() -> None:
    shown = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
    with serving() as server, server.channel() as channel:
        one, other = plays(channel, play(samples=8)), plays(channel, play(shown, samples=8))
        assert counts(server).searches == 8
    assert list(map(plain, one)) == list(map(plain, other))


def test_two_who_ask_the_same_share_the_searches() -> None:
    with serving(threads=1) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        request = play(SLOW, samples=4)
        answers = [stub.AdvisePlay(request) for _ in range(2)]
        found = [list(map(play_advice_from_proto, one)) for one in answers]
        assert counts(server).searches == 4
    assert list(map(plain, found[0])) == list(map(plain, found[1]))


# ------------------------------------------------------------------------------------------ its end


def test_the_time_is_an_end_and_the_advice_so_far_final() -> None:
    with serving() as server, server.channel() as channel:
        found = bids(channel, bid(samples=10_000, time_s=0.5))
        wait_until(lambda: counts(server).running == 0, "the end of the searches")
    assert [one.state.final for one in found] == [False] * (len(found) - 1) + [True]
    assert 0 < found[-1].state.samples < 10_000


def test_what_is_known_does_not_outlast_the_time() -> None:
    with serving() as server, server.channel() as channel:
        plays(channel, play(samples=8))
        found = plays(channel, play(samples=8, time_s=1e-9))
    assert [one.state.final for one in found] == [True]
    assert found[0].state.samples == 4


def test_the_advice_so_far_comes_before_the_deadline() -> None:
    """What the caller does not wait for here, so that no slow machine can be too late for it."""
    with serving() as server:

        async def main() -> list[bool]:
            advising = advice.Advising(server.app._asker, 10_000)
            found = [one async for one in advising.bid(bid(samples=10_000), 0.5)]
            advising.close()
            return [one.state.final for one in found]

        final = server.run(main())
    assert final == [False] * (len(final) - 1) + [True]


@pytest.mark.parametrize(("patience_s", "ends_s"), [(10, 9.5), (0.1, 0.08), (0.01, 0.005)])
def test_some_of_the_time_is_left_for_the_way_back(patience_s: float, ends_s: float) -> None:
    clock = advice._Clock(patience_s)
    assert clock._ends_s == pytest.approx(ends_s)
    clock.limit(20)
    assert clock._ends_s == pytest.approx(ends_s)
    clock.limit(1e-9)
    assert clock.over


@pytest.mark.parametrize("by_limit", [True, False])
def test_without_a_single_layout_in_time_there_is_none(by_limit: bool) -> None:
    with serving(threads=1) as server, server.channel() as channel:
        held = hold(server, channel)
        request = play(time_s=0.2) if by_limit else play()
        timeout = PATIENCE_S if by_limit else 0.4
        code, _ = status_of(lambda: plays(channel, request, timeout=timeout))
        assert code is grpc.StatusCode.DEADLINE_EXCEEDED
        wait_until(lambda: counts(server).queued == 0, "that nothing of it waits")
        release(held)


def test_the_longest_search_is_an_end() -> None:
    with serving(search_s=0.001) as server, server.channel() as channel:
        code, details = status_of(lambda: plays(channel, play(SLOW)))
    assert code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert "not one layout was solved" in details


def test_a_caller_that_goes_away_ends_the_searches() -> None:
    with serving(threads=2) as server, server.channel() as channel:
        answers = SolverServiceStub(channel).AdvisePlay(play(SLOW, samples=10_000))
        next(answers)
        answers.cancel()
        wait_until(lambda: server.app.gate.inside == 0, "the end of the call")
        wait_until(lambda: counts(server).running == 0, "the end of the searches")
        assert counts(server).flights == 0


def test_a_caller_that_goes_away_waits_no_more() -> None:
    with serving(threads=1) as server, server.channel() as channel:
        held = hold(server, channel)
        answers = SolverServiceStub(channel).AdviseBid(bid())
        wait_until(lambda: counts(server).queued == 4, "the layouts")
        answers.cancel()
        wait_until(lambda: counts(server).queued == 0, "that none of them waits")
        release(held)
        wait_until(lambda: counts(server).flights == 0, "an empty desk")
        assert counts(server).searches == 1


def test_what_was_begun_is_finished_while_the_server_drains() -> None:
    with serving() as server, server.channel() as channel:
        answers = SolverServiceStub(channel).AdviseBid(bid(AUCTION, samples=60))
        next(answers)
        drained: list[bool] = []
        thread = threading.Thread(
            target=lambda: drained.append(server.run(server.app.drain(PATIENCE_S)))
        )
        thread.start()
        *_, last = map(bid_advice_from_proto, answers)
        thread.join(PATIENCE_S)
    assert drained == [True]
    assert (last.state.samples, last.state.final) == (60, True)


# ---------------------------------------------------------------------------------------- overload


def test_without_room_it_is_refused_at_once() -> None:
    with serving(threads=1, queue=1) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        plays(channel, play(samples=4))
        held = hold(server, channel, 1)
        with pytest.raises(grpc.RpcError) as raised:
            list(stub.AdviseBid(bid(samples=4)))
        assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        trailers = dict(raised.value.trailing_metadata() or ())
        assert int(trailers["grpc-retry-pushback-ms"]) > 0
        # what is known needs no room
        assert plays(channel, play(samples=4))[-1].state.final
        release(held)


def test_who_has_advice_waits_for_room() -> None:
    with serving(threads=1, queue=1) as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        plays(channel, play(samples=4))
        held = hold(server, channel, 1)
        answers = map(play_advice_from_proto, stub.AdvisePlay(play(samples=8)))
        assert next(answers).state.samples == 4
        # its other layouts wait outside, where others are refused
        wait_until(lambda: counts(server).queued == 5, "layouts that wait")
        code, _ = status_of(lambda: stub.Solve(solve_request()))
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        release(held)
        assert [one.state.samples for one in answers] == [8]


def test_who_waits_in_vain_has_the_advice_so_far() -> None:
    with serving(threads=1, queue=1) as server, server.channel() as channel:
        plays(channel, play(samples=4))
        held = hold(server, channel, 1)
        found = plays(channel, play(samples=8, time_s=0.3))
        assert [(one.state.samples, one.state.final) for one in found] == [(4, False), (4, True)]
        wait_until(lambda: counts(server).queued == 1, "that nothing of it waits")
        release(held)


def test_many_layouts_are_asked_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "AT_ONCE", 3)
    asked: list[tuple[int, bool]] = []

    class Counting(Asker):
        async def answer_all(
            self, questions: Any, limits: Any, patience_s: Any, patient: bool = False
        ) -> Any:
            asked.append((len(questions), patient))
            return await super().answer_all(questions, limits, patience_s, patient)

    with serving() as server:

        async def main() -> list[int]:
            advising = advice.Advising(Counting(server.app._desk, 8), 100)
            answers = [one async for one in advising.play(play(samples=12), None)]
            advising.close()
            return [one.state.samples for one in answers]

        assert server.run(main()) == [4, 8, 12]
    assert [number for number, _ in asked] == [3, 1] * 3
    assert [patient for _, patient in asked] == [False] + [True] * 5
