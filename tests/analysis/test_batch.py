"""Many questions: order, threads, errors, streams, and stopping early."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from manille.solver.analysis import CancelToken, answer_all, solve
from manille.solver.deals import Deal, random_deal, random_deals
from manille.solver.rules import load


def answer(deal: Deal, cancel: CancelToken) -> tuple[object, ...]:
    solution = solve(deal, cancel=cancel)
    return solution.points, solution.cards, solution.line, solution.nodes


def test_any_number_of_threads_gives_the_same_answers_in_order() -> None:
    deals = list(random_deals(load("manillen"), 40, 1))
    expected = [answer(deal, CancelToken()) for deal in deals]
    for threads in (1, 2, 4):
        assert list(answer_all(deals, answer, threads)) == expected


def test_an_answer_comes_before_the_next_question_is_there() -> None:
    asked = threading.Event()

    def questions() -> Iterator[int]:
        yield 1
        assert asked.wait(10)
        yield 2

    answers = answer_all(questions(), lambda n, _: n * n)
    assert next(answers) == 1
    asked.set()
    assert list(answers) == [4]


def test_an_error_comes_at_its_place() -> None:
    def invert(n: int, cancel: CancelToken) -> float:
        return 1 / n

    answers = answer_all([1, 2, 0, 4], invert, threads=2)
    assert [next(answers), next(answers)] == [1.0, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(answers)


def test_an_error_of_the_questions_comes_after_what_was_asked() -> None:
    def questions() -> Iterator[int]:
        yield 1
        raise OSError("gone")

    answers = answer_all(questions(), lambda n, _: n)
    assert next(answers) == 1
    with pytest.raises(OSError, match="gone"):
        next(answers)


def test_leaving_early_cancels_the_searches_and_ends_the_threads() -> None:
    tokens = []

    def slow(deal: Deal, cancel: CancelToken) -> bool:
        tokens.append(cancel)
        return solve(deal, cancel=cancel).exact

    quick, long = random_deal(load("manillen"), 1), random_deal(load("botifarra"), 1, 5)
    answers = answer_all([quick, long, long, long], slow, threads=2)
    assert next(answers) is True
    answers.close()  # type: ignore[attr-defined]
    assert all(token.cancelled for token in tokens)
    assert not [t for t in threading.enumerate() if t.name.startswith("answer")]
