"""Ten thousand memories from a relay, by a device that has only the key and the URL."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from relay_fixtures import LocalRelay
from sense_memory import Identity

from . import child, filling
from .child import Ended
from .figures import Figure, Table, of
from .parts import floor, restore, sdk

MEMORIES = 10_000
ROUNDS = 3


def run() -> Table:
    """Fill a relay, then restore, floor and peer in turn."""
    with tempfile.TemporaryDirectory(prefix="sense-memory-restore-") as text, LocalRelay() as relay:
        directory = Path(text)
        filled = asyncio.run(_fill(directory, relay.url))
        given = (relay.url, str(directory / "key"))
        file: list[Ended] = []
        memory: list[Ended] = []
        floors: list[Ended] = []
        peers: list[Ended] = []
        for number in range(ROUNDS):
            path = str(directory / f"device-{number}.db")
            floors.append(child.run("-m", floor.__name__, *given))
            file.append(child.run("-m", restore.__name__, *given, path))
            memory.append(child.run("-m", restore.__name__, *given))
            peers.append(child.run("-m", sdk.__name__, *given))
    wanted = {MEMORIES}
    assert {ended.said["memories"] for ended in (*file, *memory)} == wanted, "not all came back"
    arithmetic = _said(floors, "floor_s")
    base = statistics.median(arithmetic)
    least = statistics.median(_said(floors, "cpu_s"))

    def beside(name: str, values: list[float], aim: str = "", note: str = "") -> Figure:
        return of(name, values, "s", ratio=statistics.median(values) / base, aim=aim, note=note)

    def processor(name: str, values: list[float], aim: str = "") -> Figure:
        ratio = statistics.median(values) / least
        return of(name, values, "s", ratio=ratio, aim=aim, note="of all threads, fetching included")

    return Table(
        f"restore: {MEMORIES:,} persona memories from one loopback relay, fresh process",
        (
            beside("CPU floor, one core", arithmetic, note="ratio: to this line"),
            beside("bare paged download", _said(floors, "fetch_s"), note="frames kept as text"),
            beside("into a file, complete", _said(file, "complete_s"), "≤ 1.5×"),
            beside("without a file, complete", _said(memory, "complete_s")),
            processor("CPU floor, processor time", _said(floors, "cpu_s")),
            processor("into a file, processor time", _said(file, "cpu_s"), "≤ 1.5×"),
            processor("without a file, processor time", _said(memory, "cpu_s")),
            beside("nostr-sdk, paged fetch", _said(peers, "fetch_s"), note="stores nothing"),
            beside("nostr-sdk, fetch and decrypt", _said(peers, "total_s"), note="stores nothing"),
            of("list them, from a file", _said(file, "list_s"), "s", note="after the restore"),
            of("received", [n / 2**20 for n in _said(file, "bytes_in")], "MiB"),
            of("peak memory, with a file", _said(file, "peak_mib"), "MiB"),
            of("peak memory, without", _said(memory, "peak_mib"), "MiB"),
        ),
        (
            "there is no search index yet: complete means verified, opened, merged and stored",
            f"making the memories and filling the relay took {filled:.1f} s",
            "processor time tells more than the clock where other programs run beside",
        ),
    )


def _said(runs: list[Ended], name: str) -> list[float]:
    return [ended.said[name] for ended in runs]


async def _fill(directory: Path, url: str) -> float:
    """Write the memories as a device without relays, and let the relay have them; its seconds."""
    identity = Identity.generate()
    identity.save(directory / "key")
    began = time.perf_counter()
    await filling.fill(directory / "first.db", identity, MEMORIES)
    await filling.push(url, directory / "first.db")
    return time.perf_counter() - began
