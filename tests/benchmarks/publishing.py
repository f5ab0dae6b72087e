"""What it costs to read before each write, and how many events devices send each other's edits in.

The naive way sends without having read anything; two devices then write over each other.
"""

import asyncio
import statistics
import tempfile
from pathlib import Path

from nips import nip78
from nips.nip01 import Event
from relay_fixtures import LocalRelay, QuirkRelay, RelayServer
from sense_memory import Identity, MemoryStore

from . import child
from .figures import Figure, Table, of
from .parts import publish, publish_blindly

SIZES = (300, 1_000, 3_000)
ROUNDS = 3
TURNS = 10
PAUSE = 0.2


def run() -> Table:
    """Publish to one relay both ways; then let devices edit one record over two relays."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sense-memory-publish-") as text:
        directory = Path(text)
        per_write: list[float] = []
        for size in SIZES:
            ours: list[float] = []
            blind: list[float] = []
            for number in range(ROUNDS):
                key = directory / f"key-{size}-{number}"
                Identity.generate().save(key)
                with LocalRelay() as relay:
                    given = (relay.url, str(key))
                    path = str(directory / f"{size}-{number}.db")
                    said = child.run("-m", publish.__name__, *given, path, str(size)).said
                    ours.append(said["publish_s"] / size * 1_000)
                    said = child.run("-m", publish_blindly.__name__, *given, str(size)).said
                    blind.append(said["publish_s"] / size * 1_000)
            ratio = statistics.median(ours) / statistics.median(blind)
            note = "ratio: to sending blindly"
            figures.append(of(f"{size:,} writes, each", ours, "ms", ratio=ratio, note=note))
            figures.append(of(f"{size:,} sent blindly, each", blind, "ms", ratio=1.0))
            per_write.append(statistics.median(ours))
        growth = per_write[-1] / per_write[0]
        name = f"a write among {SIZES[-1]:,}"
        note = f"ratio: to one among {SIZES[0]:,}"
        figures.append(of(name, per_write[-1:], "ms", ratio=growth, aim="≤ 1.2×", note=note))
        for devices in (1, 2, 3):
            counts = asyncio.run(_events_per_edit(directory / f"devices-{devices}", devices))
            note = "ratio: to one event an edit, which is the blind way"
            name = f"{devices} devices, events per edit"
            ratio = statistics.median(counts)
            figures.append(of(name, counts, "events", ratio=ratio, aim="≤ 1.2", note=note))
    return Table("publishing: read, write, read back", tuple(figures))


async def _events_per_edit(directory: Path, devices: int) -> list[float]:
    """Record events per edit at each of two relays, while devices take turns at one record."""
    directory.mkdir()
    identity = Identity.generate()
    relays = [QuirkRelay(), QuirkRelay()]
    async with RelayServer(relays[0]) as first, RelayServer(relays[1]) as second:
        urls = [first.url, second.url]
        stores = [
            MemoryStore(identity, urls, path=directory / f"{n}.db", addressing="plain")
            for n in range(devices)
        ]
        await stores[0].remember("k", "0")
        for store in stores:
            await store.sync()
        before = [_sent(relay) for relay in relays]
        for turn in range(TURNS):
            for store in stores:
                await store.remember("k", str(turn))
                await asyncio.sleep(PAUSE)
        for store in stores:
            await store.sync()
        for store in stores:
            await store.close()
        edits = TURNS * devices
        return [(_sent(r) - n) / edits for r, n in zip(relays, before, strict=True)]


def _sent(relay: QuirkRelay) -> int:
    sent = (Event.from_dict(frame[1]) for frame in relay.received("EVENT"))
    return sum(event.kind == nip78.KIND and event.d == "sense-memory/k" for event in sent)
