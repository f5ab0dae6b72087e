"""How two are related, as it was read somewhere: nodes that are made, edges that begin and end.

What is written follows from what is known of the graph at that moment; ``Read.check`` says whether
that is still so when it is committed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ...core.change import Amend, Edit, Ensure, Forget, Put
from ...core.records.graph import Edge, Node, NodeType, edge_id, folded, node_key, node_type
from ...mind.graph.chains import chain_of, end_of
from ...mind.graph.edges import new_edge
from ...mind.graph.told import relationship_word
from ...mind.graph.types import SEMANTIC, relationship_key
from ...mind.learning.names import names
from ...mind.learning.relation import Party, Relation
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import edge_ref, known, node_ref

USER_NAME = "User"
"""Whom the agent works for is called so, where nobody says who speaks."""
READ = "read"
"""The origin of a node that was made because somebody was said to be related with it."""
EXCLUSIVE = frozenset(("lives-in", "married-to", "engaged-to", "partner-of"))
"""Relations of which somebody has one at a time: another one ends the one that was learned."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A relation, and what it was read in.

    Attributes:
        relation: It.
        origin: The reference of what says it, with which it is forgotten.
        text: The sentence.
        speaker: Who speaks; ``None`` is whom the agent works for.
        at: When it was said, seconds since the epoch.
        by: Who told it.
        is_addition: It holds beside what is known: "also".
    """

    relation: Relation
    origin: str
    text: str
    speaker: str | None
    at: float
    by: str
    is_addition: bool = False


class GraphMovedError(Exception):
    """Somebody wrote what this was decided by."""


@dataclass(slots=True)
class Read:
    """What is to be written, and by what that was decided.

    Attributes:
        nodes: New ones.
        edges: New ones.
        ended: Edges that end.
    """

    context: Context
    graph: KnownGraph
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    ended: dict[str, Edge] = field(default_factory=dict)

    @property
    def edits(self) -> list[Edit]:
        """What writes it."""
        found: list[Edit] = [
            Ensure(node_ref(self.context, key), node) for key, node in self.nodes.items()
        ]
        found += [Put(edge_ref(self.context, one.id), one) for one in self.edges.values()]
        found += [
            Amend(edge_ref(self.context, one.id), _ending(one)) for one in self.ended.values()
        ]
        return found

    def check(self) -> None:
        """Refuse to write what is not so any more.

        Raises:
            GraphMovedError: An edge stands already that is to be made.
        """
        if any(self._is_open(edge) for edge in self.edges.values()):
            raise GraphMovedError

    def add(self, given: Learned) -> None:
        """Take a relation in; nothing becomes of what is known, or of whom nobody knows."""
        relation = given.relation
        ends = [self._key(party, given.speaker) for party in (relation.start, relation.end)]
        start, end = ends
        if start is None or end is None or start[0] == end[0]:
            return
        word = relationship_word(relation.relation)
        edge = new_edge(
            *(start[0], end[0], word),
            now=given.at,
            description=given.text,
            attitude=relation.attitude,
            proximity=relation.proximity,
            recorded_by=given.by,
        )
        edge = replace(edge, id=edge_id(*_said(edge, given.origin)), origin=given.origin)
        if relation.is_ended:
            for one in self.graph.chain(edge):
                self._end(one, given.at)
            return
        if chain_of(edge) in self.edges or self._is_open(edge):
            return
        if relation.relation in EXCLUSIVE and not given.is_addition:
            self._end_others(start[0], edge, given.at)
        for key, name in (start, end):
            if self.graph.node(key) is None and key not in self.nodes:
                self.nodes[key] = Node(
                    key, name, origin=READ, created_at=given.at, updated_at=given.at
                )
        self.edges[chain_of(edge)] = edge

    def _end_others(self, start: str, edge: Edge, at: float) -> None:
        """What was learned of the same kind, and cannot be so beside it."""
        word = relationship_key(edge.relationship_type)
        for one in self.graph.edges_of(start):
            if one.origin and relationship_key(one.relationship_type) == word:
                self._end(one, at)
        for chain, made in list(self.edges.items()):
            # what was told before in the same conversation never was more than a sentence old
            if start in chain[:2] and chain[2] == word and made.valid_from < at:
                self.edges[chain] = replace(made, valid_to=at, invalidated_at=at)

    def _end(self, one: Edge, at: float) -> None:
        if end_of(one) is None and one.valid_from <= at:
            self.ended[one.id] = replace(one, valid_to=at, invalidated_at=at, updated_at=at)

    def _is_open(self, edge: Edge) -> bool:
        """Whether its chain says that it is so, as of when it is told or later."""
        return any(
            (end := end_of(one)) is None or end > edge.valid_from for one in self.graph.chain(edge)
        )

    # ------------------------------------------------------------------ who is meant

    def _key(self, party: Party, speaker: str | None) -> tuple[str, str] | None:
        """The key and the name of a node; ``None`` where nobody knows who is meant."""
        if party.node is None:
            return self._person(speaker or USER_NAME)
        if speaker is not None and party.node is NodeType.PERSON and names(party.name, speaker):
            return self._person(speaker)
        there = [key for key in self.graph.named(party.name) if node_type(key) in SEMANTIC]
        there += [key for key, one in self.nodes.items() if folded(one.name) == folded(party.name)]
        wanted = node_key(party.node, party.name)
        if wanted in there or self.graph.node(wanted) is not None:
            return wanted, party.name
        if len(there) == 1:
            return there[0], party.name
        return (wanted, party.name) if party.is_sure else None

    def _person(self, name: str) -> tuple[str, str]:
        return node_key(NodeType.PERSON, name), name


async def read(context: Context, given: Iterable[Learned]) -> Read:
    """What becomes of some relations, in the order in which they were told."""
    some: Sequence[Learned] = list(given)
    if not some:
        return Read(context, KnownGraph())
    found = Read(context, await known(context, held=True))
    for one in some:
        found.add(one)
    return found


async def sweep(context: Context) -> int:
    """Let go of nodes that were only there for what was read of them, of which nothing is left.

    A name is knowledge, too: who forgets the last sentence that has it forgets the name.

    Returns:
        How many that were.
    """
    graph = await known(context, held=True)
    bare = [one for one in graph.nodes if one.origin == READ and _is_bare(graph, one)]
    if bare:
        edits = [Forget(node_ref(context, one.key)) for one in bare]
        await context.records.commit(*edits, provided=partial(_check_bare, graph, bare))
    return len(bare)


def _is_bare(graph: KnownGraph, one: Node) -> bool:
    key = one.key
    named = (graph.edges_of(key), graph.notes(key), graph.sources_mentioning(key))
    told = (one.description, one.references, tuple(one.links()), graph.storylines_about(key))
    return not any((*named, *told))


def _check_bare(graph: KnownGraph, bare: Sequence[Node]) -> None:
    """Refuse to let go of whom somebody told something of meanwhile.

    Raises:
        GraphMovedError: Somebody did.
    """
    if not all(_is_bare(graph, graph.node(one.key) or one) for one in bare):
        raise GraphMovedError


def _said(edge: Edge, origin: str) -> tuple[str, str, str, str, float, float]:
    """What an id is made of: who learns the same of the same source makes the same edge."""
    told = (edge.from_key, edge.to_key, relationship_key(edge.relationship_type))
    return *told, origin, edge.valid_from, edge.valid_from


def _ending(decided: Edge) -> Callable[[Edge], Edge]:
    """How a version ends that somebody may have ended since."""

    def ended(standing: Edge) -> Edge:
        if end_of(standing) is not None:
            return standing
        at = decided.valid_to
        return replace(standing, valid_to=at, invalidated_at=at, updated_at=decided.updated_at)

    return ended
