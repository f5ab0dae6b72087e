"""What was believed when, and why it changed."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import (
    Config,
    DeviceConfig,
    Identity,
    MemoryStore,
    PersonaMemory,
    Ref,
    RelayConfig,
    TooLargeError,
    UnknownMemoryError,
)
from sense_memory.core.change import Amend
from sense_memory.testing import ManualClock

from .meeting import meet

CONFIG = Config(
    relays=RelayConfig(read_back_delay=0.1, close_timeout=2), devices=DeviceConfig(interval=60)
)
BOB = ("people", "facts", "bob")
ROOM = 39_900
"""Bytes of a value that leave little room beside it."""


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(float(int(time.time())))


@pytest.fixture
def store(identity: Identity, tmp_path: Path, clock: ManualClock) -> MemoryStore:
    return MemoryStore(identity, path=tmp_path / "a.db", clock=clock, config=CONFIG)


async def told(store: MemoryStore, name: str = "bob") -> list[tuple[str | None, str]]:
    return [(one.value, one.why) for one in await store.persona_history(name)]


async def test_what_was_written_over_is_told_with_its_times(store: MemoryStore, clock: ManualClock):
    began = clock.now()
    async with store:
        await store.persona_remember(*BOB, "likes tea", source="chat 1", confidence=0.5)
        clock.advance(100)
        await store.persona_pin("bob")
        clock.advance(100)
        await store.persona_remember(*BOB, "likes coffee", source="chat 2", confidence=1)
        clock.advance(100)
        await store.persona_remember(*BOB, "likes coffee")
        tea, coffee = await store.persona_history("people/facts/bob")
        device = store.status().device
    assert (tea.value, tea.since, tea.until) == ("likes tea", began, began + 200)
    assert (tea.why, tea.source, tea.confidence, tea.by) == ("replaced", "chat 1", 0.5, device)
    assert (coffee.since, coffee.until, coffee.why) == (began + 200, None, "")
    assert (coffee.source, coffee.name) == ("chat 2", "people/facts/bob")


async def test_it_is_no_use_of_a_memory_and_there_must_be_one(store: MemoryStore):
    async with store:
        await store.persona_remember(*BOB, "likes tea")
        await store.persona_history("bob")
        assert (await store.persona_recall("people"))[0].access_count == 0
        with pytest.raises(UnknownMemoryError):
            await store.persona_history("nobody")


async def test_what_superseded_what_is_followed_both_ways(store: MemoryStore, clock: ManualClock):
    async with store:
        for name, value in (("bob", "tea"), ("bob-2", "coffee"), ("bob-3", "water")):
            await store.persona_remember("people", "facts", name, value)
            clock.advance(10)
        await store.persona_remember("people", "beliefs", "drinks", "milk")
        await store.persona_contradict("bob", "bob-2")
        clock.advance(10)
        await store.persona_contradict("bob-2", "people/beliefs/drinks")
        all_of_it = await told(store, "bob-2")
        assert all_of_it == [
            ("tea", "superseded by people/facts/bob-2"),
            ("coffee", "superseded by people/beliefs/drinks"),
            ("milk", ""),
        ]
        assert await told(store, "drinks") == await told(store, "bob") == all_of_it
        bob, *_ = await store.persona_history("bob")
        assert bob.until == clock.now() - 10
        await store.persona_forget("people", "facts", "bob-2")
        # it is nobody's past any more
        assert await told(store, "bob") == [("tea", "")]
        assert await told(store, "drinks") == [("milk", "")]


async def test_memories_that_supersede_each_other_have_an_end(store: MemoryStore):
    async with store:
        await store.persona_remember(*BOB, "tea")
        await store.persona_remember("people", "facts", "eve", "coffee")
        await store.persona_contradict("bob", "eve")
        repository = await store._lifetime.opened()
        eve = Ref(PersonaMemory, "people/facts/eve")
        await repository.commit(Amend(eve, lambda old: replace(old, superseded_by="bob")))
        assert len(await told(store)) == 2


async def test_two_devices_keep_what_each_of_them_wrote_over(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with RelayServer(QuirkRelay(clock=clock.now)) as server:
        one, other = (
            MemoryStore(
                identity, server.url, path=tmp_path / f"{name}.db", clock=clock, config=CONFIG
            )
            for name in "ab"
        )
        async with one, other:
            await one.persona_remember(*BOB, "tea")
            await meet(one, other)
            await server.stop()
            clock.advance(10)
            await one.persona_remember(*BOB, "coffee")
            clock.advance(10)
            await other.persona_remember(*BOB, "water")
            await server.start()
            await meet(one, other)
            expected = [("tea", "replaced"), ("coffee", ""), ("water", "")]
            assert await told(one) == await told(other) == expected
            (conflict,) = await one.conflicts()
            clock.advance(10)
            await one.resolve(conflict, "water")
            await meet(one, other)
            decided = [("tea", "replaced"), ("coffee", "decided"), ("water", "")]
            assert await told(one) == await told(other) == decided


# S-3.5
async def test_rather_than_refuse_a_value_the_past_is_let_go(store: MemoryStore):
    async with store:
        for letter in "abc":
            await store.persona_remember(*BOB, letter * 1_000)
        assert len(await told(store)) == 3
        await store.persona_remember(*BOB, "x" * ROOM)
        values = [value for value, _ in await told(store)]
        assert values == ["x" * ROOM], "nothing else has room"
        with pytest.raises(TooLargeError):
            await store.persona_remember(*BOB, "x" * 42_000)
        await store.persona_remember(*BOB, "small again")
        assert [value for value, _ in await told(store)] == [None, "small again"]


async def test_what_fits_stays(store: MemoryStore):
    async with store:
        for letter in "abc":
            await store.persona_remember(*BOB, letter * 400)
        await store.persona_remember(*BOB, "x" * 39_700)
        values = [value for value, _ in await told(store)]
        assert values == ["c" * 400, "x" * 39_700]


async def test_a_theme_is_not_refused_for_the_sake_of_the_past(store: MemoryStore):
    async with store:
        await store.persona_remember(*BOB, "a" * 3_000)
        await store.persona_remember(*BOB, "x" * 36_800)
        assert len(await told(store)) == 2
        await store.persona_remember(*BOB, "x" * 36_800, ["t" * 1_500])
        assert len(await told(store)) == 1


async def test_values_of_two_devices_that_fit_without_their_past_stand_together(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with RelayServer(QuirkRelay(clock=clock.now)) as server:
        one, other = (
            MemoryStore(
                identity, server.url, path=tmp_path / f"{name}.db", clock=clock, config=CONFIG
            )
            for name in "ab"
        )
        async with one, other:
            await one.persona_remember(*BOB, "t" * 2_000)
            await meet(one, other)
            await server.stop()
            await one.persona_remember(*BOB, "c" * 18_500)
            clock.advance(10)
            await other.persona_remember(*BOB, "w" * 18_500)
            await server.start()
            await meet(one, other)
            values = [value and value[0] for value, _ in await told(one)]
            assert {"c", "w"} <= set(values)
            assert await told(one) == await told(other)
