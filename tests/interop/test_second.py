"""A second implementation, made from SPEC.md alone, and this one read and write the same mind."""

import hashlib
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from nostr_sdk import Keys

from relay_fixtures import LocalRelay
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.core.records.store_settings import Addressing
from sense_memory.wire import body_json, codec
from sense_memory.wire.address import path_of as path_of_ref
from sense_memory.wire.plain_edit import absorbed as absorbed_here
from sense_memory.wire.schemas import schema_of

from ..golden.vector import Golden
from .scenarios import Chance
from .second.addresses import (
    DEVICE,
    address_of,
    journal_path,
    kv_path,
    persona_path,
    write_address,
)
from .second.bodies import body_of, plaintext_of
from .second.events import padded_to_bucket, parsed
from .second.merging import merged
from .second.mind import Mind, Relay, relay as connected
from .second.plain_edit import absorbed, edit_of
from .second.records import JOURNAL, KV, PERSONA
from .second.vectors import path_of, replayed

HOME = Path(__file__).parents[1] / "golden"
GOLDEN, MERGES, PLAIN_EDITS, EVENTS = (
    sorted(HOME.glob(files))
    for files in ("*.json", "merges/*.json", "plain_edits/*.json", "events/*.json")
)
QUICK = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=5))


def other(identity: Identity) -> Mind:
    """The same key in the hands of the second implementation, a minute later."""
    return Mind(Keys.parse(identity.private_key_hex), lambda: time.time() + 60)


@asynccontextmanager
async def read(identity: Identity, url: str) -> AsyncIterator[tuple[Mind, Relay]]:
    """All that the second implementation finds on a relay, and the way there."""
    mind = other(identity)
    async with connected(url) as source:
        await mind.read(source)
        yield mind, source


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_vector_is_made_again_byte_for_byte(file: Path):
    vector = json.loads(file.read_text("utf-8"))
    assert replayed(vector) == vector["plaintext"]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_vector_stands_at_its_address_and_reads_back(file: Path):
    vector: dict[str, Any] = json.loads(file.read_text("utf-8"))
    path, pubkey, keys = path_of(vector), vector["pubkey"], tuple(vector["blinding_keys"])
    key = keys[0] if keys else ""
    assert write_address(path, pubkey, vector["addressing"], key) == vector["address"]
    assert vector["address"] in address_of(path, pubkey, keys)
    text = vector["plaintext"]
    if vector["addressing"] == "blinded":
        text = padded_to_bucket(text)
    assert len(text.encode()) == vector["padded_bytes"]
    if vector["what"] != "deletion":
        assert plaintext_of(body_of(parsed(text))) == vector["plaintext"]


def test_whatever_devices_do_both_write_the_same_bytes():
    """Two hundred scenarios: when it was written, 20,000 others were tried."""
    for seed in range(200):
        vector = Chance(random.Random(seed)).vector()
        ours = Golden(json.dumps(vector))
        vector["plaintext"] = json.dumps({"_sync": {"p": path_of_ref(ours.ref)}})
        assert replayed(vector) == ours.text(), seed


def test_whatever_plain_writers_do_both_take_the_same_of_it():
    """A hundred scenarios: when it was written, 10,000 others were tried."""
    for seed in range(100):
        chance = Chance(random.Random(seed))
        ours = Golden(json.dumps(chance.vector()))
        schema, path = schema_of(ours.ref.kind), path_of_ref(ours.ref)
        here = ours.body()
        base = chance.one([None, *(version for version in ours.versions() if version.is_alive)])
        theirs, their_base = (of_theirs(ours, body) for body in (here, base))
        at, id_ = 1_700_000_020, hashlib.sha256(f"{seed}".encode()).hexdigest()
        shown = chance.plain(ours.data["record"])
        edit = body_json.read(
            shown, schema, plain_dot=body_json.plain_writer_dot(at, id_), plain_path=path
        )
        taken = edit_of(shown, address=path, created_at=at, event_id=id_)
        expected = codec.plaintext(
            ours.ref, absorbed_here(here, edit, base, schema), Addressing.PLAIN, 65_408
        )
        assert plaintext_of(absorbed(theirs, taken, their_base)) == expected, seed


def of_theirs(vector: Golden, body: Any) -> Any:
    """A version of ours as the other implementation reads it."""
    if body is None:
        return None
    return body_of(parsed(codec.plaintext(vector.ref, body, Addressing.PLAIN, 65_408)))


# S-1.1
@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_what_a_store_wrote_is_read(identity: Identity, relay: LocalRelay, addressing: str):
    async with MemoryStore(identity, relay.url, addressing=addressing, config=QUICK) as store:
        await store.remember("zone", "Europe/Zürich")
        await store.remember("gone", "soon")
        await store.journal("a long day")
        await store.persona_remember("people", "facts", "ada", "writes poems", ["work"])
        alice = store.scope("user:alice")
        await alice.remember("zone", "UTC")
        await alice.remember("k" * 200, "beyond what an address holds")
        await store.forget("gone")
        await store.sync()
        fingerprint = await store.fingerprint()
    async with read(identity, relay.url) as (mind, _):
        assert mind.fingerprint() == fingerprint
        assert mind.addressing == addressing
        assert (mind.kept_aside, mind.refused) == ({}, {})
        found = mind.memories()
        assert found[kv_path("zone")].shown("value") == "Europe/Zürich"
        assert found[kv_path("zone", "user:alice")].shown("value") == "UTC"
        assert kv_path("k" * 200, "user:alice") in found
        ada = found[persona_path("people", "facts", "ada")]
        assert (ada.shown("value"), set(ada.elements["themes"])) == ("writes poems", {"work"})
        (entry,) = (body for path, body in found.items() if path.startswith("sense-journal/"))
        assert entry.shown("content") == "a long day"
        assert kv_path("gone") not in found
        gone = mind.bodies[kv_path("gone")]
        assert list(gone.forgettings.values()) == ["forget"]
        assert len(found) == 5


