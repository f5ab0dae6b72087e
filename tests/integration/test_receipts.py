"""What a receipt says is so: of writes, and of what was forgotten, at relays of every kind."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import LocalRelay, NostrRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import (
    Config,
    Identity,
    InputError,
    MemoryStore,
    Receipt,
    RelayConfig,
    RelayReceipt,
)
from sense_memory.testing import ManualClock

from . import raw

SOON = Config(relays=RelayConfig(read_back_delay=0.3, close_timeout=2))


async def _until_verified(store: MemoryStore, event_id: str) -> RelayReceipt:
    async with asyncio.timeout(20):
        while True:
            (relay,) = (await store.receipt(event_id)).relays
            if relay.verified_at is not None:
                return relay
            await asyncio.sleep(0.05)


async def _until_replicated(store: MemoryStore, event_id: str) -> Receipt:
    async with asyncio.timeout(20):
        while (found := await store.receipt(event_id)).level != "replicated":
            await asyncio.sleep(0.05)
        return found


async def test_a_receipt_follows_a_write_from_local_to_replicated(
    identity: Identity, tmp_path: Path
):
    clock = ManualClock()
    async with RelayServer(QuirkRelay(clock=clock.now)) as server:
        await server.stop()
        async with MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            config=SOON,
            addressing="plain",
            clock=clock,
        ) as store:
            event_id = await store.remember("k", "v")
            found = await store.receipt(event_id)
            assert (found.level, found.ref.name, found.replaced_by) == ("local", "k", None)
            assert [relay.state for relay in found.relays] == ["waiting"]
            (entry,) = [e for e in await store.outbox() if e.event_id == event_id]
            assert (entry.state, entry.relay, entry.ref) == ("waiting", server.url, found.ref)
            await store.remember("later", "v")
            assert await store.outbox(limit=2) == (await store.outbox())[:2]
            with pytest.raises(InputError, match="1 or more"):
                await store.outbox(limit=0)
            await server.start()
            await store.sync()
            assert (await store.receipt(event_id)).level == "accepted"
            assert await store.outbox() == ()
            clock.advance(1)
            await _until_replicated(store, event_id)
        async with MemoryStore(identity, path=tmp_path / "a.db") as alone:
            assert (await alone.receipt(event_id)).level == "replicated"


async def test_one_of_two_relays_is_not_enough(identity: Identity, tmp_path: Path):
    async with RelayServer(QuirkRelay()) as first, RelayServer(QuirkRelay()) as second:
        both = [first.url, second.url]
        await second.stop()
        async with MemoryStore(identity, both, path=tmp_path / "a.db", config=SOON) as store:
            event_id = await store.remember("k", "v")
            await asyncio.sleep(1.5)
            states = {r.relay: r.state for r in (await store.receipt(event_id)).relays}
            assert states[second.url] == "waiting"
            assert (await store.receipt(event_id)).level != "replicated"
            await second.start()
            await store.sync()
            await _until_replicated(store, event_id)


async def test_a_relay_that_was_added_later_and_never_reached_has_nothing(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        event_id = await store.remember("k", "v")
    async with MemoryStore(identity, "ws://127.0.0.1:9", path=tmp_path / "a.db") as store:
        found = await store.receipt(event_id)
        assert (found.level, [relay.state for relay in found.relays]) == ("local", ["waiting"])


async def test_a_relay_that_lies_gets_no_receipt(identity: Identity, tmp_path: Path):
    async with (
        RelayServer(QuirkRelay(Quirks(lie_ok=True))) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON) as store,
    ):
        event_id = await store.remember("k", "v")
        await store.sync()
        await asyncio.sleep(1)
        (relay,) = (await store.receipt(event_id)).relays
        assert relay.state in ("waiting", "accepted")


async def test_what_was_replaced_is_told_by_what_replaced_it(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        old = await store.remember("k", "1")
        new = await store.remember("k", "2")
        assert (await store.receipt(new)).replaced_by is None
        assert (await store.receipt(old)).replaced_by == new
        tombstone = await store.forget("k")
        found = await store.receipt(old)
        assert (found.replaced_by, found.is_forgotten) == (tombstone, True)
        assert found.ref == (await store.receipt(tombstone)).ref


async def test_a_write_that_waited_for_the_addressing_is_found_by_its_first_id(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        event_id = await store.remember("k", "v")
        await store.sync()
        found = await store.receipt(event_id)
        assert (found.ref.name, found.level) == ("k", "accepted")


@pytest.mark.parametrize("event_id", ["", "0" * 64, "something", "nsec1"])
async def test_what_was_never_written_has_no_receipt(
    identity: Identity, tmp_path: Path, event_id: str
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        with pytest.raises(InputError, match="knows no write"):
            await store.receipt(event_id)


async def test_a_scope_has_receipts_of_its_own_writes_alone(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        alice = store.scope("user:alice")
        event_id = await alice.remember("k", "v")
        assert (await alice.receipt(event_id)).ref.scope == "user:alice"
        with pytest.raises(InputError):
            await store.scope("user:bob").receipt(event_id)


# ------------------------------------------------------------------- refusals


async def test_what_a_relay_refuses_is_shown_with_its_words_and_sent_again_by_hand(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(reject_all_with="blocked: not on my list"))
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        event_id = await store.remember("k", "v")
        await store.sync()
        entry = next(e for e in await store.outbox() if e.event_id == event_id)
        assert (entry.state, entry.said) == ("parked", "blocked: not on my list")
        assert "sync()" in entry.advice
        (at_relay,) = (await store.receipt(event_id)).relays
        assert (at_relay.state, at_relay.said) == ("parked", "blocked: not on my list")
        assert store.status().relays[0].behind_since == (await store.outbox(1))[0].since
        relay.quirks = Quirks(reject_all_with="invalid: I do not like it")
        await store.sync()
        entry = next(e for e in await store.outbox() if e.event_id == event_id)
        assert (entry.state, entry.next_at) == ("dead", None)
        assert store.status().relays[0].behind_since is None  # it will never take these
        relay.quirks = Quirks()
        await store.sync()
        assert len(await store.outbox()) > 0  # for good means for good
        assert await store.retry() > 0
        await store.sync()
        assert await store.outbox() == ()


# ------------------------------------------------------------------ forgetting


@asynccontextmanager
async def _forgotten(
    identity: Identity, url: str, path: Path, count: int = 1
) -> AsyncIterator[tuple[MemoryStore, str]]:
    """A store in which one memory was forgotten after it had reached a relay in two versions."""
    async with MemoryStore(identity, url, path=path, config=SOON, addressing="plain") as store:
        await store.remember("stays", "v")
        for value in ("canary one", "canary two"):
            await store.remember("k", value)
            await store.sync()
        tombstone = await store.forget("k")
        await store.sync()
        yield store, tombstone


async def test_a_relay_that_honours_deletions_is_seen_to_have_nothing(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with _forgotten(identity, relay.url, tmp_path / "a.db") as (store, tombstone):
        done = await _until_verified(store, tombstone)
        found = await store.receipt(tombstone)
        assert (found.is_forgotten, found.level, done.state) == (True, "replicated", "replicated")
        times = (done.overwritten_at or 0, done.deleted_at or 0, done.verified_at or 0)
        assert 0 < times[0] <= times[1] <= times[2]
    left = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/k"], "limit": 10})
    assert left == []


@pytest.mark.parametrize(
    "quirks",
    [
        Quirks(honours_a_deletion=False, honours_e_deletion=False),
        Quirks(honours_a_deletion=False),
        Quirks(keeps_all_versions=True),
        Quirks(answer_cache_seconds=0.3),
        Quirks(answer_delay=0.05),
        Quirks.strfry(),
        Quirks.nostr_rs_relay(),
        Quirks.nostr_relay(),
        Quirks.local_relay(),
    ],
    ids=[
        "ignores",
        "by id only",
        "keeps versions",
        "late by its cache",
        "late",
        "strfry",
        "nostr-rs-relay",
        "nostr-relay",
        "nostr-sdk",
    ],
)
async def test_a_verified_forgetting_left_no_ciphertext_of_the_value(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    relay = QuirkRelay(quirks)
    async with (
        RelayServer(relay) as server,
        _forgotten(identity, server.url, tmp_path / "a.db") as (store, tombstone),
    ):
        done = await _until_verified(store, tombstone)
        at_k = {event.id for event in relay.events if event.d == "sense-memory/k"}
        assert at_k <= {tombstone}
        assert done.deleted_at is not None


async def test_a_real_relay_that_deletes_by_id_only(identity: Identity, tmp_path: Path):
    with NostrRelay() as relay:
        async with _forgotten(identity, relay.url, tmp_path / "a.db") as (store, tombstone):
            assert (await _until_verified(store, tombstone)).overwritten_at is not None
        at_k = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/k"], "limit": 9})
        assert {event["id"] for event in at_k} <= {tombstone}


async def test_a_relay_that_cannot_be_reached_has_deleted_nothing(
    identity: Identity, tmp_path: Path
):
    async with (
        RelayServer(QuirkRelay()) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        await store.remember("k", "canary")
        await store.sync()
        await server.stop()
        tombstone = await store.forget("k")
        (relay,) = (await store.receipt(tombstone)).relays
        times = (relay.overwritten_at, relay.deleted_at, relay.verified_at)
        assert times == (None, None, None)
        assert relay.state == "waiting"
        await server.start()
        await store.sync()
        await _until_verified(store, tombstone)


async def test_a_relay_that_serves_old_versions_beside_the_tombstone_is_not_rid_of_them(
    identity: Identity, tmp_path: Path
):
    quirks = Quirks(keeps_all_versions=True, honours_a_deletion=False, honours_e_deletion=False)
    async with (
        RelayServer(QuirkRelay(quirks)) as server,
        _forgotten(identity, server.url, tmp_path / "a.db") as (store, tombstone),
    ):
        await asyncio.sleep(1)
        await store.sync()
        (found,) = (await store.receipt(tombstone)).relays
        assert found.deleted_at is not None
        assert found.verified_at is None
        assert found.state != "replicated"


async def test_an_ok_to_the_request_is_no_proof(identity: Identity, tmp_path: Path):
    slow = Config(relays=RelayConfig(read_back_delay=600))
    async with (
        RelayServer(QuirkRelay()) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=slow) as store,
    ):
        await store.remember("k", "canary")
        await store.sync()
        tombstone = await store.forget("k")
        await store.sync()
        (found,) = (await store.receipt(tombstone)).relays
        assert (found.state, found.verified_at) == ("accepted", None)
        assert None not in (found.overwritten_at, found.deleted_at)


async def test_a_relay_that_refuses_the_request_has_only_overwritten(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        await store.remember("k", "canary")
        await store.sync()
        relay.quirks = Quirks(max_tags=2)  # a record has one tag, the request four
        tombstone = await store.forget("k")
        await store.sync()
        (found,) = (await store.receipt(tombstone)).relays
        assert found.overwritten_at is not None
        assert (found.deleted_at, found.verified_at) == (None, None)
        assert found.state in ("parked", "dead")
        assert found.said != ""


async def test_a_relay_that_resurrects_is_told_again_once_a_day(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        _forgotten(identity, server.url, tmp_path / "a.db") as (store, tombstone),
    ):
        await _until_verified(store, tombstone)
        relay.quirks = Quirks(resurrects=True, rolls_back=True)
        sent = len(relay.received("EVENT"))
        for _ in range(4):
            await store.sync()
        again = [Event.from_dict(frame[1]) for frame in relay.received("EVENT")[sent:]]
        assert [e for e in again if e.kind == 5 or e.d == "sense-memory/k"] == []
        assert await store.recall("k") is None
        (found,) = (await store.receipt(tombstone)).relays
        assert found.verified_at is None, "it is there again"
        assert (found.state, "once a day" in found.said) == ("accepted", True)


async def test_the_day_after_a_relay_that_restored_a_backup_forgets_again(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with _forgotten(identity, server.url, tmp_path / "a.db") as (store, tombstone):
            await _until_verified(store, tombstone)
        backup = QuirkRelay()
        held = [e for e in relay.events if e.kind != 5 and e.d != "sense-memory/k"]
        async with MemoryStore(identity, server.url) as other:
            await other.recall("stays")
        backup.seed(held)
        # what it held before the forgetting
        history = [Event.from_dict(frame[1]) for frame in relay.received("EVENT")]
        versions = [event for event in history if event.d == "sense-memory/k"]
        backup.seed([versions[1]])
        server.relay = backup
        server.cut()
        await _set_back(tmp_path / "a.db", 2 * 86_400)
        async with MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON) as store:
            await store.sync()
            await store.sync()
            assert await store.recall("k") is None
            done = await _until_verified(store, tombstone)
            assert done.verified_at is not None
        assert [e.id for e in backup.events if e.d == "sense-memory/k"] in ([], [tombstone])


async def _set_back(path: Path, seconds: int) -> None:
    """Let everything that was noted of forgettings be that much older."""
    from sense_memory.io.connections import connect
    from sense_memory.io.tables import keep_tallies

    connection = connect(path, 5)
    keep_tallies(connection)
    connection.execute("UPDATE erasure SET deleted_at = deleted_at - ?", (seconds,))
    connection.execute("UPDATE relay SET full_at = NULL")
    connection.close()
