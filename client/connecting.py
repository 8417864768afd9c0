"""Which client a name stands for."""

from __future__ import annotations

from manille.client.access import File, open_access
from manille.client.asking import DEFAULT_TIMEOUT_S
from manille.client.interface import Client
from manille.client.local import LocalClient

__all__ = ["LOCAL", "connect"]

LOCAL = "local"


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
) -> Client:
    """A client for a server, or one that searches in this process; both ask the same way.

    Nothing is sent yet: a server that cannot be reached is found at the first question.

    Args:
        target: ``local``, or the ``host:port`` of a server.
        tls: whether to talk TLS; ``ca`` and ``cert`` say so too.
        ca: PEM file with the roots that the certificate of the server must lead to; by default
            those of the system.
        cert: PEM file with the certificate of this client, for servers that ask for one.
        key: PEM file with its key.
        token: the bearer token, for servers that ask for one. It is not sent in plaintext to
            another machine.
        token_in_plaintext: send it all the same, where anybody on the way can read it.
        timeout_s: seconds that a question may take that names no timeout; None for no end.
        threads: how many searches may run at once in this process, by default as many as there
            are cores; a server has its own number.

    Raises:
        InputError: the target is no address, or a file cannot be read or does not go with the
            others.
        LimitError: the timeout is no number of seconds above 0.
    """
    if target == LOCAL:
        return LocalClient(timeout_s, threads)
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
    from manille.client.remote import RemoteClient

    return RemoteClient(access, timeout_s)
