"""A device whose file and relay are nearly or quite the same: URL KEY_FILE PATH RUNS.

Says what the first read of the relay cost in this process, from nothing open to complete; then, of
later ones in the same process, what a look for news and a look at everything cost.
"""

import asyncio
import statistics
import sys
import time

import httpx  # noqa: F401 - imported on first use, which is not what is measured
import websockets.asyncio.client  # noqa: F401

from sense_memory import Config, Identity, MemoryStore, RelayConfig
from sense_memory.testing import ManualClock

from .said import report

WHOLE = 61.0
"""Seconds after which this device reads everything again."""
CONFIG = Config(
    relays=RelayConfig(
        full_load_interval=60,
        close_timeout=0,
        read_back_delay=0,
        # the relay is in Python and takes its time with a large set, more on a busy machine
        comparison_timeout=60,
        answer_timeout=60,
        read_timeout=300,
    )
)


async def _measured(store: MemoryStore) -> tuple[float, int, float]:
    """Seconds, bytes both ways and seconds of processor time, of one sync."""
    before = store.status().relays[0]
    began, used = time.perf_counter(), time.process_time()
    synced = await store.sync()
    took, used = time.perf_counter() - began, time.process_time() - used
    assert synced.is_complete, synced
    after = store.status().relays[0]
    wire = after.bytes_in + after.bytes_out - before.bytes_in - before.bytes_out
    return took, wire, used


async def _main(url: str, key_file: str, path: str, runs: str) -> None:
    identity = Identity.from_file(key_file)
    began = time.perf_counter()
    async with MemoryStore(identity, path=path) as store:
        assert store.status().records
        await store.recall("nothing")
    opened = time.perf_counter() - began

    clock = ManualClock(time.time())
    began, used = time.perf_counter(), time.process_time()
    store = MemoryStore(identity, url, path=path, config=CONFIG, clock=clock)
    assert (await store.sync()).is_complete
    first, used = time.perf_counter() - began, time.process_time() - used
    relay = store.status().relays[0]
    news = [await _measured(store) for _ in range(int(runs))]
    whole = []
    for _ in range(int(runs)):
        clock.advance(WHOLE)
        whole.append(await _measured(store))
    await store.close()
    report(
        opened_ms=opened * 1000,
        first_ms=first * 1000,
        first_cpu_ms=used * 1000,
        first_kib=(relay.bytes_in + relay.bytes_out) / 1024,
        news_ms=statistics.median(took for took, _, _ in news) * 1000,
        news_cpu_ms=statistics.median(used for _, _, used in news) * 1000,
        news_kib=statistics.median(wire for _, wire, _ in news) / 1024,
        whole_ms=statistics.median(took for took, _, _ in whole) * 1000,
        whole_cpu_ms=statistics.median(used for _, _, used in whole) * 1000,
        whole_kib=statistics.median(wire for _, wire, _ in whole) / 1024,
    )


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
