"""Any other record by its reference: a node, an edge, an observation, a topic, what was said."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from ...core.errors import InputError, UnknownMemoryError
from ...core.records.conversation import Turn, conversation_in, message_and_part
from ...core.records.graph import NODE_REFERENCE, Edge, Node
from ...core.records.journal import JournalEntry
from ...core.records.pyramid import Observation, Summary, Topic
from ...core.records.rapport import Layer, layer_name
from ...core.records.reference import referent
from ...core.ref import Ref
from ...mind.graph.types import as_node_key
from ...mind.told import Told, told
from ...store import MemoryStore
from . import diary
from .results import Shown, day
from .whose import whose

Reader: TypeAlias = Callable[[MemoryStore, Ref[Any]], Awaitable[Told | None]]


async def read(store: MemoryStore, reference: str) -> Shown:
    """What a record says, whole; which counts as no use of it.

    Raises:
        UnknownMemoryError: There is none.
        InputError: It is none that says anything by itself.
    """
    ref = referent(reference, "")
    reader = None if ref is None else _READERS.get(ref.kind)
    if ref is None or reader is None:
        raise InputError(
            f"{reference!r} says nothing by itself; search and about show what can be read"
        )
    found = await reader(store, ref)
    if found is None or not found.text:
        raise UnknownMemoryError(f"there is no {reference!r}; it may have been forgotten")
    (of,) = await whose(store, [found])
    return Shown(
        reference,
        found.text,
        kind=found.room.value,
        written=day(found.since),
        source=found.source,
        whose=of,
        state=await _ended(store, ref.name) if ref.kind is Edge else "",
    )


def reference_of(name: str) -> str | None:
    """The reference of what is called so and is no memory; ``TYPE:NAME`` is a node."""
    if referent(name, "") is not None:
        return name
    if ":" not in name:
        return None
    try:
        return f"{NODE_REFERENCE}{as_node_key(name)}"
    except InputError:
        return None


async def _node(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    there = (one for one in await store.graph.nodes() if one.key == ref.name)
    return next((told(one.node, str, one.user_id) for one in there), None)


async def _edge(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    names = {one.key: one.node.name for one in await store.graph.nodes()}
    there = (one for one in await store.graph.versions() if one.id == ref.name)
    return next(
        (told(one.edge, lambda key: names.get(key, key), one.user_id) for one in there), None
    )


async def _ended(store: MemoryStore, id_: str) -> str:
    """Why a version of a relation does not hold now; nothing of one that does."""
    for one in await store.graph.versions():
        if one.id == id_ and not one.is_current:
            if one.edge.corrected_at is not None:
                return "corrected"
            return "not yet so" if one.until is None else f"until {day(one.until)}"
    return ""


async def _observation(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    there = (one for one in await store.pyramid.observations() if one.id == ref.name)
    return next((told(one, str, "") for one in there), None)


async def _summary(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    for topic in await store.pyramid.topics():
        for one in await store.pyramid.summaries(topic.slug):
            if one.id == ref.name:
                return told(one, str, "")
    return None


async def _topic(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    there = (one for one in await store.pyramid.topics() if one.slug == ref.name)
    return next((told(one, str, "") for one in there), None)


async def _turn(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    conversation, turn = conversation_in(ref.name), ref.name.rpartition("/")[2]
    message, _ = message_and_part(turn)
    there = await store.conversation(conversation).turns()
    return next((told(one, str, "") for one in there if one.id in (turn, message)), None)


async def _entry(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    return await diary.entry(store, ref.name)


async def _layer(store: MemoryStore, ref: Ref[Any]) -> Told | None:
    peer = ref.name.partition("/")[0]
    there = await store.rapport(peer).layers.read()
    return next(
        (told(one, str, "") for one in there if layer_name(peer, one.name) == ref.name), None
    )


_READERS: Mapping[type[Any], Reader] = {
    Node: _node,
    Edge: _edge,
    Observation: _observation,
    Summary: _summary,
    Topic: _topic,
    Turn: _turn,
    JournalEntry: _entry,
    Layer: _layer,
}
