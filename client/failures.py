"""What gRPC raises, as the errors and refusals that a caller knows."""

from __future__ import annotations

import grpc

from manille.client.access import Access
from manille.client.asking import Failure, closed
from manille.client.deadline import Deadline
from manille.client.messages import own_fields
from manille.wire.errors import error_from_rpc
from manille.wire.refusals import DeadlinePassed, Unreachable

__all__ = ["failure"]

# What gRPC and OpenSSL say of a connection that fails, whether TLS was to be talked (None: either),
# and what that means to whoever reads it.
HINTS: tuple[tuple[str, bool | None, str], ...] = (
    (
        "CERTIFICATE_VERIFY_FAILED",
        True,
        "its certificate leads to none of the roots that are trusted; name the right ones (ca)",
    ),
    (
        "Hostname Verification",
        True,
        "its certificate is for another name; ask it by the name that stands there",
    ),
    ("WRONG_VERSION_NUMBER", True, "it does not talk TLS; leave out TLS"),
    (
        "Socket closed",
        True,
        "it ended the connection; it may want a certificate of yours (cert, key), or another one",
    ),
    ("Socket closed", False, "it ended the connection; it may want TLS (tls, ca)"),
    (
        "Connection refused",
        True,
        "nothing listens there, or at one of its addresses not with this TLS; is the server up?",
    ),
    ("Connection refused", None, "nothing listens there; is the server up, and is this its port?"),
    ("Name or service not known", None, "there is no host of that name"),
    ("Domain name not found", None, "there is no host of that name"),
    ("DNS resolution failed", None, "the name of the host cannot be resolved"),
    ("No such file or directory", None, "there is no such socket; is the server up?"),
)

# What gRPC for asyncio says where a server ended a stream while a question was being sent: what the
# server said is overwritten then (github.com/grpc/grpc/issues/36066).
STATUS_LOST = "Internal error from Core"


def failure(error: grpc.RpcError, access: Access, deadline: Deadline) -> Failure:
    """The error of a call that failed."""
    if error.code() is grpc.StatusCode.CANCELLED and not _is_ours(error):
        return closed()
    if error.code() is grpc.StatusCode.INTERNAL and error.details() == STATUS_LOST:
        return Unreachable(f"{access.target} ended the stream, and why was lost")
    found = error_from_rpc(error, access.target)
    if isinstance(found, Unreachable):
        return Unreachable(f"{access.target} cannot be reached: {_why(error, access)}")
    if isinstance(found, DeadlinePassed) and deadline.terms.timeout_s is not None:
        return deadline.refusal()
    return own_fields(found)


def _is_ours(error: grpc.RpcError) -> bool:
    """Whether a server has said it, and not the channel of this client."""
    return bool(error.trailing_metadata())


def _why(error: grpc.RpcError, access: Access) -> str:
    details = error.details() or "no reason given"
    for words, tls, hint in HINTS:
        if words in details and tls in (None, access.tls is not None):
            return hint
    return details
