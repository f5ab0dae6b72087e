"""One forget for records of every type, and who names a record before it goes."""

from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Identity,
    InputError,
    InvalidKeyError,
    JournalEntry,
    LogEntry,
    Memory,
    MemoryStore,
    Mention,
    PersonaMemory,
    ReadFailedError,
    Ref,
    UnknownMemoryError,
)
from sense_memory.core.change import Put
from sense_memory.core.records.device import Device
from sense_memory.core.records.embedding import Embedding, Vector, embedding_name
from sense_memory.testing import ManualClock

from .meeting import meet
from .shell import NOBODY

NAME = "people/facts/vergel"


async def fill(store: MemoryStore) -> None:
    await store.remember("vergel", "a value under a key")
    await store.persona_remember("people", "facts", "vergel", "likes tea")
    await store.persona_remember("people", "facts", "near", "lives near by", None, ["vergel"])
    await store.journal("met vergel")


async def standing(store: MemoryStore) -> list[LogEntry]:
    return [entry for entry in await store.log() if entry.word == "remembered"]


async def test_a_key_is_forgotten_as_ever(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await fill(store)
        event_id = await store.forget("vergel")
        assert await store.recall("vergel") is None
        assert await store.persona_recall("people", "facts", "vergel")
        assert (await store.receipt(event_id)).ref == Ref(Memory, "vergel")
        assert len(await store.forget("never-was")) == 64
        wrongs: list[Any] = ["", "a/b", "a/b/c/d", None, 3, b"k"]
        for wrong in wrongs:
            with pytest.raises(InvalidKeyError):
                await store.forget(wrong)


async def test_a_full_name_is_a_persona_memory(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await fill(store)
        event_id = await store.forget(NAME)
        receipt = await store.receipt(event_id)
        assert (receipt.is_forgotten, receipt.ref) == (True, Ref(PersonaMemory, NAME))
        (near,) = await store.persona_recall("people")
        assert near.connections == ()
        assert await store.recall("vergel") is not None
        with pytest.raises(UnknownMemoryError, match=f"no memory '{NAME}'; nothing was"):
            await store.forget(NAME)


async def test_whatever_form_its_name_has(identity: Identity) -> None:
    composed, decomposed = "people/facts/caf\u00e9", "people/facts/cafe\u0301"
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "caf\u00e9", "good coffee")
        assert await store.references(decomposed) == []
        await store.forget(decomposed)
        with pytest.raises(UnknownMemoryError):
            await store.references(composed)


async def test_what_the_store_gives_can_be_given_back(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        changes = store.changes()
        await fill(store)
        kv, persona, near, _ = [await anext(changes) for _ in range(4)]
        await store.forget(kv)
        assert await store.recall("vergel") is None
        await store.forget(persona.ref)
        (memory,) = await store.persona_recall("people")
        assert memory.key == "near"
        (hit,) = (await store.persona_search("near", explain=True)).hits
        assert await store.references(hit) == []
        await store.forget(hit)
        with pytest.raises(UnknownMemoryError):
            await store.forget(near)
        await store.persona_remember("people", "facts", "near", "again")
        with pytest.raises(UnknownMemoryError, match="another one"):
            await store.forget(memory)  # that one is forgotten already
        (memory,) = await store.persona_recall("people")
        await store.forget(memory)
        (entry,) = [one for one in await store.log() if one.type == "journal"]
        event_id = await store.forget(entry)
        assert (await store.receipt(event_id)).ref == Ref(JournalEntry, entry.name)
        assert await store.recent() == []
        assert await standing(store) == []


async def test_a_key_value_memory_that_is_shown_among_the_others(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("zone", "America/Vancouver")
        await store.remember("other", "v")
        (_, flat) = await store.persona_recall("flat")
        await store.forget(flat)
        assert [memory.key for memory in await store.recall_all()] == ["other"]
        await store.forget((await store.recall_all())[0])
        assert await store.recall_all() == []
        with pytest.raises(UnknownMemoryError, match="no memory 'other'"):
            await store.forget("flat/facts/other")


async def test_records_that_are_not_to_be_forgotten_here(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await fill(store)
        alice = store.scope("user:alice")
        await alice.remember("k", "v")
        with pytest.raises(InputError, match="of the scope ''"):
            await alice.forget(Ref(PersonaMemory, NAME))
        with pytest.raises(InputError, match="user:alice"):
            await store.forget(Ref(Memory, "k", "user:alice"))
        with pytest.raises(InputError, match="device"):
            await store.forget(Ref(Device, "abc"))
        with pytest.raises(InputError, match="str"):
            await store.forget(Ref(str, "abc"))
        with pytest.raises(UnknownMemoryError):
            await alice.forget(NAME)
        await alice.forget(Ref(Memory, "k", "user:alice"))
        assert await alice.recall_all() == []
        assert len(await store.persona_recall()) == 3


async def test_what_cannot_be_known_is_no_absence(identity: Identity) -> None:
    async with MemoryStore(identity, NOBODY) as store:
        with pytest.raises(ReadFailedError):
            await store.forget(NAME)
        with pytest.raises(ReadFailedError):
            await store.references(NAME)


async def test_what_another_device_wrote_is_forgotten_everywhere(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with first, second:
        await fill(first)
        await meet(first, second)
        (mention,) = await second.references(NAME)
        assert (mention.ref.name, mention.field) == ("people/facts/near", "connections")
        event_id = await second.forget(NAME)
        await meet(first, second)
        with pytest.raises(UnknownMemoryError):
            await first.references(NAME)
        assert (await second.receipt(event_id)).is_forgotten


# -------------------------------------------------------------------------- references


async def test_who_names_a_memory_and_where(identity: Identity, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store:
        await fill(store)
        await store.persona_remember("world", "facts", "new", "something else")
        assert await store.references("world/facts/new") == []
        await store.persona_contradict(NAME, "new")
        expected = [
            Mention(Ref(PersonaMemory, "people/facts/near"), "connections", "unlink"),
        ]
        assert await store.references(NAME) == expected
        named = await store.references(Ref(PersonaMemory, "world/facts/new"))
        assert [(one.ref.name, one.field) for one in named] == [
            (NAME, "contradicts"),
            (NAME, "superseded_by"),
        ]
        assert await store.references("vergel") == []
        (entry,) = [one for one in await store.log() if one.type == "journal"]
        assert await store.references(entry) == []
    # read from the file, by a process that has seen nothing of it
    async with MemoryStore(identity, path=path) as store:
        assert await store.references(NAME) == expected
        await store.forget("people/facts/near")
        assert await store.references(NAME) == []


@pytest.mark.parametrize("name", [NAME, "vergel"])
async def test_what_belongs_to_a_memory_names_it(identity: Identity, name: str) -> None:
    vector = Vector("hash", "0" * 64, bytes(32), 0.0)
    async with MemoryStore(identity) as store:
        await fill(store)
        ref: Ref[Any] = Ref(PersonaMemory if "/" in name else Memory, name)
        own = Ref(Embedding, embedding_name(ref.kind, name))
        records = (await store._context()).records
        await records.commit(Put(own, Embedding(own.name, (vector,))))
        assert Mention(own, "name", "cascade") in await store.references(name)
        await store.forget(own)
        assert Mention(own, "name", "cascade") not in await store.references(name)
        assert await records.get(ref) is not None
        await records.commit(Put(own, Embedding(own.name, (vector,))))
        await store.forget(ref)
        assert await records.get(own) is None


async def test_looking_changes_nothing_and_is_no_use(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await fill(store)
        before = await store.log()
        await store.references(NAME)
        assert await store.log() == before
        memories = await store.persona_recall("people")
        assert [memory.access_count for memory in memories] == [0, 0]


async def test_another_process_links_while_this_one_looks(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        await fill(store)
        assert len(await twin.references(NAME)) == 1
        await store.persona_remember("world", "facts", "x", "v", None, [NAME])
        assert [one.ref.name for one in await twin.references(NAME)] == [
            "people/facts/near",
            "world/facts/x",
        ]
        await store.persona_disconnect(NAME, "near")
        assert [one.ref.name for one in await twin.references(NAME)] == ["world/facts/x"]


async def test_what_nobody_remembers_has_no_references(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await fill(store)
        for unknown in ("never-was", "people/facts/nobody"):
            with pytest.raises(UnknownMemoryError, match=f"there is no memory '{unknown}'$"):
                await store.references(unknown)
        with pytest.raises(UnknownMemoryError):
            await store.scope("user:alice").references(NAME)
        with pytest.raises(InvalidKeyError):
            await store.references("a/b")
        nothing: Any = None
        with pytest.raises(InvalidKeyError):
            await store.references(nothing)


async def test_what_was_found_in_another_scope_is_not_taken_for_what_has_its_name_here(
    identity: Identity,
) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as store:
        alice = store.scope("user:alice")
        await alice.persona_remember("people", "facts", "home", "Alice lives in Rome")
        clock.advance(1)
        await store.persona_remember("people", "facts", "home", "I live in Oslo")
        hit = (await alice.persona_search("Rome", explain=True)).hits[0]
        for given in (hit, hit.memory):
            with pytest.raises(UnknownMemoryError, match="another one"):
                await store.forget(given)
        assert [one.value for one in await store.persona_recall()] == ["I live in Oslo"]
        await alice.persona_remember("people", "facts", "home", "Alice lives in Bonn")
        await alice.forget(hit)  # an earlier look at the same memory
        assert await alice.persona_recall() == []
