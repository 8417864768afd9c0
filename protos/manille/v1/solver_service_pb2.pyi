from manille.v1 import advice_pb2 as _advice_pb2
from manille.v1 import deal_pb2 as _deal_pb2
from manille.v1 import par_pb2 as _par_pb2
from manille.v1 import solution_pb2 as _solution_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SolveRequest(_message.Message):
    __slots__ = ("question", "limits")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    question: _solution_pb2.Question
    limits: _solution_pb2.Limits
    def __init__(self, question: _Optional[_Union[_solution_pb2.Question, _Mapping]] = ..., limits: _Optional[_Union[_solution_pb2.Limits, _Mapping]] = ...) -> None: ...

class SolveResponse(_message.Message):
    __slots__ = ("solution",)
    SOLUTION_FIELD_NUMBER: _ClassVar[int]
    solution: _solution_pb2.Solution
    def __init__(self, solution: _Optional[_Union[_solution_pb2.Solution, _Mapping]] = ...) -> None: ...

class BatchSolveRequest(_message.Message):
    __slots__ = ("questions", "limits")
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    questions: _containers.RepeatedCompositeFieldContainer[_solution_pb2.Question]
    limits: _solution_pb2.Limits
    def __init__(self, questions: _Optional[_Iterable[_Union[_solution_pb2.Question, _Mapping]]] = ..., limits: _Optional[_Union[_solution_pb2.Limits, _Mapping]] = ...) -> None: ...

class BatchSolveResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[BatchSolveResult]
    def __init__(self, results: _Optional[_Iterable[_Union[BatchSolveResult, _Mapping]]] = ...) -> None: ...

class BatchSolveResult(_message.Message):
    __slots__ = ("solution", "error")
    SOLUTION_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    solution: _solution_pb2.Solution
    error: _deal_pb2.Error
    def __init__(self, solution: _Optional[_Union[_solution_pb2.Solution, _Mapping]] = ..., error: _Optional[_Union[_deal_pb2.Error, _Mapping]] = ...) -> None: ...

class StreamSolveRequest(_message.Message):
    __slots__ = ("tag", "question", "limits")
    TAG_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    tag: str
    question: _solution_pb2.Question
    limits: _solution_pb2.Limits
    def __init__(self, tag: _Optional[str] = ..., question: _Optional[_Union[_solution_pb2.Question, _Mapping]] = ..., limits: _Optional[_Union[_solution_pb2.Limits, _Mapping]] = ...) -> None: ...

class StreamSolveResponse(_message.Message):
    __slots__ = ("tag", "solution", "error")
    TAG_FIELD_NUMBER: _ClassVar[int]
    SOLUTION_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    tag: str
    solution: _solution_pb2.Solution
    error: _deal_pb2.Error
    def __init__(self, tag: _Optional[str] = ..., solution: _Optional[_Union[_solution_pb2.Solution, _Mapping]] = ..., error: _Optional[_Union[_deal_pb2.Error, _Mapping]] = ...) -> None: ...

class SolveTableRequest(_message.Message):
    __slots__ = ("deal", "trumps", "window", "limits")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    TRUMPS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    trumps: _containers.RepeatedScalarFieldContainer[str]
    window: _solution_pb2.Window
    limits: _solution_pb2.Limits
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ..., trumps: _Optional[_Iterable[str]] = ..., window: _Optional[_Union[_solution_pb2.Window, _Mapping]] = ..., limits: _Optional[_Union[_solution_pb2.Limits, _Mapping]] = ...) -> None: ...

class SolveTableResponse(_message.Message):
    __slots__ = ("cells", "exact", "window", "fingerprint", "effort", "par")
    CELLS_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    PAR_FIELD_NUMBER: _ClassVar[int]
    cells: _containers.RepeatedCompositeFieldContainer[_solution_pb2.TableCell]
    exact: bool
    window: _solution_pb2.Bounds
    fingerprint: str
    effort: _solution_pb2.Effort
    par: _par_pb2.Par
    def __init__(self, cells: _Optional[_Iterable[_Union[_solution_pb2.TableCell, _Mapping]]] = ..., exact: bool = ..., window: _Optional[_Union[_solution_pb2.Bounds, _Mapping]] = ..., fingerprint: _Optional[str] = ..., effort: _Optional[_Union[_solution_pb2.Effort, _Mapping]] = ..., par: _Optional[_Union[_par_pb2.Par, _Mapping]] = ...) -> None: ...

