"""Relays that are stale, silent, dead, that lie, forge, flood and lose: what that costs us is them.

Nothing here measures time. Where a call must not wait, what it would wait for never comes, and the
test gives up long before the time-outs that are configured.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from relay_fixtures import QuirkRelay, Quirks, RelayServer
from relay_fixtures.event_book import EventBook
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.core.status import Alarm
from sense_memory.io.showing import Showing
from sense_memory.testing import ManualClock

from .hiding import hides_some

QUICK = RelayConfig(
    read_back_delay=0,
    answer_timeout=2,
    ok_timeout=2,
    connect_timeout=2,
    read_timeout=8,
    straggler_wait=0.3,
    close_timeout=0.5,
    full_load_interval=60,
)
"""Every load after a minute of the test's clock reads a relay as a whole."""
SOON = Config(relays=QUICK)
PATIENT = Config(relays=replace(QUICK, answer_timeout=120, read_timeout=120, close_timeout=0))
"""A silent relay is waited for twice as long as a test may last."""
A_WHILE = 30


@dataclass(frozen=True, slots=True)
class Four:
    """One current relay, one stale, one silent and one dead.

    Attributes:
        servers: In this order; the last one does not listen.
        path: A file that was complete once, and does not know the newest value.
    """

    servers: tuple[RelayServer, ...]
    path: Path

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    async def heal(self) -> None:
        """Let all of them be good relays."""
        for server in self.servers[:3]:
            server.relay.quirks = Quirks()
            server.cut()
        await self.servers[3].start()

    def heads(self) -> list[dict[str, str]]:
        """What each of them holds: address to id."""
        return [
            {event.d: event.id for event in server.relay.events if event.kind == 30078}
            for server in self.servers
        ]


@pytest.fixture
async def four(identity: Identity, tmp_path: Path) -> AsyncIterator[Four]:
    servers = tuple(RelayServer(QuirkRelay()) for _ in range(4))
    async with contextlib.AsyncExitStack() as stack:
        for server in servers:
            await stack.enter_async_context(server)
        found = Four(servers, tmp_path / "four.db")
        async with MemoryStore(
            identity, found.urls, path=found.path, addressing="plain", config=SOON
        ) as store:
            await store.remember("k", "old")
            await store.remember("same", "v")
            assert (await store.sync()).is_complete
        servers[1].relay.freeze()
        servers[1].relay.quirks = Quirks(stale_snapshot=True)
        servers[2].relay.quirks = Quirks(silent=True)
        await servers[3].stop()
        async with MemoryStore(identity, servers[0].url, config=SOON) as elsewhere:
            await elsewhere.remember("k", "new")
        yield found


# ---------------------------------------------------- one current, one stale, one silent, one dead


@pytest.mark.parametrize("kind", ["fresh file", "memory only"])
async def test_a_first_read_waits_for_one_relay_and_not_for_the_silent_one(
    identity: Identity, four: Four, tmp_path: Path, kind: str
):
    path = tmp_path / "fresh.db" if kind == "fresh file" else None
    async with (
        asyncio.timeout(A_WHILE),
        MemoryStore(identity, four.urls, path=path, config=PATIENT) as store,
    ):
        assert (await store.recall("k")).value == "new"
        assert (await store.recall("same")).value == "v"
        assert await store.recall("nothing") is None
        assert {memory.key: memory.value for memory in await store.recall_all()} == {
            "k": "new",
            "same": "v",
        }
        assert await store.remember("mine", "here")
        assert (await store.recall("mine")).value == "here"


async def test_once_complete_no_read_and_no_write_waits_for_any_relay(
    identity: Identity, four: Four
):
    """Every relay that could answer is silent from now on."""
    for server in four.servers[:3]:
        server.relay.quirks = Quirks(silent=True)
        server.cut()
    async with (
        asyncio.timeout(A_WHILE),
        MemoryStore(identity, four.urls, path=four.path, config=PATIENT) as store,
    ):
        assert (await store.recall("k")).value == "old", "the newest that this file has heard of"
        assert await store.recall("nothing") is None
        assert len(await store.recall_all()) == 2
        assert await store.remember("mine", "here")
        assert await store.forget("same")
        assert (await store.recall("mine")).value == "here"
        assert await store.recall("same") is None
        assert store.status().delivery == "local"
    async with MemoryStore(identity, path=four.path) as local:
        assert (await local.recall("mine")).value == "here"


