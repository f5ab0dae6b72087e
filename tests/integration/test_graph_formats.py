"""The graph out of a store and into one: as JSON, as GraphML, as MCP's memory server has it."""

import asyncio
import json
import os
import stat
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from relay_fixtures import LocalRelay
from sense_memory import (
    Config,
    Identity,
    ImportReport,
    InputError,
    MemoryStore,
    RelayConfig,
    StorageError,
)
from sense_memory.core.items import Named, Related, Stated
from sense_memory.core.records.graph import Edge, Node, Note, Orientation
from sense_memory.importers import read
from sense_memory.testing import ManualClock

from .shell import Home

START = 1_767_600_000.0
DAY = 86_400.0
QUICK = Config(relays=RelayConfig(close_timeout=0, read_back_delay=0))
XML = "{http://graphml.graphdrawing.org/xmlns}"
FORMATS = ("json", "graphml", "server-memory")
ODD = (
    *(
        "عمر الخيام",
        "宮本 武蔵",
        "👩‍🚀 Ada",
        'say "hi" & <b>',
        "]]>",
        "C++",
        "C#",
        "person: of note",
    ),
    *("a\x00b\x07c", "tab\tand\nline", "\u202eabc", "x" * 250, "e\u0301", "  padded  ", "\u2028z"),
)


@pytest.fixture
def identity() -> Identity:
    return Identity.generate()


def entity(name: str, kind: str, *observations: str) -> dict[str, Any]:
    return {
        "type": "entity",
        "name": name,
        "entityType": kind,
        "observations": list(observations),
    }


def relation(start: str, word: str, end: str) -> dict[str, Any]:
    return {"type": "relation", "from": start, "to": end, "relationType": word}


SERVER = (
    relation("default_user", "works_at", "Anthropic"),
    entity("default_user", "person", "Speaks Spanish", "Graduated in 2019", 'It says: "tea"'),
    entity("Anthropic", "organization", "An AI company"),
    entity("MCP servers", "Software Project"),
    entity("Rust", "programming language", "Has no garbage collector."),
    entity("C++", "programming_language"),
    entity("东京", "city", "人口很多"),
    entity("Someone", "unknown"),
    relation("default_user", "knows", "Someone"),
    relation("Someone", "knows", "default_user"),
    relation("default_user", "interested in", "Rust"),
    relation("Rust", "replaces", "C++"),
    relation("东京", "is visited by/liked by", "default_user"),
    relation("MCP servers", "w" * 90, "Anthropic"),
)
"""What MCP's memory server keeps of several sessions; a relation may come before its entities."""


def write(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    # as the server does: nothing behind the last line
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in records))
    return path


def as_set(path: Path) -> set[str]:
    """The records of a file, whatever their order and that of the observations."""
    found = set()
    for line in path.read_text().split("\n"):
        record = json.loads(line) if line else {}
        if "observations" in record:
            record["observations"] = sorted(record["observations"])
        found.add(json.dumps(record, sort_keys=True))
    return found - {"{}"}


async def take(store: MemoryStore, path: Path, **how: Any) -> ImportReport:
    return await store.import_items(read("server-memory", path), **how)


def counts(report: ImportReport) -> tuple[int, ...]:
    new = (report.nodes, report.notes, report.edges)
    return (*new, report.known, report.forgotten, report.problem_count)


async def all_of(store: MemoryStore, kind: type[Any]) -> list[Any]:
    context = await store._context()
    found = context.records.select(kind, scope=context.scope)
    return [one.record async for one in found]


async def current(store: MemoryStore) -> tuple[set[Any], set[Any], set[Any]]:
    """What another memory server could know of a graph."""
    nodes, notes = set(), set()
    for one in await store.graph.nodes():
        nodes.add((one.key, one.node.name))
        told = [note.content for note in await store.graph.notes(one.node)]
        notes |= {(one.key, text) for text in (one.node.description, *told) if text}
    edges = {
        (one.edge.from_key, one.edge.relationship_type, one.edge.to_key, one.edge.orientation)
        for one in await store.graph.edges()
    }
    return nodes, notes, edges


async def told(store: MemoryStore, clock: ManualClock) -> None:
    """A graph with a past."""
    graph = store.graph
    first = await graph.relate(
        "person:Ada", "entity:Acme", "works-at", valid_from=START - 400 * DAY, attitude=4
    )
    await graph.note(first, "Has a key.", lifetime="week")
    clock.advance(30 * DAY)
    second = await graph.supersede(first, description="Leads it.", attitude="strongly-positive")
    await graph.update(second, proximity=5)
    await graph.note(second, "Since spring.", lifetime="forever")
    await graph.add("person:Ada", description="Counts things, and checks them.")
    await graph.note("person:Ada", "Plays the cello.", lifetime="forever")
    await graph.note("person:Ada", "Has a cold.", lifetime="week", at=START)
    await graph.add("source:Monday", at=START)
    await graph.link("source:Monday", "mentions", "person:Ada")
    await graph.relate("entity:Acme", "person:Bob", "employs")
    await graph.relate("concept:Python", "entity:python", "names")
    await graph.node("person:Ada")


