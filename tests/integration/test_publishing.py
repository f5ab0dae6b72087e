"""Read, then write, then read back: at every send, and no more events than there are edits."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from nips import nip78
from nips.nip01 import Event, UnsignedEvent
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.core.clock import SystemClock
from sense_memory.io import relay_writer
from sense_memory.io.identity import as_signer
from sense_memory.io.websocket import Traffic, connect
from sense_memory.sync.conduct import Conduct

SOON = Config(relays=RelayConfig(read_back_delay=0.3, close_timeout=2))
FRESH = 0.4


class TimedRelay(QuirkRelay):
    """A relay that knows when each frame came."""

    def __init__(self, quirks: Quirks | None = None) -> None:
        super().__init__(quirks)
        self.times: list[float] = []

    def receive_text(self, conn: int, text: str) -> list[tuple[int, str]]:
        self.times.append(asyncio.get_running_loop().time())
        return super().receive_text(conn, text)

    def unread_writes(self, seconds: float) -> list[str]:
        """Addresses of records that were sent without having been read in the seconds before."""
        unread: list[str] = []
        asked: dict[str, float] = {}
        read_all = float("-inf")
        for at, (_, text) in zip(self.times, self.received_frames, strict=True):
            verb, *rest = json.loads(text)
            if verb == "REQ" and 30078 in rest[1].get("kinds", ()) and "since" not in rest[1]:
                if "#d" in rest[1]:
                    asked[rest[1]["#d"][0]] = at
                else:
                    read_all = at
            elif verb == "EVENT" and rest[0]["kind"] == 30078:
                address = Event.from_dict(rest[0]).d
                if at - max(asked.get(address, float("-inf")), read_all) > seconds:
                    unread.append(address)
        return unread


def _slack(seconds: float) -> float:
    """A loaded machine delivers a frame a little later than it was sent."""
    return seconds + 0.3


# S-6.6
async def test_a_write_that_waits_for_its_turn_is_read_anew(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(relay_writer, "is_local", lambda url: False)
    relay = TimedRelay()
    config = Config(
        relays=RelayConfig(read_back_delay=0, read_freshness=FRESH, events_per_second=6)
    )
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=config, addressing="plain"
        ) as store,
    ):
        for number in range(12):
            await store.remember(f"k{number}", "v")
        await store.sync()
    assert len(relay.received("EVENT")) >= 12
    assert relay.unread_writes(_slack(FRESH)) == []


async def test_a_write_that_was_refused_for_want_of_auth_is_read_anew(
    identity: Identity, tmp_path: Path
):
    relay = TimedRelay(Quirks(require_auth="write"))
    config = Config(relays=RelayConfig(read_back_delay=0, read_freshness=FRESH, ok_timeout=1))
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=config, addressing="plain"
        ) as store,
    ):
        await store.remember("k", "v")
        (relay_done,) = (await store.sync()).relays
        assert relay_done.waiting == 0
        frames = [json.loads(text) for _, text in relay.received_frames]
    auth = next(n for n, frame in enumerate(frames) if frame[0] == "AUTH")
    sent: dict[str, list[int]] = {}
    asked: dict[str, list[int]] = {}
    for number, frame in enumerate(frames):
        if frame[0] == "EVENT":
            sent.setdefault(Event.from_dict(frame[1]).d, []).append(number)
        elif frame[0] == "REQ" and "#d" in frame[2]:
            asked.setdefault(frame[2]["#d"][0], []).append(number)
    refused = [address for address, numbers in sent.items() if numbers[0] < auth]
    assert refused, "something was sent before the relay said that it wants to know who writes"
    for address in refused:
        again = next(number for number in sent[address] if number > auth)
        assert any(auth < number < again for number in asked.get(address, ()))


async def test_what_another_device_wrote_meanwhile_is_merged_before_a_late_send(
    identity: Identity, tmp_path: Path
):
    """The relay refuses for a while; what it holds by then is not written over."""
    relay = QuirkRelay()
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as first:
            await first.persona_remember("people", "facts", "x", "one", ["a"])
            await first.sync()
        relay.quirks = Quirks(reject_all_with="rate-limited: later")
        first = MemoryStore(identity, server.url, path=tmp_path / "a.db", config=SOON)
        async with first:
            await first.persona_remember("people", "facts", "x", "one", ["a", "b"])
            await asyncio.sleep(0.3)
            relay.quirks = Quirks()
            async with MemoryStore(identity, server.url, path=tmp_path / "b.db") as second:
                await second.sync()
                await second.persona_remember("people", "facts", "x", "one", confidence=0.5)
                await second.sync()
            await first.sync()
            (found,) = await first.persona_recall("people", "facts", "x")
            assert (found.themes, found.confidence) == (("a", "b"), 0.5)


# --------------------------------------------------------------------- read back


async def test_an_adopted_version_is_read_back_too(identity: Identity, tmp_path: Path):
    """The write that waited is said by another device's version: proven is only what stays."""
    relay = QuirkRelay()
    slow = Config(relays=RelayConfig(read_back_delay=600))
    async with RelayServer(relay) as server:
        one = MemoryStore(identity, server.url, path=tmp_path / "a.db", config=slow)
        two = MemoryStore(identity, server.url, path=tmp_path / "b.db", config=slow)
        async with one, two:
            mine = await one.remember("k", "1")
            await one.sync()
            await two.sync()
            await two.remember("k", "2")
            await two.sync()
            async with asyncio.timeout(10):
                while (await one.recall("k")).value != "2":
                    await asyncio.sleep(0.02)
            (at_relay,) = (await one.receipt(mine)).relays
            assert at_relay.state == "accepted"


