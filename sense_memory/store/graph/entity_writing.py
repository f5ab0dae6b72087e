"""Entities, observations and relations as somebody tells them: all that one call says, or nothing.

What is written has the ids that an import of the same gives it (``taking``), so whatever is told
here and read from a file is there once, and what is forgotten here is not brought back by a file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from ...core.change import Amend, Edit, Ensure, Put
from ...core.entities import Entity, EntityObservations, EntityRelation
from ...core.errors import InputError, UnknownMemoryError
from ...core.legible import label, legible
from ...core.records.graph import Edge, Node, Note, Orientation, edge_id, folded, note_id
from ...core.records.names import check_encodable
from ...mind.graph.chains import Chain, chain_of, check_fits, holding
from ...mind.graph.edges import new_edge
from ...mind.graph.formats.server_memory import relation_type
from ...mind.graph.told import description_of, meant, relationship_word
from ...mind.graph.types import in_order, relationship_key
from ...mind.views.graphs import KnownGraph
from ..context import Context
from . import naming
from .entities import Telling
from .known import edge_ref, node_ref, note_ref
from .relating import unused
from .taking import APART, OF_ENTITIES

AHEAD = 60.0
"""Seconds by which the clock of another device may be ahead: what it told began already."""
LONGEST_NAME = 200
"""Characters of a name, a type, or what a relation is called."""


async def create(context: Context, entities: Iterable[Entity]) -> list[Entity]:
    """Make entities; those that were not there before, as they stand."""
    given = [
        (
            name_of(one.name, "an entity's name"),
            _line(one.type, "an entity's type"),
            observations_of(one.observations, one.name),
        )
        for one in entities
    ]

    def decide(graph: KnownGraph, now: float) -> Plan:
        draft = _Draft(context, graph, now)
        for name, kind, texts in given:
            if (key := draft.made(name, kind)) is not None:
                draft.noted(key, texts)
        return draft.plan()

    graph, plan = await _written(context, decide)
    there = Telling(graph, context.clock.now())
    return [there.entity(node.key) for node in plan.nodes if node.key in there]


async def observe(
    context: Context, observed: Iterable[EntityObservations]
) -> list[EntityObservations]:
    """Add observations to entities that are there; which of them were new, for each that is given.

    Raises:
        UnknownMemoryError: There is no such entity; nothing was written.
    """
    given = [(one.entity, observations_of(one.contents, one.entity)) for one in observed]
    added: list[EntityObservations] = []

    def decide(graph: KnownGraph, now: float) -> Plan:
        draft = _Draft(context, graph, now)
        added.clear()
        for name, texts in given:
            key = draft.standing(name)
            new = draft.noted(key, texts)
            added.append(EntityObservations(draft.there.entity(key).name, new))
        return draft.plan()

    await _written(context, decide)
    return added


async def relate(context: Context, relations: Iterable[EntityRelation]) -> list[EntityRelation]:
    """Relate entities, which are made if they are not there; the relations that were not there."""
    given = [
        (
            name_of(one.start, "an entity's name"),
            name_of(one.end, "an entity's name"),
            name_of(one.type, "a relation's type"),
        )
        for one in relations
    ]
    told: list[tuple[str, str, str]] = []

    def decide(graph: KnownGraph, now: float) -> Plan:
        draft = _Draft(context, graph, now)
        told.clear()
        for start, end, word in given:
            ends = draft.end(start), draft.end(end)
            if (edge := draft.joined(*ends, word)) is not None:
                told.append((*ends, edge))
        return draft.plan()

    graph, _ = await _written(context, decide)
    there = Telling(graph, context.clock.now())
    return [
        EntityRelation(there.entity(start).name, there.entity(end).name, relation_type(edge))
        for start, end, name in told
        if start in there and end in there and (edge := graph.edge(name)) is not None
    ]


# --- what was given


def name_of(given: str, what: str) -> str:
    """A name in one line.

    Raises:
        InputError: It is empty, too long, or no text.
    """
    found = _line(given, what)
    if not found:
        raise InputError(f"{what} is empty")
    return found


def _line(given: str, what: str) -> str:
    check_encodable(given, what)
    if len(" ".join(given.split())) > LONGEST_NAME:
        raise InputError(
            f"{what} has at most {LONGEST_NAME} characters, this one {len(given)}; say the rest "
            "in observations"
        )
    return label(given)


def observations_of(given: Sequence[str], of: str) -> tuple[str, ...]:
    """Observations as they are kept, each once.

    Raises:
        InputError: One is empty, or no text.
    """
    found = dict[str, None]()
    for number, text in enumerate(given, 1):
        check_encodable(text, "an observation")
        if not (kept := legible(text)):
            raise InputError(f"observation {number} of {label(of)!r} is empty; leave it out")
        found[kept] = None
    return tuple(found)


# --- what is to be written


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to stand.

    Attributes:
        nodes: New ones.
        notes: Likewise.
        edges: Likewise.
        both: Edges that stand and are told the other way round, too.
    """

    nodes: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()
    edges: tuple[Edge, ...] = ()
    both: tuple[Edge, ...] = ()


