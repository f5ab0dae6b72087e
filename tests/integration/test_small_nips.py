"""Work for relays that ask for it, protected events, expired ones."""

import json

import pytest

from nips import nip13, nip40, nip70
from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import Config, Identity, MemoryStore, RecordConfig, RelayConfig

from . import raw

QUICK = RelayConfig(read_back_delay=0.0)


def plain_memory(identity: Identity, value: str, at: int, *tags: tuple[str, ...]) -> Event:
    """What the published client would write, with more tags."""
    secret = SecretKey.from_hex(identity.private_key_hex)
    body = {"type": "sense-memory:kv", "key": "k", "value": value, "ts": at}
    content = encrypt(
        json.dumps(body), conversation_key(secret, secret.public_key), nonce=b"n" * 32
    )
    unsigned = UnsignedEvent(
        identity.public_key_hex, at, 30078, content, (("d", "sense-memory/k"), *tags)
    )
    return sign(unsigned, secret)


async def test_a_relay_that_asks_for_work_gets_it(identity: Identity, relay: LocalRelay):
    with LocalRelay(min_pow=8) as asking:
        config = Config(relays=QUICK)
        urls = [relay.url, asking.url]
        async with MemoryStore(identity, urls, config=config, addressing="plain") as store:
            await store.remember("k", "v")
            await store.forget("k")
            await store.remember("k", "again")
            assert (await store.sync()).is_complete
        for url in urls:
            for event in await raw.ask(url, {"kinds": [30078, 5]}):
                if url == asking.url:
                    assert nip13.is_mined(Event.from_dict(event), 8)
        async with MemoryStore(identity, asking.url, config=config) as other:
            assert (await other.recall("k")).value == "again"


@pytest.mark.parametrize("bits", [0, 4])
async def test_no_more_work_is_done_than_the_caller_allows(identity: Identity, bits: int):
    config = Config(relays=QUICK, records=RecordConfig(max_work_bits=bits))
    with LocalRelay(min_pow=8) as relay:
        async with MemoryStore(identity, relay.url, config=config, addressing="plain") as store:
            with pytest.raises(ConnectionError, match="pow"):
                await store.remember("k", "v")
            await store.sync()
            (status,) = store.status().relays
            assert status.parked == 2  # the settings and the memory


async def test_protected_events_carry_the_tag_and_need_their_author(identity: Identity):
    config = Config(relays=QUICK, records=RecordConfig(protected=True))
    with LocalRelay(nip42="both") as relay:
        async with MemoryStore(identity, relay.url, config=config, addressing="plain") as store:
            await store.remember("k", "v")
            await store.remember("gone", "w")
            await store.forget("gone")
            assert (await store.sync()).is_complete
        async with MemoryStore(identity, relay.url) as other:
            assert (await other.recall("k")).value == "v"
            assert await other.recall("gone") is None


async def test_every_event_of_a_protected_store_has_the_tag(identity: Identity):
    relay = QuirkRelay()
    config = Config(relays=QUICK, records=RecordConfig(protected=True))
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, config=config, addressing="plain") as store:
            await store.remember("k", "v")
            await store.forget("k")
            await store.sync()
        sent = [json.loads(text)[1] for _, text in relay.received_frames if '"EVENT"' in text[:9]]
        assert {event["kind"] for event in sent} == {5, 30078}
        assert all(nip70.is_protected(Event.from_dict(event)) for event in sent)


# S-1.7
async def test_an_expired_event_is_ignored_and_another_one_stays_for_good(identity: Identity):
    relay = QuirkRelay()
    relay.seed(
        [plain_memory(identity, "expired", 1_700_000_000, nip40.expiration_tag(1_700_000_9))]
    )
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url) as store:
            assert await store.recall("k") is None
        relay.seed([plain_memory(identity, "kept", 1_700_000_001, nip40.expiration_tag(2**32))])
        config = Config(relays=QUICK)
        async with MemoryStore(identity, server.url, config=config) as store:
            assert (await store.recall("k")).value == "kept"
            await store.sync()
        (event,) = await raw.ask(server.url, {"kinds": [30078], "#d": ["sense-memory/k"]})
        assert nip40.expiration_of(Event.from_dict(event)) is None
