"""One text for any record, and back."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from sense_memory.core.errors import InputError
from sense_memory.core.records.conversation import ConversationHead, Turn, turn_name, turn_origin
from sense_memory.core.records.embedding import Embedding
from sense_memory.core.records.graph import Edge, Node, Note, is_in_graph, note_name
from sense_memory.core.records.journal import JournalEntry
from sense_memory.core.records.kv import Memory
from sense_memory.core.records.persona import PersonaMemory
from sense_memory.core.records.pyramid import Observation, Summary, Topic
from sense_memory.core.records.rapport import (
    Checkpoint,
    Layer,
    LayerName,
    LayerVersion,
    Reading,
    checkpoint_name,
    layer_name,
    reading_name,
    version_name,
)
from sense_memory.core.records.reference import REFERABLE, reference_to, referent
from sense_memory.core.ref import Ref
from sense_memory.wire.address import path_of
from sense_memory.wire.schemas import SCHEMAS, schema_of

ID = "0123456789abcdef" * 2
NAMES: dict[type[Any], tuple[str, str]] = {
    Memory: ("timezone", "persona/flat/facts/timezone"),
    PersonaMemory: ("people/facts/ada", "persona/people/facts/ada"),
    JournalEntry: ("1795261000.5-3f2a", "journal/1795261000.5-3f2a"),
    Checkpoint: (checkpoint_name("ada"), "rapport/ada/vector"),
    Reading: (reading_name("ada", "s1"), "rapport/ada/reading/s1"),
    Layer: (layer_name("ada", LayerName.PATTERNS), "rapport/ada/layer/patterns"),
    LayerVersion: (version_name("ada", "v"), "rapport/ada/layer-version/v"),
    ConversationHead: ("standup/head", "stream/standup/head"),
    Turn: (turn_name("standup", ID), turn_origin("standup", ID)),
    Observation: (ID, f"pyramid/obs/{ID}"),
    Summary: (ID, f"pyramid/summary/{ID}"),
    Topic: ("project-x", "pyramid/topic/project-x"),
    Node: ("person:ada", "graph/node/person:ada"),
    Edge: (ID, f"graph/edge/{ID}"),
    Note: (note_name("person:ada", ID), f"graph/note/person:ada/{ID}"),
}


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
def test_a_text_and_back(kind: type[Any]) -> None:
    name, text = NAMES[kind]
    assert reference_to(Ref(kind, name)) == text
    assert reference_to(Ref(kind, name, "user:alice")) == text, "the scope is left out"
    assert referent(text, "user:alice") == Ref(kind, name, "user:alice")


def test_every_class_that_is_referred_to_is_named_here() -> None:
    assert set(REFERABLE) == NAMES.keys()


@pytest.mark.parametrize(
    "kind",
    [kind for kind in NAMES if kind not in (Memory, JournalEntry)],
    ids=lambda kind: kind.__name__,
)
def test_it_is_where_the_record_stands(kind: type[Any]) -> None:
    name, text = NAMES[kind]
    assert path_of(Ref(kind, name)) == f"sense-memory/{text}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "timezone",
        "in my own words",
        "chatgpt/0f3c",
        "person:ada",
        "persona/flat/facts/",
        "persona/flat/beliefs/x",
        "persona/people/facts",
        "persona//facts/ada",
        "people/facts/ada",
        "graph/node/Ada",
        "graph/node/person:Ada",
        "graph/edge/a:b",
        "graph/edge/a/b",
        f"graph/note/{ID}",
        "rapport/ada",
        "rapport//vector",
        "rapport/ada/layer/mood",
        "stream/standup",
        "stream/standup/turn/",
        "pyramid/topic/Project X",
        "pyramid/obs/",
        "journal/",
        "journal/a/b",
        "GRAPH/node/person:ada",
        " graph/node/person:ada",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert referent(text, "") is None


def test_what_nothing_refers_to() -> None:
    others = {schema.record for schema in SCHEMAS} - set(REFERABLE)
    assert Embedding in others
    for ref in (*(Ref(kind, "x") for kind in others), Ref(Memory, "a/b"), Ref(Node, "Ada")):
        with pytest.raises(InputError, match="nothing refers to"):
            reference_to(ref)


_word = st.text(st.sampled_from("ab/:-.0ñ "), max_size=6)
_first = st.sampled_from(sorted({text.partition("/")[0] for _, text in NAMES.values()}))
_second = st.sampled_from(["flat", "facts", "node", "edge", "note", "obs", "vector", "turn", "ada"])


@given(st.lists(_word | _first | _second, max_size=5).map("/".join))
def test_no_two_records_have_one_text(text: str) -> None:
    found = referent(text, "")
    if found is not None:
        assert reference_to(found) == text
        assert schema_of(found.kind).is_name(found.name)


def test_a_connection_means_the_graph_only_by_its_exact_form() -> None:
    assert is_in_graph("graph/node/person:ada")
    assert is_in_graph(f"graph/edge/{ID}")
    for name in ("graph/node/ada", "graph/edge/ada", "graph/facts/ada", "person:ada", ID):
        assert not is_in_graph(name)
    memory = PersonaMemory("graph", "node", "a", "v")
    names = ("b", "graph/node/person:ada", "graph/edge/x", "people/facts/ada")
    assert memory.full_names(names) == ("graph/node/b", "graph/edge/x", "people/facts/ada")