class _Draft:
    """What a call comes to by what is known at a moment.

    Attributes:
        there: That.
    """

    def __init__(self, context: Context, graph: KnownGraph, now: float) -> None:
        self.there = Telling(graph, now)
        self._user = context.user
        self._graph = graph
        self._now = now
        self._named: dict[str, str] = {}
        """Keys of entities that are to be made, by their names."""
        self._nodes: dict[str, Node] = {}
        self._notes: dict[str, Note] = {}
        self._said: dict[str, set[str]] = {}
        """What is known of entities to which something is added, by their keys."""
        self._edges: dict[str, Edge] = {}
        self._chains: dict[Chain, str] = {}
        """Which of these says a relation; a call may tell thousands, none is held against all."""
        self._both: dict[str, Edge] = {}

    def plan(self) -> Plan:
        """All of it."""
        return Plan(
            tuple(self._nodes.values()),
            tuple(self._notes.values()),
            tuple(self._edges.values()),
            tuple(self._both.values()),
        )

    def made(self, name: str, kind: str) -> str | None:
        """The key of an entity that is made; ``None`` if one is called so."""
        if self.there.called(name) or folded(name) in self._named:
            return None
        (node, *_) = meant(name, kind)
        if node.key in self.there or node.key in self._nodes:
            return None
        self._named[folded(name)] = node.key
        self._stand(node.key, node.name, description_of(kind))
        return node.key

    def standing(self, name: str) -> str:
        """The key of an entity that is there.

        Raises:
            UnknownMemoryError: There is none.
            InputError: Several are called so.
        """
        key = self.there.one(name)
        if key is None:
            raise UnknownMemoryError(
                f"there is no entity {label(name)!r}: create it first; nothing was added to others"
            )
        if self._graph.node(key) is None:
            self._stand(key, self.there.entity(key).name)
        return key

    def end(self, name: str) -> str:
        """The key of an entity, which is made if it is not there."""
        key = self.there.one(name) or self._named.get(folded(name)) or self.made(name, "")
        if key is None:
            # it is called otherwise, and means the same
            key = meant(name)[0].key
        return key

    def _stand(self, key: str, name: str, description: str = "") -> None:
        # so they stay in the order in which they were told
        at = self._now + APART * len(self._nodes)
        self._nodes[key] = Node(key, name, description, created_at=at, updated_at=at)

    def noted(self, key: str, texts: Iterable[str]) -> tuple[str, ...]:
        """Observations of an entity; those that were new."""
        said = self._said_of(key)
        new = tuple(text for text in texts if text not in said)
        said.update(new)
        taken = {note.id for note in self._graph.notes(key)} if new else frozenset[str]()
        for text in new:
            at = self._now + APART * len(self._notes)
            name = note_id(key, text, OF_ENTITIES, 0.0)
            if name in taken:
                name = note_id(key, text, self._user, at)
            self._notes[name] = Note(key, name, text, self._user, at)
        return new

    def _said_of(self, key: str) -> set[str]:
        if key not in self._said:
            there = self.there.entity(key).observations if key in self.there else ()
            self._said[key] = set(map(legible, there))
        return self._said[key]

    def joined(self, start: str, end: str, told: str) -> str | None:
        """The id of an edge that says how two are related; ``None`` if they were already."""
        if start == end:
            raise InputError(
                f"{told[:LONGEST_NAME]!r} joins an entity with itself; say that as an observation"
            )
        made = unused(self._graph, lambda at: self._edge(start, end, told, at), self._now)
        chain = self._graph.chain(made)
        new = self._edges.get(self._chains.get(chain_of(made), ""))
        current = new or holding(chain, self._now) or holding(chain, self._now + AHEAD)
        if current is None:
            check_fits(chain, made)
            at = self._now + APART * len(self._edges)
            self._edges[made.id] = replace(made, created_at=at)
            self._chains[chain_of(made)] = made.id
            return made.id
        current = self._both.get(current.id, current)
        if current.orientation in (made.orientation, Orientation.BOTH):
            return None
        into = self._both if new is None else self._edges
        into[current.id] = replace(current, orientation=Orientation.BOTH)
        return current.id

    def _edge(self, start: str, end: str, told: str, at: float) -> Edge:
        word = relationship_word(told)
        described = "" if word == told else told
        edge = new_edge(start, end, word, now=at, description=described, recorded_by=self._user)
        first, second, _ = in_order(start, end)
        name = edge_id(first, second, relationship_key(word), "", 0.0, 0.0)
        # what stands there ended, or began anew under it
        return edge if self._graph.edge(name) is not None else replace(edge, id=name)


