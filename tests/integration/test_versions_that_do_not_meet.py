"""A version that makes no record together with what is here is kept aside, and hinders nothing."""

from pathlib import Path
from typing import Any

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from nips.nip44 import conversation_key, encrypt
from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore
from sense_memory.core.records.rapport import Reading
from sense_memory.core.records.store_settings import Addressing
from sense_memory.core.ref import Ref
from sense_memory.testing import ManualClock
from sense_memory.wire import codec
from sense_memory.wire.body import Body
from sense_memory.wire.stamp import Dot

from . import raw

NOW = 1_800_000_000
READING = "sense-memory/rapport/vergel/reading/tuesday"
ONE, OTHER = "k3f7a2c2e4", "mq2w3e4r5t"
FIRST, LATER = Dot("018bcfe56be80000", ONE), Dot("018bcfe56fd00000", OTHER)
LAST = Dot("018bcfe58b280000", ONE)
SCORE = {"evidence": "", "signal": "", "value": 0.5}
FIELDS = {
    "confidence": 0.5,
    "on": [f"{FIRST.t}.{ONE}"],
    "peer": "vergel",
    "reader": "rules",
    "signals": {
        **dict.fromkeys(("depth", "energy", "formality", "humor", "trust", "warmth"), SCORE),
        "resilience": {"type": "untested"},
        "explicit_corrections": [],
    },
    "timestamp": 1_700_000_001.25,
    "turns": 12,
}


def event_of(identity: Identity, date: int, body: Body) -> dict[str, Any]:
    """A version of the reading, as some device wrote it."""
    text = codec.plaintext(Ref(Reading, "vergel/tuesday"), body, Addressing.PLAIN, 40_960)
    secret = SecretKey.from_hex(identity.private_key_hex)
    payload = encrypt(text, conversation_key(secret, secret.public_key))
    unsigned = UnsignedEvent(identity.public_key_hex, date, 30078, payload, (("d", READING),))
    return sign(unsigned, secret).to_dict()


async def test_what_is_left_of_two_is_no_record(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    """One device wrote but a part of it, the other one forgets all that it had seen."""
    fields: dict[str, dict[Dot, Any]] = {name: {FIRST: value} for name, value in FIELDS.items()}
    fields["peer"][LATER] = "vergel"
    told_in_part = Body(READING, {ONE: FIRST.t, OTHER: LATER.t}, fields, {})
    forgetting = Body(READING, {ONE: LAST.t}, {}, {}, {LAST: "fold"})
    clock = ManualClock(NOW)
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db", clock=clock) as store:
        part = event_of(identity, NOW - 100, told_in_part)
        await raw.publish(relay.url, part)
        await store.sync()
        assert store.status().unreadable == 0
        gone = event_of(identity, NOW - 50, forgetting)
        other = MemoryStore(identity, relay.url, clock=clock)
        async with other:
            await other.remember("zone", "UTC")
        await raw.publish(relay.url, gone)

        await store.sync()

        assert (await store.recall("zone")).value == "UTC"
        assert store.status().unreadable == 1
