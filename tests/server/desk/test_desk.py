"""The desk: shared searches, callers who leave, a queue that has an end, draining."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from kit.asked import PATIENCE_S, FakeQuestion, until
from kit.desks import LIMITS, make, run, start
from manille.server.cache import MemoryCache
from manille.server.desk import Answered
from manille.solver.analysis import Found
from manille.solver.limits import Limits
from manille.wire.refusals import Broken, Cancelled, DeadlinePassed, Draining, Overloaded


class CountingCache(MemoryCache):
    """A memory that counts lookups, and hides what it has from the first glance if told to."""

    def __init__(self, hidden: bool = False) -> None:
        super().__init__(1 << 20)
        self.lookups: list[list[bytes]] = []
        self._hidden = hidden

    def peek(self, key: bytes) -> Found | None:
        return None if self._hidden else super().peek(key)

    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        self.lookups.append(list(keys))
        await asyncio.sleep(0)
        return [super(CountingCache, self).peek(key) for key in keys]


class BrokenCache(MemoryCache):
    """One that raises what no cache may raise."""

    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        raise RuntimeError("lookup")

    def put_many(self, items: Sequence[tuple[bytes, Found]]) -> None:
        raise RuntimeError("put")


def test_a_question_is_searched_once_and_then_known() -> None:
    desk, question = make(), FakeQuestion()

    async def work() -> None:
        assert await desk.answer(question, LIMITS) == Answered(question.found, "search")
        assert await desk.answer(question, LIMITS) == Answered(question.found, "memory")
        assert question.searches == [LIMITS]

    run(desk, work())
    assert (desk.counts.searched, desk.counts.known, desk.counts.searches) == (1, 1, 1)
    assert (desk.counts.nodes, desk.counts.incomplete) == (question.found.nodes, 0)


def test_what_the_cache_has_is_not_searched() -> None:
    desk, question = make(CountingCache(hidden=True)), FakeQuestion()

    async def work() -> None:
        await desk.answer(question, LIMITS)
        assert await desk.answer(question, LIMITS) == Answered(question.found, "cache")
        assert len(question.searches) == 1

    run(desk, work())
    assert desk.counts.cached == 1


def test_two_hundred_callers_make_one_lookup_and_one_search() -> None:
    cache, question = CountingCache(), FakeQuestion(held=True)
    desk = make(cache)

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for _ in range(150)]
        await until(lambda: question.searches)
        callers += [start(desk.answer(question, LIMITS)) for _ in range(50)]
        await until(lambda: desk.counts.flights == 1)
        question.go.set()
        answers = await asyncio.gather(*callers)
        assert {answer.found for answer in answers} == {question.found}
        assert sorted(answer.source for answer in answers) == ["search"] + ["shared"] * 199

    run(desk, work())
    assert len(question.searches) == 1
    assert cache.lookups == [[question.key]]
    assert (desk.counts.shared, desk.counts.flights) == (199, 0)


@pytest.mark.parametrize(
    "other", [Limits(nodes=5), Limits(time_s=9.0), Limits(table_mib=3), Limits(nodes=6)]
)
def test_other_limits_are_searched_on_their_own(other: Limits) -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        callers = [start(desk.answer(question, limits)) for limits in (LIMITS, other, other)]
        await until(lambda: len(question.searches) == 2)
        question.go.set()
        sources = [answer.source for answer in await asyncio.gather(*callers)]
        assert sources == ["search", "search", "shared"]

    run(desk, work())
    assert question.searches == [LIMITS, other]


def test_a_table_above_what_the_server_allows_is_no_other_limit() -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        sizes = 64, 100, 1000
        callers = [start(desk.answer(question, Limits(table_mib=size))) for size in sizes]
        await until(lambda: question.searches)
        question.go.set()
        await asyncio.gather(*callers)

    run(desk, work())
    assert question.searches == [Limits(table_mib=64)]


def test_what_is_incomplete_is_given_and_not_kept() -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        for _ in range(2):
            answer = await desk.answer(question, Limits(time_s=0.01))
            assert not answer.found.complete
        question.go.set()
        assert (await desk.answer(question, Limits(time_s=0.01))).found.complete

    run(desk, work())
    assert len(question.searches) == 3
    assert desk.counts.incomplete == 2


def test_the_last_caller_to_leave_ends_the_search() -> None:
    desk, question = make(threads=1), FakeQuestion(held=True)

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for _ in range(3)]
        await until(lambda: question.running)
        for caller in callers[:2]:
            caller.cancel()
        await asyncio.wait(callers[:2])
        assert question.cancelled == 0
        assert desk.counts.flights == 1
        callers[2].cancel()
        await until(lambda: question.cancelled == 1 and question.running == 0)
        # the thread is free again
        other = FakeQuestion(1)
        assert (await desk.answer(other, LIMITS)).found == other.found
        assert all(caller.cancelled() for caller in callers)

    run(desk, work())
    counts = desk.counts
    assert (counts.left, counts.cancelled, counts.running, counts.flights) == (3, 1, 0, 0)


def test_nobody_joins_a_search_that_is_being_cancelled() -> None:
    desk, question = make(threads=2), FakeQuestion(held=True)

    async def work() -> None:
        first = start(desk.answer(question, LIMITS))
        await until(lambda: question.running)
        first.cancel()
        second = start(desk.answer(question, LIMITS))
        await until(lambda: question.cancelled == 1)
        assert not second.done()
        question.go.set()
        assert await second == Answered(question.found, "search")

    run(desk, work())
    assert len(question.searches) == 2


def test_a_question_that_is_left_before_its_search_never_takes_a_thread() -> None:
    desk, busy, question = make(threads=1, queue=1), FakeQuestion(0, held=True), FakeQuestion(1)

    async def work() -> None:
        first = start(desk.answer(busy, LIMITS))
        await until(lambda: busy.running)
        second = start(desk.answer(question, LIMITS))
        await until(lambda: desk.counts.queued == 1)
        second.cancel()
        await until(lambda: desk.counts.queued == 0)
        # its place is free again too
        third = start(desk.answer(FakeQuestion(2), LIMITS))
        await until(lambda: desk.counts.queued == 1)
        busy.go.set()
        await asyncio.gather(first, third)

    run(desk, work())
    assert question.searches == []


def test_a_question_that_is_left_during_its_lookup_is_not_searched() -> None:
    class SlowCache(MemoryCache):
        async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
            asked.set()
            await answers.wait()
            return [None] * len(keys)

    asked, answers = asyncio.Event(), asyncio.Event()
    desk, question = make(SlowCache(1 << 20)), FakeQuestion()

    async def work() -> None:
        caller = start(desk.answer(question, LIMITS))
        await asked.wait()
        caller.cancel()
        await until(lambda: desk.counts.flights == 0)
        answers.set()
        other = FakeQuestion(1)
        assert (await desk.answer(other, LIMITS)).source == "search"

    run(desk, work())
    assert question.searches == []


def test_too_many_are_refused_at_once_and_hits_and_joiners_are_not() -> None:
    cache = CountingCache()
    desk = make(cache, threads=1, queue=2)
    held = [FakeQuestion(number, held=True) for number in range(3)]
    known, late = FakeQuestion(10), FakeQuestion(11)

    async def work() -> None:
        await desk.answer(known, LIMITS)
        callers = [start(desk.answer(question, LIMITS)) for question in held]
        await until(lambda: desk.counts.queued == 2)
        with pytest.raises(Overloaded) as refused:
            await desk.answer(late, LIMITS)
        assert refused.value.retry_after_s is not None
        assert 0.05 <= refused.value.retry_after_s <= 30
        assert (await desk.answer(known, LIMITS)).source == "memory"
        joined = start(desk.answer(held[2], LIMITS))
        # what another replica has found meanwhile is in the cache, but not in this memory
        cache._hidden = True
        assert (await desk.answer(known, LIMITS)).source == "cache"
        for question in held:
            question.go.set()
        answers = await asyncio.gather(*callers, joined)
        assert [answer.source for answer in answers] == ["search"] * 3 + ["shared"]
        assert (await desk.answer(late, LIMITS)).source == "search"

    run(desk, work())
    assert desk.counts.refused == 1
    assert len(late.searches) == 1


def test_the_hint_grows_with_what_waits() -> None:
    desk = make(threads=1, queue=50)
    held = [FakeQuestion(number, held=True) for number in range(51)]

    async def hint(number: int) -> float:
        with pytest.raises(Overloaded) as refused:
            await desk.answer(FakeQuestion(number), LIMITS)
        assert refused.value.retry_after_s is not None
        return refused.value.retry_after_s

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for question in held]
        await until(lambda: desk.counts.queued == 50)
        assert await hint(100) == pytest.approx(51 * 0.05)
        for question in held:
            question.go.set()
        await asyncio.gather(*callers)

    run(desk, work())


def test_a_batch_is_answered_in_order_each_in_its_place() -> None:
    cache = CountingCache()
    desk = make(cache)
    questions = [FakeQuestion(number) for number in range(50)]
    bad = FakeQuestion(50, error=RuntimeError("inner words"))

    async def work() -> None:
        await desk.answer(questions[7], LIMITS)
        cache.lookups.clear()
        asked = [*questions, bad, questions[3]]
        with capture_logs() as logs:
            landed = await desk.answer_all(asked, LIMITS)
        assert [entry["event"] for entry in logs] == ["a search failed"]
        assert isinstance(landed.pop(50), Broken)
        answers = [one for one in landed if isinstance(one, Answered)]
        assert [one.found for one in answers] == [*(q.found for q in questions), questions[3].found]
        sources = [one.source for one in answers]
        assert (sources[7], sources[-1]) == ("memory", "shared")
        assert sources.count("search") == 49

    run(desk, work())
    # one lookup for all of it
    assert len(cache.lookups) == 1
    assert [len(question.searches) for question in questions] == [1] * 50


def test_an_empty_batch_has_no_answers() -> None:
    desk = make()

    async def work() -> None:
        assert await desk.answer_all([], LIMITS) == []

    run(desk, work())


def test_a_batch_lets_single_questions_in_between() -> None:
    desk = make(threads=1, queue=10)
    batch = [FakeQuestion(number, held=True) for number in range(5)]
    single = FakeQuestion(100)

    async def work() -> None:
        whole = start(desk.answer_all(batch, LIMITS))
        await until(lambda: batch[0].running)
        one = start(desk.answer(single, LIMITS))
        await until(lambda: desk.counts.queued == 5)
        batch[0].go.set()
        batch[1].go.set()
        assert (await one).source == "search"
        assert not whole.done()
        assert sum(len(question.searches) for question in batch) <= 3
        for question in batch:
            question.go.set()
        assert all(isinstance(landed, Answered) for landed in await whole)

    run(desk, work())


def test_a_batch_takes_one_place_and_as_many_threads_as_there_are() -> None:
    desk = make(threads=2, queue=2)
    batches = [[FakeQuestion(10 * b + n, held=True) for n in range(10)] for b in range(2)]
    third = [FakeQuestion(99), FakeQuestion(98)]

    async def work() -> None:
        callers = [start(desk.answer_all(batch, LIMITS)) for batch in batches]
        await until(lambda: desk.counts.queued == 18)
        assert desk.counts.running == 2
        refused = await desk.answer_all(third, LIMITS)
        assert all(isinstance(landed, Overloaded) for landed in refused)
        for batch in batches:
            for question in batch:
                question.go.set()
        for landed in await asyncio.gather(*callers):
            assert all(isinstance(one, Answered) for one in landed)

    run(desk, work())
    assert [question.searches for question in third] == [[], []]


def test_a_batch_whose_caller_leaves_stops_all_of_its_searches() -> None:
    desk = make(threads=2)
    batch = [FakeQuestion(number, held=True) for number in range(20)]

    async def work() -> None:
        caller = start(desk.answer_all(batch, LIMITS))
        await until(lambda: desk.counts.running == 2)
        caller.cancel()
        await until(lambda: desk.counts.running == 0)
        assert caller.cancelled()
        assert desk.counts.flights == desk.counts.queued == 0

    run(desk, work())
    assert sum(question.cancelled for question in batch) == 2
    assert sum(len(question.searches) for question in batch) == 2


def test_streams_wait_for_room_and_leave_some_for_others() -> None:
    desk = make(threads=1, queue=4)
    stream = [FakeQuestion(number, held=True) for number in range(20)]
    others = [FakeQuestion(100 + number) for number in range(3)]

    async def work() -> None:
        callers = [start(desk.answer_patiently(question, LIMITS)) for question in stream]
        await until(lambda: desk.counts.queued == 19)
        singles = [start(desk.answer(question, LIMITS)) for question in others[:2]]
        await until(lambda: desk.counts.queued == 21)
        with pytest.raises(Overloaded):
            await desk.answer(others[2], LIMITS)
        for question in stream:
            question.go.set()
        answers = await asyncio.gather(*callers, *singles)
        assert {answer.source for answer in answers} == {"search"}

    run(desk, work())


def test_a_stream_is_not_refused_with_a_search_that_it_joined() -> None:
    desk = make(threads=1, queue=1)
    held = [FakeQuestion(number, held=True) for number in range(2)]
    question = FakeQuestion(5)

    async def work() -> None:
        callers = [start(desk.answer(one, LIMITS)) for one in held]
        await until(lambda: desk.counts.queued == 1)
        refused = start(desk.answer(question, LIMITS))
        patient = start(desk.answer_patiently(question, LIMITS))
        with pytest.raises(Overloaded):
            await refused
        for one in held:
            one.go.set()
        await asyncio.gather(*callers)
        assert await patient == Answered(question.found, "search")

    run(desk, work())


def test_a_patient_batch_waits_for_room_and_for_what_it_joined() -> None:
    desk = make(threads=1, queue=1)
    held = [FakeQuestion(number, held=True) for number in range(2)]
    known, *batch = [FakeQuestion(10 + number) for number in range(4)]

    async def work() -> None:
        await desk.answer(known, LIMITS)
        callers = [start(desk.answer(one, LIMITS)) for one in held]
        await until(lambda: desk.counts.queued == 1)
        refused = start(desk.answer_all(batch[:1], LIMITS))
        patient = start(desk.answer_all([known, *batch], LIMITS, patient=True))
        assert isinstance((await refused)[0], Overloaded)
        await until(lambda: desk.counts.queued == 3)
        late = await desk.answer_all(batch[:1], LIMITS, patience_s=0.01, patient=True)
        assert isinstance(late[0], DeadlinePassed)
        for one in held:
            one.go.set()
        await asyncio.gather(*callers)
        answers = await patient
        assert [getattr(one, "found", one) for one in answers] == [
            one.found for one in (known, *batch)
        ]

    run(desk, work())


def test_draining_finishes_what_was_accepted_and_takes_nothing_new() -> None:
    desk, known = make(threads=1), FakeQuestion(9)
    held = [FakeQuestion(number, held=True) for number in range(3)]

    async def work() -> None:
        await desk.answer(known, LIMITS)
        callers = [start(desk.answer(question, LIMITS)) for question in held]
        await until(lambda: desk.counts.queued == 2)
        draining = start(desk.drain(PATIENCE_S))
        await asyncio.sleep(0)
        for new in FakeQuestion(10), held[0]:
            with pytest.raises(Draining):
                await desk.answer(new, LIMITS)
        (refused,) = await desk.answer_all([FakeQuestion(10)], LIMITS)
        assert isinstance(refused, Draining)
        assert (await desk.answer(known, LIMITS)).source == "memory"
        assert not draining.done()
        for question in held:
            question.go.set()
        assert await draining is True
        answers = await asyncio.gather(*callers)
        assert [answer.found for answer in answers] == [question.found for question in held]

    run(desk, work())


def test_what_is_not_finished_in_the_grace_time_is_cancelled() -> None:
    desk = make(threads=1)
    held = [FakeQuestion(number, held=True) for number in range(3)]

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for question in held]
        await until(lambda: held[0].running)
        assert await desk.drain(0.01) is False
        for caller in callers:
            with pytest.raises(Cancelled):
                await caller
        await until(lambda: held[0].cancelled == 1)

    run(desk, work())
    assert [len(question.searches) for question in held] == [1, 0, 0]


def test_a_desk_with_nothing_to_do_drains_at_once() -> None:
    desk = make()

    async def work() -> None:
        assert await desk.drain(PATIENCE_S) is True

    run(desk, work())


def test_closing_ends_the_searches_and_waits_for_them() -> None:
    desk, question = make(), FakeQuestion(held=True)

    async def work() -> None:
        caller = start(desk.answer(question, LIMITS))
        await until(lambda: question.running)
        await desk.close()
        assert question.running == 0
        with pytest.raises(Cancelled):
            await caller
        with pytest.raises(Draining):
            await desk.answer(question, LIMITS)

    run(desk, work())


def test_a_mistake_in_a_search_is_one_error_for_each_caller_and_stops_nothing() -> None:
    desk, question = make(threads=1), FakeQuestion(held=True, error=RuntimeError("inner words"))

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for _ in range(3)]
        await until(lambda: question.running)
        question.go.set()
        with capture_logs() as logs:
            results = await asyncio.gather(*callers, return_exceptions=True)
        assert [type(result) for result in results] == [Broken] * 3
        assert [entry["event"] for entry in logs] == ["a search failed"]
        assert "inner words" not in str(results[0])
        assert (await desk.answer(FakeQuestion(1), LIMITS)).source == "search"

    run(desk, work())
    assert desk.counts.failed == 1


def test_a_mistake_in_a_cache_costs_no_answer() -> None:
    desk, question = make(BrokenCache(1 << 20)), FakeQuestion()

    async def work() -> None:
        with capture_logs() as logs:
            assert (await desk.answer(question, LIMITS)).found == question.found
        assert len(logs) == 2

    run(desk, work())
