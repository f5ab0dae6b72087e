"""What is to be described: a node or an edge of which something new is noted.

A description is made of what somebody said and of the notes that count, and of nothing else: what a
note said goes with it, once it counts no more and the description is made anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...core.records.graph import (
    Digest,
    Edge,
    Node,
    Note,
    Orientation,
    note_name,
)
from ..views.graphs import KnownGraph
from .chains import is_void
from .notes import digested, is_dirty, living, sealed

Described: TypeAlias = Node | Edge
"""What has a description."""


@dataclass(frozen=True, slots=True)
class Description:
    """What is to be described.

    Attributes:
        one: As it stands.
        names: What people call the node, or the two that the edge joins, the one that was told
            first before the other.
        notes: What is noted of it and counts, oldest first, at most 100.
        standing: What describes it so far: what was made of notes that all count, else what
            somebody said; ``""`` if nobody did.
    """

    one: Described
    names: tuple[str, ...]
    notes: tuple[Note, ...]
    standing: str

    @property
    def name(self) -> str:
        """The node's key, or the edge's id."""
        return self.one.key if isinstance(self.one, Node) else self.one.id

    def done(self, text: str | None, now: float, writer: str) -> Digest:
        """What was made of it.

        Args:
            text: A sentence; ``None``: what stands says it all.
            now: Seconds since the epoch.
            writer: Who says so.
        """
        said = self.standing if text is None else text
        return digested(self.one.description, self.notes, said, now=now, writer=writer)


def undescribed(graph: KnownGraph, now: float) -> Iterator[Description]:
    """What is to be described anew, nodes by key and edges by id.

    Without any notes nothing is to be made, and what was made of them is to be dropped.

    Args:
        graph: What is known.
        now: Seconds since the epoch.
    """
    for name in _noted(graph):
        found = description_of(graph, name, now)
        if found is not None and is_dirty(found.one, found.notes):
            yield found


def is_told(node: Node) -> bool:
    """Whether a node is a story, which is told from more than its own notes (``stories``)."""
    return bool(node.about or node.rooted_in)


def _noted(graph: KnownGraph) -> list[str]:
    """Keys of nodes and ids of edges that have notes, own or of what they correct, or a digest."""
    found = set[str]()
    for name in graph.targets_with_notes:
        is_edge = graph.edge(name) is not None
        found |= {one.id for one in graph.correcting(name)} if is_edge else {name}
    return sorted(found)


def description_of(graph: KnownGraph, name: str, now: float) -> Description | None:
    """What is to be described, as it stands; ``None`` for what is not there, or is told.

    A version that never was so is described no more, but by what took its place.
    """
    one = graph.node(name) or graph.edge(name)
    if one is None:
        return None
    if isinstance(one, Node):
        if is_told(one):
            return None
        names: Sequence[str] = (one.name,)
    elif is_void(one):
        return None
    else:
        names = [_name(graph, key) for key in (one.from_key, one.to_key)]
        names = names if one.orientation is not Orientation.BACKWARD else names[::-1]
    notes = living(graph.noted(one), now)
    return Description(one, tuple(names), notes, _standing(one, notes))


def _name(graph: KnownGraph, key: str) -> str:
    node = graph.node(key)
    return key if node is None else node.name


def _standing(one: Described, notes: Sequence[Note]) -> str:
    """What describes it so far, without what only notes said that count no more."""
    digest = one.digest
    names = {note_name(note.target, note.id) for note in notes}
    if digest is None or digest.text is None or not digest.inputs <= names:
        return one.description
    is_of_this = digest.seal == sealed(digest.text, one.description, digest.inputs)
    return digest.text if is_of_this else one.description
