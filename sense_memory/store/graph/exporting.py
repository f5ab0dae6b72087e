"""What is written of a graph into a file that a person asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

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
    return made(context, await known(context), context.clock.now())


def _json(context: Context, graph: KnownGraph, now: float) -> Exported:
    """All that is known."""
    notes = {target: graph.notes(target) for target in _targets(graph.nodes, graph.edges)}
    made = _snapshot(context, graph, graph.nodes, graph.edges, notes, now)
    return Exported(json.pieces(made), len(made.nodes))


def _graphml(context: Context, graph: KnownGraph, now: float) -> Exported:
    """What is current."""
    made = _current(context, graph, graph.nodes, now)
    return Exported(graphml.pieces(made), len(made.nodes))


def _server_memory(context: Context, graph: KnownGraph, now: float) -> Exported:
    """What is current of people, concepts and entities: that server knows nothing else."""
    nodes = [node for node in graph.nodes if node.type in SEMANTIC]
    made = _current(context, graph, nodes, now)
    return Exported(server_memory.pieces(made), len(made.nodes))


_FORMATS: Mapping[str, Callable[[Context, KnownGraph, float], Exported]] = {
    "json": _json,
    "graphml": _graphml,
    "server-memory": _server_memory,
}


def _current(context: Context, graph: KnownGraph, nodes: Iterable[Node], now: float) -> Snapshot:
    edges = graph.current(now)
    notes = {
        name: [note for note in graph.noted(one) if not is_expired(note, now)]
        for name, one in (
            *((node.key, node) for node in nodes),
            *((edge.id, edge) for edge in edges),
        )
    }
    return _snapshot(context, graph, nodes, edges, notes, now)


def _targets(nodes: Iterable[Node], edges: Iterable[Edge]) -> Iterator[str]:
    yield from (node.key for node in nodes)
    yield from (edge.id for edge in edges)


def _snapshot(
    context: Context,
    graph: KnownGraph,
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    notes: Mapping[str, Iterable[Note]],
    now: float,
) -> Snapshot:
    return Snapshot(
        context.user,
        now,
        node_statuses(context, graph, nodes, now),
        edge_statuses(context, graph, edges, now),
        {name: tuple(noted) for name, noted in notes.items() if noted},
    )
