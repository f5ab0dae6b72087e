"""What the published client 0.3.1 writes is read here, and the reverse, over a real relay.

Plain stores only: it knows no other. Its clock is set ahead where its write has to be the later
one, since within one second its edits are a matter of luck.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nips import nip44
from nips.keys import SecretKey
from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore

from ..integration.raw import ask
from .client import Client, Pair

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXTS = {
    "plain": "America/Vancouver",
    "empty": "",
    "many scripts": "Zürich 名前 नमस्ते שלום 🦄👩\u200d👩\u200d👧",
    "controls": 'a\nb\tc\x00d\x1b[0m\u2028"quoted" \\ back',
    "json": '{"type": "sense-memory:kv", "key": "other", "value": 1}',
    "large": "0123456789" * 3_900,
    "ключ": "a key of another script",
}


async def in_order(client: Client, start: float, *steps: tuple[str, str]) -> None:
    """Let the published client write, each write dated a second after the one before."""
    for seconds, (key, value) in enumerate(steps):
        await client.freeze(start + seconds)
        await client.remember(key, value)
    await client.thaw()


async def test_what_they_write_we_read(theirs: Client, identity: Identity, relay: LocalRelay):
    await theirs.open(identity, relay.url)
    for key, value in TEXTS.items():
        await theirs.remember(key, value)
    entries = [f"{number}: {text}" for number, text in enumerate(TEXTS.values())]
    for entry in entries:
        await theirs.journal(entry)
    async with MemoryStore(identity, relay.url) as store:
        assert {memory.key: memory.value for memory in await store.recall_all()} == TEXTS
        for key, value in TEXTS.items():
            assert (await store.recall(key)).value == value
        assert [entry.content for entry in await store.recent()] == entries[::-1]
        assert store.status().addressing == "plain"


async def test_what_we_write_they_read(theirs: Client, identity: Identity, relay: LocalRelay):
    entries = [f"{number}: {text}" for number, text in enumerate(TEXTS.values())]
    async with MemoryStore(identity, relay.url) as store:
        for key, value in TEXTS.items():
            await store.remember(key, value)
        for entry in entries:
            await store.journal(entry)
    await theirs.open(identity, relay.url)
    assert await theirs.recall_all() == sorted(Pair(*item) for item in TEXTS.items())
    for key, value in TEXTS.items():
        assert await theirs.recall(key) == value
    assert await theirs.recent() == entries[::-1]
    assert await theirs.recent(2) == entries[::-1][:2]


async def test_records_of_other_kinds_do_not_confuse_it(
    theirs: Client, identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("k", "v")
        await store.persona_remember("people", "facts", "vergel", "prefers vanilla JS", ["js"])
        await store.journal("an entry")
    await theirs.open(identity, relay.url)
    assert await theirs.recall_all() == [Pair("k", "v")]
    assert await theirs.recent() == ["an entry"]


async def test_both_keep_writing_one_key(theirs: Client, identity: Identity, relay: LocalRelay):
    await theirs.open(identity, relay.url)
    ahead = time.time()
    async with MemoryStore(identity, relay.url) as ours, MemoryStore(identity, relay.url) as also:
        for round_ in range(4):
            ahead += 20
            await in_order(theirs, ahead, ("k", f"theirs {round_}"))
            await ours.sync()
            assert (await ours.recall("k")).value == f"theirs {round_}"
            await ours.remember("k", f"ours {round_}")
            assert await theirs.recall("k") == f"ours {round_}"
            await also.sync()
            assert (await also.recall("k")).value == f"ours {round_}"
        assert await theirs.recall_all() == [Pair("k", "ours 3")]
    (body,) = [body for body in await bodies(identity, relay) if body.get("key") == "k"]
    assert "x" not in body["_sync"], "each had seen what it replaced"


@pytest.mark.parametrize("written", ["while the relay was down", "before there was one"])
async def test_an_edit_that_never_saw_ours_leaves_ours_beside_it(
    theirs: Client, identity: Identity, relay: LocalRelay, tmp_path: Path, written: str
):
    known = relay.url if written == "while the relay was down" else None
    relay.stop()
    async with MemoryStore(identity, known, path=tmp_path / "a.db", addressing="plain") as store:
        await store.remember("k", "ours, offline")
        await store.remember("other", "ours alone")
    relay.start()
    await theirs.open(identity, relay.url)
    await in_order(theirs, time.time() + 10, ("k", "theirs"))
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.sync()
        assert (await store.recall("k")).value == "theirs"
    assert await theirs.recall_all() == [Pair("k", "theirs"), Pair("other", "ours alone")]
    (body,) = [body for body in await bodies(identity, relay) if body.get("key") == "k"]
    assert ["value", "ours, offline"] in [one[:2] for one in body["_sync"]["x"]]


async def test_many_edits_that_nobody_of_ours_saw(
    theirs: Client, identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        for key in ("a", "b", "c"):
            await store.remember(key, "ours")
        await store.journal("ours")
    await theirs.open(identity, relay.url)
    ahead = time.time() + 10
    await in_order(theirs, ahead, ("a", "1"), ("a", "2"), ("b", "1"), ("new", "1"), ("a", "3"))
    await theirs.freeze(ahead + 10)
    await theirs.forget("c")
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.sync()
        found = {memory.key: memory.value for memory in await store.recall_all()}
        assert found == {"a": "3", "b": "1", "new": "1"}
        assert len(await store.recent()) == 1


async def test_what_we_forget_they_forget(theirs: Client, identity: Identity, relay: LocalRelay):
    await theirs.open(identity, relay.url)
    await theirs.remember("k", "v")
    await theirs.remember("kept", "v")
    async with MemoryStore(identity, relay.url) as store:
        await store.forget("k")
        await store.sync()
        assert await theirs.recall_all() == [Pair("kept", "v")]
        assert await theirs.recall("k") in (None, "")  # "" while the tombstone is read back
    # what it remembers afterwards stands again
    await in_order(theirs, time.time() + 10, ("k", "again"))
    async with MemoryStore(identity, relay.url) as fresh:
        assert (await fresh.recall("k")).value == "again"
    assert await theirs.recall("k") == "again"


async def test_what_they_forget_we_forget(
    theirs: Client, identity: Identity, relay: LocalRelay, tmp_path: Path
):
    await theirs.open(identity, relay.url)
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        await theirs.freeze(time.time() + 10)
        await theirs.forget("k")
        assert await theirs.recall("k") is None
        await store.sync()
        assert await store.recall("k") is None
        assert await store.recall_all() == []
        async with MemoryStore(identity, relay.url) as fresh:
            assert await fresh.recall("k") is None
        await store.remember("k", "again")
        await store.sync()  # a store with a file has said yes before the relay has
        assert await theirs.recall("k") == "again"


async def test_one_journal(theirs: Client, identity: Identity, relay: LocalRelay):
    await theirs.open(identity, relay.url)
    async with MemoryStore(identity, relay.url) as store:
        written = []
        for number in range(6):
            written.append(f"entry {number}")
            await (theirs if number % 2 else store).journal(written[-1])
        await store.sync()
        assert [entry.content for entry in await store.recent()] == written[::-1]
        assert [entry.content for entry in await store.recent(2)] == written[:3:-1]
    assert await theirs.recent() == written[::-1]


LONG = "é" * 90  # 180 bytes, and 13 of prefix: more than every relay keeps apart


async def test_a_name_too_long_for_a_plain_address(
    theirs: Client, identity: Identity, relay: LocalRelay
):
    """Theirs is read here; ours stands at an address that only ours know how to find."""
    await theirs.open(identity, relay.url)
    await theirs.remember(LONG, "theirs")
    async with MemoryStore(identity, relay.url) as store:
        assert (await store.recall(LONG)).value == "theirs"
        await store.remember(LONG, "ours")
        assert await theirs.recall(LONG) == "theirs"
        await in_order(theirs, time.time() + 10, (LONG, "theirs again"))
        await store.sync()
        assert (await store.recall(LONG)).value == "theirs again"
        await store.forget(LONG)
        await store.sync()
        assert await store.recall_all() == []
        assert await theirs.recall_all() == []


async def test_a_blinded_store_shows_it_nothing(
    theirs: Client, identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url, addressing="blinded") as store:
        await store.remember("k", "v")
        await store.journal("an entry")
    await theirs.open(identity, relay.url)
    assert await theirs.recall("k") is None
    assert await theirs.recall_all() == []
    assert await theirs.recent() == []


async def test_scopes_are_nothing_to_it(theirs: Client, identity: Identity, relay: LocalRelay):
    """It would take what one user said for its own."""
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("k", "root")
        await store.scope("user:alice").remember("k", "alice's")
        await store.scope("user:bob").remember("only", "bob's")
        await store.scope("user:bob").journal("bob's")
    await theirs.open(identity, relay.url)
    assert await theirs.recall_all() == [Pair("k", "root")]
    assert await theirs.recent() == []


async def test_a_name_in_another_form_of_unicode(
    theirs: Client, identity: Identity, relay: LocalRelay
):
    """It does not normalise; what it listed can be recalled and forgotten here."""
    decomposed = "cafe\u0301"
    await theirs.open(identity, relay.url)
    await theirs.remember(decomposed, "value")
    async with MemoryStore(identity, relay.url) as store:
        (listed,) = await store.recall_all()
        assert (await store.recall(listed.key)).value == "value"
        await store.forget(listed.key)
        await store.sync()
        assert await store.recall_all() == []
    assert await theirs.recall_all() == []


@pytest.mark.parametrize("writer", ["theirs", "ours"])
async def test_two_relays(
    theirs: Client,
    identity: Identity,
    relays: Callable[[int], list[LocalRelay]],
    writer: str,
):
    first, second = (one.url for one in relays(2))
    await theirs.open(identity, first, second)
    async with MemoryStore(identity, [first, second]) as store:
        if writer == "theirs":
            await theirs.remember("k", "v")
        else:
            await store.remember("k", "v")
        await store.sync()
    for url in (first, second):
        await theirs.open(identity, url)
        assert await theirs.recall("k") == "v"
        async with MemoryStore(identity, url) as store:
            assert (await store.recall("k")).value == "v"


async def bodies(identity: Identity, relay: LocalRelay) -> list[dict[str, Any]]:
    """The plaintexts of what stands on the relay."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = nip44.conversation_key(secret, secret.public_key)
    events = await ask(relay.url, {"kinds": [30078], "limit": 500})
    return [json.loads(nip44.decrypt(event["content"], key)) for event in events]
