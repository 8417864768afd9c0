"""What a search costs: nodes and CPU time of deals, and the signature of the search.

Nodes repeat on every machine and with any number of threads; CPU time is that of the thread that
searches, so that it means the same however many deals are measured at once.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass

from manille.solver.analysis.batch import answer_all
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position, random_deals
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.rules import RuleSet

__all__ = ["Measured", "measure", "measure_all", "signature", "warm"]

SIGNATURE_SEED = 1
SIGNATURE_DEALS = 10


@dataclass(frozen=True)
class Measured:
    """What the search of one deal cost, and what it found.

    Attributes:
        deal: the deal.
        nodes: seats to play that were looked at.
        cpu_s: seconds of CPU time of the thread, the making of the engine included.
        bounds: points of side 0 over the whole hand; they meet unless a limit was met.
        cards: the same for each legal card once it is played, None if they were not asked for.
        stopped: whether a limit was met, so that nodes and time are those of a part of the work.
    """

    deal: Deal
    nodes: int
    cpu_s: float
    bounds: Bounds
    cards: dict[Card, Bounds] | None
    stopped: bool


def warm(deals: Iterable[Deal]) -> None:
    """Make the rule table of each contract of some deals; it is made once and then kept.

    Raises:
        DealError: trump, declarer or a hand is not known.
    """
    for deal in {deal.contract: deal for deal in deals}.values():
        Engine(Position.of(deal), Limits(nodes=1, table_mib=1)).value()


def measure(
    deal: Deal,
    cards: bool = False,
    limits: Limits | None = None,
    cancel: CancelToken | None = None,
) -> Measured:
    """Search one deal from an empty table: its value, and the value of every legal card.

    Args:
        deal: the deal; trump, all hands and, in auction games, the declarer must be known.
        cards: whether every legal card is valued too.
        limits: where the search ends; none by default.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
    """
    position = Position.of(deal)
    legal = position.legal_cards() if cards else []
    started = time.thread_time()
    engine = Engine(position, limits, cancel)
    bounds = engine.value()
    values = engine.card_values(legal)
    cpu_s = time.thread_time() - started
    taken = position.points[0]
    found = {card: one.plus(taken) for card, one in zip(legal, values, strict=True)}
    return Measured(
        deal, engine.nodes, cpu_s, bounds.plus(taken), found if cards else None, engine.stopped
    )


def measure_all(
    deals: Iterable[Deal], cards: bool = False, limits: Limits | None = None, threads: int = 1
) -> Generator[Measured, None, None]:
    """What :func:`measure` finds for each deal, in order, ``threads`` of them at once.

    Close the generator to end early; the searches under way are cancelled.
    """
    return answer_all(deals, lambda deal, cancel: measure(deal, cards, limits, cancel), threads)


def signature(rules: RuleSet) -> int:
    """The nodes that a fixed set of positions takes, values and every card: a digest of the search.

    The number repeats on every machine; a change of it means that the search tree has changed.
    """
    deals = random_deals(rules, SIGNATURE_DEALS, SIGNATURE_SEED)
    return sum(measure(deal, cards=True).nodes for deal in deals)
