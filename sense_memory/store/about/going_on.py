"""A relation that ended goes on from where it did."""

from dataclasses import replace
from functools import partial

from ...core.change import Amend
from ...core.records.graph import Edge, Orientation
from ...mind.views.graphs import KnownGraph
from ..context import Context
from ..graph import relating
from ..graph.known import edge_ref
from ..graph.relating import Told


async def going_on(context: Context, graph: KnownGraph, edge: Edge) -> Edge:
    """Relate two again as they were, from when that ended; the version that says so.

    Raises:
        InputError: Another version of the same relation counts by now.
    """
    told = Told(
        edge.description,
        edge.attitude,
        edge.proximity,
        edge.confidence,
        graph.until(edge),
        None,
        edge.recorded_by,
        edge.ttl_policy,
    )
    ends = (edge.from_key, edge.to_key)
    first, second = ends[::-1] if edge.orientation is Orientation.BACKWARD else ends
    found = await relating.relate(context, first, second, edge.relationship_type, told)
    if not edge.origin:
        return found
    # it goes with what it was learned from, as it did
    origin: Amend[Edge] = Amend(edge_ref(context, found.id), partial(replace, origin=edge.origin))
    await context.records.commit(origin)
    return replace(found, origin=edge.origin)
