"""What is found in a graph, and in which order."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.config import GraphConfig
from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import Edge, Life, Node, NodeType, Note, NoteLifetime
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.chains import superseded
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.filters import Filters
from sense_memory.mind.graph.finding import check_most, recency, weighed
from sense_memory.mind.graph.lifecycle import salience
from sense_memory.mind.views.vectors import Cosines

from .small_world import DAY, NOW, World, told


@pytest.fixture
def world() -> World:
    world = World()
    world.edge(
        *("person:Ada", "person:Bob", "friend"),
        attitude=5,
        proximity=4,
        description="They hike every Sunday",
    )
    world.edge("person:Ada", "person:Carol", "colleague", attitude=4, proximity=3)
    world.edge("person:Ada", "entity:Acme", "works-at", attitude=4, proximity=4)
    world.edge("person:Bob", "person:Dan", "friend", attitude=4, proximity=3)
    world.edge("person:Bob", "person:Eve", "rival", attitude=1, proximity=4)
    world.edge("person:Vergel", "concept:Rust", "studies", attitude=5, proximity=4)
    world.edge("person:Vergel", "concept:C++", "uses", attitude=2, proximity=5)
    world.edge("person:Vergel", "entity:Vancouver", "lives-in", attitude=5, proximity=5)
    world.edge("concept:Rust", "concept:C++", "replaces", attitude=2, proximity=4)
    world.edge("entity:Acme", "entity:Vancouver", "office-in", attitude=5, proximity=4)
    return world


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("close friendly relationships", "ada friend bob"),
        ("Close, FRIENDLY relationship!", "ada friend bob"),
        ("who does Ada work with?", "ada works-at acme"),
        ("who works with Ada?", "ada works-at acme"),
        ("who are Ada's colleagues?", "ada colleague carol"),
        ("what is Vergel passionate about?", "vergel studies rust"),
        ("experts in C++", "vergel uses c-cedb1bac"),
        ("where does Vergel live?", "vergel lives-in vancouver"),
        ("hostile", "bob rival eve"),
        ("intimate knowledge", ""),
        ("known well, a rival", "bob rival eve"),
        ("hiking on Sundays", "ada friend bob"),
        ("tightly coupled", ""),
        ("what is closely-linked", "acme office-in vancouver"),
    ],
)
def test_edges_are_found_by_the_words_that_people_use(world: World, query: str, best: str) -> None:
    found = told(world.edges(query))
    assert (found[0] if found else "") == best


def test_friends_of_somebody_stand_before_all_others(world: World) -> None:
    for query in ("friends of Bob", "Bob's friends", "who is a friend of bob"):
        assert set(told(world.edges(query))[:2]) == {"ada friend bob", "bob friend dan"}, query


def test_nodes_are_found_by_name_description_note_and_type(world: World) -> None:
    world.node(NodeType.PERSON, "Grace Hopper", "An admiral who wrote a compiler")
    world.note("concept:rust", "the borrow checker is strict")
    assert [one.one.key for one in world.nodes("who is Grace?")] == ["person:grace-hopper"]
    assert [one.one.key for one in world.nodes("compilers")] == ["person:grace-hopper"]
    assert [one.one.key for one in world.nodes("strict checkers")] == ["concept:rust"]
    assert {one.one.type for one in world.nodes("people", most=50)} == {NodeType.PERSON}
    assert [one.one.key for one in world.nodes("C++")] == ["concept:c-cedb1bac"]


def test_what_means_nothing_is_not_found_however_fresh_and_salient(world: World) -> None:
    world.edge("person:Ada", "person:Zoe", "sibling", ttl_policy="keep_forever")
    assert world.edges("weather tomorrow", most=100) == []
    assert world.nodes("weather tomorrow", most=100) == []
    assert "ada sibling zoe" not in told(world.edges("hostile", most=100))


def test_the_score_is_the_seeds_sum_and_says_what_it_is_made_of(world: World) -> None:
    later = NOW + 50 * DAY
    found = world.edges("friends of Bob", now=later)
    for hit in found:
        share = hit.share
        assert share.recency == pytest.approx(math.exp(-0.02 * 50))
        assert share.salience == salience(hit.one, later) == 0.5
        total = 0.3 * share.meaning + 0.3 * share.recency + 0.4 * share.salience
        assert hit.score == pytest.approx(total, abs=1e-6)
    assert found[0].share.meaning == 1.0


def test_of_what_means_about_as_much_the_fresh_and_salient_comes_first() -> None:
    world = World()
    one, other = (
        world.edge("person:Ada", f"person:{name}", "friend", now=NOW - 100 * DAY)
        for name in ("Bob", "Dan")
    )
    assert [hit.one for hit in world.edges("friends")] == sorted((one, other), key=_id)
    for edge in (one, other):
        used = Life(salience=0.9, access_count=5, last_accessed_at=NOW)
        world.changed(edge, life=used)
        assert world.edges("friends")[0].one.id == edge.id
        world.changed(edge, life=Life())


def _id(edge: Edge) -> str:
    return edge.id


def test_what_means_less_comes_after_what_means_more_however_salient(world: World) -> None:
    rival = next(edge for edge in world.known.edges if edge.relationship_type == "rival")
    used = Life(salience=1.0, access_count=50, last_accessed_at=NOW + 200 * DAY)
    world.changed(rival, life=used)
    found = world.edges("friends of Bob", now=NOW + 200 * DAY)
    assert [hit.one.relationship_type for hit in found[:3]] == ["friend", "friend", "rival"]
    assert found[2].score > found[0].score


def test_archived_is_not_found(world: World) -> None:
    node = world.node(NodeType.PERSON, "Olga", confidence=0.4)
    edge = world.edge("person:Olga", "person:Ada", "mentor", confidence=0.4)
    assert world.edges("mentor", now=NOW + 88 * DAY)
    assert world.nodes("Olga", now=NOW + 88 * DAY)
    assert not world.edges("mentor", now=NOW + 89 * DAY)
    assert not world.nodes("Olga", now=NOW + 89 * DAY)
    used = Life(last_accessed_at=NOW + 90 * DAY, access_count=1)
    world.changed(node, life=used)
    world.changed(edge, life=used)
    assert world.edges("mentor", now=NOW + 90 * DAY)
    assert world.nodes("Olga", now=NOW + 90 * DAY)


def test_only_what_is_current_is_found() -> None:
    world = World()
    old = world.edge("person:Ada", "entity:Acme", "works-at", valid_from=NOW - 900 * DAY)
    (new,) = (
        new_edge("person:ada", "entity:acme", "works-at", now=NOW, description="as the director"),
    )
    for edge in superseded([old], old, new, NOW):
        world.changed(edge)
    assert [hit.one.id for hit in world.edges("Ada works at Acme")] == [new.id]
    # two open ones, which devices wrote without seeing each other's
    world = World()
    world.edge("person:Ada", "entity:Acme", "works-at", valid_from=NOW - 9 * DAY)
    last = world.edge("person:Ada", "entity:Acme", "works-at", valid_from=NOW - 5 * DAY)
    assert [hit.one.id for hit in world.edges("Ada works at Acme")] == [last.id]


def test_what_is_to_begin_is_found_from_then_on_and_until_it_ends() -> None:
    world = World()
    begins, ends = NOW + 10 * DAY, NOW + 20 * DAY
    world.edge("person:Ada", "entity:Acme", "works-at", valid_from=begins, valid_to=ends)
    found = {day: bool(world.edges("Acme", now=NOW + day * DAY)) for day in (9, 10, 19, 20)}
    assert found == {9: False, 10: True, 19: True, 20: False}


def test_filters(world: World) -> None:
    def edges(*args: object, query: str = "Ada Bob Vergel Rust Acme") -> list[str]:
        return sorted(told(world.edges(query, Filters.of(*args), most=50)))  # type: ignore[arg-type]

    assert edges(("engages_with",)) == ["vergel studies rust", "vergel uses c-cedb1bac"]
    assert edges(("Friend",)) == ["ada friend bob", "bob friend dan"]
    assert edges(("works at", "studies")) == ["ada works-at acme", "vergel studies rust"]
    assert "ada friend bob" not in edges((), ("friend",))
    assert edges(("has_relationship_with",), ("friend", "rival")) == ["ada colleague carol"]
    assert edges((), (), "passionate") == ["vergel studies rust"]
    assert edges((), (), 1) == ["bob rival eve"]
    assert edges(("has_relationship_with",), (), (1, 4), "known-well") == ["bob rival eve"]
    assert edges(("person",)) == []
    keys = [one.one.key for one in world.nodes("Ada Rust", Filters.of(("concept",)))]
    assert keys == ["concept:rust"]
    assert not world.nodes("Ada Rust", Filters.of(("friend",)))
    keys = [one.one.key for one in world.nodes("Ada Rust", Filters.of((), ("concept",)))]
    assert keys == ["person:ada"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"types": "person"}, "several words"),
        ({"types": (5,)}, "several words"),
        ({"types": ("",)}, "relationship_type"),
        ({"without": ("a/b",)}, "relationship_type"),
        ({"attitude": 6}, "1 to 5"),
        ({"attitude": "lukewarm"}, "hostile, unfriendly"),
        ({"proximity": (4, 2)}, "from the least"),
    ],
)
def test_what_no_filter_can_be_is_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Filters.of(**given)  # type: ignore[arg-type]


def test_as_many_are_found_as_are_wanted(world: World) -> None:
    assert len(world.edges("Ada Bob Vergel", most=3)) == 3
    assert world.edges("Ada Bob Vergel", most=0) == []
    assert (check_most(None, 5, "nodes"), check_most(0, 5, "nodes")) == (5, 0)
    for wrong in (-1, 1001, True, 2.0, "3"):
        with pytest.raises(InputError, match="nodes is a whole number from 0 to 1000"):
            check_most(wrong, 5, "nodes")  # type: ignore[arg-type]


# --- vectors


def _cosines(world: World, near: dict[str, float]) -> Cosines:
    """Of all edges and nodes, 0 but for those that are named."""
    refs: list[Ref[Any]] = [Ref(Node, node.key, "") for node in world.known.nodes]
    refs += [Ref(Edge, edge.id, "") for edge in world.known.edges]
    for target in world.known.targets_with_notes:
        refs += [Ref(Note, f"{target}/{note.id}", "") for note in world.known.notes(target)]
    values = np.array([near.get(ref.name, 0.05) for ref in refs], np.float32)
    return Cosines(refs, {ref: row for row, ref in enumerate(refs)}, values)


def test_what_is_near_is_found_without_a_word_of_it_and_what_is_far_is_not(world: World) -> None:
    rival = next(edge for edge in world.known.edges if edge.relationship_type == "rival")
    cosines = _cosines(world, {rival.id: 0.4, "person:ada": 0.3, "person:bob": 0.2})
    assert told(world.edges("enemies", cosines=cosines)) == ["bob rival eve"]
    assert [one.one.key for one in world.nodes("enemies", cosines=cosines)] == ["person:ada"]
    assert world.edges("enemies", cosines=_cosines(world, {rival.id: 0.2})) == []


def test_one_thing_alone_may_be_near() -> None:
    world = World()
    world.node(NodeType.PERSON, "Ada")
    for cosine, found in ((0.5, 1), (0.1, 0)):
        cosines = _cosines(world, {"person:ada": cosine})
        assert len(world.nodes("mathematics", cosines=cosines)) == found


def test_a_notes_vector_speaks_for_what_it_is_of_and_what_corrects_that(world: World) -> None:
    old = world.edge("person:Ada", "person:Olga", "sibling")
    note = world.note(old.id, "gave her a kidney")
    cosines = _cosines(world, {note.name: 0.5})
    assert told(world.edges("transplantation", cosines=cosines)) == ["ada sibling olga"]
    world.changed(old, valid_to=old.valid_from, invalidated_at=NOW)
    new = world.edge("person:Ada", "person:Olga", "cousin")
    new = world.changed(new, replaces=old.id)
    cosines = _cosines(world, {note.name: 0.5})
    assert told(world.edges("transplantation", cosines=cosines)) == ["ada cousin olga"]


def test_words_and_vectors_together_say_more_than_either(world: World) -> None:
    friends = [edge for edge in world.known.edges if edge.relationship_type == "friend"]
    for edge in friends:
        cosines = _cosines(world, {edge.id: 0.6})
        assert world.edges("friends of Bob", cosines=cosines)[0].one.id == edge.id


# --- numbers


def test_recency_counts_from_what_was_last() -> None:
    world = World()
    node = world.node(NodeType.PERSON, "Ada", updated_at=NOW - 100 * DAY)
    assert recency(node, NOW) == pytest.approx(math.exp(-2))
    used = world.changed(node, life=Life(last_accessed_at=NOW - 50 * DAY))
    assert recency(used, NOW) == pytest.approx(math.exp(-1))
    assert recency(used, NOW - 900 * DAY) == 1.0


@given(*(st.floats(0, 1) for _ in range(3)))
def test_the_sum(meaning: float, recent: float, salient: float) -> None:
    usual = weighed(meaning, recent, salient, GraphConfig())
    assert 0.0 <= usual <= 1.0
    assert usual == pytest.approx(0.3 * meaning + 0.3 * recent + 0.4 * salient, abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_every_device_finds_the_same_in_the_same_order(random: object, most: int) -> None:
    """Whatever the order in which things arrived."""
    things = [("Ada", "Bob"), ("Ada", "Dan"), ("Bob", "Dan"), ("Eve", "Ada"), ("Eve", "Bob")]
    orders = [list(things), list(things)]
    random.shuffle(orders[1])  # type: ignore[attr-defined]
    found = []
    for order in orders:
        world = World()
        for one, other in order:
            edge = world.edge(f"person:{one}", f"person:{other}", "friend", now=NOW)
            world.note(edge.id, "both like tea", NoteLifetime.WEEK)
        found.append(
            (
                [(hit.one.id, hit.score) for hit in world.edges("friends with tea", most=most)],
                [(hit.one.key, hit.score) for hit in world.nodes("Ada or Bob", most=most)],
            )
        )
    assert found[0] == found[1]
