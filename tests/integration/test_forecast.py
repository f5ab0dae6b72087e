"""What will become of memories that nobody uses: the dates come true, and looking changes none."""

import pytest

from sense_memory import Identity, InputError, InvalidKeyError, MemoryStore
from sense_memory.testing import ManualClock

DAY = 86_400.0
BOB = ("people", "facts", "bob")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1_800_000_000)


async def days_of(
    store: MemoryStore, clock: ManualClock, days: float = 400
) -> list[tuple[str, str, float]]:
    """Key, state and days from now of every change to come."""
    found = await store.persona_forecast(days)
    return [(each.key, each.state, round((each.at - clock.now()) / DAY, 2)) for each in found]


async def test_the_design_s_times(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        assert await store.persona_forecast() == []
        await store.persona_remember(*BOB, "likes tea")
        assert await days_of(store, clock) == [
            ("bob", "fading", 52.11),
            ("bob", "forgotten", 99.66),
            ("bob", "dissolved", 199.32),
            ("bob", "deleted", 229.32),
        ]
        assert await store.persona_forecast() == []
        (change,) = await store.persona_forecast(60)
        assert (change.name, change.relevance) == ("people/facts/bob", 1.0)
        clock.advance(100 * DAY)
        assert await days_of(store, clock, 100) == [("bob", "dissolved", 99.32)]
        clock.advance(150 * DAY)
        assert await days_of(store, clock, 1) == [("bob", "deleted", -20.68)]


async def test_every_date_comes_true(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember(*BOB, "likes tea", halflife_days=7)
        await store.persona_remember("people", "facts", "ada", "knows C", connections=["bob"])
        await store.persona_remember("people", "facts", "eve", "listens")
        await store.persona_contradict("bob", "eve")
        states = [one for one in await store.persona_forecast(500) if one.state != "deleted"]
        assert len(states) == 9
        assert [change.at for change in states] == sorted(change.at for change in states)
        for change in states:
            clock.advance(change.at - 1 - clock.now())
            assert await state_of(store, change.key) != change.state
            clock.advance(2)
            assert await state_of(store, change.key) == change.state


async def state_of(store: MemoryStore, key: str) -> str:
    (state,) = [one.state for one in await store.persona_recall("people") if one.key == key]
    return state


async def test_looking_changes_nothing_and_a_use_everything(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember(*BOB, "likes tea")
        clock.advance(10 * DAY)
        first = await days_of(store, clock)
        assert first == await days_of(store, clock)
        assert first[0] == ("bob", "fading", 42.11)
        await store.persona_recall(*BOB)
        assert (await days_of(store, clock))[0] == ("bob", "fading", 52.11)


async def test_a_contradiction_added_to_an_old_memory_does_not_let_it_go_at_once(
    identity: Identity, clock: ManualClock
):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember(*BOB, "likes tea")
        clock.advance(190 * DAY)
        await store.persona_remember("people", "facts", "bob-now", "likes coffee")
        await store.persona_contradict("bob", "bob-now")
        (deleted,) = [one for one in await days_of(store, clock) if one[:2] == ("bob", "deleted")]
        assert deleted[2] == 30.0


async def test_key_value_memories_do_not_fade(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.remember("zone", "UTC")
        assert await store.persona_forecast(1_000, domain="flat") == []
        clock.advance(1_000 * 86_400)  # nobody counts its uses, so nothing could keep it
        (zone,) = await store.persona_search("zone")
        assert (zone.state, zone.value) == ("active", "UTC")


async def test_only_one_domain(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember(*BOB, "likes tea")
        await store.persona_remember("world", "facts", "sky", "is blue")
        found = await store.persona_forecast(60, domain="world")
        assert [one.name for one in found] == ["world/facts/sky"]
        with pytest.raises(InvalidKeyError, match="Domain"):
            await store.persona_forecast(domain="a/b")


@pytest.mark.parametrize("days", [0, -1, 36_501, float("nan"), float("inf"), True, "30", None])
async def test_days_that_are_none_are_refused(identity: Identity, days: float):
    async with MemoryStore(identity) as store:
        with pytest.raises(InputError, match="days"):
            await store.persona_forecast(days)
