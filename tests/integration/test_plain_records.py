"""Records out of a store as plain text, and into any other store."""

import asyncio
import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from nips.keys import SecretKey
from nips.nip01 import Address, sign
from nips.nip09 import deletion_request
from relay_fixtures import LocalRelay
from sense_memory import Identity, InputError, MemoryStore, RecordImport
from sense_memory.core.change import Put
from sense_memory.core.llm import Role
from sense_memory.core.records.conversation import (
    ConversationHead,
    Turn,
    Weight,
    Weights,
    head_name,
    turn_name,
    weights_name,
)
from sense_memory.core.records.graph import (
    Digest,
    Edge,
    Life,
    LinkKind,
    Node,
    NodeType,
    Note,
    Orientation,
    TTLPolicy,
    node_key,
    note_name,
)
from sense_memory.core.records.introspection import (
    Decision,
    Dismissal,
    IntrospectionReport,
    SuggestionKind,
)
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.records.rapport import (
    DIMENSIONS,
    Checkpoint,
    Correction,
    Direction,
    Layer,
    LayerName,
    LayerText,
    LayerVersion,
    RapportVector,
    Reading,
    ResilienceType,
    Score,
    checkpoint_name,
    layer_name,
    reading_name,
    version_name,
)
from sense_memory.core.ref import Ref
from sense_memory.store.plain_export import kinds
from sense_memory.testing import ManualClock
from sense_memory.wire.schema import Schema
from sense_memory.wire.schemas import SCHEMAS

from .meeting import meet
from .test_newer_release import of_a_newer_release

NamedRecord = tuple[str, Any]
"""A record, and what it is called."""

SAID = st.text(max_size=60)
NAME = (
    st.text(min_size=1, max_size=12)
    .map(lambda name: unicodedata.normalize("NFC", name))
    .filter(lambda name: 0 < len(name) <= 64 and not any(c in name for c in "/\\\0"))
    .filter(lambda name: ".." not in name)
)
AT = st.floats(0, 2**33) | st.integers(0, 2**33).map(float)
MAYBE_AT = st.none() | AT
PART = st.floats(0, 1)
COUNT = st.integers(0, 10**6)
WEIGHT = st.builds(
    Weight,
    st.text("0123456789abcdef", min_size=16, max_size=16),
    COUNT,
    st.sampled_from([1.0, 0.95, 1.1, 8.0, 0.000001, 0.0]),
)
SLUG = st.sampled_from(["user", "tom", "a-b", "x1"])
INPUTS = st.frozensets(st.sampled_from(["obs/1", "obs/2", "summary/3", "summary/4"]), max_size=4)
SESSIONS = st.frozensets(NAME, max_size=3)
PEERS = st.sampled_from(["vergel", "Ada"])


def texts_of(said: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[LayerText, ...]]:
    return st.tuples(
        *(st.builds(LayerText, st.just(one), said, st.booleans()) for one in LayerName)
    )


def persona() -> st.SearchStrategy[NamedRecord]:
    names = st.lists(NAME, max_size=3, unique=True).map(lambda some: tuple(sorted(some)))
    memories = st.builds(
        PersonaMemory,
        domain=NAME,
        facet=NAME,
        key=NAME,
        value=SAID,
        relevance=PART,
        halflife_days=st.floats(0.1, 1000),
        last_accessed=AT,
        last_reinforced=AT,
        access_count=COUNT,
        connections=names,
        contradicts=names,
        superseded_by=st.none() | NAME,
        themes=names,
        source=SAID,
        confidence=PART,
        created_at=AT,
        pinned=st.booleans(),
        due_at=st.none() | st.floats(1, 2**33),
    )
    return memories.map(lambda one: (one.name, one))


def vectors() -> st.SearchStrategy[RapportVector]:
    return st.builds(
        RapportVector,
        *(PART for _ in DIMENSIONS),
        COUNT,
        MAYBE_AT,
        st.sampled_from(ResilienceType),
        st.tuples(*(PART for _ in DIMENSIONS)),
    )