# ------------------------------------------------------------------------------- out


async def test_json_has_every_version_and_every_note(identity: Identity, tmp_path: Path) -> None:
    clock = ManualClock(START)
    path = tmp_path / "graph.json"
    async with MemoryStore(identity, clock=clock) as store:
        await told(store, clock)
        assert await store.graph.export(path) == 6
        edges = {one.id: one for one in await all_of(store, Edge)}
        notes = {one.id: one for one in await all_of(store, Note)}
        ada = await store.graph.node("person:Ada")
    made = json.loads(path.read_text())

    assert made["user_id"] == identity.public_key_hex
    assert {one["id"] for one in made["edges"]} == edges.keys()
    assert len(edges) == 5
    told_notes = [note for one in (*made["nodes"], *made["edges"]) for note in one["notes"]]
    assert sorted(note["id"] for note in told_notes) == sorted(notes)
    assert sum(one["is_current"] for one in made["edges"]) == 3
    for one in made["edges"]:
        edge = edges[one["id"]]
        assert one["replaces"] == (edge.replaces or None)
        assert (one["valid_to"] is None) == (edge.valid_to is None)
        assert one["attitude"]["score"] == edge.attitude
    (written,) = [one for one in made["nodes"] if one["key"] == "person:ada"]
    assert written["description"] == ada.node.description
    assert written["life"]["access_count"] == 1
    assert written["current_edges"] == ada.edges == 1


async def test_graphml_is_read_by_graph_tools(identity: Identity, tmp_path: Path) -> None:
    clock = ManualClock(START)
    path = tmp_path / "graph.graphml"
    async with MemoryStore(identity, clock=clock) as store:
        await told(store, clock)
        assert await store.graph.export(path, "graphml") == 6
    root = ET.parse(path).getroot()
    label = next(
        key.get("id")
        for key in root.iter(f"{XML}key")
        if (key.get("for"), key.get("attr.name")) == ("edge", "label")
    )
    edges = {
        (one.get("source"), data.text, one.get("target"))
        for one in root.iter(f"{XML}edge")
        for data in one
        if data.get("key") == label
    }
    assert edges == {
        ("person:ada", "works-at", "entity:acme"),
        ("entity:acme", "employs", "person:bob"),
        ("concept:python", "names", "entity:python"),
        ("source:monday", "mentions", "person:ada"),
    }
    text = path.read_text()
    assert "Plays the cello." in text
    assert "Since spring." in text
    # what counts no more, and what is no more so, is not current
    assert "Has a cold." not in text
    assert "Has a key." not in text


