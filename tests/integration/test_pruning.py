"""Letting go: what dissolved thirty days ago goes, unless somebody may have had to do with it."""

import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import (
    Config,
    DeviceConfig,
    Identity,
    InputError,
    Insight,
    MemoryStore,
    PersonaMemory,
    PrunePlan,
    Ref,
    RelayConfig,
    UnknownMemoryError,
)
from sense_memory.core.change import Forget
from sense_memory.testing import ManualClock

DAY = 86_400.0
BOB = ("people", "facts", "bob")
EVE = ("people", "facts", "eve")
CONFIG = Config(relays=RelayConfig(read_back_delay=0.1, close_timeout=2))


class Desk:
    """One machine: its file; all of them share a clock."""

    def __init__(
        self, name: str, identity: Identity, folder: Path, clock: ManualClock, *relays: str
    ) -> None:
        self.path = folder / f"{name}.db"
        self.clock = clock
        self._identity, self._relays = identity, list(relays) or None
        self._config = replace(CONFIG, devices=DeviceConfig(name=name, interval=60))

    def store(self, *, with_relays: bool = True) -> MemoryStore:
        return MemoryStore(
            self._identity,
            self._relays if with_relays else None,
            path=self.path,
            clock=self.clock,
            config=self._config,
            addressing="plain",
        )

    async def sync(self) -> None:
        """Say hello: read the relays, and tell the others."""
        async with self.store() as store:
            await store.sync()

    async def remember(self, *names: tuple[str, str, str], value: str = "likes tea") -> None:
        async with self.store() as store:
            await store.persona_remember_many([Insight(*name, value) for name in names])
            await store.sync()

    async def plan(self) -> PrunePlan:
        async with self.store() as store:
            await store.sync()
            return await store.prune_plan()

    async def prune(self) -> int:
        async with self.store() as store:
            await store.sync()
            count = await store.persona_prune()
            await store.sync()
            return count

    async def known(self) -> list[PersonaMemory]:
        """All memories, none of which is used thereby."""
        async with self.store() as store:
            await store.sync()
            return await store.persona_recall()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(time.time() - 400 * DAY)


@pytest.fixture
def desk(identity: Identity, tmp_path: Path, clock: ManualClock) -> Desk:
    """A machine without relays."""
    return Desk("a", identity, tmp_path, clock)


@asynccontextmanager
async def around(
    identity: Identity, folder: Path, clock: ManualClock, names: str = "ab"
) -> AsyncIterator[tuple[QuirkRelay, list[Desk]]]:
    """Some machines and their relay, which says what time it is: so time may jump here."""
    relay = QuirkRelay(clock=clock.now)
    async with RelayServer(relay) as server:
        yield relay, [Desk(name, identity, folder, clock, server.url) for name in names]


async def pass_days(clock: ManualClock, days: float, *desks: Desk) -> None:
    """Let time pass in which machines are in use: a clock that runs on is no clock that jumps."""
    while days > 0:
        clock.advance(min(days, 6.0) * DAY)
        days -= 6.0
        for desk in desks:
            async with desk.store(with_relays=False) as store:
                await store.remember("diary", str(clock.now()))


# ------------------------------------------------------------------------- one machine


async def test_it_goes_after_229_days_and_not_before(desk: Desk, clock: ManualClock):
    await desk.remember(BOB)
    await pass_days(clock, 229.3, desk)
    before = await desk.plan()
    assert (before.dissolved, before.deletes, before.waiting) == (1, (), 0)
    (bob,) = before.memories
    assert bob.deletes_at == pytest.approx(clock.now() + 0.0157 * DAY, abs=100)
    assert await desk.prune() == 1  # its state is another one than when it was written
    assert [memory.key for memory in await desk.known()][-1:] == ["diary"]
    assert len(await desk.known()) == 2
    clock.advance(0.02 * DAY)
    assert (await desk.plan()).deletes == ("people/facts/bob",)
    assert await desk.prune() == 1
    assert [memory.key for memory in await desk.known()] == ["diary"]
    assert await desk.prune() == 0


async def test_states_are_counted_once_and_nothing_is_written_for_them(
    desk: Desk, clock: ManualClock
):
    await desk.remember(BOB, EVE)
    async with desk.store() as store:
        await store.persona_pin("eve")
    seen = []
    for days in (10, 50, 50, 50):
        await pass_days(clock, days, desk)
        async with desk.store() as store:
            before = await store.fingerprint()
            plan = await store.prune_plan()
            seen.append((plan.active, plan.fading, plan.forgotten, plan.changed))
            assert await store.persona_prune() == plan.changed
            assert await store.persona_prune() == 0
            assert await store.fingerprint() == before
    assert seen == [(2, 0, 0, 0), (1, 1, 0, 1), (1, 0, 1, 1), (1, 0, 1, 0)]


