"""Write memories through the library and have a relay take them: URL KEY_FILE PATH COUNT."""

import asyncio
import sys
import time

from sense_memory import Identity, MemoryStore

from .. import sample
from .said import report

TRIES = 20


async def _main(url: str, key_file: str, path: str, count: str) -> None:
    identity = Identity.from_file(key_file)
    async with MemoryStore(identity, url, path=path) as store:
        await store.remember("warm", "up")
        await store.sync()
        await store.persona_remember_many(sample.insights(int(count)))
        began = time.perf_counter()
        for _ in range(TRIES):  # the relay cuts a connection after 6,000 frames
            if (await store.sync()).is_complete:
                break
        else:
            raise RuntimeError(f"the relay did not take everything: {store.status().relays}")
        seconds = time.perf_counter() - began
        (relay,) = store.status().relays
        report(publish_s=seconds, sent=relay.events_out)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
