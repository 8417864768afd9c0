"""Questions as requests and responses as answers, with or without asyncio."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar, cast

from manille.client.asking import Answer, Failure, One, Outcome, RuleSetHead, Terms
from manille.solver.analysis import (
    ParQuestion,
    PlayQuestion,
    Question,
    ReachQuestion,
    ReviewQuestion,
    SolveQuestion,
    TableQuestion,
    par_of,
)
from manille.solver.cards import Card
from manille.solver.deals import Deal, Position
from manille.solver.errors import InputError, ManilleError, Reason
from manille.solver.results import ReachResult, Solution
from manille.solver.rules import Obligation, RuleSet, parse_rules
from manille.v1 import deal_pb2, rules_service_pb2, solution_pb2, solver_service_pb2
from manille.wire.deals import deal_to_proto
from manille.wire.errors import error_from_proto
from manille.wire.questions import limits_to_proto, question_to_proto, table_question_to_proto
from manille.wire.refusals import Broken, Refusal, TooLarge
from manille.wire.reviews import review_from_proto, review_question_to_proto, values_from_proto
from manille.wire.solutions import (
    reach_from_proto,
    solution_from_proto,
    source_from_proto,
)
from manille.wire.tables import table_from_proto

__all__ = [
    "Batch",
    "Result",
    "batches",
    "legal_request",
    "outcome",
    "own_fields",
    "read_answer",
    "read_head",
    "read_judged",
    "read_rules",
    "request",
    "rules_request",
    "stream_request",
]

Result = TypeVar("Result")
Failed = TypeVar("Failed", bound=ManilleError | Refusal)

Request: TypeAlias = (
    solver_service_pb2.SolveRequest
    | solver_service_pb2.SolveTableRequest
    | solver_service_pb2.ReviewPlayRequest
)

# What goes into one call: a little less than what a server takes that is told nothing else.
MOST_QUESTIONS = 1000
MOST_BYTES = 3 << 20

# What a request puts before the field of a deal or a rule set, of which alone the asker knows.
REQUEST_FIELD = re.compile(r"(questions?(\[\d+\])?\.)?(deal\.)?(rules\.toml\.)?")


def request(question: Any, terms: Terms) -> tuple[str, Request]:
    """The name of the rpc by which a question is asked, and the request.

    Raises:
        InputError: a figure is larger than a message can hold.
    """
    limits = limits_to_proto(terms.limits, terms.bounds_at_deadline)
    if isinstance(question, SolveQuestion | ReachQuestion):
        one = _message(question)
        return "Solve", solver_service_pb2.SolveRequest(question=one, limits=limits)
    if isinstance(question, TableQuestion | ParQuestion):
        asked = question.table if isinstance(question, ParQuestion) else question
        table = table_question_to_proto(asked)
        table.MergeFrom(solver_service_pb2.SolveTableRequest(limits=limits))
        return "SolveTable", table
    if isinstance(question, ReviewQuestion | PlayQuestion):
        play = review_question_to_proto(question)
        play.MergeFrom(solver_service_pb2.ReviewPlayRequest(limits=limits))
        return "ReviewPlay", play
    raise TypeError(f"{type(question).__name__} is no question that a server knows")


def read_answer(question: Question[Result], response: Any) -> Answer[Result]:
    """The answer to a question in the response of its rpc."""
    asked: Any = question  # which one it is, its type does not tell a checker
    if isinstance(asked, SolveQuestion | ReachQuestion):
        return cast(Answer[Result], _read_one(asked, response.solution))
    result: Any
    if isinstance(asked, ParQuestion):
        result = par_of(asked.deal, table_from_proto(response, asked.deal))
    elif isinstance(asked, TableQuestion):
        result = table_from_proto(response, asked.deal)
    elif isinstance(asked, ReviewQuestion):
        result = review_from_proto(response, asked.deal)
    else:
        result = values_from_proto(response)
    return Answer(result, source_from_proto(response.effort))


def stream_request(
    place: int, question: One, terms: Terms
) -> solver_service_pb2.StreamSolveRequest:
    """A question of a stream, its place as the tag.

    Raises:
        InputError: a figure is larger than a message can hold.
    """
    limits = limits_to_proto(terms.limits, terms.bounds_at_deadline)
    return solver_service_pb2.StreamSolveRequest(
        tag=str(place), question=_message(question), limits=limits
    )


def outcome(
    question: One,
    message: solver_service_pb2.BatchSolveResult | solver_service_pb2.StreamSolveResponse,
) -> Outcome:
    """What came of one question of a batch or a stream."""
    if message.WhichOneof("result") == "error":
        return own_fields(error_from_proto(message.error))
    return _read_one(question, message.solution)


@dataclass
class Batch:
    """Questions that go into one call.

    Attributes:
        places: the place of each in the list of the caller.
        questions: the questions.
        messages: the same as messages.
        size: how many bytes these have.
    """

    places: list[int] = field(default_factory=list)
    questions: list[One] = field(default_factory=list)
    messages: list[solution_pb2.Question] = field(default_factory=list)
    size: int = 0

    def add(self, place: int, question: One, message: solution_pb2.Question) -> None:
        """Put in one more."""
        self.places.append(place)
        self.questions.append(question)
        self.messages.append(message)
        self.size += message.ByteSize()

    def request(self, terms: Terms) -> solver_service_pb2.BatchSolveRequest:
        """The request that asks them."""
        limits = limits_to_proto(terms.limits, terms.bounds_at_deadline)
        return solver_service_pb2.BatchSolveRequest(questions=self.messages, limits=limits)

    def may_be_halved(self, error: Failure) -> bool:
        """Whether the error is about the size of the batch, and it can have a smaller one."""
        too_many = isinstance(error, ManilleError) and error.faults[0].field == "questions"
        return len(self.questions) > 1 and (too_many or isinstance(error, TooLarge))

    def halves(self) -> Iterator[Batch]:
        """The same questions in two batches."""
        middle = (len(self.questions) + 1) // 2
        for part in slice(middle), slice(middle, None):
            yield Batch(self.places[part], self.questions[part], self.messages[part])

    def read(
        self, response: solver_service_pb2.BatchSolveResponse
    ) -> Iterator[tuple[int, Outcome]]:
        """What came of each, with its place."""
        for place, question, one in zip(self.places, self.questions, response.results, strict=True):
            yield place, outcome(question, one)


def batches(items: Iterable[One | ManilleError], outcomes: list[Outcome | None]) -> Iterator[Batch]:
    """The questions in batches that a server takes.

    ``outcomes`` gets a place for each item: what is wrong with it, or None where it is asked.
    """
    batch = Batch()
    for place, item in enumerate(items):
        try:
            message = None if isinstance(item, ManilleError) else _message(item)
        except ManilleError as error:
            item, message = error, None
        outcomes.append(item if isinstance(item, ManilleError) else None)
        if isinstance(item, ManilleError) or message is None:
            continue
        full = len(batch.messages) == MOST_QUESTIONS
        if full or batch.size + message.ByteSize() > MOST_BYTES:
            yield batch
            batch = Batch()
        batch.add(place, item, message)
    if batch.messages:
        yield batch


def read_head(message: rules_service_pb2.RuleSetHead) -> RuleSetHead:
    """A rule set in a line."""
    return RuleSetHead(
        name=message.name,
        title=message.title,
        seats=message.seats,
        cards=message.cards,
        points=message.points,
        reference=message.reference,
        fingerprint=message.fingerprint,
    )


def rules_request(name: str) -> rules_service_pb2.GetRuleSetRequest:
    """The request for a rule set of that name."""
    return rules_service_pb2.GetRuleSetRequest(rules=deal_pb2.Rules(name=name))


def read_rules(response: rules_service_pb2.GetRuleSetResponse) -> RuleSet:
    """A whole rule set."""
    return parse_rules(response.toml, response.head.name)


def legal_request(deal: Deal) -> rules_service_pb2.ListLegalCardsRequest:
    """The request for the legal cards of a deal.

    Raises:
        DealError: the deal is not known well enough.
    """
    Position.of(deal)
    return rules_service_pb2.ListLegalCardsRequest(deal=deal_to_proto(deal))


def read_judged(
    response: rules_service_pb2.ListLegalCardsResponse,
) -> dict[Card, Obligation | None]:
    """Each card, and the obligation that it would break."""
    return {
        Card(one.card[:-1], one.card[-1:]): _read_obligation(one.breaks) for one in response.cards
    }


def own_fields(error: Failed) -> Failed:
    """The error with fields as the asker knows them: those of the deal, not of the request."""
    if isinstance(error, Refusal):
        return error
    faults = [
        fault if fault.field is None else replace(fault, field=_own(fault.field))
        for fault in error.faults
    ]
    return type(error)(faults)


def _own(name: str) -> str | None:
    return REQUEST_FIELD.sub("", name, count=1).removesuffix(".name") or None


def _message(question: One) -> solution_pb2.Question:
    try:
        return question_to_proto(question)
    except ValueError as error:
        if isinstance(error, ManilleError):
            raise
        message = "the points that are asked about are more than a message can hold"
        raise InputError.of(Reason.BAD_REQUEST, message) from None


def _read_one(question: One, message: solution_pb2.Solution) -> Answer[Solution | ReachResult]:
    source = source_from_proto(message.effort)
    if isinstance(question, ReachQuestion):
        return Answer(reach_from_proto(message), source)
    return Answer(solution_from_proto(message, question), source)


def _read_obligation(number: int) -> Obligation | None:
    """An obligation of the contract.

    Raises:
        Broken: it is newer than this client.
    """
    if number == rules_service_pb2.OBLIGATION_UNSPECIFIED:
        return None
    known = {number: name for name, number in rules_service_pb2.Obligation.items()}
    name = known.get(number, "").removeprefix("OBLIGATION_")
    if name not in Obligation.__members__:
        raise Broken(f"the server names duty {number}, which this client does not know; update it")
    return Obligation[name]
