"""The same restore with nostr-sdk's client: URL KEY_FILE.

Its fetch does not page by itself, so we do; it verifies, in Rust; decrypting is a call an event.
"""

import asyncio
import json
import sys
import time
from datetime import timedelta

from nostr_sdk import (
    ClientBuilder,
    Event,
    Filter,
    Keys,
    Kind,
    RelayUrl,
    ReqTarget,
    Timestamp,
    nip44_decrypt,
)

from nips import nip78
from sense_memory import Identity

from .said import report

PAGE = 500


async def _main(url: str, key_file: str) -> None:
    keys = Keys.parse(Identity.from_file(key_file).private_key_hex)
    began = time.perf_counter()
    client = ClientBuilder().build()
    await client.add_relay(RelayUrl.parse(url))
    await client.connect(timedelta(seconds=10))
    seen: dict[str, Event] = {}
    question = Filter().kind(Kind(nip78.KIND)).author(keys.public_key()).limit(PAGE)
    until = None
    while True:
        asked = question if until is None else question.until(Timestamp.from_secs(until))
        events = await client.fetch_events(ReqTarget.auto([asked]), timedelta(seconds=30))
        oldest = min((event.created_at().as_secs() for event in events), default=until)
        seen.update((event.id().to_hex(), event) for event in events)
        if not events or oldest == until:
            break
        until = oldest
    fetched = time.perf_counter()
    for event in seen.values():
        json.loads(nip44_decrypt(keys.secret_key(), keys.public_key(), event.content()))
    ended = time.perf_counter()
    await client.shutdown()
    report(fetch_s=fetched - began, total_s=ended - began, events=len(seen))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
