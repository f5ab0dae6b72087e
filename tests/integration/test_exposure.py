"""What is said of what a relay sees is what it has, byte for byte."""

import asyncio
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import (
    Config,
    Exposure,
    Identity,
    InputError,
    MemoryStore,
    RelayConfig,
    SeenEvent,
)

SOON = Config(relays=RelayConfig(read_back_delay=0.2, close_timeout=2))
WORD = "zanzibar"


async def _settled(store: MemoryStore) -> None:
    """Until the relay has shown all that it was given."""
    async with asyncio.timeout(20):
        await store.sync()
        while store.status().delivery != "replicated":
            await asyncio.sleep(0.05)


def _agrees(exposure: Exposure, relay: QuirkRelay) -> None:
    """It names what the relay has, nothing else, and each as it is there."""
    there = {event.id: event for event in relay.events}
    assert {one.id for one in exposure.events} == there.keys()
    for one in exposure.events:
        assert Event.from_json(one.text) == there[one.id]
        assert (one.kind, one.created_at) == (there[one.id].kind, there[one.id].created_at)
        assert one.size_bytes == len(one.text.encode())
        assert there[one.id].pubkey == exposure.pubkey
    dates = [one.created_at for one in exposure.events]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_it_is_what_the_relay_has(identity: Identity, tmp_path: Path, addressing: str):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing=addressing, config=SOON
        ) as store:
            for value in ("one", "two"):
                await store.remember("home", f"{WORD} {value}")
                await _settled(store)
            await store.remember("tea", WORD)
            await store.persona_remember("people", "facts", "ada", WORD)
            await store.scope("user:bob").remember("home", WORD)
            await store.journal(WORD)
            await store.local_only().remember("secret", WORD)
            await _settled(store)
            await store.forget("tea")
            await _settled(store)
            found = await store.exposure(server.url)
            _agrees(found, relay)
            assert found == await store.exposure(f"{server.url}/")  # however it is spelled
        assert WORD not in repr(found)
        (asked,) = (one for one in found.events if one.kind == 5)
        if addressing == "plain":
            addresses = {one.address for one in found.events if one.kind == 30078}
            assert addresses > {"sense-memory/home", "sense-memory/persona/people/facts/ada"}
            assert asked.address == "sense-memory/tea"
            assert found.named == 4  # with the entry, and the request
            assert any("4 of them" in one for one in found.tells)
            assert any("the others are called" in one for one in found.hides)
        else:
            assert found.named == 0
            assert any("any is called" in one for one in found.hides)
        assert not any("user:bob" in one.text for one in found.events)  # scopes never say whose
        # another device, which wrote nothing of it, was shown it all
        async with MemoryStore(identity, server.url, path=tmp_path / "b.db", config=SOON) as other:
            await _settled(other)
            _agrees(await other.exposure(server.url), relay)


async def test_what_it_has_not_taken_it_does_not_see(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=SOON
        ) as store:
            await store.remember("home", "one")
            await store.remember("lamp", "off")
            await _settled(store)
            assert store.status().relays[0].behind_since is None
            await server.stop()
            before = await store.exposure(server.url)
            await store.remember("home", "two")
            await store.remember("tea", "v")
            await store.forget("lamp")
            after = await store.exposure(server.url)
            # the version that it has is no more here: how many there are of these is all we know
            assert (len(after.events), after.gone) == (len(before.events) - 2, 2)
            assert after.tells[-1].startswith("At 2 places it showed what is not here")
            (entry, *_) = await store.outbox()
            assert store.status().relays[0].behind_since == entry.since
        async with MemoryStore(identity, path=tmp_path / "a.db") as alone:
            assert await alone.exposure(server.url) == after


async def test_what_it_said_ok_to_it_sees_before_it_has_shown_it(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    slow = Config(relays=RelayConfig(read_back_delay=600))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=slow) as store,
    ):
        await store.remember("home", "one")
        await store.sync()
        assert store.status().relays[0].accepted
        _agrees(await store.exposure(server.url), relay)


def test_what_has_no_address_has_no_name():
    assert not SeenEvent("0" * 64, 4, "", 1_790_000_000, 2, "{}").is_named


async def test_a_relay_that_was_never_met_is_refused_and_one_that_has_nothing_is_not(
    identity: Identity, tmp_path: Path
):
    nobody = "ws://127.0.0.1:9"
    async with MemoryStore(identity, nobody, path=tmp_path / "a.db") as store:
        await store.remember("home", "one")
        found = await store.exposure(nobody)
        assert (found.events, found.gone, found.hides) == ((), 0, ())
        assert found.tells == ("It was not seen to have anything of this mind.",)
        for url in ("wss://relay.example", "http://relay.example", "relay", ""):
            with pytest.raises(InputError):
                await store.exposure(url)
        with pytest.raises(InputError, match=nobody):
            await store.exposure("wss://relay.example")
