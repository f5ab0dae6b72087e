"""LangGraph's store interface over stores of ours: what an agent's developer does with it."""

import asyncio
import datetime as dt
import importlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from relay_fixtures import LocalRelay
from sense_memory import (
    Identity,
    InputError,
    InvalidKeyError,
    MemoryStore,
    TooLargeError,
    blocking,
)
from sense_memory.adapters import store_reach
from sense_memory.testing import HashEncoder, ManualClock

from .remembered import values, without

pytest.importorskip("langgraph.store", reason="langgraph is not here: its adapter is NOT tested")

from langgraph.store import base

from sense_memory.adapters.langgraph import LangGraphStore

ALICE = ("users", "alice")
BOB = ("users", "bob")
NOW = 1_800_000_000.0


def named(found: list[Any]) -> list[str]:
    return [one.key for one in found]


# ------------------------------------------------------------------ in a synchronous program


def test_a_synchronous_program_keeps_items_across_a_restart(identity: Identity, tmp_path: Path):
    path = tmp_path / "mind.db"
    with blocking.MemoryStore(identity, path=path, clock=ManualClock(NOW)) as mind:
        store = LangGraphStore(mind)
        store.put(ALICE, "prefs", {"theme": "dark", "sizes": [1, 2.5, None], "at": {"home": True}})
        store.put(ALICE, "v1.2/notes", {"text": "Alice likes vanilla JS"})
        store.put(BOB, "prefs", {"theme": "light"})
        store.delete(BOB, "prefs")
        store.delete(BOB, "never was there")
    with blocking.MemoryStore(identity, path=path) as mind:
        store = LangGraphStore(mind)
        item = store.get(ALICE, "prefs")
        assert type(item) is base.Item
        assert item.value == {"theme": "dark", "sizes": [1, 2.5, None], "at": {"home": True}}
        assert (item.namespace, item.key) == (ALICE, "prefs")
        put_at = dt.datetime.fromtimestamp(NOW, dt.UTC)
        assert item.created_at == item.updated_at == put_at
        assert store.get(BOB, "prefs") is None
        assert store.list_namespaces() == [ALICE]
        found = store.search(("users",))
        assert [type(one) for one in found] == [base.SearchItem] * 2
        assert [(one.key, one.score) for one in found] == [("prefs", None), ("v1.2/notes", None)]
        item.value["theme"] = "changed by who asked"
        assert store.get(ALICE, "prefs").value["theme"] == "dark"
        assert repr(store).startswith("LangGraphStore(MemoryStore(pubkey=")


def test_namespaces_are_listed_by_their_ends_and_depth():
    store = LangGraphStore(blocking.MemoryStore(Identity.generate()))
    for namespace in (("a", "b", "c"), ("a", "b", "d"), ("a", "x", "c"), ("users", "c")):
        store.put(namespace, "k", {})
    assert store.get(("a", "b", "c"), "k").value == {}
    assert store.list_namespaces(prefix=("a", "*", "c")) == [("a", "b", "c"), ("a", "x", "c")]
    assert store.list_namespaces(suffix=("c",), max_depth=1) == [("a",), ("users",)]
    assert store.list_namespaces(prefix=("a",), max_depth=2, limit=1, offset=1) == [("a", "x")]
    assert named(store.search(("user",))) == [], "a label is not the beginning of another one"


# -------------------------------------------------------------------- how it is found and told


async def test_a_query_ranks_within_the_namespace_and_the_rest_follows():
    clock = ManualClock(NOW)
    async with MemoryStore(Identity.generate(), clock=clock) as mind:
        store = LangGraphStore(mind)
        await mind.persona_remember("people", "facts", "alice", "Alice drinks green tea")
        for key, text in (("a", "drinks green tea"), ("b", "drinks coffee"), ("c", "owns a cat")):
            clock.advance(1)
            await store.aput(ALICE, key, {"kind": "fact", "said": f"Alice {text}"})
            await store.aput(BOB, key, {"kind": "fact", "said": f"Alice {text}"})
        found = await store.asearch(ALICE, query="who drinks green tea?")
        assert named(found) == ["a", "b", "c"]
        best, other, rest = (one.score for one in found)
        assert best > other > 0
        assert rest is None
        assert all(one.namespace == ALICE for one in found)
        assert named(await store.asearch(ALICE, query="green tea", limit=1)) == ["a"]
        assert named(await store.asearch(ALICE, query="green tea", offset=1)) == ["c", "b"]
        assert named(await store.asearch((), query="cat", limit=2)) == ["c", "c"]
        assert named(await store.asearch(ALICE, query="?!")) == ["c", "b", "a"], "newest first"
        only = await store.asearch(ALICE, query="tea", filter={"said": {"$ne": "Alice owns a cat"}})
        assert named(only) == ["a", "b"]