async def test_networkx_reads_graphml(identity: Identity, tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    clock = ManualClock(START)
    path = tmp_path / "graph.graphml"
    async with MemoryStore(identity, clock=clock) as store:
        await told(store, clock)
        for name in ODD:
            await store.graph.add(f"person:{name}", description=name)
        await store.graph.export(path, "graphml")
        keys = {one.key for one in await store.graph.nodes()}
    graph = networkx.read_graphml(path)
    assert set(graph.nodes) == keys
    assert graph.nodes["person:ada"]["label"] == "Ada"
    assert networkx.has_path(graph, "source:monday", "entity:acme")


async def test_what_was_exported_for_another_server_is_the_same_graph_in_a_fresh_store(
    identity: Identity, tmp_path: Path
) -> None:
    clock = ManualClock(START)
    path = tmp_path / "memory.jsonl"
    async with MemoryStore(identity, clock=clock) as store:
        await told(store, clock)
        await store.graph.forget("source:Monday")
        for name in ODD:
            await store.graph.relate(f"person:{name}", "person:Ada", "knows", description=name)
        await store.graph.note("person:Ada", "x" * 12_000, lifetime="forever")
        assert await store.graph.export(path, "server-memory") == 5 + len(ODD)
        nodes, notes, edges = await current(store)
        # what is here already is not taken again, whoever said it
        again = await take(store, path)
        assert counts(again)[:3] == (0, 0, 0)
        assert (again.events, again.forgotten, again.problem_count) == (0, 0, 0)

    async with MemoryStore(Identity.generate(), clock=clock) as fresh:
        report = await take(fresh, path)
        assert report.problem_count == 0
        there, noted, joined = await current(fresh)
    assert {key for key, _ in there} == {key for key, _ in nodes}
    # a name that no line can hold is told by the node's key
    assert len(there - nodes) <= 4
    assert joined == edges
    long = {("person:ada", "x" * 12_000)}
    assert {one for one in noted if "xxxxx" not in one[1]} == notes - long
    assert sum(len(text) for _, text in noted if "xxxxx" in text) == 12_000


@pytest.mark.parametrize("form", FORMATS)
async def test_a_graph_of_nothing_can_be_exported(
    form: str, identity: Identity, tmp_path: Path
) -> None:
    async with MemoryStore(identity) as store:
        assert await store.graph.export(tmp_path / "a", form) == 0
        assert await store.scope("user:alice").graph.export(tmp_path / "b", form) == 0
    assert ("user:alice" in (tmp_path / "b").read_text()) == (form != "server-memory")


async def test_a_scope_is_exported_by_itself(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        await store.graph.add("person:Root")
        alice = store.scope("user:alice")
        await alice.graph.add("person:Ada")
        await alice.graph.export(tmp_path / "graph.json")
    made = json.loads((tmp_path / "graph.json").read_text())
    assert [one["key"] for one in made["nodes"]] == ["person:ada"]
    assert made["user_id"] == "user:alice"


# ------------------------------------------------------------------------- the file


async def test_the_file_is_private_and_in_nobodys_place(identity: Identity, tmp_path: Path) -> None:
    async with MemoryStore(identity) as store:
        await store.graph.add("person:Ada")
        path = tmp_path / "folder" / "graph.json"
        await store.graph.export(path)
        if os.name != "nt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        before = path.read_text()
        await store.graph.add("person:Bob")
        with pytest.raises(InputError, match=r"is there already.*\(force=True; --force\)"):
            await store.graph.export(path)
        assert path.read_text() == before
        link = tmp_path / "link"
        link.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(InputError, match="is there already"):
            await store.graph.export(link)
        with pytest.raises(InputError, match="json, graphml, server-memory; not 'xml'"):
            await store.graph.export(tmp_path / "graph.xml", "xml")
        await store.graph.export(path, force=True)
        assert "Bob" in path.read_text()
        with pytest.raises(StorageError, match="cannot write"):
            await store.graph.export(tmp_path, force=True)
    # nothing else was left there
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["folder", "graph.json", "link"]


@pytest.mark.skipif(os.name == "nt", reason="a full disk is simulated by a limit of POSIX")
async def test_of_a_file_that_could_not_be_written_nothing_is_left(
    identity: Identity, tmp_path: Path
) -> None:
    import resource
    import signal

    async with MemoryStore(identity) as store:
        for number in range(300):
            await store.graph.add(f"person:p{number}", description="x" * 100)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, limits[1]))
        try:
            with pytest.raises(StorageError, match="cannot write"):
                await store.graph.export(tmp_path / "graph.json")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------- in


async def test_what_a_memory_server_knew_comes_back_as_it_was(
    identity: Identity, tmp_path: Path
) -> None:
    path = write(tmp_path / "memory.jsonl", SERVER)
    out = tmp_path / "out.jsonl"
    async with MemoryStore(identity, path=tmp_path / "store.db") as store:
        planned = await take(store, path, dry_run=True)
        assert await all_of(store, Node) == []
        report = await take(store, path)
        assert counts(report) == counts(planned) == (7, 6, 6, 1, 0, 0)
        assert report.events == planned.events
        nodes = {one.key: one.node.description for one in await store.graph.nodes()}
        edges = {one.edge.relationship_type: one.edge for one in await store.graph.edges()}
        assert {note.expires_at for note in await all_of(store, Note)} == {None}
        observed = await store.graph.notes("person:default_user")
        assert [one.content for one in observed] == list(SERVER[1]["observations"])
        assert await store.graph.export(out, "server-memory") == 7
        # a file of the same, in whatever order, has nothing new
        again = await take(store, write(path, reversed(SERVER)))
        assert counts(again) == (0, 0, 0, 16, 0, 0)
        assert again.events == 0

    assert as_set(out) == as_set(write(path, SERVER))
    (cpp,) = [key for key in nodes if key.startswith("concept:c-")]
    assert nodes == {
        "person:default-user": "",
        "entity:anthropic": "organization",
        "entity:mcp-servers": "Software Project",
        "concept:rust": "programming language",
        cpp: "programming_language",
        "entity:东京": "city",
        "entity:someone": "unknown",
    }
    assert edges["knows"].orientation is Orientation.BOTH
    assert edges["is visited by-liked by"].orientation is Orientation.BACKWARD
    assert edges["is visited by-liked by"].description == "is visited by/liked by"


