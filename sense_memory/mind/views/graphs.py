"""All nodes, edges and notes of each scope, and what follows from them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ...core.change import Change
from ...core.records.graph import Edge, LinkKind, Node, NodeType, Note, folded, node_type
from ...core.ref import Ref
from ..graph.chains import Chain, Interval, chain_of, ending_with, is_void
from ..graph.notes import is_expired
from ..graph.storylines import merged
from ..graph.types import LINKS
from ..graph.versions import (
    Place,
    Versions,
    all_holding,
    all_saliences,
    fading,
    place_of,
    stated,
)
from ..graph.walking import Steps
from .around import Around, StepsAt
from .doubts import Doubts
from .in_order import InOrder
from .scopes import Scopes

ALIKE_FROM = 0.6
"""How like a name must be to be told as one that may have been meant."""


class KnownGraph:
    """What is known of one scope; every answer is in an order that all devices agree about.

    Attributes:
        version: Grows with every change.
        uses: Of which nodes and edges it may not be known how often they were used.
    """

    def __init__(self) -> None:
        self.version = 0
        self.uses = Doubts()
        self._nodes: InOrder[str, Node] = InOrder(3, fading)
        self._edges: dict[str, Edge] = {}
        self._told: dict[str, Edge] = {}
        self._versions: InOrder[Place, Edge] = InOrder(7, self._row)
        self._chains: dict[Chain, Versions] = {}
        self._chain_count = 0
        self._around: InOrder[str, Around] = InOrder()
        self._notes: dict[str, dict[str, Note]] = {}
        self._notes_in_order: dict[str, tuple[Note, ...]] = {}
        self._named: dict[str, set[str]] = {}
        self._linking: dict[tuple[LinkKind, str], set[str]] = {}
        self._replacing: dict[str, set[str]] = {}
        self._digested: set[str] = set()
        self._hidden: frozenset[str] | None = None

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
            for link in _links(before):
                _take_out(self._linking, link, key)
        self._note_digest(key, after)
        if node_type(key) is NodeType.STORYLINE:
            self._hidden = None
        if after is None:
            self._nodes.drop(key)
            return
        self._nodes.put(key, after)
        for name in _names(after):
            self._named.setdefault(name, set()).add(key)
        for link in _links(after):
            self._linking.setdefault(link, set()).add(key)

    def _put_edge(self, name: str, after: Edge | None) -> None:
        """Let a version stand, and what took its place as it ends then."""
        told = {name: after}
        while told:
            one, version = told.popitem()
            if version is not None and version.replaces:
                self._told[one] = version
                version = ending_with(version, self._edges.get(version.replaces))
            else:
                self._told.pop(one, None)
            if version == self._edges.get(one):
                continue
            self._put_version(one, version)
            told |= {later: self._told[later] for later in self._replacing.get(one, ())}

    def _put_version(self, name: str, after: Edge | None) -> None:
        before = self._edges.pop(name, None)
        if before is not None:
            if before.replaces:
                _take_out(self._replacing, before.replaces, name)
            if after is None or place_of(after) != place_of(before):
                self._take_out_of_chain(before)
        self._note_digest(name, after)
        if after is None:
            return
        self._edges[name] = after
        if after.replaces:
            self._replacing.setdefault(after.replaces, set()).add(name)
        self._put_in_chain(after)

    def _put_in_chain(self, edge: Edge) -> None:
        place = place_of(edge)
        self._versions.put(place, edge)
        chain = place[0]
        versions = self._chains.get(chain)
        if versions is None:
            self._chain_count += 1
            versions = self._chains[chain] = Versions(chain, self._chain_count)
        versions.put(edge)
        for key in chain[:2]:
            around = self._around.get(key)
            if around is None:
                around = Around(key)
                self._around.put(key, around)
            around.put(versions)

    def _row(self, edge: Edge) -> tuple[float, ...]:
        """The number of its chain, when it holds, how it fades."""
        return (self._chains[chain_of(edge)].number, *stated(edge), *fading(edge))

    def _take_out_of_chain(self, edge: Edge) -> None:
        place = place_of(edge)
        self._versions.drop(place)
        chain = place[0]
        versions = self._chains[chain]
        versions.drop(edge.id)
        if not versions.edges:
            del self._chains[chain]
        for key in chain[:2]:
            around = self._around.get(key)
            if around is not None:
                around.put(versions)
                if not len(around.chains):
                    self._around.drop(key)

    def _note_digest(self, name: str, after: Node | Edge | None) -> None:
        if after is not None and after.digest is not None:
            self._digested.add(name)
        else:
            self._digested.discard(name)

    # ------------------------------------------------------------------- what there is

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not (len(self._nodes) or self._edges or self._notes)

    @property
    def nodes(self) -> Sequence[Node]:
        """All of them, by key, without what tells the same as another one (``hidden``)."""
        if not self.hidden:
            return self._nodes.things
        return tuple(node for node in self._nodes.things if node.key not in self.hidden)

    @property
    def hidden(self) -> frozenset[str]:
        """The keys of storylines that tell the same as others, which devices wrote apart.

        Nobody is shown them; ``consolidate`` takes them into those.
        """
        if self._hidden is None:
            links = sorted(key for kind, key in self._linking if kind is LinkKind.ABOUT)
            told = [merged(self.storylines_about(key))[1] for key in links]
            self._hidden = frozenset[str]().union(*told)
        return self._hidden

    @property
    def edges(self) -> Sequence[Edge]:
        """All versions of all edges, in the order of their chains, each chain in its order."""
        return self._versions.things

    def node(self, key: str) -> Node | None:
        """The node of a key."""
        return self._nodes.get(key)

    def name_of(self, key: str) -> str:
        """What people call the node of a key; where none stands, the key without its type."""
        node = self.node(key)
        return key.partition(":")[2] if node is None else node.name

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
        """The nodes that have a link of a kind to the node of a key, by key.

        Only those that may have one (``types.LINKS``), whatever another program wrote.
        """
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
        around = self._around.get(key)
        chains = () if around is None else around.chains.things
        return tuple(edge for chain in chains for edge in chain.edges)

    def between(self, one: str, other: str) -> tuple[Edge, ...]:
        """All versions of the edges between two nodes, in either order, chain by chain."""
        both = [found for key in (one, other) if (found := self._around.get(key)) is not None]
        if len(both) < 2 or one == other:
            return ()
        chains = min(both, key=lambda around: len(around.chains)).chains.things
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

    def correcting(self, name: str) -> tuple[Edge, ...]:
        """The versions for which notes and the end of one count: itself, and what corrects it.

        Args:
            name: Its id. Where none stands there, they did count for what says that it took the
                place of it.
        """
        found, open_ones = dict[str, Edge | None](), [name]
        while open_ones:
            one = open_ones.pop()
            if one not in found:
                edge = found[one] = self._edges.get(one)
                if edge is None or is_void(edge):
                    open_ones += sorted(self._replacing.get(one, ()))
        return tuple(edge for edge in found.values() if edge is not None)

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
        numbers, *columns = self._versions.columns[:4]
        return all_holding(numbers, self._versions.things, columns, valid, known)

    def holding_of(self, key: str, valid: float, known: float | None = None) -> tuple[Edge, ...]:
        """The same of one node."""
        around = self._around.get(key)
        return () if around is None else around.holding(valid, known)

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
        versions = self._chains.get(chain_of(edge))
        return edge.valid_from if versions is None else versions.until(edge, known)

    def steps(self, valid: float, known: float | None = None) -> Steps:
        """Where one can go from each node at a moment."""
        return StepsAt(self._around, valid, known)

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
        return {
            **all_saliences(self._nodes.keys, self._nodes.columns, now),
            **all_saliences(
                [edge.id for edge in self._versions.things], self._versions.columns[4:], now
            ),
        }


def _names(node: Node) -> set[str]:
    return {folded(node.name), node.key.removeprefix(f"{node_type(node.key)}:")}


def _links(node: Node) -> Iterator[tuple[LinkKind, str]]:
    return ((kind, key) for kind, key in node.links() if LINKS[kind].start is node.type)


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

    def apply(self, change: Change[Any]) -> None:
        """Fold one change in."""
        super().apply(change)
        if change.ref.kind in (Node, Edge):
            for graph in self.at(change.ref.scope):
                graph.uses.changed(change.ref)
