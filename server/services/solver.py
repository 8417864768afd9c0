"""``SolverService``: exact values with all hands known, and advice with one."""

# ruff: noqa: N802 (rpcs have the names of the contract)

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc

from manille.server.desk import Answered
from manille.server.logs import log
from manille.server.services.advice import Advising
from manille.server.services.asker import Asker
from manille.server.services.stream import QuestionStream
from manille.server.turns import Turns
from manille.solver.analysis import ReachQuestion, SolveQuestion, par_of
from manille.solver.deals import Deal
from manille.solver.errors import CallError, InputError, ManilleError, Reason
from manille.solver.par import Par
from manille.solver.results import DoubleDummyTable
from manille.v1 import solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceServicer
from manille.wire.errors import error_to_proto
from manille.wire.questions import question_from_proto, table_question_from_proto
from manille.wire.refusals import Refusal
from manille.wire.reviews import review_question_from_proto, review_to_proto
from manille.wire.solutions import reach_to_proto, solution_to_proto
from manille.wire.tables import table_to_proto

__all__ = ["SolverService"]

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Question = SolveQuestion | ReachQuestion
Asked = tuple[Question, messages.BatchSolveResult]


class SolverService(SolverServiceServicer):
    """Converts, asks the desk, converts back."""

    def __init__(
        self,
        asker: Asker,
        advising: Advising,
        turns: Turns,
        batch: int,
        window: int,
        draining: asyncio.Event,
    ) -> None:
        """Take what answers, and the sizes.

        Args:
            asker: asks the desk.
            advising: answers requests for advice.
            turns: in which the questions of batches are converted.
            batch: the most questions of a batch.
            window: the most questions in progress of a stream.
            draining: set once the server takes nothing new.
        """
        self._asker = asker
        self._advising = advising
        self._turns = turns
        self._batch = batch
        self._window = window
        self._draining = draining

    async def Solve(
        self, request: messages.SolveRequest, context: Context
    ) -> messages.SolveResponse:
        """One position."""
        response = messages.SolveResponse()
        self._asker.limits(request.limits)  # faulty ones are refused, whatever is known
        if not self._asker.known(request.question, response.solution):
            question = question_from_proto(request.question)
            answered = await self._asker.answer(question, request.limits, context.time_remaining())
            response.solution.CopyFrom(_solution(question, answered))
        return response

    async def BatchSolve(
        self, request: messages.BatchSolveRequest, context: Context
    ) -> messages.BatchSolveResponse:
        """Many positions, each answered or not in its place."""
        count = len(request.questions)
        if count > self._batch:
            text = f"{count} questions are more than the {self._batch} that a batch may have"
            raise InputError.of(Reason.BAD_REQUEST, text, "questions")
        self._asker.limits(request.limits)
        response = messages.BatchSolveResponse()
        read = await self._turns.each(
            lambda item: self._read(*item, response.results.add()), enumerate(request.questions)
        )
        asked = [one for one in read if one is not None]
        answers = await self._asker.answer_all(
            [question for question, _ in asked], request.limits, context.time_remaining()
        )
        await self._turns.each(_fill, zip(asked, answers, strict=True))
        return response

    def _read(
        self, place: int, message: solution_pb2.Question, result: messages.BatchSolveResult
    ) -> Asked | None:
        """A question of a batch with the place of its answer; None if that is known already."""
        if self._asker.known(message, result.solution):
            return None
        try:
            return question_from_proto(message, f"questions[{place}]"), result
        except ManilleError as error:
            result.error.CopyFrom(error_to_proto(error))
            return None

    def StreamSolve(
        self, request_iterator: AsyncIterator[messages.StreamSolveRequest], context: Context
    ) -> AsyncIterator[messages.StreamSolveResponse]:
        """Positions without end, each answered under its tag."""

        async def answer(request: messages.StreamSolveRequest) -> messages.StreamSolveResponse:
            return await self._tagged(request, context.time_remaining())

        stream = QuestionStream(answer, self._window, self._draining)
        return stream.answers(request_iterator)

    async def _tagged(
        self, request: messages.StreamSolveRequest, patience_s: float | None
    ) -> messages.StreamSolveResponse:
        response = messages.StreamSolveResponse(tag=request.tag)
        try:
            self._asker.limits(request.limits)
            if not self._asker.known(request.question, response.solution):
                question = question_from_proto(request.question)
                answered = await self._asker.answer_patiently(question, request.limits, patience_s)
                response.solution.CopyFrom(_solution(question, answered))
        except Exception as error:
            if not isinstance(error, ManilleError | Refusal):
                log.error("a question of a stream has failed", exc_info=error)
            response.error.CopyFrom(error_to_proto(error))
        return response

    async def SolveTable(
        self, request: messages.SolveTableRequest, context: Context
    ) -> messages.SolveTableResponse:
        """A deal under every contract."""
        question = table_question_from_proto(request)
        answered = await self._asker.answer(question, request.limits, context.time_remaining())
        table = question.tell(answered.found)
        return table_to_proto(question, table, answered.source, _par(question.deal, table))

    async def ReviewPlay(
        self, request: messages.ReviewPlayRequest, context: Context
    ) -> messages.ReviewPlayResponse:
        """A hand along its play."""
        question = review_question_from_proto(request)
        answered = await self._asker.answer(question, request.limits, context.time_remaining())
        return review_to_proto(question, question.tell(answered.found), answered.source)

    def AdviseBid(
        self, request: messages.AdviseBidRequest, context: Context
    ) -> AsyncIterator[messages.AdviseBidResponse]:
        """A hand that is to call, refined."""
        return self._advising.bid(request, context.time_remaining())

    def AdvisePlay(
        self, request: messages.AdvisePlayRequest, context: Context
    ) -> AsyncIterator[messages.AdvisePlayResponse]:
        """A hand that is to play, refined."""
        return self._advising.play(request, context.time_remaining())


def _par(deal: Deal, table: DoubleDummyTable) -> Par | None:
    """How a deal should be called; None where nothing is called, and where that is not proven."""
    try:
        return par_of(deal, table)
    except CallError:
        return None


def _fill(landed: tuple[Asked, Answered | Refusal]) -> None:
    """Put what came of a question of a batch in its place."""
    (question, result), answered = landed
    if isinstance(answered, Refusal):
        result.error.CopyFrom(error_to_proto(answered))
    else:
        result.solution.CopyFrom(_solution(question, answered))


def _solution(question: Question, answered: Answered) -> solution_pb2.Solution:
    if isinstance(question, ReachQuestion):
        return reach_to_proto(question, question.tell(answered.found), answered.source)
    return solution_to_proto(question, question.tell(answered.found), answered.source)
