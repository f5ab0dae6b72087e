"""The graph of MCP's ``server-memory``: entities with observations, and relations, one a line.

That server knows entities by their names and nothing else. So of nodes that would be called alike
there each is written ``TYPE:NAME``, and read as that. A description of a few words, such as
``organization``, is what that server calls the type of an entity; a longer one is an observation.
"""

import json
import re
from collections.abc import Iterable, Iterator

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
    names = _names([*((one.key, one.node.name) for one in graph.nodes), *map(_unknown, missing)])
    yield from joined(f"{line}\n" for line in _lines(graph, missing, names))


def observations_of(node: Node) -> tuple[str, ...]:
    """What is an observation there of what a node is described as."""
    return _kind_and_description(node)[1]


def _unknown(key: str) -> tuple[str, str]:
    return key, key.removeprefix(f"{node_type(key)}:")


def _lines(graph: Snapshot, missing: Iterable[str], names: dict[str, str]) -> Iterator[str]:
    for one in graph.nodes:
        kind, said = _kind_and_description(one.node)
        noted = (note.content for note in graph.notes.get(one.key, ()))
        observations = [text for text in dict.fromkeys((*said, *noted)) if text.strip()]
        yield _entity(names[one.key], kind, observations)
    for key in missing:
        yield _entity(names[key], node_type(key).value, [])
    for told in graph.edges:
        edge = told.edge
        first, second = names[edge.from_key], names[edge.to_key]
        if edge.orientation is not Orientation.BACKWARD:
            yield _relation(first, second, _relation_type(edge))
        if edge.orientation is not Orientation.FORWARD:
            yield _relation(second, first, _relation_type(edge))


def _entity(name: str, kind: str, observations: list[str]) -> str:
    return _text({"type": "entity", "name": name, "entityType": kind, "observations": observations})


def _relation(start: str, end: str, word: str) -> str:
    return _text({"type": "relation", "from": start, "to": end, "relationType": word})


def _relation_type(edge: Edge) -> str:
    """What a relation is called there: as it was told where it had to be cut to fit in here."""
    try:
        is_cut = relationship_word(edge.description) == edge.relationship_type
    except InputError:
        is_cut = False
    return edge.description if is_cut else edge.relationship_type


def _text(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False)


def _kind_and_description(node: Node) -> tuple[str, tuple[str, ...]]:
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


def _names(nodes: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What the nodes are called there, by their keys; each so that it is read as that node."""
    known = dict(nodes)
    called: dict[str, int] = {}
    for name in known.values():
        called[folded(name)] = called.get(folded(name), 0) + 1
    found = dict[str, str]()
    for key, name in known.items():
        kind = node_type(key)
        explicit = f"{kind.value}:{name}"
        if not _is_read_as(explicit, kind, key, name):
            explicit = key
        is_plain = called[folded(name)] == 1 and not _says_a_type(name)
        found[key] = name if is_plain and _is_read_as(name, kind, key, name) else explicit
    return found


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