# -------------------------------------------------------------- how many events


def _record_frames(relay: QuirkRelay, address: str) -> int:
    sent = (Event.from_dict(frame[1]) for frame in relay.received("EVENT"))
    return sum(event.kind == 30078 and event.d == address for event in sent)


async def test_two_devices_at_ten_edits_a_second_lose_nothing(
    identity: Identity, relays, tmp_path: Path
):
    urls = [relay.url for relay in relays(2)]
    stores = [
        MemoryStore(identity, urls, path=tmp_path / f"{n}.db", addressing="plain") for n in "ab"
    ]

    async def edit(store: MemoryStore, name: str) -> None:
        for number in range(25):
            await store.persona_remember("people", "facts", f"{name}{number}", "v")
            await store.persona_remember(
                "people", "facts", "hot", f"{name}{number}", [f"{name}{number}"]
            )
            await asyncio.sleep(0.1)

    await stores[0].persona_remember("people", "facts", "hot", "0")
    for store in stores:
        await store.sync()
    await asyncio.gather(*(edit(store, n) for store, n in zip(stores, "ab", strict=True)))
    async with asyncio.timeout(30):
        while True:
            for store in stores:
                await store.sync()
            shown = [
                {(m.key, m.value, m.themes) for m in await store.persona_recall("people")}
                for store in stores
            ]
            if shown[0] == shown[1]:
                break
    for store in stores:
        await store.close()
    keys = {key for key, _, _ in shown[0]}
    assert keys == {"hot"} | {f"{name}{n}" for name in "ab" for n in range(25)}


async def test_thousands_of_single_writes_are_not_looked_at_one_by_one(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        await store.sync()
        for number in range(400):
            await store.remember(f"k{number}", "v")
        assert (await store.sync()).is_complete
        asked = Counter("#d" in str(frame[2]) for frame in relay.received("REQ"))
    assert asked[True] < 200
    assert len(relay.received("EVENT")) <= 405


async def test_a_refused_question_does_not_slow_down_writes(identity: Identity, tmp_path: Path):
    from relay_fixtures.rates import RateLimit

    relay = QuirkRelay(Quirks(req_limits=(RateLimit(30, 2.0),)))
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, addressing="plain"
        ) as store,
    ):
        for number in range(120):
            await store.remember(f"k{number}", "v")
            await asyncio.sleep(0.005)
        async with asyncio.timeout(30):
            while not (await store.sync()).is_complete:
                await asyncio.sleep(0.3)
    assert len({event.d for event in relay.events if event.kind == 30078}) >= 121