class ReviewPlayRequest(_message.Message):
    __slots__ = ("deal", "limits")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    limits: _solution_pb2.Limits
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ..., limits: _Optional[_Union[_solution_pb2.Limits, _Mapping]] = ...) -> None: ...

class ReviewPlayResponse(_message.Message):
    __slots__ = ("moments", "seats", "exact", "fingerprint", "effort", "sides")
    MOMENTS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    moments: _containers.RepeatedCompositeFieldContainer[_solution_pb2.PlayMoment]
    seats: _containers.RepeatedCompositeFieldContainer[_solution_pb2.SeatLoss]
    exact: bool
    fingerprint: str
    effort: _solution_pb2.Effort
    sides: _containers.RepeatedCompositeFieldContainer[_solution_pb2.SideLoss]
    def __init__(self, moments: _Optional[_Iterable[_Union[_solution_pb2.PlayMoment, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[_solution_pb2.SeatLoss, _Mapping]]] = ..., exact: bool = ..., fingerprint: _Optional[str] = ..., effort: _Optional[_Union[_solution_pb2.Effort, _Mapping]] = ..., sides: _Optional[_Iterable[_Union[_solution_pb2.SideLoss, _Mapping]]] = ...) -> None: ...

class AdviseBidRequest(_message.Message):
    __slots__ = ("deal", "seat", "objective", "reach", "limits")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    seat: str
    objective: _advice_pb2.Objective
    reach: int
    limits: _advice_pb2.AdviceLimits
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ..., seat: _Optional[str] = ..., objective: _Optional[_Union[_advice_pb2.Objective, str]] = ..., reach: _Optional[int] = ..., limits: _Optional[_Union[_advice_pb2.AdviceLimits, _Mapping]] = ...) -> None: ...

class AdviseBidResponse(_message.Message):
    __slots__ = ("call", "bid", "options", "state", "highest")
    CALL_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    HIGHEST_FIELD_NUMBER: _ClassVar[int]
    call: str
    bid: int
    options: _containers.RepeatedCompositeFieldContainer[_advice_pb2.CallOption]
    state: _advice_pb2.AdviceState
    highest: int
    def __init__(self, call: _Optional[str] = ..., bid: _Optional[int] = ..., options: _Optional[_Iterable[_Union[_advice_pb2.CallOption, _Mapping]]] = ..., state: _Optional[_Union[_advice_pb2.AdviceState, _Mapping]] = ..., highest: _Optional[int] = ...) -> None: ...

class AdvisePlayRequest(_message.Message):
    __slots__ = ("deal", "seat", "objective", "reach", "limits")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    REACH_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    deal: _deal_pb2.Deal
    seat: str
    objective: _advice_pb2.Objective
    reach: int
    limits: _advice_pb2.AdviceLimits
    def __init__(self, deal: _Optional[_Union[_deal_pb2.Deal, _Mapping]] = ..., seat: _Optional[str] = ..., objective: _Optional[_Union[_advice_pb2.Objective, str]] = ..., reach: _Optional[int] = ..., limits: _Optional[_Union[_advice_pb2.AdviceLimits, _Mapping]] = ...) -> None: ...

class AdvisePlayResponse(_message.Message):
    __slots__ = ("card", "options", "state")
    CARD_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    card: str
    options: _containers.RepeatedCompositeFieldContainer[_advice_pb2.PlayOption]
    state: _advice_pb2.AdviceState
    def __init__(self, card: _Optional[str] = ..., options: _Optional[_Iterable[_Union[_advice_pb2.PlayOption, _Mapping]]] = ..., state: _Optional[_Union[_advice_pb2.AdviceState, _Mapping]] = ...) -> None: ...
