"""vanish: one relay is asked to delete everything, and is used no more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nips import nip37
from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Identity, InputError, MemoryStore
from sense_memory.core.errors import UnreachableError
from sense_memory.io.profile import load_profile
from sense_memory.testing import ManualClock

from .shell import NOBODY, Home, at_a_terminal

pytestmark = pytest.mark.usefixtures("nearby")

HONEST = Quirks(vanish="erases", nip11_document=None)


async def test_everything_goes_and_nothing_follows(identity: Identity, tmp_path: Path):
    leaving, staying = QuirkRelay(HONEST), QuirkRelay()
    async with RelayServer(leaving) as left, RelayServer(staying) as kept:
        relays = [left.url, kept.url]
        path = tmp_path / "a.db"
        async with MemoryStore(identity, relays, path=path, addressing="blinded") as store:
            await store.remember("zone", "UTC")
            await store.remember("gone", "v")
            await store.forget("gone")
            await store.sync()
            done = await store.vanish(left.url, "moving house")
            assert (done.relay, done.accepted, done.is_gone) == (left.url, True, True)
            (request,) = [e for e in leaving.events if e.kind == 62]
            assert request.id == done.event_id
            assert (request.tags, request.content) == ((("relay", left.url),), "moving house")
            assert {event.kind for event in leaving.events} == {62}

            assert store.relay_urls == [kept.url]
            assert [relay.url for relay in store.status().relays] == [kept.url]
            sent = len(leaving.received("EVENT"))
            await store.remember("city", "Vancouver")
            await store.sync()
            assert len(leaving.received("EVENT")) == sent
            assert (await store.recall("zone")).value == "UTC"
        assert not [e for e in staying.events if e.kind == 62]
        async with MemoryStore(identity, kept.url) as elsewhere:
            assert (await elsewhere.recall("zone")).value == "UTC"


async def test_the_request_reaches_what_is_dated_ahead(identity: Identity, tmp_path: Path):
    relay = QuirkRelay(HONEST)
    clock = ManualClock(1_790_000_000)
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", clock=clock
        ) as store,
    ):
        for number in range(5):  # in one second: each is dated after the one before
            await store.remember("k", str(number))
        await store.sync()
        assert max(event.created_at for event in relay.events) > clock.now()
        assert (await store.vanish(server.url)).is_gone


async def test_a_refusal_changes_nothing(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", addressing="plain") as store,
    ):
        await store.remember("zone", "UTC")
        await store.sync()
        relay.quirks = Quirks(reject_all_with="blocked: kind 62 is not taken")
        done = await store.vanish(server.url)
        assert (done.accepted, done.is_gone) == (False, None)
        assert done.said == "blocked: kind 62 is not taken"
        relay.quirks = Quirks()
        await store.remember("city", "Vancouver")
        assert (await store.sync()).is_complete
        assert "sense-memory/city" in [event.d for event in relay.events if event.kind == 30078]


async def test_a_relay_that_takes_the_request_for_any_event(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """As nostr-sdk's does with a request that names it: stored, and nothing deleted."""
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain"
    ) as store:
        await store.remember("zone", "UTC")
        await store.sync()
        done = await store.vanish(relay.url)
        assert (done.accepted, done.is_gone) == (True, False)
        assert store.relay_urls == []


async def test_a_relay_that_bars_us_for_ever(identity: Identity, tmp_path: Path):
    relay = QuirkRelay(Quirks(vanish="bars", nip11_document=None))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", addressing="plain") as store,
    ):
        await store.remember("zone", "UTC")
        await store.sync()
        assert (await store.vanish(server.url)).is_gone
        await store.remember("zone", "America/Vancouver")  # here, and nowhere else
        assert (await store.recall("zone")).value == "America/Vancouver"


async def test_silence_counts_as_perhaps(identity: Identity, tmp_path: Path):
    from sense_memory import Config, RelayConfig

    relay = QuirkRelay(Quirks(silent=True))
    config = Config(relays=RelayConfig(ok_timeout=0.5))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, path=tmp_path / "a.db", addressing="plain", config=config) as store,
    ):
        done = await store.vanish(server.url)
    assert (done.accepted, done.is_gone) == (None, None)


