"""Persona memories and journal entries can be forgotten, too."""

from pathlib import Path

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    Identity,
    InvalidKeyError,
    MemoryStore,
    RecordConfig,
    UnknownMemoryError,
)
from sense_memory.testing import ManualClock

from . import raw
from .meeting import meet, texts


async def test_a_persona_memory_is_forgotten_everywhere(
    identity: Identity, relay: LocalRelay, tmp_path: Path
) -> None:
    first = MemoryStore(identity, relay.url, path=tmp_path / "a.db")
    second = MemoryStore(identity, relay.url, path=tmp_path / "b.db")
    async with first, second:
        await first.persona_remember("people", "facts", "vergel", "likes tea")
        await meet(first, second)
        event_id = await second.persona_forget("people", "facts", "vergel")
        assert len(event_id) == 64
        await meet(first, second)
        assert await first.persona_recall() == await second.persona_recall() == []
        assert await first.persona_domains() == []
        assert [text for text in await texts(relay.url, identity) if "vergel" in text] == []
        await first.persona_remember("people", "facts", "vergel", "likes coffee")
        await meet(first, second)
        (again,) = await second.persona_recall("people", "facts", "vergel")
    assert again.value == "likes coffee"


@pytest.mark.parametrize("name", [("flat", "facts", "k"), ("a/b", "facts", "k"), ("a", "b", "")])
async def test_what_cannot_be_a_persona_memory(
    identity: Identity, name: tuple[str, str, str]
) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("k", "v")
        with pytest.raises(InvalidKeyError):
            await store.persona_forget(*name)
        assert await store.recall("k") is not None


@pytest.mark.parametrize("kind", [30078, 4])
async def test_a_journal_entry_is_forgotten_by_its_id(
    identity: Identity, relay: LocalRelay, tmp_path: Path, kind: int
) -> None:
    config = Config(records=RecordConfig(journal_kind=kind))
    path = tmp_path / "a.db"
    # the first id is of an event that was written before it was known how the store addresses
    async with MemoryStore(identity, relay.url, path=path, config=config) as store:
        first = await store.journal("the first day")
        second = await store.journal("the second day")
        await store.sync()
        assert len(await store.forget_entry(first)) == 64
        assert [entry.content for entry in await store.recent()] == ["the second day"]
        with pytest.raises(UnknownMemoryError):
            await store.forget_entry(first)
        await store.sync()
    async with MemoryStore(identity, relay.url, config=config) as elsewhere:
        assert [entry.content for entry in await elsewhere.recent()] == ["the second day"]
        named = {entry.text: entry.name for entry in await elsewhere.log()}
        await elsewhere.forget_entry(named["the second day"])
        assert await elsewhere.recent() == []
    async with MemoryStore(identity, relay.url, path=path, config=config) as store:
        await store.sync()
        assert await store.recent() == []
        with pytest.raises(UnknownMemoryError):
            await store.forget_entry(second)
    assert await raw.ask(relay.url, {"kinds": [4], "limit": 10}) == []


async def test_or_by_its_name(identity: Identity) -> None:
    async with MemoryStore(identity, clock=ManualClock(1_800_000_000)) as store:
        changes = store.changes()
        await store.journal("a day")
        name = (await anext(changes)).ref.name
        assert [entry.name for entry in await store.log()] == [name]
        with pytest.raises(UnknownMemoryError, match="no journal entry"):
            await store.scope("user:alice").forget_entry(name)
        await store.forget_entry(name)
        assert await store.recent() == []


@pytest.mark.parametrize("wrong", ["", "a/b", None, "1800000000.0-ffff", "0" * 64])
async def test_what_is_no_entry(identity: Identity, wrong: str) -> None:
    async with MemoryStore(identity) as store:
        memory = await store.remember("k", "v")
        with pytest.raises(InvalidKeyError):
            await store.forget_entry(wrong)
        with pytest.raises(UnknownMemoryError):
            await store.forget_entry(memory)
        assert await store.recall("k") is not None
