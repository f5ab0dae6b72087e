"""Whom or what a name means: a node, a peer, a topic, or whatever memories call so."""

from dataclasses import dataclass
from typing import Any

from ...core.records.pyramid import USER
from ...core.records.rapport import Checkpoint
from ...core.records.reference import referent
from ...core.ref import Ref
from ...mind.naming import Name
from ...mind.views.graphs import KnownGraph
from ...mind.views.pyramids import KnownPyramid
from ..context import Context
from ..filled import indexed
from ..graph.known import known as known_graph
from ..outage import Outage
from ..pyramid.known import known as known_pyramid
from ..references import node_key_in


@dataclass(frozen=True, slots=True)
class Whom:
    """All that a name means; of several of one name, all of them.

    Attributes:
        name: As it was given.
        names: What it is called in texts.
        nodes: The keys of its nodes, in order.
        peers: Who of those one talks with.
        topics: Slugs.
        elsewhere: Records that its nodes say to be the same.
        graph: What is known of the graph.
        pyramid: What is known of the pyramid.
    """

    name: str
    names: tuple[Name, ...]
    nodes: tuple[str, ...]
    peers: tuple[str, ...]
    topics: tuple[str, ...]
    elsewhere: frozenset[Ref[Any]]
    graph: KnownGraph
    pyramid: KnownPyramid

    def is_named_in(self, *texts: str) -> bool:
        """Whether any of the texts names it."""
        return any(name.is_in(text) for text in texts for name in self.names)

    def name_of(self, key: str) -> str:
        """What people call a node; with its key where another one of these is called so, too."""
        name = self.graph.name_of(key)
        if key in self.nodes and len(self.nodes) > 1 and self._is_shared(key, name):
            return f"{name} ({key})"
        return name

    def _is_shared(self, key: str, name: str) -> bool:
        others = (self.graph.node(one) for one in self.nodes if one != key)
        meant = Name.of(name)
        return any(meant.is_called(one.name) for one in others if one is not None)


async def whom(context: Context, given: str) -> Whom:
    """Whom or what somebody means.

    ``TYPE:NAME`` is that node alone, with what calls it by its name. A first name means those who
    have it only where nobody is called so and no more.

    Raises:
        ReadFailedError: Nothing is known here and no relay could be read to its end.
    """
    outage, views = Outage(), context.views
    graph = await outage.spared(known_graph(context), None)
    pyramid = await outage.spared(known_pyramid(context), None)
    met = await outage.spared(_met(context), [])
    for index in (views.search_index, views.text_index, views.turn_index):
        if outage.is_whole:
            await outage.spared(indexed(context.records, index, context.scope), None)
    outage.check()
    graph = await known_graph(context, held=True) if graph is None else graph
    pyramid = await known_pyramid(context, held=True) if pyramid is None else pyramid
    key = node_key_in(given)
    name = Name.of(given if key is None else _name_of(graph, key, given))
    nodes = [key] if key is not None and graph.node(key) is not None else []
    if key is None:
        nodes = [one.key for one in graph.nodes if _is_called(name, one.name, one.key)]
        if not nodes:
            nodes = [one.key for one in graph.nodes if _begins(name, one.name)]
    found = [node for one in nodes if (node := graph.node(one)) is not None]
    elsewhere = frozenset(
        ref
        for node in found
        for text in node.references
        if (ref := referent(text, context.scope)) is not None
    )
    linked = {ref.name.partition("/")[0] for ref in elsewhere if ref.kind is Checkpoint}
    names = [name, *(Name.of(one.name) for one in found)]
    topics = [slug for slug in pyramid.slugs if _is_topic(pyramid, slug, names)]
    if name.is_user:
        topics.append(USER)
    return Whom(
        given,
        tuple(dict.fromkeys(one for one in names if one.words)),
        tuple(nodes),
        tuple(sorted({peer for peer in met if peer in linked or _is_any(names, peer)})),
        tuple(dict.fromkeys(topics)),
        elsewhere,
        graph,
        pyramid,
    )


async def _met(context: Context) -> list[str]:
    return [
        one.record.peer async for one in context.records.select(Checkpoint, scope=context.scope)
    ]


def _name_of(graph: KnownGraph, key: str, given: str) -> str:
    node = graph.node(key)
    return given.partition(":")[2].strip() if node is None else node.name


def _is_called(name: Name, told: str, key: str) -> bool:
    return name.is_called(told) or name.is_called(key.partition(":")[2])


def _begins(name: Name, told: str) -> bool:
    first = Name.of(told).words[: len(name.words)]
    return bool(name.words) and first == name.words


def _is_topic(pyramid: KnownPyramid, slug: str, names: list[Name]) -> bool:
    return _is_any(names, slug) or _is_any(names, pyramid.topic(slug).name)


def _is_any(names: list[Name], told: str) -> bool:
    return any(name.is_called(told) for name in names)
