"""What was forgotten is erased: from the file, and from relays, by requests that delete no more."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import LocalRelay, NostrRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, Memory, MemoryStore, RelayConfig
from sense_memory.core.change import Forget
from sense_memory.core.ref import Ref

from . import raw

SOON = Config(relays=RelayConfig(read_back_delay=0.3, close_timeout=2))


def _store(identity: Identity, urls: str | list[str], path: Path) -> MemoryStore:
    return MemoryStore(identity, urls, path=path, config=SOON, addressing="plain")


async def _forget_together(store: MemoryStore, keys: Iterable[str]) -> list[str]:
    """Forget several memories in one commit; their tombstones' ids."""
    repository = await store._lifetime.opened()
    done = await repository.commit(*(Forget(Ref(Memory, key)) for key in keys))
    return list(done.event_ids)


async def _all_verified(store: MemoryStore, ids: Iterable[str]) -> None:
    async with asyncio.timeout(30):
        for id_ in ids:
            while not all(r.verified_at for r in (await store.receipt(id_)).relays):
                await asyncio.sleep(0.1)


async def _overwritten(store: MemoryStore, ids: Iterable[str]) -> set[str]:
    """The tombstones that the one relay was seen to have."""
    receipts = {id_: await store.receipt(id_) for id_ in ids}
    return {id_ for id_, one in receipts.items() if one.relays[0].overwritten_at is not None}


def _requests(relay: QuirkRelay) -> list[Event]:
    sent = [Event.from_dict(frame[1]) for frame in relay.received("EVENT")]
    return [event for event in sent if event.kind == 5]


# S-7.1
async def test_one_request_deletes_many_memories(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    keys = [f"k{number}" for number in range(100)]
    async with RelayServer(relay) as server:
        async with _store(identity, server.url, tmp_path / "a.db") as store:
            values = [await store.remember(key, "canary") for key in keys]
            await store.remember("stays", "v")
            await store.sync()
            ids = await _forget_together(store, keys)
            assert (await store.sync()).is_complete
            await _all_verified(store, ids)
        requests = _requests(relay)
        # three that are full, and what the relay took meanwhile by itself
        assert len(requests) <= 10
        assert sum(len(event.tags_named("a")) for event in requests) == 100
        named = {tag[1] for event in requests for tag in event.tags_named("e")}
        assert named == set(values)
        assert not named & set(ids)
        assert {e.d for e in relay.events if e.d.startswith("sense-memory/k")} == set()
        async with MemoryStore(identity, server.url) as other:
            assert [memory.key for memory in await other.recall_all()] == ["stays"]
        _check_read_back(relay)


def _check_read_back(relay: QuirkRelay) -> None:
    """Every address was asked for between its tombstone and the request that deletes it."""
    asked: dict[str, int] = {}
    written: dict[str, int] = {}
    for number, (_, text) in enumerate(relay.received_frames):
        verb, *rest = json.loads(text)
        if verb == "REQ" and "#d" in rest[1]:
            asked[rest[1]["#d"][0]] = number
        elif verb == "EVENT" and rest[0]["kind"] == 30078:
            written[Event.from_dict(rest[0]).d] = number
        elif verb == "EVENT" and rest[0]["kind"] == 5:
            for tag in Event.from_dict(rest[0]).tags_named("a"):
                address = tag[1].split(":", 2)[2]
                assert asked[address] > written[address]


# S-7.2
async def test_a_request_waits_until_each_of_its_tombstones_was_read_back(
    identity: Identity, tmp_path: Path
):
    """A relay says OK to all tombstones and keeps only some of them."""
    relay = QuirkRelay()
    keys = [f"k{number}" for number in range(16)]
    async with (
        RelayServer(relay) as server,
        _store(identity, server.url, tmp_path / "a.db") as store,
    ):
        for key in keys:
            await store.remember(key, "canary")
        await store.sync()
        relay.quirks = Quirks(loses=0.5)
        ids = await _forget_together(store, keys)
        await store.sync()
        kept = {event.id for event in relay.events} & set(ids)
        assert 0 < len(kept) < len(ids), "by the coin of the relay"
        async with asyncio.timeout(30):
            while await _overwritten(store, ids) < kept:
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.5)
        assert _requests(relay) == []
        assert await _overwritten(store, ids) == kept
        relay.quirks = Quirks()
        await store.sync()
        await _all_verified(store, ids)
        assert len(_requests(relay)) == 1


@pytest.mark.parametrize("make", [LocalRelay, NostrRelay])
async def test_real_relays_forget_many_together(identity: Identity, tmp_path: Path, make: type):
    keys = [f"k{number}" for number in range(45)]
    with make() as relay:
        async with _store(identity, relay.url, tmp_path / "a.db") as store:
            for key in keys:
                await store.remember(key, "canary")
            await store.sync()
            ids = await _forget_together(store, keys)
            await store.sync()
            await _all_verified(store, ids)
        left = await raw.ask(relay.url, {"kinds": [30078], "limit": 100})
        assert {e["id"] for e in left if raw.d_of(e).startswith("sense-memory/k")} <= set(ids)


