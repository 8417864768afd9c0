"""The interface of a client for asyncio, answered by searches in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Iterable
from typing import TypeVar, Unpack

from manille.client.advising import AdviceQuestion
from manille.client.aio.interface import AsyncClient
from manille.client.aio.streaming import AsyncFlow
from manille.client.asking import (
    DEFAULT_TIMEOUT_S,
    Answer,
    Item,
    One,
    Outcome,
    RuleSetHead,
    Terms,
    TermsGiven,
    closed,
    read_deal,
    read_items,
)
from manille.client.deadline import Deadline
from manille.client.interface import AHEAD
from manille.client.layouts import LayoutSearch
from manille.client.local import heads
from manille.client.searches import Searches
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import CancelToken, Question, cores
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.errors import ManilleError
from manille.solver.rules import Obligation, RuleSet, load
from manille.wire.refusals import Refusal

__all__ = ["AsyncLocalClient"]

Result = TypeVar("Result")
Said = TypeVar("Said", BidAdvice, PlayAdvice)


class AsyncLocalClient(AsyncClient):
    """Searches in this process, on threads of its own, while the event loop runs on."""

    def __init__(
        self, timeout_s: float | None = DEFAULT_TIMEOUT_S, threads: int | None = None
    ) -> None:
        """Take what :class:`~manille.client.local.LocalClient` takes."""
        super().__init__(timeout_s, threads or cores())
        self._searches = Searches(self.threads)

    async def ask(self, question: Question[Result], **terms: Unpack[TermsGiven]) -> Answer[Result]:
        """See :meth:`manille.client.Client.ask`."""
        return await _search(self._searches, question, Deadline(self._terms(terms)))

    async def refine(self, question: AdviceQuestion[Said]) -> AsyncGenerator[Said, None]:
        """See :meth:`manille.client.Client.refine`."""
        # what an adviser works out between searches would hold up the event loop
        work = await asyncio.to_thread(LayoutSearch, self._searches, self.threads, question)
        try:
            while wanted := await asyncio.to_thread(work.wanted):
                found = await asyncio.gather(*map(asyncio.wrap_future, wanted))
                yield await asyncio.to_thread(work.refine, found)
        finally:
            work.stop()

    async def ask_all(
        self, questions: Iterable[Item], **terms: Unpack[TermsGiven]
    ) -> list[Outcome]:
        """See :meth:`manille.client.Client.ask_all`."""
        deadline = Deadline(Terms(**terms))
        async with asyncio.TaskGroup() as group:
            tasks = [
                item
                if isinstance(item, ManilleError)
                else group.create_task(_outcome(self._searches, item, deadline))
                for item in read_items(questions)
            ]
        return [one if isinstance(one, ManilleError) else one.result() for one in tasks]

    def ask_stream(
        self,
        questions: Iterable[Item] | AsyncIterable[Item],
        *,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> AsyncGenerator[tuple[int, Outcome], None]:
        """See :meth:`manille.client.Client.ask_stream`."""
        return _LocalFlow(self._searches, Deadline(Terms(**terms)), ordered, ahead).run(questions)

    async def rule_sets(self) -> list[RuleSetHead]:
        """See :meth:`manille.client.Client.rule_sets`."""
        return heads()

    async def rule_set(self, name: str) -> RuleSet:
        """See :meth:`manille.client.Client.rule_set`; the path of a TOML file serves as well."""
        return load(name)

    async def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        """See :meth:`manille.client.Client.legal_cards`."""
        return Position.of(read_deal(deal)).judge()

    async def healthy(self) -> bool:
        """Whether the client is open."""
        return self._searches.open

    async def close(self) -> None:
        """See :meth:`manille.client.Client.close`."""
        await asyncio.to_thread(self._searches.close)


class _LocalFlow(AsyncFlow):
    """A stream whose questions go to the pool."""

    def __init__(self, searches: Searches, deadline: Deadline, ordered: bool, ahead: int) -> None:
        super().__init__(ordered, ahead)
        self._searches, self._deadline = searches, deadline
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, place: int, question: One) -> None:
        if not self._searches.open:
            raise closed()
        task = asyncio.create_task(self._answer(place, question))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def finish(self) -> None:
        """There is nothing to tell the pool."""

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, place: int, question: One) -> None:
        outcome = await _outcome(self._searches, question, self._deadline)
        self.put(self.ledger.answer, place, outcome)


async def _search(
    searches: Searches, question: Question[Result], deadline: Deadline
) -> Answer[Result]:
    """The answer to a question; a task that is cancelled ends its search."""
    token = CancelToken()
    try:
        return await asyncio.wrap_future(searches.submit(question, deadline, token))
    finally:
        token.cancel()


async def _outcome(searches: Searches, question: One, deadline: Deadline) -> Outcome:
    """What came of a question, an error as a value."""
    try:
        return await _search(searches, question, deadline)
    except (ManilleError, Refusal) as error:
        return error
