"""Relays that forge, flood, forget, refuse, and cut short."""

import asyncio
import base64
import contextlib
import hashlib
import json
import os
import sys
import zlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from relay_fixtures import LocalRelay, QuirkRelay, Quirks, RelayServer
from relay_fixtures.quirk_relay import Outgoing
from sense_memory import (
    Config,
    Identity,
    Insight,
    InvalidKeyError,
    MemoryStore,
    RecordConfig,
    TooLargeError,
)
from sense_memory.testing import ManualClock
from tests.faults import by_hand, weighed
from tests.faults.pace import QUICK, SOON
from tests.integration import raw
from tests.integration.hiding import hides_some

ROOT = Path(__file__).resolve().parents[2]
RECORDS = int(os.environ.get("SENSE_FAULTS_RECORDS", "400"))
"""How many memories are restored; 10,000 is what the matrix asks for."""
A_WHILE = 50


# --------------------------------------------------------------------- what is not sound


def _unsound(identity: Identity, sound: dict[str, Any]) -> dict[str, object]:
    """One event of each kind that must not be believed; all newer than the sound one."""
    stranger = SecretKey.generate()
    at = sound["created_at"] + 1
    d = (("d", "sense-memory/k"),)
    theirs = sign(UnsignedEvent(stranger.public_key.hex, at, 30078, sound["content"], d), stranger)
    other = {"type": "sense-memory:kv", "key": "other", "value": "swapped", "ts": float(at)}
    evil = {**other, "key": "k", "value": "evil"}
    new = by_hand.event(identity, "sense-memory/k", evil, at).to_dict()
    return {
        "a bad signature": {**new, "sig": new["sig"][::-1]},  # type: ignore[index]
        "another id": {**new, "id": sound["id"]},
        "another author": theirs.to_dict(),
        "another author's signature": {**theirs.to_dict(), "pubkey": identity.public_key_hex},
        "another kind": by_hand.event(identity, "sense-memory/k", evil, at, kind=30079).to_dict(),
        "no address": {**new, "tags": []},
        "another path inside": by_hand.event(identity, "sense-memory/k", other, at).to_dict(),
        "a date beyond all": by_hand.event(identity, "sense-memory/k", evil, 2**33).to_dict(),
    }


def _alarms(store: MemoryStore) -> set[str]:
    return {alarm.kind for alarm in store.status().relays[0].alarms}


class _Strays(QuirkRelay):
    """Sends events for a subscription that nobody opened, before each answer."""

    strays: tuple[object, ...] = ()

    def receive_text(self, conn: int, text: str) -> Outgoing:
        sent = [(conn, json.dumps(["EVENT", "nobody asked", event])) for event in self.strays]
        return sent + super().receive_text(conn, text)


async def test_15_nothing_unsound_is_believed_and_who_goes_on_forging_is_left_alone(
    identity: Identity, tmp_path: Path
):
    """Kind by kind, and beside good relays: `tests/integration/test_hostile_relays.py`."""
    relay = _Strays()
    clock = ManualClock()
    async with RelayServer(relay) as server:
        async with MemoryStore(identity, server.url, addressing="plain", config=SOON) as store:
            await store.remember("k", "sound")
            await store.remember("other", "sound")
            await store.sync()
        (head,) = by_hand.at(relay, "sense-memory/k")
        unsound = _unsound(identity, head.to_dict())
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", config=SOON, clock=clock
        ) as store:
            await store.sync()
            before = [line async for line in store.export_events()]
            relay.strays = (unsound["another path inside"], head.to_dict())
            forged = {"a bad signature", "another id", "another author's signature"}
            for name in unsound.keys() - forged:
                relay.inject(unsound[name])
            clock.advance(100)
            await store.sync()
            assert await by_hand.everything(store) == {"kv k": "sound", "kv other": "sound"}
            assert "relay_quarantined" not in _alarms(store)
            for name in sorted(forged):
                relay.inject(unsound[name])
            clock.advance(100)
            await store.sync()
            assert "relay_quarantined" in _alarms(store)
            assert await by_hand.everything(store) == {"kv k": "sound", "kv other": "sound"}
            heads = {line for line in before if '"kind":30078' in line}
            assert heads <= {line async for line in store.export_events()}


# ----------------------------------------------------------------------------- too much


def _header(size: int, *, compressed: bool = False) -> bytes:
    """The beginning of one whole text frame, RFC 6455 §5.2."""
    return bytes([0x81 | (0x40 if compressed else 0), 127]) + size.to_bytes(8)


def _deflated(size: int) -> bytes:
    """So many zeros, compressed as RFC 7692 has it."""
    squeeze = zlib.compressobj(9, wbits=-15)
    parts = [squeeze.compress(bytes(1 << 20)) for _ in range(size >> 20)]
    return b"".join(parts) + squeeze.flush(zlib.Z_SYNC_FLUSH)[:-4]


