"""Closing, cancelling, and using what was closed."""

import asyncio
import threading
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig, StoreClosedError

SOON = Config(relays=RelayConfig(close_timeout=1))


def _left_over() -> list[str]:
    this = asyncio.current_task()
    tasks = [task.get_name() for task in asyncio.all_tasks() if task is not this]
    threads = [t.name for t in threading.enumerate() if t.name.startswith("sense-memory")]
    return [*(name for name in tasks if "ws://" in name or name == "close store"), *threads]


async def test_a_closed_store_says_so(identity: Identity, tmp_path: Path):
    store = MemoryStore(identity, path=tmp_path / "a.db")
    await store.remember("k", "v")
    await store.close()
    await store.close()
    for use in (store.recall("k"), store.remember("k", "w"), store.sync(), store.check()):
        with pytest.raises(StoreClosedError):
            await use
    with pytest.raises(StoreClosedError):
        store.status()


async def test_closing_while_it_opens_leaves_nothing_behind(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    store = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    first = asyncio.create_task(store.remember("k", "v"))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(first, return_exceptions=True)
    await asyncio.sleep(0.1)
    assert _left_over() == []


async def test_a_close_that_was_cancelled_can_be_called_again(identity: Identity, tmp_path: Path):
    async with RelayServer(QuirkRelay(Quirks(answer_delay=0.5))) as server:
        path = tmp_path / "a.db"
        store = MemoryStore(identity, server.url, path=path, addressing="plain", config=SOON)
        await store.remember("k", "v")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await store.close()
        await store.close()
        await asyncio.sleep(0.1)
        assert _left_over() == []


async def test_a_sync_under_way_ends_when_the_store_is_closed(identity: Identity, tmp_path: Path):
    async with RelayServer(QuirkRelay(Quirks(silent=True))) as server:
        store = MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON)
        await store.remember("k", "v")
        syncing = asyncio.create_task(store.sync())
        await asyncio.sleep(0.2)
        closing = asyncio.create_task(store.close())
        async with asyncio.timeout(15):
            await asyncio.gather(syncing, closing, return_exceptions=True)


async def test_cancelled_writes_lose_nothing_that_was_acknowledged(
    identity: Identity, tmp_path: Path
):
    acknowledged: dict[str, str] = {}
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        for number in range(60):
            try:
                async with asyncio.timeout(0.0002 * 1.13**number):
                    await store.remember(f"k{number}", "v")
                    acknowledged[f"k{number}"] = "v"
            except TimeoutError:
                continue
        held = {memory.key: memory.value for memory in await store.recall_all()}
        assert acknowledged.items() <= held.items()
    assert acknowledged


async def test_a_cancelled_read_does_not_lose_the_news_of_another_process(
    identity: Identity, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as one, MemoryStore(identity, path=path) as two:
        await one.persona_remember("people", "facts", "x", "y")
        assert await two.persona_domains() == ["people"]
        await one.persona_remember("projects", "facts", "x", "y")
        reading = asyncio.create_task(two.recall("whatever"))
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        assert await two.persona_domains() == ["people", "projects"]