async def test_a_memory_that_is_used_pinned_or_due_stays(desk: Desk, clock: ManualClock):
    await desk.remember(BOB, EVE, ("people", "facts", "used"), ("people", "facts", "gone"))
    async with desk.store() as store:
        await store.persona_pin("bob")
        await store.persona_due("eve", clock.now() + 365 * DAY)
    for _ in range(2):
        await pass_days(clock, 150, desk)
        async with desk.store() as store:
            await store.persona_recall("people", "facts", "used")
    await desk.prune()
    assert {memory.key for memory in await desk.known()} == {"bob", "eve", "used", "diary"}
    states = {memory.key: memory.state for memory in await desk.known()}
    assert (states["bob"], states["eve"]) == ("active", "active")


async def test_what_is_held_no_more_fades_from_then_on(desk: Desk, clock: ManualClock):
    await desk.remember(BOB, EVE)
    async with desk.store() as store:
        await store.persona_pin("bob")
        await store.persona_due("eve", clock.now() + 365 * DAY)
    clock.advance(300 * DAY)
    async with desk.store() as store:
        await store.persona_unpin("bob")
        await store.persona_due("eve", None)
        first = await store.fingerprint()
        await store.persona_unpin("bob")
        assert await store.fingerprint() == first, "it says nothing new"
    clock.advance(30 * DAY)
    for memory in await desk.known():
        assert memory.current_relevance(clock.now()) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("at", [float("nan"), float("inf"), True, "soon", -1.0, 2.0**40])
async def test_a_date_is_a_date(desk: Desk, at: Any):
    async with desk.store() as store:
        await store.persona_remember(*BOB, "likes tea")
        with pytest.raises(InputError, match="due_at"):
            await store.persona_due("bob", at)
        with pytest.raises(InputError, match="due_at"):
            await store.persona_remember(*BOB, "likes tea", due_at=at)


async def test_a_date_that_has_passed_is_refused(desk: Desk, clock: ManualClock):
    no_bool: Any = 1
    async with desk.store() as store:
        await store.persona_remember(*BOB, "likes tea")
        for at in (clock.now(), clock.now() - DAY):
            with pytest.raises(InputError, match="has passed"):
                await store.persona_due("bob", at)
            with pytest.raises(InputError, match="has passed"):
                await store.persona_remember(*BOB, "likes tea", due_at=at)
        with pytest.raises(InputError, match="pinned"):
            await store.persona_remember(*BOB, "likes tea", pinned=no_bool)
        with pytest.raises(UnknownMemoryError):
            await store.persona_pin("nobody")


async def test_looking_at_it_keeps_nothing_alive(desk: Desk, clock: ManualClock):
    await desk.remember(BOB)
    for _ in range(8):
        await pass_days(clock, 29, desk)
        async with desk.store() as store:
            await store.persona_recall("people")
            await store.persona_search("bob tea", states=("active", "fading", "forgotten"))
            await store.persona_compress()
            await store.persona_introspect()
            await store.persona_history("bob")
            await store.prune_plan()
            await store.persona_stats()
    assert (await desk.plan()).deletes == ("people/facts/bob",)


async def test_an_exact_recall_revives_what_is_not_gone_yet(desk: Desk, clock: ManualClock):
    await desk.remember(BOB)
    await pass_days(clock, 228, desk)
    async with desk.store() as store:
        (found,) = await store.persona_recall(*BOB)
        assert found.state == "dissolved"
        assert (await store.persona_recall("people"))[0].state == "active"
    await pass_days(clock, 2, desk)
    assert await desk.prune() == 0
    bob = next(memory for memory in await desk.known() if memory.key == "bob")
    assert (bob.access_count, bob.state) == (1, "active")


async def test_a_contradiction_deletes_nothing_at_once(desk: Desk, clock: ManualClock):
    await desk.remember(BOB, EVE)
    await pass_days(clock, 195, desk)
    async with desk.store() as store:
        await store.persona_contradict("bob", "eve")
    assert (await desk.plan()).dissolved == 1
    await pass_days(clock, 29.9, desk)
    assert (await desk.plan()).deletes == ()
    await pass_days(clock, 0.2, desk)
    assert (await desk.plan()).deletes == ("people/facts/bob",)