def _text(text: str) -> bytes:
    data = text.encode("utf-8", errors="surrogatepass")
    return _header(len(data)) + data


def _monsters() -> dict[str, Callable[[], bytes]]:
    sound = '{"id":"0","pubkey":"0","created_at":%s,"kind":30078,"tags":[],"content":%s,"sig":"0"}'
    frame = '["EVENT","x",%s]'
    texts = [
        frame % ("[" * 10**6 + "]" * 10**6),
        frame % (sound % ("9" * 10**6, '""')),
        frame % (sound % ("NaN", '""')),
        frame % (sound % ("1e999", '""')),
        frame % (sound % (1, '"\\ud800"')),
        '["EVENT","x",{"id":"0","id":"1","id":"2"}]',
        frame % ('{"tags":[' + '["a",""],' * 10**5 + "[]]}"),
    ]
    return {
        "1 GB": lambda: _header(1 << 30) + bytes(32 << 20),
        "200 MB deflated": lambda: _compressed(_deflated(200 << 20)),
        "depth, digits, no numbers, half characters, keys twice, tags": lambda: b"".join(
            map(_text, texts)
        ),
    }


def _compressed(data: bytes) -> bytes:
    return _header(len(data), compressed=True) + data


class _Monstrous:
    """A server that takes a websocket, and a question, and sends bytes."""

    def __init__(self, monster: bytes) -> None:
        self._monster = monster
        self.sent = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            key = next(
                (line.split()[1] for line in head.splitlines() if "websocket-key" in line.lower()),
                None,
            )
            if key is None:
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            else:
                guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
                accept = base64.b64encode(hashlib.sha1((key + guid).encode()).digest()).decode()
                lines = ("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket")
                more = ("Connection: Upgrade", f"Sec-WebSocket-Accept: {accept}", "", "")
                writer.write("\r\n".join((*lines, *more)).encode())
                await reader.read(16)  # something is asked
                for start in range(0, len(self._monster), 1 << 20):
                    writer.write(self._monster[start : start + (1 << 20)])
                    await writer.drain()
                    self.sent += 1
                await reader.read()
        writer.close()


@pytest.fixture
async def good(identity: Identity) -> AsyncIterator[RelayServer]:
    async with RelayServer(QuirkRelay()) as server:
        async with MemoryStore(identity, server.url, addressing="plain", config=SOON) as store:
            await store.remember("k", "v")
        yield server


async def test_16_what_is_too_much_is_not_kept_in_memory(
    identity: Identity, good: RelayServer, tmp_path: Path
):
    """One process for each of three; a million inputs: `python -m tests.endurance.fuzz`."""
    key_file = tmp_path / "key"
    identity.save(key_file)

    async def meet(make: Callable[[], bytes]) -> tuple[dict[str, Any], int]:
        monstrous = _Monstrous(make())
        server = await asyncio.start_server(monstrous.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", weighed.__name__, str(key_file)),
            *(good.url, f"ws://127.0.0.1:{port}"),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, errors = await child.communicate()
        server.close()
        assert child.returncode == 0, errors.decode()[-1_000:]
        return json.loads(output), monstrous.sent

    monsters = _monsters()
    met = await asyncio.gather(*map(meet, monsters.values()))
    for name, (said, sent) in zip(monsters, met, strict=True):
        assert sent > 0, name
        assert said["value"] == "v", name
        assert said["grown"] < 64 << 20, name
        assert said["verdict"] != "complete", name


# --------------------------------------------------------------------------- liars


LIES: dict[str, tuple[Quirks, set[str]]] = {
    "rolls back": (Quirks(rolls_back=True), {"relay_rollback"}),
    "withholds half": (Quirks(withholds=0.5), {"relay_withholds"}),
    "withholds all": (Quirks(withholds=1.0), {"relay_withholds"}),
}


@pytest.mark.parametrize("name", LIES)
async def test_18_a_relay_that_goes_back_on_itself_is_named_within_one_sync(
    identity: Identity, tmp_path: Path, name: str
):
    """One honest relay suffices: nothing is lost here, and a new device finds all of it."""
    quirks, alarms = LIES[name]
    liar, honest = QuirkRelay(), QuirkRelay()
    clock = ManualClock()
    async with RelayServer(liar) as first, RelayServer(honest) as second:
        urls = [first.url, second.url]
        async with MemoryStore(
            identity, urls, path=tmp_path / "a.db", addressing="plain", config=SOON, clock=clock
        ) as store:
            for value in ("old", "new"):
                for number in range(6):
                    await store.remember(f"k{number}", value)
                    clock.advance(1)
                await store.sync()
            expected = await by_hand.everything(store)
            assert store.status().relays[0].alarms == ()
            liar.quirks = hides_some(liar, quirks) if 0 < quirks.withholds < 1 else quirks
            clock.advance(100)
            await store.sync()
            assert _alarms(store) >= alarms
            assert store.status().relays[1].alarms == ()
            assert await by_hand.everything(store) == expected
        async with MemoryStore(identity, urls, config=SOON, clock=clock) as fresh:
            await fresh.sync()
            assert await by_hand.everything(fresh) == expected


async def test_18_an_ok_that_is_a_lie_is_found_out(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=SOON
        ) as store,
    ):
        await store.sync()
        relay.quirks = Quirks(lie_ok=True)
        await store.remember("k", "v")
        await store.sync()
        await store.sync()
        assert by_hand.sent([relay], "sense-memory/k")
        assert store.status().delivery == "local"
        assert [a.kind for a in store.status().relays[0].alarms] == ["relay_withholds"]


