"""All nodes, edges and notes of each scope, and what follows from them."""

from collections.abc import Sequence
from typing import Any

from ...core.records.graph import Edge, Node, Note
from ...core.ref import Ref
from .scopes import Scopes


class KnownGraph:
    """What is known of one scope.

    Attributes:
        version: Grows with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._nodes: dict[str, Node] = {}
        self._edges: dict[str, Edge] = {}
        self._notes: dict[str, dict[str, Note]] = {}

    # ------------------------------------------------------------------ keeping in step

    def note(self, ref: Ref[Any], record: Node | Edge | Note | None) -> None:
        """This stands there now; ``None``: nothing does."""
        self.version += 1
        if ref.kind is Note:
            target, _, name = ref.name.partition("/")
            if isinstance(record, Note):
                self._notes.setdefault(target, {})[name] = record
            elif target in self._notes:
                self._notes[target].pop(name, None)
        elif isinstance(record, Node):
            self._nodes[ref.name] = record
        elif isinstance(record, Edge):
            self._edges[ref.name] = record
        elif ref.kind is Node:
            self._nodes.pop(ref.name, None)
        else:
            self._edges.pop(ref.name, None)

    # ------------------------------------------------------------------------ being asked

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (self._nodes or self._edges or self._notes)

    @property
    def nodes(self) -> Sequence[Node]:
        """All of them, by key."""
        return sorted(self._nodes.values(), key=lambda node: node.key)

    def node(self, key: str) -> Node | None:
        """The node of a key."""
        return self._nodes.get(key)

    def edge(self, name: str) -> Edge | None:
        """The version of an edge of an id."""
        return self._edges.get(name)


class Graphs(Scopes[KnownGraph]):
    """The graphs of the scopes in which something was asked for."""

    def __init__(self) -> None:
        super().__init__((Node, Edge, Note), KnownGraph)
