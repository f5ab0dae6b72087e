"""Devices say of themselves how far they are, and see whether they hold the same."""

import time
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Config, DeviceConfig, Identity, InputError, MemoryStore
from sense_memory.testing import ManualClock

from . import raw
from .counting_signer import CountingSigner

DAY = 86_400.0


def _store(
    name: str, identity: Identity, folder: Path, url: str, clock: ManualClock
) -> MemoryStore:
    config = Config(devices=DeviceConfig(name=name))
    return MemoryStore(identity, url, path=folder / f"{name}.db", clock=clock, config=config)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(time.time())


async def test_devices_that_hold_the_same_agree(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    def store(name: str) -> MemoryStore:
        return _store(name, identity, tmp_path, relay.url, clock)

    async with store("desk") as desk, store("laptop") as laptop:
        await desk.remember("mood", "curious")
        await desk.scope("user:alice").remember("name", "Alice")
        await laptop.journal("a day")
        assert await desk.fingerprint() != await laptop.fingerprint()
        for one in (desk, laptop, desk):
            await one.sync()
        assert await desk.fingerprint() == await laptop.fingerprint()
        await laptop.forget("mood")
        await laptop.sync()
        await desk.sync()
        assert await desk.fingerprint() == await laptop.fingerprint()
    async with store("desk") as desk:
        await desk.sync()
        found = {one.device.name: one for one in await desk.devices()}
        await desk.remember("since", "then")
        changed = {one.device.name: one for one in await desk.devices()}
    # of itself a device knows more than it has said
    assert (changed["desk"].agrees, changed["laptop"].agrees) == (True, False)
    assert changed["desk"].device.count == 3
    assert found.keys() == {"desk", "laptop"}
    assert found["desk"].is_this
    assert found["desk"].agrees
    assert found["laptop"].agrees
    assert found["laptop"].device.count == 2
    assert list(found["laptop"].device.through) == [relay.url]


async def test_nothing_is_decrypted_to_see_that_there_is_no_device(identity: Identity):
    signer = CountingSigner(identity)
    async with MemoryStore(signer) as store:
        for number in range(5):
            await store.remember(f"k{number}", "v")
        signer.opened.clear()
        assert await store.devices() == []
        assert signer.opened.total() == 0
        await store.fingerprint()
        assert signer.opened.total() == 5


async def test_a_relay_learns_nothing_of_devices(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    async with _store("desk", identity, tmp_path, relay.url, clock) as desk:
        await desk.remember("mood", "curious")
        await desk.sync()
        device = desk.status().device
    async with _store("desk", identity, tmp_path, relay.url, clock) as desk:
        await desk.sync()
        assert len(await desk.recall_all()) == 1
        assert desk.status().records == 1
    events = await raw.ask(relay.url, {"kinds": [30078]})
    assert len({raw.d_of(event) for event in events}) == 3  # settings, mood, the device
    assert not [event for event in events if device in raw.d_of(event)]


async def test_a_device_speaks_at_most_every_quarter_of_an_hour(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    async def told() -> float:
        async with _store("desk", identity, tmp_path, relay.url, clock) as desk:
            await desk.sync()
            await desk.journal("one more day")
        async with _store("desk", identity, tmp_path, relay.url, clock) as desk:
            await desk.sync()
            return max(one.device.seen_at for one in await desk.devices())

    first = await told()
    clock.advance(600)
    assert await told() == first
    clock.advance(400)
    assert await told() > first


# S-10.3
async def test_a_device_that_is_gone_is_asked_about_and_can_be_retired(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    async with _store("old", identity, tmp_path, relay.url, clock) as old:
        await old.remember("mood", "curious")
        await old.sync()
        lost = old.status().device
    clock.advance(91 * DAY)
    async with _store("new", identity, tmp_path, relay.url, clock) as new:
        await new.sync()
        (silent,) = await new.devices()
        assert (silent.device.id, silent.is_silent) == (lost, True)
        with pytest.raises(InputError, match="known are: " + lost):
            await new.retire_device("nobody")
        whole: Any = silent.device
        with pytest.raises(InputError, match="named by its id, got Device"):
            await new.retire_device(whole)
        with pytest.raises(InputError, match="this device"):
            await new.retire_device(new.status().device)
        await new.retire_device(lost)
        assert await new.devices() == []
        assert (await new.recall("mood")).value == "curious"


async def test_a_store_without_a_file_keeps_no_record_of_itself(
    identity: Identity, relay: LocalRelay
):
    async with MemoryStore(identity, relay.url) as store:
        await store.remember("mood", "curious")
    async with MemoryStore(identity, relay.url) as store:
        assert (await store.recall("mood")).value == "curious"
        assert await store.devices() == []
