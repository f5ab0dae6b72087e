"""What there is between nodes: edges, when they held, and the ways over them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from ...core.errors import InputError, UnknownMemoryError
from ...core.graph import EdgeStatus, Hop, Neighbor, NodeStatus
from ...core.moments import moment_of
from ...core.records.graph import Edge, EdgeType, GraphState, Node, is_id
from ...mind.graph import walking
from ...mind.graph.lifecycle import as_state, salience, state
from ...mind.graph.scores import Spans, spans
from ...mind.graph.types import check_relationship, edge_type, relationship_key
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import edge_ref, known
from .naming import edge_of, meant, node_key_of
from .telling import edge_status, edge_statuses, node_status


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which edges somebody asks for.

    Attributes:
        type: Only of this type; ``None`` is any, as below.
        relationship: Only called so; what names of one relation have in common.
        attitude: Between which scores, for each type that is meant.
        proximity: Likewise.
        state: Only in this state.
    """

    type: EdgeType | None
    relationship: str | None
    attitude: Spans
    proximity: Spans
    state: GraphState | None

    @classmethod
    def of(
        cls,
        kind: EdgeType | str | None,
        relationship_type: str | None,
        attitude: int | str | tuple[int, int] | None,
        proximity: int | str | tuple[int, int] | None,
        in_state: GraphState | str | None,
    ) -> Self:
        """What is meant by what was given; ``None`` is anything.

        Raises:
            InputError: There is no such type, score, word or state; it says which there are.
        """
        only = None if kind is None else _type(kind)
        word = None if relationship_type is None else check_relationship(relationship_type)
        return cls(
            only,
            None if word is None else relationship_key(word),
            spans(attitude, "attitude", only),
            spans(proximity, "proximity", only),
            None if in_state is None else as_state(in_state),
        )

    def fits(self, edge: Edge, now: float) -> bool:
        """Whether an edge is one of those."""
        if self.relationship not in (None, relationship_key(edge.relationship_type)):
            return False
        kind = edge_type(edge.from_key, edge.to_key)
        if self.type not in (None, kind):
            return False
        for score, wanted in ((edge.attitude, self.attitude), (edge.proximity, self.proximity)):
            span = wanted.get(kind)
            if span is None or not span[0] <= score <= span[1]:
                return False
        return self.state is None or state(edge, now) is self.state


def _type(given: EdgeType | str) -> EdgeType:
    try:
        return EdgeType(given)
    except ValueError:
        raise InputError(f"a type of edge is one of {', '.join(EdgeType)}; not {given!r}") from None


# --- edges


async def edge(
    context: Context,
    given: str | Edge | EdgeStatus | Node | NodeStatus,
    end: str | Node | NodeStatus | None,
    relationship_type: str | None,
) -> EdgeStatus:
    """One edge as it was until now, which uses it: a version, or the current one of two nodes."""
    if end is None and relationship_type is not None:
        raise InputError(
            "relationship_type chooses among the edges of two nodes: name the other node too"
        )
    now = context.clock.now()

    def find(graph: KnownGraph) -> Edge:
        if end is None:
            return edge_of(context, graph, given)
        one, other = (node_key_of(context, graph, name) for name in (given, end))
        return _between(graph, one, other, relationship_type, now)

    graph, found = await meant(context, find)
    told = edge_status(context, graph, found, now)
    ref = edge_ref(context, found.id)
    # what is in the archive might be let go by somebody, who must hear of this
    await context.records.touch(ref, at_once=told.state is GraphState.ARCHIVED)
    return told


def _between(
    graph: KnownGraph, one: str, other: str, relationship_type: str | None, now: float
) -> Edge:
    """The current edge of two nodes that is called so, or the only one."""
    current = [edge for edge in graph.between(one, other) if graph.is_current(edge, now)]
    called = current
    if relationship_type is not None:
        word = relationship_key(check_relationship(relationship_type))
        called = [edge for edge in current if relationship_key(edge.relationship_type) == word]
    if len(called) == 1:
        return called[0]
    there = ", ".join(f"{edge.relationship_type} ({edge.id})" for edge in current)
    if called:
        raise InputError(
            f"several edges join {one} and {other}: {there}; say which relationship_type"
        )
    named = "" if relationship_type is None else f" that is called {relationship_type!r}"
    hint = f"there is {there}" if there else "there is none at all"
    raise UnknownMemoryError(f"no current edge{named} joins {one} and {other}; {hint}")


