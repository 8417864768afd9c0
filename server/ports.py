"""Whether a port can be had, said in a sentence before anything is started on it."""

from __future__ import annotations

import errno
import socket
from contextlib import closing

from manille.server.settings import Settings, wrong

__all__ = ["check_port", "reserve_port", "target"]


def target(host: str, port: int) -> str:
    """Host and port as one text, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def check_port(settings: Settings) -> None:
    """See that the host is ours and the port is free.

    Raises:
        click.BadParameter: they are not.
    """
    with closing(_bound(settings, settings.port, shared=False)):
        return


def reserve_port(settings: Settings) -> socket.socket:
    """A socket that keeps the port for the processes that will share it, until it is closed.

    It does not listen, so no connection ever goes to it.

    Raises:
        click.BadParameter: the port cannot be had.
    """
    # Sharing alone would not notice another server whose port is shared as well.
    check_port(settings)
    return _bound(settings, settings.port, shared=True)


def _bound(settings: Settings, port: int, shared: bool) -> socket.socket:
    host = settings.host
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise wrong("host", f"{host!r} is no address: {error.args[-1]}.") from None
    made = socket.socket(family, kind, protocol)
    try:
        # Connections that ended a moment ago do not keep a port.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(address)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise wrong("host", f"{host} is no address of this machine.") from None
        if error.errno == errno.EADDRINUSE:
            message = f"{target(host, port)} is in use by another program; 0 takes any free port."
            raise wrong("port", message) from None
        raise wrong("port", f"{target(host, port)} cannot be had: {error.strerror}.") from None
    return made
