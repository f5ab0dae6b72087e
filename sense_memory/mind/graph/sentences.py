"""Nodes and relations as plain sentences."""

import re
from collections.abc import Callable, Iterable

from ...core.records.graph import Edge, Node, Orientation
from ..rapport.line import one_line
from ..stemming import stem
from ..text import words

_JOINTS = re.compile(r"[-_]+")
_NOTHING_MORE = frozenset(
    (
        *("i", "he", "she", "they", "it", "we", "is", "are", "am", "a", "an", "the"),
        *("in", "at", "on", "for", "with", "to", "of"),
    )
)
"""Words of a description that say no more than a relation does: who, that it is so, and where."""


def node_sentence(node: Node) -> str:
    """What somebody or something is: ``Ada: a painter``; the name alone if nobody said."""
    name, said = one_line(node.name), one_line(node.shown)
    return f"{name}: {said}" if said else name


def edge_sentence(edge: Edge, name_of: Callable[[str], str]) -> str:
    """How two relate, in the direction in which it was told: ``Ada works at Acme``.

    What else was said of it follows, if it says more; where that names both, it says it all.

    Args:
        edge: Which version.
        name_of: What people call the node of a key.
    """
    ends = (name_of(edge.from_key), name_of(edge.to_key))
    first, second = ends[::-1] if edge.orientation is Orientation.BACKWARD else ends
    said = one_line(edge.shown)
    if said and all(name.casefold() in said.casefold() for name in ends):
        return said
    word = one_line(_JOINTS.sub(" ", edge.relationship_type))
    ways = ", and the other way round" if edge.orientation is Orientation.BOTH else ""
    sentence = f"{first} {word} {second}{ways}"
    return f"{sentence}: {said}" if says_more(said, edge.relationship_type, ends) else sentence


def says_more(description: str, relation: str, ends: Iterable[str]) -> bool:
    """Whether a description says more than that two are related: ``He lives in Berlin`` does not.

    Args:
        description: It.
        relation: The name of the relation: ``lives-in``.
        ends: What people call the two.
    """
    said = words(description)
    if not said:
        return bool(description.strip())
    told = {word for text in (relation, *ends) for word in words(text)} | _NOTHING_MORE
    stems = set(map(stem, told))
    # that he lived there is not that he does
    return any(
        word not in told and (word.endswith("ed") or stem(word) not in stems) for word in said
    )
