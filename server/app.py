"""The server in one process: the only place where its parts are built and joined."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import grpc
from grpc_health.v1 import health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from manille.server import metrics
from manille.server.cache import Cache, open_cache
from manille.server.desk import Desk, DeskCounts
from manille.server.garbage import keep_collecting
from manille.server.gate import Gate
from manille.server.health import HEALTH_SERVICE, HealthServicer
from manille.server.interceptors.access import AccessLog
from manille.server.interceptors.admission import AdmissionInterceptor
from manille.server.interceptors.boundary import BoundaryInterceptor
from manille.server.interceptors.calls import CallInterceptor, Watcher
from manille.server.interceptors.tokens import TokenInterceptor
from manille.server.ports import check_port, target
from manille.server.security import TlsFiles, open_tokens, read_tls
from manille.server.services.advice import Advising
from manille.server.services.asker import Asker
from manille.server.services.rules import RulesService
from manille.server.services.solver import SolverService
from manille.server.settings import Settings, wrong
from manille.server.tracing import check_tracing, open_tracing
from manille.server.turns import Turns
from manille.solver.errors import ManilleError
from manille.v1 import rules_service_pb2, solver_service_pb2
from manille.v1 import rules_service_pb2_grpc as rules_grpc
from manille.v1 import solver_service_pb2_grpc as solver_grpc

__all__ = ["SERVICES", "App", "check"]

SERVICES = (
    solver_service_pb2.DESCRIPTOR.services_by_name["SolverService"].full_name,
    rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].full_name,
)

MIB = 1 << 20
QUIET_S = 0.1
LAST_S = 1.0  # for the refusals that are still on their way when everything else has ended
SPARE_STREAMS = 100  # of one connection, for health checks and refusals
KEEPALIVE_MS = 60_000  # how often a silent caller is asked whether it is still there


class App:
    """A server process.

    Attributes:
        settings: what it was told.
        gate: counts the calls in progress.
        port: the port that it listens on; 0 before :meth:`start`.
        metrics_port: that of its metrics; None while it serves none.
    """

    def __init__(self, settings: Settings) -> None:
        """Build everything; there must be a running event loop.

        Raises:
            click.BadParameter: a setting cannot be used.
        """
        self.settings = settings
        self.port = 0
        self._tls = read_tls(settings)
        self._tokens = open_tokens(settings)
        self._tracing = open_tracing(settings)
        self._cache = _open_cache(settings)
        self._desk = Desk(
            self._cache,
            settings.search_threads,
            settings.queue,
            settings.table_mib,
            settings.search_s,
        )
        self._metrics = metrics.Metrics()
        self._turns = Turns()
        self._asker = Asker(self._desk, settings.table_mib, self._tracing)
        self._advising = Advising(self._asker, settings.advice_samples)
        self.gate = Gate(settings.calls)
        self._server = self._build()
        self._endpoint: metrics.Endpoint | None = None
        self._kept: list[asyncio.Task[None]] = []

    @property
    def metrics_port(self) -> int | None:
        """The port that metrics are served on; None without."""
        return None if self._endpoint is None else self._endpoint.port

    def counts(self) -> DeskCounts:
        """What the desk has counted so far."""
        return self._desk.counts

    def _build(self) -> grpc.aio.Server:
        settings, draining = self.settings, self.gate.draining
        asker, advising = self._asker, self._advising
        sizes = settings.batch, settings.stream_window
        solver = SolverService(asker, advising, self._turns, *sizes, draining)
        server = grpc.aio.server(interceptors=self._interceptors(), options=self._options())
        door: Any = _Door(server)
        solver_grpc.add_SolverServiceServicer_to_server(solver, door)  # type: ignore[no-untyped-call]
        rules_grpc.add_RulesServiceServicer_to_server(RulesService(), door)  # type: ignore[no-untyped-call]
        health_pb2_grpc.add_HealthServicer_to_server(HealthServicer(SERVICES, draining), door)
        if settings.reflection:
            names = (*SERVICES, HEALTH_SERVICE, reflection.SERVICE_NAME)
            servicer = reflection.aio.ReflectionServicer(names)
            reflection_pb2_grpc.add_ServerReflectionServicer_to_server(servicer, door)  # type: ignore[no-untyped-call]
        return server

    def _interceptors(self) -> list[grpc.aio.ServerInterceptor]:
        """What calls pass, the outermost first."""
        watchers: list[Watcher] = [self._metrics, AccessLog()]
        if self._tracing is not None:
            watchers.insert(0, self._tracing)
        return [
            CallInterceptor(watchers),
            *([] if self._tokens is None else [TokenInterceptor(self._tokens)]),
            AdmissionInterceptor(self.gate),
            BoundaryInterceptor(self.settings.message_mib * MIB, self._turns),
        ]

    def _options(self) -> list[tuple[str, int]]:
        most_bytes = self.settings.message_mib * MIB
        return [
            ("grpc.max_receive_message_length", most_bytes),
            ("grpc.max_send_message_length", most_bytes),
            # More than are let in: what is refused comes back sooner than what waits at the client.
            ("grpc.max_concurrent_streams", 2 * self.settings.calls + SPARE_STREAMS),
            ("grpc.keepalive_time_ms", KEEPALIVE_MS),
            # Two servers on one port would go unnoticed otherwise.
            ("grpc.so_reuseport", int(self.settings.workers > 1)),
        ]

    async def start(self) -> None:
        """Listen; when this returns, calls are answered.

        Raises:
            click.BadParameter: a port cannot be had.
        """
        settings = self.settings
        if settings.workers == 1:
            check_port(settings)
        self.port = self._listen(target(settings.host, settings.port))
        await self._server.start()
        self._keep(keep_collecting(self.gate))
        if settings.metrics_port is not None:
            self._keep(self._metrics.keep_taking(self.counts, self._cache.levels))
            if settings.workers == 1:
                self._endpoint = metrics.Endpoint(settings, self._metrics.registry)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done beside the calls, until the end."""
        self._kept.append(asyncio.create_task(work))

    def _listen(self, where: str) -> int:
        try:
            if self._tls is None:
                return self._server.add_insecure_port(where)
            return self._server.add_secure_port(where, _credentials(self._tls))
        except RuntimeError:  # gRPC has logged why
            raise wrong("port", f"{where} cannot be had.") from None

    async def drain(self, grace_s: float) -> bool:
        """Take nothing new, and finish what was accepted; whether that was done in time.

        Health is NOT_SERVING meanwhile, and new calls are refused.
        """
        finished = await self.gate.drain(grace_s)
        if finished:
            # Calls that gRPC has received and not handed over end as CANCELLED when it stops.
            await self.gate.quiet(QUIET_S, LAST_S)
            await self._server.stop(LAST_S)
        return finished

    async def close(self) -> None:
        """End everything at once; what is in progress is cancelled."""
        await self._server.stop(None)
        self._advising.close()
        await self._desk.close()
        for task in self._kept:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._cache.close()
        if self._endpoint is not None:
            await asyncio.to_thread(self._endpoint.close)
        if self._tracing is not None:
            await asyncio.to_thread(self._tracing.close)