# --- writing


Decide: TypeAlias = Callable[[KnownGraph, float], Plan]
"""What follows from what is known at a moment, seconds since the epoch."""


async def _written(context: Context, decide: Decide) -> tuple[KnownGraph, Plan]:
    """Commit what is decided by all that is known then."""
    while True:
        now = context.clock.now()

        def decided(graph: KnownGraph, at: float = now) -> Plan:
            return decide(graph, at)

        graph, plan = await naming.meant(context, decided)
        if plan == Plan():
            return graph, plan
        try:
            await context.records.commit(
                *_edits(context, plan, now), provided=partial(_check, decide, graph, now, plan)
            )
        except _DecidedOtherwiseError:
            continue
        return graph, plan


class _DecidedOtherwiseError(Exception):
    """Somebody told something else meanwhile."""


def _check(decide: Decide, graph: KnownGraph, now: float, plan: Plan) -> None:
    try:
        found = decide(graph, now)
    except InputError:
        # what came between may have begun a moment after now; else it is met again
        raise _DecidedOtherwiseError from None
    if found != plan:
        raise _DecidedOtherwiseError


def _edits(context: Context, plan: Plan, now: float) -> Iterator[Edit]:
    for node in plan.nodes:
        yield Ensure(node_ref(context, node.key), node)
    for note in plan.notes:
        yield Put(note_ref(context, note), note)
    for edge in plan.edges:
        yield Put(edge_ref(context, edge.id), edge)
    for edge in plan.both:
        yield oriented(context, edge, edge.orientation, now)


def oriented(context: Context, edge: Edge, way: Orientation, now: float) -> Amend[Edge]:
    """An edge told another way round."""

    def told(one: Edge) -> Edge:
        return replace(one, orientation=way, updated_at=max(now, one.updated_at))

    forgotten = UnknownMemoryError("a relation was forgotten meanwhile; nothing was written")
    return Amend(edge_ref(context, edge.id), told, missing=forgotten)