async def test_what_named_it_names_it_no_more(desk: Desk, clock: ManualClock):
    await desk.remember(BOB, EVE)
    async with desk.store() as store:
        await store.persona_connect("bob", "eve")
        await store.persona_pin("eve")
    await pass_days(clock, 240, desk)
    await desk.prune()
    async with desk.store() as store:
        (eve,) = await store.persona_recall(*EVE)
        assert eve.connections == ()
        assert await store.persona_search("bob") == []


async def test_fifty_go_at_a_time_the_oldest_first(desk: Desk, clock: ManualClock):
    async with desk.store() as store:
        for part in range(2):
            await store.persona_remember_many(
                Insight("people", "facts", f"k{part}-{n:02}", "v") for n in range(40)
            )
            clock.advance(DAY)
    await pass_days(clock, 240, desk)
    plan = await desk.plan()
    assert plan.deletes[:40] == tuple(f"people/facts/k0-{n:02}" for n in range(40))
    assert (len(plan.deletes), plan.waiting) == (50, 30)
    assert {way for one in plan.memories for way in one.obstacles} == {
        "50 memories are deleted at a time; the next run takes it"
    }
    assert await desk.prune() == 80  # all have another state than when they were written
    assert await desk.prune() == 30
    assert [memory.key for memory in await desk.known()] == ["diary"]


async def test_a_scope_prunes_its_own(desk: Desk, clock: ManualClock):
    async with desk.store() as store:
        await store.persona_remember(*BOB, "of the root")
        await store.scope("alice").persona_remember(*BOB, "of alice")
    await pass_days(clock, 240, desk)
    async with desk.store() as store:
        assert await store.scope("alice").persona_prune() == 1
        assert await store.scope("alice").persona_recall() == []
        assert (await store.prune_plan()).deletes == ("people/facts/bob",)


async def test_a_use_in_another_process_of_the_same_file_counts_at_once(
    desk: Desk, clock: ManualClock
):
    await desk.remember(BOB, EVE)
    await pass_days(clock, 240, desk)
    async with desk.store() as one, desk.store() as other:
        await one.persona_recall(*BOB)
        plan = await other.prune_plan()
        assert (plan.active, plan.deletes) == (1, ("people/facts/eve",))


async def test_what_was_used_since_it_was_looked_at_stays(desk: Desk, clock: ManualClock):
    await desk.remember(BOB, EVE)
    async with desk.store() as store:
        records = await store._lifetime.opened()
        bob, eve = (Ref(PersonaMemory, "/".join(name)) for name in (BOB, EVE))
        seen = await records.get(bob)
        clock.advance(1)
        await store.persona_recall(*BOB)
        edits = [Forget(bob, "dissolve", seen.__eq__), Forget(eve, "dissolve", lambda _: True)]
        done = await records.commit(*edits)
        assert [bool(id_) for id_ in done.event_ids] == [False, True]
        assert [memory.key for memory in await store.persona_recall()] == ["bob"]
        assert await records.commit(Forget(eve, "dissolve", lambda _: True)) is not None
        assert (await store.persona_recall(*BOB))[0].access_count == 1


# ----------------------------------------------------------------------------- the file


async def test_nothing_of_it_is_left_in_the_file(desk: Desk, clock: ManualClock):
    names = [("people", "facts", f"k{number:02}") for number in range(40)]
    versions: list[list[str]] = []
    async with desk.store() as store:
        for times in (1, 20):
            await store.persona_remember_many(
                Insight(*name, f"{name[2]} " * times * (1 + number))
                for number, name in enumerate(names)
            )
            versions.append(await _ciphertexts(store))
        await store.persona_remember(*EVE, "stays", pinned=True)
        eve = (await _ciphertexts(store))[0]
    # of older versions nothing is kept but their ids
    assert [_left_of(some, desk.path) for some in versions] == [0, 40]
    await pass_days(clock, 240, desk)
    async with desk.store() as store:
        await store.persona_forget(*names[0])
        assert await store.persona_prune() == 39
        # while it is open, too: nothing is left in the log of writes
        assert _left_of(versions[1], desk.path) == 0
        assert _left_of([eve], desk.path) == 1
    assert _left_of(versions[1], desk.path) == 0


# S-7.8
async def test_nothing_of_what_was_just_written_is_left_either(desk: Desk):
    async with desk.store() as store:
        await store.persona_remember(*BOB, "likes tea " * 40)
        held = await _ciphertexts(store)
        assert _left_of(held, desk.path) == 1
        await store.persona_forget(*BOB)
        assert _left_of(held, desk.path) == 0


