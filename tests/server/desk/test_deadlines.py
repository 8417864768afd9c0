"""Patience: what is late is said to be, and who wants bounds before the deadline gets them."""

from __future__ import annotations

import asyncio

import pytest

from kit.asked import PATIENCE_S, FakeQuestion, until
from kit.desks import LIMITS, make, run, start
from manille.server.cache import MemoryCache
from manille.server.desk import Desk
from manille.server.desk.flights import Terms
from manille.solver.limits import Limits
from manille.wire.refusals import DeadlinePassed

SOON_S = 0.1


def test_a_caller_whose_time_is_over_leaves() -> None:
    desk, question = make(threads=1), FakeQuestion(held=True)

    async def work() -> None:
        with pytest.raises(DeadlinePassed):
            await desk.answer(question, LIMITS, patience_s=SOON_S)
        await until(lambda: question.running == 0)
        assert (await desk.answer(FakeQuestion(1), LIMITS, patience_s=PATIENCE_S)).found.complete

    run(desk, work())
    # on a very busy machine it may not even have begun
    assert question.cancelled == len(question.searches) <= 1
    assert (desk.counts.cancelled, desk.counts.late) == (1, 1)


def test_others_who_have_time_keep_the_search() -> None:
    desk, question = make(threads=1), FakeQuestion(held=True)

    async def work() -> None:
        patient = start(desk.answer(question, LIMITS))
        await until(lambda: question.running)
        with pytest.raises(DeadlinePassed):
            await desk.answer(question, LIMITS, patience_s=SOON_S)
        assert question.cancelled == 0
        question.go.set()
        assert (await patient).source == "search"

    run(desk, work())


@pytest.mark.parametrize("bounds", [False, True])
def test_without_time_left_only_what_is_known_is_answered(bounds: bool) -> None:
    desk, question, known = make(), FakeQuestion(), FakeQuestion(1)

    async def work() -> None:
        await desk.answer(known, LIMITS)
        for patience_s in (0.0, -1.0):
            with pytest.raises(DeadlinePassed):
                await desk.answer(question, LIMITS, patience_s, bounds)
            assert (await desk.answer(known, LIMITS, patience_s, bounds)).source == "memory"
            with pytest.raises(DeadlinePassed):
                await desk.answer_patiently(question, LIMITS, patience_s, bounds)

    run(desk, work())
    assert question.searches == []


def test_waiting_for_a_thread_counts_against_the_patience() -> None:
    desk, busy, question = make(threads=1), FakeQuestion(held=True), FakeQuestion(1)

    async def work() -> None:
        first = start(desk.answer(busy, LIMITS))
        await until(lambda: busy.running)
        with pytest.raises(DeadlinePassed):
            await desk.answer(question, LIMITS, patience_s=0.01)
        assert desk.counts.queued == 0
        busy.go.set()
        await first

    run(desk, work())
    assert question.searches == []


def test_waiting_for_a_thread_does_not_count_against_the_limit() -> None:
    desk, busy, question = make(threads=1), FakeQuestion(held=True), FakeQuestion(1)

    async def work() -> None:
        first = start(desk.answer(busy, LIMITS))
        await until(lambda: busy.running)
        second = start(desk.answer(question, Limits(time_s=5.0)))
        await until(lambda: desk.counts.queued == 1)
        await asyncio.sleep(0.02)
        busy.go.set()
        await asyncio.gather(first, second)

    run(desk, work())
    assert question.searches == [Limits(time_s=5.0)]


def test_bounds_come_before_the_deadline() -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        caller = start(desk.answer(question, LIMITS, PATIENCE_S, bounds_at_deadline=True))
        await until(lambda: question.searches)
        question.out_of_time.set()
        answer = await caller
        assert not answer.found.complete
        assert answer.source == "search"

    run(desk, work())
    (limits,) = question.searches
    assert limits is not None
    assert limits.time_s is not None
    # it ends a twentieth of the time before the deadline
    assert 0 < limits.time_s <= 0.95 * PATIENCE_S


