"""What this store knows of its graph, where its records stand, and whom somebody means."""

from ...core.records.graph import Edge, Node, Note, note_name
from ...core.ref import Ref
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..filled import filled


async def known(context: Context, *, held: bool = False) -> KnownGraph:
    """All that is known of the scope, brought up to date, with all uses that are known.

    Args:
        context: The world.
        held: Only what this store holds, without waiting for what relays may hold: for what writes.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    heard = context.records.uses_heard
    was_read = context.views.graphs.known(context.scope) is not None
    graph = await filled(context.records, context.views.graphs, context.scope, held=held)
    if not was_read:
        graph.uses.read(heard)
    await _hear_uses(context, graph)
    return graph


async def _hear_uses(context: Context, graph: KnownGraph) -> None:
    """Let nodes and edges have the uses that their own records do not say yet."""
    records, uses = context.records, graph.uses
    while True:
        since, heard = uses.heard or 0, records.uses_heard
        if heard != since:
            used = await records.used_since(since, (Node, Edge), context.scope)
            uses.heard = max(uses.heard or 0, heard)
            for ref in used:
                uses.doubt(ref)
        for ref in uses.take_changed():
            if records.may_be_used(ref):
                uses.doubt(ref)
        doubted = uses.doubted
        if not doubted:
            return
        found = await records.get_many(list(doubted))
        for (ref, doubt), record in zip(doubted.items(), found, strict=True):
            # what cannot be read stays as it was shown
            if uses.settled(ref, doubt) and record is not None:
                graph.note(ref, record)


def node_ref(context: Context, key: str) -> Ref[Node]:
    """Where a node stands."""
    return context.ref(Node, key)


def edge_ref(context: Context, name: str) -> Ref[Edge]:
    """Where a version of an edge stands."""
    return context.ref(Edge, name)


def note_ref(context: Context, note: Note) -> Ref[Note]:
    """Where a note stands."""
    return context.ref(Note, note_name(note.target, note.id))
