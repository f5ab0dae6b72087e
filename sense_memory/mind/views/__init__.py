"""What is kept in step with every change."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ...core.ports import View

if TYPE_CHECKING:
    from .catalogue import Catalogue
    from .conversations import Conversations
    from .graph_index import GraphIndex
    from .graphs import Graphs
    from .pyramids import Pyramids
    from .search_index import SearchIndex
    from .subjects import Subjects
    from .vectors import Vectors
    from .wordings import Wordings

__all__ = ["Views"]

V = TypeVar("V", bound=View)


class Views:
    """All that is kept in step for the rooms of one store, each from when a room first asks for it.

    What nobody asks for is neither imported nor told of anything: a command that reads one memory
    needs none of them. A view is filled from the records when it is asked, so it misses nothing;
    only ``subjects`` also remembers what it heard before, and has to be made first.

    Args:
        attach: Has a view told of every change from now on.
    """

    def __init__(self, attach: Callable[[View], None]) -> None:
        self._attach = attach

    def _kept(self, view: V) -> V:
        self._attach(view)
        return view

    @cached_property
    def catalogue(self) -> "Catalogue":
        """Which domains and facets there are."""
        from .catalogue import Catalogue

        return self._kept(Catalogue())

    @cached_property
    def search_index(self) -> "SearchIndex":
        """The words of each memory, and what else search knows of it."""
        from .search_index import SearchIndex

        return self._kept(SearchIndex())

    @cached_property
    def subjects(self) -> "Subjects":
        """What each memory states, and about whom."""
        from .subjects import Subjects

        return self._kept(Subjects())

    @cached_property
    def vectors(self) -> "Vectors":
        """What each memory means, as an encoder sees it."""
        from .vectors import Vectors

        return self._kept(Vectors())

    @cached_property
    def piece_index(self) -> "SearchIndex":
        """The words of each observation and summary."""
        from ...core.records.pyramid import Observation, Summary
        from ..pyramid.findable import findable
        from .search_index import SearchIndex

        return self._kept(SearchIndex((Observation, Summary), findable))

    @cached_property
    def piece_vectors(self) -> "Vectors":
        """What each of them means."""
        from ...core.records.pyramid import Observation, Summary
        from ..pyramid.findable import embedded_piece
        from .vectors import Vectors

        return self._kept(Vectors((Observation, Summary), embedded_piece, "pyramid.embed"))

    @cached_property
    def pyramids(self) -> "Pyramids":
        """What was observed, and what it adds up to."""
        from .pyramids import Pyramids

        return self._kept(Pyramids())

    @cached_property
    def graphs(self) -> "Graphs":
        """Who and what there is, and how they relate."""
        from .graphs import Graphs

        return self._kept(Graphs())

    @cached_property
    def graph_index(self) -> "GraphIndex":
        """The words of each node and edge, with those that are noted of it."""
        from .graph_index import GraphIndex

        return self._kept(GraphIndex())

    @cached_property
    def graph_vectors(self) -> "Vectors":
        """What nodes, edges and notes mean, each by itself."""
        from ...core.records.graph import Edge, Node, Note
        from ..graph.findable import embedded_graph
        from .vectors import Vectors

        return self._kept(Vectors((Node, Edge, Note), embedded_graph, "graph.embed"))

    @cached_property
    def text_index(self) -> "SearchIndex":
        """The words of the diary, of what is told of topics, and of layers."""
        from ..search.written import WRITTEN, findable_text
        from .search_index import SearchIndex

        return self._kept(SearchIndex(WRITTEN, findable_text))

    @cached_property
    def conversations(self) -> "Conversations":
        """What was said in each conversation that somebody opened."""
        from .conversations import Conversations

        return self._kept(Conversations())

    @property
    def has_conversations(self) -> bool:
        """Whether anybody ever opened one."""
        return "conversations" in self.__dict__

    @cached_property
    def turn_index(self) -> "SearchIndex":
        """The words of everything that was said in a scope, by the record.

        A message that is kept in parts is found by each of them.
        """
        from ...core.records.conversation import Turn
        from ..conversation.findable import findable_turn
        from .search_index import SearchIndex

        return self._kept(SearchIndex((Turn,), findable_turn))

    @cached_property
    def wordings(self) -> "Wordings":
        """Which memories say about the same, word for word."""
        from .wordings import Wordings

        return self._kept(Wordings())
