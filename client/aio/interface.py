"""The interface of a client for asyncio: what waits is awaited."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterable, Collection, Iterable
from contextlib import aclosing
from types import TracebackType
from typing import Self, TypeVar, Unpack

from manille.client.advising import AdviceGiven, AdviceQuestion, CallQuestion, CardQuestion
from manille.client.asking import (
    DEFAULT_TIMEOUT_S,
    Answer,
    Failure,
    Item,
    One,
    Outcome,
    RuleSetHead,
    Terms,
    TermsGiven,
    read_deal,
    read_item,
    read_items,
    result_of,
    side_of_seat,
    solve_question,
)
from manille.client.interface import AHEAD
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import (
    WANTS,
    ParQuestion,
    Question,
    ReachQuestion,
    ReviewQuestion,
    TableQuestion,
    Window,
)
from manille.solver.cards import Card
from manille.solver.deals import Deal
from manille.solver.errors import ManilleError
from manille.solver.par import Par
from manille.solver.results import DoubleDummyTable, ReachResult, Solution
from manille.solver.reviewed import Review
from manille.solver.rules import Obligation, RuleSet

__all__ = ["AsyncClient"]

Result = TypeVar("Result")
Said = TypeVar("Said", BidAdvice, PlayAdvice)


class AsyncClient(ABC):
    """Asks for exact play and values; an asynchronous context manager that closes itself.

    The methods are those of :class:`manille.client.Client`, with the same arguments, answers and
    errors. A task that is cancelled ends its search. A client belongs to one event loop.

    Attributes:
        timeout_s: seconds that one question may take; None for as long as it takes.
        threads: how many contracts of a table are searched at once in this process.
    """

    def __init__(self, timeout_s: float | None = DEFAULT_TIMEOUT_S, threads: int = 1) -> None:
        """Take the timeout of questions that name none."""
        self.timeout_s = Terms(timeout_s=timeout_s).timeout_s
        self.threads = threads

    async def solve(
        self,
        deal: Deal | str,
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> Solution:
        """See :meth:`manille.client.Client.solve`."""
        return (await self.ask(solve_question(deal, want, window, seat), **terms)).result

    async def reaches(
        self,
        deal: Deal | str,
        points: int,
        *,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> ReachResult:
        """See :meth:`manille.client.Client.reaches`."""
        found = read_deal(deal)
        question = ReachQuestion(found, points, side_of_seat(found, seat))
        return (await self.ask(question, **terms)).result

    async def solve_table(
        self,
        deal: Deal | str,
        trumps: Collection[str] | None = None,
        *,
        window: Window | None = None,
        **terms: Unpack[TermsGiven],
    ) -> DoubleDummyTable:
        """See :meth:`manille.client.Client.solve_table`."""
        question = TableQuestion(read_deal(deal), trumps, window, self.threads)
        return (await self.ask(question, **terms)).result

    async def par(self, deal: Deal | str, **terms: Unpack[TermsGiven]) -> Par | None:
        """See :meth:`manille.client.Client.par`."""
        return (await self.ask(ParQuestion(read_deal(deal), self.threads), **terms)).result

    async def review(self, deal: Deal | str, **terms: Unpack[TermsGiven]) -> Review:
        """See :meth:`manille.client.Client.review`."""
        return (await self.ask(ReviewQuestion(read_deal(deal, "keep")), **terms)).result

    @abstractmethod
    async def ask(self, question: Question[Result], **terms: Unpack[TermsGiven]) -> Answer[Result]:
        """See :meth:`manille.client.Client.ask`."""

    async def advise_bid(self, deal: Deal | str, **asked: Unpack[AdviceGiven]) -> BidAdvice:
        """See :meth:`manille.client.Client.advise_bid`."""
        return await _last(self.refine_bid(deal, **asked))

    async def advise_play(self, deal: Deal | str, **asked: Unpack[AdviceGiven]) -> PlayAdvice:
        """See :meth:`manille.client.Client.advise_play`."""
        return await _last(self.refine_play(deal, **asked))

    def refine_bid(
        self, deal: Deal | str, **asked: Unpack[AdviceGiven]
    ) -> AsyncGenerator[BidAdvice, None]:
        """See :meth:`manille.client.Client.refine_bid`.

        Who leaves the loop early should close the generator, as with ``contextlib.aclosing``, so
        that the searches end at once.
        """
        return self.refine(CallQuestion.of(deal, asked))

    def refine_play(
        self, deal: Deal | str, **asked: Unpack[AdviceGiven]
    ) -> AsyncGenerator[PlayAdvice, None]:
        """See :meth:`manille.client.Client.refine_play`, likewise."""
        return self.refine(CardQuestion.of(deal, asked))

    @abstractmethod
    def refine(self, question: AdviceQuestion[Said]) -> AsyncGenerator[Said, None]:
        """See :meth:`manille.client.Client.refine`."""

    async def solve_all(
        self,
        deals: Iterable[Item],
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> list[Solution | ReachResult | Failure]:
        """See :meth:`manille.client.Client.solve_all`."""
        outcomes = await self.ask_all(read_items(deals, want, window, seat), **terms)
        return list(map(result_of, outcomes))

    @abstractmethod
    async def ask_all(
        self, questions: Iterable[Item], **terms: Unpack[TermsGiven]
    ) -> list[Outcome]:
        """See :meth:`manille.client.Client.ask_all`."""

    async def solve_stream(
        self,
        deals: Iterable[Item] | AsyncIterable[Item],
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> AsyncGenerator[tuple[int, Solution | ReachResult | Failure], None]:
        """See :meth:`manille.client.Client.solve_stream`; the deals may come asynchronously.

        Who leaves the loop early should close the generator, as with ``contextlib.aclosing``, so
        that the searches end at once.
        """
        items = _read(deals, want, window, seat)
        async with aclosing(
            self.ask_stream(items, ordered=ordered, ahead=ahead, **terms)
        ) as stream:
            async for place, outcome in stream:
                yield place, result_of(outcome)

    @abstractmethod
    def ask_stream(
        self,
        questions: Iterable[Item] | AsyncIterable[Item],
        *,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> AsyncGenerator[tuple[int, Outcome], None]:
        """See :meth:`manille.client.Client.ask_stream`."""

    @abstractmethod
    async def rule_sets(self) -> list[RuleSetHead]:
        """See :meth:`manille.client.Client.rule_sets`."""

    @abstractmethod
    async def rule_set(self, name: str) -> RuleSet:
        """See :meth:`manille.client.Client.rule_set`."""

    @abstractmethod
    async def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        """See :meth:`manille.client.Client.legal_cards`."""

    @abstractmethod
    async def healthy(self) -> bool:
        """See :meth:`manille.client.Client.healthy`."""

    @abstractmethod
    async def close(self) -> None:
        """See :meth:`manille.client.Client.close`."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def _terms(self, given: TermsGiven) -> Terms:
        """The terms of one question."""
        return Terms.of(self.timeout_s, given)


async def _last(advice: AsyncGenerator[Said, None]) -> Said:
    """The final advice."""
    async with aclosing(advice):
        *_, last = [said async for said in advice]
    return last


async def _read(
    items: Iterable[Item] | AsyncIterable[Item],
    want: Collection[str],
    window: Window | None,
    seat: str | None,
) -> AsyncGenerator[One | ManilleError, None]:
    """The questions of a stream, as they come."""
    if not isinstance(items, AsyncIterable):
        for question in read_items(items, want, window, seat):
            yield question
        return
    async for item in items:
        yield read_item(item, want, window, seat)
