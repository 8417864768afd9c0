"""Which client for asyncio a name stands for."""

from __future__ import annotations

from manille.client.access import File, open_access
from manille.client.aio.interface import AsyncClient
from manille.client.aio.local import AsyncLocalClient
from manille.client.asking import DEFAULT_TIMEOUT_S
from manille.client.connecting import LOCAL

__all__ = ["connect"]


def connect(
    target: str,
    *,
    tls: bool = False,
    ca: File | None = None,
    cert: File | None = None,
    key: File | None = None,
    token: str | None = None,
    token_in_plaintext: bool = False,
    timeout_s: float | None = DEFAULT_TIMEOUT_S,
    threads: int | None = None,
) -> AsyncClient:
    """A client for asyncio; arguments and errors are those of :func:`manille.client.connect`.

    It belongs to the event loop that runs when it is made.
    """
    if target == LOCAL:
        return AsyncLocalClient(timeout_s, threads)
    access = open_access(
        target,
        tls=tls,
        ca=ca,
        cert=cert,
        key=key,
        token=token,
        token_in_plaintext=token_in_plaintext,
    )
    # gRPC takes a while to load, which is for nothing where all is local
    from manille.client.aio.remote import AsyncRemoteClient

    return AsyncRemoteClient(access, timeout_s)