async def test_what_stands_keeps_what_it_has(identity: Identity, tmp_path: Path) -> None:
    path = write(
        tmp_path / "memory.jsonl",
        (
            entity("ada", "person", "Plays chess."),
            relation("Ada", "works at", "Acme"),
            relation("Acme", "knows", "Ada"),
            relation("Rust", "is liked by", "Ada"),
        ),
    )
    async with MemoryStore(identity) as store:
        graph = store.graph
        await graph.add("person:Ada", description="Counts.", confidence=0.5)
        ended = await graph.relate("person:Ada", "entity:Acme", "works-at", valid_from="2020-01-01")
        await graph.invalidate(ended, "2021-01-01")
        knows = await graph.relate("person:Ada", "entity:Acme", "knows", attitude=5)
        await graph.add("concept:Rust")
        before = await all_of(store, Edge)
        assert counts(await take(store, path)) == (0, 1, 1, 2, 0, 0)
        ada = (await graph.node("person:ada")).node
        assert (ada.name, ada.description, ada.confidence) == ("Ada", "Counts.", 0.5)
        edges = await all_of(store, Edge)
        assert [one for one in edges if one in before] == before
        assert knows in edges
        (new,) = [one for one in edges if one not in before]
        assert (new.from_key, new.to_key) == ("person:ada", "concept:rust")


async def test_a_name_is_what_stands_or_else_what_its_entity_is_or_else_an_entity(
    identity: Identity,
) -> None:
    def joined(start: str, end: str) -> Related:
        return Related("anything", start, end, "knows", "here")

    items = [joined("Ada", "Bob"), joined("Bob", "Cem"), joined("concept:Dao", "ada")]
    entities = [Named("server-memory", "Bob", "person", None, "here")]
    async with MemoryStore(identity) as store:
        await store.graph.add("person:Ada")
        await store.import_items([*items, *entities])
        found = {(one.edge.from_key, one.edge.to_key) for one in await store.graph.edges()}
        assert found == {
            ("person:ada", "person:bob"),
            ("person:bob", "entity:cem"),
            ("person:ada", "concept:dao"),
        }
        # that somebody is known as something else by now makes no second edge
        await store.graph.add("person:Cem")
        assert counts(await store.import_items(items)) == (0, 0, 0, 3, 0, 0)


async def test_what_was_forgotten_stays_forgotten(identity: Identity, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", SERVER)
    async with MemoryStore(identity, path=tmp_path / "store.db") as store:
        graph = store.graph
        await take(store, path)
        (note,) = [one for one in await all_of(store, Note) if one.content == "Speaks Spanish"]
        await graph.forget(note)
        await graph.forget(await graph.edge("person:default_user", "concept:Rust"))
        await graph.forget("entity:Anthropic")
        before = await current(store)
        # the note, an edge; a node, its note and two edges
        assert counts(await take(store, path)) == (0, 0, 0, 11, 5, 0)
        assert await current(store) == before
        assert counts(await take(store, path, dry_run=True)) == (0, 0, 0, 11, 5, 0)


async def test_of_what_cannot_be_taken_each_is_told(identity: Identity, tmp_path: Path) -> None:
    path = write(
        tmp_path / "memory.jsonl",
        (
            entity("!?", "person", "Nobody."),
            entity("Ada", "person", "Plays chess."),
            relation("Ada", "→", "Bob"),
            relation("Ada", "knows", "ada"),
            relation("Ada", "knows", "..."),
            relation("Ada", "knows", "Bob"),
        ),
    )
    async with MemoryStore(identity) as store:
        report = await take(store, path)
    assert counts(report) == (2, 1, 1, 0, 0, 4)
    assert [(one.place, one.why) for one in report.problems] == [
        (
            "memory.jsonl, line 1, observation 1",
            "its name has neither a letter, a digit nor a symbol",
        ),
        ("memory.jsonl, line 3", "what joins the two has neither a letter nor a digit"),
        ("memory.jsonl, line 4", "it joins something with itself"),
        ("memory.jsonl, line 5", "one of its names has neither a letter, a digit nor a symbol"),
    ]


NAMES = st.sampled_from(["Ada", "ADA", "Bob", "person:Ada", "concept:bob", "Rust", "C++", "!?"])
KINDS = st.sampled_from(["person", "", "topic", "company", "unknown"])
ENTITIES = st.builds(entity, NAMES, KINDS, st.sampled_from(["", "Sings.", "person", "Has tea."]))
RELATIONS = st.builds(relation, NAMES, st.sampled_from(["knows", "Knows", "a/b", "→"]), NAMES)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(ENTITIES, max_size=8), st.lists(RELATIONS, max_size=8), st.integers(0, 8))
def test_whatever_a_file_says_it_is_taken_once_wherever_it_was_broken_off(
    tmp_path_factory: pytest.TempPathFactory,
    entities: list[dict[str, Any]],
    relations: list[dict[str, Any]],
    kept: int,
) -> None:
    """Relations wait for the end, so what is broken off has some of the entities."""

    async def check() -> None:
        folder = tmp_path_factory.mktemp("moved")
        whole = write(folder / "memory.jsonl", [*relations, *entities])
        part = write(folder / "part-of-memory.jsonl", entities[:kept])
        clock = ManualClock(START)
        async with MemoryStore(Identity.generate(), clock=clock) as store:
            planned = await take(store, whole, dry_run=True)
            done = await take(store, whole)
            assert counts(planned) == counts(done)
            assert planned.events == done.events
            there = await current(store)
            assert [len(await all_of(store, kind)) for kind in (Node, Note, Edge)] == [
                *counts(done)[:3]
            ]
            again = await take(store, whole)
            assert (counts(again)[:3], again.events) == ((0, 0, 0), 0)
            out = folder / "memory-out.jsonl"
            await store.graph.export(out, "server-memory")
            back = await take(store, out)
            assert (counts(back)[:3], back.events, back.problem_count) == ((0, 0, 0), 0, 0)
        async with MemoryStore(Identity.generate(), clock=clock) as store:
            await take(store, part)
            await take(store, whole)
            assert await current(store) == there
        async with MemoryStore(Identity.generate(), clock=clock) as store:
            await take(store, out)
            nodes, _, edges = await current(store)
            assert ({key for key, _ in nodes}, edges) == ({key for key, _ in there[0]}, there[2])

    asyncio.run(check())


