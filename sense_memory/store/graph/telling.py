"""What is told of nodes and edges: the record, and what it is worth by now.

Of a former knowledge only that is told as it was then which nothing but time can change: until when
a version counted, and what was noted of it. What it is worth follows from its uses, and of those
only the last one's time is kept; so salience and state are always by now.
"""

from collections.abc import Iterable

from ...core.graph import EdgeStatus, NodeStatus
from ...core.records.graph import Edge, Node
from ...mind.graph.dirty import is_outdated
from ...mind.graph.lifecycle import salience, state
from ...mind.graph.notes import living
from ...mind.graph.types import edge_type
from ...mind.graph.words import words
from ...mind.views.graphs import KnownGraph
from ..context import Context


def node_status(context: Context, graph: KnownGraph, node: Node, now: float) -> NodeStatus:
    """A node, and what it is worth.

    Args:
        context: The world.
        graph: What is known of the scope.
        node: One of its nodes, with all uses that are known.
        now: Seconds since the epoch.
    """
    notes = living(graph.noted(node), now)
    return NodeStatus(
        node,
        context.user,
        salience(node, now),
        state(node, now),
        notes,
        graph.current_count(node.key, now),
        is_outdated(graph, node, notes, now),
    )


def node_statuses(
    context: Context, graph: KnownGraph, nodes: Iterable[Node], now: float
) -> list[NodeStatus]:
    """Some nodes, in the given order; arguments as for ``node_status``."""
    return [node_status(context, graph, node, now) for node in nodes]


def edge_status(
    context: Context, graph: KnownGraph, edge: Edge, now: float, known: float | None = None
) -> EdgeStatus:
    """A version of an edge, and what it is worth.

    Args:
        context: The world.
        graph: What is known of the scope.
        edge: One of its edges, with all uses that are known.
        now: Seconds since the epoch.
        known: What was recorded, ended or noted later is not known yet; ``None`` is all that is
            known.
    """
    kind = edge_type(edge.from_key, edge.to_key)
    noted = graph.noted(edge)
    notes = said = living(noted, now)
    if known is not None:
        said = living((note for note in noted if note.added_at <= known), now)
    attitude, proximity = words(kind, edge.attitude, edge.proximity)
    return EdgeStatus(
        edge,
        kind,
        context.user,
        attitude,
        proximity,
        graph.until(edge, known),
        graph.is_current(edge, now),
        salience(edge, now),
        state(edge, now),
        said,
        is_outdated(graph, edge, notes, now),
    )


def edge_statuses(
    context: Context,
    graph: KnownGraph,
    edges: Iterable[Edge],
    now: float,
    known: float | None = None,
) -> list[EdgeStatus]:
    """Some versions of edges, in the given order; arguments as for ``edge_status``."""
    return [edge_status(context, graph, edge, now, known) for edge in edges]
