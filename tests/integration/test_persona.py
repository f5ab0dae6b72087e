"""Persona memories: what is given changes, what is not given stays."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sense_memory import Identity, Insight, InvalidKeyError, MemoryStore
from sense_memory.testing import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1_800_000_000)


async def test_remembering_again_changes_only_what_is_given(identity: Identity, clock: ManualClock):
    async with MemoryStore(identity, clock=clock) as store:
        await store.persona_remember(
            "people", "facts", "vergel", "likes tea", ["drinks"], source="chat", confidence=0.5
        )
        clock.advance(100)
        await store.persona_remember("people", "facts", "vergel", "likes coffee")
        (memory,) = await store.persona_recall("people", "facts", "vergel")
    assert (
        memory.value,
        memory.themes,
        memory.source,
        memory.confidence,
    ) == ("likes coffee", ("drinks",), "chat", 0.5)
    assert (memory.created_at, memory.last_accessed) == (1_800_000_000.0, 1_800_000_100.0)
    assert isinstance(memory.halflife_days, float)


async def test_connections_link_both_ways_within_and_across_facets(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "a", "1")
        await store.persona_remember("projects", "decisions", "b", "2")
        await store.persona_remember(
            "people", "facts", "c", "3", connections=["a", "projects/decisions/b"]
        )
        links = {m.key: m.connections for m in await store.persona_recall()}
    assert links == {"a": ("c",), "b": ("people/facts/c",), "c": ("a", "projects/decisions/b")}


async def test_memories_of_one_call_can_be_linked_with_each_other(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.persona_remember_many(
            [
                Insight("people", "facts", "a", "1", connections=["b"]),
                Insight("people", "facts", "b", "2"),
            ]
        )
        links = {m.key: m.connections for m in await store.persona_recall()}
    assert links == {"a": ("b",), "b": ("a",)}


async def test_a_link_to_nothing_stores_nothing(identity: Identity):
    async with MemoryStore(identity) as store:
        with pytest.raises(InvalidKeyError, match="remember it first"):
            await store.persona_remember("people", "facts", "a", "1", connections=["ghost"])
        assert await store.persona_recall() == []


async def test_edits_of_one_memory_at_once_all_count(identity: Identity, tmp_path: Path):
    async with MemoryStore(identity, path=tmp_path / "a.db") as store:
        for key in ("a", "b", "m"):
            await store.persona_remember("people", "facts", key, "text")
        await asyncio.gather(
            store.persona_remember("people", "facts", "m", "text", connections=["a"]),
            store.persona_remember("people", "facts", "m", "text", connections=["b"]),
            store.persona_remember("people", "facts", "m", "text", confidence=0.5),
            store.persona_remember("people", "facts", "m", "text", source="chat"),
        )
        (memory,) = await store.persona_recall("people", "facts", "m")
    assert (memory.connections, memory.confidence, memory.source) == (("a", "b"), 0.5, "chat")


async def test_domains_and_facets_follow_every_change(identity: Identity, tmp_path: Path):
    path = tmp_path / "a.db"
    async with MemoryStore(identity, path=path) as store, MemoryStore(identity, path=path) as twin:
        assert await store.persona_domains() == []
        await store.persona_remember("people", "facts", "a", "1")
        await store.remember("k", "v")
        assert await store.persona_domains() == ["flat", "people"]
        await twin.persona_remember("world", "beliefs", "b", "2")
        assert await store.persona_domains() == ["flat", "people", "world"]
        assert await store.persona_facets("world") == ["beliefs"]
        assert await store.persona_facets("flat") == ["facts"]
        await store.forget("k")
        assert await store.persona_domains() == ["people", "world"]


async def test_the_flat_domain_is_read_here_and_written_with_remember(identity: Identity):
    async with MemoryStore(identity) as store:
        await store.remember("k", "v")
        (memory,) = await store.persona_recall("flat")
        assert (memory.domain, memory.key, memory.value) == ("flat", "k", "v")
        with pytest.raises(InvalidKeyError, match="remember"):
            await store.persona_remember("flat", "facts", "k", "v")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("", "facts", "k", "v"), "Domain.*non-empty"),
        (("people", "a/b", "k", "v"), "Facet.*invalid"),
        (("people", "facts", "..", "v"), "path traversal"),
        (("x" * 65, "facts", "k", "v"), "Domain too long"),
        (("people", "facts", "k", 5), "must be a string"),
        (("people", "facts", "k", "v", "js"), "themes.*got str"),
        (("people", "facts", "k", "v", (word for word in ("js",))), "themes.*got generator"),
        (("people", "facts", "k", "v", 5), "themes.*got int"),
        (("people", "facts", "k", "v", ["js", 1]), "themes.*got one with int"),
        (("people", "facts", "k", "v", [], ["other", None]), "connections.*got one with NoneType"),
    ],
)
async def test_bad_names_and_values_are_refused_before_anything_is_written(
    identity: Identity, arguments: tuple[Any, ...], words: str
):
    async with MemoryStore(identity) as store:
        with pytest.raises(ValueError, match=words):
            await store.persona_remember(*arguments)
        assert store.status().records == 0