async def check(settings: Settings) -> None:
    """Build what a setting can make impossible, and give it up again, without starting gRPC.

    Raises:
        click.BadParameter: a setting cannot be used.
    """
    read_tls(settings)
    open_tokens(settings)
    check_tracing(settings)
    await _open_cache(settings).close()


def _open_cache(settings: Settings) -> Cache:
    try:
        return open_cache(
            settings.cache,
            settings.cache_memory_mib * MIB,
            settings.cache_prefix,
            settings.cache_timeout_ms / 1000,
            settings.cache_ttl_s,
        )
    except ManilleError as error:
        raise wrong("cache", f"{error.faults[0].message}.") from None


class _Door:
    """Lets services in by their generic handlers alone.

    grpc.aio waits for each registered method by itself and, as it stops, drops calls of one for
    which it just had its hands full with another: their callers see CANCELLED. For all generic
    handlers together it waits once, and drops none.
    """

    def __init__(self, server: grpc.aio.Server) -> None:
        self.add_generic_rpc_handlers = server.add_generic_rpc_handlers

    def add_registered_method_handlers(self, _service: str, _handlers: object) -> None:
        """Leave them out."""


def _credentials(tls: TlsFiles) -> grpc.ServerCredentials:
    return grpc.ssl_server_credentials(
        [(tls.key, tls.cert)],
        root_certificates=tls.client_ca,
        require_client_auth=tls.client_ca is not None,
    )
