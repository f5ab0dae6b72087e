"""Journal entries that are messages to oneself: kind 4, with bodies of NIP-44 and of NIP-04."""

import asyncio
import base64
import json
import logging
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import CBC

from nips import nip44
from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, InputError, MemoryStore, RecordConfig, RelayConfig
from sense_memory.core.records.journal import JournalEntry

from . import raw

QUICK = Config(relays=RelayConfig(read_back_delay=0.0))
WRITING = replace(QUICK, records=RecordConfig(journal_kind=4))
AT = 1_700_000_000
GUARDED = Quirks(require_auth="read", auth_kinds=frozenset({4}), allowed_pubkeys=frozenset())


class FixedClock:
    """Time stands still until it is told to move."""

    def __init__(self, at: float) -> None:
        self.at = at

    def now(self) -> float:
        return self.at


def key_of(identity: Identity) -> SecretKey:
    return SecretKey.from_hex(identity.private_key_hex)


def in_nip44(identity: Identity, text: str) -> str:
    secret = key_of(identity)
    conversation = nip44.conversation_key(secret, secret.public_key)
    return nip44.encrypt(text, conversation, nonce=os.urandom(32))


def in_nip04(identity: Identity, text: str) -> str:
    """Encryption of NIP-04, which the library does not have."""
    secret = key_of(identity)
    plain = text.encode()
    padding = 16 - len(plain) % 16
    iv = os.urandom(16)
    encryptor = Cipher(AES256(secret.shared_x(secret.public_key)), CBC(iv)).encryptor()
    sealed = encryptor.update(plain + bytes([padding]) * padding) + encryptor.finalize()
    return f"{base64.b64encode(sealed).decode()}?iv={base64.b64encode(iv).decode()}"


def message(
    identity: Identity, content: str, at: int = AT, *, to: str | None = None, kind: int = 4
) -> Event:
    public_key = identity.public_key_hex
    tags = (("p", to or public_key),)
    return sign(UnsignedEvent(public_key, at, kind, content, tags), key_of(identity))


def body(text: str, ts: object = AT + 0.5) -> str:
    return json.dumps({"type": "sense-memory:journal", "content": text, "ts": ts})


def legacy(identity: Identity, text: str, at: int = AT, ts: object = None) -> Event:
    """An entry as the first release wrote it."""
    return message(identity, in_nip44(identity, body(text, at + 0.5 if ts is None else ts)), at)


def deletion(identity: Identity, *ids: str, kinds: tuple[str, ...] = ()) -> Event:
    tags = (*(("e", id_) for id_ in ids), *(("k", kind) for kind in kinds))
    unsigned = UnsignedEvent(identity.public_key_hex, AT + 60, 5, "", tags)
    return sign(unsigned, key_of(identity))


async def kind_4(url: str) -> list[dict[str, Any]]:
    return await raw.ask(url, {"kinds": [4], "limit": 100})


async def contents(store: MemoryStore) -> list[str]:
    return [entry.content for entry in await store.recent(100)]


async def until_sent(store: MemoryStore) -> None:
    async with asyncio.timeout(20):
        while not (await store.sync()).is_complete:
            await asyncio.sleep(0.05)


async def read_anew(store: MemoryStore) -> None:
    """Read every relay as a whole, as happens once a day, and send what it lacks."""
    assert store._lifetime.database is not None
    await store._lifetime.database.relays.compare_anew()
    await until_sent(store)


# ------------------------------------------------------------------------------- reading


