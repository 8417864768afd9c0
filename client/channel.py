"""How a client connects: the options of a gRPC channel, retries, TLS."""

from __future__ import annotations

import json
from typing import Any

import grpc
import grpc.aio

from manille.client.access import Access, Secrets

__all__ = ["aio_channel", "sync_channel"]

# Every call is a question that changes nothing, so all may be asked again. gRPC does it: after what
# the server names as `grpc-retry-pushback-ms`, else after a wait that doubles, with some chance in
# it; not at all once answers have begun to come, or while half of the calls fail. Several replicas
# are asked in turn, so a retry meets another one. A stream that breaks off is opened again by
# :mod:`.talk`, which knows what was answered, and a question about health wants to know.
SERVICE_CONFIG = {
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [
        {"name": [{"service": "manille.v1.SolverService", "method": "StreamSolve"}]},
        {"name": [{"service": "grpc.health.v1.Health"}]},
        {
            "name": [{}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "maxBackoff": "2s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
            },
        },
    ],
    "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.5},
}
MIB = 1 << 20
OPTIONS: tuple[tuple[str, Any], ...] = (
    ("grpc.service_config", json.dumps(SERVICE_CONFIG)),
    ("grpc.enable_retries", 1),
    # a batch is kept to be sent again
    ("grpc.per_rpc_retry_buffer_size", 8 * MIB),
    # what a server may answer is its own affair; a request that is too large, it refuses
    ("grpc.max_receive_message_length", 64 * MIB),
    ("grpc.max_send_message_length", 64 * MIB),
    # A connection that died without a word is noticed while calls wait. gRPC stops after two pings
    # without an answer to anything, so servers that allow few do not hang up.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # a server that comes back is found soon
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 5_000),
    # each client has its own connection, which ends with it
    ("grpc.use_local_subchannel_pool", 1),
)


def sync_channel(access: Access) -> grpc.Channel:
    """A channel for threads; it connects at the first call."""
    if access.tls is None:
        return grpc.insecure_channel(access.target, options=OPTIONS)
    return grpc.secure_channel(access.target, _credentials(access.tls), options=OPTIONS)


def aio_channel(access: Access) -> grpc.aio.Channel:
    """A channel for the event loop that runs now."""
    if access.tls is None:
        return grpc.aio.insecure_channel(access.target, options=OPTIONS)
    return grpc.aio.secure_channel(access.target, _credentials(access.tls), options=OPTIONS)


def _credentials(tls: Secrets) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(tls.roots, tls.key, tls.cert)
