"""Reading a memory is noted, on every device, and costs no event."""

import random
import time
from collections import Counter
from pathlib import Path

from nips.nip01 import Event
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import (
    Config,
    DeviceConfig,
    Identity,
    Insight,
    MemoryStore,
    PersonaMemory,
    RelayConfig,
)
from sense_memory.testing import ManualClock

from . import raw

DAY = 86_400.0
BOB = ("people", "facts", "bob")
BOBS = {"kinds": [30078], "#d": ["sense-memory/persona/" + "/".join(BOB)]}


def _config(name: str) -> Config:
    return Config(
        relays=RelayConfig(read_back_delay=0.1), devices=DeviceConfig(name=name, interval=60)
    )


class Desk:
    """One machine: its file, its clock."""

    def __init__(self, name: str, identity: Identity, folder: Path, *relays: str) -> None:
        self._identity, self._relays = identity, list(relays) or None
        self._path = folder / f"{name}.db"
        self._config = _config(name)
        self.clock = ManualClock(time.time())

    def store(self) -> MemoryStore:
        return MemoryStore(
            self._identity, self._relays, path=self._path, clock=self.clock, config=self._config
        )

    async def bob(self) -> PersonaMemory:
        """Look at all memories, which is no use of one."""
        async with self.store() as store:
            if self._relays:
                await store.sync()
            (bob,) = [one for one in await store.persona_recall("people") if one.key == "bob"]
            return bob

    async def use_bob(self, times: int) -> None:
        async with self.store() as store:
            for _ in range(times):
                await store.persona_recall(*BOB)


async def test_an_exact_recall_counts_and_a_look_at_many_does_not(
    identity: Identity, tmp_path: Path
):
    desk = Desk("a", identity, tmp_path)
    async with desk.store() as store:
        await store.persona_remember(*BOB, "likes tea")
        first = (await store.persona_recall(*BOB))[0]
        desk.clock.advance(60)
        (second,) = await store.persona_recall(*BOB)
        (seen,) = await store.persona_recall("people")
    assert (first.access_count, second.access_count, seen.access_count) == (0, 1, 2)
    assert seen.last_accessed == desk.clock.now()
    assert (await desk.bob()).access_count == 2


async def test_uses_stand_in_the_file_and_in_no_event(identity: Identity, tmp_path: Path):
    with LocalRelay() as relay:
        desk = Desk("a", identity, tmp_path, relay.url)
        async with desk.store() as store:
            await store.persona_remember(*BOB, "likes tea")
            await store.sync()
        before = {event["id"] for event in await raw.ask(relay.url, {"kinds": [30078]})}
        await desk.use_bob(50)
        assert (await desk.bob()).access_count == 50
        after = await raw.ask(relay.url, {"kinds": [30078]})
        assert not [event for event in after if event["id"] not in before]


async def test_another_device_hears_of_uses_and_adds_its_own(identity: Identity, tmp_path: Path):
    with LocalRelay() as relay:
        a, b = (Desk(name, identity, tmp_path, relay.url) for name in "ab")
        async with a.store() as store:
            await store.persona_remember(*BOB, "likes tea")
            await store.sync()
        await a.use_bob(3)
        await b.bob()
        a.clock.advance(100)
        await a.use_bob(2)  # closing tells, now that the last word is old enough
        async with a.store() as store:
            await store.sync()
        b.clock.advance(100)
        assert (await b.bob()).access_count == 5
        await b.use_bob(4)
        b.clock.advance(100)
        async with b.store() as store:
            await store.sync()
        async with b.store() as store:
            await store.sync()
        assert (await b.bob()).access_count == 9
        assert (await a.bob()).access_count == 9