async def test_entries_of_every_form_are_read(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    old = message(identity, in_nip04(identity, body("in NIP-04")), AT)
    await raw.publish(relay.url, old.to_dict(), legacy(identity, "in NIP-44", AT + 10).to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await store.journal("of kind 30078")
        assert await contents(store) == ["of kind 30078", "in NIP-44", "in NIP-04"]
        assert store.status().relays[0].verdict == "complete"
    async with MemoryStore(identity, relay.url) as without_a_file:
        assert await contents(without_a_file) == ["of kind 30078", "in NIP-44", "in NIP-04"]


async def test_an_entry_has_the_same_name_on_every_device(identity: Identity, relay: LocalRelay):
    event = legacy(identity, "an entry")
    timeless = message(identity, in_nip44(identity, body("x").replace(', "ts": 1700000000.5', "")))
    await raw.publish(relay.url, event.to_dict(), timeless.to_dict())
    async with MemoryStore(identity, relay.url) as store:
        await store.recent()
        repository = store._lifetime.repository
        names = {entry.ref.name async for entry in repository.select(JournalEntry)}
    assert names == {f"1700000000.5-{event.id[:4]}", f"1700000000.0-{timeless.id[:4]}"}


async def test_what_comes_later_arrives_live_and_by_incremental_loads(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    await raw.publish(relay.url, legacy(identity, "first").to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await store.sync()
        now = int(time.time())
        await raw.publish(relay.url, legacy(identity, "live", now).to_dict())
        async with asyncio.timeout(10):
            while "live" not in await contents(store):
                await asyncio.sleep(0.02)
    await raw.publish(relay.url, legacy(identity, "later", now + 1).to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await store.sync()
        assert await contents(store) == ["later", "live", "first"]


async def test_an_incremental_load_asks_for_kind_4_only_where_it_is_in_use(
    identity: Identity, tmp_path: Path
):
    quirky = QuirkRelay()
    async with RelayServer(quirky) as server:
        for config, expected in ((QUICK, []), (WRITING, ["written elsewhere"])):
            path = tmp_path / f"{config.records.journal_kind}.db"
            async with MemoryStore(identity, server.url, path=path, config=config) as store:
                await store.sync()
            event = legacy(identity, "written elsewhere", int(time.time()))
            await raw.publish(server.url, event.to_dict())
            async with MemoryStore(identity, server.url, path=path, config=config) as store:
                await store.sync()
                assert await contents(store) == expected
            await raw.publish(server.url, deletion(identity, event.id, kinds=("4",)).to_dict())


# S-1.9
async def test_other_programs_messages_are_left_alone(
    identity: Identity, relay: LocalRelay, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    other = Identity.generate().public_key_hex
    mine = [
        message(identity, in_nip44(identity, "a note to myself")),
        message(identity, in_nip44(identity, json.dumps({"type": "todo", "content": "x"}))),
        message(identity, in_nip04(identity, "an old note to myself")),
        message(identity, "not even encrypted"),
        message(identity, in_nip04(identity, body("torn"))[:-6]),
        message(identity, in_nip44(identity, body("to somebody else")), to=other),
        message(identity, in_nip44(identity, body("no time", "soon"))),
    ]
    await raw.publish(relay.url, *[event.to_dict() for event in mine])
    caplog.set_level(logging.INFO, "sense_memory")
    for _ in range(2):
        async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
            await until_sent(store)
            assert await contents(store) == []
            status = store.status()
            assert (status.records, status.unreadable) == (0, 0)
            assert status.relays[0].alarms == ()
    assert not any(event.id in caplog.text for event in mine)
    assert not [entry for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert {event["id"] for event in await kind_4(relay.url)} == {event.id for event in mine}


async def test_a_note_that_its_program_took_back_is_not_missed(identity: Identity, tmp_path: Path):
    note = message(identity, in_nip44(identity, "a note to myself"))
    first, path = QuirkRelay(), tmp_path / "a.db"
    first.seed([note, legacy(identity, "an entry")])
    async with RelayServer(first) as server:
        async with MemoryStore(identity, server.url, path=path, config=QUICK) as store:
            await until_sent(store)
        port = server.port
    later = QuirkRelay()
    later.seed([event for event in first.events if event.id != note.id])
    async with (
        RelayServer(later, port=port) as server,
        MemoryStore(identity, server.url, path=path, config=QUICK) as store,
    ):
        await until_sent(store)
        await read_anew(store)
        assert store.status().relays[0].alarms == ()


async def test_an_entry_of_a_newer_release_is_kept_aside(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    newer = json.loads(body("from the future"))
    newer["_sync"] = {"v": 2, "p": "sense-journal/1-abcd"}
    event = message(identity, in_nip44(identity, json.dumps(newer)))
    await raw.publish(relay.url, event.to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await store.sync()
        assert (await contents(store), store.status().unreadable) == ([], 1)


async def test_an_event_at_an_address_that_is_made_for_messages_is_no_record(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    entry = legacy(identity, "an entry")
    content = in_nip44(identity, body("an impostor"))
    tags = (("d", f"4:{entry.id}"),)
    unsigned = UnsignedEvent(identity.public_key_hex, AT + 1, 30078, content, tags)
    await raw.publish(relay.url, sign(unsigned, key_of(identity)).to_dict(), entry.to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await store.sync()
        assert await contents(store) == ["an entry"]


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "quirks",
    [
        GUARDED,
        replace(GUARDED, challenge_on_connect=True),
        replace(GUARDED, auth_max_age=-10_000),
        Quirks(owner_kinds=frozenset({4}), auth_max_age=-10_000),
    ],
    ids=["restricted", "challenged at once", "no proof is taken", "for owners, no proof is taken"],
)
async def test_a_relay_that_guards_kind_4_is_as_good_as_ever_to_who_does_not_use_it(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    async with RelayServer(QuirkRelay(quirks)) as server:
        path = tmp_path / "a.db"
        async with MemoryStore(identity, server.url, path=path, config=QUICK) as store:
            await store.remember("k", "v")
            await store.journal("an entry")
            await until_sent(store)
            await store.sync()
            assert store.status().relays[0].verdict == "complete"
        async with MemoryStore(identity, server.url) as elsewhere:
            assert await contents(elsewhere) == ["an entry"]
            assert await elsewhere.recall("unknown") is None


async def test_a_relay_that_guards_kind_4_proves_nothing_to_who_uses_it(
    identity: Identity, tmp_path: Path
):
    async with RelayServer(QuirkRelay(GUARDED)) as server:
        path = tmp_path / "a.db"
        async with MemoryStore(
            identity, server.url, path=path, config=WRITING, addressing="plain"
        ) as store:
            await store.remember("k", "v")
            await store.journal("an entry")
            await store.sync()
            status = store.status().relays[0]
            assert (status.verdict, status.parked, status.dead) == ("unproven", 1, 0)
            assert await contents(store) == ["an entry"]


async def test_a_relay_that_takes_no_kind_4_parks_the_entry_and_another_one_gets_it(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    picky = QuirkRelay(Quirks(reject_all_with="blocked: kind 4 is not allowed here"))
    async with RelayServer(picky) as server:
        urls = [relay.url, server.url]
        async with MemoryStore(
            identity, urls, path=tmp_path / "a.db", config=WRITING, addressing="plain"
        ) as store:
            await store.journal("an entry")
            await store.sync()
            parked = {status.url: status.parked for status in store.status().relays}
            assert parked[relay.url] == 0
            assert parked[server.url] > 0
            assert len(await kind_4(relay.url)) == 1
            picky.quirks = Quirks()
            await until_sent(store)
        assert len(await kind_4(server.url)) == 1


# ------------------------------------------------------------------------------- writing


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_entries_are_written_as_messages_to_oneself(
    identity: Identity, relay: LocalRelay, tmp_path: Path, addressing: Any
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", config=WRITING, addressing=addressing
    ) as store:
        id_ = await store.journal("mine")
        await store.scope("user:alice").journal("about alice")
        await until_sent(store)
        assert store.status().relays[0].waiting == 0
    events = await kind_4(relay.url)
    assert len(events) == 2
    assert id_ in {event["id"] for event in events}
    assert all(event["tags"] == [["p", identity.public_key_hex]] for event in events)
    secret = key_of(identity)
    conversation = nip44.conversation_key(secret, secret.public_key)
    texts = [nip44.decrypt(event["content"], conversation) for event in events]
    paths = sorted(json.loads(text)["_sync"]["p"].split("17")[0] for text in texts)
    assert paths == ["sense-journal/", "sense-memory/scope/user:alice/sense-journal/"]
    if addressing == "blinded":
        assert {len(text) for text in texts} == {512}
    for config in (QUICK, WRITING):
        async with MemoryStore(identity, relay.url, config=config) as other:
            assert await contents(other) == ["mine"]
            assert [e.content for e in await other.scope("user:alice").recent()] == ["about alice"]


async def test_two_devices_write_and_read_entries_of_both_kinds(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=WRITING)
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db", config=QUICK)
    async with first, second:
        await second.sync()
        for number in range(3):
            await first.journal(f"first {number}")
            await second.journal(f"second {number}")
        await until_sent(first)
        await read_anew(second)
        await until_sent(first)
        assert sorted(await contents(first)) == sorted(await contents(second))
        assert len(await contents(first)) == 6
    assert len(await kind_4(relay.url)) == 3


async def test_an_entry_of_a_store_that_does_not_know_its_addressing_yet_is_not_lost(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    relay.stop()
    config = replace(WRITING, relays=RelayConfig(read_back_delay=0, close_timeout=0))
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=config) as store:
        await store.journal("early")
        await store.remember("k", "v")
        status = store.status()
        assert (status.addressing, status.held) == (None, 1)
    relay.start()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=config) as store:
        await until_sent(store)
        assert await contents(store) == ["early"]
    (event,) = await kind_4(relay.url)
    assert event["tags"] == [["p", identity.public_key_hex]]
    async with MemoryStore(identity, relay.url) as other:
        assert await contents(other) == ["early"]


async def test_a_store_without_a_file_gets_its_entry_accepted(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url, config=WRITING) as store:
        id_ = await store.journal("no file")
    assert [event["id"] for event in await kind_4(relay.url)] == [id_]


async def test_an_entry_that_waited_for_long_is_dated_anew_and_stands_once(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    relay.stop()
    late = FixedClock(AT)
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, config=WRITING, addressing="plain", clock=late
    ) as store:
        first = await store.journal("waited")
    relay.start()
    late.at += 7_200
    async with MemoryStore(
        identity, relay.url, path=path, config=WRITING, addressing="plain", clock=late
    ) as store:
        await until_sent(store)
        assert await contents(store) == ["waited"]
    (event,) = await kind_4(relay.url)
    assert event["id"] != first
    assert event["created_at"] >= AT + 5_400


# S-1.9
async def test_an_entry_that_a_relay_has_is_never_signed_anew_for_another(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """Else the first would show the old one again, and each load would make one more."""
    strict = QuirkRelay(Quirks(created_at_max_behind=3_600))
    entry = legacy(identity, "from long ago")
    await raw.publish(relay.url, entry.to_dict())
    async with RelayServer(strict) as server:
        urls = [relay.url, server.url]
        async with MemoryStore(
            identity, urls, path=tmp_path / "a.db", config=QUICK, addressing="plain"
        ) as store:
            await store.sync()
            for _ in range(3):
                assert store._lifetime.database is not None
                await store._lifetime.database.relays.compare_anew()
                await store.sync()
            assert await contents(store) == ["from long ago"]
            parked = {status.url: status.parked for status in store.status().relays}
            assert parked == {relay.url: 0, server.url: 1}
        assert await kind_4(server.url) == []
    assert [event["id"] for event in await kind_4(relay.url)] == [entry.id]


# ------------------------------------------------------------------- relays that lack some


async def test_every_relay_gets_every_entry(identity: Identity, relays: Any, tmp_path: Path):
    first, second = relays(2)
    old = [legacy(identity, str(n), AT + n) for n in range(5)]
    await raw.publish(first.url, *[event.to_dict() for event in old])
    async with MemoryStore(
        identity, [first.url, second.url], path=tmp_path / "a.db", config=QUICK
    ) as store:
        await until_sent(store)
        await read_anew(store)
        assert await contents(store) == ["4", "3", "2", "1", "0"]
    assert {event["id"] for event in await kind_4(second.url)} == {event.id for event in old}


async def test_a_relay_that_lost_its_entries_gets_them_again(identity: Identity, tmp_path: Path):
    lossy = QuirkRelay()
    path = tmp_path / "a.db"
    async with (
        RelayServer(lossy) as server,
        MemoryStore(identity, server.url, path=path, config=WRITING) as store,
    ):
        await store.journal("an entry")
        await until_sent(store)
    url = server.url
    lossy = QuirkRelay()
    async with RelayServer(lossy, port=int(url.rsplit(":", 1)[1])) as server:
        async with MemoryStore(identity, server.url, path=path, config=WRITING) as store:
            await read_anew(store)
        assert len(await kind_4(server.url)) == 1


async def test_moving_to_other_addresses_leaves_entries_of_kind_4_where_they_are(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    await raw.publish(relay.url, legacy(identity, "legacy").to_dict())
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, config=QUICK, addressing="plain"
    ) as store:
        await store.journal("addressable")
        await until_sent(store)
    async with MemoryStore(
        identity, relay.url, path=path, config=WRITING, addressing="plain"
    ) as store:
        await store.journal("message")
        await until_sent(store)
        before = {event["id"] for event in await kind_4(relay.url)}
        report = await store.change_addressing("blinded", timeout=20)
        assert (report.copied, report.withdrawn, report.waiting) == (1, 1, 0)
        await until_sent(store)
        assert sorted(await contents(store)) == ["addressable", "legacy", "message"]
    assert {event["id"] for event in await kind_4(relay.url)} == before
    async with MemoryStore(identity, relay.url) as fresh:
        assert sorted(await contents(fresh)) == ["addressable", "legacy", "message"]


# ------------------------------------------------------------------------------- deleting


@pytest.mark.parametrize("kinds", [(), ("4",), ("1", "4")])
async def test_a_plain_clients_deletion_forgets_the_entry_everywhere(
    identity: Identity, relays: Any, tmp_path: Path, kinds: tuple[str, ...]
):
    first, second = relays(2)
    gone, stays = legacy(identity, "gone", AT), legacy(identity, "stays", AT + 1)
    path = tmp_path / "a.db"
    await raw.publish(first.url, gone.to_dict(), stays.to_dict())
    async with MemoryStore(identity, [first.url, second.url], path=path, config=QUICK) as store:
        await until_sent(store)
        await read_anew(store)
        assert len(await kind_4(second.url)) == 2
        request = deletion(identity, gone.id, kinds=kinds)
        await raw.publish(first.url, request.to_dict())
        await read_anew(store)
        await until_sent(store)
        assert await contents(store) == ["stays"]
    assert [event["id"] for event in await kind_4(second.url)] == [stays.id]
    async with MemoryStore(identity, second.url) as other:
        assert await contents(other) == ["stays"]


async def test_a_relay_that_shows_a_deleted_entry_again_is_overruled(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(honours_e_deletion=False))
    entry = legacy(identity, "gone")
    async with RelayServer(relay) as server:
        await raw.publish(server.url, entry.to_dict(), deletion(identity, entry.id).to_dict())
        for _ in range(2):
            path = tmp_path / "a.db"
            async with MemoryStore(identity, server.url, path=path, config=QUICK) as store:
                await until_sent(store)
                assert await contents(store) == []
        async with MemoryStore(identity, server.url) as other:
            assert await contents(other) == []


async def test_a_deletion_of_something_else_touches_no_entry(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    entry = legacy(identity, "stays")
    await raw.publish(relay.url, entry.to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=QUICK) as store:
        await until_sent(store)
        await raw.publish(relay.url, deletion(identity, "ab" * 32).to_dict())
        await store.sync()
        assert await contents(store) == ["stays"]


# ------------------------------------------------------------------------------- the file


async def test_entries_leave_the_file_and_come_back(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    foreign = message(identity, in_nip44(identity, "a note"))
    elsewhere = message(identity, "x", to=Identity.generate().public_key_hex)
    await raw.publish(relay.url, legacy(identity, "legacy").to_dict())
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", config=WRITING) as store:
        await store.journal("new")
        await until_sent(store)
        lines = [line async for line in store.export_events()]
    assert sum('"kind":4,' in line for line in lines) == 2
    async with MemoryStore(identity, path=tmp_path / "b.db") as other:
        report = await other.import_events([*lines, foreign.to_json(), elsewhere.to_json()])
        assert (report.rejected, report.foreign) == (2, 0)
        assert await contents(other) == ["new", "legacy"]
        again = await other.import_events(lines)
        assert (again.taken, again.rejected) == (0, 0)


async def test_a_damaged_file_gives_its_entries_back(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    await raw.publish(relay.url, legacy(identity, "legacy").to_dict())
    async with MemoryStore(
        identity, relay.url, path=path, config=WRITING, addressing="plain"
    ) as store:
        await store.journal("new")
        await until_sent(store)
    relay.stop()
    with path.open("r+b") as file:
        file.seek(100)  # the root of the table of tables
        file.write(bytes(8))
    async with MemoryStore(identity, path=path, config=WRITING, addressing="plain") as store:
        assert await contents(store) == ["new", "legacy"]
        assert store.status().salvaged is not None


@pytest.mark.parametrize("kind", [1, 5, 30077, True])
def test_no_other_kind_can_be_configured(kind: int):
    with pytest.raises(InputError, match="journal_kind is 30078 or 4"):
        RecordConfig(journal_kind=kind)
