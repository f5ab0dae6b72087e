"""Clocks that are wrong, and what relays make of dates."""

import asyncio
from pathlib import Path

import pytest

from relay_fixtures import QuirkRelay, Quirks, RelayServer
from sense_memory import Identity, MemoryStore
from sense_memory.testing import ManualClock
from tests.faults import by_hand
from tests.faults.pace import SOON

NOW = 1_800_000_000.0
YEAR = 365 * 86_400
QUARTER = 15 * 60
A_WHILE = 40


@pytest.mark.parametrize(
    "wrong",
    [-YEAR, YEAR, -QUARTER, QUARTER],
    ids=["a year behind", "a year ahead", "a quarter behind", "a quarter ahead"],
)
async def test_12_a_device_with_a_wrong_clock_converges_and_deletes_nothing(
    identity: Identity, tmp_path: Path, wrong: float
):
    """Both write the same memories in turn; what a clock says decides nothing but a date."""
    right, off = ManualClock(NOW), ManualClock(NOW + wrong)
    relay = QuirkRelay(clock=right.now)
    async with RelayServer(relay) as server:
        first = MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=SOON,
            clock=right,
        )
        second = MemoryStore(identity, server.url, path=tmp_path / "b.db", config=SOON, clock=off)
        async with asyncio.timeout(A_WHILE), first, second:
            for number, store in enumerate((first, second, first, second)):
                await store.sync()
                await store.remember("k", f"value {number}")
                await store.persona_remember("self", "facts", "p", "v", [f"theme {number}"])
                await store.remember(f"once {number}", "v")
                await store.sync()
                right.advance(30)
                off.advance(30)
            await second.remember("gone", "v")
            await second.sync()
            await first.sync()
            await first.forget("gone")
            for store in (first, second, first):
                await store.sync()
            said = await by_hand.everything(first)
            assert said == await by_hand.everything(second)
            # whoever had seen the other's word replaces it, however early its clock
            assert said["kv k"] == "value 3"
            assert "kv gone" not in said
            assert {f"kv once {number}" for number in range(4)} <= said.keys()
            assert len(said) == 6
        # an event may be sent again, if its OK was late
        events = {event.id: event.created_at for event in by_hand.sent([relay], "sense-memory/k")}
        dates = list(events.values())
        assert dates == sorted(set(dates)), f"each later than the one before: {events}"


@pytest.mark.parametrize("step", [-YEAR, -QUARTER, QUARTER, YEAR])
async def test_12_a_clock_that_is_set_while_something_waits_loses_nothing(
    identity: Identity, tmp_path: Path, step: float
):
    clock, right = ManualClock(NOW), ManualClock(NOW)
    relay = QuirkRelay(clock=right.now)
    server = RelayServer(relay)
    await server.start()
    async with MemoryStore(
        identity,
        server.url,
        path=tmp_path / "a.db",
        addressing="plain",
        config=SOON,
        clock=clock,
    ) as store:
        await store.remember("k", "before")
        assert (await store.sync()).is_complete
        await server.stop()
        await store.remember("k", "waits")
        clock.advance(step)
        await store.remember("k", "after")
        await server.start()
        async with asyncio.timeout(A_WHILE):
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.05)
    async with MemoryStore(identity, server.url, config=SOON, clock=right) as fresh:
        assert (await fresh.recall("k")).value == "after"
    await server.stop()


