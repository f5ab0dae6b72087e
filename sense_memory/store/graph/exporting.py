"""What is written of a graph into a file that a person asked for."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...core.errors import InputError
from ...core.records.graph import Edge, Node, Note
from ...mind.graph.formats import graphml, json, server_memory
from ...mind.graph.formats.snapshot import Snapshot
from ...mind.graph.notes import is_expired
from ...mind.graph.types import SEMANTIC
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import known
from .telling import edge_statuses, node_statuses

R = TypeVar("R")
S = TypeVar("S")

AT_ONCE = 500
"""Records that are told of before somebody else may do something."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A graph as text.

    Attributes:
        pieces: The text, piece by piece; it can be gone through once.
        nodes: How many nodes are in it.
    """

    pieces: Iterator[str]
    nodes: int


async def exported(context: Context, form: str) -> Exported:
    """The graph of the scope as it stands now.

    Args:
        context: The world.
        form: ``json``, ``graphml`` or ``server-memory``.

    Raises:
        InputError: There is no such format.
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    made = _FORMATS.get(form)
    if made is None:
        raise InputError(f"a graph is exported as one of {', '.join(_FORMATS)}; not {form!r}")
    return await made(context, await known(context), context.clock.now())


async def _json(context: Context, graph: KnownGraph, now: float) -> Exported:
    """All that is known."""
    nodes, edges = tuple(graph.nodes), tuple(graph.edges)
    names = (*(node.key for node in nodes), *(edge.id for edge in edges))
    notes = {name: graph.notes(name) for name in names}
    made = await _snapshot(context, graph, nodes, edges, notes, now)
    return Exported(json.pieces(made), len(made.nodes))


async def _graphml(context: Context, graph: KnownGraph, now: float) -> Exported:
    """What is current."""
    made = await _current(context, graph, tuple(graph.nodes), now)
    return Exported(graphml.pieces(made), len(made.nodes))


async def _server_memory(context: Context, graph: KnownGraph, now: float) -> Exported:
    """What is current of people, concepts and entities: that server knows nothing else."""
    nodes = [node for node in graph.nodes if node.type in SEMANTIC]
    made = await _current(context, graph, nodes, now)
    return Exported(server_memory.pieces(made), len(made.nodes))


_FORMATS: Mapping[str, Callable[[Context, KnownGraph, float], Awaitable[Exported]]] = {
    "json": _json,
    "graphml": _graphml,
    "server-memory": _server_memory,
}


async def _current(
    context: Context, graph: KnownGraph, nodes: Sequence[Node], now: float
) -> Snapshot:
    edges = tuple(graph.current(now))
    noted = {
        **{node.key: graph.noted(node) for node in nodes},
        **{edge.id: graph.noted(edge) for edge in edges},
    }
    notes = {
        name: [note for note in found if not is_expired(note, now)] for name, found in noted.items()
    }
    return await _snapshot(context, graph, nodes, edges, notes, now)


async def _snapshot(
    context: Context,
    graph: KnownGraph,
    nodes: Sequence[Node],
    edges: Sequence[Edge],
    notes: Mapping[str, Sequence[Note]],
    now: float,
) -> Snapshot:
    return Snapshot(
        context.user,
        now,
        await _told(nodes, lambda some: node_statuses(context, graph, some, now)),
        await _told(edges, lambda some: edge_statuses(context, graph, some, now)),
        {name: noted for name, noted in notes.items() if noted},
    )


async def _told(records: Sequence[R], tell: Callable[[Sequence[R]], Sequence[S]]) -> list[S]:
    """What is told of many, with time for others in between."""
    found: list[S] = []
    for start in range(0, len(records), AT_ONCE):
        found += tell(records[start : start + AT_ONCE])
        await asyncio.sleep(0)
    return found
