"""An outage is never taken for an empty memory."""

import asyncio
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import (
    Config,
    Identity,
    MemoryStore,
    PublishFailedError,
    ReadFailedError,
    RelayConfig,
)

DEAD = ("ws://127.0.0.1:9", "ws://127.0.0.1:11")
QUICK = Config(
    relays=RelayConfig(read_timeout=3, answer_timeout=2, straggler_wait=1, close_timeout=1)
)


async def test_all_relays_dead_and_nothing_known_is_an_error_that_names_each(identity: Identity):
    async with MemoryStore(identity, list(DEAD)) as store:
        with pytest.raises(ReadFailedError) as caught:
            await store.recall("k")
        assert set(DEAD) == set(caught.value.per_relay)
        assert all(url in str(caught.value) for url in DEAD)
        for read in (store.recall_all, store.recent, store.persona_recall, store.persona_domains):
            with pytest.raises(ReadFailedError):
                await read()


async def test_a_file_that_never_saw_its_relays_does_not_say_none_either(
    identity: Identity, tmp_path: Path
):
    async with MemoryStore(identity, list(DEAD), path=tmp_path / "a.db") as store:
        await store.remember("mine", "here")
        assert (await store.recall("mine")).value == "here"
        with pytest.raises(ReadFailedError):
            await store.recall("other")


async def test_one_complete_relay_makes_absence_known(identity: Identity, relay: LocalRelay):
    async with MemoryStore(identity, [DEAD[0], relay.url]) as store:
        assert await store.recall("k") is None
        assert await store.recall_all() == []


