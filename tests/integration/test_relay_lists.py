"""Relays that are found because the identity's own lists name them."""

import asyncio
from collections.abc import Callable

import pytest

from nips import nip37, nip65
from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from nips.nip65 import RelayEntry
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig

from . import raw

Relays = Callable[[int], list[LocalRelay]]
NOW = 1_790_000_000


async def publish(url: str, identity: Identity, unsigned: UnsignedEvent) -> None:
    secret = SecretKey.from_hex(identity.private_key_hex)
    ((_, _, accepted, _),) = await raw.publish(url, sign(unsigned, secret).to_dict())
    assert accepted


def private_list(identity: Identity, *urls: str) -> UnsignedEvent:
    secret = SecretKey.from_hex(identity.private_key_hex)
    key = conversation_key(secret, secret.public_key)
    content = encrypt(nip37.plaintext(urls), key, nonce=b"n" * 32)
    return nip37.private_relay_list(identity.public_key_hex, NOW, content)


def public_list(identity: Identity, *entries: RelayEntry) -> UnsignedEvent:
    return nip65.relay_list(identity.public_key_hex, NOW, entries)


async def used(store: MemoryStore, count: int) -> list[str]:
    """The relays that the store uses, once there are so many."""
    async with asyncio.timeout(10):
        while len(store.status().relays) < count:
            await asyncio.sleep(0.02)
    return [relay.url for relay in store.status().relays]


async def test_the_private_list_adds_relays_and_they_get_everything(
    identity: Identity, relays: Relays
):
    known, hidden, public = relays(3)
    await publish(known.url, identity, private_list(identity, hidden.url))
    await publish(known.url, identity, public_list(identity, RelayEntry(public.url)))
    async with MemoryStore(identity, known.url) as store:
        await store.remember("k", "v")
        assert await used(store, 2) == [known.url, hidden.url]  # the public list is not asked
        await store.sync()
        assert store.relay_urls == [known.url]  # what the caller gave
    assert await raw.ask(hidden.url, {"kinds": [30078]})
    assert not await raw.ask(public.url, {})


async def test_without_a_private_list_the_public_ones_write_relays_count(
    identity: Identity, relays: Relays
):
    known, writes, reads = relays(3)
    entries = [RelayEntry(reads.url, write=False), RelayEntry(writes.url, read=False)]
    await publish(known.url, identity, public_list(identity, *entries))
    async with MemoryStore(identity, writes.url) as elsewhere:
        await elsewhere.remember("only-there", "v")
    async with MemoryStore(identity, known.url) as store:
        await used(store, 2)
        await store.sync()
        assert (await store.recall("only-there")).value == "v"


@pytest.mark.parametrize("found", [0, 1])
async def test_no_more_are_used_than_the_caller_allows(
    identity: Identity, relays: Relays, found: int
):
    known, *others = relays(3)
    await publish(known.url, identity, private_list(identity, *(relay.url for relay in others)))
    config = Config(relays=RelayConfig(found_relays=found))
    async with MemoryStore(identity, known.url, config=config) as store:
        await used(store, 1 + found)
        await store.sync()
        assert len(store.status().relays) == 1 + found


async def test_a_list_that_somebody_else_wrote_or_nobody_can_use_adds_nothing(identity: Identity):
    stranger = Identity.generate()
    secret = SecretKey.from_hex(stranger.private_key_hex)
    foreign = sign(public_list(stranger, RelayEntry("ws://127.0.0.1:1")), secret)
    own = SecretKey.from_hex(identity.private_key_hex)
    unusable = sign(public_list(identity, RelayEntry("ws://relay.example")), own)
    relay = QuirkRelay()
    relay.seed([foreign, unusable])
    relay.inject({**unusable.to_dict(), "tags": [["r", "ws://127.0.0.1:2"]]})
    async with RelayServer(relay) as server, MemoryStore(identity, server.url) as store:
        await store.remember("k", "v")
        await store.sync()
        assert [one.url for one in store.status().relays] == [server.url]
