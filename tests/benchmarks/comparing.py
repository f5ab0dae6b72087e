"""A relay that has what the device has, nearly: by comparison (NIP-77) and page by page."""

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from relay_fixtures.relay_process import RelayProcess
from sense_memory import Identity, MemoryStore

from . import child, filling, sample
from .figures import Figure, Table
from .parts import compare, serving

SAME = 10_000
"""Memories of the first part, all of them equal."""
MANY = int(os.environ.get("SENSE_MEMORY_BENCH_MANY", "100000"))
CHANGES = 10
"""Memories of the second part, and how many of them another device changed."""


RUNS = 9
"""Later reads in one process; a large set is read page by page once."""


class _Relay(RelayProcess):
    """The relay of ``parts.serving``."""

    def __init__(self, events: Path, *, speaks: bool, port: int | None = None) -> None:
        super().__init__(port)
        self._arguments = [str(events), "yes" if speaks else "no"]

    def _command(self, port: int | None) -> Sequence[str]:
        return [sys.executable, "-m", serving.__name__, *self._arguments, str(port or 0)]

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, "PYTHONPATH": str(child.ROOT)}


def run() -> Table:
    """Equal sets, then few changes among many; each relay in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-comparing-") as text:
        directory = Path(text)
        asyncio.run(_fill(directory, SAME, "same"))
        same = both(directory, "same")
        asyncio.run(_fill(directory, MANY, "many"))
        few = both(directory, "many", asyncio.run(_change(directory, "many")))
    figures = [
        *_pair(f"{SAME:,} equal, all read again", same, "whole", "≤ 100 ms", "≤ 64 KiB"),
        *_pair(f"{SAME:,} equal, news of an hour", same, "news", "≤ 100 ms", "≤ 64 KiB"),
        *_pair(f"{SAME:,} equal, first in a process", same, "first"),
        *_pair(f"{CHANGES} changes among {MANY:,}, first", few, "first", "≤ 1,000 ms", "≤ 256 KiB"),
        *_pair(f"{MANY:,} equal then, all read again", few, "whole"),
    ]
    for name, found in ((f"{SAME:,}", same), (f"{MANY:,}", few)):
        opened = found["yes"]["opened_ms"]
        figures.append(Figure(f"{name}: opening alone", opened, "ms", note="part of “first”"))
    return Table(
        "comparing: one loopback relay that has what the file has, nearly",
        tuple(figures),
        (
            "the relay is of this package, in Python; its set stays in order between comparisons",
            "“first” is from nothing open to complete, opening and connecting included",
            f"the {SAME:,} were written within the hour, which a look for news covers",
        ),
    )


def _pair(
    name: str,
    found: Mapping[str, Mapping[str, float]],
    what: str,
    time_aim: str = "",
    wire_aim: str = "",
) -> Iterator[Figure]:
    yes, no = found["yes"], found["no"]
    for key, unit, aim, of_what in (
        (f"{what}_ms", "ms", time_aim, ""),
        (f"{what}_cpu_ms", "ms", "", "processor time; "),
        (f"{what}_kib", "KiB", wire_aim, ""),
    ):
        ratio = yes[key] / no[key]
        note = f"{of_what}ratio: to {no[key]:.0f} {unit} page by page"
        yield Figure(name, yes[key], unit, ratio=ratio, aim=aim, note=note)


def both(
    directory: Path, device: str, changes: Path | None = None
) -> dict[str, Mapping[str, float]]:
    """The same device at a relay that compares and at one that does not.

    Args:
        directory: Where the files are.
        device: The name of its file.
        changes: Events of another device, which the relay has by then.
    """
    found = {}
    key, met = directory / f"{device}.key", directory / f"{device}.db"
    with _Relay(directory / f"{device}.jsonl", speaks=True) as before:
        asyncio.run(_meet(key, met, before.url))
    # the relay as the device left it, and then what another one changed
    events = directory / f"{device}-met.jsonl"
    filling.export(met, events)
    if changes is not None:
        with events.open("a") as file:
            file.write(changes.read_text())
    for speaks in ("yes", "no"):
        path = directory / f"{device}-{speaks}.db"
        shutil.copyfile(met, path)
        path.chmod(0o600)
        with _Relay(events, speaks=speaks == "yes", port=before.port) as relay:
            is_slow = speaks == "no" and changes is not None
            arguments = (relay.url, str(key), str(path), str(1 if is_slow else RUNS))
            found[speaks] = child.run("-m", compare.__name__, *arguments).said
        path.unlink()
    return found


async def _meet(key: Path, path: Path, url: str) -> None:
    """Let the device know what the relay had before the changes."""
    identity = Identity.from_file(key)
    async with MemoryStore(identity, url, path=path, config=compare.CONFIG) as store:
        assert (await store.sync()).is_complete


async def _fill(directory: Path, count: int, name: str) -> None:
    """A device's file, and all its events for a relay."""
    identity = Identity.generate()
    identity.save(directory / f"{name}.key")
    path = directory / f"{name}.db"
    await filling.fill(path, identity, count)
    filling.export(path, directory / f"{name}.jsonl")


async def _change(directory: Path, name: str) -> Path:
    """What another device changed, as events.

    That device knows no more than what it changes: it reads a relay that has nothing else.
    """
    everything = (directory / f"{name}.jsonl").read_text().splitlines()
    chosen = [insight.key for insight in sample.insights(MANY)][:: MANY // CHANGES][:CHANGES]
    ends = tuple(f"/{key}" for key in chosen)
    some = [line for line in everything if _address(line).endswith(ends)]
    # the settings have an address that says nothing
    some += [line for line in everything if "/" not in _address(line)]
    few = directory / "few.jsonl"
    few.write_text("".join(f"{line}\n" for line in some))
    identity = Identity.from_file(directory / f"{name}.key")
    path = directory / "few.db"
    with _Relay(few, speaks=False) as relay:
        async with MemoryStore(identity, relay.url, path=path) as store:
            assert (await store.sync()).is_complete
            for memory in await store.persona_recall("people"):
                await store.persona_remember("people", memory.facet, memory.key, "changed")
    filling.export(path, few)
    return few


def _address(event: str) -> str:
    return next(str(tag[1]) for tag in json.loads(event)["tags"] if tag[0] == "d")
