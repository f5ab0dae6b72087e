"""Events made and opened without a line of the store: what a plain writer, or an attacker, could
have written, and what really stands in what ours wrote."""

import json
import secrets
from collections.abc import Iterable
from typing import Any

from nips import nip44
from nips.keys import SecretKey
from nips.nip01 import Event, UnsignedEvent, sign
from relay_fixtures import QuirkRelay
from sense_memory import Identity, MemoryStore

__all__ = ["at", "body", "deletion", "event", "everything", "sealed", "sent"]


def _key(identity: Identity) -> SecretKey:
    return SecretKey.from_hex(identity.private_key_hex)


def sealed(identity: Identity, content: dict[str, Any]) -> str:
    """NIP-44 of a JSON object to oneself."""
    key = _key(identity)
    shared = nip44.conversation_key(key, key.public_key)
    return nip44.encrypt(json.dumps(content), shared, nonce=secrets.token_bytes(32))


def event(
    identity: Identity, d: str, content: dict[str, Any], created_at: int, *, kind: int = 30078
) -> Event:
    """A sound event at an address, with a body of the caller's choice."""
    text = sealed(identity, content)
    unsigned = UnsignedEvent(identity.public_key_hex, created_at, kind, text, (("d", d),))
    return sign(unsigned, _key(identity))


def deletion(identity: Identity, d: str, created_at: int) -> Event:
    """A kind 5 as the published client sends it: by address, and without a word."""
    tags = (("a", f"30078:{identity.public_key_hex}:{d}"),)
    return sign(UnsignedEvent(identity.public_key_hex, created_at, 5, "", tags), _key(identity))


def body(identity: Identity, found: Event) -> dict[str, Any]:
    """What an event opens to."""
    key = _key(identity)
    shared = nip44.conversation_key(key, key.public_key)
    opened: dict[str, Any] = json.loads(nip44.decrypt(found.content, shared))
    return opened


def at(relay: QuirkRelay, d: str) -> list[Event]:
    """What a relay holds at an address."""
    return [found for found in relay.events if found.kind == 30078 and found.d == d]


def sent(relays: Iterable[QuirkRelay], d: str | None = None) -> list[Event]:
    """The events that relays were sent, in order; those at one address if it is given."""
    frames = [frame[1] for relay in relays for frame in relay.received("EVENT")]
    events = [Event.from_dict(frame) for frame in frames]
    return [one for one in events if d is None or (one.kind == 30078 and one.d == d)]


async def everything(store: MemoryStore) -> dict[str, object]:
    """All that a store says when it is asked."""
    return {
        **{f"kv {one.key}": one.value for one in await store.recall_all()},
        **{
            f"persona {one.domain}/{one.facet}/{one.key}": (
                *(one.value, one.source, one.confidence, one.superseded_by),
                *(sorted(one.themes), sorted(one.connections)),
            )
            for one in await store.persona_recall()
            if one.domain != "flat"
        },
        **{f"journal {one.content}": one.created_at for one in await store.recent(100)},
    }
