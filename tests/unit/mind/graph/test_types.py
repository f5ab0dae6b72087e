"""What may stand between two nodes."""

from itertools import product
from typing import Any

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import EdgeType, LinkKind, NodeType, Orientation
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.types import (
    EDGE_TYPES,
    LINKS,
    as_node_key,
    check_link,
    check_relationship,
    edge_type,
    in_order,
    relationship_key,
)

NOW = 1_750_000_000.0
EXPECTED = {
    ("person", "person"): "has_relationship_with",
    ("person", "concept"): "engages_with",
    ("person", "entity"): "associated_with",
    ("concept", "concept"): "relates_to",
    ("concept", "entity"): "involves",
    ("entity", "entity"): "connected_to",
}


@pytest.mark.parametrize(("one", "other"), [*product(NodeType, repeat=2)])
def test_the_type_follows_from_the_nodes_in_either_order(one: NodeType, other: NodeType) -> None:
    first, second = f"{one}:a", f"{other}:b"
    expected = EXPECTED.get((one, other)) or EXPECTED.get((other, one))
    if expected is None:
        with pytest.raises(InputError, match="edges join person, concept, entity; not"):
            edge_type(first, second)
        with pytest.raises(InputError, match="edges join"):
            in_order(first, second)
        return
    assert edge_type(first, second) is EdgeType(expected)
    start, end, orientation = in_order(first, second)
    assert (start.partition(":")[0], end.partition(":")[0]) in EXPECTED
    back = in_order(second, first)
    assert back[:2] == (start, end)
    assert {orientation, back[2]} == {Orientation.FORWARD, Orientation.BACKWARD}
    assert (orientation is Orientation.FORWARD) == ((start, end) == (first, second))


def test_one_type_is_in_the_order_of_keys() -> None:
    assert in_order("person:zoe", "person:adam") == (
        "person:adam",
        "person:zoe",
        Orientation.BACKWARD,
    )


def test_an_edge_joins_two_nodes() -> None:
    with pytest.raises(InputError, match="joins two nodes"):
        in_order("person:a", "person:a")
    for key in ("ada", "robot:r2", "person:Ada"):
        with pytest.raises(InputError, match="TYPE:SLUG"):
            in_order("person:a", key)


def test_what_a_link_joins_is_said_where_an_edge_is_refused() -> None:
    with pytest.raises(InputError, match="a link joins those: mentions"):
        edge_type("person:a", "source:s")


LEADS = {
    "mentions": ("source", {"person", "concept", "entity"}),
    "produced": ("source", {"artifact"}),
    "about": ("storyline", {"person", "concept", "entity"}),
    "includes": ("storyline", {"source"}),
    "rooted_in": ("macro", {"person", "concept", "entity"}),
    "groups": ("macro", {"storyline"}),
}


@pytest.mark.parametrize("kind", LinkKind)
def test_a_link_leads_from_one_type_to_some(kind: LinkKind) -> None:
    start, ends = LEADS[kind]
    for one, other in product(NodeType, repeat=2):
        if one == start and other in ends:
            assert check_link(f"{one}:a", kind.value, f"{other}:b") is kind
        else:
            with pytest.raises(InputError, match=f"{kind} leads from {start} to "):
                check_link(f"{one}:a", kind, f"{other}:b")


def test_every_rule_is_in_its_table() -> None:
    assert len(EDGE_TYPES) == len(EXPECTED)
    assert set(LINKS) == set(LinkKind)
    assert {kind for kind, rule in LINKS.items() if rule.is_single} == {"about", "rooted_in"}
    with pytest.raises(InputError, match="a link is one of mentions, produced, about, includes"):
        check_link("source:s", "likes", "person:a")


def test_a_node_is_meant_as_people_write_it() -> None:
    assert as_node_key("person:Ada Lovelace") == "person:ada-lovelace"
    assert as_node_key(" Person : Ada: the first") == "person:ada-the-first"
    for given in ("ada", "person", "", "robot:r2"):
        with pytest.raises(InputError, match="TYPE:NAME, .*person, concept, .*macro; not"):
            as_node_key(given)
    with pytest.raises(InputError, match="needs a letter"):
        as_node_key("person: ")


def test_one_relation_has_one_name_however_it_is_written() -> None:
    names = ("works at", "Works_At", " works-at ", "ＷＯＲＫＳ AT", "works/at")
    assert {relationship_key(name) for name in names} == {"works-at"}
    assert relationship_key("kennt") != relationship_key("knows")
    assert check_relationship(" Works_At ") == "Works_At"
    for word in ("", "  ", "a/b", "..", "x" * 65, "!!", 5):
        with pytest.raises(InputError, match="relationship_type"):
            check_relationship(word)  # type: ignore[arg-type]


def test_a_new_edge_is_as_the_seed_begins_it() -> None:
    edge = new_edge("concept:rust", "person:ada", "used by", now=NOW)
    assert (edge.from_key, edge.to_key) == ("person:ada", "concept:rust")
    assert edge.orientation is Orientation.BACKWARD
    assert (edge.attitude, edge.proximity, edge.confidence) == (3, 3, 0.8)
    assert (edge.life.salience, edge.life.decay_gradient) == (0.5, 1.0)
    assert edge.life.access_count == edge.life.last_recall_interval == 0
    assert edge.life.last_accessed_at is None
    assert (edge.valid_to, edge.invalidated_at, edge.digest) == (None, None, None)
    assert edge.valid_from == edge.recorded_at == edge.created_at == edge.updated_at == NOW
    assert edge.ttl_policy == "decay"


def test_an_edge_of_former_times_is_known_to_have_ended() -> None:
    edge = new_edge("person:a", "entity:b", "worked at", now=NOW, valid_from=5, valid_to=9)
    assert (edge.valid_from, edge.valid_to, edge.invalidated_at) == (5.0, 9.0, NOW)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"attitude": 6}, "attitude is a whole number from 1 to 5, got 6"),
        ({"proximity": 0}, "proximity is a whole number from 1 to 5, got 0"),
        ({"confidence": 1.1}, "confidence is a number from 0 to 1, got 1.1"),
        ({"confidence": float("nan")}, "confidence is a number from 0 to 1"),
        ({"confidence": True}, "confidence is a number from 0 to 1"),
        ({"valid_from": 9.0, "valid_to": 5.0}, "valid_to must lie after valid_from"),
        ({"valid_from": 9.0, "valid_to": 9.0}, "valid_to must lie after valid_from"),
        ({"valid_to": NOW - 1}, "valid_to must lie after valid_from"),
        ({"valid_from": float("nan")}, "a time between the years 1 and 9999"),
        ({"valid_to": float("inf")}, "a time between the years 1 and 9999"),
        ({"description": "\ud800"}, "surrogate"),
    ],
)
def test_what_cannot_be_is_refused_and_what_can_is_said(
    fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        new_edge("person:a", "person:b", "friend", now=NOW, **fields)