@pytest.mark.parametrize("kind", ["known file", "fresh file", "memory only"])
async def test_four_relays_give_the_newest_value_and_have_everything_once_they_are_healed(
    identity: Identity, four: Four, tmp_path: Path, kind: str
):
    paths = {"known file": four.path, "fresh file": tmp_path / "fresh.db", "memory only": None}
    async with (
        asyncio.timeout(2 * A_WHILE),
        MemoryStore(identity, four.urls, path=paths[kind], config=SOON) as store,
    ):
        report = await store.sync()
        assert (await store.recall("k")).value == "new"
        assert [relay.verdict for relay in report.relays] == ["complete", "complete", None, None]
        assert [bool(relay.error) for relay in report.relays] == [False, False, True, True]
        status = store.status()
        assert [relay.url for relay in status.relays] == four.urls
        assert [relay.state for relay in status.relays[:2]] == ["connected", "connected"]
        assert "answer" in str(status.relays[2].error)
        assert "connection" in str(status.relays[3].error)
        assert status.relays[3].state != "connected"
        assert status.absence_known
        await store.remember("mine", "here")
        await store.remember("k", "newest")
        await four.heal()
        while not (await store.sync()).is_complete:
            await asyncio.sleep(0.1)
        assert (await store.recall("k")).value == "newest"
        heads = four.heads()
        assert heads == [heads[0]] * 4
        assert {f"sense-memory/{name}" for name in ("k", "same", "mine")} <= heads[0].keys()


# ------------------------------------------------------------------ forged, foreign, endless, junk


@dataclass(frozen=True, slots=True)
class Beside:
    """A relay that will be hostile and one that will not; each has a memory the other lacks."""

    hostile: RelayServer
    good: RelayServer

    @property
    def urls(self) -> list[str]:
        return [self.hostile.url, self.good.url]


@pytest.fixture
async def beside(identity: Identity) -> AsyncIterator[Beside]:
    async with RelayServer(QuirkRelay()) as hostile, RelayServer(QuirkRelay()) as good:
        async with MemoryStore(
            identity, [hostile.url, good.url], addressing="plain", config=SOON
        ) as store:
            await store.remember("both", "1")
            await store.sync()
        for server, key in ((hostile, "there"), (good, "here")):
            async with MemoryStore(identity, server.url, config=SOON) as store:
                await store.remember(key, "2")
        yield Beside(hostile, good)


ALL = {"both": "1", "there": "2", "here": "2"}


async def memories(store: MemoryStore) -> dict[str, str]:
    return {memory.key: memory.value for memory in await store.recall_all()}


def alarms_of(store: MemoryStore, index: int = 0) -> tuple[Alarm, ...]:
    return store.status().relays[index].alarms


HOSTILE = {
    "forged": Quirks(junk=frozenset({"forged"})),
    "foreign": Quirks(junk=frozenset({"foreign"})),
    "wrong ids": Quirks(junk=frozenset({"wrong_id"})),
    "unasked": Quirks(junk=frozenset({"unasked"})),
    "strays": Quirks(junk=frozenset({"other_sub"})),
    "malformed": Quirks(junk=frozenset({"malformed"})),
    "oversized": Quirks(junk=frozenset({"oversized"}), junk_bytes=300_000),
    "nested": Quirks(junk=frozenset({"nested"}), junk_bytes=100_000),
    "no end": Quirks(no_eose=True),
    "forged without end": Quirks(flood="forged", no_eose=True),
    "foreign without end": Quirks(flood="foreign"),
    "replays without end": Quirks(flood="replays", no_eose=True),
    "notices without end": Quirks(flood="notices"),
    "CLOSED without end": Quirks(flood="closed"),
    "AUTH without end": Quirks(flood="auth"),
    "AUTH without end or answer": Quirks(flood="auth", no_eose=True),
}


