"""What was forgotten is gone here, on relays, and on devices that come back with old copies."""

from pathlib import Path

from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig

from . import raw
from .counting_signer import CountingSigner

AT_ONCE = Config(relays=RelayConfig(read_back_delay=0))


async def test_a_forgotten_memory_is_gone_here_and_on_the_other_device(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.remember("secret", "the cake")
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        assert await second.recall("secret") is not None
        await second.forget("secret")
        assert await second.recall("secret") is None
        assert await second.recall_all() == []
        await second.sync()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.sync()
        assert await first.recall("secret") is None


async def test_a_relay_that_honours_deletions_keeps_nothing_but_the_request(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain"
    ) as store:
        first = await store.remember("k", "1")
        await store.sync()
        await store.remember("k", "2")
        await store.sync()
        tombstone = await store.forget("k")
        assert (await store.sync()).is_complete
    left = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/k"], "limit": 10})
    assert left == []
    (request,) = await raw.ask(relay.url, {"kinds": [5], "limit": 10})
    names = {(tag[0], tag[1]) for tag in request["tags"]}
    assert ("a", f"30078:{identity.public_key_hex}:sense-memory/k") in names
    assert ("k", "30078") in names
    assert ("e", first) in names
    assert ("e", tombstone) not in names


async def test_a_request_that_forgets_many_is_decrypted_once(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    signer = CountingSigner(identity)
    async with MemoryStore(
        signer, relay.url, path=tmp_path / "a.db", addressing="plain", config=AT_ONCE
    ) as store:
        await store.graph.add("person:Ada")
        for number in range(8):
            await store.graph.note("person:Ada", f"note {number}")
        await store.sync()
        signer.opened.clear()
        await store.graph.forget("Ada")
        await store.sync()
    (request,) = await raw.ask(relay.url, {"kinds": [5], "limit": 10})
    assert sum(tag[0] == "a" for tag in request["tags"]) == 9
    assert signer.opened[request["content"]] == 1
    async with MemoryStore(identity, relay.url) as other:
        assert await other.graph.nodes() == []


async def test_a_relay_that_ignores_deletions_keeps_the_tombstone(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(honours_a_deletion=False, honours_e_deletion=False))
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain"
        ) as store:
            await store.remember("k", "v")
            await store.sync()
            await store.forget("k")
            await store.sync()
        at_k = [event for event in relay.events if event.d == "sense-memory/k"]
        assert len(at_k) == 1
        async with MemoryStore(identity, server.url) as elsewhere:
            assert await elsewhere.recall("k") is None


async def test_a_relay_that_resurrects_is_overruled(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, path=tmp_path / "a.db") as store:
            await store.remember("k", "v")
            await store.sync()
            old = [event for event in relay.events if event.kind == 30078]
            await store.forget("k")
            await store.sync()
        relay.seed(old)
        async with MemoryStore(identity, server.url, path=tmp_path / "b.db") as other:
            assert await other.recall("k") is None
            await other.sync()
        async with MemoryStore(identity, server.url) as third:
            assert await third.recall("k") is None


async def test_remembering_again_after_forgetting_works_within_the_same_second(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.remember("k", "old")
        await store.forget("k")
        await store.sync()
        await store.remember("k", "new")
        await store.sync()
    async with MemoryStore(identity, relay.url) as other:
        assert (await other.recall("k")).value == "new"


# S-7.3
async def test_a_value_written_without_having_seen_the_forgetting_survives(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.remember("k", "1")
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        await second.sync()
    relay.stop()
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db") as second:
        await second.remember("k", "2")
    relay.start()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as first:
        await first.sync()
        await first.forget("k")
        await first.sync()
        assert await first.recall("k") is None
    for name in ("b.db", "a.db"):
        async with MemoryStore(identity, relay.url, path=tmp_path / name) as store:
            await store.sync()
            assert (await store.recall("k")).value == "2"
    async with MemoryStore(identity, relay.url) as fresh:
        assert (await fresh.recall("k")).value == "2"


async def test_a_plain_clients_deletion_is_a_forgetting_of_what_it_could_know(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain"
    ) as store:
        await store.remember("k", "v")
        await store.remember("other", "stays")
        await store.sync()
        (event,) = await raw.ask(
            relay.url, {"kinds": [30078], "#d": ["sense-memory/k"], "limit": 1}
        )
        await raw.publish(relay.url, _plain_deletion(identity, event["created_at"], "k").to_dict())
        await store.sync()
        assert await store.recall("k") is None
        assert (await store.recall("other")).value == "stays"
        await store.remember("k", "again")
        await store.sync()
    async with MemoryStore(identity, relay.url) as fresh:
        assert (await fresh.recall("k")).value == "again"


def _plain_deletion(identity: Identity, created_at: int, key: str) -> Event:
    tags = (("a", f"30078:{identity.public_key_hex}:sense-memory/{key}"),)
    unsigned = UnsignedEvent(identity.public_key_hex, created_at, 5, "Forgotten", tags)
    return sign(unsigned, SecretKey.from_hex(identity.private_key_hex))


async def test_what_stands_under_another_blinding_key_is_forgotten_and_not_listed(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """Two devices of one store, offline on the first day, each make a blinding key."""
    for name in "ab":
        async with MemoryStore(
            identity, path=tmp_path / f"{name}.db", addressing="blinded"
        ) as store:
            await store.remember("k" + name, "secret of " + name)
    for name in "abab":
        async with MemoryStore(identity, relay.url, path=tmp_path / f"{name}.db") as store:
            await store.sync()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        assert [memory.key for memory in await store.recall_all()] == ["ka", "kb"]
        await store.forget("ka")
        await store.forget("kb")
        await store.sync()
    for name in "ab":
        async with MemoryStore(identity, relay.url, path=tmp_path / f"{name}.db") as store:
            await store.sync()
            assert await store.recall_all() == []
            assert await store.persona_recall("flat") == []
    async with MemoryStore(identity, relay.url) as fresh:
        assert await fresh.recall_all() == []
