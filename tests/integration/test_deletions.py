"""What was forgotten is told, the latest first, and with the receipt that its id has."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import (
    Config,
    Deletion,
    Identity,
    InputError,
    Memory,
    MemoryStore,
    PersonaMemory,
    Ref,
    RelayConfig,
)
from sense_memory.core.change import Forget, Put
from sense_memory.store import context_of
from sense_memory.testing import HashEncoder, ManualClock

SOON = Config(relays=RelayConfig(read_back_delay=0.2, close_timeout=2))
DAY = 86_400.0


async def _told(store: MemoryStore, limit: int | None = None) -> list[Deletion]:
    """All of them; each has the receipt that is there for its id."""
    found = await store.deletions(limit)
    while True:
        receipts = [await store.receipt(one.receipt.event_id) for one in found[:20]]
        # a relay that is at work may go on between one question and the next
        before, found = found, await store.deletions(limit)
        if before == found:
            break
    assert [one.receipt for one in found[:20]] == receipts
    assert all(one.is_forgotten for one in receipts)
    assert [one.at for one in found] == sorted((one.at for one in found), reverse=True)
    return found


def _names(found: list[Deletion]) -> list[str]:
    return [one.receipt.ref.name for one in found]


async def test_each_relay_is_told_of_by_itself(identity: Identity, tmp_path: Path):
    clock = ManualClock(1_790_000_000)
    relays = [QuirkRelay(clock=clock.now), QuirkRelay(clock=clock.now)]
    async with RelayServer(relays[0]) as first, RelayServer(relays[1]) as second:
        urls = [first.url, second.url]
        async with MemoryStore(
            identity, urls, path=tmp_path / "a.db", config=SOON, clock=clock
        ) as store:
            for name in ("a", "b", "c"):
                await store.remember(name, "v")
            await store.sync()
            assert await store.deletions() == []
            records = (await context_of(store)).records
            await records.commit(Forget(Ref(Memory, "a")), Forget(Ref(Memory, "c")))
            await second.stop()
            clock.advance(60)
            await store.forget("b")
            found = await _told(store)
            assert sorted(_names(found)) == ["a", "b", "c"]
            times = [1_790_000_060, 1_790_000_000, 1_790_000_000]
            assert [one.at for one in found] == times
            assert {one.why for one in found} == {"forget"}
            async with asyncio.timeout(20):
                while True:
                    await store.sync()
                    found = await _told(store)
                    at = [{at.relay: at for at in one.receipt.relays} for one in found]
                    if all(one[first.url].deleted_at is not None for one in at):
                        break
                    clock.advance(1)
            assert all(one[first.url].overwritten_at is not None for one in at)
            assert (at[0][second.url].state, at[0][second.url].deleted_at) == ("waiting", None)
        async with MemoryStore(identity, path=tmp_path / "a.db") as alone:
            assert await _told(alone) == found


async def test_what_moved_is_not_forgotten_and_what_came_back_elsewhere_is_there(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        for name in ("home", "tea", "lamp"):
            await store.remember(name, "v")
        for name in ("tea", "lamp"):
            await store.forget(name)
        await store.change_addressing("blinded")
        await store.remember("tea", "again")
        assert _names(await _told(store)) == ["lamp"]


async def test_what_is_there_again_is_not_told_and_why_it_went_is(
    identity: Identity, tmp_path: Path
):
    clock = ManualClock(1_790_000_000)
    async with MemoryStore(
        identity, path=tmp_path / "a.db", clock=clock, encoder=HashEncoder()
    ) as store:
        for name in ("home", "tea"):
            await store.remember(name, "v")
        await store.persona_remember("people", "facts", "bob", "likes tea")
        await store.persona_embed()
        for name in ("home", "tea"):
            clock.advance(1)
            await store.forget(name)
        assert _names(await _told(store)) == ["tea", "home"]
        assert _names(await _told(store, 1)) == ["tea"]
        await store.remember("tea", "again")
        assert _names(await _told(store)) == ["home"]
        for _ in range(40):  # a clock that jumps by a year is not believed
            clock.advance(6 * DAY)
            await store.remember("tea", str(clock.now()))
        while await store.persona_prune():
            clock.advance(DAY)
        faded, home = await _told(store)  # and not its vector
        assert faded.receipt.ref == Ref(PersonaMemory, "people/facts/bob")
        assert (faded.why, home.why) == ("dissolve", "forget")
        for limit in (0, -1):
            with pytest.raises(InputError):
                await store.deletions(limit)


async def test_a_scope_tells_of_its_own_and_the_whole_store_of_all(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as store:
        ada, local = store.scope("user:ada"), store.local_only()
        for one in (store, ada, local):
            await one.remember("home", "v")
            await one.forget("home")
        (of_ada,) = await _told(ada)
        assert of_ada.receipt.ref == Ref(Memory, "home", scope="user:ada")
        assert await store.scope("user:bob").deletions() == []
        found = await _told(store)
        assert {one.receipt.ref.scope for one in found} == {"", "user:ada", "local-only"}
        (stayed,) = (one for one in found if one.receipt.is_local_only)
        assert stayed.receipt.relays == ()


async def test_however_many_there_are_none_is_left_out(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, "ws://127.0.0.1:9", path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        memory = await store.recall("k")
        assert memory is not None
        records = (await context_of(store)).records
        names = [f"k{number}" for number in range(410)]
        refs = [Ref(Memory, name) for name in names]
        edits = [Put(ref, replace(memory, key=ref.name)) for ref in refs]
        await records.commit(*edits)
        await records.commit(*map(Forget, refs))
        found = await _told(store)
        assert sorted(_names(found)) == sorted(names)
        for limit in (199, 200, 201, 409):
            assert len(await store.deletions(limit)) == limit
        assert len(await store.deletions()) == 100
