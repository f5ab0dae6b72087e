"""What the graph answers: nodes and edges as they stand at a moment, ways, what was found."""

from dataclasses import dataclass

from .records.graph import Edge, EdgeType, GraphState, Node, Note


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """A node, and what it is worth.

    Attributes:
        node: The record.
        user_id: Whose graph it is in: the scope (of a local-only one, that beside it),
            or in the root the public key, 64 hex digits.
        salience: 0–1, by now.
        state: Where it stands in its life, by now.
        notes: What is noted of it and counts by now, oldest first, at most 100.
        edges: How many current edges it has.
        is_dirty: Whether its description is to be made anew from its notes.
    """

    node: Node
    user_id: str
    salience: float
    state: GraphState
    notes: tuple[Note, ...]
    edges: int
    is_dirty: bool

    @property
    def key(self) -> str:
        """``{type}:{slug}``."""
        return self.node.key


@dataclass(frozen=True, slots=True)
class EdgeStatus:
    """A version of an edge, and what it is worth.

    Where it answers what was known at a former moment (``at(..., known_at=...)``), ``until`` and
    ``notes`` tell what was known then; all else is by now, and by all that is known by now, the
    record too. So ``is_current`` says whether what was believed then still holds.

    Attributes:
        edge: The record, as it stands by now: ``edge.valid_to`` may have been learned since.
        type: What it is; it follows from its nodes.
        user_id: Whose graph it is in, as for a node; the same at both ends.
        attitude: The word for ``edge.attitude``.
        proximity: The word for ``edge.proximity``.
        until: When it ceases to count, seconds since the epoch: its own end, or where the next
            version of the same relation begins; ``None`` if it goes on. What was corrected, or
            begins where a later one does, ends when it begins: it never counted. As of a former
            knowledge: what was believed then, an end that was learned later left out.
        is_current: Whether it counts by now, whatever moment was asked about.
        salience: 0–1, by now, with all uses that are known.
        state: Where it stands in its life, by now.
        notes: What is noted of it, and of what it corrects, and counts by now; oldest first, at
            most 100. As of a former knowledge: those of them that had been added by then.
        is_dirty: Whether its description is to be made anew from its notes, by now.
    """

    edge: Edge
    type: EdgeType
    user_id: str
    attitude: str
    proximity: str
    until: float | None
    is_current: bool
    salience: float
    state: GraphState
    notes: tuple[Note, ...]
    is_dirty: bool

    @property
    def id(self) -> str:
        """32 hex digits."""
        return self.edge.id


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A node that can be reached.

    Attributes:
        node: Which.
        depth: Over how many edges, at least; 1 or more.
        edge: The last of them, on the first such way.
        via: The key of the node at its other end.
    """

    node: NodeStatus
    depth: int
    edge: EdgeStatus
    via: str


@dataclass(frozen=True, slots=True)
class Hop:
    """One edge of a way, and where it leads.

    Attributes:
        start: The key of the node it is walked from.
        edge: Which edge.
        end: The key of the node it leads to.
    """

    start: str
    edge: EdgeStatus
    end: str


@dataclass(frozen=True, slots=True)
class ScoreShare:
    """What made something be found; ``.3 meaning + .3 recency + .4 salience``, each 0–1.

    Attributes:
        meaning: How well words, and vectors where there is an encoder, answer the query.
        recency: ``e^(-0.02 · days)`` since it was used or written last.
        salience: By now.
    """

    meaning: float
    recency: float
    salience: float


@dataclass(frozen=True, slots=True)
class NodeHit:
    """A node that answers a query.

    Attributes:
        found: Which.
        score: 0–1, the best first among those that mean about as much; those that mean clearly less
            come after them.
        share: What it is made of.
    """

    found: NodeStatus
    score: float
    share: ScoreShare


@dataclass(frozen=True, slots=True)
class EdgeHit:
    """An edge that answers a query; attributes as for a node."""

    found: EdgeStatus
    score: float
    share: ScoreShare


@dataclass(frozen=True, slots=True)
class GraphFound:
    """What a search of the graph found.

    Attributes:
        nodes: The best nodes, the best first.
        edges: The best edges, likewise.
        warning: Why meaning was judged by words alone although there is an encoder; else ``None``.
    """

    nodes: tuple[NodeHit, ...]
    edges: tuple[EdgeHit, ...]
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class ConsolidationPlan:
    """What consolidating would take.

    Attributes:
        writer: Who would write: a model's id, or ``rules``.
        descriptions: Keys of nodes and ids of edges whose description is to be made anew.
        expired: How many notes count no more, and would be removed.
        storylines: How many storylines would be written or grow.
        macros: How many macros, likewise.
        calls: Requests to the model, at most; 0 for rules.
        input_tokens: What they would take in, about.
        output_tokens: What they would give, about.
    """

    writer: str
    descriptions: tuple[str, ...]
    expired: int
    storylines: int
    macros: int
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What consolidating did.

    Attributes:
        writer: Who wrote: a model's id, or ``rules``.
        described: Keys of nodes and ids of edges whose description was made anew, or found right.
        expired: How many notes were removed.
        storylines: Keys of the storylines that were written or grew.
        macros: Keys of the macros, likewise.
        failures: What could not be done, in sentences; it is tried again next time.
        waiting: Why notes that expired stay for now, in a sentence: this machine's clock is not to
            be believed. ``None`` if none do.
    """

    writer: str
    described: tuple[str, ...] = ()
    expired: int = 0
    storylines: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    waiting: str | None = None
