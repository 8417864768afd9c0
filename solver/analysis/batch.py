"""Answering many questions on several threads, answers in the order of the questions."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Full, Queue
from threading import Event, Thread
from typing import Generic, TypeVar

from manille.solver.core.engine import CancelToken

__all__ = ["answer_all", "cores"]

Question = TypeVar("Question")
Answer = TypeVar("Answer")

AHEAD = 8  # questions taken ahead for each thread, so that a slow one does not idle the others
PATIENCE_S = 0.1  # how often a feeder that waits for room looks whether anybody still listens


def answer_all(
    questions: Iterable[Question],
    answer: Callable[[Question, CancelToken], Answer],
    threads: int = 1,
) -> Generator[Answer, None, None]:
    """The answers to independent questions, in order, each worked out on one of some threads.

    The questions are taken by a thread of their own as there is room for them, so they may come
    from an endless stream, and an answer is given before the next question is there. The searches
    run without the interpreter lock; their results do not hang on the number of threads. When the
    consumer stops, or a keyboard interrupt comes, the searches under way are cancelled.

    Args:
        questions: anything that ``answer`` takes.
        answer: works one out, given the token that cancels it; called on a thread of the pool.
        threads: how many work at once, at least 1.

    Raises:
        Exception: whatever ``questions`` or ``answer`` raise, at its place in the order.
    """
    feeder = _Feeder(questions, answer, threads)
    try:
        while (future := feeder.futures.get()) is not None:
            yield future.result()
    finally:
        feeder.close()


def cores() -> int:
    """The cores that this process may use: as many searches at once are worth while."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Feeder(Generic[Question, Answer]):
    """Takes the questions and hands out the futures of their answers, None after the last."""

    def __init__(
        self,
        questions: Iterable[Question],
        answer: Callable[[Question, CancelToken], Answer],
        threads: int,
    ) -> None:
        self.futures: Queue[Future[Answer] | None] = Queue(threads * AHEAD)
        self._questions = questions
        self._answer = answer
        self._token = CancelToken()
        self._closed = Event()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="answer")
        # a daemon, since it may be waiting for a line of standard input for ever
        Thread(target=self._feed, daemon=True).start()

    def _feed(self) -> None:
        try:
            for question in self._questions:
                if not self._put(self._pool.submit(self._answer, question, self._token)):
                    return
            self._put(None)
        except Exception as error:
            failed: Future[Answer] = Future()
            failed.set_exception(error)
            self._put(failed)

    def _put(self, future: Future[Answer] | None) -> bool:
        while not self._closed.is_set():
            try:
                self.futures.put(future, timeout=PATIENCE_S)
            except Full:
                continue
            return True
        return False

    def close(self) -> None:
        """Stop the searches under way and give the threads back."""
        self._closed.set()
        self._token.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