async def _ciphertexts(store: MemoryStore) -> list[str]:
    """What stands in the file for each memory, by address."""
    events = [json.loads(text) async for text in store.export_events()]
    return [one["content"] for one in events if "/facts/" in one["tags"][0][1]]


def _left_of(ciphertexts: Iterable[str], path: Path) -> int:
    """Of how many texts a piece is in a file, or in what stands beside it."""
    everything = b"".join(one.read_bytes() for one in sorted(path.parent.glob(f"{path.name}*")))
    # pages cut them somewhere
    return sum(
        any(text[at : at + 24].encode() in everything for at in range(0, len(text) - 24, 24))
        for text in ciphertexts
    )


# ------------------------------------------------------------------------ several machines


def ways(plan: PrunePlan, name: str = "people/facts/bob") -> list[str]:
    """What stands in the way of one memory."""
    (one,) = [one for one in plan.memories if one.name == name]
    return list(one.obstacles)


# S-7.5
async def test_it_waits_for_a_device_that_has_not_synced_since(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with around(identity, tmp_path, clock) as (_, (a, b)):
        await a.remember(BOB)
        await b.sync()
        clock.advance(198 * DAY)
        await b.sync()
        clock.advance(40 * DAY)
        (way,) = ways(await a.plan())
        assert "the device b has not synced since" in way
        assert await a.prune() == 1  # its state
        assert await a.prune() == 0
        await b.sync()
        assert (await a.plan()).deletes == ("people/facts/bob",)
        assert await a.prune() == 1
        assert [one.key for one in await b.known() if one.domain == "people"] == []


async def test_it_waits_for_no_device_that_was_retired(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with around(identity, tmp_path, clock) as (_, (a, b)):
        await a.remember(BOB)
        await b.sync()
        clock.advance(240 * DAY)
        assert len(ways(await a.plan())) == 1
        async with a.store() as store:
            (other,) = [one.device.id for one in await store.devices() if not one.is_this]
            await store.retire_device(other)
        assert await a.prune() == 1


# S-7.5
async def test_it_waits_until_every_relay_was_read_within_a_day(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    relays = [QuirkRelay(clock=clock.now) for _ in range(2)]
    async with RelayServer(relays[0]) as one, RelayServer(relays[1]) as other:
        desk = Desk("a", identity, tmp_path, clock, one.url, other.url)
        await desk.remember(BOB)
        clock.advance(240 * DAY)
        async with desk.store(with_relays=False) as store:
            # the file knows that there are relays
            found = ways(await store.prune_plan())[:2]
        assert [way.split(" ")[0] for way in found] == sorted((one.url, other.url))
        assert all("last read to its end 240 days ago" in way for way in found)
        await other.stop()
        (way,) = ways(await desk.plan())
        assert way.startswith(other.url)
        await other.start()
        assert await desk.prune() == 1


async def test_it_waits_while_a_relay_has_another_time(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with around(identity, tmp_path, clock, "a") as (relay, (a,)):
        await a.remember(BOB)
        clock.advance(240 * DAY)
        relay.clock = lambda: clock.now() - 1_000
        (way,) = ways(await a.plan())
        assert "this machine's clock is 17 minutes ahead of that of ws://" in way
        relay.clock = lambda: clock.now() + 800
        assert await a.prune() == 1


# S-7.5
async def test_a_clock_that_jumped_is_not_believed_at_once(desk: Desk, clock: ManualClock):
    await desk.remember(BOB)
    clock.advance(240 * DAY)
    (way,) = ways(await desk.plan())
    assert "240 days ahead of what this file has seen" in way
    clock.advance(-240 * DAY)
    assert (await desk.plan()).dissolved == 0
    clock.advance(240 * DAY)
    assert len(ways(await desk.plan())) == 1
    clock.advance(1.1 * DAY)
    assert (await desk.plan()).deletes == ("people/facts/bob",)
    clock.advance(-2 * 3600)
    (way,) = ways(await desk.plan())
    assert "2.0 hours behind" in way


async def test_a_use_that_nobody_has_heard_of_brings_it_back(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    """Used on one machine while another one let it go: both hold to the use."""
    async with around(identity, tmp_path, clock, "abc") as (_, (a, b, c)):
        async with a.store() as store:
            await store.persona_remember(
                *BOB, "likes tea", ["drinks"], source="chat", halflife_days=25, confidence=0.5
            )
            await store.sync()
        clock.advance(180 * DAY)
        for desk in (b, c):
            await desk.sync()
        clock.advance(20 * DAY)
        async with b.store(with_relays=False) as store:
            await store.persona_recall(*BOB)
        assert await a.prune() == 1
        assert [one.key for one in await a.known() if one.domain == "people"] == []
        for desk in (c, b, a, c):
            await desk.sync()
        for desk in (a, b, c):
            (bob,) = [one for one in await desk.known() if one.domain == "people"]
            assert (bob.value, bob.source, bob.themes) == ("likes tea", "chat", ("drinks",))
            assert (bob.halflife_days, bob.confidence, bob.state) == (25, 0.5, "active")
            assert bob.access_count == 1
        assert len({await fingerprint(desk) for desk in (a, b, c)}) == 1


async def test_a_use_that_its_record_tells_brings_it_back_too(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    """The device that used it told a relay, and is gone; the one that let it go meets that."""
    relays = [QuirkRelay(clock=clock.now) for _ in range(2)]
    async with RelayServer(relays[0]) as one, RelayServer(relays[1]) as other:
        a = Desk("a", identity, tmp_path, clock, one.url)
        b = Desk("b", identity, tmp_path, clock, one.url, other.url)
        await a.remember(BOB)
        await b.sync()
        clock.advance(205 * DAY)
        await b.sync()
        clock.advance(30 * DAY)
        await one.stop()
        async with b.store() as store:
            await store.persona_recall(*BOB)
            await store.sync()
        await one.start()
        assert await a.prune() == 1
        a = Desk("a", identity, tmp_path, clock, one.url, other.url)
        for _ in range(2):
            await a.sync()
        (bob,) = [one for one in await a.known() if one.domain == "people"]
        assert (bob.value, bob.state) == ("likes tea", "active")


async def test_an_edit_that_nobody_has_heard_of_stands_again_with_all_that_was_there(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with around(identity, tmp_path, clock) as (_, (a, b)):
        async with a.store() as store:
            await store.persona_remember(*BOB, "likes tea", ["drinks"], source="chat")
            await store.persona_remember(*BOB, "likes coffee")
            await store.sync()
        await b.sync()
        clock.advance(205 * DAY)
        await b.sync()
        clock.advance(30 * DAY)
        async with b.store(with_relays=False) as store:
            await store.persona_pin("bob")
        await a.prune()
        for desk in (b, a, b):
            await desk.sync()
        for desk in (a, b):
            (bob,) = [one for one in await desk.known() if one.domain == "people"]
            assert (bob.value, bob.themes, bob.source) == ("likes coffee", ("drinks",), "chat")
            assert bob.pinned
            async with desk.store() as store:
                told = await store.persona_history("bob")
            assert [one.value for one in told] == ["likes tea", "likes coffee"]
        assert await fingerprint(a) == await fingerprint(b)


# S-7.6
async def test_forgetting_it_is_another_matter(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    """Somebody said so: a use elsewhere does not bring it back."""
    async with around(identity, tmp_path, clock) as (_, (a, b)):
        await a.remember(BOB)
        await b.sync()
        clock.advance(205 * DAY)
        async with b.store(with_relays=False) as store:
            await store.persona_recall(*BOB)
        async with a.store() as store:
            await store.persona_forget(*BOB)
            await store.sync()
        for desk in (b, a, b):
            await desk.sync()
        for desk in (a, b):
            assert [one.key for one in await desk.known() if one.domain == "people"] == []


async def test_two_machines_say_the_same_at_any_time(
    identity: Identity, tmp_path: Path, clock: ManualClock
):
    async with around(identity, tmp_path, clock) as (_, (a, b)):
        await a.remember(BOB, EVE)
        await b.sync()
        async with b.store() as store:
            await store.persona_connect("bob", "eve")
            await store.persona_recall(*EVE)
            await store.sync()
        await a.sync()
        plans: list[PrunePlan] = []
        for _ in range(8):
            clock.advance(30 * DAY)
            for desk in (a, b, a):
                await desk.sync()
            plans = [await desk.plan() for desk in (a, b)]
            said = [[(one.name, one.state, one.deletes_at) for one in p.memories] for p in plans]
            assert said[0] == said[1]
            assert plans[0].deletes == plans[1].deletes
        assert plans[0].dissolved == 2


async def fingerprint(desk: Desk) -> str:
    async with desk.store() as store:
        await store.sync()
        return await store.fingerprint()
