"""Clients for asyncio: what :mod:`manille.client` has, awaited."""

from manille.client.aio.connecting import connect
from manille.client.aio.interface import AsyncClient

__all__ = ["AsyncClient", "connect"]
