"""Whether what is shown of a node or an edge is to be made anew."""

from collections.abc import Iterable

from ...core.records.graph import Edge, Node, Note
from ..views.graphs import KnownGraph
from .chains import is_void
from .describing import is_told
from .notes import is_dirty
from .stories import is_untold


def is_outdated(graph: KnownGraph, one: Node | Edge, notes: Iterable[Note], now: float) -> bool:
    """Whether ``consolidate`` would make it anew, or drop it.

    Args:
        graph: What is known.
        one: As it stands.
        notes: Those of it that count.
        now: Seconds since the epoch.
    """
    if isinstance(one, Node) and is_told(one):
        return is_untold(graph, one, now)
    is_gone = isinstance(one, Edge) and is_void(one)
    return not is_gone and is_dirty(one, notes)
