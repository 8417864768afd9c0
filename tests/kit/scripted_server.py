"""A real gRPC server that fails in whichever way a test wants, and else answers like any other."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

import grpc
from grpc_status import rpc_status

from manille.solver.advice import refined
from manille.solver.errors import ManilleError
from manille.v1 import solver_service_pb2 as messages
from manille.v1 import solver_service_pb2_grpc
from manille.wire.advice import bid_adviser_from_proto
from manille.wire.advised import bid_advice_to_proto
from manille.wire.errors import error_to_proto, rich_status
from manille.wire.questions import question_from_proto
from manille.wire.refusals import Refusal
from manille.wire.solutions import solution_to_proto

__all__ = ["Failing", "ScriptedServer", "advice", "answer"]

THREADS = 8

Step = Callable[[Any, grpc.ServicerContext], Any]


def answer(request: Any, tag: str = "") -> Any:
    """The true answer to a request of Solve or of StreamSolve."""
    question = question_from_proto(request.question)
    solution = solution_to_proto(question, question.tell(question.search()), "search")
    if isinstance(request, messages.StreamSolveRequest):
        return messages.StreamSolveResponse(tag=request.tag, solution=solution)
    return messages.SolveResponse(solution=solution)


def advice(request: messages.AdviseBidRequest) -> Iterator[messages.AdviseBidResponse]:
    """The true advice on a call."""
    for refinement in refined(bid_adviser_from_proto(request)):
        yield bid_advice_to_proto(refinement, "search")


class Failing:
    """A step that fails with an error of ours, or with a bare status."""

    def __init__(
        self, error: ManilleError | Refusal | grpc.StatusCode, pushback_ms: int | None = None
    ) -> None:
        self.error, self.pushback_ms = error, pushback_ms

    def __call__(self, request: Any, context: grpc.ServicerContext) -> Any:
        trailers: tuple[Any, ...] = ()
        if self.pushback_ms is not None:
            trailers = (("grpc-retry-pushback-ms", str(self.pushback_ms)),)
        if isinstance(self.error, grpc.StatusCode):
            context.set_trailing_metadata(trailers)
            context.abort(self.error, "as the script wants it")
        status = rpc_status.to_status(rich_status(self.error))
        context.set_trailing_metadata((*status.trailing_metadata, *trailers))
        context.abort(status.code, status.details)

    def tagged(self, request: Any) -> messages.StreamSolveResponse:
        """The same as an answer within a stream."""
        assert isinstance(self.error, Refusal)
        return messages.StreamSolveResponse(tag=request.tag, error=error_to_proto(self.error))


class ScriptedServer(solver_service_pb2_grpc.SolverServiceServicer):
    """Plays a script, a step for each call; when it is at its end, every call is answered.

    Attributes:
        script: what the next calls meet; of a stream, each step takes the iterator of its requests
            and gives that of its responses.
        calls: the metadata of every call that came.
        released: steps that wait for it go on.
        cancelled: set when a call that waits was given up by the caller.
        target: host and port.
    """

    def __init__(self, *script: Step, at: str = "127.0.0.1:0") -> None:
        self.script = deque(script)
        self.calls: list[dict[str, Any]] = []
        self.released, self.cancelled = threading.Event(), threading.Event()
        self._server = grpc.server(ThreadPoolExecutor(THREADS))
        solver_service_pb2_grpc.add_SolverServiceServicer_to_server(self, self._server)
        self.target = f"127.0.0.1:{self._server.add_insecure_port(at)}"
        self._server.start()

    def wait(self, request: Any, context: grpc.ServicerContext) -> Any:
        """A step that does not end before the caller has gone, or the test lets it."""
        context.add_callback(self.gone)
        self.released.wait(60)
        return answer(request)

    def gone(self) -> None:
        """What a call that has ended does, to be added to its callbacks."""
        self.cancelled.set()
        self.released.set()

    def _step(self, context: grpc.ServicerContext) -> Step | None:
        self.calls.append(dict(context.invocation_metadata()))
        return self.script.popleft() if self.script else None

    def Solve(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        step = self._step(context)
        return answer(request) if step is None else step(request, context)

    def BatchSolve(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        step = self._step(context)
        if step is not None:
            return step(request, context)
        results = [
            messages.BatchSolveResult(
                solution=answer(messages.SolveRequest(question=question)).solution
            )
            for question in request.questions
        ]
        return messages.BatchSolveResponse(results=results)

    def AdviseBid(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        step = self._step(context)
        return advice(request) if step is None else step(request, context)

    def StreamSolve(  # noqa: N802
        self, requests: Iterator[Any], context: grpc.ServicerContext
    ) -> Iterator[Any]:
        step = self._step(context)
        return map(answer, requests) if step is None else step(requests, context)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.released.set()
        self._server.stop(None).wait()
