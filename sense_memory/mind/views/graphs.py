"""All nodes, edges and notes of each scope, and what follows from them."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from ...core.records.graph import Edge, LinkKind, Node, Note, folded, node_type
from ...core.ref import Ref
from ..graph.chains import Chain, Interval, chain_of, is_void
from ..graph.lifecycle import Decay, accessed, decay
from ..graph.notes import is_expired
from ..graph.versions import Versions
from ..graph.walking import Step, Steps, in_step_order
from .in_order import InOrder
from .scopes import Scopes

ALIKE_FROM = 0.6
"""How like a name must be to be told as one that may have been meant."""


class Place:
    """What is known of the edges at one node.

    What held at the moment that was asked about last is kept, as long as nothing begins or ends.
    """

    __slots__ = ("_from", "_held", "_steps", "_until", "chains", "key")

    def __init__(self, key: str) -> None:
        self.key = key
        self.chains: InOrder[Chain, Versions] = InOrder()
        self.forget()

    def forget(self) -> None:
        """Something changed."""
        self._held: tuple[Edge, ...] = ()
        self._steps: tuple[Step, ...] | None = None
        self._from, self._until = math.inf, math.inf

    def holding(self, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        """What counts at a moment, in the order of the chains."""
        if known is not None:
            return _held(self.chains.things, valid, known)
        if not self._from <= valid < self._until:
            moments = [at for chain in self.chains.things for at in chain.moments()]
            self._held = _held(self.chains.things, valid, None)
            self._steps = None
            self._from = max((at for at in moments if at <= valid), default=-math.inf)
            self._until = min((at for at in moments if at > valid), default=math.inf)
        return self._held

    def steps(self, valid: float, known: float | None = None) -> tuple[Step, ...]:
        """Where one can go from here at a moment, in order."""
        held = self.holding(valid, known)
        if known is not None:
            return self._walked(held)
        if self._steps is None:
            self._steps = self._walked(held)
        return self._steps

    def _walked(self, held: tuple[Edge, ...]) -> tuple[Step, ...]:
        steps = (
            Step(self.key, edge, edge.to_key if edge.from_key == self.key else edge.from_key)
            for edge in held
        )
        return tuple(sorted(steps, key=in_step_order))


def _held(chains: Sequence[Versions], valid: float, known: float | None = None) -> tuple[Edge, ...]:
    found = (chain.holding(valid, known) for chain in chains)
    return tuple(edge for edge in found if edge is not None)


class StepsAt(Mapping[str, Sequence[Step]]):
    """Where one can go at a moment; found out where somebody goes."""

    def __init__(self, places: InOrder[str, Place], valid: float, known: float | None) -> None:
        self._places = places
        self._valid, self._known = valid, known

    def __getitem__(self, key: str) -> Sequence[Step]:
        place = self._places.get(key)
        if place is None:
            raise KeyError(key)
        return place.steps(self._valid, self._known)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class KnownGraph:
    """What is known of one scope; every answer is in an order that all devices agree about.

    Attributes:
        version: Grows with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._nodes: InOrder[str, Node] = InOrder()
        self._edges: dict[str, Edge] = {}
        self._chains: InOrder[Chain, Versions] = InOrder()
        self._places: InOrder[str, Place] = InOrder()
        self._notes: dict[str, dict[str, Note]] = {}
        self._notes_in_order: dict[str, tuple[Note, ...]] = {}
        self._named: dict[str, set[str]] = {}
        self._linking: dict[tuple[LinkKind, str], set[str]] = {}
        self._replacing: dict[str, set[str]] = {}
        self._digested: set[str] = set()
        self._fading: dict[str, Decay] = {}

    # ------------------------------------------------------------------ keeping in step

    def note(self, ref: Ref[Any], record: Node | Edge | Note | None) -> None:
        """This stands there now; ``None``: nothing does."""
        self.version += 1
        if ref.kind is Note:
            self._put_note(ref.name, record if isinstance(record, Note) else None)
        elif ref.kind is Node:
            self._put_node(ref.name, record if isinstance(record, Node) else None)
        else:
            self._put_edge(ref.name, record if isinstance(record, Edge) else None)

    def use(self, ref: Ref[Any], at: float) -> None:
        """A node or an edge was used here, which is no change.

        Args:
            ref: Which.
            at: When, seconds since the epoch.
        """
        if ref.kind is Node and (node := self.node(ref.name)) is not None:
            self._put_node(ref.name, _living(node, at))
        elif ref.kind is Edge and (edge := self.edge(ref.name)) is not None:
            self._put_edge(ref.name, _living(edge, at))

    def _put_note(self, name: str, after: Note | None) -> None:
        target, _, note = name.partition("/")
        self._notes_in_order.pop(target, None)
        if after is not None:
            self._notes.setdefault(target, {})[note] = after
        elif target in self._notes:
            self._notes[target].pop(note, None)
            if not self._notes[target]:
                del self._notes[target]

    def _put_node(self, key: str, after: Node | None) -> None:
        before = self._nodes.get(key)
        if before is not None:
            for name in _names(before):
                _take_out(self._named, name, key)
            for link in before.links():
                _take_out(self._linking, link, key)
        self._put_living(key, after)
        if after is None:
            self._nodes.drop(key)
            return
        self._nodes.put(key, after)
        for name in _names(after):
            self._named.setdefault(name, set()).add(key)
        for link in after.links():
            self._linking.setdefault(link, set()).add(key)

    def _put_edge(self, name: str, after: Edge | None) -> None:
        before = self._edges.pop(name, None)
        if before is not None:
            if before.replaces:
                _take_out(self._replacing, before.replaces, name)
            if after is None or chain_of(after) != chain_of(before):
                self._take_out_of_chain(before)
        self._put_living(name, after)
        if after is None:
            return
        self._edges[name] = after
        if after.replaces:
            self._replacing.setdefault(after.replaces, set()).add(name)
        chain = chain_of(after)
        versions = self._chains.get(chain)
        if versions is None:
            versions = Versions(chain)
            self._chains.put(chain, versions)
            for key in chain[:2]:
                self._place(key).chains.put(chain, versions)
        versions.put(after)
        for key in chain[:2]:
            self._place(key).forget()

    def _place(self, key: str) -> Place:
        place = self._places.get(key)
        if place is None:
            place = Place(key)
            self._places.put(key, place)
        return place

    def _take_out_of_chain(self, edge: Edge) -> None:
        chain = chain_of(edge)
        versions = self._chains.get(chain)
        if versions is None:
            return
        versions.drop(edge.id)
        if not versions.edges:
            self._chains.drop(chain)
        for key in chain[:2]:
            place = self._place(key)
            place.forget()
            if not versions.edges:
                place.chains.drop(chain)
                if not len(place.chains):
                    self._places.drop(key)

    def _put_living(self, name: str, after: Node | Edge | None) -> None:
        self._digested.discard(name)
        if after is None:
            self._fading.pop(name, None)
            return
        self._fading[name] = decay(after)
        if after.digest is not None:
            self._digested.add(name)

    # ------------------------------------------------------------------- what there is

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (len(self._nodes) or self._edges or self._notes)

    @property
    def nodes(self) -> Sequence[Node]:
        """All of them, by key."""
        return self._nodes.things

    @property
    def edges(self) -> Sequence[Edge]:
        """All versions of all edges, in the order of their chains, each chain in its order."""
        return tuple(edge for chain in self._chains.things for edge in chain.edges)

    def node(self, key: str) -> Node | None:
        """The node of a key."""
        return self._nodes.get(key)

    def edge(self, name: str) -> Edge | None:
        """The version of an edge of an id."""
        return self._edges.get(name)

    def named(self, text: str) -> tuple[str, ...]:
        """The keys of the nodes that are called so, by name or by slug; case does not matter."""
        return tuple(sorted(self._named.get(folded(text), ())))

    def alike(self, text: str, most: int = 3) -> tuple[str, ...]:
        """The keys of nodes that are called alike, the likest first.

        Args:
            text: A name, or a type and a name with a colon between them.
            most: How many at most.
        """
        said = folded(text)
        names = sorted({*self._named, *self._nodes} if ":" in said else self._named)
        found = dict[str, None]()
        for name in get_close_matches(said, names, max(1, most), ALIKE_FROM):
            keys = [name] if name in self._nodes else sorted(self._named[name])
            found |= dict.fromkeys(keys)
        return tuple(found)[:most]

    # ------------------------------------------------------------------------- links

    def linking(self, kind: LinkKind, key: str) -> tuple[Node, ...]:
        """The nodes that have a link of a kind to the node of a key, by key."""
        names = sorted(self._linking.get((kind, key), ()))
        return tuple(node for name in names if (node := self.node(name)) is not None)

    def sources_mentioning(self, key: str) -> tuple[Node, ...]:
        """The sources that mention a node, by key."""
        return self.linking(LinkKind.MENTIONS, key)

    def storylines_about(self, key: str) -> tuple[Node, ...]:
        """All storylines about a node, by key; ``storylines.merged`` says which of them count."""
        return self.linking(LinkKind.ABOUT, key)

    def macro_of(self, key: str) -> Node | None:
        """The macro that is rooted in a node, the first one by key."""
        return next(iter(self.linking(LinkKind.ROOTED_IN, key)), None)

    # ------------------------------------------------------------------ edges of nodes

    def edges_of(self, key: str) -> tuple[Edge, ...]:
        """All versions of the edges at a node, in the order of their chains."""
        place = self._places.get(key)
        chains = () if place is None else place.chains.things
        return tuple(edge for chain in chains for edge in chain.edges)

    def between(self, one: str, other: str) -> tuple[Edge, ...]:
        """All versions of the edges between two nodes, in either order, chain by chain."""
        places = [found for key in (one, other) if (found := self._places.get(key)) is not None]
        if len(places) < 2 or one == other:
            return ()
        chains = min(places, key=lambda place: len(place.chains)).chains.things
        ends = {one, other}
        return tuple(edge for chain in chains if ends == {*chain.chain[:2]} for edge in chain.edges)

    def chain(self, edge: Edge) -> tuple[Edge, ...]:
        """All versions of the chain that an edge belongs to, or would, in order."""
        versions = self._chains.get(chain_of(edge))
        return () if versions is None else versions.edges

    def corrected(self, edge: Edge) -> tuple[Edge, ...]:
        """What an edge corrects, the last correction first: versions that never were so."""
        found = dict[str, Edge]()
        before = self._edges.get(edge.replaces)
        while (
            before is not None
            and is_void(before)
            and before.id not in found
            and before.id != edge.id
        ):
            found[before.id] = before
            before = self._edges.get(before.replaces)
        return tuple(found.values())

    def replacing(self, edge: Edge) -> tuple[Edge, ...]:
        """The versions that say that they took the place of one, by id."""
        return tuple(self._edges[name] for name in sorted(self._replacing.get(edge.id, ())))

    def lineage(self, edge: Edge) -> tuple[Edge, ...]:
        """An edge, its chain, what these took the place of and what took theirs, and so on.

        In order of when they began, were recorded, and of their ids.
        """
        found, open_ones = dict[str, Edge](), [edge]
        while open_ones:
            one = open_ones.pop()
            if one.id in found:
                continue
            found[one.id] = one
            before = self._edges.get(one.replaces)
            open_ones += [*self.chain(one), *self.replacing(one), *([before] if before else ())]
        return tuple(
            sorted(found.values(), key=lambda one: (one.valid_from, one.recorded_at, one.id))
        )

    # -------------------------------------------------------------------- what holds when

    def current(self, now: float) -> tuple[Edge, ...]:
        """What counts now, in the order of the chains."""
        return self.holding(now)

    def holding(self, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        """What counts at a moment, in the order of the chains.

        Args:
            valid: When in the world, seconds since the epoch.
            known: As it was known when, likewise; ``None`` is all that is known.
        """
        return _held(self._chains.things, valid, known)

    def holding_of(self, key: str, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        """The same of one node."""
        place = self._places.get(key)
        return () if place is None else place.holding(valid, known)

    def current_count(self, key: str, now: float) -> int:
        """How many edges of a node count now."""
        return len(self.holding_of(key, now))

    def is_current(self, edge: Edge, now: float) -> bool:
        """Whether a version counts now."""
        versions = self._chains.get(chain_of(edge))
        found = None if versions is None else versions.holding(now)
        return found is not None and found.id == edge.id

    def intervals(self, edge: Edge, known: float | None = None) -> tuple[Interval, ...]:
        """When a version counts, oldest first; nothing if it never does."""
        versions = self._chains.get(chain_of(edge))
        return () if versions is None else versions.intervals(edge, known)

    def until(self, edge: Edge, known: float | None = None) -> float | None:
        """When a version ceases to count for good, seconds since the epoch; ``None``: it goes on.

        What never counts ceases when it begins.
        """
        counted = self.intervals(edge, known)
        return counted[-1].end if counted else edge.valid_from

    def steps(self, valid: float, known: float | None = None) -> Steps:
        """Where one can go from each node at a moment."""
        return StepsAt(self._places, valid, known)

    # ------------------------------------------------------------------------- notes

    def notes(self, target: str) -> tuple[Note, ...]:
        """All notes of a node or an edge, also those that expired, oldest first.

        Args:
            target: The key of the node, or the id of the edge.
        """
        found = self._notes_in_order.get(target)
        if found is None:
            found = _in_order(self._notes.get(target, {}).values())
            self._notes_in_order[target] = found
        return found

    def noted(self, one: Node | Edge) -> tuple[Note, ...]:
        """All notes that are of a node or an edge, and of what that corrects, oldest first."""
        if isinstance(one, Node):
            return self.notes(one.key)
        names = (one.id, *(edge.id for edge in self.corrected(one)))
        return _in_order([note for name in names for note in self.notes(name)])

    @property
    def targets_with_notes(self) -> tuple[str, ...]:
        """Keys of nodes and ids of edges, in order, that have notes or a digest."""
        noted = (name for name in self._notes if name in self._edges or name in self._nodes)
        return tuple(sorted(self._digested.union(noted)))

    def expired(self, now: float) -> tuple[Note, ...]:
        """All notes that count no more, by target and age."""
        return tuple(
            note
            for target in sorted(self._notes)
            for note in self.notes(target)
            if is_expired(note, now)
        )

    # ----------------------------------------------------------------------- salience

    def saliences(self, now: float) -> Mapping[str, float]:
        """What every node and every edge is worth, 0–1, by key and by id."""
        return {name: one.at(now) for name, one in self._fading.items()}


def _living(one: Any, at: float) -> Any:
    return replace(one, life=accessed(one, at))


def _names(node: Node) -> set[str]:
    return {folded(node.name), node.key.removeprefix(f"{node_type(node.key)}:")}


def _take_out(places: dict[Any, set[str]], place: object, name: str) -> None:
    places[place].discard(name)
    if not places[place]:
        del places[place]


def _in_order(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(sorted(notes, key=lambda note: (note.added_at, note.id)))


class Graphs(Scopes[KnownGraph]):
    """The graphs of the scopes in which something was asked for."""

    def __init__(self) -> None:
        super().__init__((Node, Edge, Note), KnownGraph)

    def use(self, ref: Ref[Any], at: float) -> None:
        """A node or an edge was used here, which is no change.

        Args:
            ref: Which.
            at: When, seconds since the epoch.
        """
        if (known := self.known(ref.scope)) is not None:
            known.use(ref, at)
