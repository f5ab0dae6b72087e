"""What may stand between two nodes: the type of an edge follows from them, and so does its order.

A relation goes both ways, so a pair is kept one way round only: the nodes in the order of their
types, or of their keys where both are of one type. Which way round it was told is kept beside it.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from ...core.errors import InputError
from ...core.records.graph import (
    EdgeType,
    LinkKind,
    NodeType,
    Orientation,
    is_node_key,
    node_key,
    node_type,
)
from ...core.records.names import check_taxonomy

_PERSON, _CONCEPT, _ENTITY = NodeType.PERSON, NodeType.CONCEPT, NodeType.ENTITY
SEMANTIC = (_PERSON, _CONCEPT, _ENTITY)
"""What edges join, in the order in which an edge names them."""

EDGE_TYPES = {
    (_PERSON, _PERSON): EdgeType.HAS_RELATIONSHIP_WITH,
    (_PERSON, _CONCEPT): EdgeType.ENGAGES_WITH,
    (_PERSON, _ENTITY): EdgeType.ASSOCIATED_WITH,
    (_CONCEPT, _CONCEPT): EdgeType.RELATES_TO,
    (_CONCEPT, _ENTITY): EdgeType.INVOLVES,
    (_ENTITY, _ENTITY): EdgeType.CONNECTED_TO,
}
"""The types of the first and the second node, to the edge's. Source: seed 004."""


@dataclass(frozen=True, slots=True)
class LinkRule:
    """What a kind of link leads from and to.

    Attributes:
        start: The type of the node that has it.
        ends: The types of nodes that it may lead to.
        is_single: Whether a node has one at most.
    """

    start: NodeType
    ends: tuple[NodeType, ...]
    is_single: bool = False

    def joins(self, one: NodeType, other: NodeType) -> bool:
        """Whether it leads from one of two types to the other one."""
        return (one is self.start and other in self.ends) or (
            other is self.start and one in self.ends
        )


LINKS = {
    LinkKind.MENTIONS: LinkRule(NodeType.SOURCE, SEMANTIC),
    LinkKind.PRODUCED: LinkRule(NodeType.SOURCE, (NodeType.ARTIFACT,)),
    LinkKind.ABOUT: LinkRule(NodeType.STORYLINE, SEMANTIC, is_single=True),
    LinkKind.INCLUDES: LinkRule(NodeType.STORYLINE, (NodeType.SOURCE,)),
    LinkKind.ROOTED_IN: LinkRule(NodeType.MACRO, SEMANTIC, is_single=True),
    LinkKind.GROUPS: LinkRule(NodeType.MACRO, (NodeType.STORYLINE,)),
}
"""Source: seed 004."""


def as_node_key(given: str) -> str:
    """The key that is meant by ``{type}:{name}``, the name as people write it.

    Raises:
        InputError: It does not name a type, or nothing after it.
    """
    kind, separator, name = given.partition(":")
    try:
        found = NodeType(kind.strip().casefold() if separator else "")
    except ValueError:
        raise InputError(
            f"a node is called TYPE:NAME, like person:ada; the type is one of "
            f"{', '.join(NodeType)}; not {given!r}"
        ) from None
    return node_key(found, name)


def edge_type(from_key: str, to_key: str) -> EdgeType:
    """The type of an edge between two nodes, in either order.

    Raises:
        InputError: There is none: one of them is no person, concept or entity.
    """
    one, other = _type(from_key), _type(to_key)
    found = EDGE_TYPES.get((one, other)) or EDGE_TYPES.get((other, one))
    if found is None:
        links = ", ".join(kind for kind, rule in LINKS.items() if rule.joins(one, other))
        hint = f"; a link joins those: {links}" if links else ""
        raise InputError(f"edges join {', '.join(SEMANTIC)}; not {one} and {other}{hint}")
    return found


def _type(key: str) -> NodeType:
    try:
        return node_type(key)
    except ValueError:
        raise InputError(
            f"a node's key is TYPE:SLUG, like person:ada, the type one of "
            f"{', '.join(NodeType)}; not {key!r}"
        ) from None


def in_order(told_first: str, told_second: str) -> tuple[str, str, Orientation]:
    """Two nodes in the order in which an edge names them, and which way round they were told.

    Raises:
        InputError: They are one node, or no keys of nodes, or no edge joins their types.
    """
    for key in (told_first, told_second):
        if not is_node_key(key):
            raise InputError(f"a node's key is TYPE:SLUG, like person:ada; not {key!r}")
    edge_type(told_first, told_second)
    if told_first == told_second:
        raise InputError(f"an edge joins two nodes; {told_first!r} is one")
    if _place(told_first) < _place(told_second):
        return told_first, told_second, Orientation.FORWARD
    return told_second, told_first, Orientation.BACKWARD


def _place(key: str) -> tuple[int, str]:
    return SEMANTIC.index(node_type(key)), key


def check_link(from_key: str, kind: LinkKind | str, to_key: str) -> LinkKind:
    """Refuse a link that is none.

    Raises:
        InputError: There is no such kind, or it does not lead from or to nodes of these types.
    """
    try:
        found = LinkKind(kind)
    except ValueError:
        raise InputError(f"a link is one of {', '.join(LinkKind)}; not {kind!r}") from None
    rule = LINKS[found]
    if _type(from_key) is not rule.start or _type(to_key) not in rule.ends:
        raise InputError(
            f"{found} leads from {rule.start} to {' or '.join(rule.ends)}; not from "
            f"{node_type(from_key)} to {node_type(to_key)}"
        )
    return found


def check_relationship(word: str) -> str:
    """What somebody calls a relation, without blanks around it.

    Raises:
        InputError: Not 1–64 characters without slash, backslash, NUL or ``..``, or without any
            letter or digit.
    """
    told = unicodedata.normalize("NFC", word).strip() if isinstance(word, str) else word
    check_taxonomy(told, "relationship_type")
    if not relationship_key(told):
        raise InputError(f"relationship_type needs a letter or a digit, got {told!r}")
    return told


@lru_cache(maxsize=4096)
def relationship_key(word: str) -> str:
    """What names of one relation have in common: ``Works_at`` and ``works at`` are one."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    kept = (char if unicodedata.category(char)[0] in "LNM" else " " for char in folded)
    return "-".join("".join(kept).split())
