"""Memories: the map, one memory, the search."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ...store import context_of
from ..asking import Act, Ask, Query
from ..forgotten import Gone
from ..mind import Mind
from .acts import bring_back, correct, forget, link, pin
from .finding import find
from .memory_detail import memory_detail
from .memory_map import Columns, MemoryMap, Thresholds


@dataclass(frozen=True, slots=True)
class WhatIsGone:
    """What was forgotten by way of the page, and can be brought back while its server runs.

    Attributes:
        gone: The latest first.
    """

    gone: tuple[Gone, ...]


async def memories(mind: Mind, _query: Query) -> MemoryMap:
    """All memories, as the map needs them."""
    there = await mind.store.persona_recall()
    scope = (await context_of(mind.store)).scope
    return MemoryMap(mind.clock.now(), mind.may_write, scope, Thresholds(), Columns.of(there))


async def memory(mind: Mind, query: Query) -> Any:
    """One memory with all that is known of it."""
    return await memory_detail(mind.store, query.text("name"), mind.clock.now())


async def search(mind: Mind, query: Query) -> Any:
    """What answers a query."""
    return await find(mind.store, query.text("q"))


async def forgotten(mind: Mind, _query: Query) -> Any:
    """What was forgotten by way of the page."""
    return WhatIsGone(mind.forgotten.told())


ASKED: Mapping[str, Ask] = MappingProxyType(
    {
        "/api/memories": memories,
        "/api/memory": memory,
        "/api/search": search,
        "/api/forgotten": forgotten,
    }
)
ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "/api/pin": pin,
        "/api/link": link,
        "/api/correct": correct,
        "/api/forget": forget,
        "/api/bring-back": bring_back,
    }
)
