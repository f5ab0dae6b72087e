"""Blinding keys: made by two devices at once, arriving late, hidden by a relay."""

import asyncio
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import FaultProxy, LocalRelay, QuirkRelay, RelayServer
from sense_memory import Config, Identity, Insight, MemoryStore, RelayConfig
from sense_memory.wire.address import key_id

from . import raw
from .meeting import meet

QUICK = Config(relays=RelayConfig(read_back_delay=0.0, connect_timeout=2))


def blinded(identity: Identity, url: str, path: Path) -> MemoryStore:
    return MemoryStore(identity, url, path=path, addressing="blinded", config=QUICK)


async def test_two_devices_make_a_key_each_and_read_and_write_as_one(
    identity: Identity, tmp_path: Path
):
    relay = LocalRelay()
    relay.start()
    url = relay.url
    relay.stop()
    for name in ("a", "b"):  # offline: neither can know of the other's key
        async with blinded(identity, url, tmp_path / name) as store:
            await store.remember("shared", f"from {name}")
            await store.remember(f"of-{name}", name)
    with LocalRelay(port=int(url.rsplit(":", 1)[1])):
        for name in ("a", "b", "a", "b"):
            async with blinded(identity, url, tmp_path / name) as store:
                await store.sync()
        values = []
        for name in ("a", "b"):
            async with blinded(identity, url, tmp_path / name) as store:
                assert [m.key for m in await store.recall_all()] == ["of-a", "of-b", "shared"]
                values.append((await store.recall("shared")).value)
        assert len(set(values)) == 1
        before = {raw.d_of(e) for e in await raw.ask(url, {"kinds": [30078]})}
        for name in ("a", "b"):
            async with blinded(identity, url, tmp_path / name) as store:
                await store.remember("new", name)
                await store.sync()
        after = {raw.d_of(e) for e in await raw.ask(url, {"kinds": [30078]})}
        assert len(after - before) == 1  # both write with the same key
        async with MemoryStore(identity, url, config=QUICK) as fresh:
            assert len(await fresh.recall_all()) == 4
            await fresh.forget("shared")  # it stands under both keys
            await fresh.sync()
        async with MemoryStore(identity, url, config=QUICK) as fresh:
            assert await fresh.recall("shared") is None
            assert len(await fresh.recall_all()) == 3


