"""What other programs call people, things and relations."""

import pytest
from hypothesis import given, settings, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import NodeType, node_type
from sense_memory.mind.graph.told import Meant, description_of, meant, relationship_word, type_of
from sense_memory.mind.graph.types import relationship_key


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        *((kind, NodeType.PERSON) for kind in ("person", "Person", "user", "team_member", "Human")),
        *((kind, NodeType.CONCEPT) for kind in ("concept", "topic", "Programming Language")),
        *((kind, NodeType.ENTITY) for kind in ("entity", "organization", "Project", "event", "人")),
        *((kind, None) for kind in ("", "  ", "unknown", "!?")),
    ],
)
def test_what_an_entity_is_follows_from_what_its_type_is_called(
    kind: str, found: NodeType | None
) -> None:
    assert type_of(kind) is found


def test_only_what_says_more_than_the_type_describes() -> None:
    assert [description_of(kind) for kind in ("person", "PERSON", "Concept", "entity", "")] == (
        [""] * 5
    )
    assert [description_of(kind) for kind in ("user", "topic", "organization", "unknown")] == [
        *("user", "topic", "organization", "unknown")
    ]


def test_a_name_means_one_node_where_its_type_is_known_and_else_any() -> None:
    assert meant("Ada Lovelace", "user") == (Meant("person:ada-lovelace", "Ada Lovelace"),)
    assert meant("Acme", "company") == (Meant("entity:acme", "Acme"),)
    assert [one.key for one in meant("Ada")] == ["entity:ada", "concept:ada", "person:ada"]
    assert meant("Ada", "unknown") == meant("Ada")


def test_a_name_may_say_the_type() -> None:
    assert meant("person:Ada") == (Meant("person:ada", "Ada"),)
    assert meant("Concept: Rust", "topic") == (Meant("concept:rust", "Rust"),)
    assert meant("entity:person:Ada", "entity") == (Meant("entity:person-ada", "person:Ada"),)
    # what a source says of the type counts more than what a name looks like
    assert meant("person:Ada", "company") == (Meant("entity:person-ada", "person:Ada"),)
    # an edge never joins those
    assert [one.name for one in meant("source:Monday")] == ["source:Monday"] * 3
    assert [one.name for one in meant("person:!")] == ["person:!"] * 3


@pytest.mark.parametrize("name", ["", "  ", "?!", "\u200f"])
def test_a_name_without_anything_in_it_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        meant(name)


@pytest.mark.parametrize(
    ("told", "word"),
    [
        ("works_at", "works_at"),
        (" friend ", "friend"),
        ("a/b\\c", "a-b-c"),
        ("to .. and fro", "to - and fro"),
        ("يعمل في", "يعمل في"),
        ("❤ loves", "❤ loves"),
    ],
)
def test_a_relation_keeps_its_words_where_a_name_may_have_them(told: str, word: str) -> None:
    assert relationship_word(told) == word


def test_long_relations_are_cut_and_stay_apart() -> None:
    one, other = (relationship_word("is told at length that " * 9 + end) for end in "ab")
    assert len(one) == len(other) == 64
    assert relationship_key(one) != relationship_key(other)


@pytest.mark.parametrize("told", ["", "→", "!?", "❤", "\ud800"])
def test_a_relation_without_letters_is_refused(told: str) -> None:
    with pytest.raises(InputError):
        relationship_word(told)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=90), st.sampled_from(["", "person", "topic", "thing"]))
def test_whatever_it_is_called_it_is_a_node_or_refused(name: str, kind: str) -> None:
    try:
        found = meant(name, kind)
        word = relationship_word(name)
    except InputError:
        return
    assert 1 <= len(word) <= 64
    for one in found:
        assert meant(f"{node_type(one.key).value}:{one.name}")[0].key == one.key
