"""A review of ten thousand memories, reading them included, in a fresh process."""

import asyncio
import tempfile
from pathlib import Path

from sense_memory import Config, ContradictionConfig, Identity, MemoryStore

from . import child, sample
from .figures import Table, of
from .parts import introspect

MEMORIES = 10_000
RUNS = 5


def run() -> Table:
    """Make the file, then review it anew, again and again."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-introspect-") as text:
        directory = Path(text)
        asyncio.run(_fill(directory))
        arguments = ("-m", introspect.__name__, str(directory / "store.db"), str(directory / "key"))
        child.run(*arguments)
        runs = [child.run(*arguments).said for _ in range(RUNS)]
    return Table(
        f"introspection: a file of {MEMORIES:,} memories, fresh process",
        (
            of("introspect", [said["first_s"] for said in runs], "s", aim="< 2 s"),
            of(
                "introspect, processor time",
                [said["first_cpu_s"] for said in runs],
                "s",
                note="of all threads",
            ),
            of("the same again, kept", [said["again_s"] for said in runs], "s"),
            of(
                "without looking for contradictions",
                [said["without_contradictions_s"] for said in runs],
                "s",
                note="the file opened anew",
            ),
            of("of that, reading", [said["read_s"] for said in runs], "s", note="of a warm file"),
            of("suggested pairs", [said["suggestions"] for said in runs], ""),
            of("peak memory", [said["peak_mib"] for said in runs], "MiB"),
        ),
    )


async def _fill(directory: Path) -> None:
    identity = Identity.generate()
    identity.save(directory / "key")
    config = Config(contradictions=ContradictionConfig(enabled=False))  # which is not measured
    async with MemoryStore(identity, path=directory / "store.db", config=config) as store:
        await store.persona_remember_many(sample.insights(MEMORIES))