@pytest.mark.parametrize(
    ("name", "has_file"),
    [
        *((name, True) for name in HOSTILE),
        *((name, False) for name in ("forged", "malformed", "foreign without end")),
    ],
)
async def test_a_hostile_relay_harms_nothing_but_itself(
    identity: Identity, beside: Beside, tmp_path: Path, name: str, has_file: bool
):
    beside.hostile.relay.quirks = HOSTILE[name]
    path = tmp_path / "a.db" if has_file else None
    async with (
        asyncio.timeout(A_WHILE),
        MemoryStore(identity, beside.urls, path=path, config=SOON) as store,
    ):
        report = await store.sync()
        assert report.relays[1].verdict == "complete"
        found = await memories(store)
        assert {"both": "1", "here": "2"}.items() <= found.items() <= ALL.items()
        assert await store.recall("nothing") is None
        await store.remember("both", "3")
        await store.sync()
        assert (await store.recall("both")).value == "3"
        assert store.status().relays[1].waiting == 0
        assert store.status().relays[1].alarms == ()
    async with MemoryStore(identity, beside.good.url, config=SOON) as other:
        assert (await other.recall("both")).value == "3"


@pytest.mark.parametrize(
    "name", ["foreign", "wrong ids", "strays", "oversized", "nested", "CLOSED without end"]
)
async def test_what_is_sound_beside_junk_is_read(
    identity: Identity, beside: Beside, tmp_path: Path, name: str
):
    beside.hostile.relay.quirks = HOSTILE[name]
    async with MemoryStore(identity, beside.urls, path=tmp_path / "a.db", config=SOON) as store:
        await store.sync()
        assert await memories(store) == ALL


def broken_events(identity: Identity, sound: dict[str, Any]) -> list[object]:
    """One of each: none of them may be believed, none of them is the end of the world."""
    stranger = SecretKey.generate()
    foreign = sign(
        UnsignedEvent(stranger.public_key.hex, sound["created_at"] + 1, 30078, "x", (("d", "y"),)),
        stranger,
    )
    mine = SecretKey.from_hex(identity.private_key_hex)
    elsewhere = UnsignedEvent(
        identity.public_key_hex, sound["created_at"] + 1, 30078, sound["content"], ()
    )
    return [
        sound | {"created_at": sound["created_at"] + 1},
        foreign.to_dict(),
        {**foreign.to_dict(), "pubkey": identity.public_key_hex},
        sign(replace(elsewhere, tags=(("d", "sense-memory/stolen"),)), mine).to_dict(),
        sign(elsewhere, mine).to_dict(),
        sound | {"tags": [["d", "sense-memory/other"]]},
        sound | {"kind": "30078"},
        sound | {"sig": sound["sig"][:-2]},
    ]


async def test_a_relay_that_shows_one_broken_event_of_each_kind_is_read_and_kept(
    identity: Identity, beside: Beside, tmp_path: Path
):
    """However often it shows them: it did that once."""
    clock = ManualClock()
    async with MemoryStore(
        identity, beside.urls, path=tmp_path / "a.db", config=SOON, clock=clock
    ) as store:
        await store.sync()
        (sound,) = (e.to_dict() for e in beside.hostile.relay.events if e.d == "sense-memory/there")
        for event in broken_events(identity, sound)[1:]:
            beside.hostile.relay.inject(event)
        for _ in range(6):
            clock.advance(100)
            await store.sync()
            assert await memories(store) == ALL
            assert alarms_of(store) == ()
        assert store.status().relays[0].state == "connected"


async def test_a_relay_that_goes_on_forging_is_left_alone_and_that_is_remembered(
    identity: Identity, beside: Beside, tmp_path: Path
):
    clock = ManualClock()
    path = tmp_path / "a.db"
    beside.hostile.relay.quirks = HOSTILE["forged"]
    async with MemoryStore(identity, beside.urls, path=path, config=SOON, clock=clock) as store:
        report = await store.sync()
        assert "forged" in str(report.relays[0].error)
        assert not report.is_complete
        (alarm,) = alarms_of(store)
        assert alarm.kind == "relay_quarantined"
        assert clock.now() < alarm.at <= clock.now() + 86_400
        assert alarms_of(store, 1) == ()
    beside.hostile.relay.quirks = Quirks()
    beside.hostile.relay.received_frames.clear()
    async with MemoryStore(identity, beside.urls, path=path, config=SOON, clock=clock) as store:
        report = await store.sync()
        assert "left alone" in str(report.relays[0].error)
        assert [alarm.kind for alarm in alarms_of(store)] == ["relay_quarantined"]
        assert not beside.hostile.relay.received_frames, "not even a question"
        await store.remember("meanwhile", "3")
        await store.sync()
        clock.advance(alarm.at - clock.now() + 1)
        await store.sync()
        assert (await store.sync()).is_complete
        assert alarms_of(store) == ()
        assert await memories(store) == {**ALL, "meanwhile": "3"}
    assert "sense-memory/meanwhile" in {event.d for event in beside.hostile.relay.events}


