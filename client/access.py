"""Where a server is, and what it takes to be let in. Knows no gRPC.

Every command that can ask a server imports this, so what only TLS needs is loaded with TLS.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from manille.solver.errors import InputError, Reason

__all__ = ["Access", "File", "Secrets", "open_access", "read_token"]

File: TypeAlias = str | PathLike[str]

LARGEST_FILE = 1 << 20
HOST_AND_PORT = re.compile(r"(\[[0-9a-fA-F:.%\w]+\]|[^\s:/\[\]]+):(\d{1,5})", re.ASCII)
SCHEME = re.compile(r"(dns|ipv4|ipv6|unix|unix-abstract|xds):")
UNIX = re.compile(r"unix(-abstract)?:")
LOCAL_NAMES = ("localhost", "ip6-localhost")
LARGEST_PORT = 65535
# what may stand in the header of a call behind "Bearer "
TOKEN = re.compile(r"[\x21-\x7e]+", re.ASCII)


@dataclass(frozen=True, repr=False)
class Secrets:
    """The contents of the TLS files, in PEM; they have no representation, so that no log has them.

    Attributes:
        roots: the certificates that a server's must lead to; None for those that gRPC brings.
        cert: the certificate of this client and what leads to its root; None if it needs none.
        key: its key.
    """

    roots: bytes | None
    cert: bytes | None
    key: bytes | None


@dataclass(frozen=True)
class Access:
    """A server, and how to talk to it.

    Attributes:
        target: ``host:port``, or any other name that gRPC resolves.
        tls: what TLS needs; None for plaintext.
        token: the bearer token of every call; None for none.
    """

    target: str
    tls: Secrets | None = None
    token: str | None = None

    def __repr__(self) -> str:
        how = "plaintext" if self.tls is None else "TLS"
        return f"<Access {self.target} {how}{'' if self.token is None else ', with a token'}>"

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call carries."""
        return () if self.token is None else (("authorization", f"Bearer {self.token}"),)


def open_access(
    target: str,
    *,
    tls: bool = False,
    ca: File | None = None,
    cert: File | None = None,
    key: File | None = None,
    token: str | None = None,
    token_in_plaintext: bool = False,
) -> Access:
    """Check how a server is to be reached, and read the files that it takes.

    Args:
        target: ``host:port``, ``[address]:port``, or a name with a scheme of gRPC's, such as
            ``dns:///host:port`` or ``unix:/path``.
        tls: whether to talk TLS; a file below says so too.
        ca: PEM file with the roots that the certificate of the server must lead to; None for those
            of the system.
        cert: PEM file with the certificate of this client, for servers that ask for one.
        key: PEM file with its key.
        token: the bearer token, for servers that ask for one.
        token_in_plaintext: send the token without TLS to another machine too, where anybody on the
            way can read it.

    Raises:
        InputError: some of it is no address, cannot be read, or cannot go together.
    """
    _check_target(target)
    secrets = _secrets(ca, cert, key) if tls or ca or cert or key else None
    if token is not None:
        _check_token(token)
        if secrets is None and not token_in_plaintext and not _is_here(target):
            raise _bad(
                "token",
                f"a token for {target} would travel in plaintext, for anybody on the way to read; "
                "use TLS, or say that it may (token_in_plaintext)",
            )
    return Access(target, secrets, token)


def read_token(path: File) -> str:
    """The token in a file: its first line that is neither empty nor begins with ``#``.

    Raises:
        InputError: the file cannot be read, or holds none.
    """
    text = _content("token_file", path).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines()]
    tokens = [line for line in lines if line and not line.startswith("#")]
    if not tokens:
        raise _bad("token_file", f"{str(path)!r} holds no token")
    _check_token(tokens[0])
    return tokens[0]


def _check_target(target: str) -> None:
    if SCHEME.match(target):
        return
    found = HOST_AND_PORT.fullmatch(target)
    if found is None or not 0 < int(found[2]) <= LARGEST_PORT:
        raise _bad("server", f"{target!r} is no address of a server; write host:port")


def _is_here(target: str) -> bool:
    """Whether what is sent there never leaves this machine."""
    if UNIX.match(target):
        return True
    found = HOST_AND_PORT.fullmatch(target.rpartition("/")[2] or target)
    import ipaddress

    host = "" if found is None else found[1].strip("[]")
    try:
        return host in LOCAL_NAMES or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_token(token: str) -> None:
    if TOKEN.fullmatch(token) is None:
        raise _bad("token", "a token is one or more letters, digits and signs, without spaces")


def _secrets(ca: File | None, cert: File | None, key: File | None) -> Secrets:
    if (cert is None) != (key is None):
        given, other = ("cert", "key") if key is None else ("key", "cert")
        raise _bad(given, f"a {given} is given, and it needs its {other}")
    roots = _system_roots() if ca is None else _content("ca", ca)
    secrets = Secrets(
        roots,
        None if cert is None else _content("cert", cert),
        None if key is None else _content("key", key),
    )
    _check_files(ca, cert, key)
    return secrets


def _system_roots() -> bytes | None:
    """The roots of the system in one file, where it has one."""
    import ssl

    path = ssl.get_default_verify_paths().cafile
    try:
        return None if path is None else Path(path).read_bytes() or None
    except OSError:
        return None


def _check_files(ca: File | None, cert: File | None, key: File | None) -> None:
    """Have OpenSSL read the files: gRPC would take any, and then fail every call."""
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        if ca is not None:
            context.load_verify_locations(cafile=ca)
    except ssl.SSLError:
        raise _bad("ca", f"{str(ca)!r} holds no certificate in PEM") from None
    if cert is None or key is None:
        return
    try:
        # a key with a password would be asked for on the terminal
        context.load_cert_chain(cert, key, password="")
    except ssl.SSLError as error:
        if "MISMATCH" in str(error.reason):
            raise _bad("key", f"{str(key)!r} is not the key of {str(cert)!r}") from None
        message = f"{str(cert)!r} and {str(key)!r} are no certificate and key in PEM"
        raise _bad("cert", f"{message}, or the key has a password") from None


def _content(field: str, path: File) -> bytes:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        message = f"{str(path)!r} cannot be read: {why}"
        raise InputError.of(Reason.FILE_UNREADABLE, message, field=field) from None
    if len(content) > LARGEST_FILE:
        message = f"{str(path)!r} has more than {LARGEST_FILE} bytes"
        raise InputError.of(Reason.FILE_UNREADABLE, message, field=field)
    return content


def _bad(field: str, message: str) -> InputError:
    error = InputError.of(Reason.BAD_REQUEST, message, field=field)
    assert isinstance(error, InputError)
    return error
