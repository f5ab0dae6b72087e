"""Notes: what somebody adds to a node or an edge, and for how long it counts."""

from datetime import datetime

from ...core.change import Ensure
from ...core.errors import UnknownMemoryError
from ...core.graph import EdgeStatus, NodeStatus
from ...core.moments import moment_of
from ...core.records.graph import Edge, Node, NodeType, Note, NoteLifetime
from ...core.records.names import check_encodable
from ...core.records.reference import forgotten_origin, referent
from ...mind.graph.notes import new_note
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import note_ref
from .naming import meant, node_key_of, target_of
from .relating import teller
from .telling import edge_status, node_status


async def note(
    context: Context,
    target: str | Node | NodeStatus | Edge | EdgeStatus,
    content: str,
    lifetime: NoteLifetime | str,
    source: str | Node | NodeStatus,
    added_by: str | None,
    at: float | datetime | str | None,
) -> Note:
    """Note something of a node or an edge."""
    now = context.clock.now()
    when = now if at is None else moment_of(at)

    def made(graph: KnownGraph) -> Note:
        of = target_of(context, graph, target)
        return new_note(
            of.key if isinstance(of, Node) else of.id,
            content,
            now=when,
            added_by=teller(context, added_by),
            source=_source(context, graph, source),
            lifetime=lifetime,
        )

    graph, wanted = await meant(context, made)
    ref = note_ref(context, wanted)
    # whoever forgets what is noted of takes all notes; so there must be none written afterwards
    await context.records.commit(
        Ensure(ref, wanted), provided=lambda: target_of(context, graph, target)
    )
    (found,) = await context.records.get_many([ref])
    if found is None and referent(wanted.source, context.scope) is not None:
        raise forgotten_origin(wanted.source)
    return found or wanted


def _source(context: Context, graph: KnownGraph, given: str | Node | NodeStatus) -> str:
    """What a note was learned from.

    A source that stands for something is named by that: who forgets it takes the note, too.
    """
    if isinstance(given, str):
        check_encodable(given, "a note's source")
        if not given.strip() or referent(given, context.scope) is not None:
            return given.strip()
    try:
        key = node_key_of(context, graph, given)
    except UnknownMemoryError as error:
        raise UnknownMemoryError(
            f"a note's source is a node, or a reference as store.reference() says it: {error}"
        ) from None
    node = graph.node(key)
    if node is not None and node.type is NodeType.SOURCE and node.origin:
        return node.origin
    return key


async def notes(
    context: Context, target: str | Node | NodeStatus | Edge | EdgeStatus
) -> list[Note]:
    """What is noted of a node or an edge and counts by now, oldest first."""
    graph, of = await meant(context, lambda there: target_of(context, there, target))
    now = context.clock.now()
    if isinstance(of, Node):
        return list(node_status(context, graph, of, now).notes)
    return list(edge_status(context, graph, of, now).notes)