# ----------------------------------------------------------------------- deletions


@pytest.mark.parametrize(
    "quirks",
    [
        Quirks(),
        Quirks(honours_a_deletion=False),
        Quirks(honours_a_deletion=False, honours_e_deletion=False),
        Quirks(remembers_deletions=False, keeps_all_versions=True),
        Quirks.strfry(),
        Quirks.nostr_rs_relay(),
    ],
    ids=["honoured", "by id only", "ignored", "honoured and forgotten", "strfry", "nostr-rs-relay"],
)
async def test_20_what_is_forgotten_is_never_seen_again_whatever_a_relay_does(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    """Neither by who forgot, nor by a device that was away, nor by a new one; and it may return."""
    relay = QuirkRelay(quirks)
    paths = [tmp_path / "0.db", tmp_path / "1.db"]
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=paths[0], addressing="plain", config=SOON
        ) as store:
            await store.remember("k", "secret")
            await store.sync()
        async with MemoryStore(identity, server.url, path=paths[1], config=SOON) as store:
            assert (await store.recall("k")).value == "secret"
        old = [event for event in relay.events if event.kind == 30078]
        async with MemoryStore(identity, server.url, path=paths[0], config=SOON) as store:
            await store.forget("k")
            await store.sync()
            await store.sync()
        relay.seed(old)  # somebody copies it back
        for path in (paths[1], paths[0], None):
            async with MemoryStore(identity, server.url, path=path, config=SOON) as store:
                await store.sync()
                assert await store.recall("k") is None
                assert await store.recall_all() == []
        async with MemoryStore(identity, server.url, path=paths[1], config=SOON) as store:
            await store.remember("k", "public")
            await store.sync()
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            assert (await fresh.recall("k")).value == "public"


