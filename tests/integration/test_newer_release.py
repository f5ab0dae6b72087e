"""A newer release writes in a form that this one does not know: it is shown, and left alone."""

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


def of_a_newer_release(identity: Identity, path: str, date: int, **fields: Any) -> dict[str, Any]:
    """An event of a version of the format that this release does not know."""
    body = {**fields, "aspects": {"of": "tomorrow"}, "_sync": {"v": 2, "p": path, "clock": [1, 2]}}
    secret = SecretKey.from_hex(identity.private_key_hex)
    payload = encrypt(json.dumps(body), conversation_key(secret, secret.public_key))
    unsigned = UnsignedEvent(identity.public_key_hex, date, 30078, payload, (("d", path),))
    return sign(unsigned, secret).to_dict()


def said(identity: Identity, event: dict[str, Any]) -> Any:
    secret = SecretKey.from_hex(identity.private_key_hex)
    return json.loads(decrypt(event["content"], conversation_key(secret, secret.public_key)))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


async def test_rule_6_it_is_shown_as_far_as_it_can_be_read(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    zone = of_a_newer_release(
        identity, "sense-memory/zone", NOW, type="sense-memory:kv", key="zone", value="UTC", ts=NOW
    )
    vergel = of_a_newer_release(
        identity,
        "sense-memory/persona/people/facts/vergel",
        NOW,
        type="sense-memory:persona",
        value="likes tea",
        themes=["drinks"],
        created_at=NOW,
        mood="a field of tomorrow",
    )
    gone = of_a_newer_release(
        identity, "sense-memory/gone", NOW, type="sense-memory:forgotten", value=""
    )
    shapes: dict[str, dict[str, Any]] = {
        "torn": {"type": "sense-memory:kv", "value": 5},
        "empty": {"type": "sense-memory:kv"},
        "persona/d/f/torn": {"type": "sense-memory:persona", "value": "v", "themes": 5},
        "persona/d/f/late": {"type": "sense-memory:persona", "value": "v", "created_at": "x"},
    }
    torn = [
        of_a_newer_release(identity, f"sense-memory/{path}", NOW, **fields)
        for path, fields in shapes.items()
    ]
    for event in (zone, vergel, gone, *torn):
        await raw.publish(relay.url, event)
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", clock=clock) as store:
        await store.sync()
        assert (await store.recall("zone")).value == "UTC"
        assert [memory.key for memory in await store.recall_all()] == ["zone"]
        (memory,) = await store.persona_recall("people", "facts", "vergel")
        assert (memory.value, memory.themes) == ("likes tea", ("drinks",))
        assert [memory.key for memory in await store.persona_recall("people")] == ["vergel"]
        assert await store.recall("gone") is None
        assert await store.scope("user:alice").recall_all() == []
        assert store.status().unreadable == 7


# S-4.8
async def test_rule_6_it_is_neither_written_over_nor_deleted(
    identity: Identity, relay: LocalRelay, tmp_path: Path, clock: ManualClock
):
    async with MemoryStore(
        identity, relay.url, path=tmp_path / "a.db", addressing="plain", clock=clock
    ) as store:
        await store.remember("zone", "old")
        await store.sync()
        clock.advance(60)
        newer = of_a_newer_release(
            identity,
            "sense-memory/zone",
            NOW + 30,
            type="sense-memory:kv",
            key="zone",
            value="of tomorrow",
            ts=NOW + 30,
        )
        await raw.publish(relay.url, newer)
        await store.sync()
        assert (await store.recall("zone")).value == "of tomorrow"
        for write in (store.remember("zone", "mine"), store.forget("zone")):
            await write
            clock.advance(60)
            await store.sync()
            (found,) = await raw.ask(relay.url, {"kinds": [30078], "#d": ["sense-memory/zone"]})
            assert found["id"] == newer["id"]
            assert said(identity, found)["value"] == "of tomorrow"
        assert await raw.ask(relay.url, {"kinds": [5], "limit": 10}) == []
        assert store.status().unreadable == 1
