"""Bearer tokens: who has none of the list is refused before anything is read."""

from __future__ import annotations

from collections.abc import Sequence

import grpc

from manille.server.health import HEALTH_SERVICE
from manille.server.interceptors.boundary import refusing
from manille.server.interceptors.calls import UNKNOWN_METHOD, Continuation, Handler, current_call
from manille.server.security import Tokens
from manille.wire.refusals import Unauthenticated

__all__ = ["TokenInterceptor"]

_SCHEME = "bearer"


class TokenInterceptor(grpc.aio.ServerInterceptor):
    """Lets in calls with a token, and health checks, which load balancers make without one."""

    def __init__(self, tokens: Tokens) -> None:
        """Let in whoever has one of these."""
        self._tokens = tokens

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Refuse with the same words whatever is wrong, whether the method exists or not."""
        if handler_call_details.method.startswith(f"/{HEALTH_SERVICE}/"):
            return await continuation(handler_call_details)
        if not self._tokens.allow(_token(handler_call_details.invocation_metadata)):
            # Whether the method exists is not looked up either, so its name is not kept.
            current_call().method = UNKNOWN_METHOD
            return refusing(Unauthenticated("a bearer token is needed"))
        return await continuation(handler_call_details)


def _token(metadata: Sequence[tuple[str, str | bytes]]) -> bytes:
    """The token that the caller shows; b"" if there is none."""
    for key, value in metadata:
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == _SCHEME:
                return token.strip().encode("utf-8", "surrogateescape")
    return b""
