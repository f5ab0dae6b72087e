"""A record that is edited more often than once a second does not run away from relays' clocks."""

import asyncio
import time
from pathlib import Path

from relay_fixtures import QuirkRelay, RelayServer
from sense_memory import Config, Identity, MemoryStore, RecordConfig, RelayConfig

AHEAD = 3


def _config() -> Config:
    return Config(relays=RelayConfig(read_back_delay=0.1), records=RecordConfig(hold_ahead=AHEAD))


async def test_dates_stay_near_the_clock_and_nothing_is_lost(identity: Identity, tmp_path: Path):
    relay = QuirkRelay()
    async with RelayServer(relay) as server:

        def device(name: str) -> MemoryStore:
            path = tmp_path / f"{name}.db"
            return MemoryStore(
                identity, server.url, path=path, addressing="plain", config=_config()
            )

        async with device("a") as a, device("b") as b:
            for store in (a, b):
                await store.sync()
            furthest, edits = 0.0, 0
            began = time.monotonic()
            while time.monotonic() - began < 5:
                edits += 1
                await asyncio.gather(
                    a.remember("hot", f"a{edits}"),
                    b.remember("hot", f"b{edits}"),
                    asyncio.sleep(0.1),
                )
                dates = [
                    event.created_at for event in relay.events if event.d == "sense-memory/hot"
                ]
                furthest = max([furthest, *(date - time.time() for date in dates)])
            assert furthest <= AHEAD + 8  # without a pause it runs 15 seconds ahead and more
            async with asyncio.timeout(40):
                while await a.fingerprint() != await b.fingerprint():
                    await asyncio.sleep(0.2)
            shown = {(await store.recall("hot")).value for store in (a, b)}
            assert len(shown) == 1
            assert shown <= {f"a{edits}", f"b{edits}"}
            for store in (a, b):
                for conflict in await store.conflicts():
                    assert {s.value for s in conflict.siblings} <= {f"a{edits}", f"b{edits}"}
