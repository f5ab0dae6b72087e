"""What nodes, edges and notes are called."""

import random
import unicodedata

import pytest

from sense_memory.core.errors import InputError
from sense_memory.core.records.graph import (
    LONGEST_SLUG,
    Digest,
    Edge,
    LinkKind,
    Node,
    NodeType,
    edge_id,
    is_id,
    is_node_key,
    is_note_name,
    node_key,
    node_type,
    note_id,
    note_name,
)

PERSON = NodeType.PERSON


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ada", "ada"),
        ("  Ada   Lovelace ", "ada-lovelace"),
        ("ADA_LOVELACE", "ada-lovelace"),
        ("O'Brien, Dr. (jr.)", "o-brien-dr-jr"),
        ("a/b\\c\x00d..e", "a-b-c-d-e"),
        ("person:ada", "person-ada"),
        ("José", "josé"),
        ("Jose\u0301", "josé"),
        ("ＡＤＡ", "ada"),
        ("Straße", "strasse"),
        ("Вергел", "вергел"),
        ("李小龙", "李小龙"),
        ("हिन्दी", "हिन्दी"),
        ("می\u200cروم", "میروم"),
        ("42", "42"),
        ("-", None),
        ("", None),
        (" \u200b ", None),
        ("\u0301", None),
    ],
)
def test_a_key_follows_from_the_name(name: str, slug: str | None) -> None:
    if slug is None:
        with pytest.raises(InputError, match="needs a letter, a digit or a symbol"):
            node_key(PERSON, name)
        return
    assert node_key(PERSON, name) == f"person:{slug}"


def test_what_a_slug_would_lose_keeps_two_names_apart() -> None:
    names = ("C", "C++", "C#", "🦊", "🐺", "x" * 64, "x" * 65, "x" * 66, "l'été €", "l'été")
    keys = {node_key(NodeType.CONCEPT, name) for name in names}
    assert len(keys) == len(names)
    assert all(len(key.partition(":")[2]) <= LONGEST_SLUG for key in keys)


def test_a_slug_is_its_own_and_one_segment_of_a_path() -> None:
    """For any characters: what follows the type names the same node again."""
    chance = random.Random(7)
    letters = [chr(code) for code in range(0x3000)] + [chr(chance.randrange(0xE000, 0x110000))]
    for _ in range(3000):
        name = "".join(chance.choices(letters, k=chance.randint(1, 9))) * chance.choice((1, 1, 12))
        try:
            key = node_key(PERSON, name)
        except InputError:
            continue
        assert is_node_key(key)
        assert node_type(key) is PERSON
        assert unicodedata.normalize("NFC", key) == key
        assert not any(char in key for char in "/\\\x00")
        assert ".." not in key


@pytest.mark.parametrize(
    "key", ["", "ada", "person:", ":ada", "person:Ada", "person: ada", "robot:ada", "person:a/b"]
)
def test_other_texts_are_no_keys(key: str) -> None:
    assert not is_node_key(key)


def test_a_name_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(InputError, match="surrogate"):
        node_key(PERSON, "\ud800")
    assert not is_node_key("person:\ud800")


def test_every_part_of_a_version_is_part_of_its_id() -> None:
    told = ("person:a", "person:b", "friend", "They met.", 1.0, 2.0)
    ids = {edge_id(*told)}
    for place, other in enumerate(("person:c", "person:c", "foe", "They talked.", 3.0, 3.0)):
        ids.add(edge_id(*told[:place], other, *told[place + 1 :]))  # type: ignore[arg-type, call-arg]
    assert len(ids) == 7
    assert edge_id(*told[:4], 1, 2) == edge_id(*told)
    assert all(is_id(one) for one in ids)


def test_a_note_is_called_after_what_it_is_of() -> None:
    note = note_id("person:a", "He sings.", "me", 5.0)
    assert note == note_id("person:a", "He sings.", "me", 5)
    assert note != note_id("person:a", "He sings.", "me", 5.0, "source:x")
    assert is_note_name(note_name("person:a", note))
    assert is_note_name(note_name("0f" * 16, note))
    for name in ("", note, f"person:A/{note}", f"person:a/{note}/x", "person:a/", f"/{note}"):
        assert not is_note_name(name)
    assert not is_id("person:a")


def test_what_is_shown_is_the_digest_if_there_is_one() -> None:
    plain = Node("person:a", "A", "A friend.")
    assert plain.shown == "A friend."
    assert Node("person:a", "A", "A friend.", Digest("A close friend.")).shown == "A close friend."
    edge = Edge("1", "person:a", "person:b", "friend", "They met.", Digest(None))
    assert edge.shown == "They met."


def test_links_are_listed_in_one_order() -> None:
    node = Node(
        "source:s",
        "S",
        mentions=frozenset(("person:b", "concept:c", "person:a")),
        produced=frozenset(("artifact:x",)),
    )
    assert list(node.links()) == [
        (LinkKind.MENTIONS, "concept:c"),
        (LinkKind.MENTIONS, "person:a"),
        (LinkKind.MENTIONS, "person:b"),
        (LinkKind.PRODUCED, "artifact:x"),
    ]
