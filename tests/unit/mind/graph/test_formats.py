"""A graph as text: whatever is in it, each format can be read, and says the same."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.graph import EdgeStatus, NodeStatus
from sense_memory.core.records.graph import (
    Digest,
    Edge,
    GraphState,
    Life,
    LinkKind,
    Node,
    NodeType,
    Note,
    Orientation,
    node_key,
    node_type,
)
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.formats import graphml, json as as_json, server_memory
from sense_memory.mind.graph.formats.snapshot import Snapshot, instant
from sense_memory.mind.graph.notes import new_note
from sense_memory.mind.graph.told import meant
from sense_memory.mind.graph.types import SEMANTIC, edge_type
from sense_memory.mind.graph.words import words

NOW = 1_700_000_000.0
THEN = "2023-11-14T22:13:20Z"
USER = "user:alice"
XML = "{http://graphml.graphdrawing.org/xmlns}"
PIECES: Mapping[str, Callable[[Snapshot], Iterator[str]]] = {
    "json": as_json.pieces,
    "graphml": graphml.pieces,
    "server-memory": server_memory.pieces,
}
ODD = (
    *("Ada", "عمر الخيام", "שלום", "宮本 武蔵", "👩‍🚀 Ada", 'say "hi" & <b>', "]]>", "<![CDATA["),
    *("a\x00b", "tab\there", "line\nend", "cr\rend", "\u2028", "\ufffe!x", "\x85 next", "x" * 300),
    *("person:Ada", "C++", "C", "#", "  padded  ", "a\u202eb", "\u0001x", "&amp;", "é", "e\u0301"),
)


def node(name: str, kind: NodeType = NodeType.PERSON, **others: Any) -> Node:
    return Node(node_key(kind, name), name, created_at=NOW, updated_at=NOW, **others)


def status(one: Node) -> NodeStatus:
    return NodeStatus(one, USER, 0.5, GraphState.ACTIVE, (), 1, is_dirty=False)


def edge_status(one: Edge, until: float | None = None) -> EdgeStatus:
    kind = edge_type(one.from_key, one.to_key)
    said = words(kind, one.attitude, one.proximity)
    return EdgeStatus(
        *(one, kind, USER, *said, until, until is None),
        *(0.25, GraphState.CORE, (), False),
    )


def snapshot(
    nodes: Sequence[Node],
    edges: Sequence[Edge] = (),
    notes: Mapping[str, Sequence[Note]] | None = None,
) -> Snapshot:
    known = {one.key: one for one in nodes}
    told = [status(known[key]) for key in sorted(known)]
    return Snapshot(USER, NOW, told, [edge_status(one) for one in edges], notes or {})


def read_json(graph: Snapshot) -> dict[str, Any]:
    made: dict[str, Any] = json.loads("".join(as_json.pieces(graph)))
    return made


def read_lines(graph: Snapshot) -> list[dict[str, Any]]:
    text = "".join(server_memory.pieces(graph))
    return [json.loads(line) for line in text.split("\n")[:-1]]


class GraphML:
    """A file as a graph tool reads it."""

    def __init__(self, graph: Snapshot) -> None:
        text = "".join(graphml.pieces(graph))
        root = ET.fromstring(text.encode())
        keys = {key.get("id"): key for key in root.iter(f"{XML}key")}
        self.names = {name: key.get("attr.name") for name, key in keys.items()}
        self.types = {name: key.get("attr.type") for name, key in keys.items()}
        self.whats = {name: key.get("for") for name, key in keys.items()}
        (self.graph,) = root.iter(f"{XML}graph")
        self.nodes = {one.get("id"): self.data(one, "node") for one in root.iter(f"{XML}node")}
        self.edges = [
            (one.get("source"), one.get("target"), self.data(one, "edge"))
            for one in root.iter(f"{XML}edge")
        ]

    def data(self, element: ET.Element, what: str) -> dict[str, Any]:
        read: Mapping[str, Callable[[str], Any]] = {
            "string": str,
            "double": float,
            "int": int,
            "boolean": {"true": True, "false": False}.__getitem__,
        }
        found = {}
        for one in element.findall(f"{XML}data"):
            key = one.get("key")
            assert self.whats[key] == what
            found[str(self.names[key])] = read[str(self.types[key])](one.text or "")
        return found


ADA = node(
    "Ada",
    description="Counts.",
    digest=Digest("Ada counts.", frozenset(("person:ada/1",)), "s", NOW, "rules"),
    life=Life(0.7, 3, NOW, 2, 1.5, is_revived=True),
    references=frozenset(("rapport/ada/vector",)),
)
ACME = node("Acme", NodeType.ENTITY)
MONDAY = replace(
    node("Monday", NodeType.SOURCE), at=NOW, origin="web", mentions=frozenset((ADA.key,))
)
WORKS = new_edge(ADA.key, ACME.key, "works-at", now=NOW, attitude=4, description="Full time.")
NOTE = new_note(ADA.key, "Plays the cello.", now=NOW, lifetime="week", added_by="bob")
ON_WORKS = new_note(WORKS.id, "Since school.", now=NOW, lifetime="forever")
WHOLE = snapshot((ADA, ACME, MONDAY), (WORKS,), {ADA.key: (NOTE,), WORKS.id: (ON_WORKS,)})


def test_times_are_iso_8601_whatever_they_are() -> None:
    assert instant(None) is None
    assert instant(NOW) == THEN
    assert instant(NOW + 0.25) == "2023-11-14T22:13:20.250000Z"
    assert instant(-1e20) == "0001-01-01T00:00:00Z"
    assert instant(1e20) == "9999-12-31T23:59:59Z"


def test_json_says_all_that_is_known() -> None:
    made = read_json(WHOLE)
    assert {name: made[name] for name in ("format", "version", "user_id", "exported_at")} == {
        "format": "sense-memory-graph",
        "version": 1,
        "user_id": USER,
        "exported_at": THEN,
    }
    acme, ada, monday = made["nodes"]
    assert acme["name"] == "Acme"
    assert ada == {
        "key": "person:ada",
        "type": "person",
        "name": "Ada",
        "at": None,
        "origin": "",
        "references": ["rapport/ada/vector"],
        "links": {},
        "current_edges": 1,
        "description": "Counts.",
        "digest": {
            "text": "Ada counts.",
            "inputs": ["person:ada/1"],
            "at": THEN,
            "writer": "rules",
        },
        "is_dirty": False,
        "confidence": 0.8,
        "salience": 0.5,
        "state": "active",
        "ttl_policy": "decay",
        "life": {
            "salience": 0.7,
            "access_count": 3,
            "last_accessed_at": THEN,
            "last_recall_interval_days": 2,
            "decay_gradient": 1.5,
            "is_revived": True,
        },
        "created_at": THEN,
        "updated_at": THEN,
        "notes": [
            {
                "id": NOTE.id,
                "content": "Plays the cello.",
                "added_by": "bob",
                "added_at": THEN,
                "source": "",
                "expires_at": "2023-11-21T22:13:20Z",
            }
        ],
    }
    assert (monday["at"], monday["origin"]) == (THEN, "web")
    assert monday["links"] == {"mentions": ["person:ada"]}
    (works,) = made["edges"]
    assert works["attitude"] == {"score": 4, "word": "favorable"}
    assert works["proximity"] == {"score": 3, "word": "familiar-with"}
    assert works["notes"][0]["content"] == "Since school."
    told = ("from", "to", "orientation", "relationship_type", "valid_from", "valid_to", "replaces")
    assert [works[name] for name in told] == [
        *("person:ada", "entity:acme", "forward", "works-at", THEN, None, None)
    ]


def test_json_has_every_field_of_what_it_tells() -> None:
    made = read_json(WHOLE)
    others = {
        Node: {"key", *LinkKind},
        Edge: {"id", "from_key", "to_key", "relationship_type", "attitude", "proximity"},
        Note: {"target"},
        Life: {"last_recall_interval"},
        Digest: {"seal"},
    }
    ada, works = made["nodes"][1], made["edges"][0]
    for kind, told in (
        *((Node, ada), (Edge, works), (Note, ada["notes"][0])),
        *((Life, ada["life"]), (Digest, ada["digest"])),
    ):
        assert {one.name for one in fields(kind)} - others[kind] <= told.keys(), kind


def test_graphml_says_what_is_current() -> None:
    read = GraphML(WHOLE)
    assert read.graph.get("edgedefault") == "directed"
    assert read.data(read.graph, "graph") == {"user_id": USER, "exported_at": THEN}
    assert read.nodes["person:ada"] == {
        "label": "Ada",
        "type": "person",
        "description": "Ada counts.",
        "notes": "Plays the cello.",
        "salience": 0.5,
        "state": "active",
        "confidence": 0.8,
        "access_count": 3,
        "last_accessed_at": THEN,
        "ttl_policy": "decay",
        "created_at": THEN,
        "updated_at": THEN,
    }
    works, mentions = read.edges
    assert works[:2] == ("person:ada", "entity:acme")
    assert (works[2]["label"], works[2]["weight"], works[2]["mutual"]) == ("works-at", 0.25, False)
    assert (works[2]["attitude"], works[2]["attitude_word"]) == (4, "favorable")
    assert mentions[:2] == ("source:monday", "person:ada")
    assert mentions[2]["type"] == "mentions"


def test_server_memory_gets_entities_and_relations() -> None:
    assert read_lines(snapshot((ADA, ACME), (WORKS,), WHOLE.notes)) == [
        {"type": "entity", "name": "Acme", "entityType": "entity", "observations": []},
        {
            "type": "entity",
            "name": "Ada",
            "entityType": "person",
            "observations": ["Counts.", "Plays the cello."],
        },
        {"type": "relation", "from": "Ada", "to": "Acme", "relationType": "works-at"},
    ]


@pytest.mark.parametrize("orientation", Orientation)
def test_a_relation_leads_the_way_it_was_told(orientation: Orientation) -> None:
    graph = snapshot((ADA, ACME), (replace(WORKS, orientation=orientation),))
    forth, back = ("person:ada", "entity:acme"), ("entity:acme", "person:ada")
    ((*ends, data),) = GraphML(graph).edges
    assert tuple(ends) == (back if orientation is Orientation.BACKWARD else forth)
    assert data["mutual"] == (orientation is Orientation.BOTH)
    told = [(one["from"], one["to"]) for one in read_lines(graph) if one["type"] == "relation"]
    assert (
        told
        == {
            Orientation.FORWARD: [("Ada", "Acme")],
            Orientation.BACKWARD: [("Acme", "Ada")],
            Orientation.BOTH: [("Ada", "Acme"), ("Acme", "Ada")],
        }[orientation]
    )


def test_nodes_that_are_not_there_are_named_where_edges_need_them() -> None:
    graph = snapshot((ADA,), (WORKS,))
    assert GraphML(graph).nodes["entity:acme"] == {"label": "acme", "type": "entity"}
    assert [one.get("name") for one in read_lines(graph)] == ["Ada", "acme", None]
    assert len(read_json(graph)["nodes"]) == 1


def test_a_description_of_a_few_words_is_what_that_server_calls_a_type() -> None:
    kinds = {
        "organization": ("organization", []),
        "Software Project": ("Software Project", []),
        "unknown": ("unknown", []),
        "It makes rockets.": ("entity", ["It makes rockets."]),
        "x" * 65: ("entity", ["x" * 65]),
        # read back, that would be a person
        "user": ("entity", ["user"]),
        "line\nend": ("entity", ["line\nend"]),
    }
    for description, (kind, observations) in kinds.items():
        (one,) = read_lines(snapshot((replace(ACME, description=description),)))
        assert (one["entityType"], one["observations"]) == (kind, observations)
    (one,) = read_lines(snapshot((replace(ADA, description="mathematician"),)))
    assert (one["entityType"], one["observations"]) == ("person", ["mathematician"])


def test_what_would_be_called_alike_says_its_type() -> None:
    both = (node("Python", NodeType.CONCEPT), node("PYTHON", NodeType.ENTITY))
    assert [one["name"] for one in read_lines(snapshot(both))] == [
        "concept:Python",
        "entity:PYTHON",
    ]
    renamed = (replace(ADA, name="Bob"), node("Bob"))
    assert [one["name"] for one in read_lines(snapshot(renamed))] == ["person:ada", "person:Bob"]


def test_a_name_that_looks_like_a_type_and_a_name_is_told_apart() -> None:
    three = (node("Ada"), node("ADA", NodeType.CONCEPT), node("person:Ada", NodeType.ENTITY))
    names = [one["name"] for one in read_lines(snapshot(three))]
    assert names == ["concept:ADA", "entity:person:Ada", "person:Ada"]


def test_a_relation_that_had_to_be_cut_is_written_as_it_was_told() -> None:
    cut = replace(WORKS, relationship_type="a-b", description="a/b")
    (*_, relation) = read_lines(snapshot((ADA, ACME), (cut,)))
    assert relation["relationType"] == "a/b"


def _made(names: Sequence[str]) -> tuple[list[Node], list[Edge], dict[str, list[Note]]]:
    nodes: list[Node] = []
    for place, name in enumerate(names):
        try:
            nodes.append(node(name, SEMANTIC[place % 3], description=name))
        except InputError:
            continue
    edges = [
        new_edge(one.key, other.key, f"r{place}", now=NOW, description=names[0])
        for place, (one, other) in enumerate(pairwise(nodes))
        if one.key != other.key
    ]
    notes = {
        target: [new_note(target, name, now=NOW) for name in names if name.strip()]
        for target in (*(one.key for one in nodes), *(one.id for one in edges))
    }
    return nodes, edges, notes


def _check(names: Sequence[str]) -> None:
    nodes, edges, notes = _made(names)
    graph = snapshot(nodes, edges, notes)
    known = {one.key: one for one in nodes}
    made = read_json(graph)
    assert {one["key"]: one["name"] for one in made["nodes"]} == {
        key: one.name for key, one in known.items()
    }
    for one in made["nodes"]:
        assert [note["content"] for note in one["notes"]] == [
            note.content for note in notes[one["key"]]
        ]
    read = GraphML(graph)
    assert read.nodes.keys() == known.keys()
    assert len(read.edges) == len(edges)
    for key, data in read.nodes.items():
        assert key is not None
        name = known[key].name
        if all(char.isprintable() or char in "\t\n\r\x85\u2028" for char in name):
            assert data.get("label", "") == name
    lines = read_lines(graph)
    entities = [one for one in lines if one["type"] == "entity"]
    assert len({one["name"] for one in entities}) == len(entities) == len(known)
    keys = {}
    for entity in entities:
        (found,) = meant(entity["name"], node_type(_one_of(entity, known)).value)
        keys[entity["name"]] = found.key
    assert sorted(keys.values()) == sorted(known)
    told = {(keys[one["from"]], keys[one["to"]]) for one in lines if one["type"] == "relation"}
    assert {frozenset(ends) for ends in told} == {
        frozenset((one.from_key, one.to_key)) for one in edges
    }


def _one_of(entity: Mapping[str, Any], known: Mapping[str, Node]) -> str:
    """The node that an entity is, by what its name is read as, of any type."""
    for kind in SEMANTIC:
        try:
            found = meant(entity["name"], kind.value)
        except InputError:
            continue
        if found[0].key in known and entity["entityType"] in (
            node_type(found[0].key).value,
            known[found[0].key].description,
        ):
            return found[0].key
    raise AssertionError(entity["name"])


def test_odd_names_stay_what_they_are() -> None:
    for start in range(3):
        _check(ODD[start:])


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=12) | st.sampled_from(ODD), min_size=1, max_size=6))
def test_any_text_can_be_written_and_read(names: list[str]) -> None:
    try:
        "".join(names).encode()
    except UnicodeEncodeError:
        return
    _check(names)


@pytest.mark.parametrize("form", PIECES)
def test_much_comes_in_pieces(form: str) -> None:
    pieces = PIECES[form]
    nodes = [node(f"n {number}") for number in range(1_000)]
    assert max(map(len, pieces(snapshot(nodes)))) < 200_000
    assert len("".join(pieces(snapshot([])))) < 10_000
