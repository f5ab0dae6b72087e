"""Open a file and recall one memory: PATH KEY_FILE."""

import asyncio
import sys
import time

from .said import report

KEY = "the_one"


async def _main(path: str, key_file: str) -> None:
    began = time.perf_counter()
    from sense_memory import Identity, MemoryStore

    imported, used = time.perf_counter(), time.process_time()
    store = MemoryStore(Identity.from_file(key_file), path=path)
    found = await store.recall(KEY)
    recalled, used = time.perf_counter(), time.process_time() - used
    assert found is not None
    await store.close()
    report(
        imported_ms=(imported - began) * 1000,
        recalled_ms=(recalled - imported) * 1000,
        recalled_cpu_ms=used * 1000,
        closed_ms=(time.perf_counter() - recalled) * 1000,
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
