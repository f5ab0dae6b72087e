"""A client that knows nothing of ``_sync`` edits memories, and two devices take its edits in."""

import json
from pathlib import Path
from typing import Any

import pytest

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, decrypt, encrypt
from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore
from sense_memory.testing import ManualClock

from . import raw

NOW = 1_800_000_000
VERGEL = "sense-memory/persona/people/facts/vergel"
WHERE = ("people", "facts", "vergel")


class PlainClient:
    """It reads a record, changes it, and writes all of it back, as the published client does."""

    def __init__(self, identity: Identity, relay: LocalRelay, clock: ManualClock) -> None:
        self._secret = SecretKey.from_hex(identity.private_key_hex)
        self._key = conversation_key(self._secret, self._secret.public_key)
        self._identity, self._url, self._clock = identity, relay.url, clock

    async def read(self, path: str) -> dict[str, Any]:
        (event,) = await raw.ask(self._url, {"kinds": [30078], "#d": [path]})
        found: dict[str, Any] = json.loads(decrypt(event["content"], self._key))
        del found["_sync"]
        return found

    async def write(self, path: str, record: dict[str, Any]) -> dict[str, Any]:
        self._clock.advance(60)
        payload = encrypt(json.dumps(record), self._key)
        date = int(self._clock.now())
        key = self._identity.public_key_hex
        event = sign(UnsignedEvent(key, date, 30078, payload, (("d", path),)), self._secret)
        (answer,) = await raw.publish(self._url, event.to_dict())
        assert answer[2]
        self._clock.advance(60)
        return event.to_dict()

    async def change(self, path: str, **fields: Any) -> dict[str, Any]:
        return await self.write(path, {**await self.read(path), **fields})


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture
def plain(identity: Identity, relay: LocalRelay, clock: ManualClock) -> PlainClient:
    return PlainClient(identity, relay, clock)


async def test_rule_5_its_edit_replaces_what_it_changed_and_no_more(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock, plain: PlainClient
):
    options: Any = {"clock": clock, "addressing": "plain"}
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", **options) as first:
        await first.persona_remember(*WHERE, "likes tea", ["drinks", "old"], source="chat")
        await first.sync()
    async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", **options) as second:
        await second.sync()
    # the second device changes the source offline; the plain client the value and the themes
    clock.advance(60)
    async with MemoryStore(identity, path=tmp_path / "b.db", **options) as second:
        await second.persona_remember(*WHERE, "likes tea", source="book")
    await plain.change(VERGEL, value="likes green tea", themes=["drinks", "green"])
    for name in "abab":
        async with MemoryStore(
            identity, relay.url, path=tmp_path / f"{name}.db", **options
        ) as store:
            await store.sync()
            clock.advance(60)
    texts = []
    for name in "ab":
        async with MemoryStore(
            identity, relay.url, path=tmp_path / f"{name}.db", **options
        ) as store:
            await store.sync()
            (memory,) = await store.persona_recall(*WHERE)
            assert (memory.source, memory.themes) == ("book", ("drinks", "green"))
            assert memory.value == "likes green tea"
            assert {one.value for c in await store.conflicts() for one in c.values} <= {
                "likes tea",
                "likes green tea",
            }
            texts.append(await store.fingerprint())
    assert texts[0] == texts[1]


async def test_rule_5_a_record_that_it_made_without_reading_ours_is_a_conflict(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock, plain: PlainClient
):
    options: Any = {"clock": clock, "addressing": "plain"}
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", **options) as store:
        await store.persona_remember(*WHERE, "likes tea", ["drinks"])
        await store.sync()
        record = {**await plain.read(VERGEL), "value": "likes coffee", "themes": ["drinks"]}
        await plain.write(VERGEL, {**record, "created_at": NOW + 30, "access_count": 0})
        await store.sync()
        (conflict,) = await store.conflicts()
        assert [one.value for one in conflict.values] == ["likes coffee", "likes tea"]
        assert conflict.shown.device[0] == "~"
        await store.resolve(conflict, conflict.siblings[0])
        clock.advance(60)
        await store.sync()
        assert (await plain.read(VERGEL))["value"] == "likes tea"


async def test_rule_5_an_old_edit_that_another_relay_shows_later_brings_nothing_back(
    identity: Identity, relays, tmp_path: Path, clock: ManualClock
):
    one, two = relays(2)
    options: Any = {"clock": clock, "addressing": "plain"}
    plain = PlainClient(identity, one, clock)
    async with MemoryStore(identity, one.url, path=tmp_path / "a.db", **options) as store:
        await store.persona_remember(*WHERE, "likes tea", source="chat")
        await store.sync()
        event = await plain.change(VERGEL, value="likes green tea")
        await store.sync()
        await store.persona_remember(*WHERE, "likes oolong", source="letter")
        clock.advance(60)
        await store.sync()
    await raw.publish(two.url, event)
    async with MemoryStore(
        identity, [one.url, two.url], path=tmp_path / "a.db", **options
    ) as store:
        await store.sync()
        assert await store.conflicts() == []
        (memory,) = await store.persona_recall(*WHERE)
        assert (memory.value, memory.source) == ("likes oolong", "letter")
        clock.advance(60)
        await store.sync()
    (found,) = await raw.ask(two.url, {"kinds": [30078], "#d": [VERGEL]})
    assert found["id"] != event["id"]


async def test_rule_5_an_edit_of_a_key_value_memory_replaces_it_on_every_device(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock, plain: PlainClient
):
    options: Any = {"clock": clock, "addressing": "plain"}
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", **options) as store:
        await store.remember("zone", "UTC")
        await store.sync()
    for number in range(3):
        await plain.change("sense-memory/zone", value=f"edit {number}", ts=NOW + number)
        for name in "ab":
            path = tmp_path / f"{name}.db"
            async with MemoryStore(identity, relay.url, path=path, **options) as store:
                await store.sync()
                assert (await store.recall("zone")).value == f"edit {number}"
                assert await store.conflicts() == []
                clock.advance(60)