async def test_a_key_that_comes_between_batches_places_them_all(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """Batches are taken in side by side: one is decoded while another one brings its key."""
    many = [Insight("self", "facts", f"of-a-{n}", "v") for n in range(350)]
    async with blinded(identity, relay.url, tmp_path / "a") as store:
        await store.persona_remember_many(many)
        await store.sync()
    for name in ("b", "c", "d"):
        async with MemoryStore(identity, path=tmp_path / name, addressing="blinded") as store:
            await store.remember(f"of-{name}", name)  # offline, so it has a key of its own
        async with blinded(identity, relay.url, tmp_path / name) as store:
            assert (await store.sync()).is_complete
            found = {memory.key for memory in await store.persona_recall()}
            assert {f"of-a-{n}" for n in range(350)} <= found


async def test_what_cannot_be_placed_waits_for_its_key(identity: Identity, tmp_path: Path):
    """A relay that hides the keys shows records that belong nowhere, until they arrive."""
    whole = QuirkRelay()
    async with (
        RelayServer(whole) as server,
        blinded(identity, server.url, tmp_path / "a.db") as store,
    ):
        await store.remember("k", "v")
        await store.sync()
    kept_back: list[Event] = []
    without_keys = QuirkRelay()
    for event in whole.events:
        # keys and settings are 512 bytes like all else: only their author can tell them apart
        (kept_back if event.d in await bootstrap(identity, tmp_path) else []).append(event)
    without_keys.seed([event for event in whole.events if event not in kept_back])
    assert len(kept_back) == 2
    async with RelayServer(without_keys) as server:
        async with blinded(identity, server.url, tmp_path / "b.db") as store:
            await store.sync()
            assert await store.recall_all() == []
            assert store.status().unreadable == 1
            without_keys.seed(kept_back)
        async with blinded(identity, server.url, tmp_path / "b.db") as store:
            await store.sync()
            assert (await store.recall("k")).value == "v"
            assert store.status().unreadable == 0


async def test_nothing_is_called_unreadable_once_its_key_has_come(
    identity: Identity, tmp_path: Path
):
    """Of versions that were made apart one stands at most: the others are in what is merged."""

    def local(name: str) -> MemoryStore:
        return MemoryStore(identity, path=tmp_path / name, addressing="blinded")

    async def lines(store: MemoryStore) -> set[str]:
        return {line async for line in store.export_events()}

    async with local("a") as a, local("b") as b:
        await a.remember("k", "v")
        told = await lines(a)
        await b.import_events(told)
        await a.remember("k", "from a")
        await b.remember("k", "from b")
        told |= await lines(a) | await lines(b)
        place = (await a._lifetime.opened()).naming.address("sense-memory/k")
    versions = sorted(line for line in told if Event.from_json(line).d == place)
    async with local("c") as c:
        await c.import_events(versions)
        assert (len(versions), c.status().unreadable) == (3, 3)
        await c.import_events(told - {*versions})
        assert len(await c.conflicts()) == 1
        assert c.status().unreadable == 0
        assert (await c.import_events(versions)).known == 3
        assert c.status().unreadable == 0


async def bootstrap(identity: Identity, folder: Path) -> set[str]:
    """The addresses of settings and keys, as the first device knows them."""
    async with MemoryStore(identity, path=folder / "a.db") as store:
        repository = store._lifetime.repository
        assert repository is not None
        return repository.bootstrap_addresses()


async def test_what_stood_under_a_key_that_the_forgetter_did_not_know_is_forgotten_too(
    identity: Identity, tmp_path: Path
):
    """A request carries what it knows of a memory, whichever of its addresses it names."""

    def local(name: str) -> MemoryStore:
        return MemoryStore(identity, path=tmp_path / name, addressing="blinded")

    async def lines(store: MemoryStore) -> dict[str, str]:
        found = [line async for line in store.export_events()]
        return {Event.from_json(line).id: line for line in found}

    async with local("a") as a, local("b") as b:
        await a.remember("shared", "from a")
        await b.remember("shared", "from b")
        await b.import_events((await lines(a)).values())
        assert len(await b.conflicts()) == 1
        naming = (await b._lifetime.opened()).naming
        everything = {**await lines(a), **await lines(b)}
    path = "sense-memory/shared"
    known, writing = naming.address(path), naming.writing_key
    (unknown,) = [place for place in naming.under_every_key(path) if place != known]
    (key,) = [key for key in naming.keys.values() if key.key != writing]
    other_key = naming.address(f"sense-memory/v1/key/{key_id(key)}")
    by_place = {Event.from_json(line).d: line for line in everything.values()}
    async with local("forgetter") as forgetter:
        told = [line for d, line in by_place.items() if d not in (unknown, other_key)]
        await forgetter.import_events(told)
        await forgetter.forget("shared")
        (request,) = [
            line for line in (await lines(forgetter)).values() if Event.from_json(line).kind == 5
        ]
        assert unknown not in request
    keys = [line for d, line in by_place.items() if d not in (known, unknown)]
    for number, order in enumerate(([by_place[unknown], request], [request, by_place[unknown]])):
        async with local(f"witness{number}") as witness:
            await witness.import_events(keys)
            for line in order:
                await witness.import_events([line])
            assert await witness.recall("shared") is None
            assert await witness.recall_all() == []
            said = [line for line in (await lines(witness)).values() if '"kind":5' in line]
            assert any(unknown in line for line in said)  # so that relays drop it there, too


@pytest.mark.parametrize("is_sent", [False, True])
async def test_a_copy_under_a_losing_key_is_counted_once_and_equal_everywhere(
    identity: Identity, tmp_path: Path, is_sent: bool
):
    """What nobody else was sent leaves the file; what one relay got does not tell devices apart."""
    with LocalRelay() as one, LocalRelay() as two:
        async with FaultProxy(one.url) as to_one, FaultProxy(two.url) as to_two:
            a = MemoryStore(
                identity, two.url, path=tmp_path / "a", addressing="plain", config=QUICK
            )
            urls = [to_one.url, to_two.url]
            b = MemoryStore(identity, urls, path=tmp_path / "b", addressing="plain", config=QUICK)
            async with a, b:
                await a.remember("known", "to both")
                await meet(a, b)
                await to_two.stop()
                if not is_sent:
                    await to_one.stop()
                # each makes a key, of which one counts in the end
                await a.scope("user").remember("a", "from a")
                await b.scope("user").remember("b", "from b")
                await a.sync()
                await b.sync()
                await to_two.start()
                if not is_sent:
                    await to_one.start()
                await meet(a, b)
                await a.scope("user").remember("b", "edited")
                await b.scope("user").remember("a", "edited")
                await meet(a, b)
                if not is_sent:
                    async with asyncio.timeout(30):  # on a busy machine it takes another round
                        while a.status().records != b.status().records:
                            await meet(a, b)


async def test_a_forgetting_reaches_a_relay_where_it_waits_under_a_losing_key(
    identity: Identity, tmp_path: Path
):
    """A request that stands in the file at an address where nobody writes is sent all the same."""
    with LocalRelay() as one, LocalRelay() as two:
        async with FaultProxy(one.url) as to_one, FaultProxy(two.url) as to_two:
            urls = [to_one.url, to_two.url]
            a, b = (
                MemoryStore(identity, urls, path=tmp_path / n, addressing="plain", config=QUICK)
                for n in ("a", "b")
            )
            async with a, b:
                await a.remember("known", "to both")
                await meet(a, b)
                await to_one.stop()
                await to_two.stop()
                await a.scope("user").remember("k", "from a")
                await b.scope("user").remember("k", "from b")
                await to_one.start()
                await a.sync()
                await b.sync()
                await a.sync()
                naming = a._lifetime.repository.naming
                winner = a if naming.file_key.key == naming.writing_key else b
                await winner.scope("user").forget("k")
                for store in (a, b, a, b):
                    await store.sync()
                await to_two.start()
                async with asyncio.timeout(20):
                    while any([*await a.outbox(), *await b.outbox()]):
                        await a.sync()
                        await b.sync()
                assert await a.fingerprint() == await b.fingerprint()
