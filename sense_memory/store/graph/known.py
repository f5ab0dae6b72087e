"""What this store knows of its graph, where its records stand, and whom somebody means."""

from ...core.records.graph import Edge, Node, Note, note_name
from ...core.ref import Ref
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..filled import filled


async def known(context: Context, *, held: bool = False) -> KnownGraph:
    """All that is known of the scope, brought up to date.

    Args:
        context: The world.
        held: Only what this store holds, without waiting for what relays may hold: for what writes.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    return await filled(context.records, context.views.graphs, context.scope, held=held)


def node_ref(context: Context, key: str) -> Ref[Node]:
    """Where a node stands."""
    return context.ref(Node, key)


def edge_ref(context: Context, name: str) -> Ref[Edge]:
    """Where a version of an edge stands."""
    return context.ref(Edge, name)


def note_ref(context: Context, note: Note) -> Ref[Note]:
    """Where a note stands."""
    return context.ref(Note, note_name(note.target, note.id))
