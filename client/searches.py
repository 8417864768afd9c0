"""Searches on threads of this process: at most so many at once, each with a deadline."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import TypeVar

from manille.client.asking import Answer, closed
from manille.client.deadline import Deadline
from manille.solver.analysis import Asked, CancelToken, Found, Question
from manille.solver.limits import Limits
from manille.wire.refusals import Cancelled

__all__ = ["Searches"]

Result = TypeVar("Result")

LEAST_S = 1e-6  # a search without time may still say what is known before it begins


class Searches:
    """A pool of threads that search without the interpreter lock."""

    def __init__(self, threads: int) -> None:
        """Take how many searches may run at once."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search")
        # a token once for each search that it may end
        self._under_way: list[CancelToken] = []
        self._lock = Lock()
        self._closed = False

    @property
    def open(self) -> bool:
        """Whether questions may still be submitted."""
        return not self._closed

    def submit(
        self,
        question: Question[Result],
        deadline: Deadline,
        token: CancelToken,
    ) -> Future[Answer[Result]]:
        """Have a question searched; waiting for a thread takes of its time.

        The future raises ``DeadlinePassed`` where the time was over, and ``Cancelled`` where the
        token was set or the pool is closed.

        Args:
            question: what to search.
            deadline: when it must be answered, and within which limits.
            token: ends the search from another thread.
        """
        try:
            return self._pool.submit(self._search, question, deadline, token)
        except RuntimeError:  # the pool's word for being closed
            refused: Future[Answer[Result]] = Future()
            refused.set_exception(closed())
            return refused

    def find(self, question: Asked, deadline: Deadline, token: CancelToken) -> Future[Found]:
        """Have a layout searched; it is incomplete where the time was over or the token set.

        The future raises ``Cancelled`` where the pool is closed.

        Args:
            question: what to search.
            deadline: when the search must have ended.
            token: ends it from another thread.
        """
        try:
            return self._pool.submit(self._find, question, deadline, token)
        except RuntimeError:  # the pool's word for being closed
            refused: Future[Found] = Future()
            refused.set_exception(closed())
            return refused

    def close(self) -> None:
        """End the searches under way, refuse what waits, and give the threads back."""
        with self._lock:
            self._closed = True
            for token in self._under_way:
                token.cancel()
        self._pool.shutdown(wait=True)

    def _search(
        self, question: Question[Result], deadline: Deadline, token: CancelToken
    ) -> Answer[Result]:
        terms = deadline.terms
        left_s = deadline.left_s if terms.bounds_at_deadline else deadline.require()
        with self._registered(token):
            found = question.search(_within(terms.limits or Limits(), left_s), token)
        if not found.complete and token.cancelled:
            raise Cancelled("the search was ended before it had an answer")
        if not found.complete and deadline.passed and not terms.bounds_at_deadline:
            raise deadline.refusal()
        return Answer(question.tell(found))

    def _find(self, question: Asked, deadline: Deadline, token: CancelToken) -> Found:
        if token.cancelled or deadline.passed:
            return Found((), complete=False)
        with self._registered(token):
            return question.search(_within(Limits(), deadline.left_s), token)

    @contextmanager
    def _registered(self, token: CancelToken) -> Iterator[None]:
        """Let :meth:`close` end what is done meanwhile."""
        with self._lock:
            self._under_way.append(token)
            if self._closed:
                token.cancel()
        try:
            yield
        finally:
            with self._lock:
                self._under_way.remove(token)


def _within(limits: Limits, left_s: float | None) -> Limits:
    """The limits of a search that has so much time left."""
    if left_s is None:
        return limits
    time_s = max(left_s, LEAST_S)
    return replace(limits, time_s=time_s if limits.time_s is None else min(time_s, limits.time_s))
