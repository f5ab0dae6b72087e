"""A device that has only a key and a URL: URL KEY_FILE [PATH]."""

import asyncio
import sys
import time

from sense_memory import Identity, MemoryStore

from .said import report


async def _main(url: str, key_file: str, path: str | None = None) -> None:
    identity = Identity.from_file(key_file)
    began, used = time.perf_counter(), time.process_time()
    store = MemoryStore(identity, url, path=path)
    synced = await store.sync()
    complete, spent = time.perf_counter(), time.process_time() - used
    assert synced.is_complete, synced
    status = store.status()
    (relay,) = status.relays
    memories = len(await store.persona_recall("people"))
    listed = time.perf_counter()
    await store.close()
    report(
        complete_s=complete - began,
        cpu_s=spent,
        list_s=listed - complete,
        events=relay.events_in,
        records=status.records,
        memories=memories,
        bytes_in=relay.bytes_in,
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
