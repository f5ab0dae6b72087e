"""What is kept in step with every change."""

from dataclasses import dataclass, field

from ...core.ports import View
from ...core.records.conversation import Turn
from ...core.records.graph import Edge, Node, Note
from ...core.records.pyramid import Observation, Summary
from ..conversation.findable import findable_turn
from ..graph.findable import embedded_graph
from ..pyramid.findable import embedded_piece, findable
from ..search.written import WRITTEN, findable_text
from .catalogue import Catalogue
from .conversations import Conversations
from .graph_index import GraphIndex
from .graphs import Graphs
from .pyramids import Pyramids
from .search_index import SearchIndex
from .subjects import Subjects
from .vectors import Vectors
from .wordings import Wordings

__all__ = [
    "Catalogue",
    "Conversations",
    "GraphIndex",
    "Graphs",
    "Pyramids",
    "SearchIndex",
    "Subjects",
    "Vectors",
    "Views",
    "Wordings",
]

_PIECES = (Observation, Summary)
_GRAPH = (Node, Edge, Note)


@dataclass(frozen=True, slots=True)
class Views:
    """All that is kept in step for the rooms of one store.

    Attributes:
        catalogue: Which domains and facets there are.
        search_index: The words of each memory, and what else search knows of it.
        subjects: What each memory states, and about whom.
        vectors: What each memory means, as an encoder sees it.
        piece_index: The words of each observation and summary.
        piece_vectors: What each of them means.
        pyramids: What was observed, and what it adds up to.
        graphs: Who and what there is, and how they relate.
        graph_index: The words of each node and edge, with those that are noted of it.
        graph_vectors: What nodes, edges and notes mean, each by itself.
        text_index: The words of the diary, of what is told of topics, and of layers.
        conversations: What was said in each conversation that somebody opened.
        turn_index: The words of everything that was said in a scope, by the record: a message that
            is kept in parts is found by each of them.
        wordings: Which memories say about the same, word for word.
    """

    catalogue: Catalogue = field(default_factory=Catalogue)
    search_index: SearchIndex = field(default_factory=SearchIndex)
    subjects: Subjects = field(default_factory=Subjects)
    vectors: Vectors = field(default_factory=Vectors)
    piece_index: SearchIndex = field(default_factory=lambda: SearchIndex(_PIECES, findable))
    piece_vectors: Vectors = field(
        default_factory=lambda: Vectors(_PIECES, embedded_piece, "pyramid.embed")
    )
    pyramids: Pyramids = field(default_factory=Pyramids)
    graphs: Graphs = field(default_factory=Graphs)
    graph_index: GraphIndex = field(default_factory=GraphIndex)
    graph_vectors: Vectors = field(
        default_factory=lambda: Vectors(_GRAPH, embedded_graph, "graph.embed")
    )
    text_index: SearchIndex = field(default_factory=lambda: SearchIndex(WRITTEN, findable_text))
    conversations: Conversations = field(default_factory=Conversations)
    turn_index: SearchIndex = field(default_factory=lambda: SearchIndex((Turn,), findable_turn))
    wordings: Wordings = field(default_factory=Wordings)

    @property
    def all(self) -> tuple[View, ...]:
        """Each of them."""
        return (
            self.catalogue,
            self.search_index,
            self.subjects,
            self.vectors,
            self.piece_index,
            self.piece_vectors,
            self.pyramids,
            self.graphs,
            self.graph_index,
            self.graph_vectors,
            self.text_index,
            self.conversations,
            self.turn_index,
            self.wordings,
        )
