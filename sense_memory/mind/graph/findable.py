"""What a search sees of nodes and edges, and what an encoder does.

A search sees each whole: a node with all that is said and noted of it, an edge with the words for
how the two relate, their names and the same. So a question is answered that names one of two and
how they relate. Names, and what a note says, stand in other records: who keeps such documents makes
them anew when one of those changes, or expires (``mind.views.graph_index``).

An encoder sees one record at a time: how two relate, what something is, and each note by itself.
What was made of notes is not among it. So a vector says nothing of any other record, and goes with
its own: with a note that is forgotten the only one that knew of it, while those of other notes
stand.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ...core.records.graph import Edge, Node, NodeType, Note, node_type
from .notes import LONGEST_TEXT
from .types import edge_type
from .words import relation_text

NODE, EDGE = "node", "edge"
_SPOKEN = {NodeType.PERSON: "person people"}
"""What people say for a type, where its name does not do."""


@dataclass(frozen=True, slots=True)
class Findable:
    """A node or an edge as search knows it; attributes as in ``mind.search.Document``.

    Its domain is its type, its facet says which of the two it is. A key counts the most, then
    themes: of a node its name is the key; of an edge how the two relate, and their names are its
    themes.
    """

    key: str
    themes: tuple[str, ...]
    value: str
    domain: str
    facet: str
    created_at: float
    due_at: float | None
    source: str = ""


def findable_node(node: Node, notes: Iterable[Note]) -> Findable:
    """What search sees of a node.

    Args:
        node: Which.
        notes: What is noted of it and counts by now.
    """
    said = _said(_spoken(node.key), node.shown, notes)
    return Findable(node.name, (), said, node.type, NODE, node.created_at, node.at)


def findable_edge(edge: Edge, names: tuple[str, str], notes: Iterable[Note]) -> Findable:
    """What search sees of an edge.

    Args:
        edge: Which version.
        names: What its two nodes are called.
        notes: What is noted of it, and of what it corrects, and counts by now.
    """
    kind = edge_type(edge.from_key, edge.to_key)
    types = f"{kind} {_spoken(edge.from_key)} {_spoken(edge.to_key)}"
    # a day that nobody told is the day on which it was recorded
    began = None if edge.valid_from == edge.recorded_at else edge.valid_from
    said = _said(types, edge.shown, notes)
    return Findable(relation_text(edge), names, said, kind, EDGE, edge.recorded_at, began)


def may_be_current(edge: Edge) -> bool:
    """Whether a version can count at any time from when all of it is known.

    What had ended when its end was learned never does, nor does what was corrected: it is not
    searched, and needs no vector.
    """
    if edge.corrected_at is not None:
        return False
    learned = edge.recorded_at if edge.invalidated_at is None else edge.invalidated_at
    return edge.valid_to is None or edge.valid_to > learned


def embedded_graph(record: Node | Edge | Note) -> str | None:
    """The text of which a vector is made; ``None`` of an edge that cannot count.

    Of an edge type, words for attitude and proximity and what somebody said, of a node its name and
    that, of a note its first 1,000 characters. Changing anything here makes every vector outdated.
    """
    if isinstance(record, Note):
        return record.content[:LONGEST_TEXT]
    if isinstance(record, Node):
        return _told(record.name, record.description)
    return _told(relation_text(record), record.description) if may_be_current(record) else None


def _told(name: str, description: str) -> str:
    return f"{name}: {description}" if description else name


def _said(types: str, shown: str, notes: Iterable[Note]) -> str:
    return "\n".join((types, shown, *(note.content for note in notes)))


def _spoken(key: str) -> str:
    kind = node_type(key)
    return _SPOKEN.get(kind, kind.value)


def expires_next(notes: Iterable[Note], now: float) -> float:
    """When the first of some notes will count no more, seconds since the epoch; or never."""
    ends = (note.expires_at for note in notes if note.expires_at is not None)
    return min((end for end in ends if end > now), default=math.inf)
