"""Who and what there is: relations that answer, and the strongest of whom it is about."""

from collections.abc import Iterator

from ...core.graph import EdgeHit, NodeHit
from ...core.prompt import Section
from ...core.records.graph import EDGE_REFERENCE, NODE_REFERENCE
from ...mind.graph.filters import Filters
from ...mind.graph.finding import is_shown
from ...mind.graph.lifecycle import salience
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..graph import searching
from ..graph.known import known
from .asking import Asking
from .offers import Offer, Offers, once

STRONG = 0.3
"""What means the message at least so much, against the best, is offered."""


async def offers(context: Context, asking: Asking) -> Offers:
    """Edges and nodes that answer, then those of whom it is about."""
    most = asking.most[Section.GRAPH]
    there = await known(context)
    if not most or there.is_empty:
        return Offers(graph=there)
    offered, warning = list[Offer](), None
    if asking.query:
        found = await searching.search(context, asking.query, most, most, Filters.of())
        warning = found.warning
        offered = list(_answering([*found.edges, *found.nodes]))
    around = [] if asking.about is None else list(_around(there, asking.about, context.clock.now()))
    every = once([*offered, *around], most, lambda offer: offer.reference)
    return Offers(every, warning, graph=there)


def _answering(hits: list[EdgeHit | NodeHit]) -> Iterator[Offer]:
    best = max((hit.share.meaning for hit in hits), default=0.0)
    for hit in sorted(hits, key=lambda hit: -hit.score):
        if hit.share.meaning < STRONG * best:
            continue
        why = f"it answers: meaning {hit.share.meaning:.2f}, salience {hit.share.salience:.2f}"
        if isinstance(hit, EdgeHit):
            edge = hit.found.edge
            yield Offer(Section.GRAPH, EDGE_REFERENCE + edge.id, edge, hit.score, why)
        elif hit.found.node.shown:
            # a name alone says nothing
            node = hit.found.node
            yield Offer(Section.GRAPH, NODE_REFERENCE + node.key, node, hit.score, why)


def _around(there: KnownGraph, name: str, now: float) -> Iterator[Offer]:
    """What somebody or something is, and its current edges, the most salient first."""
    keys = there.named(name)
    nodes = [node for key in keys if (node := there.node(key)) is not None]
    for node in nodes:
        if node.shown and is_shown(node, there, now):
            worth = salience(node, now)
            reference = NODE_REFERENCE + node.key
            yield Offer(Section.GRAPH, reference, node, worth, f"it is {node.name}")
    edges = {edge.id: edge for key in keys for edge in there.holding_of(key, now)}
    worths = {edge.id: salience(edge, now) for edge in edges.values()}
    for edge in sorted(edges.values(), key=lambda edge: (-worths[edge.id], edge.id)):
        if is_shown(edge, there, now):
            reference, worth = EDGE_REFERENCE + edge.id, worths[edge.id]
            why = f"it is a relation of {name}, salience {worth:.2f}"
            yield Offer(Section.GRAPH, reference, edge, worth, why)
