"""Who may call: TLS and its files, bearer tokens and theirs.

Whatever is wrong with a file is found before the server starts, and names the setting.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import ssl
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from manille.server.logs import log
from manille.server.settings import Settings, wrong

__all__ = ["TlsFiles", "Tokens", "open_tokens", "read_tls"]

LOOK_AGAIN_S = 1.0  # how often a token file is looked at, in seconds
LARGEST_FILE = 1 << 20


@dataclass(frozen=True, repr=False)
class TlsFiles:
    """The contents of the TLS files; they have no representation, so that no log shows the key.

    Attributes:
        cert: the certificate and what leads to its root, in PEM.
        key: its key, in PEM.
        client_ca: the roots that sign clients' certificates, in PEM; None if they need none.
    """

    cert: bytes
    key: bytes
    client_ca: bytes | None


def read_tls(settings: Settings) -> TlsFiles | None:
    """What TLS needs; None without TLS.

    Raises:
        click.BadParameter: a file is missing, cannot be read or does not go with the others.
    """
    cert, key, client_ca = settings.tls_cert, settings.tls_key, settings.tls_client_ca
    if cert is None and key is None:
        if client_ca is not None:
            raise wrong("tls_client_ca", "it needs --tls-cert and --tls-key as well.")
        return None
    if cert is None:
        raise wrong("tls_cert", "--tls-key is given, and it needs a certificate.")
    if key is None:
        raise wrong("tls_key", "--tls-cert is given, and it needs its key.")
    files = TlsFiles(
        _content("tls_cert", cert),
        _content("tls_key", key),
        None if client_ca is None else _content("tls_client_ca", client_ca),
    )
    _check(cert, key, client_ca)
    return files


def _content(name: str, path: Path) -> bytes:
    """The content of a file that a setting names, of which nothing but its being there is known."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise wrong(name, f"{str(path)!r} cannot be read: {why}.") from None
    if len(content) > LARGEST_FILE:
        raise wrong(name, f"{str(path)!r} has more than {LARGEST_FILE} bytes.")
    return content


def _check(cert: Path, key: Path, client_ca: Path | None) -> None:
    """Have OpenSSL read the files: gRPC would take any, and then fail every connection."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(cafile=cert)
    except ssl.SSLError:
        raise wrong("tls_cert", f"{str(cert)!r} holds no certificate in PEM.") from None
    try:
        # A key with a password would be asked for on the terminal.
        context.load_cert_chain(cert, key, password="")
    except ssl.SSLError as error:
        if "MISMATCH" in str(error.reason):
            raise wrong("tls_key", f"{str(key)!r} is not the key of {str(cert)!r}.") from None
        message = f"{str(key)!r} holds no key in PEM, or one with a password."
        raise wrong("tls_key", message) from None
    try:
        if client_ca is not None:
            context.load_verify_locations(cafile=client_ca)
    except ssl.SSLError:
        message = f"{str(client_ca)!r} holds no certificate in PEM."
        raise wrong("tls_client_ca", message) from None


class Tokens:
    """The bearer tokens that are let in. Only their digests are kept."""

    def __init__(self, path: Path) -> None:
        """Read a file with one token a line; empty lines and those with a # first do not count.

        Raises:
            OSError: it cannot be read.
            ValueError: it holds no token.
        """
        self._path = path
        self._looked_s = time.monotonic()
        self._seen = _fingerprint(path)
        self._digests = _digests(path)

    def allow(self, token: bytes) -> bool:
        """Whether the token is one of them, after a look at the file; takes as long for any."""
        self._look()
        digest = _digest(token)
        found = False
        for known in self._digests:
            found |= hmac.compare_digest(known, digest)
        return found

    def _look(self) -> None:
        """Read the file again if it changed. A broken one must not lock everybody out."""
        now_s = time.monotonic()
        if now_s - self._looked_s < LOOK_AGAIN_S:
            return
        self._looked_s = now_s
        try:
            seen = _fingerprint(self._path)
            if seen == self._seen:
                return
            self._digests = _digests(self._path)
            self._seen = seen
            log.info("tokens read again", file=str(self._path), tokens=len(self._digests))
        except (OSError, ValueError) as error:
            log.error("tokens kept as they were", file=str(self._path), why=str(error))


def open_tokens(settings: Settings) -> Tokens | None:
    """The tokens of the settings; None if everybody is let in.

    Raises:
        click.BadParameter: the file cannot be read, or holds none.
    """
    path = settings.token_file
    if path is None:
        return None
    try:
        tokens = Tokens(path)
    except OSError as error:
        raise wrong("token_file", f"{str(path)!r} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise wrong("token_file", f"{str(path)!r} cannot be used: {error}.") from None
    if path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        log.warning("others may read the tokens; `chmod 600` mends it", file=str(path))
    if settings.tls_cert is None and settings.host not in ("127.0.0.1", "::1", "localhost"):
        log.warning("tokens travel without TLS; anybody on the way can read them")
    return tokens


def _fingerprint(path: Path) -> tuple[int, int, int]:
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size, found.st_ino


def _digests(path: Path) -> tuple[bytes, ...]:
    lines = [line.strip() for line in path.read_bytes().splitlines()]
    tokens = [line for line in lines if line and not line.startswith(b"#")]
    if not tokens:
        raise ValueError("it holds no token")
    return tuple(_digest(token) for token in tokens)


def _digest(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()
