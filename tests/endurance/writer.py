"""A process that remembers, and says each time that it was told the write is safe.

PATH KEY_FILE COUNT VALUE [URL]. Waits for a line on standard input once it is ready. Each answer
is one line, ``key<TAB>value<TAB>event id<TAB>seconds``, out of the process before the next write
begins; the seconds are those of the machine's monotonic clock, which all processes share.
"""

import asyncio
import sys
import time

from sense_memory import Identity, MemoryStore


async def _main(path: str, key_file: str, count: str, value: str, *urls: str) -> None:
    store = MemoryStore(Identity.from_file(key_file), list(urls) or None, path=path)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    async with store:
        for number in range(int(count)):
            key, text = f"key_{number}", f"{value} {number}"
            event_id = await store.remember(key, text)
            print(f"{key}\t{text}\t{event_id}\t{time.monotonic()}", flush=True)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