async def test_20_a_plain_clients_deletion_is_a_forgetting_and_a_late_one_is_too(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    """On a relay in use. It arrives while nobody listens, and names what it could know."""
    path = tmp_path / "a.db"
    async with MemoryStore(
        identity, relay.url, path=path, addressing="plain", config=SOON
    ) as store:
        await store.remember("k", "v")
        await store.remember("later", "v")
        await store.sync()
    dates = {
        raw.d_of(event): event["created_at"]
        for event in await raw.ask(relay.url, {"kinds": [30078], "limit": 10})
    }
    gone = by_hand.deletion(identity, "sense-memory/k", dates["sense-memory/k"])
    early = by_hand.deletion(identity, "sense-memory/later", dates["sense-memory/later"] - 60)
    await raw.publish(relay.url, gone.to_dict(), early.to_dict())
    async with MemoryStore(identity, relay.url, path=path, config=SOON) as store:
        await store.sync()
        assert await store.recall("k") is None
        assert (await store.recall("later")).value == "v", "it could not know this version"
    async with MemoryStore(identity, relay.url, config=SOON) as fresh:
        assert [memory.key for memory in await fresh.recall_all()] == ["later"]


# --------------------------------------------------------------------------- much


async def test_23_everything_is_restored_from_a_relay_that_shows_little_at_a_time(
    identity: Identity, tmp_path: Path
):
    """All written in one second of the clock; `SENSE_FAULTS_RECORDS=10000` for the full size."""
    clock = ManualClock()
    relay = QuirkRelay(Quirks(filter_cap=max(50, RECORDS // 20)), clock=clock.now)
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=SOON,
            clock=clock,
        ) as store:
            insights = [Insight("world", "facts", f"k{n}", f"value {n}") for n in range(RECORDS)]
            await store.persona_remember_many(insights)
            assert (await store.sync()).is_complete
        dates = [event.created_at for event in relay.events if event.kind == 30078]
        assert len(dates) > RECORDS
        assert max(map(dates.count, set(dates))) <= 20, "no second is crowded"
        async with MemoryStore(identity, server.url, config=SOON, clock=clock) as fresh:
            found = {one.key: one.value for one in await fresh.persona_recall("world")}
            assert found == {f"k{n}": f"value {n}" for n in range(RECORDS)}
            assert fresh.status().relays[0].verdict == "complete"


LONG = [184, 185, 255, 256, 13 + 1021]
"""Bytes of the address, were it plain; the last one is the longest that a key can make."""


async def test_24_no_two_names_are_one_at_a_relay_that_indexes_255_bytes(
    identity: Identity, tmp_path: Path
):
    relay = QuirkRelay(Quirks.strfry())
    names = [
        name for size in LONG for last in "ab" if (name := _name(size - len("sense-memory/"), last))
    ]
    names += ["caf\u00e9", "cafe", "\U0001f9a4", "\U0001f9a4\ufe0f", "\u1100\u1161", "K", "k"]
    same = {"cafe\u0301": "caf\u00e9", "\uac00": "\u1100\u1161", "\u212a": "K"}
    async with RelayServer(relay) as server:
        async with MemoryStore(
            identity, server.url, path=tmp_path / "a.db", addressing="plain", config=SOON
        ) as store:
            for name in names:
                await store.remember(name, f"value of {name}")
            assert (await store.sync()).is_complete
            for typed, name in same.items():
                assert (await store.recall(typed)).value == f"value of {name}", "one name, typed"
            gone = names.pop(5)
            await store.forget(gone)
            assert (await store.sync()).is_complete
            with pytest.raises(InvalidKeyError):
                await store.remember("x" * 257, "v")
        for event in relay.events:
            if event.kind == 30078:
                assert 0 < len(event.d.encode()) <= 184
        async with MemoryStore(identity, server.url, config=SOON) as fresh:
            found = {memory.value for memory in await fresh.recall_all()}
            assert found == {f"value of {name}" for name in names}
            assert await fresh.recall(gone) is None


def _name(size: int, last: str) -> str:
    """A name of so many bytes, of at most 256 characters, told from others by its last one."""
    wide = max(0, -(-(size - 256) // 3))
    return "\U0001f9a4" * wide + "x" * (size - 4 * wide - 1) + last


SIZES = [
    (5_120, Quirks(max_content_chars=8_196)),
    (10_240, Quirks(max_event_bytes=16_384)),
    (40_960, Quirks.strfry()),
]


@pytest.mark.parametrize(("limit", "quirks"), SIZES, ids=["5,120", "10,240", "40,960"])
async def test_25_the_largest_record_fits_and_one_byte_more_is_told_before_anything_is_signed(
    identity: Identity, tmp_path: Path, limit: int, quirks: Quirks
):
    clock = ManualClock()
    relay = QuirkRelay(quirks, clock=clock.now)
    config = Config(relays=QUICK, records=RecordConfig(max_plaintext_bytes=limit))
    async with (
        RelayServer(relay) as server,
        MemoryStore(
            identity,
            server.url,
            path=tmp_path / "a.db",
            addressing="plain",
            config=config,
            clock=clock,
        ) as store,
    ):
        with pytest.raises(TooLargeError) as raised:
            await store.remember("k", "x" * (limit + 100))
        assert raised.value.limit_bytes == limit
        room = limit + 100 - (raised.value.size_bytes - limit)
        with pytest.raises(TooLargeError) as raised:
            await store.remember("k", "x" * (room + 1))
        assert raised.value.size_bytes == limit + 1
        await store.sync()
        assert by_hand.sent([relay]) == []
        assert await store.recall("k") is None
        assert store.status().records == 0
        await store.remember("k", "x" * room)
        assert (await store.sync()).is_complete
        (head,) = by_hand.at(relay, "sense-memory/k")
        assert len(by_hand.body(identity, head)["value"]) == room


@pytest.mark.parametrize(
    "quirks",
    [Quirks(max_content_chars=8_196), Quirks(max_event_bytes=16_384)],
    ids=["by content", "by event"],
)
async def test_25_what_one_relay_finds_too_large_stands_elsewhere_and_is_named(
    identity: Identity, tmp_path: Path, quirks: Quirks
):
    small, large = QuirkRelay(quirks), QuirkRelay(Quirks.strfry())
    async with (
        RelayServer(small) as first,
        RelayServer(large) as second,
        MemoryStore(
            identity,
            [first.url, second.url],
            path=tmp_path / "a.db",
            addressing="plain",
            config=SOON,
        ) as store,
        asyncio.timeout(A_WHILE),
    ):
        await store.remember("k", "x" * 30_000)
        await store.sync()
        assert store.status().relays[0].dead == 1
        assert len(by_hand.sent([small], "sense-memory/k")) == 1, "it is not asked twice"
        assert len(by_hand.at(large, "sense-memory/k")) == 1
        assert store.status().delivery == "accepted"
