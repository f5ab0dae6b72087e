"""Nobody sees somebody else's."""

from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import Identity, InvalidKeyError, MemoryStore


async def test_what_is_written_in_a_scope_is_read_only_there(
    identity: Identity, relay: LocalRelay, tmp_path: Path
):
    async with MemoryStore(identity, relay.url, path=tmp_path / "a.db") as store:
        alice, bob = store.scope("user:alice"), store.scope("user:bob")
        await store.remember("k", "root")
        await alice.remember("k", "alice's")
        await alice.persona_remember("people", "facts", "me", "likes tea")
        await bob.journal("bob was here")
        assert (await store.recall("k")).value == "root"
        assert (await alice.recall("k")).value == "alice's"
        assert await bob.recall("k") is None
        assert [memory.value for memory in await store.recall_all()] == ["root"]
        assert await store.recent() == []
        assert await store.persona_domains() == ["flat"]
        assert await alice.persona_domains() == ["flat", "people"]
    async with MemoryStore(identity, relay.url) as other:
        assert (await other.scope("user:alice").recall("k")).value == "alice's"


@pytest.mark.parametrize("name", ["", "a/b", "..", "x" * 65, "a\x00b", "a\\b"])
def test_a_scope_that_cannot_be_part_of_a_path_is_refused(identity: Identity, name: str):
    with pytest.raises(InvalidKeyError):
        MemoryStore(identity).scope(name)


def test_a_scope_does_not_lead_to_another_one(identity: Identity):
    with pytest.raises(InvalidKeyError, match="restricted"):
        MemoryStore(identity).scope("user:alice").scope("user:bob")
