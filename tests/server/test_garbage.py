"""Garbage is looked for at quiet moments, and all is as before once the server has ended."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress

import pytest

from manille.server import garbage
from manille.server.garbage import keep_collecting
from manille.server.gate import Gate


def test_old_objects_are_looked_through_only_while_nobody_is_inside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "EVERY_S", 0.001)
    monkeypatch.setattr(garbage, "QUIET_S", 0.001)
    before, collected = gc.get_threshold(), asyncio.Event()

    def watch(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            collected.set()

    async def life() -> None:
        gate, leave = Gate(1), asyncio.Event()
        inside = asyncio.create_task(leave.wait())
        gate.enter(inside)
        keeping = asyncio.create_task(keep_collecting(gate))
        await asyncio.sleep(0)
        assert gc.get_threshold() == garbage.THRESHOLDS
        assert gc.get_freeze_count() > 0
        collected.clear()
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert not collected.is_set()
        leave.set()
        await asyncio.wait_for(collected.wait(), 60)
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping

    gc.callbacks.append(watch)
    try:
        asyncio.run(life())
    finally:
        gc.callbacks.remove(watch)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