async def test_what_was_remembered_again_meanwhile_is_not_deleted_with_the_others(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with _store(identity, server.url, tmp_path / "a.db") as store:
            for key in "abc":
                await store.remember(key, "canary")
            await store.sync()
            await server.stop()
            ids = await _forget_together(store, "abc")
            await store.remember("b", "again")
            await server.start()
            await store.sync()
            await _all_verified(store, [ids[0], ids[2]])
        async with MemoryStore(identity, server.url) as other:
            assert [(m.key, m.value) for m in await other.recall_all()] == [("b", "again")]


async def test_what_another_device_wrote_meanwhile_survives_a_request_for_several(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        _store(identity, server.url, tmp_path / "a.db") as first,
        _store(identity, server.url, tmp_path / "b.db") as second,
    ):
        for key in "abc":
            await first.remember(key, "canary")
        await first.sync()
        await second.sync()
        relay.quirks = Quirks(reject_all_with="rate-limited: not now")
        ids = await _forget_together(first, "abc")
        await second.remember("b", "a new life")
        await asyncio.sleep(0.3)
        relay.quirks = Quirks()
        await second.sync()
        await first.sync()
        await second.sync()
        await _all_verified(first, [ids[0], ids[2]])
        for store in (first, second):
            left = [(memory.key, memory.value) for memory in await store.recall_all()]
            assert left == [("b", "a new life")]


async def test_a_relay_that_ignores_requests_is_overwritten_by_whoever_only_heard_of_one(
    identity: Identity, tmp_path: Path
):
    """The device that forgot used one relay; another one knows the request, and both relays."""
    honours, ignores = (
        QuirkRelay(),
        QuirkRelay(Quirks(honours_a_deletion=False, honours_e_deletion=False)),
    )
    async with RelayServer(honours) as first, RelayServer(ignores) as second:
        both = [first.url, second.url]
        async with _store(identity, both, tmp_path / "b.db") as other:
            await other.remember("k", "canary")
            await other.sync()
        (value,) = [event.id for event in ignores.events if event.d == "sense-memory/k"]
        async with _store(identity, first.url, tmp_path / "a.db") as store:
            await store.sync()
            await _all_verified(store, [await store.forget("k")])
        async with _store(identity, both, tmp_path / "b.db") as other:
            await other.sync()
            await other.sync()
            assert await other.recall("k") is None
            assert value not in {event.id for event in ignores.events}


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_no_ciphertext_of_a_forgotten_value_is_left_in_the_file(
    identity: Identity, tmp_path: Path, addressing: str
):
    relay = QuirkRelay(Quirks(keeps_all_versions=True))
    path = tmp_path / "a.db"
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=path, config=SOON, addressing=addressing) as store,
    ):
        await store.remember("stays", "v")
        await store.sync()
        known = {event.id for event in relay.events}
        for value in ("canary one", "canary two"):
            await store.remember("k", value)
            await store.sync()
        secret = [e.content for e in relay.events if e.id not in known]
        assert len(secret) == 2
        assert _found_in(_bytes(path), secret)
        await store.forget("k")
        await store.sync()
    assert not _found_in(_bytes(path), secret)


def _found_in(file: bytes, texts: list[str]) -> bool:
    """Whether any part of the texts is in a file, which may keep them in several pages."""
    parts = [text[n : n + 40] for text in texts for n in range(0, len(text) - 40, 40)]
    return any(part.encode() in file for part in parts)


def _bytes(path: Path) -> bytes:
    """The file and whatever stands beside it: its log."""
    return b"".join(p.read_bytes() for p in path.parent.iterdir() if p.name.startswith(path.name))


async def test_a_plain_clients_request_deletes_what_it_could_know_and_no_more(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """Versions are judged by what they know: an edit dated later survives."""
    from nips.keys import SecretKey
    from nips.nip01 import UnsignedEvent, sign

    async with _store(identity, relay.url, tmp_path / "a.db") as store:
        await store.remember("k", "old")
        await store.sync()
        (held,) = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/k"], "limit": 1})
        await store.remember("k", "newer")
        await store.sync()
        tags = (("a", f"30078:{identity.public_key_hex}:sense-memory/k"),)
        unsigned = UnsignedEvent(identity.public_key_hex, held["created_at"], 5, "", tags)
        request = sign(unsigned, SecretKey.from_hex(identity.private_key_hex))
        await raw.publish(relay.url, request.to_dict())
        await store.sync()
        assert (await store.recall("k")).value == "newer"