def checkpoints() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(
        Checkpoint, PEERS, vectors(), SESSIONS, COUNT, AT, created_at=AT, deleted=COUNT
    )
    return made.map(lambda one: (checkpoint_name(one.peer), one))


def readings() -> st.SearchStrategy[NamedRecord]:
    scores = st.tuples(*(st.builds(Score, st.just(one), PART, SAID, SAID) for one in DIMENSIONS))
    said = st.builds(
        Correction,
        st.sampled_from([*DIMENSIONS, "style"]),
        st.none() | st.sampled_from(Direction),
        SAID,
    )
    made = st.builds(
        Reading,
        PEERS,
        NAME,
        AT,
        scores,
        st.lists(said, max_size=2).map(tuple),
        st.sampled_from(ResilienceType),
        st.floats(0.01, 1),
        SAID,
        COUNT,
    )
    return made.map(lambda one: (reading_name(one.peer, one.id), one))


def layers() -> st.SearchStrategy[NamedRecord]:
    maybe = st.none() | SAID
    made = st.builds(Layer, PEERS, st.sampled_from(LayerName), maybe, maybe, SESSIONS, COUNT, AT)
    return made.map(lambda one: (layer_name(one.peer, one.name), one))


def versions() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(LayerVersion, PEERS, NAME, AT, SAID, texts_of(SAID), SESSIONS)
    return made.map(lambda one: (version_name(one.peer, one.id), one))


def reports() -> st.SearchStrategy[NamedRecord]:
    one_of = st.lists(st.just("people/facts/v"), max_size=1).map(tuple)
    pairs = st.lists(st.just(("a/b/c", "d/e/f")), max_size=1).map(tuple)
    made = st.builds(
        IntrospectionReport,
        total_memories=COUNT,
        active=COUNT,
        contradictions=pairs,
        orphaned=one_of,
        stale_beliefs=one_of,
        timestamp=AT,
        left_out=st.just((("orphaned", 3),)) | st.just(()),
        slept=st.booleans(),
    )
    return st.tuples(NAME.filter(lambda name: name != "dismissed"), made)


def dismissals() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(
        Dismissal,
        st.text("0123456789abcdef", min_size=16, max_size=16),
        st.sampled_from(SuggestionKind),
        st.just(("a/b/c", "d/e/f")),
        st.sampled_from(Decision),
        AT,
    )
    return made.map(lambda one: (one.id, one))


KEYS = st.builds(
    node_key,
    st.sampled_from(NodeType),
    st.sampled_from(["Ada", "B-1", "Zoë", "李", "C++"]) | st.text("abcé1", min_size=1, max_size=9),
)
SOME_KEYS = st.frozensets(KEYS, max_size=3)
IDS = st.text("0123456789abcdef", min_size=32, max_size=32)
DIGESTS = st.none() | st.builds(
    Digest, st.none() | SAID.filter(bool), st.frozensets(IDS, max_size=3), SAID, MAYBE_AT, SAID
)
LIVES = st.builds(Life, PART, COUNT, MAYBE_AT, COUNT, st.floats(0.5, 9), st.booleans())


def nodes() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(
        Node,
        key=KEYS,
        name=SAID,
        description=SAID,
        digest=DIGESTS,
        at=MAYBE_AT,
        origin=SAID,
        confidence=PART,
        ttl_policy=st.sampled_from(TTLPolicy),
        life=LIVES,
        **{kind.value: SOME_KEYS for kind in LinkKind},
        created_at=AT,
        updated_at=AT,
        references=st.frozensets(st.sampled_from(["rapport/ada/vector", "persona/d/f/k"])),
    )
    return made.map(lambda one: (one.key, one))