async def test_a_relay_that_is_not_there(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, NOBODY, path=tmp_path / "a.db", addressing="plain") as store:
        with pytest.raises(UnreachableError):
            await store.vanish(NOBODY)
        assert [relay.url for relay in store.status().relays] == [NOBODY]


async def test_the_relay_is_named_exactly(identity: Identity):
    async with MemoryStore(identity, NOBODY, addressing="plain") as store:
        with pytest.raises(InputError, match="it is used here as"):
            await store.vanish(NOBODY + "/")
        with pytest.raises(InputError, match="must start with wss://"):
            await store.vanish("relay.example")
        with pytest.raises(InputError, match="whole store"):
            await store.scope("user:alice").vanish(NOBODY)


async def test_a_profile_forgets_the_relay_too(identity: Identity):
    relay = QuirkRelay(HONEST)
    async with RelayServer(relay) as server:
        identity.save(load_profile("default").key_file)
        async with MemoryStore.open("default", relays=[server.url, NOBODY]) as store:
            await store.vanish(server.url)
        assert load_profile("default").relays == (NOBODY,)


async def test_the_identitys_own_list_does_not_bring_it_back(identity: Identity):
    leaving, staying = QuirkRelay(HONEST), QuirkRelay()
    async with RelayServer(leaving) as left, RelayServer(staying) as kept:
        secret = SecretKey.from_hex(identity.private_key_hex)
        text = f'[["relay","{left.url}"]]'
        payload = encrypt(text, conversation_key(secret, secret.public_key))
        listing = UnsignedEvent(identity.public_key_hex, 1_790_000_000, nip37.KIND, payload, ())
        staying.seed([sign(listing, secret)])
        # a store without a file reads everything each time, the lists among it
        async with MemoryStore(identity, kept.url, addressing="plain") as store:
            await store.sync()
            assert left.url in [relay.url for relay in store.status().relays]
            assert (await store.vanish(left.url)).is_gone
            await store.remember("zone", "UTC")
            await store.sync()
            assert [relay.url for relay in store.status().relays] == [kept.url]
    assert {event.kind for event in leaving.events} == {62}


# ------------------------------------------------------------------------ from a shell


def test_the_command(home: Home, relays: Callable[[int], list[LocalRelay]]) -> None:
    one, two = relays(2)
    home.ok("init", "--relay", one.url, "--relay", two.url)
    home.ok("remember", "zone", "UTC")
    refused = home.run("vanish", one.url)
    assert refused.code == 2
    assert "say --yes" in refused.err
    near = home.run("vanish", one.url + "/", "--yes")
    assert (near.code, f"it is used here as {one.url}" in near.err) == (2, True)

    done = home.run("--json", "vanish", one.url, "--yes", "--reason", "moving house")
    assert done.json["accepted"] is True
    assert done.json["is_gone"] is False  # this relay takes it for any event
    assert done.code == 1
    assert "may refuse this identity for ever" in done.err
    assert f"not touched: this machine and {two.url}" in done.err
    assert [relay["url"] for relay in home.ok("--json", "relays", "list").jsonl] == [two.url]
    assert home.ok("recall", "zone").out == "UTC\n"


def test_the_url_is_typed(home: Home, relay: LocalRelay) -> None:
    home.ok("init", "--relay", relay.url)
    home.ok("remember", "zone", "UTC")
    shown, code = at_a_terminal(home, ["vanish", relay.url], "to go on: ", "yes\n")
    assert code == 1
    assert "nothing was sent" in shown
    assert [one["url"] for one in home.ok("--json", "relays", "list").jsonl] == [relay.url]
    shown, _ = at_a_terminal(home, ["vanish", relay.url], "to go on: ", f"{relay.url}\n")
    assert "everything will be on this machine alone" in shown
    assert home.ok("--json", "relays", "list").out == ""
    back = home.run("relays", "add", relay.url)
    assert back.code == 1
    assert "it may refuse everything" in back.err
    home.ok("relays", "add", relay.url, "--yes")


def test_nobody_is_there(home: Home) -> None:
    home.ok("init", "--relay", NOBODY)
    run = home.run("vanish", NOBODY, "--yes")
    assert run.code == 1
    assert "no connection" in run.err
    assert [one["url"] for one in home.ok("--json", "relays", "list").jsonl] == [NOBODY]