class Spitting(QuirkRelay):
    """Sends raw frames before each of its answers to a question."""

    spits: tuple[str, ...] = ()

    def receive_text(self, conn: int, text: str) -> Outgoing:
        answers = super().receive_text(conn, text)
        if not text.startswith('["REQ"'):
            return answers
        return [*((conn, frame) for frame in self.spits), *answers]


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "null",
        "[]",
        '["EVENT"',
        '["EVENT","x",[[[[]]]]]',
        '["EOSE"]',
        '["OK",7,"yes"]',
        '["AUTH",{}]',
        '["NOTICE"]',
        '["CLOSED",null]',
        '["WHAT","is","this"]',
        '{"EVENT":1}',
        '["EVENT","x",{"id":NaN}]',
        "\x00\ud7ff\ufffe",
        json.dumps(["NOTICE", "x" * 300_000]),
        "[" * 50_000,
    ],
    ids=lambda frame: ascii(frame[:20]),
)
async def test_one_junk_frame_before_an_answer_is_passed_over(
    identity: Identity, frame: str, tmp_path: Path
):
    relay = Spitting()
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, addressing="plain", config=SOON) as store:
            await store.remember("k", "v")
        relay.spits = (frame,)
        async with MemoryStore(identity, server.url, config=SOON) as store:
            assert (await store.recall("k")).value == "v"
            assert store.status().relays[0].verdict == "complete"
            assert alarms_of(store) == ()


class Bursting(RelayServer):
    """Sends what no text frame can hold, beside everything else."""

    burst: bytes = b""

    async def _handle(self, websocket: Any) -> None:
        if self.burst:
            await websocket.send(self.burst)
        await super()._handle(websocket)


async def test_a_binary_frame_is_passed_over(identity: Identity, tmp_path: Path):
    async with Bursting(QuirkRelay()) as server:
        async with MemoryStore(identity, server.url, config=SOON) as store:
            await store.remember("k", "v")
        server.burst = b'["EVENT","x",{}]\xff\x00'
        async with MemoryStore(identity, server.url, config=SOON) as store:
            assert (await store.recall("k")).value == "v"
            assert alarms_of(store) == ()


async def test_a_frame_beyond_all_measure_ends_that_connection_alone(
    identity: Identity, beside: Beside
):
    """More than 8 MiB are not even read; the other relay has it all."""
    huge = Bursting(beside.hostile.relay)
    huge.burst = b"x" * (SOON.relays.max_frame_bytes + 1)
    async with (
        huge,
        MemoryStore(identity, [huge.url, beside.good.url], config=SOON) as store,
    ):
        assert await memories(store) == {"both": "1", "here": "2"}
        (first, second) = store.status().relays
        assert first.verdict is None
        assert first.error
        assert second.verdict == "complete"


# ------------------------------------------------------------- relays that go back on themselves


COMPARES = pytest.mark.parametrize(
    "quirks", [Quirks(), Quirks(negentropy=True)], ids=["pages", "compares"]
)


@COMPARES
@pytest.mark.parametrize("addressing", ["plain", "blinded"])
@pytest.mark.parametrize(
    ("fate", "kind", "count"),
    [("loses everything", "relay_withholds", 6), ("rolls back", "relay_rollback", 5)],
)
async def test_a_relay_that_steps_back_is_reported_and_gets_everything_again(
    identity: Identity,
    tmp_path: Path,
    fate: str,
    kind: str,
    count: int,
    addressing: str,
    quirks: Quirks,
    monkeypatch: pytest.MonkeyPatch,
):
    compare = Showing.compare

    async def compare_while_another_was_read(self: Showing, *answer: Any, **before: Any) -> None:
        """The worst moment for another relay to be read to its end."""
        pool = store._lifetime.pool
        if not answer and pool is not None:
            await pool.settle()
        await compare(self, *answer, **before)

    monkeypatch.setattr(Showing, "compare", compare_while_another_was_read)
    clock = ManualClock()
    relay, other = QuirkRelay(quirks, clock=clock.now), QuirkRelay(quirks, clock=clock.now)
    async with RelayServer(relay) as first, RelayServer(other) as second:
        async with MemoryStore(
            identity,
            [first.url, second.url],
            path=tmp_path / "a.db",
            addressing=addressing,
            config=SOON,
            clock=clock,
        ) as store:
            count += addressing == "blinded" and fate == "loses everything"  # the key
            for value in ("old", "new"):
                for number in range(5):
                    await store.remember(f"k{number}", value)
                    clock.advance(1)
                await store.sync()
            past = [e for e in relay._book._history.values() if e.id not in _ids(relay)]
            assert alarms_of(store) == ()
            relay._book = EventBook()
            if fate == "rolls back":
                relay.seed(e for e in other.events if e.d not in {o.d for o in past})
                relay.seed(past)
            clock.advance(100)
            await store.sync()
            (alarm,) = alarms_of(store)
            assert (alarm.kind, alarm.count) == (kind, count)
            assert alarms_of(store, 1) == ()
            clock.advance(100)
            assert (await store.sync()).is_complete
            assert alarms_of(store) == ()
        assert _ids(relay) == _ids(other)
        async with MemoryStore(identity, first.url, config=SOON, clock=clock) as fresh:
            assert await memories(fresh) == {f"k{n}": "new" for n in range(5)}


