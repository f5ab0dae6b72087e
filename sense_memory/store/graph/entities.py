"""The graph as entities with observations, and relations between them: what is current of it."""

from collections.abc import Iterable, Iterator, Sequence

from ...core.entities import Entity, EntityGraph, EntityRelation
from ...core.errors import InputError
from ...core.legible import label
from ...core.records.graph import Edge
from ...mind.graph.formats.server_memory import (
    directions,
    kind_and_observations,
    relation_type,
    shown_names,
    unknown,
)
from ...mind.graph.notes import is_expired
from ...mind.graph.told import meant
from ...mind.graph.types import SEMANTIC
from ...mind.views.graphs import KnownGraph
from ..context import Context
from .known import known, node_ref


class Telling:
    """A graph at a moment, told as it would be exported for ``server-memory``.

    Args:
        graph: What is known.
        now: Seconds since the epoch.

    Attributes:
        now: As given.
    """

    def __init__(self, graph: KnownGraph, now: float) -> None:
        self.now = now
        self._graph = graph
        self._edges = sorted(graph.current(now), key=lambda edge: (edge.created_at, edge.id))
        nodes = sorted(
            (node for node in graph.nodes if node.type in SEMANTIC),
            key=lambda node: (node.created_at, node.key),
        )
        named = {node.key: node.name for node in nodes}
        ends = {key for edge in self._edges for key in (edge.from_key, edge.to_key)}
        named |= map(unknown, sorted(ends - named.keys()))
        self._names = shown_names(named)
        self._keys = {name: key for key, name in self._names.items()}

    # ------------------------------------------------------------------- telling

    def __contains__(self, key: str) -> bool:
        return key in self._names

    @property
    def keys(self) -> Iterable[str]:
        """Whatever is an entity, the oldest first."""
        return self._names.keys()

    def graph(self, keys: Iterable[str] | None = None) -> EntityGraph:
        """Some entities with all their relations, or everything.

        Args:
            keys: Of those entities; ``None`` is all.
        """
        edges: Sequence[Edge] = self._edges
        wanted = list(self._names)
        if keys is not None:
            chosen = set(keys)
            wanted = [key for key in wanted if key in chosen]
            edges = [one for one in edges if one.from_key in chosen or one.to_key in chosen]
        return EntityGraph(
            tuple(map(self.entity, wanted)),
            tuple(told for edge in edges for told in self.relations(edge)),
        )

    def entity(self, key: str) -> Entity:
        """What is known of a node."""
        node = self._graph.node(key)
        if node is None:
            # an edge names it, and it has not arrived yet
            return Entity(self._names[key], key.partition(":")[0])
        kind, said = kind_and_observations(node)
        noted = (one.content for one in self._graph.noted(node) if not is_expired(one, self.now))
        found = (text for text in dict.fromkeys((*said, *noted)) if text.strip())
        return Entity(self._names[key], kind, tuple(found))

    def relations(self, edge: Edge) -> Iterator[EntityRelation]:
        """What an edge is, once for each way round."""
        word = relation_type(edge)
        for start, end in directions(edge):
            yield EntityRelation(self._names[start], self._names[end], word)

    # ------------------------------------------------------------------- finding

    def called(self, name: str) -> tuple[str, ...]:
        """The keys of the entities that are called so; case and blanks make no difference."""
        text = label(name)
        if text in self._keys:
            return (self._keys[text],)
        try:
            candidates = meant(text)
        except InputError:
            candidates = ()
        standing = [one.key for one in candidates if one.key in self._names]
        if standing and len(candidates) == 1:
            return tuple(standing)  # it says which
        there = (key for key in self._graph.named(text) if key in self._names)
        return tuple(dict.fromkeys((*standing, *there)))

    def one(self, name: str) -> str | None:
        """The key of the entity that is called so; ``None`` if there is none.

        Raises:
            InputError: Several are.
        """
        keys = self.called(name)
        if len(keys) > 1:
            names = ", ".join(sorted(self._names[key] for key in keys))
            raise InputError(f"several entities are called {label(name)!r}; say which: {names}")
        return keys[0] if keys else None


async def telling(context: Context, *, held: bool = False) -> Telling:
    """What is known by now; arguments and errors as for ``known``."""
    return Telling(await known(context, held=held), context.clock.now())


async def read(context: Context) -> EntityGraph:
    """Everything."""
    return (await telling(context)).graph()


async def search(context: Context, query: str) -> EntityGraph:
    """The entities in whose name, type or observations a text stands, and their relations."""
    there = await telling(context)
    said = query.lower()

    def answers(one: Entity) -> bool:
        return any(said in text.lower() for text in (one.name, one.type, *one.observations))

    return there.graph([key for key in there.keys if answers(there.entity(key))])


async def opened(context: Context, names: Iterable[str], *, is_use: bool) -> EntityGraph:
    """The entities that are called so, and their relations."""
    wanted = tuple(names)
    there = await telling(context)
    keys = dict.fromkeys(key for name in wanted for key in there.called(name))
    if is_use:
        for key in keys:
            await context.records.touch(node_ref(context, key))
    return there.graph(keys)
