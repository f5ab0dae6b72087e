"""Moving all memories to blinded addresses, and back."""

import asyncio
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, InputError, MemoryStore, RelayConfig

from . import raw

QUICK = Config(relays=RelayConfig(read_back_delay=0.0))


async def addresses(url: str) -> list[str]:
    """Every address that a relay shows."""
    return sorted(raw.d_of(event) for event in await raw.ask(url, {"kinds": [30078]}))


def is_blinded(address: str) -> bool:
    return len(address) == 64 and not address.startswith("sense-")


async def filled(identity: Identity, url: str | list[str] | None, path: Path | None) -> MemoryStore:
    """A plain store with a memory of each type, one forgotten; that in a scope is blinded."""
    store = MemoryStore(identity, url, path=path, addressing="plain", config=QUICK)
    await store.remember("color", "blue")
    await store.remember("gone", "soon")
    await store.journal("an entry")
    await store.persona_remember("people", "facts", "vergel", "likes js", themes=["js"])
    await store.scope("user:alice").remember("color", "red")
    await store.forget("gone")
    return store


async def check(store: MemoryStore) -> None:
    assert {m.key: m.value for m in await store.recall_all()} == {"color": "blue"}
    assert [entry.content for entry in await store.recent()] == ["an entry"]
    assert [tuple(m.themes) for m in await store.persona_recall("people")] == [("js",)]
    assert (await store.scope("user:alice").recall("color")).value == "red"
    assert await store.recall("gone") is None


async def test_a_plain_store_becomes_blinded_and_loses_nothing(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with await filled(identity, relay.url, tmp_path / "a.db") as store:
        await store.sync()
        assert any(address == "sense-memory/color" for address in await addresses(relay.url))
        report = await store.change_addressing("blinded", timeout=20)
        assert (report.addressing, report.copied, report.withdrawn) == ("blinded", 3, 3)
        assert report.waiting == 0
        await check(store)
        assert store.status().addressing == "blinded"
        assert all(map(is_blinded, await addresses(relay.url)))
        again = await store.change_addressing("blinded", timeout=20)
        assert (again.copied, again.withdrawn, again.waiting) == (0, 0, 0)
    async with MemoryStore(identity, relay.url, config=QUICK) as fresh:
        await check(fresh)
        assert fresh.status().addressing == "blinded"


async def test_one_scope_does_not_move_all(identity: Identity):
    async with await filled(identity, None, None) as store:
        with pytest.raises(InputError, match="whole store"):
            await store.scope("user:alice").change_addressing("blinded")
        assert store.status().addressing == "plain"


async def test_and_plain_again(identity: Identity, relay: LocalRelay, tmp_path: Path):
    async with await filled(identity, relay.url, tmp_path / "a.db") as store:
        await store.sync()
        await store.change_addressing("blinded", timeout=20)
        await store.remember("color", "green")
        await store.remember("color", "blue")
        report = await store.change_addressing("plain", timeout=20)
        assert report.waiting == 0
        await check(store)
        assert "sense-memory/color" in await addresses(relay.url)
        await store.remember("color", "blue")
    async with MemoryStore(identity, relay.url, config=QUICK) as fresh:
        await check(fresh)
        assert fresh.status().addressing == "plain"


async def test_a_device_that_was_away_follows_with_its_own_edits(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with await filled(identity, relay.url, tmp_path / "a.db") as first:
        await first.sync()
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as second:
            await check(second)
        offline = MemoryStore(identity, path=tmp_path / "b.db", config=QUICK)
        async with offline:
            await offline.remember("written-offline", "kept")
            await offline.persona_remember("people", "facts", "vergel", "likes rust")
        assert (await first.change_addressing("blinded", timeout=20)).waiting == 0
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK) as second:
            async with asyncio.timeout(30):
                while not (await second.sync()).is_complete:  # a copy is read back before it counts
                    await asyncio.sleep(0.2)
            assert (await second.recall("written-offline")).value == "kept"
            assert second.status().addressing == "blinded"
            assert (await second.change_addressing("blinded", timeout=20)).waiting == 0
        await first.sync()
        assert (await first.recall("written-offline")).value == "kept"
        (vergel,) = await first.persona_recall("people")
        assert vergel.value == "likes rust"
    assert all(map(is_blinded, await addresses(relay.url)))


# S-2.11
async def test_nothing_is_given_up_before_two_relays_have_shown_the_copy(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """The second relay takes every write and keeps none of those to new addresses."""
    liar = QuirkRelay()
    async with RelayServer(liar) as server:
        urls = [relay.url, server.url]
        async with await filled(identity, urls, tmp_path / "a.db") as store:
            await store.sync()
            liar.quirks = Quirks(lie_ok=True)
            report = await store.change_addressing("blinded", timeout=1.5)
            assert (report.copied, report.withdrawn, report.waiting) == (3, 0, 3)
            await check(store)
            assert "sense-memory/color" in await addresses(relay.url)
            liar.quirks = Quirks()
            report = await store.change_addressing("blinded", timeout=30)
            assert (report.withdrawn, report.waiting) == (3, 0)
            await check(store)
        for url in urls:
            assert all(map(is_blinded, await addresses(url)))


async def test_a_local_store_moves_too(identity: Identity, tmp_path: Path):
    async with await filled(identity, None, tmp_path / "a.db") as store:
        report = await store.change_addressing("blinded")
        assert (report.copied, report.withdrawn, report.waiting) == (3, 3, 0)
        await check(store)
    async with MemoryStore(identity, path=tmp_path / "a.db") as again:
        await check(again)
        assert again.status().addressing == "blinded"


async def test_a_relay_that_keeps_the_old_addresses_changes_nothing(
    identity: Identity, tmp_path: Path
):
    quirks = Quirks(honours_a_deletion=False, honours_e_deletion=False)
    async with RelayServer(QuirkRelay(quirks)) as server:
        async with await filled(identity, server.url, tmp_path / "a.db") as store:
            await store.sync()
            assert (await store.change_addressing("blinded", timeout=20)).waiting == 0
            await store.remember("color", "blue")
            await check(store)
        assert "sense-memory/color" in await addresses(server.url)  # it keeps what it was given
        async with MemoryStore(identity, server.url, config=QUICK) as fresh:
            await check(fresh)
            await fresh.sync()
            assert fresh.status().addressing == "blinded"


async def test_a_forgetting_after_the_move_reaches_both_addresses(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with await filled(identity, relay.url, tmp_path / "a.db") as store:
        await store.sync()
        await store.change_addressing("blinded", timeout=20)
        await store.forget("color")
        await store.sync()
        assert await store.recall("color") is None
    async with MemoryStore(identity, relay.url, config=QUICK) as fresh:
        assert await fresh.recall("color") is None
        assert (await fresh.scope("user:alice").recall("color")).value == "red"
