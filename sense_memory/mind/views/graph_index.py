"""What search knows of the graph of each scope, in step with every change, and with the time."""

import math
from collections.abc import Iterator
from typing import Any

from ...core.change import Change
from ...core.records.graph import Edge, Node, Note
from ...core.ref import Ref
from ..graph.findable import expires_next, findable_edge, findable_node, may_be_current
from ..graph.notes import living
from .graphs import KnownGraph

_KINDS = (Node, Edge, Note)


class IndexedGraph:
    """What search knows of one scope.

    A document is made of several records: an edge's has the names of its nodes, and both have their
    notes. So a change takes out what it was of, at once, that nothing forgotten is left; it is made
    anew when somebody searches, and so is what a note expired of.

    Attributes:
        documents: It, once ``bring_up_to_date`` ran to its end.
    """

    def __init__(self, scope: str) -> None:
        from ..search.documents import Documents

        self.documents = Documents()
        self._scope = scope
        self._is_begun = False
        self._waiting: dict[Ref[Any], None] = {}
        self._renamed: set[str] = set()
        self._counted_by: dict[str, set[Ref[Any]]] = {}
        self._ends: dict[Ref[Any], float] = {}
        self._first_end = math.inf

    def change(self, change: Change[Any]) -> None:
        """Fold one change in."""
        ref, before, after = change.ref, change.before, change.after
        if ref.kind is Note:
            target = ref.name.partition("/")[0]
            found: set[Ref[Any]] = {
                Ref(Node, target, self._scope),
                Ref(Edge, target, self._scope),
            }
        else:
            target, found = ref.name, {ref}
        for one in found | self._counted_by.get(target, set()):
            self._take_out(one)
            self._waiting[one] = None
        if ref.kind is Edge and after is None:
            self._counted_by.pop(target, None)
        if ref.kind is Node and (before is None or after is None or before.name != after.name):
            self._renamed.add(ref.name)

    def bring_up_to_date(self, known: KnownGraph, now: float) -> Iterator[None]:
        """Make anew what changed or expired, step by step.

        What changes between two steps is made anew, too: once the last was taken, all stands as it
        is.

        Args:
            known: All that is known of the scope.
            now: Seconds since the epoch.
        """
        if not self._is_begun:
            self._is_begun = True
            everything: list[Node | Edge] = [*known.nodes, *known.edges]
            self._waiting |= dict.fromkeys(map(self._ref, everything))
        if self._first_end <= now:
            self._waiting |= dict.fromkeys(ref for ref, end in self._ends.items() if end <= now)
            self._first_end = min(
                (end for end in self._ends.values() if end > now), default=math.inf
            )
        while self._waiting or self._renamed:
            for key in self._renamed:
                self._waiting |= dict.fromkeys(map(self._ref, known.edges_of(key)))
            self._renamed.clear()
            for ref in list(self._waiting):
                if ref not in self._waiting:
                    continue
                del self._waiting[ref]
                self._make(known, ref, now)
                yield

    def _make(self, known: KnownGraph, ref: Ref[Any], now: float) -> None:
        self._take_out(ref)
        if ref.kind is Node:
            if (node := known.node(ref.name)) is not None:
                notes = known.notes(ref.name)
                self.documents.put(ref, findable_node(node, living(notes, now)))
                self._expire(ref, expires_next(notes, now))
        else:
            for one in known.correcting(ref.name):
                # it has the end of what it corrects, and its own again once that is forgotten
                self._take_out(self._ref(one))
                if may_be_current(one):
                    self._put_edge(known, one, now)

    def _put_edge(self, known: KnownGraph, edge: Edge, now: float) -> None:
        ref, notes = self._ref(edge), known.noted(edge)
        names = (known.name_of(edge.from_key), known.name_of(edge.to_key))
        self.documents.put(ref, findable_edge(edge, names, living(notes, now)))
        self._expire(ref, expires_next(notes, now))
        for one in known.corrected(edge):
            self._counted_by.setdefault(one.id, set()).add(ref)

    def _expire(self, ref: Ref[Any], end: float) -> None:
        if end < math.inf:
            self._ends[ref] = end
            self._first_end = min(self._first_end, end)

    def _take_out(self, ref: Ref[Any]) -> None:
        self.documents.take_out(ref)
        self._ends.pop(ref, None)

    def _ref(self, one: Node | Edge) -> Ref[Any]:
        if isinstance(one, Node):
            return Ref(Node, one.key, self._scope)
        return Ref(Edge, one.id, self._scope)


class GraphIndex:
    """The graphs of the scopes in which something was searched for."""

    def __init__(self) -> None:
        self._indexed: dict[str, IndexedGraph] = {}

    def of(self, scope: str) -> IndexedGraph:
        """What is known of a scope; nothing yet if nobody asked before."""
        if scope not in self._indexed:
            self._indexed[scope] = IndexedGraph(scope)
        return self._indexed[scope]

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        if change.ref.kind in _KINDS and (found := self._indexed.get(change.ref.scope)) is not None:
            found.change(change)
