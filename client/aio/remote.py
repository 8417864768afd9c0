"""The client of a server, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from contextlib import aclosing
from typing import Any, TypeVar, Unpack, cast

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from manille.client import messages
from manille.client.access import Access
from manille.client.advising import AdviceDeadline, AdviceQuestion, Hearing
from manille.client.aio.interface import AsyncClient
from manille.client.aio.remote_stream import AsyncRemoteFlow, is_cancelled
from manille.client.asking import (
    DEFAULT_TIMEOUT_S,
    Answer,
    Item,
    Outcome,
    RuleSetHead,
    Terms,
    TermsGiven,
    closed,
    read_deal,
    read_items,
)
from manille.client.channel import aio_channel
from manille.client.deadline import Deadline
from manille.client.failures import failure
from manille.client.interface import AHEAD
from manille.client.messages import Batch
from manille.client.remote_advice import advice_request, broken_off, read_advice
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import Question
from manille.solver.cards import Card
from manille.solver.deals import Deal
from manille.solver.errors import ManilleError
from manille.solver.rules import Obligation, RuleSet
from manille.v1 import rules_service_pb2, rules_service_pb2_grpc, solver_service_pb2_grpc
from manille.wire.refusals import Refusal

__all__ = ["AsyncRemoteClient"]

Result = TypeVar("Result")
Said = TypeVar("Said", BidAdvice, PlayAdvice)


class AsyncRemoteClient(AsyncClient):
    """Asks a server. It connects at the first question, and again after a failure."""

    def __init__(self, access: Access, timeout_s: float | None = DEFAULT_TIMEOUT_S) -> None:
        """Take what :class:`~manille.client.remote.RemoteClient` takes."""
        super().__init__(timeout_s)
        self._access = access
        self._channel = aio_channel(access)
        # the generated code has no types
        self._solver: Any = solver_service_pb2_grpc.SolverServiceStub(self._channel)  # type: ignore[no-untyped-call]
        self._rules: Any = rules_service_pb2_grpc.RulesServiceStub(self._channel)  # type: ignore[no-untyped-call]
        self._health: Any = health_pb2_grpc.HealthStub(self._channel)

    async def ask(self, question: Question[Result], **terms: Unpack[TermsGiven]) -> Answer[Result]:
        """See :meth:`manille.client.Client.ask`."""
        deadline = Deadline(self._terms(terms))
        rpc, request = messages.request(question, deadline.terms)
        response = await self._call(getattr(self._solver, rpc), request, deadline)
        return messages.read_answer(question, response)

    async def refine(self, question: AdviceQuestion[Said]) -> AsyncGenerator[Said, None]:
        """See :meth:`manille.client.Client.refine`; a call that breaks off is made again."""
        deadline, hearing = AdviceDeadline(question.timeout_s), Hearing(question)
        while not hearing.ended:
            try:
                async with aclosing(self._hear(hearing, deadline)) as answers:
                    async for said in answers:
                        yield said
            except Refusal as error:
                await asyncio.sleep(hearing.wait_s(error))

    async def _hear(
        self, hearing: Hearing[Said], deadline: AdviceDeadline
    ) -> AsyncGenerator[Said, None]:
        """The advice of one call."""
        rpc, request = advice_request(hearing.question)
        answers = self._open(getattr(self._solver, rpc), request, deadline)
        try:
            async for response in answers:
                said = read_advice(hearing.question, response)
                if hearing.is_news(said):
                    yield said
        except grpc.RpcError as error:
            raise failure(error, self._access, deadline) from error
        except asyncio.CancelledError as error:
            if is_cancelled():
                raise
            raise closed() from error
        finally:
            answers.cancel()
        if not hearing.ended:
            raise broken_off(self._access.target)

    async def ask_all(
        self, questions: Iterable[Item], **terms: Unpack[TermsGiven]
    ) -> list[Outcome]:
        """See :meth:`manille.client.Client.ask_all`."""
        deadline, outcomes = Deadline(Terms(**terms)), list[Outcome | None]()
        for batch in messages.batches(read_items(questions), outcomes):
            for place, outcome in await self._ask_batch(batch, deadline):
                outcomes[place] = outcome
        return cast(list[Outcome], outcomes)

    async def _ask_batch(self, batch: Batch, deadline: Deadline) -> list[tuple[int, Outcome]]:
        """What came of the questions of a batch, all of them."""
        request = batch.request(deadline.terms)
        try:
            response = await self._call(self._solver.BatchSolve, request, deadline)
        except (ManilleError, Refusal) as error:
            if not batch.may_be_halved(error):
                return [(place, error) for place in batch.places]
            halves = [await self._ask_batch(half, deadline) for half in batch.halves()]
            return [pair for half in halves for pair in half]
        return list(batch.read(response))

    def ask_stream(
        self,
        questions: Iterable[Item] | AsyncIterable[Item],
        *,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> AsyncGenerator[tuple[int, Outcome], None]:
        """See :meth:`manille.client.Client.ask_stream`; what is lost is asked again."""
        deadline = Deadline(Terms(**terms))
        flow = AsyncRemoteFlow(self._solver.StreamSolve, self._access, deadline, ordered, ahead)
        return flow.run(questions)

    async def rule_sets(self) -> list[RuleSetHead]:
        """See :meth:`manille.client.Client.rule_sets`."""
        request = rules_service_pb2.ListRuleSetsRequest()
        response = await self._call(self._rules.ListRuleSets, request, self._deadline())
        return list(map(messages.read_head, response.rule_sets))

    async def rule_set(self, name: str) -> RuleSet:
        """See :meth:`manille.client.Client.rule_set`."""
        request = messages.rules_request(name)
        response = await self._call(self._rules.GetRuleSet, request, self._deadline())
        return messages.read_rules(response)

    async def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        """See :meth:`manille.client.Client.legal_cards`."""
        request = messages.legal_request(read_deal(deal))
        response = await self._call(self._rules.ListLegalCards, request, self._deadline())
        return messages.read_judged(response)

    async def healthy(self) -> bool:
        """Whether the server says that it serves; not if it cannot be asked."""
        request = health_pb2.HealthCheckRequest()
        try:
            response = await self._call(self._health.Check, request, self._deadline())
        except Refusal:
            return False
        return bool(response.status == health_pb2.HealthCheckResponse.SERVING)

    async def close(self) -> None:
        """See :meth:`manille.client.Client.close`."""
        await self._channel.close()

    def _deadline(self) -> Deadline:
        return Deadline(Terms(timeout_s=self.timeout_s))

    async def _call(self, method: Callable[..., Any], request: Any, deadline: Deadline) -> Any:
        """The response to a request.

        Raises:
            ManilleError: the request is faulty.
            Refusal: there is no answer now.
        """
        try:
            return await self._open(method, request, deadline)
        except grpc.RpcError as error:
            raise failure(error, self._access, deadline) from error
        except asyncio.CancelledError as error:
            if is_cancelled():
                raise
            raise closed() from error  # what gRPC says of calls that waited meanwhile

    def _open(self, method: Callable[..., Any], request: Any, deadline: Deadline) -> Any:
        """A call that has begun.

        Raises:
            Refusal: the time is over, or the client is closed.
        """
        timeout_s = deadline.require()
        try:
            return method(request, timeout=timeout_s, metadata=self._access.metadata)
        except grpc.aio.UsageError as error:  # what gRPC says of a channel that is closed
            raise closed() from error
