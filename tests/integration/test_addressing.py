"""Plain and blinded stores, and the moment before a store knows which it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import Identity, InputError, MemoryStore
from sense_memory.io.profile import load_profile

from . import raw


async def test_a_plain_store_writes_the_addresses_that_published_clients_read(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("k", "v")
        await store.journal("entry")
        await store.persona_remember("people", "facts", "vergel", "js")
    addresses = {raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})}
    assert {"sense-memory/k", "sense-memory/persona/people/facts/vergel"} <= addresses
    assert any(address.startswith("sense-journal/") for address in addresses)


async def test_a_blinded_store_shows_equal_looking_addresses_and_sizes(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url, addressing="blinded") as store:
        await store.remember("k", "v")
        await store.persona_remember("people", "facts", "vergel", "likes long walks" * 5)
    events = await raw.ask(relay.url, {"kinds": [30078]})
    assert len(events) == 4  # settings, key and the two
    assert all(
        len(raw.d_of(event)) == 64 and set(raw.d_of(event)) <= set("0123456789abcdef")
        for event in events
    )
    assert all([["d", raw.d_of(event)]] == event["tags"] for event in events)


async def test_a_second_device_learns_from_the_store_how_it_addresses(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url, addressing="blinded") as first:
        await first.remember("k", "v")
    async with MemoryStore(identity, relay.url) as second:
        assert (await second.recall("k")).value == "v"
        await second.remember("another", "w")
        assert second.status().addressing == "blinded"
    addresses = [raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})]
    assert not [address for address in addresses if "another" in address]
    async with MemoryStore(identity, relay.url) as third:
        assert [memory.key for memory in await third.recall_all()] == ["another", "k"]


# S-2.9
async def test_writes_wait_until_the_relays_have_said_how_the_store_addresses(
    identity: Identity, tmp_path: Path
):
    """Nothing is sent, and nothing plain is in the file, while the settings may be hidden."""
    relay = QuirkRelay()
    server = RelayServer(relay)
    async with server:
        url = server.url
        async with MemoryStore(identity, url, addressing="blinded") as first:
            await first.remember("k", "v")
    async with MemoryStore(identity, url, path=tmp_path / "b.db") as offline:
        await offline.remember("my-plain-name", "w")
        assert offline.status().addressing is None
        assert (await offline.recall("my-plain-name")).value == "w"
    assert b"my-plain-name" not in b"".join(path.read_bytes() for path in tmp_path.glob("b.db*"))
    async with RelayServer(relay, port=int(url.rsplit(":", 1)[1])):
        async with MemoryStore(identity, url, path=tmp_path / "b.db") as online:
            assert (await online.sync()).is_complete
            assert online.status().addressing == "blinded"
            assert (await online.recall("my-plain-name")).value == "w"
        async with MemoryStore(identity, url) as third:
            assert (await third.recall("my-plain-name")).value == "w"
    assert not [frame for _, frame in relay.received_frames if "my-plain-name" in frame]


async def test_a_bare_constructor_becomes_plain_once_a_complete_relay_knows_no_settings(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        await store.sync()
        assert store.status().addressing == "plain"
    addresses = {raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})}
    assert "sense-memory/k" in addresses
    assert len(addresses) == 3  # and the settings, and the record of the device


# S-2.10
async def test_settings_arrive_before_what_they_name(identity: Identity):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, addressing="plain") as store,
    ):
        await store.remember("k", "v")
    published = [frame for _, frame in relay.received_frames if frame.startswith('["EVENT"')]
    assert "sense-memory/k" not in published[0]
    assert "sense-memory/k" in published[1]


# S-2.3
async def test_a_plain_address_longer_than_relays_index_is_blinded(
    identity: Identity, relay: LocalRelay
):
    key = "x" * 200
    async with MemoryStore(identity, relay.url) as store:
        await store.remember(key, "v")
        await store.remember("short", "w")
    addresses = {raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})}
    assert "sense-memory/short" in addresses
    assert max(map(len, addresses)) <= 184
    async with MemoryStore(identity, relay.url) as other:
        assert (await other.recall(key)).value == "v"


async def test_a_version_moved_to_another_address_is_not_taken_for_that_record(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("a", "of a")
        await store.remember("b", "of b")
    (event,) = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/a"]})
    secret = SecretKey.from_hex(identity.private_key_hex)
    moved = UnsignedEvent(
        identity.public_key_hex,
        event["created_at"] + 10,
        30078,
        event["content"],
        (("d", "sense-memory/b"),),
    )
    assert (await raw.publish(relay.url, sign(moved, secret).to_dict()))[0][2]
    async with MemoryStore(identity, relay.url) as other:
        assert (await other.recall("a")).value == "of a"
        swapped = await other.recall("b")
        assert swapped is None or swapped.value != "of a"
        assert other.status().unreadable == 1


async def test_what_the_published_client_wrote_is_read(identity: Identity, relay: LocalRelay):
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = conversation_key(secret, secret.public_key)
    text = '{"type": "sense-memory:kv", "key": "old", "value": "from v1", "ts": 1790000000.5}'
    plain = UnsignedEvent(
        identity.public_key_hex,
        1790000000,
        30078,
        encrypt(text, key),
        (("d", "sense-memory/old"),),
    )
    await raw.publish(relay.url, sign(plain, secret).to_dict())
    async with MemoryStore(identity, relay.url) as store:
        memory = await store.recall("old")
        assert (memory.value, memory.created_at) == ("from v1", 1790000000.5)


def test_addressing_is_one_of_two_words(identity: Identity):
    with pytest.raises(InputError, match="plain.*blinded"):
        MemoryStore(identity, addressing="hidden")


async def test_a_record_of_a_newer_release_is_never_written_over(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = conversation_key(secret, secret.public_key)
    text = '{"type":"sense-memory:kv","key":"k","value":"v","_sync":{"v":2,"p":"sense-memory/k"}}'
    newer = UnsignedEvent(
        identity.public_key_hex, 1790000000, 30078, encrypt(text, key), (("d", "sense-memory/k"),)
    )
    await raw.publish(relay.url, sign(newer, secret).to_dict())
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain"
    ) as store:
        await store.remember("k", "mine")
        await store.sync()
        status = store.status()
        assert (status.unreadable, status.relays[0].parked) == (1, 1)
        assert status.delivery == "local"
    (kept,) = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/k"]})
    assert kept["content"] == newer.content


async def test_versions_too_large_to_merge_are_both_kept(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    big = {name: name * 25_000 for name in "ab"}
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.sync()
    relay.stop()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.remember("k", big["a"])
    relay.start()
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        await second.remember("k", big["b"])
        await second.sync()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.sync()
        assert big["a"] == (await first.recall("k")).value
        assert first.status().unreadable == 1
    async with MemoryStore(identity, relay.url) as third:
        assert big["b"] == (await third.recall("k")).value


async def test_writes_made_while_the_addressing_is_being_decided_all_arrive(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        for number in range(60):
            await store.remember(f"k{number}", "v")
        assert (await store.sync()).is_complete
    async with MemoryStore(identity, relay.url) as other:
        assert len(await other.recall_all()) == 60


async def test_an_imported_key_keeps_the_plain_store_that_it_already_has(
    identity: Identity, relay: LocalRelay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = conversation_key(secret, secret.public_key)
    old = UnsignedEvent(
        identity.public_key_hex,
        1790000000,
        30078,
        encrypt('{"type":"sense-memory:kv","key":"old","value":"from v1","ts":1}', key),
        (("d", "sense-memory/old"),),
    )
    await raw.publish(relay.url, sign(old, secret).to_dict())
    profile = load_profile("imported")
    identity.save(profile.key_file)
    replace(profile, relays=(relay.url,), addressing=None).save()
    async with MemoryStore.open("imported") as store:
        assert (await store.recall("old")).value == "from v1"
        await store.remember("new", "w")
        await store.sync()
        assert store.status().addressing == "plain"


async def test_an_imported_key_without_a_store_gets_a_blinded_one(
    identity: Identity, relay: LocalRelay
):
    profile = load_profile("imported")
    identity.save(profile.key_file)
    replace(profile, relays=(relay.url,), addressing=None).save()
    async with MemoryStore.open("imported") as store:
        await store.remember("new", "w")
        await store.sync()
        assert store.status().addressing == "blinded"
    addresses = {raw.d_of(event) for event in await raw.ask(relay.url, {"kinds": [30078]})}
    assert not [address for address in addresses if "new" in address]


async def test_a_write_at_the_very_moment_of_the_decision_is_sent_too(
    identity: Identity, tmp_path: Path
):
    """The decision is taken while a held write is on its way into the file."""
    for attempt in range(12):
        relay = QuirkRelay()
        path = tmp_path / f"{attempt}.db"
        async with (
            RelayServer(relay) as server,
            MemoryStore(identity, server.url, path=path) as store,
        ):
            while store.status().addressing is None:
                await store.remember("k", str(attempt))
            assert (await store.sync()).is_complete
        assert "sense-memory/k" in [event.d for event in relay.events]
