"""The published client and ours on nostr-relay: every version is kept and served, `a` deletes
nothing, 4,096 characters are the end.

What the published client shows there is a matter of that relay's order; what ours shows is not.
"""

import time
from collections.abc import Iterator

import pytest

from relay_fixtures import NostrRelay
from sense_memory import Identity, MemoryStore

from .client import Client, Pair

# the first test of a machine waits for the installation
pytestmark = [pytest.mark.timeout(600), pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture(scope="module")
def dirty(published_environment: None) -> Iterator[NostrRelay]:
    with NostrRelay() as running:
        yield running


async def test_each_reads_the_other(theirs: Client, identity: Identity, dirty: NostrRelay):
    texts = {"zone": "America/Vancouver", "многое": "Zürich 名前 🦄", "empty": ""}
    await theirs.open(identity, dirty.url)
    for key, value in texts.items():
        await theirs.remember(key, value)
    await theirs.journal("their entry")
    async with MemoryStore(identity, dirty.url) as store:
        assert {memory.key: memory.value for memory in await store.recall_all()} == texts
        assert [entry.content for entry in await store.recent()] == ["their entry"]
        await store.remember("ours", "value")
        await store.journal("our entry")
    assert await theirs.recall_all() == sorted(
        Pair(*item) for item in {**texts, "ours": "value"}.items()
    )
    assert await theirs.recent() == ["our entry", "their entry"]


async def test_both_keep_writing_one_key(theirs: Client, identity: Identity, dirty: NostrRelay):
    await theirs.open(identity, dirty.url)
    ahead = time.time()
    async with MemoryStore(identity, dirty.url) as store:
        for round_ in range(3):
            ahead += 20
            await theirs.freeze(ahead)
            await theirs.remember("k", f"theirs {round_}")
            await store.sync()
            assert (await store.recall("k")).value == f"theirs {round_}"
            await store.remember("k", f"ours {round_}")
    async with MemoryStore(identity, dirty.url) as fresh:
        assert [memory.value for memory in await fresh.recall_all()] == ["ours 2"]


async def test_what_either_forgets_stays_forgotten_here(
    theirs: Client, identity: Identity, dirty: NostrRelay
):
    await theirs.open(identity, dirty.url)
    await theirs.remember("a", "v")
    await theirs.remember("b", "v")
    async with MemoryStore(identity, dirty.url) as store:
        await store.forget("a")
        await theirs.freeze(time.time() + 10)
        await theirs.forget("b")
        assert await theirs.recall("b") == "v", "this relay took no notice of it"
        await store.sync()
        assert await store.recall_all() == []
    async with MemoryStore(identity, dirty.url) as fresh:
        assert await fresh.recall_all() == []
        assert await fresh.recall("b") is None
