from google.protobuf import struct_pb2 as _struct_pb2
from manille.v1 import deal_pb2 as _deal_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Obligation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OBLIGATION_UNSPECIFIED: _ClassVar[Obligation]
    OBLIGATION_MUST_FOLLOW: _ClassVar[Obligation]
    OBLIGATION_MUST_BEAT: _ClassVar[Obligation]
    OBLIGATION_MUST_RUFF: _ClassVar[Obligation]
    OBLIGATION_MUST_OVERRUFF: _ClassVar[Obligation]
    OBLIGATION_MUST_NOT_RUFF: _ClassVar[Obligation]
OBLIGATION_UNSPECIFIED: Obligation
OBLIGATION_MUST_FOLLOW: Obligation
OBLIGATION_MUST_BEAT: Obligation
OBLIGATION_MUST_RUFF: Obligation
OBLIGATION_MUST_OVERRUFF: Obligation
OBLIGATION_MUST_NOT_RUFF: Obligation

class ListRuleSetsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListRuleSetsResponse(_message.Message):
    __slots__ = ("rule_sets",)
    RULE_SETS_FIELD_NUMBER: _ClassVar[int]
    rule_sets: _containers.RepeatedCompositeFieldContainer[RuleSetHead]
    def __init__(self, rule_sets: _Optional[_Iterable[_Union[RuleSetHead, _Mapping]]] = ...) -> None: ...

class RuleSetHead(_message.Message):
    __slots__ = ("name", "title", "seats", "cards", "points", "reference", "fingerprint")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    seats: int
    cards: int
    points: int
    reference: bool
    fingerprint: str
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., seats: _Optional[int] = ..., cards: _Optional[int] = ..., points: _Optional[int] = ..., reference: bool = ..., fingerprint: _Optional[str] = ...) -> None: ...

class GetRuleSetRequest(_message.Message):
    __slots__ = ("rules",)
    RULES_FIELD_NUMBER: _ClassVar[int]
    rules: _deal_pb2.Rules
    def __init__(self, rules: _Optional[_Union[_deal_pb2.Rules, _Mapping]] = ...) -> None: ...

class GetRuleSetResponse(_message.Message):
    __slots__ = ("head", "source", "flags", "toml")
    HEAD_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    TOML_FIELD_NUMBER: _ClassVar[int]
    head: RuleSetHead
    source: str
    flags: _containers.RepeatedCompositeFieldContainer[Flag]
    toml: str
    def __init__(self, head: _Optional[_Union[RuleSetHead, _Mapping]] = ..., source: _Optional[str] = ..., flags: _Optional[_Iterable[_Union[Flag, _Mapping]]] = ..., toml: _Optional[str] = ...) -> None: ...

class Flag(_message.Message):
    __slots__ = ("section", "name", "value", "meaning", "choices")
    SECTION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    section: str
    name: str
    value: _struct_pb2.Value
    meaning: str
    choices: _containers.RepeatedCompositeFieldContainer[FlagChoice]
    def __init__(self, section: _Optional[str] = ..., name: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ..., meaning: _Optional[str] = ..., choices: _Optional[_Iterable[_Union[FlagChoice, _Mapping]]] = ...) -> None: ...

class FlagChoice(_message.Message):
    __slots__ = ("word", "meaning")
    WORD_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    word: str
    meaning: str
    def __init__(self, word: _Optional[str] = ..., meaning: _Optional[str] = ...) -> None: ...

class ListLegalCardsRequest(_message.Message):
    __slots__ = ("deal",)
    DEAL_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ...) -> None: ...

class ListLegalCardsResponse(_message.Message):
    __slots__ = ("to_play", "cards")
    TO_PLAY_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    to_play: str
    cards: _containers.RepeatedCompositeFieldContainer[JudgedCard]
    def __init__(self, to_play: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[JudgedCard, _Mapping]]] = ...) -> None: ...

class JudgedCard(_message.Message):
    __slots__ = ("card", "breaks")
    CARD_FIELD_NUMBER: _ClassVar[int]
    BREAKS_FIELD_NUMBER: _ClassVar[int]
    card: str
    breaks: Obligation
    def __init__(self, card: _Optional[str] = ..., breaks: _Optional[_Union[Obligation, str]] = ...) -> None: ...