# S-10.1
async def test_what_two_devices_wrote_apart_is_read_with_both_values(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    for name in ("a", "b"):
        async with MemoryStore(identity, path=tmp_path / name) as store:
            await store.remember("zone", f"from {name}")
    conflict = None
    for name in ("a", "b"):
        path = tmp_path / name
        async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
            await store.sync()
            conflict = next(iter(await store.conflicts()), None)
    assert conflict is not None
    async with read(identity, relay.url) as (mind, _):
        body = mind.memories()[kv_path("zone")]
        assert body.siblings("value") == [one.value for one in conflict.values]
        devices = [body for path, body in mind.bodies.items() if path.startswith(DEVICE)]
        assert len(devices) == 2
        assert [DEVICE + id_ for body in devices for id_ in body.known] == [d.path for d in devices]


@pytest.mark.parametrize("addressing", ["plain", "blinded"])
async def test_what_the_other_writes_a_store_shows(
    identity: Identity, relay: LocalRelay, tmp_path: Path, addressing: str
):
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing=addressing, config=QUICK
    ) as store:
        await store.remember("zone", "Europe/Paris")
        await store.remember("gone", "soon")
        await store.remember("back", "first")
        await store.persona_remember("people", "facts", "ada", "writes poems", ["work"])
        await store.forget("back")
        await store.sync()
    ada = persona_path("people", "facts", "ada")
    entry = journal_path("1700000000.5-0badcafe", "user:alice")
    async with read(identity, relay.url) as (mind, target):
        told = {**mind.bodies[ada].fields(), "themes": ["work", "art"], "access_count": 3}
        del told["type"]
        now = {"ts": time.time()}
        await mind.remember(
            target, kv_path("zone"), KV, {"key": "zone", "value": "Asia/Tokyo", **now}
        )
        await mind.remember(target, kv_path("new"), KV, {"key": "new", "value": "名前", **now})
        await mind.remember(target, kv_path("back"), KV, {"key": "back", "value": "again", **now})
        await mind.remember(target, ada, PERSONA, told)
        await mind.remember(target, entry, JOURNAL, {"content": "theirs", **now})
        await mind.forget(target, kv_path("gone"))
        place = write_address(
            kv_path("gone"), mind.pubkey, addressing, mind.blinding[0] if mind.blinding else ""
        )
        left = await target.asked(authors=[mind.pubkey], kinds=[30078], **{"#d": [place]})
        assert left == [], "this relay does what a request asks for"
    async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
        await store.sync()
        values = {memory.key: memory.value for memory in await store.recall_all()}
        assert values == {"zone": "Asia/Tokyo", "new": "名前", "back": "again"}
        assert await store.conflicts() == []
        (memory,) = await store.persona_named(["people/facts/ada"])
        assert (memory.themes, memory.access_count) == (("art", "work"), 3)
        (said,) = await store.scope("user:alice").recent()
        assert said.content == "theirs"
        assert store.status().unreadable == 0


async def test_what_both_wrote_apart_stands_beside_each_other_in_a_store(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    path = tmp_path / "a.db"
    async with MemoryStore(identity, relay.url, path=path, config=QUICK) as store:
        await store.remember("zone", "Europe/Paris")
        await store.sync()
        async with read(identity, relay.url) as (mind, target):
            await store.remember("zone", "Europe/Rome")
            await store.sync()
            await mind.remember_unseen(
                target, kv_path("zone"), KV, {"key": "zone", "value": "Asia/Tokyo", "ts": 1.0}
            )
        await store.sync()
        (conflict,) = await store.conflicts()
        assert [one.value for one in conflict.values] == ["Asia/Tokyo", "Europe/Rome"]
        await store.sync()
    async with read(identity, relay.url) as (mind, _):
        body = mind.memories()[kv_path("zone")]
        assert body.siblings("value") == ["Asia/Tokyo", "Europe/Rome"]


@pytest.mark.parametrize("file", MERGES, ids=lambda file: file.stem)
def test_the_other_merges_two_versions_to_the_same_third_one(file: Path):
    said = json.loads(file.read_text("utf-8"))
    a, b = (body_of(parsed(said[one])) for one in ("a", "b"))
    assert plaintext_of(merged(a, b)) == plaintext_of(merged(b, a)) == said["merged"]


@pytest.mark.parametrize("file", PLAIN_EDITS, ids=lambda file: file.stem)
def test_the_other_takes_plain_edits_in(file: Path):
    said = json.loads(file.read_text("utf-8"))
    given = said["edit"]
    edit = edit_of(
        parsed(given["plaintext"]),
        address=said["address"],
        created_at=given["created_at"],
        event_id=given["id"],
    )
    here, base = (said[one] and body_of(parsed(said[one])) for one in ("here", "base"))
    assert plaintext_of(absorbed(here, edit, base) if here else edit) == said["merged"]


@pytest.mark.parametrize("file", EVENTS, ids=lambda file: file.stem)
def test_the_other_opens_and_refuses_the_same_events(file: Path):
    said = json.loads(file.read_text("utf-8"))
    mind = Mind(Keys.parse(said["secret_key"]), time.time)
    for event in said["before"]:
        mind.take(event, kind=30078)
    mind.use_keys()
    event = said["event"]
    mind.take(event, kind=event["kind"])
    became = "kept aside" if mind.kept_aside else "refused" if mind.refused else "taken"
    assert became == said["becomes"].replace("left alone", "refused")
    if became == "taken" and said["path"]:
        assert said["path"] in mind.bodies
