"""A small graph to search in, known as a view knows it."""

from dataclasses import replace
from typing import Any

from sense_memory.core.change import Cause, Change
from sense_memory.core.config import Config
from sense_memory.core.records.graph import (
    Edge,
    Node,
    NodeType,
    Note,
    NoteLifetime,
    node_key,
    note_name,
)
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.edges import new_edge
from sense_memory.mind.graph.filters import Filters
from sense_memory.mind.graph.finding import Answer, edges_found, meanings, nodes_found
from sense_memory.mind.graph.notes import new_note
from sense_memory.mind.graph.types import as_node_key
from sense_memory.mind.search.question import Question
from sense_memory.mind.views.graph_index import GraphIndex
from sense_memory.mind.views.graphs import KnownGraph
from sense_memory.mind.views.vectors import Cosines

NOW = 1_750_000_000.0
DAY = 86_400.0


class World:
    """Nodes, edges and notes, as two views know them."""

    def __init__(self) -> None:
        self.known = KnownGraph()
        self.views = GraphIndex()
        self.indexed = self.views.of("")
        self._stands: dict[Ref[Any], Any] = {}

    def put(self, ref: Ref[Any], after: Any) -> None:
        """This stands there now; ``None``: nothing does."""
        before = self._stands.get(ref)
        self._stands[ref] = after
        self.known.note(ref, after)
        self.views.apply(Change(ref, before, after, Cause.LOCAL))

    def node(self, kind: NodeType, name: str, description: str = "", **more: Any) -> Node:
        """Let a node be known."""
        key = node_key(kind, name)
        node = Node(key, name, description, **{"created_at": NOW, "updated_at": NOW, **more})
        self.put(Ref(Node, key, ""), node)
        return node

    def edge(self, first: str, second: str, word: str, **more: Any) -> Edge:
        """Let an edge be known between two nodes, which are made if need be."""
        keys = [as_node_key(name) for name in (first, second)]
        for key, name in zip(keys, (first, second), strict=True):
            if self.known.node(key) is None:
                kind, _, called = name.partition(":")
                self.node(NodeType(kind), called)
        told = {"now": NOW, "attitude": 3, "proximity": 3, **more}
        edge = new_edge(keys[0], keys[1], word, **told)
        self.changed(edge)
        return edge

    def changed(self, one: Node | Edge, **fields: Any) -> Any:
        """Let something be known as it is, but for some fields."""
        one = replace(one, **fields)
        kind, name = (Node, one.key) if isinstance(one, Node) else (Edge, one.id)
        self.put(Ref(kind, name, ""), one)
        return one

    def note(
        self, target: str, content: str, lifetime: NoteLifetime = NoteLifetime.FOREVER
    ) -> Ref[Note]:
        """Let a note be known; where it stands."""
        note = new_note(target, content, now=NOW, lifetime=lifetime)
        ref = Ref(Note, note_name(target, note.id), "")
        self.put(ref, note)
        return ref

    def refresh(self, now: float = NOW) -> None:
        """Bring the words up to date."""
        for _ in self.indexed.bring_up_to_date(self.known, now):
            pass

    def _meant(self, query: str, now: float, cosines: Cosines | None) -> Any:
        self.refresh(now)
        question = Question.of(query, now)
        documents = self.indexed.documents
        return meanings(documents, self.known, question, Config().search, now, cosines).whole

    def edges(
        self,
        query: str,
        filters: Filters | None = None,
        *,
        most: int = 10,
        now: float = NOW,
        cosines: Cosines | None = None,
    ) -> list[Answer[Edge]]:
        """The edges that a search finds."""
        meant = self._meant(query, now, cosines)
        wanted = filters or Filters.of()
        documents, config = self.indexed.documents, Config().graph
        return edges_found(meant, documents, self.known, wanted, most, config, now)

    def nodes(
        self,
        query: str,
        filters: Filters | None = None,
        *,
        most: int = 5,
        now: float = NOW,
        cosines: Cosines | None = None,
    ) -> list[Answer[Node]]:
        """The nodes that a search finds."""
        meant = self._meant(query, now, cosines)
        wanted = filters or Filters.of()
        documents, config = self.indexed.documents, Config().graph
        return nodes_found(meant, documents, self.known, wanted, most, config, now)


def told(answers: list[Answer[Edge]]) -> list[str]:
    """How people would name what was found: ``ada friend bob``."""
    return [
        f"{one.from_key.partition(':')[2]} {one.relationship_type} {one.to_key.partition(':')[2]}"
        for one in (answer.one for answer in answers)
    ]
