"""Nodes and edges, found by words and meaning, the best of them first."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core.embedding_report import EmbedReport
from ...core.graph import EdgeHit, GraphFound, NodeHit
from ...core.records.graph import Note
from ...core.ref import Ref
from ...mind.graph.filters import Filters
from ...mind.views.graph_index import IndexedGraph
from ...mind.views.graphs import KnownGraph
from ...mind.views.vectors import Cosines
from .. import embedding
from ..context import Context
from ..filled import AT_ONCE
from .known import edge_ref, known, node_ref, note_ref
from .telling import edge_status, node_status

if TYPE_CHECKING:
    from ...mind.graph.finding import Meanings
    from ...mind.search.documents import Documents

__all__ = ["Filters", "embed", "search"]


async def search(
    context: Context, query: str, nodes: int | None, edges: int | None, filters: Filters
) -> GraphFound:
    """The nodes and current edges that answer a query, the best first; no use is counted."""
    from ...mind.graph.finding import check_most, edges_found, nodes_found

    config = context.config.graph
    most_nodes = check_most(nodes, config.nodes, "nodes")
    most_edges = check_most(edges, config.edges, "edges")
    answers = await answering(context, query)
    # from here on nothing is awaited: what is ranked is what stands
    now, there, documents = context.clock.now(), answers.known, answers.documents
    meaning = answers.meanings.whole
    found_nodes = nodes_found(meaning, documents, there, filters, most_nodes, config, now)
    found_edges = edges_found(meaning, documents, there, filters, most_edges, config, now)
    return GraphFound(
        tuple(
            NodeHit(node_status(context, there, hit.one, now), hit.score, hit.share)
            for hit in found_nodes
        ),
        tuple(
            EdgeHit(edge_status(context, there, hit.one, now), hit.score, hit.share)
            for hit in found_edges
        ),
        answers.warning,
    )


@dataclass(frozen=True, slots=True)
class Answering:
    """What of the graph answers a query; all of it holds until something is awaited.

    Attributes:
        documents: The nodes and edges as search knows them.
        meanings: How well each of them answers.
        known: What stands.
        cosines: How near each record is by its vector; ``None`` where no encoder was asked.
        warning: Why the encoder could not be asked, if that is so.
    """

    documents: "Documents"
    meanings: "Meanings"
    known: KnownGraph
    cosines: Cosines | None
    warning: str | None


async def answering(context: Context, query: str) -> Answering:
    """How well each node and edge answers a query; errors as for ``search``."""
    from ...mind.graph.finding import meanings
    from ...mind.search.question import Question

    question = Question.of(query, context.clock.now())
    there = await known(context)
    indexed = context.views.graph_index.of(context.scope)
    vectors = context.views.graph_vectors
    asked = embedding.Question()
    if len(await _indexed(context, indexed, there)):
        await _know_vectors(context, there)
        asked = await embedding.question(context, vectors, query)
    # from here on nothing is awaited: what is ranked is what stands
    now = context.clock.now()
    documents = _up_to_date(indexed, there, now)
    cosines = embedding.cosines(context, vectors, asked)
    meaning = meanings(documents, there, question, context.config.search, now, cosines)
    return Answering(documents, meaning, there, cosines, asked.warning)


async def embed(context: Context, *, force: bool = False) -> EmbedReport:
    """Make the vectors that are missing or outdated, or all; what was made stays if it fails."""
    await _know_vectors(context, await known(context))
    return await embedding.embed(context, context.views.graph_vectors, force=force)


async def _know_vectors(context: Context, there: KnownGraph) -> None:
    """Take in the vectors of what is known, which need not be read again for that."""
    if (encoder := embedding.usable(context)) is None:
        return

    def held() -> Iterator[tuple[Ref[Any], object]]:
        for node in there.nodes:
            yield node_ref(context, node.key), node
        for edge in there.edges:
            yield edge_ref(context, edge.id), edge
        for note in _notes(there):
            yield note_ref(context, note), note

    await embedding.know(context, context.views.graph_vectors, encoder, held)


def _notes(there: KnownGraph) -> Iterator[Note]:
    for target in there.targets_with_notes:
        yield from there.notes(target)


async def _indexed(context: Context, indexed: IndexedGraph, there: KnownGraph) -> "Documents":
    """What search knows of this scope: filled once from what is known, and kept in step."""
    for count, _ in enumerate(indexed.bring_up_to_date(there, context.clock.now()), 1):
        if count % AT_ONCE == 0:
            await asyncio.sleep(0)
    return indexed.documents


def _up_to_date(indexed: IndexedGraph, there: KnownGraph, now: float) -> "Documents":
    """The same without a pause, of what changed meanwhile."""
    for _ in indexed.bring_up_to_date(there, now):
        pass
    return indexed.documents
