"""The interface of a client, answered by searches in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar, Unpack

from manille.client.advising import AdviceQuestion
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
from manille.client.interface import AHEAD, Client
from manille.client.layouts import LayoutSearch
from manille.client.searches import Searches
from manille.client.streaming import Flow
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis import CancelToken, Question, cores
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.errors import ManilleError
from manille.solver.results import ReachResult, Solution
from manille.solver.rules import Obligation, RuleSet, load, names
from manille.wire.refusals import Refusal

__all__ = ["LocalClient", "heads"]

Result = TypeVar("Result")
Said = TypeVar("Said", BidAdvice, PlayAdvice)


class LocalClient(Client):
    """Searches in this process, on threads of its own, without the interpreter lock."""

    def __init__(
        self, timeout_s: float | None = DEFAULT_TIMEOUT_S, threads: int | None = None
    ) -> None:
        """Take the timeout of one question, and how many searches may run at once.

        Args:
            timeout_s: seconds that a question may take that names no timeout; None for no end.
            threads: by default as many as there are cores.
        """
        super().__init__(timeout_s, threads or cores())
        self._searches = Searches(self.threads)

    def ask(self, question: Question[Result], **terms: Unpack[TermsGiven]) -> Answer[Result]:
        """See :meth:`.Client.ask`; Ctrl-C ends the search."""
        token, deadline = CancelToken(), Deadline(self._terms(terms))
        future = self._searches.submit(question, deadline, token)
        try:
            return future.result()
        finally:
            token.cancel()

    def refine(self, question: AdviceQuestion[Said]) -> Generator[Said, None, None]:
        """See :meth:`.Client.refine`."""
        work = LayoutSearch(self._searches, self.threads, question)
        try:
            while wanted := work.wanted():
                yield work.refine([future.result() for future in wanted])
        finally:
            work.stop()

    def ask_all(self, questions: Iterable[Item], **terms: Unpack[TermsGiven]) -> list[Outcome]:
        """See :meth:`.Client.ask_all`."""
        token, deadline = CancelToken(), Deadline(Terms(**terms))

        def submit(question: One) -> Future[Answer[Solution | ReachResult]]:
            return self._searches.submit(question, deadline, token)

        asked = [
            item if isinstance(item, ManilleError) else submit(item)
            for item in read_items(questions)
        ]
        try:
            return [one if isinstance(one, ManilleError) else outcome(one) for one in asked]
        finally:
            token.cancel()

    def ask_stream(
        self,
        questions: Iterable[Item],
        *,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> Generator[tuple[int, Outcome], None, None]:
        """See :meth:`.Client.solve_stream`."""
        return _LocalFlow(self._searches, Terms(**terms), ordered, ahead).run(questions)

    def rule_sets(self) -> list[RuleSetHead]:
        """See :meth:`.Client.rule_sets`."""
        return heads()

    def rule_set(self, name: str) -> RuleSet:
        """See :meth:`.Client.rule_set`; the path of a TOML file serves as well."""
        return load(name)

    def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        """See :meth:`.Client.legal_cards`."""
        return Position.of(read_deal(deal)).judge()

    def healthy(self) -> bool:
        """Whether the client is open."""
        return self._searches.open

    def close(self) -> None:
        """See :meth:`.Client.close`."""
        self._searches.close()


class _LocalFlow(Flow):
    """A stream whose questions go to the pool."""

    def __init__(self, searches: Searches, terms: Terms, ordered: bool, ahead: int) -> None:
        super().__init__(ordered, ahead)
        self._searches, self._deadline = searches, Deadline(terms)
        self._token = CancelToken()

    def ask(self, place: int, question: One) -> None:
        if not self._searches.open:
            raise closed()
        future = self._searches.submit(question, self._deadline, self._token)
        future.add_done_callback(partial(self.put, self._answered, place))

    def finish(self) -> None:
        """There is nothing to tell the pool."""

    def stop(self) -> None:
        self._token.cancel()

    def _answered(self, place: int, future: Future[Answer[Solution | ReachResult]]) -> None:
        self.ledger.answer(place, outcome(future))


def outcome(future: Future[Answer[Solution | ReachResult]]) -> Outcome:
    """What came of a question, an error as a value."""
    try:
        return future.result()
    except (ManilleError, Refusal) as error:
        return error


def heads() -> list[RuleSetHead]:
    """The rule sets that come with the program, each in a line."""
    return [RuleSetHead.of(load(name)) for name in names()]