def edges() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(
        Edge,
        id=IDS,
        from_key=st.sampled_from(["person:ada", "concept:a"]),
        to_key=st.sampled_from(["person:bob", "concept:b", "entity:acme"]),
        relationship_type=SAID,
        description=SAID,
        digest=DIGESTS,
        attitude=st.integers(1, 5),
        proximity=st.integers(1, 5),
        confidence=PART,
        valid_from=AT,
        valid_to=MAYBE_AT,
        recorded_at=AT,
        invalidated_at=MAYBE_AT,
        corrected_at=MAYBE_AT,
        recorded_by=SAID,
        orientation=st.sampled_from(Orientation),
        replaces=st.just("") | IDS,
        ttl_policy=st.sampled_from(TTLPolicy),
        life=LIVES,
        created_at=AT,
        updated_at=AT,
    ).filter(lambda one: (one.from_key[0], one.to_key[0]) != ("c", "p"))
    return made.map(lambda one: (one.id, one))


def notes() -> st.SearchStrategy[NamedRecord]:
    made = st.builds(Note, KEYS | IDS, IDS, SAID, SAID, AT, SAID | KEYS, MAYBE_AT)
    return made.map(lambda one: (note_name(one.target, one.id), one))


MADE: dict[type, st.SearchStrategy[NamedRecord]] = {
    Memory: st.builds(Memory, NAME, SAID, AT).map(lambda one: (one.key, one)),
    JournalEntry: st.tuples(NAME, st.builds(JournalEntry, SAID.filter(bool), AT)),
    PersonaMemory: persona(),
    Checkpoint: checkpoints(),
    Reading: readings(),
    Layer: layers(),
    LayerVersion: versions(),
    Observation: st.builds(
        Observation, NAME, SAID, MAYBE_AT, st.none() | SLUG, SAID, st.integers(0, 9)
    ).map(lambda one: (one.id, one)),
    Summary: st.builds(
        Summary,
        NAME,
        SLUG,
        st.integers(0, 5),
        INPUTS,
        st.none() | SAID,
        MAYBE_AT,
        MAYBE_AT,
        SAID,
        SAID,
    ).map(lambda one: (one.id, one)),
    Topic: st.builds(
        Topic, SLUG, SAID, st.none() | SAID, st.none() | SAID, INPUTS, SAID, MAYBE_AT, SAID
    ).map(lambda one: (one.slug, one)),
    IntrospectionReport: reports(),
    Dismissal: dismissals(),
    ConversationHead: st.builds(ConversationHead, NAME, SAID, SAID, COUNT).map(
        lambda one: (head_name(one.id), one)
    ),
    Turn: st.builds(
        *(Turn, NAME, NAME, st.sampled_from(Role), SAID, MAYBE_AT, SAID, COUNT),
        *(st.integers(1, 9), COUNT),
    ).map(lambda one: (turn_name(one.conversation, one.id), one)),
    Weights: st.builds(
        Weights,
        NAME,
        COUNT,
        st.lists(WEIGHT, max_size=5).map(lambda some: tuple(sorted(set(some)))),
    ).map(lambda one: (weights_name(one.conversation, one.window), one)),
    Node: nodes(),
    Edge: edges(),
    Note: notes(),
}


async def put(store: MemoryStore, records: Sequence[NamedRecord], scope: str = "") -> None:
    edits = [Put(Ref(type(one), name, scope), one) for name, one in records]
    await (await store._context()).records.commit(*edits)


async def all_of(store: MemoryStore, kind: type[Any], scope: str = "") -> dict[str, Any]:
    records = (await store._context()).records
    return {one.ref.name: one.record async for one in records.select(kind, scope=scope)}


async def exported(store: MemoryStore, *, all_scopes: bool = False) -> list[str]:
    return [line async for line in store.export_jsonl(all_scopes=all_scopes)]


def changed(line: str, change: Callable[[dict[str, Any]], object]) -> str:
    said = json.loads(line)
    change(said)
    return json.dumps(said)


# ------------------------------------------------------------------------- there and back


OF_THE_MIND = [one for one in SCHEMAS if not (one.is_of_store or one.is_cache)]