async def edges(
    context: Context, node: str | Node | NodeStatus | None, wanted: Wanted
) -> list[EdgeStatus]:
    """The current edges that are wanted, of all nodes or of one, the most salient first."""
    graph = await known(context)
    now = context.clock.now()
    if node is None:
        current = graph.current(now)
    else:
        current = graph.holding_of(node_key_of(context, graph, node), now)
    found = [edge for edge in current if wanted.fits(edge, now)]
    # among equals in the order in which they came, that of their nodes
    found.sort(key=lambda edge: -salience(edge, now))
    return edge_statuses(context, graph, found, now)


async def versions(
    context: Context,
    node: str | Node | NodeStatus | None,
    other: str | Node | NodeStatus | None,
) -> list[EdgeStatus]:
    """All versions of edges, of all nodes, of one or between two, in the order of their nodes."""
    if node is None and other is not None:
        raise InputError("of two nodes the first is named, too")
    graph = await known(context)
    if node is None:
        found = graph.edges
    elif other is None:
        found = graph.edges_of(node_key_of(context, graph, node))
    else:
        found = graph.between(*(node_key_of(context, graph, name) for name in (node, other)))
    return edge_statuses(context, graph, found, context.clock.now())


async def held(context: Context, ids: Iterable[str]) -> dict[str, Edge]:
    """What this store holds of some versions, by id."""
    refs = [edge_ref(context, name) for name in dict.fromkeys(ids) if is_id(name)]
    found = await context.records.get_many(refs)
    return {edge.id: edge for edge in found if edge is not None}


async def history(context: Context, given: str | Edge | EdgeStatus) -> list[EdgeStatus]:
    """All versions of a relation, by when they began and were recorded."""
    graph = await known(context)
    versions = graph.lineage(edge_of(context, graph, given))
    return edge_statuses(context, graph, versions, context.clock.now())


async def at(
    context: Context,
    valid_time: float | datetime | str,
    known_at: float | datetime | str | None,
    node: str | Node | NodeStatus | None,
) -> list[EdgeStatus]:
    """The edges that counted at a moment, of all nodes or of one, in the order of their nodes."""
    valid = moment_of(valid_time)
    known_then = None if known_at is None else moment_of(known_at)
    graph = await known(context)
    if node is None:
        held = graph.holding(valid, known_then)
    else:
        held = graph.holding_of(node_key_of(context, graph, node), valid, known_then)
    return edge_statuses(context, graph, held, context.clock.now(), known_then)


# --- walking


async def neighbors(
    context: Context,
    node: str | Node | NodeStatus,
    depth: int,
    when: float | datetime | str | None,
) -> list[Neighbor]:
    """What can be reached from a node, the nearest first, at one depth by key."""
    valid = None if when is None else moment_of(when)
    graph = await known(context)
    now = context.clock.now()
    steps = graph.steps(now if valid is None else valid)
    reached = walking.neighbours(steps, node_key_of(context, graph, node), depth)
    return [
        Neighbor(
            node_status(context, graph, _node(graph, found.key), now),
            found.depth,
            edge_status(context, graph, found.step.edge, now),
            found.step.start,
        )
        for found in reached
    ]


def _node(graph: KnownGraph, key: str) -> Node:
    """The node of a key; one that has not arrived yet, though an edge has, is known by its key."""
    return graph.node(key) or Node(key, key.partition(":")[2])


async def path(
    context: Context,
    start: str | Node | NodeStatus,
    end: str | Node | NodeStatus,
    when: float | datetime | str | None,
) -> list[Hop] | None:
    """The shortest way between two nodes; ``None`` if there is none."""
    valid = None if when is None else moment_of(when)
    graph = await known(context)
    now = context.clock.now()
    one, other = (node_key_of(context, graph, name) for name in (start, end))
    way = walking.path(graph.steps(now if valid is None else valid), one, other)
    if way is None:
        return None
    return [Hop(step.start, edge_status(context, graph, step.edge, now), step.end) for step in way]
