"""Nodes and relations as plain sentences."""

import re
from collections.abc import Callable

from ...core.records.graph import Edge, Node, Orientation
from ..rapport.line import one_line

_JOINTS = re.compile(r"[-_]+")


def node_sentence(node: Node) -> str:
    """What somebody or something is: ``Ada: a painter``; the name alone if nobody said."""
    name, said = one_line(node.name), one_line(node.shown)
    return f"{name}: {said}" if said else name


def edge_sentence(edge: Edge, name_of: Callable[[str], str]) -> str:
    """How two relate, in the direction in which it was told: ``Ada works at Acme``.

    What else was said of it follows; where that names both, it says it all.

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
    return f"{sentence}: {said}" if said else sentence
