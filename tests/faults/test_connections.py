"""Connections that break, relays that are away, frames that come twice or never end."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import FaultPlan, FaultProxy, QuirkRelay, Quirks, RelayServer
from relay_fixtures.fault_plan import Direction, Fault
from sense_memory import Config, Identity, MemoryStore
from sense_memory.testing import ManualClock
from tests.faults import by_hand
from tests.faults.pace import QUICK, SOON

A_WHILE = 40
"""Seconds after which something that must not wait for ever counts as stuck."""


# ------------------------------------------------------------------- the cut at frame k


CUT_OFF = Config(relays=replace(QUICK, answer_timeout=0.5, ok_timeout=0.5))


@dataclass(frozen=True, slots=True)
class Cut:
    """A run whose first connection suffered one fault.

    Attributes:
        verbs: What went each way on the first connection, by frame.
        resent: How many writes the relay got more than once.
    """

    verbs: dict[Direction, list[str]]
    resent: int


async def _cut(identity: Identity, path: Path, plan: FaultPlan) -> Cut:
    relay = QuirkRelay()
    async with RelayServer(relay) as server, FaultProxy(server.url, plan) as proxy:
        async with (
            asyncio.timeout(A_WHILE),
            MemoryStore(
                identity, proxy.url, path=path, addressing="plain", config=CUT_OFF
            ) as store,
        ):
            kv = await store.remember("k", "v")
            entry = await store.journal("dear diary")
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.01)
            assert store.status().delivery in ("accepted", "replicated")
        sent = [event.id for event in by_hand.sent([relay])]
        stored = {event.id for event in relay.events}
        assert {kv, entry} <= stored, "the ids that the caller was told"
        assert set(sent) == stored, "as it was signed, never anew"
        assert len(by_hand.at(relay, "sense-memory/k")) == 1
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            assert [one.content for one in await fresh.recent()] == ["dear diary"]
            assert (await fresh.recall("k")).value == "v"
        first = [passage for passage in proxy.passages if passage.connection == 0]
        return Cut(
            {
                way: [json.loads(one.frame)[0] for one in first if one.direction == way]
                for way in ("to_relay", "to_client")
            },
            len(sent) - len(set(sent)),
        )


async def test_03_a_connection_cut_at_any_frame_changes_nothing_of_the_effect(
    identity: Identity, tmp_path: Path
):
    """Before the write, between the write and its OK, after the OK; and an OK that is lost.

    What was cut off is read before it is sent again, so nothing needs to be sent twice. With
    `SENSE_FAULTS_WHOLE=1` every frame has its turn, otherwise all writes and OKs and some others.
    """
    whole = await _cut(identity, tmp_path / "whole.db", FaultPlan())
    assert whole.resent == 0
    faults: list[tuple[Direction, Fault]] = [
        ("to_relay", Fault.CLOSE_BEFORE),
        ("to_relay", Fault.CLOSE_AFTER),
        ("to_client", Fault.CLOSE_BEFORE),
        ("to_client", Fault.DROP),
    ]
    places = [
        (way, fault, frame)
        for number, (way, fault) in enumerate(faults)
        for frame, verb in enumerate(whole.verbs[way])
        if verb in ("EVENT", "OK") or frame % 8 == number or "SENSE_FAULTS_WHOLE" in os.environ
        if (way, verb) != ("to_client", "EVENT")
    ]
    room = asyncio.Semaphore(8)  # they wait more than they work

    async def cut(way: Direction, fault: Fault, frame: int) -> bool:
        async with room:
            plan = FaultPlan(exactly={(0, way, frame): fault})
            done = await _cut(identity, tmp_path / f"{way}-{fault}-{frame}.db", plan)
            return way == "to_client" and done.verbs[way][frame : frame + 1] == ["OK"]

    lost = await asyncio.gather(*(cut(*place) for place in places))
    assert sum(lost) >= 2, "otherwise no OK was ever lost"


# ---------------------------------------------------------------------- relays away


@pytest.mark.parametrize(
    ("away", "safe"), [(1, "replicated"), (2, "accepted"), (3, "local")], ids=str
)
async def test_04_relays_that_are_away_cost_their_copy_and_get_it_later(
    identity: Identity, tmp_path: Path, away: int, safe: str
):
    relays = [QuirkRelay() for _ in range(3)]
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(RelayServer(relay)) for relay in relays]
        urls = [server.url for server in servers]
        async with (
            asyncio.timeout(A_WHILE),
            MemoryStore(
                identity, urls, path=tmp_path / "a.db", addressing="plain", config=SOON
            ) as store,
        ):
            await store.remember("before", "v")
            assert (await store.sync()).is_complete
            for server in servers[:away]:
                await server.stop()
            await store.remember("k", "v")
            assert (await store.recall("k")).value == "v"
            await store.sync()
            assert store.status().delivery == safe
            waiting = [relay.waiting for relay in store.status().relays]
            assert waiting == [1] * away + [0] * (3 - away)
            for server in servers[:away]:
                await server.start()
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.05)
            assert store.status().delivery == "replicated"
        held = [[event.id for event in by_hand.at(relay, "sense-memory/k")] for relay in relays]
        assert held == [held[0]] * 3
        assert len(held[0]) == 1


# ----------------------------------------------------------------- answers without end


ENDLESS = {
    "events": Quirks(flood="replays", no_eose=True),
    "forged events": Quirks(flood="forged", no_eose=True),
    "no EOSE": Quirks(no_eose=True),
    "CLOSED": Quirks(flood="closed", no_eose=True),
    "AUTH": Quirks(flood="auth", no_eose=True),
    "NOTICE": Quirks(flood="notices", no_eose=True),
}


@pytest.mark.parametrize("name", ENDLESS)
async def test_17_what_never_ends_is_ended_here_and_called_incomplete(
    identity: Identity, tmp_path: Path, name: str
):
    """Alone with such a relay. Beside a good one: `tests/integration/test_hostile_relays.py`."""
    relay = QuirkRelay()
    config = Config(relays=replace(QUICK, answer_timeout=1, answer_total=2))
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, addressing="plain", config=config) as store:
            await store.remember("k", "v")
        relay.quirks = ENDLESS[name]
        async with (
            asyncio.timeout(A_WHILE),
            MemoryStore(identity, server.url, path=tmp_path / "a.db", config=config) as store,
        ):
            report = await store.sync()
            assert not report.is_complete
            (status,) = store.status().relays
            assert status.verdict in (None, "partial", "unproven")
            assert not store.status().absence_known, "nothing was proven by that"
            await store.remember("mine", "here")
            assert (await store.recall("mine")).value == "here"


# ------------------------------------------------------------- twice, swapped, replayed


async def test_19_frames_that_come_twice_or_late_or_again_change_nothing(
    identity: Identity, tmp_path: Path
):
    """Every version there ever was is replayed too. When all is quiet nothing more is sent."""
    relay = QuirkRelay()
    past: list[Any] = []
    async with RelayServer(relay) as server:
        path = tmp_path / "a.db"
        async with MemoryStore(
            identity, server.url, path=path, addressing="plain", config=SOON
        ) as store:
            for value in "abc":
                await store.remember("k", value)
                await store.persona_remember("self", "facts", "p", value, [value])
                await store.remember("gone", value)
                await store.sync()
                past += [event.to_dict() for event in relay.events]
            tombstone = await store.forget("gone")
            await store.sync()
            await store.sync()
            expected = await by_hand.everything(store)
        heads = {event.id for event in relay.events}
        shuffled = FaultPlan(
            seed=19, duplicate=0.25, reorder=0.25, delay=0.1, directions=frozenset({"to_client"})
        )
        relay.received_frames.clear()
        async with FaultProxy(server.url, shuffled) as proxy:
            for _ in range(2):
                async with (
                    asyncio.timeout(A_WHILE),
                    MemoryStore(identity, proxy.url, path=path, config=SOON) as store,
                ):
                    await store.sync()
                    for event in past:
                        server.deliver(relay.inject(event))
                    await store.sync()
                    assert await by_hand.everything(store) == expected
        assert {event.id for event in relay.events} == heads
        again = {event.id for event in by_hand.sent([relay])}
        assert again <= {*heads, tombstone}, "what stands, or stands deleted, and nothing new"


async def test_19_once_all_is_quiet_nothing_is_published(identity: Identity, tmp_path: Path):
    relays = [QuirkRelay(), QuirkRelay()]
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    async with RelayServer(relays[0]) as one, RelayServer(relays[1]) as two:
        urls = [one.url, two.url]
        first = MemoryStore(identity, urls, path=paths[0], addressing="plain", config=SOON)
        second = MemoryStore(identity, urls, path=paths[1], config=SOON)
        async with first, second:
            await second.sync()
            for number in range(5):
                await first.remember("k", f"first {number}")
                await second.remember("k", f"second {number}")
                await second.remember("gone", "v")
                await first.forget("gone")
            for _ in range(3):
                await first.sync()
                await second.sync()
            assert await by_hand.everything(first) == await by_hand.everything(second)
            for relay in relays:
                relay.received_frames.clear()
            for _ in range(2):
                await first.sync()
                await second.sync()
            assert by_hand.sent(relays) == []


# --------------------------------------------------------------------- answers to writes


@pytest.fixture
async def refusing() -> AsyncIterator[tuple[ManualClock, QuirkRelay, str]]:
    clock = ManualClock()
    relay = QuirkRelay(clock=clock.now)
    async with RelayServer(relay) as server:
        yield clock, relay, server.url


REFUSALS = [
    ("rate-limited: slow down", "waiting"),
    ("error: the disk is having a bad day", "waiting"),
    ("whatever this means", "waiting"),
    ("restricted: members only", "parked"),
    ("blocked: not you", "parked"),
    ("mute: nobody listens", "parked"),
    ("auth-required: who are you", "waiting"),
    ("pow: 30 bits needed", "parked"),
    ("invalid: we do not like it", "dead"),
    ("blocked: event is too large", "dead"),
]


@pytest.mark.parametrize(("said", "becomes"), REFUSALS, ids=[said for said, _ in REFUSALS])
async def test_22_each_refusal_has_its_answer_and_none_is_a_busy_loop(
    identity: Identity,
    tmp_path: Path,
    refusing: tuple[ManualClock, QuirkRelay, str],
    said: str,
    becomes: str,
):
    """Time stands still after the refusal: nothing may be sent again until it goes on."""
    clock, relay, url = refusing
    async with (
        asyncio.timeout(A_WHILE),
        MemoryStore(
            identity, url, path=tmp_path / "a.db", addressing="plain", config=SOON, clock=clock
        ) as store,
    ):
        await store.remember("before", "v")
        assert (await store.sync()).is_complete
        relay.quirks = Quirks(reject_all_with=said)
        relay.received_frames.clear()
        await store.remember("k", "v")
        await _until(lambda: by_hand.sent([relay], "sense-memory/k") != [])
        await _until(lambda: getattr(store.status().relays[0], becomes) == 1)
        await asyncio.sleep(0.3)
        assert len(by_hand.sent([relay], "sense-memory/k")) == 1
        (status,) = store.status().relays
        assert (status.waiting, status.parked, status.dead).count(0) == 2
        assert (await store.recall("k")).value == "v"
        relay.quirks = Quirks()
        if becomes == "waiting":
            while not by_hand.at(relay, "sense-memory/k"):
                clock.advance(10)
                await store.sync()
        else:
            clock.advance(60)
            await store.sync()
            stands = bool(by_hand.at(relay, "sense-memory/k"))
            assert stands == (becomes == "parked"), "a sync tries again what may yet be taken"


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


async def test_22_a_relay_that_wants_to_know_who_writes_is_told_once(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks(require_auth="both"))
    async with (
        RelayServer(relay) as server,
        MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON) as store,
    ):
        await store.remember("k", "v")
        assert (await store.sync()).is_complete
    proofs = [json.dumps(frame) for frame in relay.received("AUTH")]
    assert len(proofs) == 1
