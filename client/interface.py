"""The one interface for a search in this process and for a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterable
from types import TracebackType
from typing import Self, TypeVar, Unpack

from manille.client.advising import AdviceGiven, AdviceQuestion, CallQuestion, CardQuestion
from manille.client.asking import (
    DEFAULT_TIMEOUT_S,
    Answer,
    Failure,
    Item,
    Outcome,
    RuleSetHead,
    Terms,
    TermsGiven,
    read_deal,
    read_items,
    result_of,
    side_of_seat,
    solve_question,
)
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
from manille.solver.par import Par
from manille.solver.results import DoubleDummyTable, ReachResult, Solution
from manille.solver.reviewed import Review
from manille.solver.rules import Obligation, RuleSet

__all__ = ["AHEAD", "Client"]

Result = TypeVar("Result")
Said = TypeVar("Said", BidAdvice, PlayAdvice)

AHEAD = 64  # questions of a stream under way at once, so that no core of the server idles


class Client(ABC):
    """Asks for exact play and values; a context manager that closes itself.

    A deal is a :class:`~manille.solver.deals.Deal` or one line of the notation. Every method that
    may lead to a search takes the keywords of :class:`~manille.client.asking.Terms`: ``limits``,
    ``timeout_s`` and ``bounds_at_deadline``. Without ``timeout_s`` it is that of the client for one
    question, and none for a batch, a stream or advice, which take as long as there is to do.

    What is wrong with a question raises a :class:`~manille.solver.errors.ManilleError` with every
    fault; what is wrong with the moment a :class:`~manille.wire.refusals.Refusal`, such as
    ``Unreachable``, ``Overloaded`` or ``DeadlinePassed``. A client may be used by several threads.

    Attributes:
        timeout_s: seconds that one question may take; None for as long as it takes.
        threads: how many contracts of a table are searched at once in this process.
    """

    def __init__(self, timeout_s: float | None = DEFAULT_TIMEOUT_S, threads: int = 1) -> None:
        """Take the timeout of questions that name none."""
        self.timeout_s = Terms(timeout_s=timeout_s).timeout_s
        self.threads = threads

    # ------------------------------------------------------------------------------ one question

    def solve(
        self,
        deal: Deal | str,
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> Solution:
        """The value of a deal after the cards already played, its cards and one best line.

        Args:
            deal: all hands, the trump and, in auction games, the declarer must be known.
            want: any of ``points``, ``cards``, ``line`` and ``lines``, a line after each card;
                points are always found.
            window: the lowest and the highest points that are wanted exactly, both included, None
                for an open end.
            seat: a seat of the side that the window is about; None for the declarer's or, where
                partners play, that of the seat that leads first.
            terms: see :class:`~manille.client.asking.Terms`.
        """
        return self.ask(solve_question(deal, want, window, seat), **terms).result

    def reaches(
        self,
        deal: Deal | str,
        points: int,
        *,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> ReachResult:
        """Whether a side takes at least so many points of the whole hand: the fastest question.

        Args:
            deal: as for :meth:`solve`.
            points: points over the whole hand, cards already played included.
            seat: a seat of the side, as for :meth:`solve`.
            terms: see :class:`~manille.client.asking.Terms`.
        """
        found = read_deal(deal)
        return self.ask(ReachQuestion(found, points, side_of_seat(found, seat)), **terms).result

    def solve_table(
        self,
        deal: Deal | str,
        trumps: Collection[str] | None = None,
        *,
        window: Window | None = None,
        **terms: Unpack[TermsGiven],
    ) -> DoubleDummyTable:
        """The points and scores of a deal by trump and leader or, in auction games, declarer.

        Args:
            deal: a deal before its first card, all hands known.
            trumps: the trumps of the table in its order; None for all that the rules allow.
            window: the points of side 0 that are wanted exactly.
            terms: see :class:`~manille.client.asking.Terms`; limits are for the whole table.
        """
        question = TableQuestion(read_deal(deal), trumps, window, self.threads)
        return self.ask(question, **terms).result

    def par(self, deal: Deal | str, **terms: Unpack[TermsGiven]) -> Par | None:
        """What each seat should call in turn with all cards known, and what then comes of it.

        Args:
            deal: all hands known; the calling goes on from its calls, if they have not ended, else
                it begins anew, whatever is played.
            terms: see :class:`~manille.client.asking.Terms`; limits are for all contracts together.

        Returns:
            None where a limit was met before the values that it rests on were proven.
        """
        return self.ask(ParQuestion(read_deal(deal), self.threads), **terms).result

    def review(self, deal: Deal | str, **terms: Unpack[TermsGiven]) -> Review:
        """What a hand was worth after each card that was played, and what each card gave away.

        Args:
            deal: as for :meth:`solve`, with the cards played; those that broke an obligation are
                reviewed too.
            terms: see :class:`~manille.client.asking.Terms`.
        """
        return self.ask(ReviewQuestion(read_deal(deal, "keep")), **terms).result

    @abstractmethod
    def ask(self, question: Question[Result], **terms: Unpack[TermsGiven]) -> Answer[Result]:
        """The answer to a question of :mod:`manille.solver.analysis`, and where it came from.

        ``SolveQuestion``, ``ReachQuestion``, ``TableQuestion``, ``ParQuestion`` and
        ``ReviewQuestion`` are what the methods above ask.
        """

    # ---------------------------------------------------------------------------------- one hand

    def advise_bid(self, deal: Deal | str, **asked: Unpack[AdviceGiven]) -> BidAdvice:
        """What a seat that sees its own cards alone should call.

        The method is that of :func:`manille.solver.advice.advise_bid`: the mean over layouts of the
        hidden cards, each solved with all cards known.

        Args:
            deal: the deal as the seat sees it, ``?`` for a hidden hand.
            asked: ``seat``, ``objective``, ``reach``, ``limits`` and ``timeout_s``; see
                :class:`~manille.client.advising.AdviceQuestion`.
        """
        *_, last = self.refine_bid(deal, **asked)
        return last

    def advise_play(self, deal: Deal | str, **asked: Unpack[AdviceGiven]) -> PlayAdvice:
        """Which card it should play, likewise."""
        *_, last = self.refine_play(deal, **asked)
        return last

    def refine_bid(
        self, deal: Deal | str, **asked: Unpack[AdviceGiven]
    ) -> Generator[BidAdvice, None, None]:
        """What :meth:`advise_bid` does, each refinement as it comes; the last one is final.

        Closing the generator ends the searches.
        """
        return self.refine(CallQuestion.of(deal, asked))

    def refine_play(
        self, deal: Deal | str, **asked: Unpack[AdviceGiven]
    ) -> Generator[PlayAdvice, None, None]:
        """What :meth:`advise_play` does, likewise."""
        return self.refine(CardQuestion.of(deal, asked))

    @abstractmethod
    def refine(self, question: AdviceQuestion[Said]) -> Generator[Said, None, None]:
        """The advice of a question, each refinement as it comes."""

    # ----------------------------------------------------------------------------- many questions

    def solve_all(
        self,
        deals: Iterable[Item],
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        **terms: Unpack[TermsGiven],
    ) -> list[Solution | ReachResult | Failure]:
        """For each deal its solution, or in its place the error that :meth:`solve` would raise.

        Args:
            deals: deals, or questions of their own.
            want: as for :meth:`solve`, likewise ``window`` and ``seat``.
            terms: limits for each search, a timeout for all together.
        """
        outcomes = self.ask_all(read_items(deals, want, window, seat), **terms)
        return list(map(result_of, outcomes))

    @abstractmethod
    def ask_all(self, questions: Iterable[Item], **terms: Unpack[TermsGiven]) -> list[Outcome]:
        """For each question its answer, or in its place the error."""

    def solve_stream(
        self,
        deals: Iterable[Item],
        want: Collection[str] = WANTS,
        *,
        window: Window | None = None,
        seat: str | None = None,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> Generator[tuple[int, Solution | ReachResult | Failure], None, None]:
        """The same for deals without end: pairs of a place, from 0, and what came of it.

        Args:
            deals: deals or questions. They are taken one by one by another thread, and never more
                than ``ahead`` beyond what was handed out.
            want: as for :meth:`solve`, likewise ``window`` and ``seat``.
            ordered: hand out in the order of the deals, instead of as soon as one is ready.
            ahead: how many deals may be under way at once, at least 1.
            terms: limits for each search, a timeout for the whole stream.

        Raises:
            Refusal: the stream as a whole has failed; nothing more can be asked of it.
        """
        items = read_items(deals, want, window, seat)
        stream = self.ask_stream(items, ordered=ordered, ahead=ahead, **terms)
        try:
            for place, outcome in stream:
                yield place, result_of(outcome)
        finally:
            stream.close()

    @abstractmethod
    def ask_stream(
        self,
        questions: Iterable[Item],
        *,
        ordered: bool = False,
        ahead: int = AHEAD,
        **terms: Unpack[TermsGiven],
    ) -> Generator[tuple[int, Outcome], None, None]:
        """What :meth:`solve_stream` does, with the sources of the answers."""

    # ---------------------------------------------------------------------------------- the rules

    @abstractmethod
    def rule_sets(self) -> list[RuleSetHead]:
        """The rule sets that deals may name, sorted by name."""

    @abstractmethod
    def rule_set(self, name: str) -> RuleSet:
        """One rule set, with every flag.

        Raises:
            RuleSetError: there is none of that name.
        """

    @abstractmethod
    def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        """Each card of the seat to play: None if it may be played, else the duty that it breaks."""

    # ----------------------------------------------------------------------------- the connection

    @abstractmethod
    def healthy(self) -> bool:
        """Whether questions are answered right now."""

    @abstractmethod
    def close(self) -> None:
        """End everything that is under way, and give back what the client holds."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _terms(self, given: TermsGiven) -> Terms:
        """The terms of one question."""
        return Terms.of(self.timeout_s, given)
