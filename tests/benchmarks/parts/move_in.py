"""Take over an export of ChatGPT into an empty store, twice: EXPORT PATH KEY_FILE."""

import asyncio
import sys
import time
from pathlib import Path

from sense_memory import Identity, MemoryStore, Progress, importers

from .said import peak_mib, report


async def _main(export: str, path: str, key_file: str) -> None:
    identity = Identity.from_file(key_file)
    tenth = 0.0
    async with MemoryStore(identity, path=path, addressing="blinded") as store:
        began = time.perf_counter()
        planned = await store.import_items(importers.read("chatgpt", export), dry_run=True)
        dry = time.perf_counter() - began

    def watch(progress: Progress) -> None:
        nonlocal tenth
        if not tenth and progress.done * 10 >= planned.messages:
            tenth = peak_mib()

    async with MemoryStore(identity, path=path, addressing="blinded") as store:
        began, used = time.perf_counter(), time.process_time()
        done = await store.import_items(importers.read("chatgpt", export), watch=watch)
        took, used = time.perf_counter() - began, time.process_time() - used
    async with MemoryStore(identity, path=path) as store:
        began = time.perf_counter()
        again = await store.import_items(importers.read("chatgpt", export))
        known = time.perf_counter() - began
    assert again.events == 0
    report(
        messages=done.messages,
        events=done.events,
        took_s=took,
        cpu_s=used,
        dry_s=dry,
        again_s=known,
        tenth_mib=tenth,
        file_mib=Path(path).stat().st_size / 2**20,
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
