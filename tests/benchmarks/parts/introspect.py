"""Open a file and review what it holds: PATH KEY_FILE."""

import asyncio
import sys
import time

from .said import report


async def _main(path: str, key_file: str) -> None:
    from sense_memory import Config, ContradictionConfig, Identity, MemoryStore

    async with MemoryStore(Identity.from_file(key_file), path=path) as store:
        began, used = time.perf_counter(), time.process_time()
        found = await store.persona_introspect(keep=False)
        first, first_used = time.perf_counter() - began, time.process_time() - used
        began = time.perf_counter()
        await store.persona_introspect()
        again = time.perf_counter() - began
        began = time.perf_counter()
        await store.persona_recall()
        read = time.perf_counter() - began
    # the same without looking for contradictions, which reads every text
    config = Config(contradictions=ContradictionConfig(enabled=False))
    async with MemoryStore(Identity.from_file(key_file), path=path, config=config) as store:
        began = time.perf_counter()
        await store.persona_introspect(keep=False)
        without = time.perf_counter() - began
    report(
        memories=found.total_memories,
        suggestions=len(found.suggested_connections) + len(found.suggested_contradictions),
        first_s=first,
        first_cpu_s=first_used,
        again_s=again,
        read_s=read,
        without_contradictions_s=without,
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
