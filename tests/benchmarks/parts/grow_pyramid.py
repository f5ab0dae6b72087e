"""Let a pyramid grow and refresh it at every power of ten: MOST."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .. import sample
from .said import report

FIRST = 1_700_000_000.0
APART = 600.0
"""Seconds between two observations."""
AT_ONCE = 500
TOPICS = ("user", "user", "user", "user", "user", "user", "user", "assistant", "Tom", "The garden")


def _sentences(first: int, count: int) -> Iterator[tuple[int, str]]:
    texts = sample.insights(first + count)
    return ((n, f"{n}: {one.value}") for n, one in enumerate(texts) if n >= first)


async def _main(most: int) -> None:
    from sense_memory import Identity, MemoryStore
    from sense_memory.mind.token_count import token_count
    from sense_memory.store.pyramid.observing import Given, made_of

    said: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="sense-memory-pyramid-") as folder:
        path, identity = Path(folder) / "store.db", Identity.generate()

        async def observe(store: MemoryStore, first: int, count: int) -> None:
            context = await store.pyramid._context()
            sentences = list(_sentences(first, count))
            for start in range(0, count, AT_ONCE):
                given = [
                    Given(text, FIRST + n * APART, TOPICS[n % len(TOPICS)])
                    for n, text in sentences[start : start + AT_ONCE]
                ]
                _, edits = await made_of(context, given)
                await context.records.commit(*edits)

        async with MemoryStore(identity, path=path) as store:
            pyramid = store.pyramid
            there, filled, made = 0, 0.0, 0.0
            size = 100
            while size <= most:
                began = time.perf_counter()
                await observe(store, there, size - there)
                filled += time.perf_counter() - began
                there = size
                began = time.perf_counter()
                await pyramid.refresh()
                made += time.perf_counter() - began
                cover = await pyramid.cover("user")
                told = (await pyramid.topic("user")).topic
                said[f"pieces_{size}"] = len(cover)
                said[f"tokens_{size}"] = sum(token_count(one.text or "") for one in cover)
                said[f"told_{size}"] = token_count(told.content or "")
                size *= 10
            said |= {"observe_s": filled, "refresh_s": made}
            all_of_it = await pyramid.observations("user")
            said["verbatim"] = sum(token_count(one.text) for one in all_of_it)
            await observe(store, there, 10)
            began = time.perf_counter()
            done = await pyramid.refresh()
            said["ten_s"] = time.perf_counter() - began
            said |= {"ten_summaries": sum(done.summaries), "ten_topics": len(done.told)}
            began = time.perf_counter()
            await pyramid.forget(all_of_it[len(all_of_it) // 2].id)
            said["forget_s"] = time.perf_counter() - began
            began = time.perf_counter()
            done = await pyramid.refresh()
            said["forgotten_s"] = time.perf_counter() - began
            said["forgotten_summaries"] = sum(done.summaries)
        async with MemoryStore(identity, path=path) as store:
            began = time.perf_counter()
            await store.pyramid.status()
            said["open_s"] = time.perf_counter() - began
    report(**said)


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))
