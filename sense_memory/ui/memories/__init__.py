"""Memories: the map, one memory, the search."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..asking import Act, Ask, Query
from ..mind import Mind
from .acts import correct, forget, link, pin
from .finding import find
from .memory_detail import memory_detail
from .memory_map import Columns, MemoryMap, Thresholds


async def memories(mind: Mind, _query: Query) -> MemoryMap:
    """All memories, as the map needs them."""
    there = await mind.store.persona_recall()
    return MemoryMap(mind.clock.now(), mind.may_write, Thresholds(), Columns.of(there))


async def memory(mind: Mind, query: Query) -> Any:
    """One memory with all that is known of it."""
    return await memory_detail(mind.store, query.text("name"), mind.clock.now())


async def search(mind: Mind, query: Query) -> Any:
    """What answers a query."""
    return await find(mind.store, query.text("q"))


ASKED: Mapping[str, Ask] = MappingProxyType(
    {"/api/memories": memories, "/api/memory": memory, "/api/search": search}
)
ACTS: Mapping[str, Act] = MappingProxyType(
    {"/api/pin": pin, "/api/link": link, "/api/correct": correct, "/api/forget": forget}
)