async def test_with_an_encoder_a_query_goes_by_meaning_too():
    async with MemoryStore(Identity.generate(), encoder=HashEncoder()) as mind:
        store = LangGraphStore(mind)
        await store.aput(ALICE, "tea", {"text": "green tea"})
        await store.aput(ALICE, "cat", {"text": "a cat"})
        assert (await mind.persona_embed()).made == 0, "what is put has its vector"
        found = await store.asearch(ALICE, query="some green thing")
        assert named(found) == ["tea", "cat"]
        assert found[1].score is not None, "no word of it was asked for"


async def test_an_item_is_a_memory_like_any_other():
    clock = ManualClock(NOW)
    async with MemoryStore(Identity.generate(), clock=clock) as mind:
        store = LangGraphStore(mind)
        said = {"kind": "food", "content": {"said": 'Alice calls it "umami",\nand loves it'}}
        await store.aput(ALICE, "m1", said)
        clock.advance(5 * 365 * 86_400)
        text = 'kind: food content.said: Alice calls it "umami", and loves it'
        (hit,) = await mind.search("umami")
        assert hit.text == text
        prompt = await mind.prompt("What does Alice love?")
        assert text in values(prompt.system)
        assert "m1" not in (await mind.prune_plan()).deletes

        await mind.forget(hit.reference)
        assert await store.aget(ALICE, "m1") is None
        assert await store.alist_namespaces() == []

        await mind.remember("langgraph:users.alice:hand", "Alice moved to Lisbon")
        assert (await store.aget(ALICE, "hand")).value == {"text": "Alice moved to Lisbon"}
        await mind.remember("langgraph:users.alice:%68and", "a key that only looks like one")
        await mind.remember("langgraph", "none at all")
        assert named(await store.asearch(())) == ["hand"]


# ---------------------------------------------------------------------- where it is


async def test_two_devices_share_items_and_relays_read_none(relay: LocalRelay, tmp_path: Path):
    me = Identity.generate()
    laptop, server = (
        MemoryStore(me, [relay.url], path=tmp_path / f"{name}.db", addressing="blinded")
        for name in ("laptop", "server")
    )
    async with laptop, server:
        here, there = LangGraphStore(laptop), LangGraphStore(server)
        await here.aput(ALICE, "prefs", {"theme": "dark"})
        await here.aput(ALICE, "gone", {"text": "Alice owns a boat"})
        await laptop.sync()
        await server.sync()
        assert (await there.aget(ALICE, "prefs")).value == {"theme": "dark"}
        await there.adelete(ALICE, "gone")
        await there.aput(ALICE, "prefs", {"theme": "light"})
        await server.sync()
        await laptop.sync()
        assert (await here.aget(ALICE, "prefs")).value == {"theme": "light"}
        assert named(await here.asearch(ALICE, query="boat")) == ["prefs"]

        await there.aput(ALICE, "prefs", {"theme": "sepia"})
        await here.aput(ALICE, "prefs", {"theme": "black"})
        await server.sync()
        await laptop.sync()
        await server.sync()
        assert (await here.aget(ALICE, "prefs")).value == {"theme": "black"}
        assert (await there.aget(ALICE, "prefs")).value == {"theme": "black"}
        (conflict,) = [one for one in await server.conflicts() if one.field == "value"]
        assert [one.value for one in conflict.values] == ["theme: black", "theme: sepia"]
        kept = [line async for line in laptop.export_events()]
    assert kept
    assert not [line for line in kept if any(word in line for word in ("alice", "theme", "prefs"))]


async def test_a_scope_is_a_wall_where_a_namespace_is_none(identity: Identity):
    async with MemoryStore(identity) as mind:
        alice, bob = LangGraphStore(mind.scope("alice")), LangGraphStore(mind.scope("bob"))
        await alice.aput(ALICE, "prefs", {"said": "Alice likes anchovies"})
        assert await bob.aget(ALICE, "prefs") is None
        assert await bob.asearch((), query="anchovies") == []
        assert await bob.alist_namespaces() == []
        assert await LangGraphStore(mind).asearch(()) == []
        assert named(await alice.asearch((), query="anchovies")) == ["prefs"]


# ---------------------------------------------------------------------- one batch


