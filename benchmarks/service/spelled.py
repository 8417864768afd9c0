"""Deals with the answers of a local search, and the many ways to spell each of them.

What a server answers to a spelling is translated back here, by the renaming that made it: into the
names of the deal that was searched locally. So nothing that the server does is used to check it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.bars.bar import SEED
from benchmarks.peers.figures import UnequalError
from manille.solver.analysis import WANTS, SolveQuestion, answer_all
from manille.solver.cards import Card
from manille.solver.deals import Deal, format_deal
from manille.solver.results import Solution
from manille.v1 import solution_pb2
from manille.v1.solver_service_pb2 import BatchSolveRequest, BatchSolveResponse, SolveRequest
from manille.wire.deals import deal_to_proto
from manille.wire.questions import question_to_proto
from manille.wire.solutions import solution_from_proto
from tests.kit.renaming import rename, renamed

__all__ = ["Known", "Spelling", "batch_of", "check_batch", "know", "respell", "spell"]

THREADS = 2


@dataclass(frozen=True)
class Known:
    """A deal, and what a search in this process says of it.

    Attributes:
        question: the question about it.
        solution: its answer.
    """

    question: SolveQuestion
    solution: Solution

    @property
    def plain(self) -> Spelling:
        """The deal as it is."""
        suits = self.question.deal.rules.family.suits
        return Spelling(self, self.question.deal, dict(zip(suits, suits, strict=True)))


@dataclass(frozen=True)
class Spelling:
    """A deal under other names.

    Attributes:
        known: the deal under its own names.
        deal: the deal with the suits renamed and the seats rotated.
        names: the new name of each suit.
    """

    known: Known
    deal: Deal
    names: dict[str, str]

    @property
    def message(self) -> solution_pb2.Question:
        """The question in this spelling; where all is wanted, as most callers ask it."""
        want = self.known.question.want
        if set(want) == set(WANTS):
            return solution_pb2.Question(deal=deal_to_proto(self.deal))
        return question_to_proto(SolveQuestion(self.deal, want))

    @property
    def request(self) -> bytes:
        """The bytes of a request for one answer."""
        return SolveRequest(question=self.message).SerializeToString()

    def check(self, answer: solution_pb2.Solution) -> None:
        """Compare an answer with that of the local search, card for card.

        Raises:
            UnequalError: they differ.
        """
        asked = SolveQuestion(self.deal, self.known.question.want)
        found = _essence(_renamed_back(solution_from_proto(answer, asked), self.names))
        known = _essence(self.known.solution)
        if found != known:
            lines = format_deal(self.deal), f"  server {found}", f"  local {known}"
            raise UnequalError("\n".join(lines))


def know(deals: Iterable[Deal], want: Collection[str] = WANTS) -> list[Known]:
    """Search deals in this process."""
    questions = [SolveQuestion(deal, want) for deal in deals]
    found = answer_all(questions, lambda one, token: one.search(None, token), THREADS)
    return [
        Known(question, question.tell(one)) for question, one in zip(questions, found, strict=True)
    ]


def respell(known: Known, rng: Random) -> Spelling:
    """A random spelling of a deal."""
    deal, names = renamed(known.question.deal, rng)
    return Spelling(known, deal, names)


def spell(known: Sequence[Known], times: int) -> list[list[Spelling]]:
    """Each deal in so many different spellings: a list for each deal."""
    rng = Random(SEED)
    spelled = []
    for one in known:
        different: dict[tuple[object, ...], Spelling] = {}
        while len(different) < times:
            spelling = respell(one, rng)
            different[tuple(spelling.names.values()), spelling.deal.first] = spelling
        spelled.append(list(different.values()))
    return spelled


def batch_of(spellings: Iterable[Spelling]) -> bytes:
    """The bytes of a request for many answers."""
    return BatchSolveRequest(questions=[one.message for one in spellings]).SerializeToString()


def check_batch(spellings: Sequence[Spelling], response: bytes) -> None:
    """Compare the answers of a batch.

    Raises:
        UnequalError: one differs, or is an error.
    """
    results = BatchSolveResponse.FromString(response).results
    for spelling, result in zip(spellings, results, strict=True):
        if not result.HasField("solution"):
            raise UnequalError(f"{format_deal(spelling.deal)}\n  server {result.error.message}")
        spelling.check(result.solution)


def _renamed_back(solution: Solution, names: dict[str, str]) -> Solution:
    own = {new: old for old, new in names.items()}

    def back(card: Card | None) -> Card | None:
        return None if card is None else rename(card, own)

    cards = solution.cards and tuple(
        one._replace(card=rename(one.card, own), same_as=back(one.same_as))
        for one in solution.cards
    )
    line = solution.line and tuple(rename(card, own) for card in solution.line)
    return replace(solution, cards=cards, line=line)


def _essence(solution: Solution) -> tuple[object, ...]:
    """All that must be equal: not the effort, and not the order of the suits in a hand."""
    cards = None if solution.cards is None else {card.card: card for card in solution.cards}
    return solution.bounds, solution.score, cards, solution.line
