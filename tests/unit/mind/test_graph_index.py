"""The words of a graph follow every change, and the time; what is gone leaves nothing there."""

import pickle
import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings, strategies as st

from sense_memory.core.change import Cause, Change
from sense_memory.core.records.graph import Edge, Life, Node, NodeType, NoteLifetime
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.findable import embedded_graph, may_be_current
from sense_memory.mind.views.graph_index import GraphIndex

from .graph.small_world import DAY, NOW, World, told


def test_a_note_is_found_until_it_expires_without_any_change() -> None:
    world = World()
    edge = world.edge("person:Ada", "person:Bob", "friend")
    world.note(edge.id, "borrowed a lawnmower", NoteLifetime.WEEK)
    world.note("person:ada", "owns a lawnmower", NoteLifetime.MONTH)
    for days, edges, nodes in ((0, 1, 1), (6.9, 1, 1), (7, 0, 1), (29.9, 0, 1), (30, 0, 0)):
        now = NOW + days * DAY
        found = len(world.edges("lawnmower", now=now)), len(world.nodes("lawnmower", now=now))
        assert found == (edges, nodes), days
    assert world.edges("friend of Ada", now=NOW + 40 * DAY), "the edge itself stays"


def test_an_edge_is_found_by_the_names_that_its_nodes_have_now() -> None:
    world = World()
    ada = world.node(NodeType.PERSON, "Ada")
    world.edge("person:Ada", "person:Bob", "friend")
    assert world.edges("Lovelace") == []
    ada = world.changed(ada, name="Ada Lovelace")
    assert told(world.edges("Lovelace")) == ["ada friend bob"]
    world.changed(ada, name="Ada King")
    assert world.edges("Lovelace") == []
    assert told(world.edges("King")) == ["ada friend bob"]


def test_a_node_that_was_used_costs_its_edges_nothing() -> None:
    world = World()
    ada = world.node(NodeType.PERSON, "Ada")
    for number in range(20):
        world.edge("person:Ada", f"person:Friend {number}", "friend")
    world.refresh()
    world.changed(ada, life=Life(access_count=3, last_accessed_at=NOW))
    assert sum(1 for _ in world.indexed.bring_up_to_date(world.known, NOW)) == 1


def test_notes_of_what_was_corrected_count_for_what_corrects_it() -> None:
    world = World()
    old = world.edge("person:Ada", "person:Bob", "friend")
    note = world.note(old.id, "they share a lawnmower")
    void = replace(old, valid_to=old.valid_from, invalidated_at=NOW)
    # as it may arrive: the correction first
    new = world.edge("person:Ada", "person:Bob", "sibling", now=NOW + 1)
    new = world.changed(new, replaces=old.id)
    assert told(world.edges("lawnmower", now=NOW + 2)) == ["ada friend bob"]
    world.changed(void)
    assert told(world.edges("lawnmower", now=NOW + 2)) == ["ada sibling bob"]
    last = world.edge("person:Ada", "person:Bob", "cousin", now=NOW + 2)
    world.changed(last, replaces=new.id)
    world.changed(new, valid_to=new.valid_from, invalidated_at=NOW + 2)
    assert told(world.edges("lawnmower", now=NOW + 3)) == ["ada cousin bob"]
    world.note(old.id, "and a bicycle")
    assert told(world.edges("bicycle", now=NOW + 3)) == ["ada cousin bob"]
    world.put(note, None)
    assert world.edges("lawnmower", now=NOW + 3) == []
    assert told(world.edges("bicycle", now=NOW + 3)) == ["ada cousin bob"]


def test_corrections_in_a_circle_end() -> None:
    world = World()
    one = world.edge("person:Ada", "person:Bob", "friend")
    other = world.edge("person:Ada", "person:Bob", "sibling", now=NOW + 1)
    for edge, replaces in ((one, other.id), (other, one.id)):
        world.changed(edge, replaces=replaces, valid_to=edge.valid_from, invalidated_at=NOW + 1)
    world.note(one.id, "a lawnmower")
    assert world.edges("lawnmower", now=NOW + 2) == []


def test_what_is_forgotten_leaves_nothing_at_once() -> None:
    """Not only when somebody searches again."""
    world = World()
    world.node(NodeType.PERSON, "Zebulon", "a zookeeper")
    edge = world.edge("person:Zebulon", "person:Bob", "friend", description="yodels")
    note = world.note(edge.id, "xylophonist")
    world.note("person:zebulon", "wears a quagga")
    world.refresh()
    found = pickle.dumps(world.indexed.documents)
    assert all(word in found for word in (b"zebulon", b"yodel", b"xylophonist", b"quagg"))
    world.put(note, None)
    assert b"xylophonist" not in pickle.dumps(world.indexed.documents)
    world.refresh()
    for one in world.known.notes("person:zebulon"):
        world.put(Ref(type(one), f"{one.target}/{one.id}", ""), None)
    world.put(Ref(Edge, edge.id, ""), None)
    world.put(Ref(Node, "person:zebulon", ""), None)
    for said in (pickle.dumps(world.indexed.documents), pickle.dumps(vars(world.indexed)["_ends"])):
        for word in (b"zebulon", b"yodel", b"zookeep", b"quagg"):
            assert word not in said, word
    world.refresh()
    assert len(world.indexed.documents) == 1
    assert world.indexed.documents.postings.frequency("zebulon") == 0


