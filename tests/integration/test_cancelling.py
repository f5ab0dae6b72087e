"""Cancelled at any step: nothing that was acknowledged is lost, and the store can be closed."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig

SOON = Config(relays=RelayConfig(read_back_delay=0.1, close_timeout=1))
MOST_STEPS = 400


async def _cancelled_at(step: int, work: Coroutine[Any, Any, Any]) -> bool:
    """Run something for so many turns of the loop, then cancel it; whether it was done before."""
    task = asyncio.ensure_future(work)
    for _ in range(step):
        if task.done():
            break
        await asyncio.sleep(0)
    is_done = task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return is_done


def _steps() -> list[int]:
    """Every early turn, and later ones further and further apart."""
    steps, step = [], 0
    while step < MOST_STEPS:
        steps.append(step)
        step += 1 + step // 12
    return steps


@pytest.mark.parametrize("with_relay", [False, True])
async def test_remembering_can_be_cancelled_at_any_step(
    identity: Identity, tmp_path: Path, with_relay: bool
):
    async with RelayServer(QuirkRelay()) as server:
        url = server.url if with_relay else None
        acknowledged: set[str] = set()
        async with MemoryStore(
            identity, url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store:
            for step in _steps():
                if await _cancelled_at(step, store.remember(f"k{step}", "v")):
                    acknowledged.add(f"k{step}")
            async with asyncio.timeout(10):
                await store.remember("last", "v")
                assert acknowledged <= {memory.key for memory in await store.recall_all()}
        async with MemoryStore(identity, path=tmp_path / "a.db") as again:
            assert acknowledged | {"last"} <= {memory.key for memory in await again.recall_all()}


async def test_syncing_can_be_cancelled_at_any_step(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store:
            for step in _steps():
                await store.remember("k", str(step))
                await _cancelled_at(step, store.sync())
            async with asyncio.timeout(20):
                while not (await store.sync()).is_complete:
                    await asyncio.sleep(0.05)
            last = await store.recall("k")
        async with MemoryStore(identity, server.url) as other:
            assert await other.recall("k") == last


async def test_forgetting_can_be_cancelled_at_any_step(identity: Identity, tmp_path: Path):
    async with (
        RelayServer(QuirkRelay()) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        forgotten: set[str] = set()
        steps = _steps()[::2]
        for step in steps:
            await store.remember(f"k{step}", "v")
        for step in steps:
            if await _cancelled_at(step, store.forget(f"k{step}")):
                forgotten.add(f"k{step}")
        async with asyncio.timeout(20):
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.05)
        # what was cancelled may have been done all the same
        assert not forgotten & {memory.key for memory in await store.recall_all()}


async def test_closing_can_be_cancelled_at_any_step_and_called_again(
    identity: Identity, tmp_path: Path
):
    async with RelayServer(QuirkRelay()) as server:
        for step in _steps()[::3]:
            store = MemoryStore(
                identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
            )
            await store.remember(f"k{step}", "v")
            await _cancelled_at(step, store.close())
            async with asyncio.timeout(10):
                await store.close()
        async with MemoryStore(identity, path=tmp_path / "a.db") as again:
            held = {memory.key for memory in await again.recall_all()}
            assert held == {f"k{step}" for step in _steps()[::3]}
