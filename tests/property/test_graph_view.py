"""What is known of a graph, kept in step, beside the same filled anew, and brute force."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

import pytest

from sense_memory.core.records.graph import (
    Digest,
    Edge,
    Life,
    LinkKind,
    Node,
    NodeType,
    Note,
    TTLPolicy,
    folded,
    node_type,
    note_id,
    note_name,
)
from sense_memory.core.ref import Ref
from sense_memory.mind.graph import chains, lifecycle, walking
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.notes import is_expired
from sense_memory.mind.views.graphs import KnownGraph

from .histories import EXAMPLES

HISTORIES = max(20, EXAMPLES // 200)
LATEST = 12
KEYS = ("person:a", "person:b", "concept:c", "entity:d", "source:s", "source:t", "storyline:y")
RELATED = KEYS[:4]
MOMENTS = (-0.5, *(half / 2 for half in range(2 * LATEST + 4)))

Record: TypeAlias = Node | Edge | Note
Records: TypeAlias = Mapping[Ref[Record], Record]


def ref_of(record: Record) -> Ref[Record]:
    if isinstance(record, Note):
        return Ref(Note, note_name(record.target, record.id))
    return Ref(type(record), record.key if isinstance(record, Node) else record.id)


def lived(chance: random.Random, one: lifecycle.Living) -> Life:
    at = chance.randrange(LATEST) * 86_400.0
    return lifecycle.accessed(one, at, chance.randrange(12))


def any_edge(chance: random.Random, standing: list[Edge]) -> Edge:
    now = float(chance.randrange(LATEST))
    one, other = chance.sample(RELATED, 2)
    edge = new_edge(
        one,
        other,
        chance.choice(("job", "Job", "friend")),
        now=now,
        description=f"{chance.random():.6f}",
        valid_from=chance.randrange(LATEST),
        confidence=chance.random(),
        ttl_policy=chance.choice(list(TTLPolicy)),
    )
    replaced = chance.choice(standing).id if standing and chance.random() < 0.5 else ""
    return replace(edge, replaces=replaced, life=lived(chance, edge))


def altered(chance: random.Random, edge: Edge) -> Edge:
    """The same record, as it may stand later: ended, corrected, called otherwise, begun earlier."""
    later = edge.recorded_at + chance.randint(0, 6)
    changes: tuple[dict[str, object], ...] = (
        {"valid_to": edge.valid_from + chance.randint(0, 8), "invalidated_at": later},
        {"corrected_at": later},
        {"relationship_type": chance.choice(("job", "friend"))},
        {"valid_from": float(chance.randrange(LATEST))},
        {"life": lived(chance, edge)},
        {"digest": Digest("told", frozenset())},
    )
    return replace(edge, **chance.choice(changes))  # type: ignore[arg-type]


def any_node(chance: random.Random) -> Node:
    key = chance.choice(KEYS)
    some = frozenset(chance.sample(RELATED, chance.randrange(3)))
    links = {"mentions": some} if node_type(key) is NodeType.SOURCE else {}
    if node_type(key) is NodeType.STORYLINE:
        links = {"about": frozenset(RELATED[:1]), "includes": frozenset(("source:s",))}
    name = chance.choice((key.partition(":")[2].upper(), "Straße", "Äpfel"))
    node = Node(key, name, confidence=chance.random(), **links)  # type: ignore[arg-type]
    return replace(node, life=lived(chance, node))


def any_note(chance: random.Random, standing: list[Edge]) -> Note:
    target = chance.choice([*KEYS, *(edge.id for edge in standing)])
    at, text = float(chance.randrange(LATEST)), f"{chance.random():.3f}"
    expires = chance.choice((None, at + chance.randint(1, 9)))
    return Note(target, note_id(target, text, "", at), text, "", at, "", expires)


def change(chance: random.Random, records: dict[Ref[Record], Record]) -> Ref[Record]:
    """One write; where it was."""
    edges = [one for one in records.values() if isinstance(one, Edge)]
    what = chance.random()
    if what < 0.2 and records:
        ref = chance.choice(list(records))
        del records[ref]
        return ref
    if what < 0.5:
        record: Record = any_edge(chance, edges)
    elif what < 0.7 and edges:
        record = altered(chance, chance.choice(edges))
    elif what < 0.85:
        record = any_node(chance)
    else:
        record = any_note(chance, edges)
    records[ref_of(record)] = record
    return ref_of(record)


def everything(graph: KnownGraph) -> list[object]:
    """All answers."""
    said: list[object] = [graph.nodes, graph.edges, graph.targets_with_notes, graph.is_empty]
    for at in MOMENTS[::3]:
        said += [graph.current(at), dict(graph.saliences(at * 86_400)), graph.expired(at)]
        said += [graph.holding(at, known) for known in MOMENTS[::5]]
        said += [[(key, tuple(graph.steps(at).get(key, ()))) for key in KEYS]]
        said += [[graph.current_count(key, at) for key in KEYS]]
    for edge in graph.edges:
        said += [graph.chain(edge), graph.until(edge), graph.noted(edge), graph.lineage(edge)]
        said += [graph.corrected(edge), graph.replacing(edge), graph.intervals(edge, 5.0)]
    for key in KEYS:
        said += [graph.edges_of(key), graph.notes(key), graph.sources_mentioning(key)]
        said += [graph.storylines_about(key), [graph.between(key, other) for other in KEYS]]
    said += [graph.named(name) for name in ("STRASSE", "äpfel", "a", "b", "nobody")]
    said += [graph.alike("strase"), graph.alike("person:aa")]
    return [list(one) if isinstance(one, tuple | list) else one for one in said]


def as_they_end(edges: Iterable[Edge]) -> list[Edge]:
    """Versions, each with the end of what it corrects if it has none."""
    found: dict[str, Edge] = {}
    for edge in sorted(edges, key=lambda one: one.recorded_at):
        found[edge.id] = chains.ending_with(edge, found.get(edge.replaces))
    return list(found.values())


def filled(records: Records, chance: random.Random) -> KnownGraph:
    graph = KnownGraph()
    for ref, record in chance.sample(list(records.items()), len(records)):
        graph.note(ref, record)
    return graph


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_a_view_kept_in_step_says_what_one_filled_anew_in_any_order_says(seed: int) -> None:
    chance = random.Random(seed)
    graph, records = KnownGraph(), dict[Ref[Record], Record]()
    for step in range(60):
        ref = change(chance, records)
        graph.note(ref, records.get(ref))
        if step % chance.randint(1, 12) == 0:
            assert everything(graph) == everything(filled(records, chance))


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_a_view_says_what_chains_lives_and_links_say_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    records = dict[Ref[Record], Record]()
    for _ in range(chance.randint(1, 60)):
        change(chance, records)
    graph = filled(records, chance)
    nodes = [one for one in records.values() if isinstance(one, Node)]
    edges = as_they_end(one for one in records.values() if isinstance(one, Edge))
    notes = [one for one in records.values() if isinstance(one, Note)]
    by_chain = chains.chains(edges)
    assert list(graph.edges) == [edge for chain in by_chain.values() for edge in chain]
    for valid in MOMENTS:
        for known in (None, *MOMENTS[::4]):
            held = chains.as_of(by_chain, valid, known)
            assert graph.holding(valid, known) == held
            steps = walking.steps(held)
            assert {key: graph.steps(valid, known).get(key, ()) for key in KEYS} == {
                key: steps.get(key, ()) for key in KEYS
            }
            for key in RELATED:
                around = tuple(one for one in held if key in (one.from_key, one.to_key))
                assert graph.holding_of(key, valid, known) == around
        assert {edge.id for edge in edges if graph.is_current(edge, valid)} == {
            edge.id for edge in chains.as_of(by_chain, valid)
        }
        at = valid * 86_400
        assert graph.saliences(at) == {
            **{node.key: lifecycle.salience(node, at) for node in nodes},
            **{edge.id: lifecycle.salience(edge, at) for edge in edges},
        }
        gone = {note.id for note in notes if is_expired(note, valid)}
        assert {note.id for note in graph.expired(valid)} == gone
    for edge in edges:
        for known in (None, 3.0):
            counted = chains.intervals(by_chain[chains.chain_of(edge)], known)
            own = tuple(one for one in counted if one.edge == edge)
            assert graph.intervals(edge, known) == own
            assert graph.until(edge, known) == (own[-1].end if own else edge.valid_from)
        ends = {edge.from_key, edge.to_key}
        joined = [one for one in graph.edges if {one.from_key, one.to_key} == ends]
        assert list(graph.between(*sorted(ends))) == joined
        assert {one.id for one in graph.noted(edge)} == {
            note.id for note in notes for name in corrected(edge, edges) if note.target == name
        }
    for key in KEYS:
        names = {node.key: node.name for node in nodes}
        assert graph.name_of(key) == names.get(key, key.partition(":")[2])
        assert {one.key for one in graph.sources_mentioning(key)} == {
            node.key for node in nodes if (LinkKind.MENTIONS, key) in node.links()
        }
        assert {one.id for one in graph.notes(key)} == {n.id for n in notes if n.target == key}
    for name in ("strasse", "a"):
        assert graph.named(name) == tuple(
            sorted(
                node.key
                for node in nodes
                if name in (folded(node.name), node.key.partition(":")[2])
            )
        )


def corrected(edge: Edge, edges: list[Edge]) -> set[str]:
    """The ids of an edge and of all that it corrects."""
    by_id = {one.id: one for one in edges}
    found, name = {edge.id}, edge.replaces
    while name in by_id and name not in found and chains.is_void(by_id[name]):
        found.add(name)
        name = by_id[name].replaces
    return found


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_who_is_near_now_is_kept_until_something_begins_or_ends_or_changes(seed: int) -> None:
    chance = random.Random(seed)
    records = dict[Ref[Record], Record]()
    for _ in range(20):
        change(chance, records)
    kept, at = filled(records, chance), chance.choice(MOMENTS)
    for _ in range(40):
        if chance.random() < 0.5:
            at = chance.choice(MOMENTS)
        else:
            ref = change(chance, records)
            kept.note(ref, records.get(ref))
        fresh = filled(records, chance)
        for key in RELATED:
            assert kept.steps(at).get(key, ()) == fresh.steps(at).get(key, ())
            assert kept.current_count(key, at) == fresh.current_count(key, at)
