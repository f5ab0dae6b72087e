"""Writing and reading one memory, in a file of ten thousand."""

import asyncio
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from sense_memory import Identity, MemoryStore

from . import sample
from .figures import Table, of

PERSONA = 8_000
KEYS = 2_000
WRITES = 500


def run() -> Table:
    """Fill a file, then write beside a bare commit, then read."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-latency-") as directory:
        return asyncio.run(_measured(Path(directory)))


async def _measured(directory: Path) -> Table:
    identity = Identity.generate()
    path = directory / "store.db"
    async with MemoryStore(identity, path=path) as store:
        await store.persona_remember_many(sample.insights(PERSONA))
        for key, value in sample.pairs(KEYS):
            await store.remember(key, value)

    bare = Bare(directory / "bare.db", path)
    async with MemoryStore(identity, path=path) as store:
        writes, commits = await _writes(store, bare)
    bare.close()
    async with MemoryStore(identity, path=path) as store:
        cold = await _reads(store)
        warm = await _reads(store)

    difference = [a - b for a, b in zip(writes, commits, strict=True)]
    write = of(
        "remember, a new key",
        writes,
        "ms",
        ratio=statistics.median(writes) / statistics.median(commits),
        note="ratio: to the bare commit",
    )
    commit = of("one bare fsync'd commit", commits, "ms", note="same tables and size, in turn")
    assert write.p99 is not None
    assert commit.p99 is not None
    return Table(
        f"latency: a file of {PERSONA + KEYS:,} records, {WRITES} writes, {KEYS:,} reads",
        (
            commit,
            write,
            of("remember above the commit before it", difference, "ms"),
            of(
                "p99 above p99",
                [write.p99 - commit.p99],
                "ms",
                aim="≤ 3 ms",
                note="p99 of remember − p99 of the commit",
            ),
            of("recall, first time", cold, "ms", aim="p99 < 1 ms"),
            of("recall, again", warm, "ms", aim="p99 < 1 ms"),
        ),
        (f"the files were in {directory.parent}",),
    )


async def _writes(store: MemoryStore, bare: "Bare") -> tuple[list[float], list[float]]:
    writes: list[float] = []
    commits: list[float] = []
    for number in range(WRITES):
        began = time.perf_counter()
        bare.commit(number)
        commits.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        await store.remember(f"new_{number}", "a value of some length, as people write them")
        writes.append((time.perf_counter() - began) * 1000)
    return writes, commits


async def _reads(store: MemoryStore) -> list[float]:
    keys = [key for key, _ in sample.pairs(KEYS)]
    random.Random(sample.SEED).shuffle(keys)
    reads: list[float] = []
    for key in keys:
        began = time.perf_counter()
        found = await store.recall(key)
        reads.append((time.perf_counter() - began) * 1000)
        assert found is not None, key
    return reads


class Bare:
    """The least that a durable write of one event can cost: one row, one fsync'd commit."""

    def __init__(self, path: Path, like: Path) -> None:
        shutil.copyfile(like, path)  # the store is closed: nothing is left in its WAL
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        query = "SELECT event FROM head ORDER BY seq DESC LIMIT 1"
        (self._event,) = self._connection.execute(query).fetchone()

    def commit(self, number: int) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(
            "INSERT INTO head VALUES (?, ?, ?, '', 1, 0, ?, 0, ?)",
            (f"bare/{number}", f"{number:064x}", number, 1_000_000 + number, self._event),
        )
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()