def test_what_is_over_when_that_is_learned_is_no_document_and_gets_no_vector() -> None:
    world = World()
    past = {"valid_from": NOW - 9 * DAY, "valid_to": NOW - DAY}
    over = world.edge("person:Ada", "person:Bob", "friend", **past)
    ends = world.edge("person:Ada", "person:Bob", "guest", valid_to=NOW + DAY)
    world.refresh()
    slots = world.indexed.documents.slots
    assert Ref(Edge, over.id, "") not in slots
    assert Ref(Edge, ends.id, "") in slots
    assert (may_be_current(over), may_be_current(ends)) == (False, True)
    wrong = world.changed(ends, corrected_at=NOW + 1)
    world.refresh()
    assert Ref(Edge, ends.id, "") not in world.indexed.documents.slots
    assert (embedded_graph(over), embedded_graph(wrong)) == (None, None)
    assert embedded_graph(ends) == "guest neutral familiar"


def test_what_is_over_by_the_end_of_what_it_corrects_is_no_document() -> None:
    world = World()
    old = world.edge("person:Ada", "person:Bob", "friend")
    new = world.edge("person:Ada", "person:Bob", "sibling", now=NOW + DAY)
    world.changed(new, replaces=old.id)
    world.refresh(NOW + DAY)
    assert Ref(Edge, new.id, "") in world.indexed.documents.slots
    # another device ended it, which had not seen that it was corrected
    world.changed(old, valid_to=NOW + 2 * DAY, invalidated_at=NOW + 2 * DAY, corrected_at=NOW + DAY)
    world.refresh(NOW + 3 * DAY)
    assert Ref(Edge, new.id, "") not in world.indexed.documents.slots
    world.put(Ref(Edge, old.id, ""), None)
    world.refresh(NOW + 3 * DAY)
    assert Ref(Edge, new.id, "") in world.indexed.documents.slots, "its end went with the other"


def test_what_an_encoder_is_given() -> None:
    world = World()
    edge = world.edge("person:Ada", "person:Bob", "friend", attitude=5, proximity=4)
    assert embedded_graph(edge) == "friend close known-well"
    assert embedded_graph(replace(edge, description="They hike")) == (
        "friend close known-well: They hike"
    )
    node = world.node(NodeType.CONCEPT, "Rust", "A language")
    assert embedded_graph(node) == "Rust: A language"
    world.note("concept:rust", "x" * 5_000)
    (note,) = world.known.notes("concept:rust")
    assert embedded_graph(note) == "x" * 1_000


def test_scopes_are_apart_and_one_that_nobody_searched_costs_nothing() -> None:
    view = GraphIndex()
    node = Node("person:ada", "Ada")
    view.apply(Change(Ref(Node, node.key, "a"), None, node, Cause.LOCAL))
    assert view.of("b") is view.of("b")
    assert view.of("b") is not view.of("a")


NAMES = ["Ada", "Bob", "Eve"]
WORDS = ["friend", "rival"]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_changes_all_stands_as_if_it_were_indexed_anew(seed: int) -> None:
    """Searched at some moments in between, or never before: the same documents."""
    chance = random.Random(seed)
    world, now = World(), NOW
    for _ in range(30):
        now += chance.choice([0, DAY, 8 * DAY])
        _change(world, chance, now)
        if chance.random() < 0.4:
            world.refresh(now)
    world.refresh(now)
    anew = World()
    anew.known = world.known
    anew.refresh(now)
    assert _documents(world) == _documents(anew)


def _change(world: World, chance: random.Random, now: float) -> None:
    edges = [*world.known.edges]
    targets = [*(edge.id for edge in edges), *(node.key for node in world.known.nodes)]
    what = chance.randrange(8)
    if what == 0 or not edges:
        one, other = chance.sample(NAMES, 2)
        edge = world.edge(f"person:{one}", f"person:{other}", chance.choice(WORDS), now=now)
        world.changed(edge, replaces=chance.choice(["", *(one.id for one in edges)]))
    elif what == 1:
        edge = chance.choice(edges)
        world.changed(edge, valid_to=edge.valid_from, invalidated_at=now)
    elif what == 2:
        content = chance.choice(["tea", "milk", "salt"])
        world.note(chance.choice(targets), content, chance.choice([*NoteLifetime]))
    elif what == 3:
        notes = [note for target in targets for note in world.known.notes(target)]
        if notes:
            note = chance.choice(notes)
            world.put(Ref(type(note), f"{note.target}/{note.id}", ""), None)
    elif what == 4:
        node = chance.choice([*world.known.nodes])
        world.changed(node, name=f"{node.name} {chance.choice(['Senior', 'Junior'])}")
    elif what == 5:
        world.put(Ref(Edge, chance.choice(edges).id, ""), None)
    elif what == 6:
        edge = chance.choice(edges)
        world.changed(edge, valid_to=max(now, edge.valid_from + 1), invalidated_at=now)
    else:
        world.changed(chance.choice(edges), corrected_at=now)


def _documents(world: World) -> Any:
    documents = world.indexed.documents
    return {
        ref: {
            word: counts
            for word in documents.postings.words()
            if (counts := documents.postings.counts_in(slot, word)) is not None
        }
        for ref, slot in documents.slots.items()
    }
