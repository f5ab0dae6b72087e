"""The graph of MCP's ``server-memory``: entities with observations, and relations, one a line.

That server knows entities by their names and nothing else. So of nodes that would be called alike
there each is written ``TYPE:NAME``, and read as that. A description of a few words, such as
``organization``, is what that server calls the type of an entity; a longer one is an observation.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ....core.errors import InputError
from ....core.legible import label
from ....core.records.graph import (
    Edge,
    Node,
    NodeType,
    Orientation,
    folded,
    node_type,
)
from ..told import Meant, description_of, meant, relationship_word, type_of
from ..types import SEMANTIC
from .snapshot import Snapshot, joined

LONGEST_TYPE = 64
"""Characters of a description that is written as a type."""

_SENTENCE_END = re.compile(r"[.!?。！？…]$")


def pieces(graph: Snapshot) -> Iterator[str]:
    """The text, piece by piece.

    Args:
        graph: People, concepts and entities, the current edges, and the notes that count.
    """
    missing = [key for key in graph.missing() if node_type(key) in SEMANTIC]
    known = {**{one.key: one.node.name for one in graph.nodes}, **dict(map(unknown, missing))}
    names = shown_names(known)
    yield from joined(f"{line}\n" for line in _lines(graph, missing, names))


def observations_of(node: Node) -> tuple[str, ...]:
    """What is an observation there of what a node is described as."""
    return kind_and_observations(node)[1]


def unknown(key: str) -> tuple[str, str]:
    """A key of which only edges are known, and what its node is called."""
    return key, key.removeprefix(f"{node_type(key)}:")


def _lines(graph: Snapshot, missing: Iterable[str], names: dict[str, str]) -> Iterator[str]:
    for one in graph.nodes:
        kind, said = kind_and_observations(one.node)
        noted = (note.content for note in graph.notes.get(one.key, ()))
        observations = [text for text in dict.fromkeys((*said, *noted)) if text.strip()]
        yield _entity(names[one.key], kind, observations)
    for key in missing:
        yield _entity(names[key], node_type(key).value, [])
    for told in graph.edges:
        edge = told.edge
        word = relation_type(edge)
        for start, end in directions(edge):
            yield _relation(names[start], names[end], word)


def _entity(name: str, kind: str, observations: list[str]) -> str:
    return _text({"type": "entity", "name": name, "entityType": kind, "observations": observations})


def _relation(start: str, end: str, word: str) -> str:
    return _text({"type": "relation", "from": start, "to": end, "relationType": word})


def directions(edge: Edge) -> Iterator[tuple[str, str]]:
    """The keys of both ends, once for each way round that it was told."""
    if edge.orientation is not Orientation.BACKWARD:
        yield edge.from_key, edge.to_key
    if edge.orientation is not Orientation.FORWARD:
        yield edge.to_key, edge.from_key


def relation_type(edge: Edge) -> str:
    """What a relation is called there: as it was told where it had to be cut to fit in here."""
    try:
        is_cut = relationship_word(edge.description) == edge.relationship_type
    except InputError:
        is_cut = False
    return edge.description if is_cut else edge.relationship_type


def _text(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False)


def kind_and_observations(node: Node) -> tuple[str, tuple[str, ...]]:
    """What an entity's type is called, and what is left to say of its description."""
    said = node.description
    is_type = (
        len(said) <= LONGEST_TYPE
        and label(said) == said
        and not _SENTENCE_END.search(said)
        and description_of(said) == said
        and (type_of(said) or NodeType.ENTITY) is node.type
    )
    if said and is_type:
        return said, ()
    return node.type.value, (said,) if said else ()


def shown_names(known: Mapping[str, str]) -> dict[str, str]:
    """What nodes are called there, by their keys; each so that it is read as that node.

    Args:
        known: All keys that there are, with the names of their nodes.
    """
    called = Counter(map(_folded, known.values()))
    return {
        key: _shown_name(key, name, is_alone=called[_folded(name)] == 1)
        for key, name in known.items()
    }


_folded = lru_cache(maxsize=16_384)(folded)


# who serves a graph asks for all of them at every call
@lru_cache(maxsize=16_384)
def _shown_name(key: str, name: str, *, is_alone: bool) -> str:
    kind = node_type(key)
    if is_alone and not _says_a_type(name) and _is_read_as(name, kind, key, name):
        return name
    explicit = f"{kind.value}:{name}"
    return explicit if _is_read_as(explicit, kind, key, name) else key


def _says_a_type(name: str) -> bool:
    """Whether a name would be read as ``TYPE:NAME``, by whoever knows it by the name alone."""
    try:
        return len(meant(name)) == 1
    except InputError:
        return False


def _is_read_as(written: str, kind: NodeType, key: str, name: str) -> bool:
    """Whether a name is read as the node of a key and of a name."""
    if label(written) != written:
        return False
    try:
        return meant(written, kind.value) == (Meant(key, name),)
    except InputError:
        return False
