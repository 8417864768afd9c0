"""What all services do to ask the desk: limits within what the server allows, and deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from manille.server.desk import Answered, Desk
from manille.server.tracing import Tracing
from manille.solver.analysis import Asked
from manille.solver.errors import ManilleError
from manille.solver.limits import Limits
from manille.v1 import solution_pb2
from manille.wire.questions import limits_from_proto
from manille.wire.quick import read_quick
from manille.wire.refusals import Refusal

__all__ = ["Asker", "below"]


@dataclass(frozen=True)
class Asker:
    """Asks the desk.

    Attributes:
        desk: the desk.
        table_mib: the most that the table of a search may take, in MiB.
        tracing: who wants to see the searches; None if nobody does.
    """

    desk: Desk
    table_mib: int
    tracing: Tracing | None = None

    def limits(self, message: solution_pb2.Limits) -> Limits:
        """The limits of a request, as far as the server allows them.

        Raises:
            LimitError: they make no sense.
        """
        wanted = limits_from_proto(message)
        if message.HasField("table_mib") and wanted.table_mib <= self.table_mib:
            return wanted
        return replace(wanted, table_mib=self.table_mib)

    def known(self, message: solution_pb2.Question, into: solution_pb2.Solution) -> bool:
        """Write the answer to a common question that the memory has, without the usual steps.

        Args:
            message: the question.
            into: an empty message for the answer.

        Returns:
            Whether there was one.
        """
        quick = read_quick(message)
        answered = None if quick is None else self.desk.known(quick.key)
        if quick is None or answered is None:
            return False
        quick.tell(answered.found, answered.source, into)
        return True

    async def answer(
        self, question: Asked, limits: solution_pb2.Limits, patience_s: float | None
    ) -> Answered:
        """The answer to one question; see :meth:`Desk.answer`."""
        return await self.desk.answer(
            self._seen(question), self.limits(limits), patience_s, limits.bounds_at_deadline
        )

    async def answer_all(
        self,
        questions: Sequence[Asked],
        limits: solution_pb2.Limits,
        patience_s: float | None,
        patient: bool = False,
    ) -> list[Answered | Refusal]:
        """The answers to many questions; see :meth:`Desk.answer_all`."""
        seen = [self._seen(question) for question in questions] if self.tracing else questions
        return await self.desk.answer_all(
            seen, self.limits(limits), patience_s, limits.bounds_at_deadline, patient
        )

    async def answer_patiently(
        self, question: Asked, limits: solution_pb2.Limits, patience_s: float | None
    ) -> Answered:
        """The answer to a question of a stream; see :meth:`Desk.answer_patiently`."""
        return await self.desk.answer_patiently(
            self._seen(question), self.limits(limits), patience_s, limits.bounds_at_deadline
        )

    def _seen(self, question: Asked) -> Asked:
        return question if self.tracing is None else self.tracing.traced(question)


def below(error: ManilleError, field: str) -> ManilleError:
    """The same error, its fields those of a message that stands in ``field`` of the request."""
    return type(error)(replace(fault, field=_path(fault.field, field)) for fault in error.faults)


def _path(name: str | None, field: str) -> str:
    if name is None:
        return field
    return name if name.split(".")[0].split("[")[0] == field else f"{field}.{name}"
