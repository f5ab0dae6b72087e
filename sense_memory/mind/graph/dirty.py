"""Whether what is shown of a node or an edge is to be made anew."""

from ...core.records.graph import Edge, Node
from ..views.graphs import KnownGraph
from .describing import is_told, is_undescribed
from .stories import is_untold


def is_outdated(graph: KnownGraph, one: Node | Edge, now: float) -> bool:
    """Whether ``consolidate`` would make it anew, or drop it.

    Args:
        graph: What is known.
        one: As it stands.
        now: Seconds since the epoch.
    """
    if isinstance(one, Node) and is_told(one):
        return is_untold(graph, one, now)
    return is_undescribed(graph, one, now)
