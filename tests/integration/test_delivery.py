"""What was acknowledged arrives, at every relay, and status says no more than is so."""

import asyncio
import time
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, PublishFailedError, RelayConfig
from sense_memory.testing import ManualClock

from . import raw

SOON = Config(relays=RelayConfig(read_back_delay=0.3, close_timeout=2))


async def test_an_edit_adopted_from_one_relay_reaches_the_other_one_when_it_is_back(
    identity: Identity, tmp_path: Path
):
    """The write that waited for the second relay was replaced; its successor waits in its place."""
    async with RelayServer(QuirkRelay()) as first, RelayServer(QuirkRelay()) as second:
        both = [first.url, second.url]
        async with MemoryStore(identity, both, path=tmp_path / "1.db", config=SOON) as one:
            await one.remember("warm", "up")
            await one.sync()
            await second.stop()
            await one.remember("k", "v1")
            await one.sync()
            async with MemoryStore(identity, first.url, path=tmp_path / "2.db") as two:
                assert (await two.recall("k")).value == "v1"
                await two.remember("k", "v2")
                await two.sync()
            await one.sync()
            assert (await one.recall("k")).value == "v2"
            await second.start()
            assert (await one.sync()).is_complete
        async with MemoryStore(identity, second.url) as three:
            assert (await three.recall("k")).value == "v2"


async def test_a_change_heard_from_one_relay_is_passed_on_to_the_others(
    identity: Identity, tmp_path: Path
):
    async with RelayServer(QuirkRelay()) as first, RelayServer(QuirkRelay()) as second:
        both = [first.url, second.url]
        async with MemoryStore(identity, both, path=tmp_path / "1.db") as one:
            await one.sync()
            async with MemoryStore(identity, first.url, path=tmp_path / "2.db") as two:
                await two.remember("k", "v")
                await two.sync()
            await one.sync()
            await one.sync()
        assert "sense-memory/k" in [event.d for event in second.relay.events]


async def test_status_promises_nothing_of_relays_that_were_never_reached(
    identity: Identity, tmp_path: Path
):
    dead = ["ws://127.0.0.1:9", "ws://127.0.0.1:10"]
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="blinded") as local:
        await local.remember("k", "v")
        assert local.status().delivery == "local"
    async with MemoryStore(identity, dead, path=tmp_path / "a.db") as store:
        assert store.status().delivery == "local"
    async with MemoryStore(identity, dead, path=tmp_path / "b.db") as held:
        await held.remember("k", "v")
        assert held.status().delivery == "local"


async def test_status_says_accepted_then_replicated(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    clock = ManualClock(time.time())
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", config=SOON, clock=clock
    ) as store:
        await store.remember("k", "v")
        await store.sync()
        assert store.status().delivery == "accepted"
        clock.advance(1)
        async with asyncio.timeout(10):
            while store.status().delivery != "replicated":
                await asyncio.sleep(0.05)


async def test_a_relay_that_says_ok_and_drops_is_never_called_replicated(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(lie_ok=True))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON) as store,
    ):
        await store.remember("k", "v")
        await store.sync()
        await asyncio.sleep(1)
        status = store.status()
        assert status.delivery != "replicated"
        assert len(relay.received("EVENT")) < 20


async def test_remembering_one_key_several_times_at_once_without_a_file(identity: Identity):
    async with RelayServer(QuirkRelay()) as server, MemoryStore(identity, server.url) as store:
        ids = await asyncio.gather(*(store.remember("k", str(n)) for n in range(3)))
        assert all(ids)
        assert (await store.recall("k")).value in {"0", "1", "2"}


async def test_one_refused_write_says_nothing_about_the_next(identity: Identity):
    async with (
        RelayServer(QuirkRelay(Quirks(max_event_bytes=8000))) as server,
        MemoryStore(identity, server.url) as store,
    ):
        await store.remember("small", "1")
        with pytest.raises(PublishFailedError, match="size"):
            await store.remember("big", "x" * 20_000)
        await store.remember("small", "2")
        assert (await store.recall("small")).value == "2"


async def test_a_rate_limited_relay_gets_everything_in_the_end(identity: Identity, tmp_path: Path):
    relay = QuirkRelay(Quirks(rate_limit_after=5, rate_limit_seconds=1))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON) as store,
    ):
        for number in range(12):
            await store.remember(f"k{number}", "v")
        async with asyncio.timeout(30):
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.2)
    assert len({event.d for event in relay.events}) == 14  # settings and device too


async def test_a_relay_that_cuts_the_connection_in_a_bulk_write_gets_it_all(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(drop_connection_after_frames=150))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", addressing="plain") as store,
    ):
        for number in range(300):
            await store.remember(f"k{number}", "v")
        async with asyncio.timeout(30):
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.1)
    assert len(relay.events) == 302  # settings and device too


async def test_relays_that_want_auth_to_read_and_write_get_it(identity: Identity, tmp_path: Path):
    with LocalRelay(nip42="both") as relay:
        async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
            await store.remember("k", "v")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, relay.url) as other:
            assert (await other.recall("k")).value == "v"
            assert await other.recall("nothing") is None


async def test_what_waits_is_sent_before_a_store_closes(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain"
    ) as store:
        await store.remember("k", "v")
    assert len(await raw.ask(relay.url, {"kinds": [30078]})) == 3  # settings and device too
