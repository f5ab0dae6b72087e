"""A second device: URL … in, every memory out. Its key comes on standard input."""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from sense_memory import Identity, MemoryStore


async def _main(urls: list[str]) -> None:
    identity = Identity.from_text(sys.stdin.readline())
    with tempfile.TemporaryDirectory(prefix="sense-memory-locomo-") as directory:
        began = time.perf_counter()
        async with MemoryStore(identity, urls, path=Path(directory) / "second.db") as store:
            synced = await store.sync()
            restored = time.perf_counter()
            memories = await store.persona_recall("people", "facts")
            listed = time.perf_counter()
            relays = store.status().relays
    answer = {
        "restore_s": restored - began,
        "list_s": listed - restored,
        "complete": synced.is_complete,
        "bytes_in": {relay.url: relay.bytes_in for relay in relays},
        "memories": [memory.to_dict() for memory in memories],
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:]))
