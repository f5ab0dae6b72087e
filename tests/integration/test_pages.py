"""A relay that is read page by page."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from nips.nip01 import Event
from relay_fixtures import QuirkRelay, Quirks, RelayServer
from sense_memory import Identity, MemoryStore
from sense_memory.io.ingest import Batch, Ingest
from sense_memory.testing import ManualClock

COUNT = 150


async def test_what_two_pages_share_is_planned_once(
    identity: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock(1_800_000_000.0)
    async with RelayServer(QuirkRelay(Quirks(filter_cap=60))) as relay:
        async with MemoryStore(
            identity, relay.url, path=tmp_path / "a.db", addressing="plain", clock=clock
        ) as store:
            for number in range(COUNT):
                await store.remember(f"k{number}", "v")
                clock.advance(0.1)
            await store.sync()
        planned: Counter[str] = Counter()
        original = Ingest.plan

        async def counting(
            self: Ingest, url: str | None, events: Sequence[Event], *, spread: bool
        ) -> Batch:
            planned.update(event.d for event in events if "/k" in event.d)
            return await original(self, url, events, spread=spread)

        monkeypatch.setattr(Ingest, "plan", counting)  # a spy: what it does stays as it is
        async with MemoryStore(identity, relay.url, path=tmp_path / "b.db", clock=clock) as other:
            assert (await other.sync()).is_complete
            for number in range(COUNT):
                assert (await other.recall(f"k{number}")) is not None
        assert set(planned.values()) == {1}
        assert len(planned) == COUNT
