from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Rules(_message.Message):
    __slots__ = ("name", "toml")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TOML_FIELD_NUMBER: _ClassVar[int]
    name: str
    toml: str
    def __init__(self, name: _Optional[str] = ..., toml: _Optional[str] = ...) -> None: ...

class Deal(_message.Message):
    __slots__ = ("notation", "rules", "trump", "leader", "hands", "declarer", "bid", "turned", "calls", "played")
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    notation: str
    rules: Rules
    trump: str
    leader: str
    hands: _containers.RepeatedScalarFieldContainer[str]
    declarer: str
    bid: int
    turned: str
    calls: _containers.RepeatedScalarFieldContainer[str]
    played: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, notation: _Optional[str] = ..., rules: _Optional[_Union[Rules, _Mapping]] = ..., trump: _Optional[str] = ..., leader: _Optional[str] = ..., hands: _Optional[_Iterable[str]] = ..., declarer: _Optional[str] = ..., bid: _Optional[int] = ..., turned: _Optional[str] = ..., calls: _Optional[_Iterable[str]] = ..., played: _Optional[_Iterable[str]] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("reason", "message", "field", "column")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    reason: str
    message: str
    field: str
    column: int
    def __init__(self, reason: _Optional[str] = ..., message: _Optional[str] = ..., field: _Optional[str] = ..., column: _Optional[int] = ...) -> None: ...

class Error(_message.Message):
    __slots__ = ("code", "reason", "message", "faults", "retry_after_s")
    CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    RETRY_AFTER_S_FIELD_NUMBER: _ClassVar[int]
    code: int
    reason: str
    message: str
    faults: _containers.RepeatedCompositeFieldContainer[Fault]
    retry_after_s: float
    def __init__(self, code: _Optional[int] = ..., reason: _Optional[str] = ..., message: _Optional[str] = ..., faults: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., retry_after_s: _Optional[float] = ...) -> None: ...
