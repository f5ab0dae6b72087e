"""The first writes of a blinded store: whatever becomes of them, the key to their names is kept."""

from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, MemoryStore, TooLargeError


async def _is_read_by_another(identity: Identity, url: str, path: Path, key: str) -> bool:
    async with MemoryStore(identity, url, path=path) as other:
        await other.sync()
        return await other.recall(key) is not None


async def test_a_first_write_that_is_refused_takes_no_key_with_it(
    tmp_path: Path, relay: LocalRelay, identity: Identity
):
    """Else all that is written later stands at addresses that no other device can place."""
    path = tmp_path / "a.db"
    async with MemoryStore(identity, relay.url, path=path, addressing="blinded") as store:
        with pytest.raises(TooLargeError):
            await store.remember("large", "x" * 50_000)
        await store.remember("small", "x")
        await store.sync()
    assert await _is_read_by_another(identity, relay.url, tmp_path / "b.db", "small")