def test_a_shorter_limit_of_the_caller_holds() -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        limits = Limits(time_s=0.01)
        answer = await desk.answer(question, limits, PATIENCE_S, bounds_at_deadline=True)
        assert not answer.found.complete

    run(desk, work())
    assert question.searches == [Limits(time_s=0.01)]


def test_who_wants_bounds_and_still_waits_gets_those_that_need_no_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # a margin that a busy machine keeps as well
    monkeypatch.setattr("manille.server.desk.desk.MARGIN_SHARE", 0.5)
    desk, busy, question = make(threads=1), FakeQuestion(held=True), FakeQuestion(1, held=True)

    async def work() -> None:
        first = start(desk.answer(busy, LIMITS))
        await until(lambda: busy.running)
        answer = await desk.answer(question, LIMITS, 1.0, bounds_at_deadline=True)
        assert not answer.found.complete
        # no thread was taken for it, and no place is left behind
        assert (desk.counts.running, desk.counts.queued) == (1, 0)
        busy.go.set()
        await first

    run(desk, work())
    (limits,) = question.searches
    assert limits is not None
    assert limits.nodes == 1


def test_callers_who_want_bounds_at_the_same_time_share_a_search() -> None:
    desk, question = make(threads=4), FakeQuestion(held=True)

    async def work() -> None:
        callers = [
            start(desk.answer(question, LIMITS, PATIENCE_S, bounds_at_deadline=True))
            for _ in range(50)
        ]
        whole = start(desk.answer(question, LIMITS, PATIENCE_S))
        early = start(desk.answer(question, LIMITS, PATIENCE_S / 2, bounds_at_deadline=True))
        await until(lambda: len(question.searches) == 3)
        question.go.set()
        sources = [answer.source for answer in await asyncio.gather(*callers, whole, early)]
        assert sources == ["search"] + ["shared"] * 49 + ["search", "search"]

    run(desk, work())
    assert len(question.searches) == 3


@pytest.mark.parametrize(
    ("mine", "other", "met"),
    [
        (Terms(LIMITS), Terms(LIMITS), True),
        (Terms(LIMITS), Terms(Limits(nodes=9)), False),
        (Terms(LIMITS), Terms(LIMITS, 10.0, 1.0), False),
        (Terms(LIMITS, 10.0, 1.0), Terms(LIMITS), False),
        (Terms(LIMITS, 10.0, 1.0), Terms(LIMITS, 10.0, 1.0), True),
        (Terms(LIMITS, 10.0, 1.0), Terms(LIMITS, 9.0, 0.1), True),
        (Terms(LIMITS, 10.0, 1.0), Terms(LIMITS, 8.9, 9.0), False),
        (Terms(LIMITS, 10.0, 1.0), Terms(LIMITS, 10.1, 9.0), False),
        (Terms(LIMITS, 10.0, 1.0), Terms(Limits(nodes=9), 10.0, 1.0), False),
    ],
)
def test_which_searches_serve_whom(mine: Terms, other: Terms, met: bool) -> None:
    assert mine.met_by(other) is met


def test_a_batch_gives_what_came_in_time() -> None:
    desk = make(threads=2)
    quick, held = FakeQuestion(0), FakeQuestion(1, held=True)

    async def work() -> None:
        answered, late = await desk.answer_all([quick, held], LIMITS, patience_s=1.0)
        assert not isinstance(answered, Exception)
        assert answered.found == quick.found
        assert isinstance(late, DeadlinePassed)

    run(desk, work())


def test_no_search_takes_longer_than_any_may() -> None:
    desk = Desk(MemoryCache(1 << 20), threads=1, queue=9, most_table_mib=64, longest_s=0.02)
    question = FakeQuestion(held=True)

    async def work() -> None:
        with pytest.raises(DeadlinePassed):
            await desk.answer(question, LIMITS)
        # whoever gave a limit takes what is proven
        for limits in Limits(time_s=50.0), Limits(nodes=10**9):
            assert not (await desk.answer(question, limits)).found.complete
        answer = await desk.answer(question, LIMITS, PATIENCE_S, bounds_at_deadline=True)
        assert not answer.found.complete

    run(desk, work())
    assert [limits and limits.time_s for limits in question.searches] == [0.02] * 4
