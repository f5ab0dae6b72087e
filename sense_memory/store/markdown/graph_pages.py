"""Who and what there is, as pages for people: what is told of each, and what is noted."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from ...core.graph import EdgeStatus
from ...core.records.graph import Edge, Node, Note, Orientation, note_name
from ...mind.dates import day_of, minute_of
from ...mind.graph.notes import is_expired
from ...mind.markdown.page import Entry, Page, Section, label_of
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..graph.known import known
from ..graph.telling import edge_status


async def node_pages(
    context: Context, files: Callable[[Iterable[str]], Mapping[str, str]]
) -> list[Page]:
    """The page of every node.

    Args:
        context: The world.
        files: Gives the file of each node, by its key.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    graph = await known(context)
    now = context.clock.now()
    named = files(node.key for node in graph.nodes)
    return [
        Page(
            named[node.key],
            "note",
            node.key,
            f"{node.name} ({node.type.value})",
            tuple(_sections(context, graph, node, now)),
        )
        for node in graph.nodes
    ]


def _sections(context: Context, graph: KnownGraph, node: Node, now: float) -> Iterator[Section]:
    if node.shown:
        yield Section("Told", generated=node.shown)
    edges = [edge_status(context, graph, edge, now) for edge in graph.holding_of(node.key, now)]
    lines = [line for one in edges for line in _relation(graph, one, now)]
    lines += [f"{kind.value} {_name(graph, key)}" for kind, key in node.links()]
    if lines:
        yield Section("Relations", generated="\n".join(lines))
    noted = (note for note in graph.notes(node.key) if not is_expired(note, now))
    yield Section("Notes", entries=tuple(map(_note, noted)))


def _note(note: Note) -> Entry:
    label = label_of(minute_of(note.added_at))
    return Entry("note", note_name(note.target, note.id), label, note.content)


def _relation(graph: KnownGraph, one: EdgeStatus, now: float) -> Iterator[str]:
    """A relation in a line, and what is noted of it below."""
    start, end = _told(one.edge)
    said = f"{_name(graph, start)} {one.edge.relationship_type} {_name(graph, end)}"
    since = f"since {day_of(one.edge.valid_from)}"
    until = [] if one.until is None else [f"until {day_of(one.until)}"]
    described = f": {one.edge.shown}" if one.edge.shown else ""
    yield f"{said} ({', '.join((one.attitude, one.proximity, since, *until))}){described}"
    for note in graph.noted(one.edge):
        if not is_expired(note, now):
            yield f"  {minute_of(note.added_at)}: {note.content}"


def _told(edge: Edge) -> tuple[str, str]:
    """The two nodes in the order in which they were told."""
    if edge.orientation is Orientation.BACKWARD:
        return edge.to_key, edge.from_key
    return edge.from_key, edge.to_key


def _name(graph: KnownGraph, key: str) -> str:
    node = graph.node(key)
    return key if node is None else node.name