def _ids(relay: QuirkRelay) -> set[str]:
    return {event.id for event in relay.events}


@COMPARES
async def test_a_relay_that_hides_some_is_reported_for_as_long_as_it_does(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    clock = ManualClock()
    relay = QuirkRelay(quirks, clock=clock.now)
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=SOON,
            clock=clock,
        ) as store,
    ):
        for number in range(12):
            await store.remember(f"k{number}", "v")
        assert (await store.sync()).is_complete
        relay.quirks = hides_some(relay, replace(quirks, withholds=0.4))
        shown = {f"k{n}" for n in range(12)}
        for _ in range(3):
            clock.advance(100)
            await store.sync()
            (alarm,) = alarms_of(store)
            assert alarm.kind == "relay_withholds"
            assert 0 < alarm.count < len(relay.events)
            assert set(await memories(store)) == shown
        relay.quirks = quirks
        clock.advance(100)
        assert (await store.sync()).is_complete
        assert alarms_of(store) == ()


@pytest.mark.parametrize("name", ["local_relay", "strfry", "nostr_rs_relay", "nostr_relay"])
async def test_what_devices_replace_is_no_step_back(identity: Identity, tmp_path: Path, name: str):
    """Neither for the device that does it, nor for another one that had seen it."""
    clock = ManualClock()
    quirks = replace(getattr(Quirks, name)(), throttle=0.0, drop_connection_after_frames=None)
    async with RelayServer(QuirkRelay(quirks, clock=clock.now)) as server:

        def device(letter: str) -> MemoryStore:
            path = tmp_path / f"{letter}.db"
            return MemoryStore(identity, server.url, path=path, config=SOON, clock=clock)

        async with device("a") as one, device("b") as two:
            for turn in range(3):
                for store, value in ((one, f"one {turn}"), (two, f"two {turn}")):
                    await store.sync()
                    await store.remember("k", value)
                    await store.remember(value, value)
                    await store.sync()
                clock.advance(100)
                for store in (one, two):
                    await store.sync()
                    assert alarms_of(store) == ()
                    assert (await store.recall("k")).value == f"two {turn}"


@pytest.mark.parametrize("name", ["local_relay", "strfry", "nostr_rs_relay", "nostr_relay"])
async def test_what_we_replace_and_delete_ourselves_is_no_step_back(
    identity: Identity, tmp_path: Path, name: str
):
    """Neither for the device that does it, nor for another one that had seen it."""
    clock = ManualClock()
    quirks = replace(getattr(Quirks, name)(), throttle=0.0, drop_connection_after_frames=None)
    async with RelayServer(QuirkRelay(quirks, clock=clock.now)) as server:

        def device(letter: str) -> MemoryStore:
            path = tmp_path / f"{letter}.db"
            return MemoryStore(
                identity, server.url, path=path, addressing="plain", config=SOON, clock=clock
            )

        async with device("a") as one, device("b") as two:
            for value in ("1", "2"):
                await one.remember("k", value)
                await one.remember("gone", value)
                await one.sync()
                await two.sync()
            await one.forget("gone")
            await one.sync()
            clock.advance(100)
            for store in (one, two):
                await store.sync()
                assert alarms_of(store) == ()
                assert await memories(store) == {"k": "2"}
            await two.remember("k", "3")
            await two.sync()
            await one.sync()
            assert alarms_of(one) == alarms_of(two) == ()