async def test_a_batch_is_read_before_it_is_written_and_the_last_put_counts():
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        await store.aput(ALICE, "k", {"n": 1})
        results = await store.abatch(
            one
            for one in (
                base.PutOp(ALICE, "k", {"n": 2}),
                base.GetOp(ALICE, "k"),
                base.PutOp(ALICE, "k", {"n": 3}),
                base.PutOp(ALICE, "other", {"n": 0}),
                base.PutOp(ALICE, "other", None),
                base.SearchOp(ALICE, {"n": {"$gte": 1}}),
            )
        )
        assert results[:1] + results[2:5] == [None] * 4
        assert results[1].value == {"n": 1}
        assert [one.value for one in results[5]] == [{"n": 1}]
        assert (await store.aget(ALICE, "k")).value == {"n": 3}
        assert await store.aget(ALICE, "other") is None


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: base.PutOp(("a.b",), "k", {}), base.InvalidNamespaceError, "periods"),
    (lambda: base.PutOp(("a", ""), "k", {}), base.InvalidNamespaceError, "empty"),
    (lambda: base.GetOp(("a", 1), "k"), base.InvalidNamespaceError, "must be strings"),
    (lambda: base.PutOp(ALICE, 5, {}), InputError, "the key of an item is a string, got int"),
    (lambda: base.PutOp(ALICE, "k" * 300, {}), InvalidKeyError, "at most 256"),
    (lambda: base.PutOp(ALICE, "k", {"day": {"at": {1, 2}}}), InputError, "field day.at is a set"),
    (lambda: base.PutOp(ALICE, "k", {"n": [0, float("nan")]}), InputError, r"field n\[1\] is no"),
    (lambda: base.PutOp(ALICE, "k", {"in": {1: 2}}), InputError, "field in has a name"),
    (lambda: base.PutOp(ALICE, "k", ["x"]), InputError, "is a dict, got list"),
    (lambda: base.PutOp(ALICE, "k", {"n": 1 << 9000}), InputError, "8192 bits"),
    (lambda: base.PutOp(ALICE, "k", {"t": "x" * 50_000}), TooLargeError, "the item 'k' in"),
    (lambda: base.PutOp(ALICE, "k", {"t": "x" * 70_000}), InputError, "the item 'k' in"),
    (lambda: base.PutOp(ALICE, "k", {}, ttl=5), NotImplementedError, "TTL"),
    (lambda: base.SearchOp(ALICE, {"n": {"$in": [1]}}), InputError, "Unsupported operator"),
    (lambda: base.SearchOp(ALICE, {"n": {"$gt": "x"}}), InputError, "compares numbers"),
    (lambda: base.SearchOp(ALICE, limit=-1), InputError, "limit is a whole number"),
    (lambda: base.ListNamespacesOp(max_depth=0), InputError, "max_depth"),
    (lambda: base.ListNamespacesOp((base.MatchCondition("middle", ("a",)),)), InputError, "match"),
    (lambda: "put", InputError, "Unknown operation type: str"),
]  # fmt: skip


async def test_what_cannot_be_done_is_said_before_anything_is_written():
    looping: dict[str, Any] = {}
    looping["it"] = looping
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        first = base.PutOp(ALICE, "first", {"text": "of a batch that fails"})
        for op, error, words in REFUSED:
            with pytest.raises(error, match=words):
                await store.abatch([first, op()])
        with pytest.raises(InputError, match="64 deep, or holds itself"):
            await store.abatch([first, base.PutOp(ALICE, "k", looping)])
        with pytest.raises(NotImplementedError):
            await store.aput(ALICE, "k", {}, ttl=1)
        assert await mind.recall_all() == []


async def test_how_an_item_wants_to_be_found_is_told_once(caplog: pytest.LogCaptureFixture):
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        with caplog.at_level(logging.WARNING):
            await store.aput(ALICE, "a", {"text": "plums"}, index=False)
            await store.aput(ALICE, "b", {"text": "pears"}, index=["text"])
        assert [one.getMessage() for one in caplog.records if "index" in one.getMessage()] == [
            "an item is found by all that it says: what `index` asks for changes nothing"
        ]
        assert (await store.asearch(ALICE, query="plums"))[0].score is not None


# ------------------------------------------------------------------- loops and threads


async def test_on_its_own_loop_a_synchronous_call_is_refused_and_another_thread_is_served():
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        with pytest.raises(InputError, match="ainvoke, aput"):
            store.put(ALICE, "k", {"n": 1})
        await asyncio.to_thread(store.put, ALICE, "k", {"n": 1})
        assert (await asyncio.to_thread(store.get, ALICE, "k")).value == {"n": 1}


async def test_a_blocking_store_serves_both_on_a_running_loop():
    store = LangGraphStore(blocking.MemoryStore(Identity.generate()))
    store.put(ALICE, "k", {"n": 1})
    assert (await store.aget(ALICE, "k")).value == {"n": 1}
    await asyncio.gather(*(store.aput(ALICE, f"k{n}", {"n": n}) for n in range(5)))
    assert len(store.search(ALICE)) == 6


async def test_a_loop_that_waits_for_the_thread_that_waits_for_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
):
    """What ``graph.invoke`` in a coroutine comes to: nodes run in threads, the loop waits."""
    monkeypatch.setattr(store_reach, "PATIENCE", 0.2)
    async with MemoryStore(Identity.generate()) as mind:
        store = LangGraphStore(mind)
        with ThreadPoolExecutor() as nodes:
            node = nodes.submit(store.put, ALICE, "k", {"n": 1})
            with pytest.raises(InputError, match="does nothing: what runs there stops the event"):
                node.result()
        assert await store.aget(ALICE, "k") is None


def test_without_langgraph_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    from sense_memory.adapters.langgraph import store as module

    without("langgraph.store.base", monkeypatch)
    with pytest.raises(ImportError, match=r"pip install 'sense-memory\[langgraph\]'"):
        importlib.reload(module)


def test_only_a_store_is_taken():
    with pytest.raises(InputError, match="MemoryStore"):
        LangGraphStore("mind.db")  # type: ignore[arg-type]
