"""What is said in a stream to a server, and what is said again when it breaks off."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from manille.client import messages
from manille.client.access import Access
from manille.client.asking import Failure, One
from manille.client.deadline import Deadline
from manille.client.ledger import Ledger, Retries, may_be_asked_again
from manille.solver.errors import ManilleError
from manille.v1 import solver_service_pb2
from manille.wire.refusals import Unreachable

__all__ = ["Request", "Response", "Talk"]

Request: TypeAlias = solver_service_pb2.StreamSolveRequest
Response: TypeAlias = solver_service_pb2.StreamSolveResponse


class Talk(ABC):
    """The part of a stream to a server that is the same with threads and with tasks.

    Where the connection is lost, or the server goes away, what is not answered is asked again. All
    methods are called by the one thread or task that hands out the answers.
    """

    ledger: Ledger

    def __init__(self, access: Access, deadline: Deadline) -> None:
        """Take where the server is, and the terms of all questions."""
        self._access, self._deadline = access, deadline
        self._retries = Retries()
        self._call: Any = None
        self._waiting = False
        self._finished = False

    # ------------------------------------------------------------------- what a kind of stream has

    @abstractmethod
    def _open(self, timeout_s: float | None) -> Any:
        """Open a call, and have :meth:`_told` and :meth:`_over` hear of it; the call."""

    @abstractmethod
    def _send(self, request: Request | None) -> None:
        """Send a question; None says that there will be no more."""

    @abstractmethod
    def _later(self, wait_s: float) -> None:
        """Call :meth:`_resume` after some seconds."""

    # -------------------------------------------------------------------------------- the questions

    def ask(self, place: int, question: One) -> None:
        """Send a question, or keep it until the time has come to ask again."""
        try:
            request = messages.stream_request(place, question, self._deadline.terms)
        except ManilleError as error:
            self.ledger.answer(place, error)
            return
        if self._waiting:
            return
        if self._call is None:
            self._call = self._open(self._deadline.require())
        self._send(request)

    def finish(self) -> None:
        """Say that there will be no more questions."""
        self._finished = True
        if self._call is not None:
            self._send(None)

    # ---------------------------------------------------------------------------------- the answers

    def _told(self, call: object, response: Response) -> None:
        """Take an answer."""
        place = int(response.tag)
        question = self.ledger.out.get(place)
        if call is not self._call or question is None:
            return
        outcome = messages.outcome(question, response)
        if isinstance(outcome, Exception) and may_be_asked_again(outcome):
            self._try_again(outcome)
            return
        self._retries.forget()
        self.ledger.answer(place, outcome)

    def _over(self, call: object, error: Failure | None) -> None:
        """Take note that a call has ended, in which way ever."""
        if call is not self._call:
            return
        self._call = None
        if error is None and not self.ledger.out:
            return
        target = self._access.target
        early = Unreachable(f"{target} ended the stream before all was answered")
        self._try_again(error or early)

    def _try_again(self, error: Failure) -> None:
        """Ask what is not answered once more, a little later.

        Raises:
            ManilleError: asking again would not help.
            Refusal: likewise, or it was tried often enough.
        """
        self._hang_up()
        wait_s = self._retries.wait_s(error)
        if wait_s is None:
            raise error
        self._waiting = True
        self._later(wait_s)

    def _resume(self) -> None:
        self._waiting = False
        for place, question in self.ledger.out.copy().items():
            self.ask(place, question)
        if self._finished:
            self.finish()

    def _hang_up(self) -> None:
        if self._call is not None:
            self._send(None)
            self._call.cancel()
            self._call = None
