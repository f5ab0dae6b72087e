"""One kind of reference between all parts of the mind, and forgetting follows it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from sense_memory import Config, Identity, InputError, MemoryStore, UnknownMemoryError
from sense_memory.core.change import Amend, Edit, Forget, Put
from sense_memory.core.llm import Role
from sense_memory.core.mention import Mention
from sense_memory.core.records.conversation import ConversationHead, Turn, head_name, turn_name
from sense_memory.core.records.graph import Edge, Node, Note, note_name
from sense_memory.core.records.introspection import IntrospectionReport
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Topic
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Checkpoint,
    Reading,
    Score,
    checkpoint_name,
    reading_name,
)
from sense_memory.core.records.reference import reference_to
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.notes import new_note
from sense_memory.testing import ManualClock
from sense_memory.wire.outliving import DISSOLVE

NOW = 1_700_000_000.0
DAY = 86_400.0
ADA, BOB, ACME = "person:ada", "person:bob", "entity:acme"
HEAD: Ref[Any] = Ref(ConversationHead, head_name("c"))
TURN: Ref[Any] = Ref(Turn, turn_name("c", "1"))
REPORT: Ref[Any] = Ref(IntrospectionReport, "latest")
WORKS = new_edge(ADA, ACME, "works-at", now=NOW)
OF_ADA = new_note(ADA, "Ada sings.", now=NOW, lifetime="forever")
TOLD = (
    Put(HEAD, ConversationHead("c")),
    Put(TURN, Turn("c", "1", Role.USER, "Ada moved.", NOW)),
)
PEOPLE = tuple(Put(Ref(Node, key), Node(key, key, created_at=NOW)) for key in (ADA, ACME))


@dataclass(frozen=True)
class Source:
    """Something that other records may be learned from.

    Attributes:
        ref: Which record.
        made: What makes it.
        forgotten: What is forgotten to forget it; itself unless said otherwise.
    """

    ref: Ref[Any]
    made: tuple[Edit, ...]
    forgotten: Ref[Any] | None = None


def source(record: Any, name: str, *before: Edit) -> Source:
    ref: Ref[Any] = Ref(type(record), name)
    return Source(ref, (*before, Put(ref, record)))


SOURCES = {
    "turn": Source(TURN, TOLD),
    "conversation": Source(HEAD, TOLD),
    "turn of a conversation": Source(TURN, TOLD, HEAD),
    "observation": source(Observation("o1", "Ada moved.", NOW), "o1"),
    "topic": source(Topic("ada", "Ada"), "ada"),
    "persona": source(
        PersonaMemory("people", "facts", "ada", "moved", created_at=NOW), "people/facts/ada"
    ),
    "kv": source(Memory("ada", "moved", NOW), "ada"),
    "journal": source(JournalEntry("Ada moved.", NOW), "entry"),
    "peer": source(Checkpoint("ada", created_at=NOW), checkpoint_name("ada")),
    "node": Source(Ref(Node, ADA), PEOPLE),
    "edge": Source(Ref(Edge, WORKS.id), (*PEOPLE, Put(Ref(Edge, WORKS.id), WORKS))),
    "edge of a node": Source(
        Ref(Edge, WORKS.id), (*PEOPLE, Put(Ref(Edge, WORKS.id), WORKS)), Ref(Node, ADA)
    ),
    "note": Source(
        Ref(Note, note_name(ADA, OF_ADA.id)),
        (*PEOPLE, Put(Ref(Note, note_name(ADA, OF_ADA.id)), OF_ADA)),
    ),
}
sources = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())

OBSERVED: Ref[Any] = Ref(Observation, "learned")
MOVE: Ref[Any] = Ref(Node, "concept:move")
OF_BOB = new_note(BOB, "Bob moved, too.", now=NOW, lifetime="forever")
NOTED: Ref[Any] = Ref(Note, note_name(BOB, OF_BOB.id))
KNOWN: Ref[Any] = Ref(Node, BOB)
LINKED: Ref[Any] = Ref(PersonaMemory, "people/facts/bob")
LEARNED = (OBSERVED, MOVE, NOTED)
"""What goes with a source."""


def referrers(ref: Ref[Any]) -> list[Edit]:
    """One of each that may name a record."""
    text = reference_to(ref)
    bob = Node(BOB, "Bob", created_at=NOW, references=frozenset((text, "elsewhere/bob")))
    memory = PersonaMemory("people", "facts", "bob", "moved", created_at=NOW)
    if ref.kind in (Node, Edge):
        memory = replace(memory, connections=(text,))
    return [
        Put(OBSERVED, Observation("learned", "Somebody moved.", NOW, None, text)),
        Put(MOVE, Node("concept:move", "Move", origin=text, created_at=NOW)),
        Put(KNOWN, bob),
        Put(NOTED, replace(OF_BOB, source=text)),
        Put(LINKED, memory),
    ]


async def commit(store: MemoryStore, *edits: Edit) -> None:
    await (await store._context()).records.commit(*edits)


async def stand(store: MemoryStore, *refs: Ref[Any]) -> list[Any]:
    return await (await store._context()).records.get_many(refs)


async def hand_over(teller: MemoryStore, hearer: MemoryStore) -> None:
    await hearer.import_events([line async for line in teller.export_events()])


async def agree(*stores: MemoryStore) -> None:
    """Let all hear of each other until nobody says anything new."""
    prints: set[str] = set()
    for _ in range(6):
        for teller, hearer in permutations(stores, 2):
            await hand_over(teller, hearer)
        if len(prints := {await store.fingerprint() for store in stores}) == 1:
            return
    raise AssertionError(f"they do not agree: {prints}")


async def assert_gone(store: MemoryStore, source: Source) -> None:
    assert await stand(store, source.ref, *LEARNED) == [None] * 4
    node, memory = await stand(store, KNOWN, LINKED)
    assert node.references == {"elsewhere/bob"}
    assert memory.connections == ()
    text = reference_to(source.ref)
    said = [line async for line in store.export_jsonl()]
    assert not any(f'"{text}"' in line for line in said)


@sources
async def test_what_was_learned_goes_with_its_source(identity: Identity, source: Source) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *source.made, *referrers(source.ref))
        assert None not in await stand(store, source.ref, *LEARNED, KNOWN, LINKED)
        found = await store.references(source.ref)
        said = {(one.ref, one.field, one.once_forgotten) for one in found}
        assert said >= {
            (OBSERVED, "origin", "cascade"),
            (MOVE, "origin", "cascade"),
            (NOTED, "origin", "cascade"),
            (KNOWN, "references", "unlink"),
        }
        if source.ref.kind in (Node, Edge):
            assert (LINKED, "connections", "unlink") in said
        await store.forget(source.forgotten or source.ref)
        await assert_gone(store, source)


@sources
@pytest.mark.parametrize("hears_first", ["who forgets", "who learns"])
async def test_what_was_learned_apart_goes_when_they_meet(
    identity: Identity, source: Source, hears_first: str
) -> None:
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(MemoryStore(identity, addressing="blinded"))
            for _ in range(2)
        ]
        await commit(one, *source.made)
        await hand_over(one, other)
        await commit(other, *referrers(source.ref))
        await commit(one, Forget(source.forgotten or source.ref))
        stores = (one, other) if hears_first == "who learns" else (other, one)
        await agree(*stores)
        for store in stores:
            await assert_gone(store, source)


NAMED = ["conversation", "topic", "persona", "kv", "peer", "node"]


@pytest.mark.parametrize("kind", NAMED)
async def test_what_was_learned_of_something_made_anew_outlives_the_forgetting_before(
    identity: Identity, kind: str
) -> None:
    """Also where it arrives before what it was learned from, and what was learned before goes."""
    source = SOURCES[kind]
    old: Ref[Any] = Ref(Observation, "old")
    text = reference_to(source.ref)
    async with AsyncExitStack() as stack:
        one, other, third = [
            await stack.enter_async_context(MemoryStore(identity, addressing="blinded"))
            for _ in range(3)
        ]
        await commit(one, *source.made)
        await hand_over(one, other)
        await commit(other, Put(old, Observation("old", "Of the time before.", NOW, None, text)))
        await commit(one, Forget(source.forgotten or source.ref))
        await hand_over(one, third)
        before = [line async for line in one.export_events()]
        await commit(one, *source.made)
        # what makes it stand anew is on its way still
        anew = [line async for line in one.export_events() if line not in before]
        await commit(one, *referrers(source.ref))
        learned = [line async for line in one.export_events() if line not in {*before, *anew}]
        await third.import_events(learned)
        assert None not in await stand(third, *LEARNED)
        await hand_over(other, third)
        assert await stand(third, old) == [None]
        await agree(third, one, other)
        for store in (one, other, third):
            assert None not in await stand(store, source.ref, *LEARNED)
            assert await stand(store, old) == [None]
        await other.forget(source.ref)
        await agree(third, one, other)
        for store in (one, other, third):
            assert await stand(store, *LEARNED) == [None] * 3


async def test_an_origin_that_is_changed_says_nothing_of_the_one_before(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("one", "v")
        await store.graph.add("concept:move", origin=await store.reference("one"))
        await store.graph.add("concept:move", origin=reference_to(TURN))
        await commit(store, *TOLD)
        await store.forget("one")
        assert [one.key for one in await store.graph.nodes()] == ["concept:move"]
        await store.remember("two", "v")
        await store.graph.add("concept:move", origin=await store.reference("two"))
        await store.remember("two", "w")
        await store.forget("two")
        assert await store.graph.nodes() == []


@pytest.mark.parametrize("kind", ["kv", "journal", "peer", "conversation", "turn", "persona"])
async def test_another_process_knows_what_was_learned(
    identity: Identity, tmp_path: Path, kind: str
) -> None:
    path, source = tmp_path / "memory.db", SOURCES[kind]
    async with MemoryStore(identity, path=path) as store:
        await commit(store, *source.made, *referrers(source.ref))
    async with MemoryStore(identity, path=path) as store:
        await store.forget(source.ref)
        await assert_gone(store, source)


async def test_what_nobody_names_is_forgotten_without_looking(
    identity: Identity, tmp_path: Path
) -> None:
    path = tmp_path / "memory.db"
    async with MemoryStore(identity, path=path) as store:
        await store.remember("email", "x@example.org")
        await store.remember("named", "v")
        await store.pyramid.observe("Ada wrote.", origin="email")
        await store.pyramid.observe("It is so.", origin=await store.reference("named"))
        entry = await store.journal("a day")
    async with MemoryStore(identity, path=path) as store:
        view = (await store._context()).records._planner.derived.view  # type: ignore[attr-defined]
        await store.forget("email")
        await store.forget_entry(entry)
        assert not view.has(""), "nobody went through the scope"
        assert [one.text for one in await store.pyramid.observations()] == [
            "Ada wrote.",
            "It is so.",
        ], "a word of one's own is no reference"
        await store.forget("named")
        assert view.has("")
        assert [one.text for one in await store.pyramid.observations()] == ["Ada wrote."]


@pytest.mark.parametrize("kind", ["kv", "journal", "peer", "conversation"])
async def test_what_is_learned_at_the_moment_of_forgetting(identity: Identity, kind: str) -> None:
    """Nobody went through the scope, so nobody knows by that who names it."""
    source = SOURCES[kind]
    async with MemoryStore(identity) as store:
        for turn in range(10):
            await commit(store, *source.made)
            ref: Ref[Any] = Ref(Observation, f"learned-{turn}")
            text = reference_to(source.ref)
            learned = Put(ref, Observation(ref.name, "Somebody moved.", NOW, None, text))
            await asyncio.gather(commit(store, learned), commit(store, Forget(source.ref)))
            if turn % 2:
                await asyncio.gather(commit(store, *source.made), commit(store, learned))
                await commit(store, Forget(source.ref))
            assert await stand(store, ref, source.ref) == [None, None]


async def test_a_file_of_an_older_release_is_looked_through_once(
    identity: Identity, tmp_path: Path
) -> None:
    path, source = tmp_path / "memory.db", SOURCES["kv"]
    async with MemoryStore(identity, path=path) as store:
        await commit(store, *source.made, *referrers(source.ref))
        await store.remember("other", "v")
        database = (await store._context()).records._database  # type: ignore[attr-defined]
        await database._engine.change(
            lambda connection: connection.execute("DELETE FROM meta WHERE name LIKE 'named%'")
        )
    async with MemoryStore(identity, path=path) as store:
        await store.forget("other")
    async with MemoryStore(identity, path=path) as store:
        view = (await store._context()).records._planner.derived.view  # type: ignore[attr-defined]
        await store.remember("other", "v")
        await store.forget("other")
        assert not view.has("")
        await store.forget("ada")
        await assert_gone(store, source)


async def test_what_is_learned_of_what_was_learned_goes_too(identity: Identity) -> None:
    """Also around a circle."""
    async with MemoryStore(identity) as store:
        await store.remember("seed", "v")
        first = await store.pyramid.observe("one", origin=await store.reference("seed"))
        second = await store.pyramid.observe("two", origin=await store.reference(first))
        node = await store.graph.add("concept:three", origin=await store.reference(second))
        note = await store.graph.note("concept:three", "four")
        round_about = Observation("o", "five", NOW, None, await store.reference(note))
        ref: Ref[Any] = Ref(Observation, "o")
        await commit(store, Put(ref, round_about))
        back = await store.reference(ref)
        await commit(
            store,
            Amend(Ref(Observation, first.id), lambda one: replace(one, origin=back)),
        )
        await store.forget(second)
        assert await store.pyramid.observations() == []
        assert await stand(store, Ref(Node, node.key)) == [None]
        assert await store.recall("seed") is not None


async def test_what_only_faded_takes_nothing_with_it(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "ada", "moved")
        origin = await store.reference("people/facts/ada")
        await store.pyramid.observe("Somebody moved.", origin=origin)
        ref: Ref[Any] = Ref(PersonaMemory, "people/facts/ada")
        await commit(store, Forget(ref, DISSOLVE))
        assert await stand(store, ref) == [None]
        (learned,) = await store.pyramid.observations()
        assert learned.origin == origin


async def test_who_is_only_linked_with_a_peer_or_a_conversation_stays(identity: Identity) -> None:
    """Also where its own record has not come yet, so that all that belongs to it is looked for."""
    scores = tuple(Score(dimension, 0.5) for dimension in DIMENSIONS)
    reading = Reading("ada", "s1", NOW, scores)
    async with MemoryStore(identity) as store:
        await commit(store, TOLD[1], Put(Ref(Reading, reading_name("ada", "s1")), reading))
        for ref in (HEAD, SOURCES["peer"].ref):
            await commit(store, *referrers(ref))
            if ref == HEAD:
                await store.conversation("c").forget()
            else:
                await store.rapport("ada").forget()
            assert await stand(store, TURN, *LEARNED) == [None] * 4
            assert (await stand(store, KNOWN))[0].references == {"elsewhere/bob"}
        assert await stand(store, Ref(Reading, reading_name("ada", "s1"))) == [None]


async def test_what_is_learned_of_something_forgotten_is_refused(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.remember("ada", "v")
        origin = await store.reference("ada")
        await store.graph.add("person:bob")
        await store.forget("ada")
        ways: list[Callable[[], Awaitable[object]]] = [
            lambda: store.pyramid.observe("Ada moved.", origin=origin),
            lambda: store.graph.add("concept:move", origin=origin),
            lambda: store.graph.note("person:bob", "moved", source=origin),
        ]
        for way in ways:
            with pytest.raises(UnknownMemoryError, match="was forgotten"):
                await way()


async def test_a_node_that_stands_does_not_go_with_a_forgotten_origin_it_is_given(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await commit(store, *TOLD, *PEOPLE, Put(Ref(Edge, WORKS.id), WORKS))
        await store.remember("move", "v")
        origins = [reference_to(TURN), await store.reference("move")]
        await store.forget(TURN)
        await store.forget("move")
        for origin in origins:
            with pytest.raises(UnknownMemoryError, match="was forgotten"):
                await store.graph.add(ADA, origin=origin, description="a singer")
        (ada, edge) = await stand(store, Ref(Node, ADA), Ref(Edge, WORKS.id))
        assert (ada.origin, ada.description) == ("", "")
        assert edge == WORKS


async def test_a_node_may_be_learned_from_what_only_dissolved(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        ref: Ref[Any] = Ref(PersonaMemory, "people/facts/ada")
        await commit(store, *SOURCES["persona"].made, *PEOPLE)
        await commit(store, Forget(ref, DISSOLVE))
        made = await store.graph.add(ADA, origin=reference_to(ref))
        assert (await stand(store, Ref(Node, ADA))) == [made]
        assert made.origin == reference_to(ref)


# --- how a record is meant


async def test_every_record_has_a_text_and_is_meant_by_it(identity: Identity) -> None:
    for kind, source in SOURCES.items():
        async with MemoryStore(identity) as store:
            await commit(store, *source.made)
            text = await store.reference(source.ref)
            assert await store.reference(text) == text == reference_to(source.ref), kind
            (record,) = await stand(store, source.ref)
            if not isinstance(record, ConversationHead | Topic | JournalEntry | Checkpoint):
                assert await store.reference(record) == text
            assert await store.references(text) == await store.references(source.ref)
            await store.forget(text)
            assert await stand(store, source.ref) == [None]
            with pytest.raises(UnknownMemoryError, match="there is no"):
                await store.reference(text)
            with pytest.raises(UnknownMemoryError, match="nothing was forgotten"):
                await store.forget(text)


async def test_a_node_is_meant_by_its_type_and_name_where_no_memory_is_called_so(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as store:
        await store.graph.relate("person:Ada Lovelace", "entity:Acme", "works-at")
        assert await store.reference("Person:ada lovelace") == "graph/node/person:ada-lovelace"
        (mention,) = await store.references("person:ada-lovelace")
        assert (mention.field, mention.once_forgotten) == ("from", "cascade")
        await store.remember("person:ada-lovelace", "a key")
        assert await store.reference("person:ada-lovelace") == (
            "persona/flat/facts/person:ada-lovelace"
        )
        await store.forget("person:ada-lovelace")
        assert await store.recall("person:ada-lovelace") is None
        assert await store.graph.edges() != []
        await store.forget("person:ada-lovelace")
        assert [one.key for one in await store.graph.nodes()] == ["entity:acme"]
        await store.forget("person:ada-lovelace")  # by then a key, and of that it is no error
        with pytest.raises(UnknownMemoryError, match="node record 'person:ada-lovelace'"):
            await store.references("person:ada-lovelace")


async def test_another_users_node_is_not_meant(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        alice = store.scope("user:alice")
        await store.graph.add("person:ada", description="Ours.")
        theirs = await alice.graph.add("person:ada", description="Theirs.")
        status = await alice.graph.node("person:ada")
        with pytest.raises(InputError, match="belongs to the graph of user:alice"):
            await store.forget(status)
        with pytest.raises(UnknownMemoryError, match="another one"):
            await store.forget(replace(theirs, created_at=1.0))
        assert await alice.reference(status) == "graph/node/person:ada"


# --- what a node is elsewhere


async def test_a_node_is_connected_with_what_it_is_elsewhere(identity: Identity) -> None:
    clock = ManualClock(NOW)
    async with MemoryStore(identity, clock=clock) as store:
        await commit(store, *SOURCES["peer"].made)
        await store.persona_remember("people", "facts", "ada", "moved")
        await store.remember("ada", "v")
        await store.graph.add("person:ada")
        clock.advance(DAY)
        await store.graph.connect("person:ada", "rapport/ada/vector")
        await store.graph.connect("person:ada", "people/facts/ada")
        node = await store.graph.connect("person:ada", "ada")
        texts = {"rapport/ada/vector", "persona/people/facts/ada", "persona/flat/facts/ada"}
        assert node.references == texts
        assert node.updated_at == NOW + DAY
        assert (await store.graph.connect("ada", "people/facts/ada")) == node
        assert (await store.graph.disconnect("person:ada", "ada")).references == texts - {
            "persona/flat/facts/ada"
        }
        node = await store.graph.disconnect("person:ada", "rapport/ada/vector")
        assert node.references == {"persona/people/facts/ada"}
        (mention,) = await store.references("people/facts/ada")
        assert mention == Mention(Ref(Node, ADA), "references", "unlink")
        await commit(
            store,
            Amend(Ref(Node, ADA), lambda one: replace(one, references=frozenset(("x/y",)))),
        )
        assert (await store.graph.disconnect("person:ada", "x/y")).references == frozenset()


async def test_a_node_is_connected_with_nothing_that_is_not_there(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.graph.add("person:ada")
        for one in ("rapport/ada/vector", "people/facts/ada", "ada", "person:bob"):
            with pytest.raises(UnknownMemoryError, match="nothing was connected"):
                await store.graph.connect("person:ada", one)
            with pytest.raises(UnknownMemoryError, match="nothing was disconnected"):
                await store.graph.disconnect("person:ada", one)
        with pytest.raises(InputError, match="itself"):
            await store.graph.connect("person:ada", "person:ada")
        await store.remember("k", "v")
        with pytest.raises(UnknownMemoryError, match="there is no node"):
            await store.graph.connect("person:bob", "k")
        await commit(store, Put(REPORT, IntrospectionReport(timestamp=NOW)))
        with pytest.raises(InputError, match="nothing refers to"):
            await store.graph.connect("person:ada", REPORT)


# --- persona memories


async def test_a_memory_is_linked_with_what_is_in_the_graph(identity: Identity) -> None:
    async with MemoryStore(identity, config=Config()) as store:
        await store.persona_remember("people", "facts", "ada", "works", themes=["work"])
        await store.persona_remember("people", "facts", "bob", "works", themes=["work"])
        edge = await store.graph.relate("person:ada", "entity:acme", "works-at")
        node, relation = "graph/node/person:ada", await store.reference(edge)
        await store.persona_connect("ada", node)
        await store.persona_connect(relation, "ada")
        await store.persona_remember("people", "facts", "bob", "works", connections=[node, "ada"])
        (ada,) = [one for one in await store.persona_recall() if one.key == "ada"]
        assert ada.connections == ("bob", relation, node)
        # whoever reads links takes none of these for a memory
        assert (await store.persona_stats())["links"] == 1
        report = await store.persona_introspect()
        assert not any("graph" in str(found) for found in report.findings())
        assert [one.key for one in await store.persona_search("works")] == ["ada", "bob"]
        assert "graph" not in str(await store.persona_compress())
        assert {one.ref.name for one in await store.references("person:ada")} == {
            edge.id,
            "people/facts/ada",
            "people/facts/bob",
        }
        await store.persona_disconnect(node, "bob")
        await store.forget("person:ada")
        found = {one.key: one.connections for one in await store.persona_recall()}
        assert found == {"ada": ("bob",), "bob": ("ada",)}, "the edge went with the node"


async def test_a_memory_is_linked_with_nothing_that_is_not_there(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        await store.persona_remember("people", "facts", "ada", "works")
        with pytest.raises(UnknownMemoryError, match="graph/node/person:ada"):
            await store.persona_connect("ada", "graph/node/person:ada")
        with pytest.raises(UnknownMemoryError, match="graph/node/person:ada"):
            await store.persona_remember(
                "people", "facts", "bob", "works", connections=["graph/node/person:ada"]
            )
        await store.graph.add("person:ada")
        with pytest.raises(InputError, match="a memory is needed"):
            await store.persona_connect("graph/node/person:ada", "graph/node/person:ada")
