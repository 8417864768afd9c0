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
    __slots__ = ("samples", "time_s", "seed")
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    TIME_S_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    samples: int
    time_s: float
    seed: int
    def __init__(self, samples: _Optional[int] = ..., time_s: _Optional[float] = ..., seed: _Optional[int] = ...) -> None: ...

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

class Outcome(_message.Message):
    __slots__ = ("objective", "points", "p10", "p50", "p90", "histogram")
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    P10_FIELD_NUMBER: _ClassVar[int]
    P50_FIELD_NUMBER: _ClassVar[int]
    P90_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    objective: Mean
    points: float
    p10: int
    p50: int
    p90: int
    histogram: _containers.RepeatedCompositeFieldContainer[PointsCount]
    def __init__(self, objective: _Optional[_Union[Mean, _Mapping]] = ..., points: _Optional[float] = ..., p10: _Optional[int] = ..., p50: _Optional[int] = ..., p90: _Optional[int] = ..., histogram: _Optional[_Iterable[_Union[PointsCount, _Mapping]]] = ...) -> None: ...

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
    __slots__ = ("call", "outcome", "make", "bids")
    CALL_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    MAKE_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    call: str
    outcome: Outcome
    make: float
    bids: _containers.RepeatedCompositeFieldContainer[BidOption]
    def __init__(self, call: _Optional[str] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., make: _Optional[float] = ..., bids: _Optional[_Iterable[_Union[BidOption, _Mapping]]] = ...) -> None: ...

class PlayOption(_message.Message):
    __slots__ = ("card", "outcome")
    CARD_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    card: str
    outcome: Outcome
    def __init__(self, card: _Optional[str] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class AdviceState(_message.Message):
    __slots__ = ("samples", "objective", "final", "effort")
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    samples: int
    objective: Objective
    final: bool
    effort: _solution_pb2.Effort
    def __init__(self, samples: _Optional[int] = ..., objective: _Optional[_Union[Objective, str]] = ..., final: bool = ..., effort: _Optional[_Union[_solution_pb2.Effort, _Mapping]] = ...) -> None: ...
