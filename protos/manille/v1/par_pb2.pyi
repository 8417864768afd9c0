from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CallValue(_message.Message):
    __slots__ = ("call", "trump", "declarer", "bid", "points", "score")
    CALL_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    call: str
    trump: str
    declarer: str
    bid: int
    points: int
    score: float
    def __init__(self, call: _Optional[str] = ..., trump: _Optional[str] = ..., declarer: _Optional[str] = ..., bid: _Optional[int] = ..., points: _Optional[int] = ..., score: _Optional[float] = ...) -> None: ...

class ParCall(_message.Message):
    __slots__ = ("seat", "call", "values")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    seat: str
    call: str
    values: _containers.RepeatedCompositeFieldContainer[CallValue]
    def __init__(self, seat: _Optional[str] = ..., call: _Optional[str] = ..., values: _Optional[_Iterable[_Union[CallValue, _Mapping]]] = ...) -> None: ...

class SeatCeiling(_message.Message):
    __slots__ = ("seat", "points", "trump")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    seat: str
    points: int
    trump: str
    def __init__(self, seat: _Optional[str] = ..., points: _Optional[int] = ..., trump: _Optional[str] = ...) -> None: ...

class Par(_message.Message):
    __slots__ = ("calls", "played", "trump", "chooser", "declarer", "bid", "first_points", "second_points", "first_score", "second_score", "ceilings")
    CALLS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    CHOOSER_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    FIRST_POINTS_FIELD_NUMBER: _ClassVar[int]
    SECOND_POINTS_FIELD_NUMBER: _ClassVar[int]
    FIRST_SCORE_FIELD_NUMBER: _ClassVar[int]
    SECOND_SCORE_FIELD_NUMBER: _ClassVar[int]
    CEILINGS_FIELD_NUMBER: _ClassVar[int]
    calls: _containers.RepeatedCompositeFieldContainer[ParCall]
    played: bool
    trump: str
    chooser: str
    declarer: str
    bid: int
    first_points: int
    second_points: int
    first_score: int
    second_score: int
    ceilings: _containers.RepeatedCompositeFieldContainer[SeatCeiling]
    def __init__(self, calls: _Optional[_Iterable[_Union[ParCall, _Mapping]]] = ..., played: bool = ..., trump: _Optional[str] = ..., chooser: _Optional[str] = ..., declarer: _Optional[str] = ..., bid: _Optional[int] = ..., first_points: _Optional[int] = ..., second_points: _Optional[int] = ..., first_score: _Optional[int] = ..., second_score: _Optional[int] = ..., ceilings: _Optional[_Iterable[_Union[SeatCeiling, _Mapping]]] = ...) -> None: ...
