"""Devices that were apart meet on their relay, and what they leave there."""

import asyncio

from sense_memory import Identity, MemoryStore
from sense_memory.io.identity import as_signer

from . import raw


async def meet(*stores: MemoryStore) -> None:
    """Let them exchange what they know until all of them hold the same."""
    async with asyncio.timeout(30):
        while True:
            for store in stores:
                await store.sync()
            waiting = any(relay.waiting for store in stores for relay in store.status().relays)
            if not waiting and len({await store.fingerprint() for store in stores}) == 1:
                return
            await asyncio.sleep(0.1)


async def standing(url: str, identity: Identity) -> dict[str, str]:
    """Somebody's events at a relay: address, or id of a deletion request, to id."""
    ours = {"authors": [identity.public_key_hex], "limit": 500}
    events = await raw.ask(url, {"kinds": [30078], **ours}, {"kinds": [5], **ours})
    return {raw.d_of(e) if e["kind"] == 30078 else e["id"]: e["id"] for e in events}


async def texts(url: str, identity: Identity) -> list[str]:
    """What the current records of a relay say, tombstones left out."""
    ours = {"kinds": [30078], "authors": [identity.public_key_hex], "limit": 500}
    events = await raw.ask(url, ours)
    found = await as_signer(identity).decrypt_many([event["content"] for event in events])
    said = [text for text in found if text is not None]
    assert len(said) == len(events), "an event does not open"
    return [text for text in said if '"type":"sense-memory:forgotten"' not in text]
