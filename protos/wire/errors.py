"""The one table between domain errors and gRPC: status code, reason, details, and the way back.

A call that fails carries a `google.rpc.Status` with an `ErrorInfo` (reason, domain ``manille``),
for bad input a `BadRequest` with the field of every fault, and where asking again may help a
`RetryInfo`. One question of a batch or a stream that fails carries the same as a
`manille.v1.Error`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status

from manille.solver import errors as domain
from manille.solver.errors import Fault, ManilleError, Reason
from manille.v1 import deal_pb2
from manille.wire.refusals import BY_REASON, Broken, DeadlinePassed, Refusal, TooLarge, Unreachable

__all__ = [
    "DOMAIN",
    "error_from_proto",
    "error_from_rpc",
    "error_to_proto",
    "rich_status",
]

DOMAIN = "manille"
# All details travel in one trailer, and a client may refuse trailers of more than 8 KiB in all.
MOST_FAULTS = 8
LONGEST_MESSAGE = 400

# Which kind of error a reason belongs to, where it is not a DealError.
_KINDS: dict[Reason, type[ManilleError]] = {
    Reason.ILLEGAL_CARD: domain.IllegalCardError,
    Reason.CARD_NOT_HELD: domain.IllegalCardError,
    Reason.BAD_LIMIT: domain.LimitError,
    Reason.BAD_REQUEST: domain.InputError,
    # where advice is asked; of a deal itself it is found before it is sent
    Reason.CALLING_ENDED: domain.InputError,
    Reason.FILE_UNREADABLE: domain.InputError,
    Reason.NOT_TO_ACT: domain.InputError,
    Reason.UNKNOWN_RULES: domain.RuleSetError,
    **{reason: domain.RuleSetError for reason in Reason if reason.startswith("RULES_")},
}


def error_to_proto(error: Exception) -> deal_pb2.Error:
    """An error as a message. What is neither bad input nor a refusal is BROKEN, without a word."""
    match error:
        case ManilleError():
            faults = [_fault(fault) for fault in _first(error.faults)]
            return deal_pb2.Error(
                code=code_pb2.INVALID_ARGUMENT,
                reason=error.reason.value,
                message=_message(error.faults),
                faults=faults,
            )
        case Refusal():
            return deal_pb2.Error(
                code=error.code,
                reason=error.reason,
                message=str(error),
                retry_after_s=error.retry_after_s,
            )
    return deal_pb2.Error(
        code=Broken.code, reason=Broken.reason, message="something is broken on our side"
    )


def error_from_proto(message: deal_pb2.Error) -> ManilleError | Refusal:
    """The error that a message stands for."""
    if message.faults:
        kind = _KINDS.get(_reason(message.reason), domain.DealError)
        return kind([_read_fault(fault) for fault in message.faults])
    retry = message.retry_after_s if message.HasField("retry_after_s") else None
    return BY_REASON.get(message.reason, Broken)(message.message, retry)


def rich_status(error: Exception) -> status_pb2.Status:
    """The status of a call that failed with an error, its details for programs included."""
    message = error_to_proto(error)
    status = status_pb2.Status(code=message.code, message=message.message)
    _pack(status, error_details_pb2.ErrorInfo(reason=message.reason, domain=DOMAIN))
    if message.faults:
        violations = [_violation(fault) for fault in message.faults]
        _pack(status, error_details_pb2.BadRequest(field_violations=violations))
    if message.HasField("retry_after_s"):
        delay = Duration()
        delay.FromNanoseconds(round(message.retry_after_s * 1e9))
        _pack(status, error_details_pb2.RetryInfo(retry_delay=delay))
    return status


def error_from_rpc(error: grpc.RpcError, target: str = "the server") -> ManilleError | Refusal:
    """What a failed call says: the error of our server, or what gRPC itself has met.

    Args:
        error: what a stub raised; it must have a code, as all that stubs raise do.
        target: the address of the server, for the message.
    """
    try:
        # an aio error has the same three methods, which is all that is asked of a call
        status = rpc_status.from_call(cast(grpc.Call, error))
    except ValueError:  # details that contradict the status are not ours
        status = None
    info = None if status is None else _unpack(status, error_details_pb2.ErrorInfo())
    if status is None or info is None or info.domain != DOMAIN:
        return _by_code(error, target)
    message = deal_pb2.Error(code=status.code, reason=info.reason, message=status.message)
    bad = _unpack(status, error_details_pb2.BadRequest())
    for violation in () if bad is None else bad.field_violations:
        message.faults.append(_from_violation(violation))
    retry = _unpack(status, error_details_pb2.RetryInfo())
    if retry is not None:
        message.retry_after_s = retry.retry_delay.ToNanoseconds() / 1e9
    return error_from_proto(message)


def _by_code(error: grpc.RpcError, target: str) -> Refusal:
    """A failure without details of ours: the network, a proxy, a deadline, or a foreign server."""
    code, details = error.code(), error.details() or "no reason given"
    match code:
        case grpc.StatusCode.UNAVAILABLE:
            return Unreachable(f"{target} cannot be reached: {details}")
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            return DeadlinePassed("the time was over before the answer was there; allow more")
        case grpc.StatusCode.RESOURCE_EXHAUSTED:
            return TooLarge(f"{target} refused the call: {details}")
    for kind in BY_REASON.values():
        if kind.code == code.value[0]:
            return kind(f"{target}: {details}")
    return Broken(f"{target} failed with {code.name}: {details}")


def _first(faults: Sequence[Fault]) -> Sequence[Fault]:
    return faults[:MOST_FAULTS]


def _message(faults: Sequence[Fault]) -> str:
    shown = [_cut(str(fault)) for fault in _first(faults)]
    if len(faults) > MOST_FAULTS:
        shown.append(f"and {len(faults) - MOST_FAULTS} more faults")
    return "\n".join(shown)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


def _fault(fault: Fault) -> deal_pb2.Fault:
    return deal_pb2.Fault(
        reason=fault.reason.value,
        message=_cut(fault.message),
        field=fault.field or "",
        column=fault.column,
    )


def _read_fault(message: deal_pb2.Fault) -> Fault:
    column = message.column if message.HasField("column") else None
    reason = _reason(message.reason)
    return Fault(reason, message.message, column=column, field=message.field or None)


def _reason(word: str) -> Reason:
    """The reason of a word; a newer server may have words that this client does not know."""
    return Reason.__members__.get(word, Reason.BAD_REQUEST)


def _violation(fault: deal_pb2.Fault) -> error_details_pb2.BadRequest.FieldViolation:
    field = fault.field
    if fault.HasField("column"):
        field += f":{fault.column}"  # the column of a text, from 1
    return error_details_pb2.BadRequest.FieldViolation(
        field=field, description=fault.message, reason=fault.reason
    )


def _from_violation(violation: error_details_pb2.BadRequest.FieldViolation) -> deal_pb2.Fault:
    field, _, column = violation.field.partition(":")
    return deal_pb2.Fault(
        reason=violation.reason,
        message=violation.description,
        field=field,
        column=int(column) if column.isdigit() else None,
    )


def _pack(status: status_pb2.Status, detail: Message) -> None:
    status.details.add().Pack(detail)


M = TypeVar("M", bound=Message)


def _unpack(status: status_pb2.Status, empty: M) -> M | None:
    """The first detail of the kind of ``empty``, which it is read into."""
    for detail in status.details:
        if detail.Unpack(empty):
            return empty
    return None
