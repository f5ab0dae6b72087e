"""What one device remembers, another one knows that has only the key and the relay URLs."""

import asyncio
from pathlib import Path

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore

from . import raw


async def test_a_second_device_recalls_what_the_first_remembered(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.remember("user_timezone", "America/Vancouver")
        await first.journal("The first day.")
        await first.persona_remember("people", "facts", "vergel", "prefers vanilla JS", ["js"])

    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        memory = await second.recall("user_timezone")
        assert memory is not None
        assert memory.value == "America/Vancouver"
        assert [entry.content for entry in await second.recent()] == ["The first day."]
        (vergel,) = await second.persona_recall("people", "facts", "vergel")
        assert (vergel.value, vergel.themes) == ("prefers vanilla JS", ("js",))


async def test_an_edit_on_the_second_device_comes_back_to_the_first(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.remember("mood", "curious")
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        assert (await second.recall("mood")).value == "curious"
        await second.remember("mood", "happy")
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.sync()
        assert (await first.recall("mood")).value == "happy"


async def test_a_write_is_seen_on_a_connected_device_without_asking(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with first, second:
        await second.sync()
        await first.remember("news", "arrived")
        async with asyncio.timeout(10):
            while await second.recall("news") is None:
                await asyncio.sleep(0.02)


async def test_edits_made_offline_on_two_devices_are_both_kept(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """The shown value is the later one; the other is a sibling in the record, not lost."""
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.persona_remember("people", "facts", "vergel", "likes tea", ["drinks"])
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        await second.sync()
    relay.stop()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.persona_remember("people", "facts", "vergel", "likes tea", ["drinks", "green"])
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        await second.persona_remember("people", "facts", "vergel", "likes tea", confidence=0.5)
    relay.start()
    for name in ("a.db", "b.db", "a.db"):
        async with MemoryStore(identity, relay.url, path=tmp_path / name) as store:
            await store.sync()
    for name in ("a.db", "b.db"):
        async with MemoryStore(identity, relay.url, path=tmp_path / name) as store:
            await store.sync()
            (vergel,) = await store.persona_recall("people", "facts", "vergel")
            assert (vergel.themes, vergel.confidence) == (("drinks", "green"), 0.5)


async def test_every_relay_gets_every_record(identity: Identity, relays, tmp_path: Path):
    started = relays(3)
    urls = [one.url for one in started]
    async with MemoryStore(identity, urls, path=tmp_path / "a.db", addressing="plain") as store:
        await store.remember("k", "v")
        report = await store.sync()
        assert report.is_complete
    for url in urls:
        found = await raw.ask(url, {"kinds": [30078], "limit": 10})
        assert "sense-memory/k" in map(raw.d_of, found)


async def test_a_relay_added_later_gets_what_the_file_already_holds(
    identity: Identity, relays, tmp_path: Path
):
    old, new = relays(2)
    async with MemoryStore(identity, old.url, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
    async with MemoryStore(identity, [old.url, new.url], path=tmp_path / "a.db") as store:
        assert (await store.sync()).is_complete
    async with MemoryStore(identity, new.url) as elsewhere:
        assert (await elsewhere.recall("k")).value == "v"


async def test_the_same_store_serves_several_event_loops(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    def run() -> list[str]:
        store = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
        asyncio.run(_remember(store, "k", "1"))
        first = asyncio.run(_recall(store, "k"))
        asyncio.run(_remember(store, "k", "2"))
        second = asyncio.run(_recall(store, "k"))
        asyncio.run(store.close())
        return [first, second]

    assert await asyncio.to_thread(run) == ["1", "2"]


async def _remember(store: MemoryStore, key: str, value: str) -> None:
    await store.remember(key, value)


async def _recall(store: MemoryStore, key: str) -> str:
    memory = await store.recall(key)
    assert memory is not None
    return memory.value
