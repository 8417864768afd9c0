from collections.abc import Iterable

from manille.solver.cards import Card
from manille.solver.core.cancel import CancelToken
from manille.solver.deals import Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["PRUNINGS", "CancelToken", "Engine"]

PRUNINGS: dict[str, int]

class Engine:
    def __init__(
        self,
        position: Position,
        limits: Limits | None = None,
        cancel: CancelToken | None = None,
        without: Iterable[str] = (),
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def table_bytes(self) -> int: ...
    def value(self) -> Bounds: ...
    def reaches(self, points: int) -> bool | None: ...
    def card_values(self, cards: Iterable[Card]) -> list[Bounds]: ...
    def line(self) -> list[Card] | None: ...
    def perft(self, depth: int) -> int | None: ...