async def test_writing_a_memory_tells_its_uses_once(identity: Identity, tmp_path: Path):
    with LocalRelay() as relay:
        a, b = (Desk(name, identity, tmp_path, relay.url) for name in "ab")
        async with a.store() as store:
            await store.persona_remember(*BOB, "likes tea")
        await a.use_bob(3)
        async with a.store() as store:
            await store.persona_remember(*BOB, "likes green tea")
            await store.sync()
            assert (await store.persona_recall("people"))[0].access_count == 3
        a.clock.advance(100)
        async with a.store() as store:
            await store.sync()
        bob = await b.bob()
        assert (bob.value, bob.access_count) == ("likes green tea", 3)


async def test_a_record_that_would_mislead_is_written_anew(identity: Identity, tmp_path: Path):
    """A twentieth of its half-life later, a plain reader's score would be over 3.4 % too low."""
    with LocalRelay() as relay:
        desk = Desk("a", identity, tmp_path, relay.url)
        async with desk.store() as store:
            await store.persona_remember(*BOB, "likes tea", halflife_days=1)
            await store.sync()
        desk.clock.advance(0.04 * DAY)
        await desk.use_bob(1)
        told = await raw.ask(relay.url, BOBS)
        desk.clock.advance(0.04 * DAY)
        await desk.use_bob(1)
        async with desk.store() as store:
            await store.sync()
        anew = await raw.ask(relay.url, BOBS)
        assert [event["id"] for event in told] != [event["id"] for event in anew]
        assert (await desk.bob()).access_count == 2


async def test_a_use_does_not_bring_back_what_was_forgotten_meanwhile(
    identity: Identity, tmp_path: Path
):
    with LocalRelay() as relay:
        a, b = (Desk(name, identity, tmp_path, relay.url) for name in "ab")
        async with a.store() as store:
            await store.persona_remember(*BOB, "likes tea", halflife_days=0.001)
            await store.sync()
        await b.bob()
        relay.stop()
        b.clock.advance(600)
        await b.use_bob(2)  # it would be written anew: it fades in minutes
        relay.start()
        async with a.store() as store:
            await store.persona_remember("people", "facts", "eve", "is here")
            await store.persona_remember(*BOB, "likes tea")
            await store.sync()
        for desk in (b, a, b):
            async with desk.store() as store:
                await store.sync()
        assert (await a.bob()).value == "likes tea"
        assert (await a.bob()).access_count == (await b.bob()).access_count == 2


async def test_days_of_reading_cost_few_events(identity: Identity, tmp_path: Path):
    """A tenth of what an agent does: 48 exact recalls an hour, of 35 memories."""
    clock = ManualClock(time.time() - 7 * DAY)
    relay = QuirkRelay(clock=clock.now)
    reads, rolls = 0, random.Random(1)
    config = Config(relays=RelayConfig(read_back_delay=0.1))
    async with RelayServer(relay) as server:

        def opened() -> MemoryStore:
            path = tmp_path / "a.db"
            return MemoryStore(identity, server.url, path=path, clock=clock, config=config)

        async with opened() as store:
            await store.persona_remember_many(
                Insight("people", "facts", f"k{n}", "v") for n in range(35)
            )
            await store.sync()
        before = len(relay.received("EVENT"))
        for _ in range(3 * 6):
            async with opened() as store:
                await store.sync()
                for _ in range(4):
                    clock.advance(3600)
                    for _ in range(48):
                        await store.persona_recall("people", "facts", f"k{rolls.randrange(35)}")
                        reads += 1
        async with opened() as store:
            await store.sync()
            counted = sum(one.access_count for one in await store.persona_recall("people"))
            devices = {one.device.seen_at for one in await store.devices()}
        sent = relay.received("EVENT")[before:]
    events = [Event.from_dict(frame[1]) for frame in sent]
    by_address = Counter(event.d for event in events if event.kind == 30078)
    told = by_address.pop(most_common := by_address.most_common(1)[0][0])
    assert most_common not in {f"sense-memory/persona/people/facts/k{n}" for n in range(35)}
    assert len(devices) == 1
    assert told <= 6 * 24 * 3
    assert counted == reads
    assert 0 < by_address.total() <= 0.05 * reads
