"""How soon a change made on one device is seen by another, beside the relay's own round trip."""

import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from nips.keys import SecretKey
from nips.nip01 import UnsignedEvent, sign
from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore

from . import sample
from .figures import Table, of

RUNS = 200


def run() -> Table:
    """Two devices on one relay, and in turn with them two bare clients."""
    with (
        tempfile.TemporaryDirectory(prefix="sense-memory-changes-") as directory,
        LocalRelay() as relay,
    ):
        return asyncio.run(_measured(Path(directory), relay.url))


async def _measured(directory: Path, url: str) -> Table:
    identity = Identity.generate()
    seen: list[float] = []
    bare: list[float] = []
    own: list[float] = []
    pause = random.Random(sample.SEED)
    first = MemoryStore(identity, url, path=directory / "a.db")
    second = MemoryStore(identity, url, path=directory / "b.db")
    async with first, second, connect(url) as sender, connect(url) as hearer:
        await first.remember("warm", "up")
        await first.sync()
        await second.sync()
        here, there = first.changes(), second.changes()
        key = SecretKey.generate()
        await _subscribe(hearer, key)
        for number in range(RUNS):
            began = time.perf_counter()
            await _passed_on(sender, hearer, key, number)
            bare.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            await first.remember(f"key_{number}", "a value of some length, as people write them")
            await anext(here)
            own.append((time.perf_counter() - began) * 1000)
            await anext(there)
            seen.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(pause.uniform(0, 0.05))
    ratio = statistics.median(seen) / statistics.median(bare)
    return Table(
        f"changes: {RUNS} writes, each awaited on the other device",
        (
            of("a bare event, from one client to another", bare, "ms", note="EVENT to EVENT"),
            of("remember, seen by the same store", own, "ms", note="the file's commit is in it"),
            of(
                "remember, seen by the other device",
                seen,
                "ms",
                ratio=ratio,
                aim="p99 < 1 s",
                note="ratio: to the bare event; the commits of both files are in it",
            ),
        ),
        (f"the files were in {directory.parent}; one process, one event loop",),
    )


async def _subscribe(hearer: ClientConnection, key: SecretKey) -> None:
    await hearer.send(json.dumps(["REQ", "live", {"authors": [key.public_key.hex], "limit": 1}]))
    while json.loads(await hearer.recv())[0] != "EOSE":
        pass


async def _passed_on(
    sender: ClientConnection, hearer: ClientConnection, key: SecretKey, number: int
) -> None:
    """Publish one event, of the size that a record has, and wait until it is passed on."""
    tags = (("d", f"bare/{number}"),)
    event = sign(UnsignedEvent(key.public_key.hex, int(time.time()), 30078, "x" * 900, tags), key)
    await sender.send(json.dumps(["EVENT", event.to_dict()]))
    while True:
        frame = json.loads(await hearer.recv())
        if frame[0] == "EVENT" and frame[2]["id"] == event.id:
            break
    while json.loads(await sender.recv())[0] != "OK":
        pass