async def test_13_a_version_dated_far_ahead_does_not_stop_the_memory(
    identity: Identity, tmp_path: Path
):
    """A device with a broken clock wrote ten years ahead, where a relay let it.

    What it said is kept, and later edits stand on that relay, on devices that see it, and on new
    ones. A relay that lives in the present keeps what it had; what it lacks is not pushed at it
    over and over, and not called delivered.
    """
    clock = ManualClock(NOW)
    lenient = QuirkRelay(clock=clock.now)
    strict = QuirkRelay(Quirks(created_at_max_ahead=900), clock=clock.now)
    async with RelayServer(lenient) as one, RelayServer(strict) as other, asyncio.timeout(A_WHILE):
        async with MemoryStore(
            identity,
            [one.url, other.url],
            path=tmp_path / "a.db",
            addressing="plain",
            config=SOON,
            clock=clock,
        ) as store:
            await store.remember("k", "sane")
            assert (await store.sync()).is_complete
            broken = ManualClock(NOW + 10 * YEAR)
            async with MemoryStore(identity, one.url, config=SOON, clock=broken) as ahead:
                await ahead.sync()
                await ahead.remember("k", "from the future")
            (poisoned,) = by_hand.at(lenient, "sense-memory/k")
            assert poisoned.created_at >= NOW + 9 * YEAR
            await store.sync()
            assert (await store.recall("k")).value == "from the future"
            clock.advance(60)
            await store.remember("k", "and on")
            strict.received_frames.clear()
            for _ in range(3):
                await store.sync()
                clock.advance(60)
            assert (await store.recall("k")).value == "and on"
            assert len(by_hand.sent([strict], "sense-memory/k")) <= 4, "no busy loop"
            there = store.status().relays[1]
            assert there.waiting + there.parked == 1
            assert store.status().delivery != "replicated"
        for urls in ([one.url], [one.url, other.url]):
            async with MemoryStore(identity, urls, config=SOON, clock=clock) as fresh:
                assert (await fresh.recall("k")).value == "and on"


async def test_14_writes_in_quick_succession_wait_for_a_relay_that_lives_in_the_present(
    identity: Identity, tmp_path: Path
):
    """Ten edits in one second are dated up to ten seconds ahead; this relay takes three.

    Nothing is sent over and over meanwhile, nothing is pushed further ahead, and it arrives.
    """
    clock = ManualClock(NOW)
    relay = QuirkRelay(Quirks(created_at_max_ahead=3), clock=clock.now)
    async with RelayServer(relay) as server:
        async with (
            asyncio.timeout(A_WHILE),
            MemoryStore(
                identity,
                server.url,
                path=tmp_path / "a.db",
                addressing="plain",
                config=SOON,
                clock=clock,
            ) as store,
        ):
            await store.sync()
            for number in range(10):
                await store.remember("k", f"value {number}")
            await store.sync()
            attempts = by_hand.sent([relay], "sense-memory/k")
            assert len(attempts) <= 10, "no busy loop"
            assert max(event.created_at for event in attempts) <= NOW + 10
            for _ in range(20):
                clock.advance(1)
                await store.sync()
            assert (await store.sync()).is_complete
        (head,) = by_hand.at(relay, "sense-memory/k")
        assert by_hand.body(identity, head)["value"] == "value 9"
        assert head.created_at <= clock.now() + 3


async def test_14_what_is_three_years_old_is_dated_anew_for_a_relay_that_refuses_it(
    identity: Identity, tmp_path: Path
):
    """Several at once and with deletions: gotcha 12 in `tests/conformance`."""
    clock = ManualClock(NOW)
    old = QuirkRelay(clock=clock.now)
    new = QuirkRelay(Quirks(created_at_max_behind=3 * YEAR), clock=clock.now)
    path = tmp_path / "a.db"
    async with RelayServer(old) as first, RelayServer(new) as second:
        async with MemoryStore(
            identity, first.url, path=path, addressing="plain", config=SOON, clock=clock
        ) as store:
            await store.remember("k", "v")
            assert (await store.sync()).is_complete
            remembered = (await store.recall("k")).created_at
        clock.advance(3 * YEAR + 60)
        async with MemoryStore(identity, second.url, path=path, config=SOON, clock=clock) as store:
            await store.sync()
            assert (await store.sync()).is_complete
        (head,) = by_hand.at(new, "sense-memory/k")
        assert head.created_at >= clock.now() - 60
        async with MemoryStore(identity, second.url, config=SOON, clock=clock) as fresh:
            memory = await fresh.recall("k")
            assert (memory.value, memory.created_at) == ("v", remembered)
