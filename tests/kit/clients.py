"""All kinds of clients behind one interface, so that one test runs over every one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from manille.client import Client, aio, connect
from manille.client.aio import AsyncClient
from manille.client.asking import Answer, Item, Outcome, RuleSetHead
from manille.solver.cards import Card
from manille.solver.deals import Deal
from manille.solver.rules import Obligation, RuleSet

__all__ = ["HARD", "KINDS", "Blocking", "faulty_lines", "open_client", "without_effort"]

Value = TypeVar("Value")

KINDS = ("local", "remote", "local-aio", "remote-aio")

# Its value alone takes many seconds: whatever ends within one was ended by something else.
HARD = "botifarra NT N:952.9K74.AH7.83 HM74.M852.9K85. AK63.AH6.6.AH75 8.3.M432.9KM642"

FAULTS = Path(__file__).resolve().parents[1] / "data" / "faults"


def open_client(kind: str, target: str, **options: Any) -> Client:
    """A client of some kind; the local ones search in this process and need no target."""
    where = target if kind.startswith("remote") else "local"
    if not kind.endswith("-aio"):
        return connect(where, **options)
    return Blocking(where, **options)


def without_effort(result: Value) -> Value:
    """A result that is equal for equal answers, whatever they took."""
    return replace(result, nodes=0, time_s=0.0)  # type: ignore[type-var]


def faulty_lines() -> list[tuple[str, str]]:
    """Lines that are no deal, each with the reason of its first fault."""
    found = []
    for path in sorted(FAULTS.glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if path.name != "rules.txt" and line and not line.startswith("#"):
                reason, _, language, text = line.split("|", 3)
                if language.strip() == "en" and "\\" not in text:
                    found.append((text[1:].replace("^", ""), reason.strip()))
    return found


class Blocking(Client):
    """A client for asyncio, each call of which is waited for."""

    def __init__(self, where: str, **options: Any) -> None:
        self._runner = asyncio.Runner()

        async def make() -> AsyncClient:
            return aio.connect(where, **options)

        self._client = self._run(make())
        super().__init__(self._client.timeout_s, self._client.threads)

    def _run(self, work: Coroutine[Any, Any, Value]) -> Value:
        return self._runner.run(work)

    def ask(self, question: Any, **terms: Any) -> Answer[Any]:
        return self._run(self._client.ask(question, **terms))

    def solve(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.solve(*words, **options))

    def reaches(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.reaches(*words, **options))

    def solve_table(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.solve_table(*words, **options))

    def par(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.par(*words, **options))

    def review(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.review(*words, **options))

    def advise_bid(self, *words: Any, **asked: Any) -> Any:
        return self._run(self._client.advise_bid(*words, **asked))

    def advise_play(self, *words: Any, **asked: Any) -> Any:
        return self._run(self._client.advise_play(*words, **asked))

    def refine(self, question: Any) -> Generator[Any, None, None]:
        return self._each(self._client.refine(question))

    def solve_all(self, *words: Any, **options: Any) -> Any:
        return self._run(self._client.solve_all(*words, **options))

    def ask_all(self, questions: Iterable[Item], **terms: Any) -> list[Outcome]:
        return self._run(self._client.ask_all(questions, **terms))

    def solve_stream(self, *words: Any, **options: Any) -> Generator[Any, None, None]:
        return self._each(self._client.solve_stream(*words, **options))

    def ask_stream(
        self, questions: Iterable[Item], **options: Any
    ) -> Generator[tuple[int, Outcome], None, None]:
        return self._each(self._client.ask_stream(questions, **options))

    def _each(self, stream: Any) -> Generator[Any, None, None]:
        async def step() -> Any:
            return await anext(stream, None)

        try:
            while (found := self._run(step())) is not None:
                yield found
        finally:
            self._run(stream.aclose())

    def rule_sets(self) -> list[RuleSetHead]:
        return self._run(self._client.rule_sets())

    def rule_set(self, name: str) -> RuleSet:
        return self._run(self._client.rule_set(name))

    def legal_cards(self, deal: Deal | str) -> dict[Card, Obligation | None]:
        return self._run(self._client.legal_cards(deal))

    def healthy(self) -> bool:
        return self._run(self._client.healthy())

    def close(self) -> None:
        """Close the client; its loop goes on, to hear what a closed one says."""
        self._run(self._client.close())

    def forget(self) -> None:
        """End the loop."""
        self._runner.close()
