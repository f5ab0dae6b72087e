"""What names a forgotten memory names it no more, whichever of the two was heard of first."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock

from .meeting import meet, standing, texts

AT_ONCE = Config(relays=RelayConfig(read_back_delay=0))
"""A tombstone is deleted as soon as it stands: when all is quiet, that is behind."""

SECRET = "vergels-secret"
"""The key of the memory that is forgotten: no other memory may name it afterwards."""
NAME = f"people/facts/{SECRET}"

Device = Callable[[], MemoryStore]
"""Opens one device's file."""


async def remember_all(store: MemoryStore) -> None:
    await store.persona_remember("people", "facts", SECRET, "something")
    await store.persona_remember("people", "facts", "near", "in the same facet")
    await store.persona_remember("projects", "decisions", "far", "in another domain")


async def named_in(store: MemoryStore) -> list[str]:
    """The memories that name the forgotten one."""
    return [m.key for m in await store.persona_recall() if SECRET in repr(m)]


async def test_a_memory_that_is_forgotten_is_named_no_more(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await remember_all(store)
        await store.persona_connect(SECRET, "near")
        await store.persona_contradict("far", SECRET)
        await store.persona_connect("near", "far")
        assert sorted(await named_in(store)) == ["far", "near", SECRET]
        event_id = await store.persona_forget("people", "facts", SECRET)
        assert len(event_id) == 64
        near, far = await store.persona_recall()
    assert (near.connections, near.value) == (("projects/decisions/far",), "in the same facet")
    assert (far.connections, far.contradicts, far.superseded_by) == (
        ("people/facts/near",),
        (),
        None,
    )


async def test_it_stays_so_when_it_is_remembered_again(identity: Identity, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await remember_all(store)
        await store.persona_connect(SECRET, "near")
    async with MemoryStore(identity, path=path) as store:
        await store.persona_forget("people", "facts", SECRET)
        await store.persona_remember("people", "facts", SECRET, "something else")
        assert await named_in(store) == [SECRET]
        await store.persona_connect(SECRET, "far")
        assert sorted(await named_in(store)) == ["far", SECRET]
        await store.persona_forget("people", "facts", SECRET)
        assert await named_in(store) == []


async def test_no_other_scope_is_touched(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        alice, bob = store.scope("user:alice"), store.scope("user:bob")
        for scope in (store, alice, bob):
            await remember_all(scope)
            await scope.persona_connect(SECRET, "near")
        await alice.persona_forget("people", "facts", SECRET)
        assert await named_in(alice) == []
        assert sorted(await named_in(store)) == sorted(await named_in(bob)) == ["near", SECRET]


async def test_what_is_written_in_another_scope_meanwhile_keeps_nobody_from_forgetting(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        alice, bob = store.scope("user:alice"), store.scope("user:bob")
        for scope in (alice, bob):
            await remember_all(scope)
            await scope.persona_connect(SECRET, "near")
        # who names it is looked for while the other scope changes
        await asyncio.gather(
            alice.persona_forget("people", "facts", SECRET), bob.persona_connect(SECRET, "far")
        )
        assert await named_in(alice) == []
        assert sorted(await named_in(bob)) == ["far", "near", SECRET]


async def test_key_value_memories_of_the_same_name_are_something_else(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await remember_all(store)
        await store.persona_connect(SECRET, "near")
        await store.remember(SECRET, "a value")
        await store.forget(SECRET)
        assert sorted(await named_in(store)) == ["near", SECRET]


# ------------------------------------------------------------------------- two devices


@pytest.fixture
async def devices(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> tuple[list[Device], list[Device]]:
    """Two devices that know the same, opened without the relay, and with it."""
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="plain") as first:
        await remember_all(first)
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    return (
        [partial(MemoryStore, identity, path=path) for path in paths],
        [partial(MemoryStore, identity, relay.url, path=path, config=AT_ONCE) for path in paths],
    )


async def nothing_is_left(
    identity: Identity, relay: LocalRelay, online: list[Device], first: int
) -> None:
    """Let both devices meet, one of them first, and look everywhere."""
    order = [online[first], online[1 - first]]
    async with order[0]() as store:
        await store.sync()
    async with order[0]() as one, order[1]() as other:
        await meet(one, other)
        for store in (one, other):
            assert await named_in(store) == []
            assert {m.key for m in await store.persona_recall()} == {"near", "far"}
        assert [text for text in await texts(relay.url, identity) if SECRET in text] == []
        settled = await standing(relay.url, identity)
        for store in (one, other, one, other):
            await store.sync()
        await asyncio.sleep(0.5)
        assert await standing(relay.url, identity) == settled, "somebody went on publishing"
        await one.persona_remember("people", "facts", "near", "more of it")
        await meet(one, other)
        assert await named_in(other) == []


@pytest.mark.parametrize("first", [0, 1], ids=["the forgetting", "the link"])
@pytest.mark.parametrize("how", ["connect", "contradict", "remember"])
async def test_a_link_made_apart_to_what_is_forgotten_goes_when_they_meet(
    identity: Identity,
    relay: LocalRelay,
    devices: tuple[list[Device], list[Device]],
    first: int,
    how: str,
) -> None:
    offline, online = devices
    async with offline[0]() as store:
        await store.persona_forget("people", "facts", SECRET)
    async with offline[1]() as store:
        if how == "connect":
            await store.persona_connect("near", SECRET)
            await store.persona_connect("far", SECRET)
        elif how == "contradict":
            await store.persona_contradict("near", SECRET)
            await store.persona_contradict("far", SECRET)
        else:
            await store.persona_remember("people", "facts", "near", "changed", None, [SECRET])
            await store.persona_remember("projects", "decisions", "far", "changed", None, [NAME])
        assert len(await named_in(store)) == 3
    await nothing_is_left(identity, relay, online, first)


@pytest.mark.parametrize("mender", [0, 1], ids=["who forgot", "who linked"])
async def test_one_device_alone_mends_it(
    identity: Identity,
    relay: LocalRelay,
    devices: tuple[list[Device], list[Device]],
    mender: int,
) -> None:
    """The other one has said its word and is gone; and this one was started anew meanwhile."""
    offline, online = devices
    async with offline[0]() as store:
        await store.persona_forget("people", "facts", SECRET)
    async with offline[1]() as store:
        await store.persona_connect("near", SECRET)
        await store.persona_contradict("far", SECRET)
    async with online[1 - mender]() as store:
        await store.sync()
    async with online[mender]() as store:
        await store.sync()
        assert await named_in(store) == []
        await store.sync()
        assert [text for text in await texts(relay.url, identity) if SECRET in text] == []


async def test_two_devices_that_unlink_at_once_agree(
    identity: Identity,
    relay: LocalRelay,
    devices: tuple[list[Device], list[Device]],
    tmp_path: Path,
) -> None:
    """Both knew the link, and both forgot what it led to."""
    offline, online = devices
    async with online[0]() as one, online[1]() as other:
        await one.persona_connect("near", SECRET)
        await one.persona_contradict("far", SECRET)
        await meet(one, other)
    async with offline[0]() as store:
        await store.persona_forget("people", "facts", SECRET)
    later = ManualClock(time.time() + 5)
    async with MemoryStore(identity, path=tmp_path / "b.db", clock=later) as store:
        await store.persona_forget("people", "facts", SECRET)
    await nothing_is_left(identity, relay, online, 0)


async def test_the_words_of_two_devices_about_the_forgotten_one_both_go(
    identity: Identity, relay: LocalRelay, devices: tuple[list[Device], list[Device]]
) -> None:
    """What one of them said last hides the other's word, which must go all the same."""
    offline, online = devices
    async with offline[0]() as store:
        await store.persona_contradict("far", SECRET)
    async with offline[1]() as store:
        await store.persona_contradict("far", "near")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        await one.persona_forget("people", "facts", SECRET)
        await meet(one, other)
        (far,) = await other.persona_recall("projects")
        assert (far.contradicts, far.superseded_by) == (("people/facts/near",), "people/facts/near")
    await nothing_is_left(identity, relay, online, 1)


async def test_a_new_device_that_hears_the_link_last(
    identity: Identity, relay: LocalRelay, relays: Callable[[int], list[LocalRelay]], tmp_path: Path
) -> None:
    """One relay knows the forgetting, another one the link; who reads both unlinks."""
    (other_relay,) = relays(1)
    path = tmp_path / "a.db"
    both = [relay.url, other_relay.url]
    async with MemoryStore(identity, both, path=path, addressing="plain") as store:
        await remember_all(store)
        await store.persona_connect(SECRET, "near")
        await store.sync()
    other_relay.stop()
    async with MemoryStore(identity, relay.url, path=path) as store:
        await store.persona_forget("people", "facts", SECRET)
        await store.sync()
    other_relay.start()
    async with MemoryStore(identity, other_relay.url, path=tmp_path / "b.db") as store:
        await store.sync()
    async with MemoryStore(identity, both, path=tmp_path / "b.db") as store:
        await store.sync()
        assert await named_in(store) == []
    async with MemoryStore(identity, other_relay.url) as store:
        assert await named_in(store) == []


# ---------------------------------------------------------------------- two processes


@pytest.mark.parametrize("links_first", [True, False])
async def test_what_another_process_does_counts_too(
    identity: Identity, tmp_path: Path, links_first: bool
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await remember_all(store)
        await twin.persona_recall()
        if links_first:
            await twin.persona_connect(SECRET, "near")
            await store.persona_forget("people", "facts", SECRET)
        else:
            await store.persona_forget("people", "facts", "far")
            await twin.persona_connect(SECRET, "near")
            await store.persona_forget("people", "facts", SECRET)
        assert await named_in(twin) == await named_in(store) == []


async def test_forgetting_and_linking_at_the_same_time(identity: Identity, tmp_path: Path) -> None:
    """Whichever comes first, in this process or in another one, nothing names what is gone."""
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        for turn in range(12):
            writer = twin if turn % 2 else store
            await remember_all(store)
            await asyncio.gather(
                store.persona_forget("people", "facts", SECRET),
                *(
                    # each names it from one side only, so that only the rule can find it
                    writer.persona_remember(
                        "world", "facts", f"{turn}-{i}", "v", None, [NAME] if i % 2 else None
                    )
                    for i in range(6)
                ),
                return_exceptions=True,
            )
            # each takes in what the other one did, and mends what it finds
            await twin.persona_recall()
            await store.persona_recall()
            assert await named_in(store) == await named_in(twin) == []
            assert SECRET not in {m.key for m in await store.persona_recall()}


async def test_a_file_that_was_linked_by_a_process_long_gone(
    identity: Identity, tmp_path: Path
) -> None:
    """Who names what is read from the file when it is first needed."""
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await remember_all(store)
        await store.persona_connect(SECRET, "far")
    async with MemoryStore(identity, path=path) as store:
        await store.persona_forget("people", "facts", SECRET)
    async with MemoryStore(identity, path=path) as store:
        assert await named_in(store) == []
