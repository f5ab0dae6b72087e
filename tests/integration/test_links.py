"""Connecting, contradicting, and taking it back; here and on two devices at once."""

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    AmbiguousKeyError,
    Identity,
    InputError,
    InvalidKeyError,
    MemoryStore,
    PersonaMemory,
    UnknownMemoryError,
)
from sense_memory.testing import ManualClock

from .meeting import meet

NOW = 1_800_000_000
DAY = 86_400


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


async def memory(store: MemoryStore, name: str) -> PersonaMemory:
    """One memory, looked at without using it."""
    return next(m for m in await store.persona_recall() if f"{m.domain}/{m.facet}/{m.key}" == name)


async def three(store: MemoryStore) -> None:
    await store.persona_remember("people", "facts", "tea", "likes tea")
    await store.persona_remember("people", "facts", "coffee", "likes coffee")
    await store.persona_remember("projects", "decisions", "site", "static")


async def test_connecting_links_both_ways_and_reinforces(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await three(store)
        clock.advance(DAY)
        await store.persona_connect("tea", "coffee")
        await store.persona_connect("projects/decisions/site", "tea")
        tea, site = [
            await memory(store, n) for n in ("people/facts/tea", "projects/decisions/site")
        ]
        coffee = await memory(store, "people/facts/coffee")
    assert tea.connections == ("coffee", "projects/decisions/site")
    assert (coffee.connections, site.connections) == (("tea",), ("people/facts/tea",))
    assert tea.last_reinforced == coffee.last_reinforced == site.last_reinforced == NOW + DAY
    assert tea.last_accessed == NOW, "to be named is not to be used"
    assert tea.current_relevance(NOW) == pytest.approx(1.2)


async def test_disconnecting_takes_it_back(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await three(store)
        await store.persona_connect("tea", "coffee")
        await store.persona_connect("tea", "site")
        await store.persona_disconnect("coffee", "people/facts/tea")
        assert (await memory(store, "people/facts/tea")).connections == ("projects/decisions/site",)
        assert (await memory(store, "people/facts/coffee")).connections == ()
        await store.persona_disconnect("coffee", "tea")


async def test_the_old_is_superseded_and_the_new_begins_at_full_relevance(
    identity: Identity, clock: ManualClock
) -> None:
    async with MemoryStore(identity, clock=clock) as store:
        await three(store)
        clock.advance(30 * DAY)
        await store.persona_contradict("tea", "coffee")
        old, new = [await memory(store, f"people/facts/{key}") for key in ("tea", "coffee")]
        assert (old.contradicts, old.superseded_by) == (("coffee",), "coffee")
        assert (new.contradicts, new.superseded_by) == ((), None)
        assert old.current_relevance(clock.now()) == pytest.approx(0.5 * 0.5**4)
        assert new.current_relevance(clock.now()) == 1.0
        assert new.last_reinforced == clock.now()

        await store.persona_reconcile("tea", "coffee")
        old = await memory(store, "people/facts/tea")
        assert (old.contradicts, old.superseded_by) == ((), None)
        assert old.current_relevance(clock.now()) == pytest.approx(0.5), "as if it had never been"


async def test_a_second_word_the_other_way_round_replaces_the_first(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await three(store)
        await store.persona_contradict("tea", "coffee")
        await store.persona_contradict("coffee", "tea")
        tea, coffee = [await memory(store, f"people/facts/{key}") for key in ("tea", "coffee")]
    assert (tea.contradicts, tea.superseded_by) == ((), None)
    assert (coffee.contradicts, coffee.superseded_by) == (("tea",), "tea")


async def test_reconciling_with_one_leaves_what_another_contradicts(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await three(store)
        await store.persona_contradict("tea", "coffee")
        await store.persona_contradict("tea", "site")
        await store.persona_reconcile("tea", "coffee")
        tea = await memory(store, "people/facts/tea")
    site = "projects/decisions/site"
    assert (tea.contradicts, tea.superseded_by) == ((site,), site)


Method = Callable[[MemoryStore, str, str], Coroutine[Any, Any, None]]
METHODS: list[Method] = [
    MemoryStore.persona_connect,
    MemoryStore.persona_disconnect,
    MemoryStore.persona_contradict,
    MemoryStore.persona_reconcile,
]


@pytest.mark.parametrize("join", METHODS)
async def test_names_that_mean_no_one_memory(identity: Identity, join: Method) -> None:
    async with MemoryStore(identity) as store:
        await three(store)
        await store.persona_remember("projects", "facts", "tea", "a tea shop")
        await store.remember("flat", "value")
        with pytest.raises(AmbiguousKeyError, match="people/facts/tea, projects/facts/tea") as many:
            await join(store, "coffee", "tea")
        assert many.value.candidates == ("people/facts/tea", "projects/facts/tea")
        for unknown in ("ghost", "people/facts/ghost", "flat"):
            with pytest.raises(UnknownMemoryError, match=f"there is no memory {unknown}"):
                await join(store, "coffee", unknown)
        for wrong in ("people/tea", "a/b/c/d", "", "flat/facts/flat", "../x", 5):
            with pytest.raises(InvalidKeyError):
                await join(store, "coffee", wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="twice"):
            await join(store, "coffee", "people/facts/coffee")
        everything = await store.persona_recall()
    assert all(m.connections == m.contradicts == () for m in everything)


async def test_a_bare_key_is_looked_for_in_its_scope(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await three(store)
        alice = store.scope("user:alice")
        await alice.persona_remember("people", "facts", "tea", "likes tea")
        with pytest.raises(UnknownMemoryError):
            await alice.persona_connect("tea", "coffee")
        with pytest.raises(UnknownMemoryError):
            await alice.persona_connect("people/facts/tea", "people/facts/coffee")
        await store.persona_connect("tea", "coffee")
        assert (await memory(alice, "people/facts/tea")).connections == ()


async def test_names_are_one_however_they_were_typed(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "caf\u00e9", "1")
        await store.persona_remember("people", "facts", "tea", "2")
        await store.persona_connect("cafe\u0301", "tea")
        assert (await memory(store, "people/facts/tea")).connections == ("caf\u00e9",)
        await store.persona_forget("people", "facts", "cafe\u0301")
        assert (await memory(store, "people/facts/tea")).connections == ()


async def test_a_key_written_by_another_process_is_known(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await three(store)
        with pytest.raises(UnknownMemoryError):
            await store.persona_connect("tea", "milk")
        await twin.persona_remember("people", "facts", "milk", "likes milk")
        await store.persona_connect("tea", "milk")
        assert (await memory(twin, "people/facts/milk")).connections == ("tea",)


# ------------------------------------------------------------------------- two devices


@pytest.fixture
async def apart(identity: Identity, relay: LocalRelay, tmp_path: Path) -> Any:
    """Two devices that know the same three memories and do not hear of each other."""
    paths = [tmp_path / "a.db", tmp_path / "b.db"]
    async with MemoryStore(identity, relay.url, path=paths[0], addressing="plain") as first:
        await three(first)
        await first.persona_connect("tea", "coffee")
        await first.sync()
    async with MemoryStore(identity, relay.url, path=paths[1]) as second:
        await second.sync()
    return [partial(MemoryStore, identity, path=path) for path in paths], [
        partial(MemoryStore, identity, relay.url, path=path) for path in paths
    ]


async def test_links_made_apart_are_both_kept(apart: Any) -> None:
    (first, second), online = apart
    async with first() as store:
        await store.persona_connect("coffee", "site")
    async with second() as store:
        await store.persona_connect("tea", "site")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        for store in (one, other):
            site = await memory(store, "projects/decisions/site")
            assert site.connections == ("people/facts/coffee", "people/facts/tea")


async def test_of_a_link_made_and_one_taken_away_the_making_counts(apart: Any) -> None:
    (first, second), online = apart
    async with first() as store:
        await store.persona_disconnect("tea", "coffee")
    async with second() as store:
        await store.persona_connect("coffee", "tea")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        for store in (one, other):
            assert (await memory(store, "people/facts/tea")).connections == ("coffee",)
            assert (await memory(store, "people/facts/coffee")).connections == ("tea",)


async def test_a_link_that_nobody_makes_anew_is_gone_everywhere(apart: Any) -> None:
    (first, second), online = apart
    async with first() as store:
        await store.persona_disconnect("tea", "coffee")
    async with second() as store:
        await store.persona_remember("people", "facts", "tea", "likes green tea")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        for store in (one, other):
            tea = await memory(store, "people/facts/tea")
            assert (tea.value, tea.connections) == ("likes green tea", ())


async def test_taking_a_link_away_or_making_one_keeps_no_forgotten_memory_alive(
    apart: Any,
) -> None:
    (first, second), online = apart
    async with first() as store:
        await store.persona_forget("people", "facts", "tea")
        await store.persona_forget("projects", "decisions", "site")
    async with second() as store:
        await store.persona_disconnect("tea", "coffee")
        await store.persona_contradict("site", "coffee")
        await store.persona_connect("site", "coffee")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        for store in (one, other):
            (left,) = await store.persona_recall()
            assert (left.key, left.connections) == ("coffee", ())


async def test_what_one_says_and_another_takes_back_stands_where_it_is_said_anew(
    apart: Any,
) -> None:
    (first, second), online = apart
    async with first() as store:
        await store.persona_contradict("tea", "coffee")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
    async with first() as store:
        await store.persona_reconcile("tea", "coffee")
    async with second() as store:
        await store.persona_contradict("tea", "coffee")
    async with online[0]() as one, online[1]() as other:
        await meet(one, other)
        for store in (one, other):
            tea = await memory(store, "people/facts/tea")
            assert (tea.contradicts, tea.superseded_by) == (("coffee",), "coffee")
