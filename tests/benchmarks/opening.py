"""From nothing to one memory, in a file of ten thousand, in a fresh process."""

import asyncio
import statistics
import tempfile
from pathlib import Path

from sense_memory import Identity, MemoryStore

from . import child, sample
from .figures import Table, of
from .parts import open_one

RECORDS = 10_000
RUNS = 9


def run() -> Table:
    """Make the file, then open it anew, again and again."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-open-") as text:
        directory = Path(text)
        asyncio.run(_fill(directory))
        arguments = ("-m", open_one.__name__, str(directory / "store.db"), str(directory / "key"))
        child.run(*arguments)
        runs = [child.run(*arguments) for _ in range(RUNS)]
    bare = [child.run("-c", "pass").wall * 1000 for _ in range(RUNS)]
    total = [ended.wall * 1000 for ended in runs]
    return Table(
        f"open: a file of {RECORDS:,} records, one recall, fresh process",
        (
            of("import", [ended.said["imported_ms"] for ended in runs], "ms"),
            of(
                "open and recall one",
                [ended.said["recalled_ms"] for ended in runs],
                "ms",
                aim="≤ 50 ms",
                note="after the import, key file included",
            ),
            of(
                "open and recall one, processor time",
                [ended.said["recalled_cpu_ms"] for ended in runs],
                "ms",
                note="of all threads",
            ),
            of("close", [ended.said["closed_ms"] for ended in runs], "ms"),
            of(
                "whole process",
                total,
                "ms",
                ratio=statistics.median(total) / statistics.median(bare),
                note="ratio: to an interpreter that does nothing",
            ),
            of("peak memory", [ended.said["peak_mib"] for ended in runs], "MiB"),
        ),
        ("there is no search index yet: nothing is loaded but the one record",),
    )


async def _fill(directory: Path) -> None:
    identity = Identity.generate()
    identity.save(directory / "key")
    async with MemoryStore(identity, path=directory / "store.db") as store:
        await store.persona_remember_many(sample.insights(RECORDS - 1))
        await store.remember(open_one.KEY, "a value")
