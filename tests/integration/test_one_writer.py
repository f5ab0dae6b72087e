"""One device alone meets older versions of its own: nothing follows from that."""

from pathlib import Path

from sense_memory import Identity, MemoryStore


async def test_two_edits_of_one_commit_are_no_copy(tmp_path: Path, identity: Identity):
    """A value and a link leave two stamps in a record: both are known as this file's own."""
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as store:
        device = store.status().device
        await store.persona_remember("self", "facts", "tea", "green")
        await store.persona_remember("self", "facts", "cup", "blue", connections=["tea"])
        older = [line async for line in store.export_events()]
        await store.persona_remember("self", "facts", "cup", "red", ["china"], ["tea"])
        await store.import_events(older)
        (cup,) = await store.persona_recall("self", "facts", "cup")
        assert store.status().device == device
        assert (cup.value, cup.connections, cup.themes) == ("red", ("tea",), ("china",))
        bodies = await store._lifetime.repository.bodies("")
        (cups,) = [body.fields["value"] for ref, body in bodies if ref.name.endswith("cup")]
        assert list(cups.values()) == ["red"]
