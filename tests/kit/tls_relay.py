"""Real TLS in front of a server that has none: ends it and passes the bytes on.

A redis-server is often built without TLS; behind this one, ``rediss://`` is tested all the same,
with certificates made for the test.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trustme

__all__ = ["Certificates", "tls_relay"]

CHUNK = 1 << 16


class Certificates:
    """An authority and a certificate for the loopback, as files in a folder.

    Attributes:
        authority: the PEM file of the authority.
        chain: the PEM file of the certificate of the server.
        key: that of its key.
    """

    def __init__(self, folder: Path) -> None:
        """Make them in an existing folder."""
        authority = trustme.CA()
        server = authority.issue_cert("localhost", "127.0.0.1")
        self.authority = folder / "authority.pem"
        self.chain = folder / "server.pem"
        self.key = folder / "server.key"
        authority.cert_pem.write_to_path(str(self.authority))
        server.private_key_pem.write_to_path(str(self.key))
        self.chain.write_bytes(b"".join(part.bytes() for part in server.cert_chain_pems))


@asynccontextmanager
async def tls_relay(socket: str, certificates: Certificates) -> AsyncIterator[int]:
    """A relay from TLS on a port of 127.0.0.1, which it gives, to a Unix socket."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificates.chain, certificates.key)
    relays: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        relays.add(task)
        try:
            await _relay(socket, reader, writer)
        finally:
            relays.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for task in relays:
            task.cancel()
        if relays:
            await asyncio.wait(relays)


async def _relay(socket: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        there, back = await asyncio.open_unix_connection(socket)
    except OSError:
        writer.close()
        return
    passing = [
        asyncio.create_task(_pass(reader, back)),
        asyncio.create_task(_pass(there, writer)),
    ]
    try:
        # one side that hangs up ends both
        await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in passing:
            task.cancel()
        await asyncio.wait(passing)
        back.close()
        writer.close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    except (OSError, ssl.SSLError):
        return
