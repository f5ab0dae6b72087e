"""What another program knows of who and what there is, on its way into the graph.

Whatever is taken has an id that follows from what it says, so that taking it twice is taking it
once, and what was forgotten here is known by it. What stands keeps what it has.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeAlias

from ...core.change import Edit, Ensure, Put
from ...core.errors import InputError
from ...core.items import Item, Named, Problem, Related, Stated
from ...core.legible import legible
from ...core.ports import Presence
from ...core.records.graph import Edge, Node, Note, Orientation, edge_id, note_id
from ...core.ref import Ref
from ...mind.graph.chains import Chain, chain_of
from ...mind.graph.edges import new_edge
from ...mind.graph.formats.server_memory import observations_of
from ...mind.graph.notes import is_expired
from ...mind.graph.told import Meant, description_of, meant, relationship_word
from ...mind.graph.types import relationship_key
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import edge_ref, known, node_ref, note_ref

OF_ENTITIES = "server-memory"
"""The source whose statements are of entities."""
AT_ONCE = 500
"""Records that are looked up at once."""
APART = 1e-5
"""Seconds between two notes of which nobody says when they were written: so they stay in order."""

Standing: TypeAlias = Mapping[Ref[Any], Presence]


@dataclass(frozen=True, slots=True)
class Taken:
    """What an item becomes.

    Attributes:
        edits: What keeps it; all in one commit.
        nodes: How many nodes of that are new.
        notes: How many notes are.
        edges: How many edges are.
    """

    edits: tuple[Edit, ...]
    nodes: int = 0
    notes: int = 0
    edges: int = 0


Outcome: TypeAlias = Taken | Presence | Problem
"""What an item becomes; or that it stands, or stood and was forgotten; or why it cannot be."""


def is_of_graph(item: Item) -> bool:
    """Whether an item tells of who and what there is, not what was said or is the case."""
    of_entity = isinstance(item, Stated) and item.source == OF_ENTITIES
    return of_entity or isinstance(item, Named | Related)


@dataclass(slots=True)
class _Told:
    """A relation, and what it may become.

    Attributes:
        item: As it was told.
        ends: What each of its two names may mean.
        edges: What it may become, by the keys of both ends.
    """

    item: Related
    ends: Sequence[Sequence[Meant]]
    edges: dict[tuple[str, str], Edge] = field(default_factory=dict)


class Taking:
    """One run over a source.

    Relations wait until everything was heard: what their ends are may be told behind them.

    Args:
        context: The world.
        cut: Gives a text as one that fits a record, or as many as it takes.
        is_dry_run: Whether nothing of it is kept.
    """

    def __init__(
        self, context: Context, cut: Callable[[str], Sequence[str]], *, is_dry_run: bool
    ) -> None:
        self._context = context
        self._cut = cut
        self._is_dry_run = is_dry_run
        self._now = context.clock.now()
        self._graph = KnownGraph()
        self._entities: dict[str, Meant] = {}
        """What the names of entities mean of which it is told what they are."""
        self._made: set[str] = set()
        """Keys of nodes that are new."""
        self._noted: set[str] = set()
        """Ids of notes that are not kept yet."""
        self._joined: set[Chain] = set()
        """Chains of edges that are new."""
        self._said: dict[str, set[str]] = {}
        """What stands about the nodes of a batch, by their keys."""
        self._placed = 0
        self.waiting: list[Related] = []
        """Relations whose ends are not known yet."""

    def refs(self, item: Named | Stated) -> Iterator[Ref[Any]]:
        """Whose presence decides what becomes of an item."""
        try:
            candidates = _meant(item)
        except InputError:
            return
        for one in candidates:
            yield node_ref(self._context, one.key)
            if isinstance(item, Stated):
                for note in self._notes(item, one):
                    yield note_ref(self._context, note)

    async def begin(self) -> None:
        """What the store knows is brought up to date, before a batch or what is left."""
        self._graph = await known(self._context, held=True)
        self._said.clear()

    def kept(self) -> None:
        """What was taken so far is in the store."""
        if not self._is_dry_run:
            self._noted.clear()

    # ------------------------------------------------------------------ entities

    def take(self, item: Named | Stated, standing: Standing) -> Outcome:
        """What an entity becomes, or an observation of it.

        Args:
            item: Which.
            standing: What is known of its ``refs``.
        """
        try:
            candidates = _meant(item)
        except InputError:
            return Problem(item.place, "its name has neither a letter, a digit nor a symbol")
        subject = item.name if isinstance(item, Named) else item.subject
        node = self._chosen(candidates, standing)
        notes: list[Note] = []
        if isinstance(item, Stated):
            self._placed += 1
            for one in (node, *candidates):
                notes = self._notes(item, one)
                if any(self._presence(note, standing) is not Presence.UNKNOWN for note in notes):
                    node = one  # it was taken for that before
                    break
            else:
                notes = self._notes(item, node)
        if len(candidates) == 1:
            self._entities[subject] = node
        how = self._how(node, standing)
        if isinstance(item, Named):
            return self._taken(node, item.kind) if how is Presence.UNKNOWN else how
        if how is Presence.FORGOTTEN:
            return how
        if legible(item.text) in self._about(node.key):
            return Presence.LIVING
        found = [self._presence(note, standing) for note in notes]
        new = [note for note, was in zip(notes, found, strict=True) if was is Presence.UNKNOWN]
        if not new:
            return Presence.FORGOTTEN if Presence.FORGOTTEN in found else Presence.LIVING
        self._noted.update(note.id for note in new)
        puts = [Put(note_ref(self._context, note), note) for note in new]
        taken = self._taken(node, item.kind)
        return replace(taken, edits=(*taken.edits, *puts), notes=len(new))

    def _notes(self, item: Stated, node: Meant) -> list[Note]:
        """What an observation is as notes of a node."""
        at = self._now + self._placed * APART if item.at is None else item.at
        # the time is no part of it: what a source says again later is the same
        return [
            Note(node.key, note_id(node.key, text, item.source, 0.0), text, item.source, at)
            for text in self._cut(item.text)
        ]

    def _about(self, key: str) -> set[str]:
        """What stands about a node already, whoever noted it."""
        if key not in self._said:
            node = self._graph.node(key)
            noted = (one for one in self._graph.notes(key) if not is_expired(one, self._now))
            said = {legible(note.content) for note in noted}
            if node is not None:
                said.update(map(legible, observations_of(node)))
            self._said[key] = said
        return self._said[key]

    def _taken(self, node: Meant, kind: str) -> Taken:
        """A node, unless it stands."""
        edit = self._ensured(node, description_of(kind))
        is_new = self._make(node)
        return Taken((edit,), nodes=int(is_new))

    def _make(self, node: Meant) -> bool:
        """Whether a node is new; it is not any more."""
        if node.key in self._made or self._graph.node(node.key) is not None:
            return False
        self._made.add(node.key)
        return True

    def _ensured(self, node: Meant, description: str = "") -> Ensure[Node]:
        made = Node(
            node.key,
            node.name,
            description,
            created_at=self._now,
            updated_at=self._now,
        )
        return Ensure(node_ref(self._context, node.key), made)

    # ------------------------------------------------------------------ relations

    async def join(self) -> list[Outcome]:
        """What the relations that wait become, in their order."""
        related, self.waiting = self.waiting, []
        if not related:
            return []
        await self.begin()
        names = dict.fromkeys(name for one in related for name in (one.subject, one.target))
        ends = {name: self._means(name) for name in names}
        standing = await self._looked_up(
            node_ref(self._context, one.key) for some in ends.values() for one in some
        )
        usual = {some[0].key for some in ends.values() if some}
        told = [
            _Told(
                one,
                [
                    [end for end in ends[name] if end.key in usual or self._stood(end, standing)]
                    for name in (one.subject, one.target)
                ],
            )
            for one in related
        ]
        outcomes: list[Outcome] = []
        new: dict[Chain, int] = {}
        for start in range(0, len(told), AT_ONCE):
            some = told[start : start + AT_ONCE]
            problems = [self._problem(one) for one in some]
            standing |= await self._looked_up(
                edge_ref(self._context, edge.id) for one in some for edge in one.edges.values()
            )
            for one, problem in zip(some, problems, strict=True):
                outcomes.append(problem or self._joining(one, standing, outcomes, new))
        self._joined.update(new)
        return outcomes

    def _means(self, name: str) -> tuple[Meant, ...]:
        """What a name may mean: the entity that is called so, if there was one."""
        if name in self._entities:
            return (self._entities[name],)
        try:
            return meant(name)
        except InputError:
            return ()

    def _problem(self, told: _Told) -> Problem | None:
        """Why a relation cannot be an edge; else the edges that it may be are made."""
        item = told.item
        if not all(told.ends):
            return Problem(
                item.place, "one of its names has neither a letter, a digit nor a symbol"
            )
        try:
            word = relationship_word(item.relation)
        except InputError:
            return Problem(item.place, "what joins the two has neither a letter nor a digit")
        for start, end in product(*told.ends):
            if start.key != end.key:
                told.edges[start.key, end.key] = self._edge(start, end, word, item)
        return None if told.edges else Problem(item.place, "it joins something with itself")

    def _edge(self, start: Meant, end: Meant, word: str, item: Related) -> Edge:
        described = "" if word == item.relation else item.relation
        edge = new_edge(
            start.key,
            end.key,
            word,
            now=self._now,
            description=described,
            recorded_by=item.source,
        )
        # the time is no part of it, nor how it is written
        told = (edge.from_key, edge.to_key, relationship_key(word))
        return replace(edge, id=edge_id(*told, "", 0.0, 0.0))

    def _joining(
        self, told: _Told, standing: Standing, outcomes: list[Outcome], new: dict[Chain, int]
    ) -> Outcome:
        """What a relation becomes, after those before it."""
        ends = [self._chosen(some, standing) for some in told.ends]
        chosen = told.edges.get((ends[0].key, ends[1].key))
        for edge in (*([chosen] if chosen else ()), *told.edges.values()):
            chain = chain_of(edge)
            if chain in new:
                return self._again(edge, new[chain], outcomes)
            how = standing[edge_ref(self._context, edge.id)]
            if chain in self._joined or self._graph.chain(edge):
                how = Presence.LIVING
            if how is not Presence.UNKNOWN:
                return how
        if any(self._how(end, standing) is Presence.FORGOTTEN for end in ends):
            return Presence.FORGOTTEN
        if chosen is None:
            return Problem(told.item.place, "it joins something with itself")
        made = sum(map(self._make, ends))
        new[chain_of(chosen)] = len(outcomes)
        put = Put(edge_ref(self._context, chosen.id), chosen)
        return Taken((*map(self._ensured, ends), put), nodes=made, edges=1)

    def _again(self, edge: Edge, place: int, outcomes: list[Outcome]) -> Presence:
        """A relation that was told before; if it was the other way round, it is told both ways."""
        before = outcomes[place]
        if isinstance(before, Taken):
            *others, last = before.edits
            if isinstance(last, Put) and last.record.orientation is not edge.orientation:
                both = Put(last.ref, replace(last.record, orientation=Orientation.BOTH))
                outcomes[place] = replace(before, edits=(*others, both))
        return Presence.LIVING

    # ------------------------------------------------------------------ what stands

    async def _looked_up(self, refs: Iterable[Ref[Any]]) -> dict[Ref[Any], Presence]:
        wanted = list(dict.fromkeys(refs))
        found: dict[Ref[Any], Presence] = {}
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            found |= zip(some, await self._context.records.presence(some), strict=True)
        return found

    def _chosen(self, candidates: Sequence[Meant], standing: Standing) -> Meant:
        """Of what may be meant what stands, else what stood, else the first."""
        for wanted in (Presence.LIVING, Presence.FORGOTTEN):
            for one in candidates:
                if self._how(one, standing) is wanted:
                    return one
        return candidates[0]

    def _stood(self, node: Meant, standing: Standing) -> bool:
        return self._how(node, standing) is not Presence.UNKNOWN

    def _how(self, node: Meant, standing: Standing) -> Presence:
        if node.key in self._made:
            return Presence.LIVING
        return standing[node_ref(self._context, node.key)]

    def _presence(self, note: Note, standing: Standing) -> Presence:
        return (
            Presence.LIVING if note.id in self._noted else standing[note_ref(self._context, note)]
        )


def _meant(item: Named | Stated) -> tuple[Meant, ...]:
    return meant(item.name if isinstance(item, Named) else item.subject, item.kind)
