from manille.v1 import deal_pb2 as _deal_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Want(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WANT_UNSPECIFIED: _ClassVar[Want]
    WANT_POINTS: _ClassVar[Want]
    WANT_CARDS: _ClassVar[Want]
    WANT_LINE: _ClassVar[Want]
    WANT_LINES: _ClassVar[Want]

class Source(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOURCE_UNSPECIFIED: _ClassVar[Source]
    SOURCE_SEARCH: _ClassVar[Source]
    SOURCE_SHARED: _ClassVar[Source]
    SOURCE_MEMORY: _ClassVar[Source]
    SOURCE_CACHE: _ClassVar[Source]
WANT_UNSPECIFIED: Want
WANT_POINTS: Want
WANT_CARDS: Want
WANT_LINE: Want
WANT_LINES: Want
SOURCE_UNSPECIFIED: Source
SOURCE_SEARCH: Source
SOURCE_SHARED: Source
SOURCE_MEMORY: Source
SOURCE_CACHE: Source

class Question(_message.Message):
    __slots__ = ("deal", "wants", "window", "reach")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    WANTS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    wants: _containers.RepeatedScalarFieldContainer[Want]
    window: Window
    reach: Reach
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ..., wants: _Optional[_Iterable[_Union[Want, str]]] = ..., window: _Optional[_Union[Window, _Mapping]] = ..., reach: _Optional[_Union[Reach, _Mapping]] = ...) -> None: ...

class Window(_message.Message):
    __slots__ = ("low", "high", "seat")
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    low: int
    high: int
    seat: str
    def __init__(self, low: _Optional[int] = ..., high: _Optional[int] = ..., seat: _Optional[str] = ...) -> None: ...

class Reach(_message.Message):
    __slots__ = ("points", "seat")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    points: int
    seat: str
    def __init__(self, points: _Optional[int] = ..., seat: _Optional[str] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("time_s", "nodes", "table_mib", "bounds_at_deadline")
    TIME_S_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    TABLE_MIB_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_AT_DEADLINE_FIELD_NUMBER: _ClassVar[int]
    time_s: float
    nodes: int
    table_mib: int
    bounds_at_deadline: bool
    def __init__(self, time_s: _Optional[float] = ..., nodes: _Optional[int] = ..., table_mib: _Optional[int] = ..., bounds_at_deadline: bool = ...) -> None: ...

class Bounds(_message.Message):
    __slots__ = ("low", "high")
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    low: int
    high: int
    def __init__(self, low: _Optional[int] = ..., high: _Optional[int] = ...) -> None: ...

class SideResult(_message.Message):
    __slots__ = ("seats", "bounds", "points", "score")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[str]
    bounds: Bounds
    points: int
    score: int
    def __init__(self, seats: _Optional[_Iterable[str]] = ..., bounds: _Optional[_Union[Bounds, _Mapping]] = ..., points: _Optional[int] = ..., score: _Optional[int] = ...) -> None: ...

class CardResult(_message.Message):
    __slots__ = ("card", "points", "loss", "same_as", "bounds", "line")
    CARD_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    SAME_AS_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    card: str
    points: int
    loss: int
    same_as: str
    bounds: Bounds
    line: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, card: _Optional[str] = ..., points: _Optional[int] = ..., loss: _Optional[int] = ..., same_as: _Optional[str] = ..., bounds: _Optional[_Union[Bounds, _Mapping]] = ..., line: _Optional[_Iterable[str]] = ...) -> None: ...

class Effort(_message.Message):
    __slots__ = ("nodes", "time_s", "source")
    NODES_FIELD_NUMBER: _ClassVar[int]
    TIME_S_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    nodes: int
    time_s: float
    source: Source
    def __init__(self, nodes: _Optional[int] = ..., time_s: _Optional[float] = ..., source: _Optional[_Union[Source, str]] = ...) -> None: ...

class ReachResult(_message.Message):
    __slots__ = ("points", "side", "answer")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    points: int
    side: int
    answer: bool
    def __init__(self, points: _Optional[int] = ..., side: _Optional[int] = ..., answer: bool = ...) -> None: ...

class Solution(_message.Message):
    __slots__ = ("sides", "to_play", "exact", "window", "cards", "line", "reach", "fingerprint", "effort")
    SIDES_FIELD_NUMBER: _ClassVar[int]
    TO_PLAY_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    sides: _containers.RepeatedCompositeFieldContainer[SideResult]
    to_play: str
    exact: bool
    window: Bounds
    cards: _containers.RepeatedCompositeFieldContainer[CardResult]
    line: _containers.RepeatedScalarFieldContainer[str]
    reach: ReachResult
    fingerprint: str
    effort: Effort
    def __init__(self, sides: _Optional[_Iterable[_Union[SideResult, _Mapping]]] = ..., to_play: _Optional[str] = ..., exact: bool = ..., window: _Optional[_Union[Bounds, _Mapping]] = ..., cards: _Optional[_Iterable[_Union[CardResult, _Mapping]]] = ..., line: _Optional[_Iterable[str]] = ..., reach: _Optional[_Union[ReachResult, _Mapping]] = ..., fingerprint: _Optional[str] = ..., effort: _Optional[_Union[Effort, _Mapping]] = ...) -> None: ...

class TableCell(_message.Message):
    __slots__ = ("trump", "leader", "declarer", "first", "second", "first_score", "second_score")
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    FIRST_SCORE_FIELD_NUMBER: _ClassVar[int]
    SECOND_SCORE_FIELD_NUMBER: _ClassVar[int]
    trump: str
    leader: str
    declarer: str
    first: Bounds
    second: Bounds
    first_score: int
    second_score: int
    def __init__(self, trump: _Optional[str] = ..., leader: _Optional[str] = ..., declarer: _Optional[str] = ..., first: _Optional[_Union[Bounds, _Mapping]] = ..., second: _Optional[_Union[Bounds, _Mapping]] = ..., first_score: _Optional[int] = ..., second_score: _Optional[int] = ...) -> None: ...

class PlayMoment(_message.Message):
    __slots__ = ("card", "seat", "trick", "first", "second", "loss", "first_score", "second_score", "score_loss", "obligation", "best", "better", "refutation", "turning_point")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    FIRST_SCORE_FIELD_NUMBER: _ClassVar[int]
    SECOND_SCORE_FIELD_NUMBER: _ClassVar[int]
    SCORE_LOSS_FIELD_NUMBER: _ClassVar[int]
    OBLIGATION_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    BETTER_FIELD_NUMBER: _ClassVar[int]
    REFUTATION_FIELD_NUMBER: _ClassVar[int]
    TURNING_POINT_FIELD_NUMBER: _ClassVar[int]
    card: str
    seat: str
    trick: int
    first: Bounds
    second: Bounds
    loss: int
    first_score: int
    second_score: int
    score_loss: float
    obligation: str
    best: _containers.RepeatedScalarFieldContainer[str]
    better: _containers.RepeatedScalarFieldContainer[str]
    refutation: _containers.RepeatedScalarFieldContainer[str]
    turning_point: bool
    def __init__(self, card: _Optional[str] = ..., seat: _Optional[str] = ..., trick: _Optional[int] = ..., first: _Optional[_Union[Bounds, _Mapping]] = ..., second: _Optional[_Union[Bounds, _Mapping]] = ..., loss: _Optional[int] = ..., first_score: _Optional[int] = ..., second_score: _Optional[int] = ..., score_loss: _Optional[float] = ..., obligation: _Optional[str] = ..., best: _Optional[_Iterable[str]] = ..., better: _Optional[_Iterable[str]] = ..., refutation: _Optional[_Iterable[str]] = ..., turning_point: bool = ...) -> None: ...

class SeatLoss(_message.Message):
    __slots__ = ("seat", "loss", "cards", "score_loss", "illegal")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SCORE_LOSS_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_FIELD_NUMBER: _ClassVar[int]
    seat: str
    loss: int
    cards: int
    score_loss: float
    illegal: int
    def __init__(self, seat: _Optional[str] = ..., loss: _Optional[int] = ..., cards: _Optional[int] = ..., score_loss: _Optional[float] = ..., illegal: _Optional[int] = ...) -> None: ...

class SideLoss(_message.Message):
    __slots__ = ("seats", "loss", "cards", "score_loss")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SCORE_LOSS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[str]
    loss: int
    cards: int
    score_loss: float
    def __init__(self, seats: _Optional[_Iterable[str]] = ..., loss: _Optional[int] = ..., cards: _Optional[int] = ..., score_loss: _Optional[float] = ...) -> None: ...
