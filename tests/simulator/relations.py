"""What was promised of a graph, and whether it was kept.

As everywhere here no stamps are read. What was related or noted must stand, each in its own words,
unless somebody forgot it, or what it is of, who may have meant it: anybody, but for a forgetting
that its own author had made before. What was forgotten by somebody who saw it must not stand. An
edge stands between nodes that stand, and a note is of something that stands. A version that was
ended stays ended. And all devices tell the same, as one does that reads everything anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from sense_memory import MemoryStore
from sense_memory.core.errors import InputError, UnknownMemoryError
from sense_memory.core.graph import EdgeStatus, NodeStatus
from sense_memory.core.records.graph import Edge, GraphState, Life, Node, Note, note_name
from sense_memory.core.ref import Ref
from sense_memory.mind.graph.types import as_node_key
from sense_memory.mind.graph.walking import Neighbour, neighbours
from sense_memory.mind.views.graphs import KnownGraph
from sense_memory.store.context import Context
from sense_memory.store.graph.known import known
from sense_memory.store.graph.telling import edge_statuses, node_statuses
from sense_memory.wire.address import path_of
from sense_memory.wire.body import Body

from .oracle import Edit, Kind, Oracle

PAIRS = {"knows": ("person:Ada", "person:Bob"), "works": ("person:Ada", "entity:Acme")}
"""What may be related, and how it is called; few, so that they are hot."""
KINDS: tuple[type[Any], ...] = (Node, Edge, Note)


@dataclass(frozen=True, slots=True)
class Done:
    """What an edit did.

    Attributes:
        wrote: The version or the note that says its text.
        of: What that goes with when it is forgotten, by name: itself, its nodes, its edge.
        ended: The version that is over since.
        erased: What was forgotten.
        went: What the author saw going with it, by name.
        corrected: Whether what is over was put right, so that its uses count for what was written.
    """

    wrote: Ref[Any] | None = None
    of: frozenset[str] = frozenset()
    ended: Ref[Edge] | None = None
    erased: str = ""
    went: frozenset[str] = frozenset()
    corrected: bool = False


class Relations:
    """All that was related in a run.

    Args:
        oracle: Which knows of every edit who made it, and who lost it.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._done: dict[int, Done] = {}

    # ------------------------------------------------------------------- doing

    async def relate(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Say how two nodes relate from now on."""
        current = await _current(store, relation)
        self._sees(edit)
        if current is None:
            made = await store.graph.relate(*PAIRS[relation], relation, description=edit.text)
        else:
            made = await store.graph.supersede(current, description=edit.text)
        self._wrote(edit, made, current)

    async def revise(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Correct what is current."""
        current = await _needed(store, relation)
        self._sees(edit)
        made = await store.graph.update(current, description=edit.text)
        self._wrote(edit, made, current, corrected=True)

    async def end(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Say that what is current is no longer so."""
        current = await _needed(store, relation)
        edit.path = path_of(Ref(Edge, current.id))
        self._sees(edit)
        self._done[edit.number] = Done(ended=Ref(Edge, current.id))
        await store.graph.invalidate(current)

    async def note(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Note something of what is current, and of its first node."""
        current = await _needed(store, relation)
        self._sees(edit)
        target: EdgeStatus | str = current if edit.number % 2 else current.edge.from_key
        made = await store.graph.note(target, edit.text, lifetime="year")
        ref = Ref(Note, note_name(made.target, made.id))
        ends = {current.edge.from_key, current.edge.to_key} if edit.number % 2 else set[str]()
        edit.path = path_of(ref)
        self._done[edit.number] = Done(ref, frozenset((ref.name, made.target, *ends)))

    async def use(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Have to do with what is current, and say nothing new about it."""
        current = await _needed(store, relation)
        edit.path = path_of(Ref(Edge, current.id))
        self._done[edit.number] = Done(of=frozenset((current.id,)))
        await store.graph.edge(current.id)

    async def erase(self, store: MemoryStore, edit: Edit, relation: str) -> None:
        """Forget a node, a version or a note."""
        context = await store._context()
        graph = await known(context, held=True)
        choice = edit.number % 3
        edges = sorted(graph.edges, key=lambda one: one.id)
        notes = [note for target in graph.targets_with_notes for note in graph.notes(target)]
        if choice == 0 and notes:
            note = min(notes, key=lambda one: one.id)
            ref: Ref[Any] = Ref(Note, note_name(note.target, note.id))
            what: Any = note
            gone = set[str]()
        elif choice == 1 and edges:
            what, ref = edges[0].id, Ref(Edge, edges[0].id)
            gone = _notes_of(graph, edges[0].id)
        else:
            key = as_node_key(PAIRS[relation][0 if edit.number % 2 else 1])
            what, ref = key, Ref(Node, key)
            mine = [edge.id for edge in edges if key in (edge.from_key, edge.to_key)]
            gone = {*mine, *(name for target in (key, *mine) for name in _notes_of(graph, target))}
        edit.path = path_of(ref)
        self._done[edit.number] = Done(erased=ref.name, went=frozenset((ref.name, *gone)))
        await store.graph.forget(what)

    def _sees(self, edit: Edit) -> None:
        """The forgettings that the author's device has made itself."""
        edit.seen = frozenset(
            one.text
            for one in self._edits(Kind.ERASE)
            if one.is_acknowledged and edit.holders <= one.holders
        )

    def _wrote(
        self, edit: Edit, made: Edge, before: EdgeStatus | None, *, corrected: bool = False
    ) -> None:
        ref = Ref(Edge, made.id)
        edit.path = path_of(ref)
        ended = None if before is None else Ref(Edge, before.id)
        names = frozenset((made.id, made.from_key, made.to_key))
        self._done[edit.number] = Done(ref, names, ended, corrected=corrected)

    @property
    def was_used(self) -> bool:
        """Whether anything was used, which is told a while later."""
        return bool(self._edits(Kind.LOOK))

    # ----------------------------------------------------------------- judging

    def _edits(self, *kinds: Kind) -> list[Edit]:
        return [edit for edit in self._oracle.edits if edit.kind in kinds]

    def judge(self, device: str, found: Iterable[tuple[Ref[Any], Body]]) -> None:
        """Whether a device shows what it must, and nothing that it must not."""
        edits = self._edits(Kind.RELATE, Kind.NOTE, Kind.CLOSE)
        if not edits:
            return
        bodies = {ref: body for ref, body in found if ref.kind in (Node, Edge, Note)}
        erasing = [
            (edit, self._done[edit.number])
            for edit in self._edits(Kind.ERASE)
            if edit.number in self._done
        ]
        for edit in edits:
            done = self._done.get(edit.number)
            if done is None:
                continue
            self._judge_loss(device, edit, done, bodies, erasing)
            gone = any(erase.is_safe and done.of & what.went for erase, what in erasing)
            if gone and not edit.may_return and done.wrote and _stands(bodies, done.wrote):
                must = {done.wrote.name} & {
                    name for erase, what in erasing if erase.is_safe for name in what.went
                }
                if must:
                    self._oracle.breaks("I5", f"the forgotten {edit.text} stands on {device}")
        self._judge_grounds(device, bodies)

    def _judge_loss(
        self,
        device: str,
        edit: Edit,
        done: Done,
        bodies: Mapping[Ref[Any], Body],
        erasing: Iterable[tuple[Edit, Done]],
    ) -> None:
        is_excused = any(
            what.erased in done.of and erase.text not in edit.seen for erase, what in erasing
        )
        if not edit.is_safe:
            return
        rule = "I1" if edit.is_replicated else "I2"
        if done.wrote is not None and not is_excused:
            said = "content" if done.wrote.kind is Note else "description"
            body = bodies.get(done.wrote)
            if body is None or edit.text not in body.fields.get(said, {}).values():
                self._oracle.breaks(rule, f"what {edit.text} says is lost on {device}")
        # it may be that only the new version was read back before its author was gone
        if done.ended is not None and edit.holders and _stands(bodies, done.ended):
            fields = bodies[done.ended].fields
            if not any(fields.get(end) for end in ("valid_to", "corrected_at")):
                self._oracle.breaks(rule, f"what {edit.text} ended goes on on {device}")

    def _judge_grounds(self, device: str, bodies: Mapping[Ref[Any], Body]) -> None:
        for ref, body in bodies.items():
            if not body.is_alive or ref.kind is Node:
                continue
            needed: list[Ref[Any]]
            if ref.kind is Note:
                target = ref.name.partition("/")[0]
                needed = [Ref(Node if ":" in target else Edge, target)]
            else:
                needed = [
                    Ref(Node, str(key))
                    for end in ("from", "to")
                    for key in body.fields.get(end, {}).values()
                ]
            for one in needed:
                if not _stands(bodies, one):
                    where = f"{path_of(ref)[-12:]} stands on {device} without {one.name[-12:]}"
                    self._oracle.breaks("I5", where)

    def judge_told(self, told: Mapping[str, tuple["Told", "Told"]]) -> None:
        """Whether every device tells what one tells that reads everything anew, and all the same.

        Args:
            told: By device: what it tells, and what it would tell.
        """
        breaks = self._oracle.breaks
        for name, (kept, anew) in told.items():
            if kept != anew:
                breaks("I3", f"{name} keeps {kept}, and would read {anew}")
            for edge, count in kept.uses.items():
                if count > (most := self._uses_of(edge)):
                    breaks("uses", f"{most} of {edge} count as {count} on {name}")
        first, *others = told
        for name in others:
            ours, theirs = told[first][0].for_all, told[name][0].for_all
            if ours != theirs:
                breaks("I3", f"of the graph {first} tells {ours}, {name} {theirs}")

    def _uses_of(self, edge: str) -> int:
        """How often a version was used, or one that it corrects."""
        versions = {edge}
        for edit in reversed(self._oracle.edits):
            done = self._done.get(edit.number)
            if done and done.corrected and done.wrote and done.wrote.name in versions:
                versions |= {done.ended.name} if done.ended else set()
        looks = (self._done.get(one.number, Done()).of for one in self._edits(Kind.LOOK))
        return sum(bool(versions & names) for names in looks)


@dataclass(frozen=True, slots=True)
class Told:
    """What a device tells of its graph.

    Attributes:
        nodes: All nodes.
        versions: All versions of all edges.
        held: Which of them held at each moment at which something began or was recorded, as it was
            known at each.
        near: What can be reached from each node.
    """

    nodes: tuple[NodeStatus, ...]
    versions: tuple[EdgeStatus, ...]
    held: tuple[tuple[str, ...], ...]
    near: tuple[tuple[str, tuple[Neighbour, ...]], ...]

    @classmethod
    def of(cls, context: Context, graph: KnownGraph, now: float) -> Self:
        """Ask what is known of a graph."""
        versions = graph.edges
        moments = sorted({at for one in versions for at in (one.valid_from, one.recorded_at)})
        steps = graph.steps(now)
        return cls(
            tuple(node_statuses(context, graph, graph.nodes, now)),
            tuple(edge_statuses(context, graph, versions, now)),
            tuple(
                tuple(edge.id for edge in graph.holding(valid, then))
                for valid in moments
                for then in (*moments, None)
            ),
            tuple((node.key, neighbours(steps, node.key, 9)) for node in graph.nodes),
        )

    @property
    def uses(self) -> Mapping[str, int]:
        """How often each version was used, by id."""
        return {one.id: one.edge.life.access_count for one in self.versions}

    @property
    def for_all(self) -> tuple[object, ...]:
        """What all devices agree about before they have told each other of all uses."""
        unused, new = Life(), GraphState.CANDIDATE
        versions = (
            replace(one, edge=replace(one.edge, life=unused), salience=0.0, state=new)
            for one in self.versions
        )
        nodes = (
            replace(one, node=replace(one.node, life=unused), salience=0.0, state=new)
            for one in self.nodes
        )
        return *versions, *nodes, self.held


async def told(store: MemoryStore, now: float) -> tuple[Told, Told]:
    """What a device tells at a moment, and what it would if it had read everything just then."""
    context = await store._context()
    kept = await known(context, held=True)
    anew = KnownGraph()
    for kind in KINDS:
        async for entry in context.records.select(kind, held=True):
            anew.note(entry.ref, entry.record)
    return Told.of(context, kept, now), Told.of(context, anew, now)


def _notes_of(graph: KnownGraph, target: str) -> set[str]:
    return {note_name(note.target, note.id) for note in graph.notes(target)}


def _stands(bodies: Mapping[Ref[Any], Body], ref: Ref[Any]) -> bool:
    return ref in bodies and bodies[ref].is_alive


async def _current(store: MemoryStore, relation: str) -> EdgeStatus | None:
    try:
        found = await store.graph.edges(PAIRS[relation][1], relationship_type=relation)
    except UnknownMemoryError:
        return None
    return min(found, key=lambda one: one.id, default=None)


async def _needed(store: MemoryStore, relation: str) -> EdgeStatus:
    found = await _current(store, relation)
    if found is None:
        raise InputError("nothing is related so")
    return found
