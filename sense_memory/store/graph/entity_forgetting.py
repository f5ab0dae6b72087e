"""Entities, observations and relations that shall be gone, here and on every relay.

Whoever deletes in the words of ``server-memory`` is told that it is deleted. So a relation is not
said to have ended, which would keep it in every history: all versions of it are forgotten, what was
corrected in it too. That it once was another relation, under another name, stays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ...core.change import Amend, Edit
from ...core.entities import EntityObservations, EntityRelation
from ...core.errors import InputError
from ...core.legible import legible
from ...core.records.graph import Edge, Node, Orientation
from ...core.ref import Ref
from ...mind.graph.chains import holding
from ...mind.graph.edges import new_edge
from ...mind.graph.formats.server_memory import directions, observations_of
from ...mind.graph.told import relationship_word
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .entities import Telling
from .entity_writing import oriented
from .forgetting import forget_all
from .known import edge_ref, known, node_ref, note_ref

Way: TypeAlias = tuple[str | None, str | None]
"""The keys of who relates, and to whom."""


@dataclass(slots=True)
class Going:
    """What is to be gone.

    Attributes:
        refs: Records.
        edits: What is left of others.
        count: How many things that are, as somebody named them.
        missed: How many were named and are not there.
    """

    refs: dict[Ref[Any], None] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    count: int = 0
    missed: int = 0


async def forget_entities(context: Context, names: Iterable[str]) -> int:
    """Forget entities with their observations and relations; how many there were."""
    wanted = tuple(dict.fromkeys(names))

    def find(_graph: KnownGraph, there: Telling) -> Going:
        going = Going()
        for name in wanted:
            if (key := there.one(name)) is None:
                going.missed += 1
            else:
                going.refs[node_ref(context, key)] = None
        going.count = len(going.refs)
        return going

    return await _gone(context, find)


async def forget_observations(context: Context, given: Iterable[EntityObservations]) -> int:
    """Forget observations of entities; how many there were."""
    wanted = [(one.entity, frozenset(map(legible, one.contents))) for one in given]

    def find(graph: KnownGraph, there: Telling) -> Going:
        going = Going()
        for name, texts in wanted:
            key = there.one(name)
            node = None if key is None else graph.node(key)
            found = set[str]()
            for note in graph.notes(key) if key is not None else ():
                if (text := legible(note.content)) in texts:
                    going.refs[note_ref(context, note)] = None
                    found.add(text)
            said = set() if node is None else set(map(legible, observations_of(node))) & texts
            if node is not None and said:
                going.edits.append(_undescribed(context, node))
            going.count += len(found | said)
            going.missed += len(texts - found - said)
        return going

    return await _gone(context, find)


async def forget_relations(context: Context, given: Iterable[EntityRelation]) -> int:
    """Forget relations, with all that was ever told of each; how many there were."""
    wanted = tuple(dict.fromkeys(given))

    def find(graph: KnownGraph, there: Telling) -> Going:
        going = Going()
        told = dict[str, Edge]()
        ways = dict[str, set[Way]]()
        for one in wanted:
            way = there.one(one.start), there.one(one.end)
            versions = _versions(graph, *way, one.type)
            current = holding(versions, there.now)
            if current is None or way not in tuple(directions(current)):
                going.missed += 1
                continue
            told |= {edge.id: edge for edge in versions}
            for edge in versions:
                ways.setdefault(edge.id, set()).add(way)
            going.count += 1
        for edge in told.values():
            for version in (edge, *graph.corrected(edge)):
                left = [way for way in directions(version) if way not in ways[edge.id]]
                if not left:
                    going.refs[edge_ref(context, version.id)] = None
                elif version.orientation is Orientation.BOTH and len(left) == 1:
                    is_forward = left[0][0] == version.from_key
                    orientation = Orientation.FORWARD if is_forward else Orientation.BACKWARD
                    going.edits.append(oriented(context, version, orientation, there.now))
        return going

    return await _gone(context, find)


def _versions(graph: KnownGraph, start: str | None, end: str | None, told: str) -> tuple[Edge, ...]:
    """All versions of a relation; nothing if there can be none."""
    if start is None or end is None or start == end:
        return ()
    try:
        like = new_edge(start, end, relationship_word(told), now=0.0)
    except InputError:
        return ()
    return graph.chain(like)


def _undescribed(context: Context, node: Node) -> Amend[Node]:
    """A node without its description, and what was made of that."""
    now, said = context.clock.now(), node.description

    def without(one: Node) -> Node:
        if one.description != said:
            return one
        return replace(one, description="", digest=None, updated_at=max(now, one.updated_at))

    return Amend(node_ref(context, node.key), without)


async def _gone(context: Context, find: Callable[[KnownGraph, Telling], Going]) -> int:
    """Let it be gone; what is not known here may be on a relay."""
    graph = await known(context, held=True)
    going = find(graph, Telling(graph, context.clock.now()))
    if going.missed:
        graph = await known(context)
        going = find(graph, Telling(graph, context.clock.now()))
    if going.edits or going.refs:
        await forget_all(context, tuple(going.refs), *going.edits)
    return going.count
