"""A server that does nothing, as fast as gRPC can: what every call costs.

`python -m benchmarks.service.empty_server` prints its address and serves until it is ended.
"""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

__all__ = ["METHOD"]

SERVICE, NAME = "manille.bench.Empty", "Call"
METHOD = f"/{SERVICE}/{NAME}"


async def _nothing(request: bytes, context: grpc.aio.ServicerContext[Any, Any]) -> bytes:
    return b""


async def serve() -> None:
    """Serve until the process is ended."""
    server = grpc.aio.server()
    handlers: dict[str, Any] = {NAME: grpc.unary_unary_rpc_method_handler(_nothing)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve())