async def test_edits_reach_a_connected_device_while_merges_are_held_back(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    one = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    two = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with one, two:
        await one.sync()
        await two.sync()
        one._lifetime.pool.hold_back([f"{n:064}" for n in range(10)], [])
        await one.remember("news", "arrived")
        async with asyncio.timeout(10):
            while await two.recall("news") is None:
                await asyncio.sleep(0.02)


async def test_the_file_is_left_alone_while_all_that_waits_is_held_back(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """It was read twenty times a second, for as long as that took."""
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        await store.sync()
        await asyncio.to_thread(relay.stop)
        await store.remember("k", "v")
        database = store._lifetime.database
        waiting = [id_ for (id_,) in database._engine.rows("SELECT id FROM outbox")]
        (worker,) = store._lifetime.pool.workers
        now = asyncio.get_running_loop().time()
        worker._writer._held_back.add([], waiting, now + 2)
        await asyncio.to_thread(relay.start)
        looks: list[str] = []
        database._engine.reading().set_trace_callback(looks.append)
        assert (await store.sync()).is_complete
        assert waiting
        assert 0 < sum("FROM outbox o LEFT JOIN" in look for look in looks) <= 20


async def test_what_was_merged_here_and_was_sent_by_another_device_is_not_sent(
    identity: Identity, tmp_path: Path
):
    """Two devices merge the same conflict apart; ours is dated later, and nobody has it."""
    for name in "ab":
        async with MemoryStore(identity, path=tmp_path / f"{name}.db", addressing="plain") as store:
            await store.persona_remember("people", "facts", "x", name, [name])
    events: list[str] = []
    for name in "ab":
        async with MemoryStore(identity, path=tmp_path / f"{name}.db") as store:
            events += [line async for line in store.export_events()]
    for name in "ab":
        async with MemoryStore(identity, path=tmp_path / f"{name}.db") as store:
            await store.import_events(events)
        await asyncio.sleep(1.1)
    relay = QuirkRelay()
    address = "sense-memory/persona/people/facts/x"
    async with RelayServer(relay) as server:
        for name, expected in (("a", 1), ("b", 1)):
            async with MemoryStore(identity, server.url, path=tmp_path / f"{name}.db") as store:
                assert (await store.sync()).is_complete
                (found,) = await store.persona_recall("people", "facts", "x")
                assert found.themes == ("a", "b")
            assert _record_frames(relay, address) == expected


async def test_one_event_that_is_sent_twice_at_once_is_answered_twice(identity: Identity):
    """An OK names the event alone; a request that stands at several places is sent for each."""
    relay, clock, signer = QuirkRelay(), SystemClock(), as_signer(identity)
    async with RelayServer(relay) as server:

        async def sign(unsigned: UnsignedEvent) -> Event:
            raise AssertionError("nobody asks who we are")

        key = await signer.public_key()
        (payload,) = await signer.encrypt(["{}"])
        wanted = nip78.app_data(key, int(clock.now()), "sense-memory/x", payload)
        id_, sig = await signer.sign(
            created_at=wanted.created_at, kind=wanted.kind, tags=wanted.tags, content=payload
        )
        event = Event(id_, key, wanted.created_at, wanted.kind, wanted.tags, payload, sig)
        config = RelayConfig(ok_timeout=5)
        async with (
            asyncio.timeout(20),
            connect(server.url, key, sign, clock, config, Traffic(), Conduct()) as connection,
        ):
            first = asyncio.ensure_future(connection.publish(event))
            second = asyncio.ensure_future(connection.publish(event))
            third = asyncio.ensure_future(connection.publish(event))
            await asyncio.sleep(0)
            first.cancel()
            assert [(await one).accepted for one in (second, third)] == [True, True]
            assert (await connection.publish(event)).accepted is not None
        sent = [text for _, text in relay.received_frames if text.startswith('["EVENT"')]
        assert len(sent) == 2, "what is under way is not sent once more"


async def test_a_relay_that_is_quicker_than_who_waits_for_it_is_heard(
    identity: Identity, relay: LocalRelay
) -> None:
    config = Config(relays=RelayConfig(read_back_delay=0.0, close_timeout=2, read_timeout=3))
    async with MemoryStore(identity, relay.url, config=config, addressing="plain") as store:
        await store.remember("city", "Lyon")
        repository = await store._lifetime.opened()
        pool = store._lifetime.pool
        assert pool is not None
        address = "sense-memory/city"
        event = (await repository._database.heads.at([address]))[address].event
        # its OK came while nobody was waiting
        assert await pool.accepted({address: event}) == {address: event.id}