async def test_two_devices_that_take_the_same_have_it_once(
    identity: Identity, tmp_path: Path
) -> None:
    path = write(tmp_path / "memory.jsonl", SERVER)
    with LocalRelay() as relay:
        for name in ("a", "b"):
            file = tmp_path / f"{name}.db"
            async with MemoryStore(identity, path=file, addressing="plain") as store:
                await take(store, path)
        first, second = (
            MemoryStore(identity, relay.url, path=tmp_path / f"{name}.db", config=QUICK)
            for name in ("a", "b")
        )
        async with first, second:
            for _ in range(3):
                for store in (first, second):
                    assert (await store.sync()).is_complete
            assert await current(first) == await current(second)
            assert [len(await all_of(first, kind)) for kind in (Node, Note, Edge)] == [7, 6, 6]
            assert await first.conflicts() == []
            assert counts(await take(first, path)) == (0, 0, 0, 16, 0, 0)


async def test_it_goes_into_the_scope_that_is_asked_for(identity: Identity) -> None:
    stated = Stated("server-memory", "Ada", "Plays chess.", START, "person", "here")
    async with MemoryStore(identity) as store:
        await store.scope("user:alice").import_items([stated])
        assert await store.graph.nodes() == []
        await store.import_items([stated], local_only=True)
        assert await store.graph.nodes() == []
        for one in (store.scope("user:alice"), store.local_only()):
            (note,) = await one.graph.notes("person:Ada")
            assert (note.added_at, note.added_by) == (START, "server-memory")


# --------------------------------------------------------------------------- as a person


def test_by_the_command_line(home: Home, tmp_path: Path) -> None:
    path = write(tmp_path / "memory.jsonl", SERVER)
    home.ok("init", "--local")
    dry = home.ok("import", "server-memory", str(path), "--dry-run")
    assert "7 nodes, 6 notes and 6 edges would be taken" in dry.err
    taken = home.ok("import", "server-memory", str(path))
    assert "7 nodes, 6 notes and 6 edges taken" in taken.err
    for form in FORMATS:
        said = home.ok("--json", "graph", "export", f"graph.{form}", "--format", form)
        assert said.json == {"file": f"graph.{form}", "format": form, "nodes": 7}
        refused = home.run("graph", "export", f"graph.{form}", "--format", form)
        assert refused.code == 2
        assert "is there already" in refused.err
        home.ok("graph", "export", f"graph.{form}", "--format", form, "--force")
    assert as_set(home.folder / "graph.server-memory") == as_set(path)
    wrong = home.run("graph", "export", "graph.xml", "--format", "xml")
    assert (wrong.code, "json, graphml, server-memory" in wrong.err) == (2, True)
