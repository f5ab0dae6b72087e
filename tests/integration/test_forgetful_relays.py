"""Relays that lose all they had, say OK to what they drop, or refuse everything."""

import re
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.cli.delivery import delivered
from sense_memory.testing import ManualClock

CONFIG = Config(relays=RelayConfig(read_back_delay=0, close_timeout=0))


async def test_a_relay_that_lost_everything_gets_everything_again(
    identity: Identity, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Not only after a day: a store asks for its settings, which all else needs, at every load."""
    clock = ManualClock()
    first = QuirkRelay(clock=clock.now)

    def device() -> MemoryStore:
        path = tmp_path / "a.db"
        return MemoryStore(
            identity, url, path=path, addressing="blinded", config=CONFIG, clock=clock
        )

    async with RelayServer(first) as server:
        url = server.url
        async with device() as store:
            await store.remember("old", "1")
            assert (await store.sync()).is_complete
    clock.advance(7_200)
    second = QuirkRelay(clock=clock.now)  # the same place, and nothing there any more
    async with RelayServer(second, port=int(url.rsplit(":", 1)[1])):
        async with device() as store:
            await store.remember("new", "2")
            assert (await store.sync()).is_complete
            assert (await store.sync()).is_complete
            assert store.status().relays[0].alarms == ()  # it is mended
        # settings, key, memory, and the device's own if it was shown before the store was closed
        assert re.search("relay_withholds at [34] places;", caplog.text)
        assert len(second.events) == 5  # and the device's own
        async with MemoryStore(identity, url, config=CONFIG, clock=clock) as fresh:
            assert {m.key for m in await fresh.recall_all()} == {"old", "new"}


async def test_a_relay_that_keeps_nothing_of_what_it_accepts_is_named(
    identity: Identity, tmp_path: Path
):
    async with (
        RelayServer(QuirkRelay(Quirks(lie_ok=True))) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=CONFIG
        ) as store,
    ):
        await store.remember("k", "v")
        assert not (await store.sync()).is_complete
        (alarm,) = store.status().relays[0].alarms
        assert alarm.kind == "relay_withholds"
        assert store.status().delivery != "replicated"


async def test_a_refusal_is_told_each_time(identity: Identity, tmp_path: Path):
    """Also of a memory whose last version waits there already, refused."""
    relay = QuirkRelay(Quirks(reject_all_with="blocked: not now"))
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=CONFIG
        ) as store,
    ):
        for value in ("1", "2", "3"):
            before = store.status()
            await store.remember("k", value)
            delivery = await delivered(store, before)
            assert (delivery.word, delivery.accepted) == ("queued", ())