async def test_once_known_absence_needs_no_relay(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.remember("k", "v")
        await store.sync()
    relay.stop()
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        assert await store.recall("nothing") is None
        assert (await store.recall("k")).value == "v"


async def test_a_store_without_relays_knows_what_it_does_not_have(identity: Identity):
    async with MemoryStore(identity) as store:
        assert await store.recall("k") is None


async def test_a_key_made_a_moment_ago_is_known_to_nobody(tmp_path: Path):
    async with MemoryStore(Identity.generate(), list(DEAD), path=tmp_path / "a.db") as store:
        assert await store.recall("k") is None


async def test_a_silent_relay_is_not_an_empty_one(identity: Identity):
    async with (
        RelayServer(QuirkRelay(Quirks(silent=True))) as silent,
        MemoryStore(identity, silent.url, config=QUICK) as store,
    ):
        with pytest.raises(ReadFailedError, match="127.0.0.1"):
            await store.recall("k")


async def test_a_silent_relay_delays_the_others_by_no_more_than_the_straggler_wait(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("k", "v")
    async with (
        RelayServer(QuirkRelay(Quirks(silent=True))) as silent,
        MemoryStore(
            identity, [silent.url, relay.url], path=tmp_path / "b.db", config=QUICK
        ) as store,
    ):
        assert (await store.recall("k")).value == "v"
        assert await store.recall("other") is None


async def test_an_empty_answer_to_a_stranger_proves_nothing(identity: Identity):
    """A relay that wants AUTH, and refuses ours, may hide everything."""
    quirks = Quirks(
        require_auth="read",
        challenge_on_connect=True,
        hides_auth_for_mixed_kinds=True,
        allowed_pubkeys=frozenset(("0" * 64,)),
    )
    async with (
        RelayServer(QuirkRelay(quirks)) as server,
        MemoryStore(identity, server.url, config=QUICK) as store,
    ):
        with pytest.raises(ReadFailedError):
            await store.recall("k")


async def test_a_store_without_a_file_raises_when_no_relay_takes_the_write(identity: Identity):
    async with MemoryStore(identity, list(DEAD), config=QUICK) as store:
        with pytest.raises(PublishFailedError) as caught:
            await store.remember("k", "v")
        assert set(DEAD) == set(caught.value.per_relay)
        assert isinstance(caught.value, ConnectionError)


async def test_a_store_without_a_file_raises_when_every_relay_refuses(identity: Identity):
    async with (
        RelayServer(QuirkRelay(Quirks(reject_all_with="blocked: not here"))) as server,
        MemoryStore(identity, server.url, config=QUICK) as store,
    ):
        with pytest.raises(PublishFailedError, match="not here"):
            await store.remember("k", "v")


async def test_the_newest_version_wins_over_a_stale_relay_which_is_then_repaired(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, path=tmp_path / "a.db") as store:
            await store.remember("k", "old")
            await store.sync()
        stale = QuirkRelay()
        stale.seed(relay.events)
        async with MemoryStore(identity, server.url, path=tmp_path / "a.db") as store:
            await store.remember("k", "new")
            await store.sync()
        async with RelayServer(stale) as old:
            async with MemoryStore(
                identity, [old.url, server.url], path=tmp_path / "b.db"
            ) as store:
                assert (await store.recall("k")).value == "new"
                assert (await store.sync()).is_complete
            async with MemoryStore(identity, old.url) as store:
                assert (await store.recall("k")).value == "new"


async def test_a_file_used_without_relays_does_not_know_what_relays_hold(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, path=tmp_path / "a.db") as local:
        assert await local.recall("k") is None
    async with MemoryStore(identity, relay.url) as elsewhere:
        await elsewhere.remember("k", "v")
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as both:
        assert (await both.recall("k")).value == "v"


async def test_a_new_key_used_by_two_stores_is_new_only_once(relay: LocalRelay):
    me = Identity.generate()
    async with MemoryStore(me, relay.url) as first:
        await first.remember("mood", "curious")
    async with MemoryStore(me, relay.url) as second:
        assert (await second.recall("mood")).value == "curious"


async def test_a_file_of_a_new_key_asks_relays_that_are_added_later(
    relay: LocalRelay, tmp_path: Path
):
    me = Identity.generate()
    async with MemoryStore(me, path=tmp_path / "a.db") as local:
        await local.remember("here", "1")
    async with MemoryStore(Identity.from_nsec(me.nsec), relay.url) as elsewhere:
        await elsewhere.remember("there", "2")
    again = Identity.from_nsec(me.nsec)
    async with MemoryStore(again, relay.url, path=tmp_path / "a.db") as both:
        assert (await both.recall("there")).value == "2"


async def test_a_relay_information_document_without_end_does_not_hold_the_store_up(
    identity: Identity,
):
    """The relay's HTTP answer comes drop by drop, for ever; its WebSocket works."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        try:
            if b"upgrade: websocket" in head.lower():
                near_reader, near = await asyncio.open_connection("127.0.0.1", port)
                near.write(head)
                await asyncio.gather(_pipe(reader, near), _pipe(near_reader, writer))
                return
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/nostr+json\r\n\r\n")
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
        except ConnectionError:
            pass
        finally:
            writer.close()

    quick = Config(relays=RelayConfig(information_timeout=0.5, read_timeout=5))
    async with RelayServer(QuirkRelay()) as behind:
        port = int(behind.url.rsplit(":", 1)[1])
        front = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"ws://127.0.0.1:{front.sockets[0].getsockname()[1]}"
        async with MemoryStore(identity, url, config=quick) as store:
            assert await store.recall("k") is None
        front.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()


async def test_a_relay_that_does_not_answer_is_waited_for_once_and_not_by_every_room(
    identity: Identity, tmp_path: Path
):
    calls = 0

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls
        calls += 1
        await reader.read()
        writer.close()

    config = Config(relays=RelayConfig(connect_timeout=1, read_timeout=5, close_timeout=0))
    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, MemoryStore(identity, url, path=tmp_path / "a.db", config=config) as store:
        for ask in (store.search("tea"), store.about("bo").lines(), store.persona_recall()):
            with pytest.raises(ReadFailedError):
                await ask
    # one for all rooms, and who waits in the background calls, too
    assert 1 <= calls <= 4