@pytest.mark.parametrize("schema", OF_THE_MIND, ids=lambda schema: schema.record.__name__)
def test_every_type_comes_back_as_it_was_in_a_store_of_another_key(schema: Schema[Any]) -> None:
    @given(records=st.lists(MADE[schema.record], min_size=1, max_size=4, unique_by=lambda r: r[0]))
    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    def there_and_back(records: list[NamedRecord]) -> None:
        asyncio.run(check(records))

    async def check(records: list[NamedRecord]) -> None:
        async with MemoryStore(Identity.generate()) as one, MemoryStore(Identity.generate()) as two:
            await put(one, records)
            lines = await exported(one)
            before = await all_of(one, schema.record)
            assert len(lines) == len(records) == len(before)
            report = await two.import_jsonl(lines)
            assert report == RecordImport(taken=len(records))
            assert await all_of(two, schema.record) == before
            again = await two.import_jsonl(lines)
            assert again == RecordImport(known=len(records))
            assert [json.loads(line)["fields"] for line in await exported(two)] == [
                json.loads(line)["fields"] for line in lines
            ]

    there_and_back()


async def filled(store: MemoryStore) -> None:
    """A mind with a past: what was replaced, contradicted, linked, pinned, used, forgotten."""
    await store.remember("zone", "UTC")
    await store.persona_remember("people", "facts", "city", "lives in Rome", ["place"])
    await store.persona_remember("people", "facts", "city", "lives in Bonn")
    await store.persona_remember("people", "facts", "tea", "drinks tea", connections=["city"])
    await store.persona_remember("people", "facts", "coffee", "drinks coffee", pinned=True)
    await store.persona_contradict("coffee", "tea")
    await store.persona_recall("people", "facts", "tea")
    await store.persona_remember("people", "facts", "gone", "a secret")
    await store.persona_forget("people", "facts", "gone")
    await store.journal("first day")
    rapport = store.rapport("vergel")
    for value in (0.1, 0.9, 0.3):
        await rapport.record(dict.fromkeys(DIMENSIONS, value), session=f"s{value}")
    await rapport.layers.edit("patterns", "asks twice")
    await store.scope("user:alice").remember("likes", "juice")
    graph = store.graph
    edge = await graph.relate("person:Ada", "entity:Acme", "works-at", valid_from="2020-01-01")
    edge = await graph.supersede(edge, attitude=5, valid_from="2021-01-01")
    edge = await graph.update(edge, proximity=4)
    await graph.note(edge, "Since spring.")
    await graph.note("person:Ada", "Plays the cello.", lifetime="forever")
    await graph.invalidate(edge, "2022-01-01")
    await graph.add("source:Monday", at="2020-01-01")
    await graph.link("source:Monday", "mentions", "person:Ada")
    await graph.connect("person:Ada", "people/facts/city")
    await graph.relate("person:Ada", "person:Bob", "friend")
    await graph.node("person:Ada")


async def told(store: MemoryStore) -> list[Any]:
    """What the graph tells, whosever it is."""
    (past,) = await store.graph.at("2021-06-01")
    history = await store.graph.history(past.edge)
    nodes = await store.graph.nodes()
    way = await store.graph.path("person:Bob", "person:Ada") or ()
    return [
        [(one.node, one.salience, one.state, one.notes, one.edges) for one in nodes],
        [one.edge for one in await store.graph.edges()],
        [(one.edge, one.until, one.notes, one.is_current) for one in history],
        [step.end for step in way],
    ]


async def test_a_mind_comes_over_with_its_past(identity: Identity) -> None:
    clock = ManualClock()
    async with (
        MemoryStore(identity, clock=clock) as one,
        MemoryStore(Identity.generate(), clock=clock) as two,
    ):
        await filled(one)
        clock.advance(3600)
        lines = await exported(one, all_scopes=True)
        assert "a secret" not in "".join(lines)
        report = await two.import_jsonl(lines)
        assert (report.taken, report.lines) == (len(lines), len(lines))
        for schema in kinds():
            for scope in ("", "user:alice"):
                records = await all_of(one, schema.record, scope)
                assert await all_of(two, schema.record, scope) == records
        *before, last = await two.persona_history("city")
        *known, shown = await one.persona_history("city")
        assert before == known
        assert replace(last, by=shown.by) == shown  # what stands was written here
        assert await two.rapport("vergel").vector() == await one.rapport("vergel").vector()
        assert (
            await two.rapport("vergel").layers.read() == await one.rapport("vergel").layers.read()
        )
        assert await told(two) == await told(one)
        (tea,) = [one for one in await two.persona_recall("people", "facts") if one.key == "tea"]
        assert (tea.access_count, tea.connections) == (1, ("city",))
        assert (await two.import_jsonl(lines)).known == len(lines)


