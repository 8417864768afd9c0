from manille.v1 import solution_pb2 as _solution_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Objective(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OBJECTIVE_UNSPECIFIED: _ClassVar[Objective]
    OBJECTIVE_POINTS: _ClassVar[Objective]
    OBJECTIVE_SCORE: _ClassVar[Objective]
    OBJECTIVE_REACH: _ClassVar[Objective]
OBJECTIVE_UNSPECIFIED: Objective
OBJECTIVE_POINTS: Objective
OBJECTIVE_SCORE: Objective
OBJECTIVE_REACH: Objective

class AdviceLimits(_message.Message):
    __slots__ = ("samples", "time_s", "seed", "until_clear")
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    TIME_S_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    UNTIL_CLEAR_FIELD_NUMBER: _ClassVar[int]
    samples: int
    time_s: float
    seed: int
    until_clear: bool
    def __init__(self, samples: _Optional[int] = ..., time_s: _Optional[float] = ..., seed: _Optional[int] = ..., until_clear: bool = ...) -> None: ...

class Mean(_message.Message):
    __slots__ = ("mean", "low", "high")
    MEAN_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    mean: float
    low: float
    high: float
    def __init__(self, mean: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class PointsCount(_message.Message):
    __slots__ = ("points", "layouts")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LAYOUTS_FIELD_NUMBER: _ClassVar[int]
    points: int
    layouts: int
    def __init__(self, points: _Optional[int] = ..., layouts: _Optional[int] = ...) -> None: ...

class Points(_message.Message):
    __slots__ = ("mean", "p10", "p50", "p90", "histogram")
    MEAN_FIELD_NUMBER: _ClassVar[int]
    P10_FIELD_NUMBER: _ClassVar[int]
    P50_FIELD_NUMBER: _ClassVar[int]
    P90_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    mean: float
    p10: int
    p50: int
    p90: int
    histogram: _containers.RepeatedCompositeFieldContainer[PointsCount]
    def __init__(self, mean: _Optional[float] = ..., p10: _Optional[int] = ..., p50: _Optional[int] = ..., p90: _Optional[int] = ..., histogram: _Optional[_Iterable[_Union[PointsCount, _Mapping]]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("objective", "behind", "make", "points")
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    BEHIND_FIELD_NUMBER: _ClassVar[int]
    MAKE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    objective: Mean
    behind: Mean
    make: float
    points: Points
    def __init__(self, objective: _Optional[_Union[Mean, _Mapping]] = ..., behind: _Optional[_Union[Mean, _Mapping]] = ..., make: _Optional[float] = ..., points: _Optional[_Union[Points, _Mapping]] = ...) -> None: ...

class BidOption(_message.Message):
    __slots__ = ("bid", "make", "mean")
    BID_FIELD_NUMBER: _ClassVar[int]
    MAKE_FIELD_NUMBER: _ClassVar[int]
    MEAN_FIELD_NUMBER: _ClassVar[int]
    bid: int
    make: float
    mean: float
    def __init__(self, bid: _Optional[int] = ..., make: _Optional[float] = ..., mean: _Optional[float] = ...) -> None: ...

class CallOption(_message.Message):
    __slots__ = ("call", "outcome", "bid", "bids")
    CALL_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    call: str
    outcome: Outcome
    bid: int
    bids: _containers.RepeatedCompositeFieldContainer[BidOption]
    def __init__(self, call: _Optional[str] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., bid: _Optional[int] = ..., bids: _Optional[_Iterable[_Union[BidOption, _Mapping]]] = ...) -> None: ...

class PlayOption(_message.Message):
    __slots__ = ("card", "outcome")
    CARD_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    card: str
    outcome: Outcome
    def __init__(self, card: _Optional[str] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class AdviceState(_message.Message):
    __slots__ = ("seat", "objective", "reach", "samples", "layouts", "clear", "final", "effort")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    LAYOUTS_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    seat: str
    objective: Objective
    reach: int
    samples: int
    layouts: int
    clear: bool
    final: bool
    effort: _solution_pb2.Effort
    def __init__(self, seat: _Optional[str] = ..., objective: _Optional[_Union[Objective, str]] = ..., reach: _Optional[int] = ..., samples: _Optional[int] = ..., layouts: _Optional[int] = ..., clear: bool = ..., final: bool = ..., effort: _Optional[_Union[_solution_pb2.Effort, _Mapping]] = ...) -> None: ...
