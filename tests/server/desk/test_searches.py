"""Real searches behind the desk: hits equal misses; callers who leave stop them, as exit does."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
from random import Random

import pytest

from kit.asked import PATIENCE_S, until
from kit.desks import LIMITS, make, run, start
from kit.renaming import renamed
from manille.server.cache import MemoryCache
from manille.server.desk import Answered
from manille.solver.analysis import (
    PlayQuestion,
    ReachQuestion,
    ReviewQuestion,
    SolveQuestion,
    TableQuestion,
)
from manille.solver.deals import Deal, random_deals, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import load


def hard_deal(seed: int) -> Deal:
    """A deal that takes longer than any test: its table of every trump, one after another."""
    (deal,) = random_deals(load("whist"), 1, seed)
    return deal


def hard_question(seed: int) -> TableQuestion:
    return TableQuestion(hard_deal(seed))


@pytest.mark.parametrize("name", ["manillen", "botifarra", "maniglia-3"])
def test_one_search_serves_all_spellings_card_for_card(name: str, seed: int) -> None:
    cache = MemoryCache(1 << 20)
    desk = make(cache)
    rng = Random(seed)
    deal = random_ending(load(name), 5, seed)
    spellings = [renamed(deal, rng)[0] for _ in range(10)]

    async def work() -> None:
        for number, spelling in enumerate(spellings):
            question = SolveQuestion(spelling)
            answer = await desk.answer(question, LIMITS)
            assert answer.source == ("memory" if number else "search")
            fresh = question.tell(question.search())
            told = question.tell(answer.found)
            assert (told.bounds, told.score) == (fresh.bounds, fresh.score)
            assert (told.cards, told.line) == (fresh.cards, fresh.line)

    run(desk, work())
    assert (desk.counts.searches, cache.counts.entries) == (1, 1)


def test_every_kind_of_question_is_answered(seed: int) -> None:
    desk = make()
    rules = load("manillen")
    start_deal, played = random_ending(rules, 3, seed), random_ending(rules, 3, seed, played=5)
    questions = [
        SolveQuestion(played),
        ReachQuestion(played, 10),
        PlayQuestion(played),
        ReviewQuestion(played),
        TableQuestion(start_deal),
    ]

    async def work() -> None:
        for source in "search", "memory":
            landed = await desk.answer_all(questions, LIMITS)
            for question, one in zip(questions, landed, strict=True):
                assert isinstance(one, Answered)
                assert one.source == source
                fresh = question.search()
                assert one.found.values == fresh.values
                assert (one.found.cards, one.found.errors) == (fresh.cards, fresh.errors)

    run(desk, work())


def test_a_caller_who_leaves_stops_the_kernel(seed: int) -> None:
    desk = make(threads=1)

    async def work() -> None:
        caller = start(desk.answer(hard_question(seed), LIMITS))
        await until(lambda: desk.counts.running == 1)
        caller.cancel()
        await until(lambda: desk.counts.running == 0)
        small = SolveQuestion(random_ending(load("manillen"), 2, seed))
        assert (await desk.answer(small, LIMITS)).source == "search"

    run(desk, work())
    assert (desk.counts.cancelled, desk.counts.incomplete) == (1, 1)


def test_two_hundred_callers_of_one_hard_question_make_one_search(seed: int) -> None:
    """Each spells it in its own way; all leave, and the kernel stops."""
    desk, rng, deal = make(), Random(seed), hard_deal(seed)
    questions = [TableQuestion(renamed(deal, rng)[0]) for _ in range(200)]
    assert len({question.key for question in questions}) == 1

    async def work() -> None:
        callers = [start(desk.answer(question, LIMITS)) for question in questions]
        await until(lambda: desk.counts.running == 1)
        assert desk.counts.flights == 1
        for caller in callers:
            caller.cancel()
        await until(lambda: desk.counts.running == 0)

    run(desk, work())
    assert (desk.counts.searches, desk.counts.left) == (1, 200)


def test_bounds_at_a_deadline_are_proven(seed: int) -> None:
    desk = make(threads=1)
    question = hard_question(seed)

    async def work() -> None:
        # generous, so that a busy machine is in time with the twentieth that is left
        answer = await desk.answer(question, Limits(time_s=0.2), PATIENCE_S, True)
        assert not answer.found.complete
        assert all(bounds.low <= bounds.high for bounds in answer.found.values)

    run(desk, work())


def test_a_process_that_ends_does_not_wait_for_a_search(seed: int) -> None:
    """Neither where the desk is closed, nor where the loop is torn down with callers in it."""
    program = f"""
        import asyncio
        import sys
        from manille.server.cache import MemoryCache
        from manille.server.desk import Desk
        from manille.solver.analysis import TableQuestion
        from manille.solver.deals import random_deals
        from manille.solver.limits import Limits
        from manille.solver.rules import load

        async def main():
            desk = Desk(MemoryCache(1 << 20), 2, 9, 64)
            deals = random_deals(load("whist"), 4, {seed})
            tasks = [
                asyncio.create_task(desk.answer(TableQuestion(deal), Limits())) for deal in deals
            ]
            while desk.counts.running < 2:
                await asyncio.sleep(0.001)
            if "close" in sys.argv:
                await desk.close()
                await asyncio.gather(*tasks, return_exceptions=True)
            print("ready")

        asyncio.run(main())
        """
    for how in "close", "torn":
        ran = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program), how],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ready\n", "")


def test_a_search_leaves_the_loop_free(seed: int) -> None:
    """Both threads search, and the loop goes on turning."""
    desk = make(threads=2)

    async def work() -> None:
        callers = [start(desk.answer(hard_question(seed + n), LIMITS)) for n in range(2)]
        await until(lambda: desk.counts.running == 2)
        for _ in range(100):
            await asyncio.sleep(0)
        assert desk.counts.running == 2
        for caller in callers:
            caller.cancel()

    run(desk, work())