async def test_a_peer_that_came_over_is_forgotten_with_all_that_belongs_to_it(
    identity: Identity,
) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await filled(one)
        lines = await exported(one)
        await two.import_jsonl(reversed(lines))  # whichever comes first
        await two.rapport("vergel").forget()
        for kind in (Checkpoint, Reading, Layer, LayerVersion):
            assert await all_of(two, kind) == {}


async def test_only_the_scope_is_exported_and_only_it_is_imported(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await filled(one)
        alice = one.scope("user:alice")
        (line,) = await exported(alice)
        assert json.loads(line)["scope"] == "user:alice"
        assert "juice" not in "".join(await exported(one))
        with pytest.raises(InputError, match="for the whole store"):
            await exported(alice, all_scopes=True)
        whole = await exported(one, all_scopes=True)
        report = await two.scope("user:alice").import_jsonl(whole)
        assert (report.taken, report.rejected) == (1, len(whole) - 1)
        assert "another scope" in report.problems[0].why
        assert await two.recall_all() == []
        assert (await two.scope("user:alice").recall("likes")).value == "juice"


# ------------------------------------------------------------------ what stands here already


# S-15.4
async def test_what_says_something_else_here_stays_and_is_named(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await one.remember("zone", "UTC")
        await one.remember("same", "equal")
        lines = await exported(one)
        await two.remember("zone", "Europe/Berlin")
        report = await two.import_jsonl(lines)
        assert (report.taken, report.differing) == (1, 1)
        assert (
            report.differences[0].why == "the memory 'zone' says something else here, and stays so"
        )
        assert (await two.recall("zone")).value == "Europe/Berlin"
        report = await two.import_jsonl(lines, overwrite=True)
        assert (report.overwritten, report.known) == (1, 1)
        assert (await two.recall("zone")).value == "UTC"


async def test_what_is_overwritten_is_kept_as_what_it_said_before(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await one.persona_remember("people", "facts", "city", "lives in Rome")
        await two.persona_remember("people", "facts", "city", "lives in Bonn")
        await two.import_jsonl(await exported(one), overwrite=True)
        believed = [one.value for one in await two.persona_history("city")]
        assert believed == ["lives in Bonn", "lives in Rome"]


async def test_uses_make_no_difference(identity: Identity) -> None:
    async with MemoryStore(identity) as one:
        await one.persona_remember("people", "facts", "city", "lives in Rome")
        lines = await exported(one)
        for _ in range(3):
            await one.persona_recall("people", "facts", "city")
        lines += await exported(one)
        assert await one.import_jsonl(lines, overwrite=True) == RecordImport(known=2)


# S-15.4
async def test_what_was_forgotten_since_stays_forgotten(identity: Identity) -> None:
    clock = ManualClock()
    async with MemoryStore(identity, clock=clock) as one:
        await filled(one)
        lines = await exported(one)
        clock.advance(60)
        await one.forget("zone")
        await one.rapport("vergel").forget()
        for overwrite in (False, True):
            report = await one.import_jsonl(lines, overwrite=overwrite)
            assert report.forgotten == 1 + 1 + 3 + 1  # zone; checkpoint, readings, layer
            assert report.taken == report.overwritten == 0
        assert await one.recall("zone") is None
        clock.advance(60)
        async with MemoryStore(Identity.generate(), clock=clock) as two:
            await two.remember("zone", "Europe/Rome")
            report = await one.import_jsonl(await exported(two))
        assert report.taken == 1  # somebody said it after it was forgotten here
        assert (await one.recall("zone")).value == "Europe/Rome"


async def test_what_a_tombstone_stands_for_in_the_ledger_alone_stays_forgotten(
    identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity, path=tmp_path / "a.db") as one:
        await one.remember("zone", "UTC")
        lines = await exported(one)
        await asyncio.sleep(0.01)
        await one.forget("zone")
        events = [line async for line in one.export_events()]
    requests = [event for event in events if json.loads(event)["kind"] != 30078]
    settings_and_keys = events[:2]
    async with MemoryStore(identity, path=tmp_path / "b.db") as two:
        await two.import_events([*settings_and_keys, *requests])
        assert (await two.import_jsonl(lines)).forgotten == 1
        assert await two.recall("zone") is None


async def test_what_a_plain_client_asked_to_delete_stays_deleted(
    identity: Identity, tmp_path: Path
) -> None:
    secret = SecretKey.from_hex(identity.private_key_hex)
    place = Address(30078, identity.public_key_hex, "sense-memory/zone")
    async with MemoryStore(Identity.generate()) as one:
        await one.remember("zone", "UTC")
        (line,) = await exported(one)
    at = int(json.loads(line)["written_at"])
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as two:
        request = deletion_request(identity.public_key_hex, at + 1, addresses=[place], event_ids=[])
        await two.import_events([json.dumps(sign(request, secret).to_dict())])
        assert (await two.import_jsonl([line])).forgotten == 1
        later = changed(line, lambda said: said.update(written_at=at + 60))
        assert (await two.import_jsonl([later])).taken == 1


async def test_a_summary_of_something_forgotten_here_comes_in_blank(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        told = Summary("s", "user", 0, frozenset({"obs/1", "obs/2"}), "both")
        await put(one, [("1", Observation("1", "a")), ("2", Observation("2", "b")), ("s", told)])
        lines = await exported(one)
        await two.import_jsonl(lines[:2])
        await asyncio.sleep(0.01)
        await two.pyramid.forget("1")
        report = await two.import_jsonl(lines)
        assert (report.taken, report.known, report.forgotten) == (1, 1, 1)
        (summary,) = (await all_of(two, Summary)).values()
        assert (summary.text, summary.inputs) == (None, frozenset({"obs/2"}))


# ------------------------------------------------------------------------------ bad lines


async def test_bad_lines_are_named_and_the_rest_is_taken(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await one.remember("zone", "UTC")
        (zone,) = await exported(one)
        lies = [
            changed(zone, lambda said: said.update(name="a/b")),
            changed(zone, lambda said: said.update(name="")),
            changed(zone, lambda said: said.update(name="a\0b")),
            changed(zone, lambda said: said.update(name="v1/settings")),
            changed(zone, lambda said: said.update(scope="a/b")),
            changed(zone, lambda said: said.update(scope=5)),
            changed(zone, lambda said: said.update(type="sense-memory:settings")),
            changed(zone, lambda said: said.update(type="sense-memory:embedding")),
            changed(zone, lambda said: said["fields"].update(value=5)),
            changed(zone, lambda said: said["fields"].pop("value")),
            changed(zone, lambda said: said["fields"].update(value="x" * 50_000)),
            changed(zone, lambda said: said.update(fields=[])),
            changed(zone, lambda said: said.update(written_at="now")),
            "{",
            "[]",
            '{"type": ["a"]}',
            "[" * 100_000,
            '{"type": NaN}',
            zone.replace("UTC", "\\ud800"),
        ]
        raw: list[str | bytes] = ["", *lies, b"\xff", zone]
        report = await two.import_jsonl(raw)
        assert (report.taken, report.rejected) == (1, len(lies) + 1)
        assert sorted(one.line for one in report.problems) == list(range(2, len(lies) + 3))
        assert all("UTC" not in one.why for one in report.problems)
        assert [memory.value for memory in await two.recall_all()] == ["UTC"]


async def test_a_name_is_said_once(identity: Identity) -> None:
    async with MemoryStore(identity) as one, MemoryStore(Identity.generate()) as two:
        await one.persona_remember("people", "facts", "café", "of Rome")
        (line,) = await exported(one)
        lie = changed(line, lambda said: said["fields"].update(key="x", domain="y"))
        decomposed = changed(lie, lambda said: said.update(name="people/facts/cafe\u0301"))
        assert (await two.import_jsonl([decomposed])).taken == 1
        (memory,) = await two.persona_recall("people", "facts", "café")
        assert memory.name == "people/facts/café"
        assert (await two.import_jsonl([line, decomposed])).known == 2


@given(noise=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_line_ends_an_import(noise: st.DataObject) -> None:
    values = st.none() | st.booleans() | st.floats() | SAID | st.lists(SAID, max_size=2)
    fields = sorted({name for schema in kinds() for name in schema.fields})
    said = st.fixed_dictionaries(
        {
            "type": st.sampled_from([schema.type for schema in kinds()]),
            "name": st.sampled_from(
                [
                    "a",
                    "a/b/c",
                    "a/vector",
                    "a/reading/b",
                    "a/head",
                    "user",
                    "person:a",
                    "person:a/b",
                ]
            ),
            "fields": st.dictionaries(st.sampled_from(fields), values | st.just({}), max_size=9),
        },
        optional={"scope": values, "written_at": values},
    )
    lines = noise.draw(st.lists(said.map(json.dumps) | SAID, max_size=8))

    async def check() -> None:
        async with MemoryStore(Identity.generate()) as store:
            good = '{"type": "sense-memory:kv", "name": "good", "fields": {"value": "UTC"}}'
            report = await store.import_jsonl([*(one.replace("\n", "") for one in lines), good])
            assert (await store.recall("good")).value == "UTC"
            assert report.rejected <= len(lines)
            assert len(await exported(store)) == report.taken  # and all of it can be read

    asyncio.run(check())


async def test_fields_of_a_later_release_are_left_out_and_that_is_said(identity: Identity) -> None:
    async with MemoryStore(identity) as store:
        line = json.dumps(
            {
                "type": "sense-memory:kv",
                "name": "zone",
                "fields": {"key": "zone", "value": "UTC", "mood": "good"},
            }
        )
        report = await store.import_jsonl([line])
        assert (report.taken, report.rejected) == (1, 0)
        assert report.problems[0].why.startswith("taken without 1 field")
        assert (await store.recall("zone")).value == "UTC"


async def test_what_this_release_cannot_read_is_counted_in_a_last_line(
    identity: Identity, tmp_path: Path
) -> None:
    known = {"type": "sense-memory:kv", "key": "zone", "value": "UTC", "ts": 1}
    newer = of_a_newer_release(identity, "sense-memory/zone", 1_700_000_000, **known)
    alien = of_a_newer_release(identity, "sense-memory/torn", 1_700_000_000, type="later", of=1)
    async with MemoryStore(identity, path=tmp_path / "a.db", addressing="plain") as one:
        await one.remember("mine", "here")
        await one.import_events([json.dumps(newer), json.dumps(alien)])
        *lines, last = await exported(one)
        assert [json.loads(line)["name"] for line in lines] == ["mine", "zone"]
        assert json.loads(last) == {"type": "sense-memory:left-out", "unreadable": 1, "in_part": 1}
        async with MemoryStore(Identity.generate()) as two:
            report = await two.import_jsonl([*lines, last])
        assert (report.taken, report.left_out, report.rejected) == (2, 2, 0)


async def test_what_is_imported_reaches_other_devices(
    identity: Identity, relay: LocalRelay
) -> None:
    async with MemoryStore(Identity.generate()) as old:
        await filled(old)
        lines = await exported(old)
    async with MemoryStore(identity, relay.url) as one, MemoryStore(identity, relay.url) as two:
        await one.import_jsonl(lines)
        await meet(one, two)
        assert await all_of(two, PersonaMemory) == await all_of(one, PersonaMemory)
        assert len(await all_of(two, Reading)) == 3
